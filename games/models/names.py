"""Names that are drawn: of a game in addresses, of what only who has a link may see."""

import secrets

# Without vowels and look-alikes: no words come out, and an id can be read aloud.
ID_LETTERS = "23456789bcdfghjkmnpqrstvwxz"
ID_LENGTH = 12


def new_public_id() -> str:
    """Draw a game's name in addresses: 12 characters, some 57 bits, not to be guessed."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def new_link_key() -> str:
    """Draw the key in a secret table's link: 16 characters, some 76 bits."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(16))
