"""Ratings, the leaderboard and profiles: reads finished games, and nothing of the games knows it."""
