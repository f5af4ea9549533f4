"""What happened at a table: the last entries of its record, and those since the reader's own last move."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any

from django.db.models import QuerySet

from games.models import Game, Move
from games.queries.rows import started
from games.rules.interface import Event, RuleSet
from landlord.prepared import Prepared

#: How many of the last moves the table page tells of.
LOG_LENGTH = 40
#: Whose own last move is longer ago than this many is told of so many: all of it is in the replay.
SINCE_LENGTH = 120


@dataclass(frozen=True)
class Told:
    """An entry of the record with what happened; -1 is the start, which has seat -1 and no move."""

    number: int
    seat: int
    move: Any
    by: str
    at: datetime
    events: Sequence[Event]


def moves_of(game: Game) -> QuerySet[Move]:
    """Give a game's entries up to the moment that its row is of, oldest first."""
    # Moves made after the game's row was read are left to the next reading.
    return Move.objects.filter(game=game, number__lt=game.move_count).order_by("number")


def log_and_since(game: Game, rules: RuleSet[Any], reader: int | None) -> tuple[list[Told], list[Told]]:
    """Give the last entries, and what happened after the reader's own last move; both oldest first."""
    lowest = max(game.move_count - LOG_LENGTH, 0)
    told = _between(game, rules, lowest, game.move_count)
    own = _last_own(told, reader)
    if reader is not None and own is None and lowest:
        further = max(game.move_count - SINCE_LENGTH, 0)
        told = _between(game, rules, further, lowest) + told
        own = _last_own(told, reader)
    if not told or told[0].number == 0:
        told.insert(0, opening(game, rules))
    log = [entry for entry in told if entry.number >= lowest or not lowest]
    if reader is None:
        return log, []
    if own is None:
        return log, told
    # One's own act is known; what followed from it is not.
    since = [entry for entry in told if entry.number >= own]
    return log, [replace(since[0], events=since[0].events[1:]), *since[1:]]


def _last_own(told: Sequence[Told], reader: int | None) -> int | None:
    # In person: what an order or the clock did for the reader is news.
    return next((t.number for t in reversed(told) if t.seat == reader and t.by == "player"), None)


def entries_of(moves: QuerySet[Move], rules: RuleSet[Any]) -> list[Told]:
    """Give entries of a record with what happened."""
    return _decoded(moves.values_list(*_READ), rules)


def _between(game: Game, rules: RuleSet[Any], first: int, end: int) -> list[Told]:
    return _decoded(_rows(game=game.pk, first=first, end=end), rules)


# Tuples: of forty rows objects would cost as much again as the query.
_READ = ("number", "seat", "move", "by", "at", "events")


@partial(Prepared, game=int, first=int, end=int)
def _rows(game: int, first: int, end: int) -> QuerySet[Move, Any]:
    moves = Move.objects.filter(game=game, number__gte=first, number__lt=end)
    return moves.order_by("number").values_list(*_READ)


def _decoded(rows: Iterable[tuple[Any, ...]], rules: RuleSet[Any]) -> list[Told]:
    return [
        Told(number, seat, rules.decode_move(move), by, at, rules.decode_events(events))
        for number, seat, move, by, at, events in rows
    ]


def opening(game: Game, rules: RuleSet[Any]) -> Told:
    """Give what happened before the first decision, as an entry before all others."""
    return Told(-1, -1, None, "", started(game), rules.decode_events(game.opening))
