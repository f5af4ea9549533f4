"""A game's record, and a game after any of its moves."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, cast

import msgspec

from games.models import Game, Seat
from games.queries.log import Told, entries_of, moves_of, opening
from games.queries.rows import game_row, seeds, started
from games.queries.stamps import may_see, reader_of
from games.rules.chance import Chance
from games.rules.interface import By, RuleSet, View
from games.rules.record import FORMAT, TIME, Entry, Record, SeatEntry
from games.who import ANYBODY, Who, kinds_of


@dataclass(frozen=True)
class ReplayReading:
    """A game after one of its moves; `number` -1 is the start. `log` has all, oldest first."""

    game: Game
    seats: list[Seat]
    rules: RuleSet[Any]
    reader: int | None
    number: int
    view: View
    log: Sequence[Told]


def record(game_id: str, who: Who = ANYBODY) -> bytes:
    """Give a game's record as JSON; a running one's without what it still keeps to itself.

    Raises NoSuchTable, and WrongTime for a game that has not started.
    """
    game, secret, seats, rules, _ = game_row(game_id)
    may_see(game, reader_of(seats, who), who, "")
    since = started(game)
    written = Record(
        format=FORMAT,
        ruleset=game.ruleset,
        rules_version=game.rules_version,
        game=game.public_id,
        started_at=_time(since),
        finished_at=_time(game.finished_at) if game.finished_at else None,
        options=game.options,
        seats=[SeatEntry(seat.name, kind, seat.client_seed) for seat, kind in zip(seats, kinds_of(seats), strict=True)],
        commitment=game.commitment,
        moves=[
            Entry(m.seat, msgspec.Raw(m.move.encode()), _time(m.at), cast("By", m.by))
            for m in moves_of(game).defer("events")
        ],
    )
    if game.status == Game.Status.FINISHED:
        server_seed, seed = seeds(secret, seats)
        written = msgspec.structs.replace(
            written,
            server_seed=server_seed,
            seed=seed,
            placings=game.placings,
            final=rules.final(rules.decode_state(secret.snapshot)),
        )
    return msgspec.json.encode(written)


def replay(game_id: str, number: int | None, who: Who) -> ReplayReading | None:
    """Play a game again up to a move; -1 is the start, None the last move.

    Gives None if there is no move of that number. Raises NoSuchTable, and WrongTime for a game
    that has not started.
    """
    game, secret, seats, rules, _ = game_row(game_id)
    may_see(game, reader_of(seats, who), who, "")
    started(game)
    moves = entries_of(moves_of(game), rules)
    if number is None:
        number = len(moves) - 1
    if not -1 <= number < len(moves):
        return None
    seed = seeds(secret, seats)[1]
    state, _ = rules.start(kinds_of(seats), Chance(seed), game.options)
    for entry in moves[: number + 1]:
        rules.apply(state, entry.seat, entry.move, cast("By", entry.by))
    reader = reader_of(seats, who)
    log = [opening(game, rules), *moves]
    return ReplayReading(game, seats, rules, reader, number, rules.view(state, reader), log)


def _time(instant: datetime) -> str:
    return instant.astimezone(UTC).strftime(TIME)
