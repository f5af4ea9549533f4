"""The game: its rules, bots, tables and pages."""
