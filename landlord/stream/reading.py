"""What the stream reads of games: each of these is a few queries, for all readers of a game together."""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec
from django.db.models import Sum

from games import playback, queries
from games.api import telling
from games.chat.models import Chat
from games.models import Game
from games.table import NoSuchTable
from games.who import Who

#: What moves with every change of a game that anybody may see.
Mark = tuple[Any, ...]

OVER = (Game.Status.FINISHED, Game.Status.CLOSED)
#: Games asked about in one statement.
AT_ONCE = 500


class Reader(NamedTuple):
    """Somebody who reads, and the key of a secret table's link that they brought."""

    who: Who
    key: str = ""


class Marks(NamedTuple):
    """What moves with every change of a game, and what moves with every change of its chat."""

    game: Mark
    chat: int


class Entry(NamedTuple):
    """An entry of the record: its number, and its JSON as the API tells it to everybody."""

    number: int
    json: bytes


@dataclass(frozen=True)
class Seen:
    """A game as it was at one look. Who may not see it has no stamp; `last` is -2 before the start."""

    mark: Mark
    status: str
    secret: bool
    last: int
    stamps: dict[Reader, queries.Stamp]
    entries: list[Entry] = field(default_factory=list)

    @property
    def over(self) -> bool:
        """Whether nothing more will happen."""
        return self.status in OVER


def look(game_id: str, readers: Collection[Reader], after: int | None = None, most: int = 0) -> Seen | None:
    """Look at a game for its readers, by the rights of its page; None if there is none.

    With `after`, the entries after that number come along, unless they are more than `most`.
    """
    seats = queries.stamped(game_id)
    if not seats:
        return None
    game = seats[0].game
    stamps = {}
    for reader in readers:
        try:
            stamps[reader] = queries.stamp_of(seats, reader.who, reader.key)
        except NoSuchTable:
            continue
    own = sum(seat.own_changes for seat in seats)
    last = -2 if game.started_at is None else game.move_count - 1
    entries: list[Entry] = []
    if after is not None and after < last <= after + most:
        entries = [_told(each) for each in playback.entries(playback.Past(game, seats, None), after)]
    mark = (game.status, game.move_count, game.changes, game.stood_still_at, own)
    return Seen(mark, game.status, game.secret_table, last, stamps, entries)


def entries(game_id: str, after: int, most: int) -> list[Entry]:
    """Give a game's entries after a number, `most` moves of them and the start at most; none before the start."""
    seats = queries.stamped(game_id)
    if not seats or seats[0].game.started_at is None:
        return []
    return [_told(each) for each in playback.entries(playback.Past(seats[0].game, seats, None), after, most)]


def marks(game_ids: Collection[str]) -> dict[str, Marks]:
    """Give the marks of games, in one query for each `AT_ONCE`; those that are gone have none."""
    ids, found = list(game_ids), {}
    for begin in range(0, len(ids), AT_ONCE):
        rows = (
            Game.objects.filter(public_id__in=ids[begin : begin + AT_ONCE])
            .annotate(own=Sum("seats__own_changes"))
            .values_list("public_id", "status", "move_count", "changes", "stood_still_at", "own", "chat__changes")
        )
        found.update({row[0]: Marks(tuple(row[1:-1]), row[-1] or 0) for row in rows})
    return found


def chat(game_id: str) -> int:
    """Give what moves with every change of a game's chat: 0 where nothing was written yet."""
    return Chat.objects.filter(game__public_id=game_id).values_list("changes", flat=True).first() or 0


def _told(happened: queries.Told) -> Entry:
    return Entry(happened.number, msgspec.json.encode(telling.entry(happened)))
