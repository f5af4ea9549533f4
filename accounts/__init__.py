"""Who plays. Knows nothing of games."""
