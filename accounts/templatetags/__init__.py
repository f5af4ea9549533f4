"""What templates ask about people."""
