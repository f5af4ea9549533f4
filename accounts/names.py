"""The name that others see: how it is written, and which names nobody may have."""

import re

from django.core.exceptions import ValidationError

SHORTEST, LONGEST = 3, 20
#: What a name is, for PostgreSQL, SQLite and Python alike. \Z and not $, which also stands before a last line break.
PATTERN = r"\A[A-Za-z0-9_-]{3,20}\Z"

# Compared without capitals, hyphens and underscores, so that "Deleted_Player" is one of them.
_WORDS = """
abuse account accounts admin administrator adminteam all anonymous anybody anyone api auction bank banker bot bots
computer deleted deletedaccount deletedplayer deleteduser everybody everyone example firstplayer game games help
helpdesk hostmaster info invalid landlord login logout mail mailerdaemon me mod moderator myself nobody noone
noreply null official operator owner player postmaster referee robot root security server settings signin signup
site siteadmin someone staff superuser support sysadmin system team test thebank thebot thelandlord thesite
undefined unknown user username webmaster www you yourself
"""
RESERVED = frozenset(_WORDS.split())
_RESERVED_BEGINNINGS = ("guest", "deletedplayer", "landlordteam", "landlordsupport", "landlordstaff", "landlordadmin")
# "Bot 1" is how the pages call a bot. "Botanist" is a name like any other.
_LIKE_A_BOT = re.compile(r"bot[-_0-9]|\Abot\Z", re.IGNORECASE)


def folded(name: str) -> str:
    """Give the form in which a name is held against the reserved ones."""
    return re.sub(r"[-_]", "", name).lower()


def validate(name: str) -> None:
    """Raise ValidationError, in words for the person, when nobody can have this name."""
    if not SHORTEST <= len(name) <= LONGEST:
        raise ValidationError(f"A name has {SHORTEST} to {LONGEST} characters.", code="length")
    if not re.search(PATTERN, name):
        raise ValidationError(
            "A name is made of the letters a to z, large or small, digits, hyphens and underscores.", code="characters"
        )
    plain = folded(name)
    if not plain:
        raise ValidationError("A name has at least one letter or digit.", code="characters")
    if plain in RESERVED or plain.startswith(_RESERVED_BEGINNINGS) or _LIKE_A_BOT.match(name):
        raise ValidationError("This name is kept by the site. Please choose another.", code="reserved")
