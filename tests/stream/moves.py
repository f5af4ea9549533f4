"""Moves that can always be made."""

from typing import Any

import msgspec

from games import queries
from tests.clock.tables import Played

#: The first of these that a decision offers is made; none of them ends a game of a few moves.
HABITS = ("buy", "end_turn", "pass", "refuse", "roll", "decline", "sell", "mortgage")


def move(game: Played) -> None:
    """Let whoever is asked make a move."""
    seat = game.asked.number
    legal = queries.table(game.id, game.people[seat]).legal
    assert legal is not None
    listed: list[dict[str, Any]] = msgspec.to_builtins(legal.moves)
    game.play(seat, next(m for habit in HABITS for m in listed if m["type"] == habit))
