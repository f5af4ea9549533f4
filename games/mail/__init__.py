"""The mail of games: what is sent when (deciding), how it reads (letters), its links, and its way (delivery)."""
