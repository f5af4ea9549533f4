"""A second, independent reading of the rules, by which anybody can check a finished game."""
