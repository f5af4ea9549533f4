"""The rules of every game: pure Python, no Django, no clock, no input or output."""
