"""What becomes of a text on its way to others' pages."""

import pytest

from games.chat.errors import BadMessage
from games.chat.text import Part, cleaned, parts


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  hello \r\n\r\n\r\n\r\nthere\t! ", "hello\n\nthere !"),
        ("e\u0301", "\u00e9"),
        # What turns a line around, or is not to be seen, goes; what joins letters and emoji stays.
        ("pay \u202e001\u202c now\u2066\u200b\ufeff", "pay 001 now"),
        (
            "\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 \U0001f469\u200d\U0001f33e",
            "\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 \U0001f469\u200d\U0001f33e",
        ),
        ("t" + "\u0336" * 300, "t" + "\u0336" * 4),
        ("x" * 500, "x" * 500),
    ],
)
def test_a_text_is_kept_in_a_form_that_can_be_shown(given: str, kept: str) -> None:
    assert cleaned(given) == kept


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("", "Write something"),
        (" \n\u200b\u202e ", "Write something"),
        ("x" * 501, "at most 500 characters; this one has 501"),
        ("a\0b", "no text"),
        ("\x1b[31mred", "no text"),
        ("\ud800", "no text"),
        ("\n".join("abcdefghijklm"), "at most 12 lines"),
    ],
)
def test_what_can_not_be_shown_is_refused_with_a_reason(given: str, why: str) -> None:
    with pytest.raises(BadMessage, match=why):
        cleaned(given)


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("see https://example.org/a?b=1&c=2, then", ["https://example.org/a?b=1&c=2"]),
        ("(http://example.org/x_(y)).", ["http://example.org/x_(y)"]),
        ("HTTPS://EXAMPLE.ORG and https://127.0.0.1:8000/x", ["HTTPS://EXAMPLE.ORG", "https://127.0.0.1:8000/x"]),
        ("example.org javascript:alert(1) data:text/html,x ftp://example.org", []),
        ("https://bank.example@example.org/ https://\u0435xample.org https:// https://[::1 http://x:99999/", []),
        ("https://bank.example\\@example.org/", []),
        ('https://example.org/"onmouseover="x', ["https://example.org/"]),
    ],
)
def test_links_are_whole_addresses_that_lead_where_they_say(text: str, links: list[str]) -> None:
    found = parts(text, links=True)
    assert [part.href for part in found if part.href] == links
    assert "".join(part.text for part in found) == text
    assert parts(text, links=False) == [Part(text)]
