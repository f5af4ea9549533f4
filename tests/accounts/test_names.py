"""Names: which will do, and which nobody may have."""

import pytest
from django.core.exceptions import ValidationError

from accounts import names

GOOD = ["Ada", "ada", "A_d", "Ada-2", "x" * 20, "007", "_Ada_", "Botanist", "Robotnik", "Landlordess", "Mailand"]
OTHER_LETTERS = {
    "a Cyrillic A": "Аda",
    "a Greek omicron": "Jοe",
    "a wide letter": "Ａda",
    "an accent": "Zoë",
    "an accent of its own": "Zoe\u0308",
    "another digit": "Ada٣",
    "a long s": "Aſa",
    "a Kelvin sign": "\u212aate",
    "a dotless i": "Adaı",
    "a space": "Ada L",
    "a hard space": "Ada\u00a0L",
    "a soft hyphen": "Ada\u00adL",
    "a zero-width joiner": "Ada\u200d",
    "a byte order mark": "\ufeffAda",
    "a turn to the left": "\u202eadA",
    "an isolate": "\u2066Ada\u2069",
    "a line break at the end": "Ada\n",
    "a line break inside": "Ada\nBcc",
    "a carriage return": "Ada\r",
    "a header": "Ada\r\nBcc: b@example.org",
    "a line separator": "Ada\u2028",
    "a NUL": "Ada\x00",
    "a tab": "Ada\t",
    "an escape": "Ada\x1b",
    "a tag": "<b>Ada",
    "an entity": "Ada&amp;",
    "a quote": 'Ada"',
    "a template": "{{Ada}}",
    "a dot": "a.b",
    "an at sign": "a@b",
    "a slash": "../Ada",
    "a per cent sign": "Ada%0a",
    "an emoji": "Ada🎲",
}
RESERVED = [
    "admin", "Admin", "ADMIN", "ad-min", "a_d_m_i_n", "-admin-", "staff", "Landlord", "land_lord", "guest", "Guest7",
    "guest-1", "g_uest", "bot", "Bot", "bot-1", "Bot_2", "bot3", "b-o-t", "deleted", "Deleted-Player", "deleted_player",
    "deletedplayer2", "system", "support", "moderator", "anonymous", "everyone", "nobody", "mail", "Postmaster",
    "abuse", "www", "root", "api", "you", "m-e", "the-bank", "TheBank", "bank",
]  # fmt: skip


@pytest.mark.parametrize("name", GOOD)
def test_names_that_will_do(name: str) -> None:
    names.validate(name)


@pytest.mark.parametrize("name", ["", "A", "Ad", "x" * 21, "x" * 5000])
def test_too_short_or_too_long(name: str) -> None:
    with pytest.raises(ValidationError, match="3 to 20 characters"):
        names.validate(name)


@pytest.mark.parametrize("name", OTHER_LETTERS.values(), ids=OTHER_LETTERS.keys())
def test_other_letters(name: str) -> None:
    with pytest.raises(ValidationError, match=r"letters a to z|3 to 20"):
        names.validate(name)


@pytest.mark.parametrize("name", RESERVED)
def test_names_kept_by_the_site(name: str) -> None:
    with pytest.raises(ValidationError, match="kept by the site"):
        names.validate(name)


@pytest.mark.parametrize("name", ["---", "_-_"])
def test_a_name_is_more_than_strokes(name: str) -> None:
    with pytest.raises(ValidationError, match="at least one letter or digit"):
        names.validate(name)
