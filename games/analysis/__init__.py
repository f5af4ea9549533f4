"""What can be learned from a game's events: pure functions of rules and events, with no database."""
