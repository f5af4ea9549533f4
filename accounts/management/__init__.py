"""Commands of the accounts app."""
