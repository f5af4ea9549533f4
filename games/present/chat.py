"""What a page shows of a table's chat, for one reader."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from games.chat import text
from games.chat.reading import ChatReading
from games.chat.text import Part
from games.present.clocks import Hours, Moment
from games.present.pieces import piece


@dataclass(frozen=True)
class Said:
    """A message: who wrote it when, in pieces of text and links; `may_act` if it can be muted and reported."""

    number: int
    name: str
    at: Moment
    parts: tuple[Part, ...]
    mine: bool
    may_act: bool
    reported: bool


_line = piece("games/_chat_line.html", "line")


@dataclass(frozen=True)
class Section:
    """A chat, oldest message first, each ready to be shown.

    `before` is the number from which on it goes further back; 0 if it does not.
    """

    lines: Sequence[SafeString]
    last: int
    before: int
    may_write: bool
    changes: int | None


def section(reading: ChatReading, hours: Hours) -> Section:
    """Tell a chat. Links can be followed by those who sit at the table, who know whom they play with."""
    lines = [
        Said(
            line.number,
            line.name,
            hours.moment(line.at),
            tuple(text.parts(line.text, links=reading.may_write)),
            line.mine,
            may_act=reading.may_act and not line.mine,
            reported=line.reported,
        )
        for line in reading.lines
    ]
    before = lines[0].number if reading.more and lines else 0
    return Section([_line(line) for line in lines], reading.last, before, reading.may_write, reading.changes)
