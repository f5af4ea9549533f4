"""What somebody has written, put into a form that can be shown to others; and the links that are in it."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

from games.chat.errors import BadMessage
from games.chat.models import LONGEST

#: Lines of a message.
MOST_LINES = 12
#: Marks above and below one letter: more are there to write over the lines of others.
MOST_MARKS = 4
#: Joiners that scripts and emoji need. Every other character of the category Cf is invisible and goes: those that
#: turn the direction of a line, widths of nothing, tags.
_JOINERS = "\u200c\u200d"
_BLANK_LINES = re.compile(r"\n{3,}")
_LINK = re.compile(r"https?://[^\s<>\"'`]+", re.IGNORECASE)
#: What ends a sentence and not an address.
_AFTER = ".,;:!?…"


@dataclass(frozen=True)
class Part:
    """A piece of a message; `href` is empty where it is no link."""

    text: str
    href: str = ""


def cleaned(given: str) -> str:
    """Give a message as it is kept: composed letters, no invisible characters, no rows of blank lines.

    Raises BadMessage for nothing, for more than 500 characters or 12 lines, and for characters that are no text.
    """
    text = given.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")
    if any(unicodedata.category(letter) in ("Cc", "Cs") and letter != "\n" for letter in text):
        raise BadMessage("The message has characters in it that are no text.")
    text = unicodedata.normalize("NFC", "".join(letter for letter in text if not _is_invisible(letter)))
    text = _BLANK_LINES.sub("\n\n", "\n".join(line.rstrip() for line in _without_piles(text).split("\n"))).strip()
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in text):
        raise BadMessage("Write something first.")
    if len(text) > LONGEST:
        raise BadMessage(f"A message has at most {LONGEST} characters; this one has {len(text)}.")
    if text.count("\n") >= MOST_LINES:
        raise BadMessage(f"A message has at most {MOST_LINES} lines.")
    return text


def parts(text: str, *, links: bool) -> list[Part]:
    """Give a message in pieces; with `links` whole addresses of http and https are pieces of their own."""
    return list(_found(text)) if links else [Part(text)]


def _found(text: str) -> Iterator[Part]:
    done = 0
    for match in _LINK.finditer(text):
        address = _without_end(match[0])
        if not _leads_where_it_says(address):
            continue
        if match.start() > done:
            yield Part(text[done : match.start()])
        yield Part(address, address)
        done = match.start() + len(address)
    if done < len(text):
        yield Part(text[done:])


def _without_end(address: str) -> str:
    address = address.rstrip(_AFTER)
    # A bracket that was opened before the address is closed after it.
    while address.endswith(")") and address.count("(") < address.count(")"):
        address = address[:-1].rstrip(_AFTER)
    return address


def _leads_where_it_says(address: str) -> bool:
    # `https://bank.example@elsewhere.example` leads elsewhere, and a host of foreign letters can look like another.
    try:
        host = urlsplit(address)
        name, _ = host.hostname or "", host.port
    except ValueError:
        return False
    plain = re.fullmatch(r"[a-z0-9.-]+|[0-9a-f:.]+", name) is not None and not name.startswith((".", "-"))
    return plain and "@" not in host.netloc and "\\" not in address


def _is_invisible(letter: str) -> bool:
    return unicodedata.category(letter) == "Cf" and letter not in _JOINERS


def _without_piles(text: str) -> str:
    kept, marks = [], 0
    for letter in text:
        marks = marks + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if marks <= MOST_MARKS:
            kept.append(letter)
    return "".join(kept)
