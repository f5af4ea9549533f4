"""The name that others see: how it is written and compared."""

import unicodedata

from django.core.exceptions import ValidationError

SHORTEST, LONGEST = 2, 30
# Inside a name only, so that no name begins or ends with one.
JOINING = " .-_'"


def tidy(name: str) -> str:
    """Return the name in one form, so that two names that look the same are the same."""
    return " ".join(unicodedata.normalize("NFKC", name).split())


def validate(name: str) -> None:
    """Raise ValidationError, in words for the person, when this can't be a name."""
    if not SHORTEST <= len(name) <= LONGEST:
        raise ValidationError(f"A name has {SHORTEST} to {LONGEST} characters.", code="length")
    if not all(letter.isalnum() or letter in JOINING or unicodedata.category(letter) == "Mn" for letter in name):
        raise ValidationError(
            "A name is made of letters, digits, spaces, dots, hyphens, underscores and apostrophes.",
            code="characters",
        )
    if name[0] in JOINING or name[-1] in JOINING:
        raise ValidationError("A name begins and ends with a letter or a digit.", code="ends")
