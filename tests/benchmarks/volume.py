"""How much room games take in PostgreSQL: measured on real ones, and told for a million.

Whole games between bots of all strengths, two to four at a table in turn, are written as the table writes them:
the game, its secrets, its seats and each entry with what happened. Indexes and TOAST count.
"""

import secrets
from datetime import timedelta
from typing import Any

from tests.benchmarks import site
from tests.benchmarks.scale import sized
from tests.benchmarks.site import Row

#: Games that are written.
GAMES = sized(600, 6, 6000)
MILLION = 1_000_000
GIGABYTE = 1e9
#: The tables that grow with games, and what is told of them.
TABLES = {
    "games_move": "entries of records",
    "games_game": "games",
    "games_gamesecret": "seeds and states",
    "games_seat": "seats",
}


def _write(number: int) -> int:
    """Play a game and write it; give how many entries it has."""
    from games import bots
    from games.models import Game, GameSecret, Move, Seat
    from games.rules.chance import Chance, commitment, derive_seed
    from games.rules.interface import STRENGTHS, Kind
    from games.rules.landlord import LANDLORD
    from games.table import now
    from games.table.locked import encode

    seats, server_seed, began = 2 + number % 3, secrets.token_hex(32), now()
    # As bots, since among themselves they come to an end.
    kinds: list[Kind] = ["bot"] * seats
    options = {"move_time": 86_400}
    names = [""] * seats
    state, opening = LANDLORD.start(kinds, Chance(derive_seed(server_seed, names)), options)
    game = Game(
        ruleset="landlord",
        rules_version=1,
        options=options,
        commitment=commitment(server_seed),
        status=Game.Status.FINISHED,
        size=seats,
        rated=True,
        opening=encode(opening),
        created_at=began,
        started_at=began,
        moved_at=began,
        finished_at=began,
    )
    entries: list[Any] = []
    while LANDLORD.outcome(state) is None:
        seat = LANDLORD.decisions(state)[0].seat
        move = bots.answer(LANDLORD, state, seat, STRENGTHS[number % 3])
        events = LANDLORD.apply(state, seat, move)
        at = began + timedelta(minutes=len(entries))
        entries.append((len(entries), seat, encode(move), at, encode(events)))
    game.move_count, game.placings = len(entries), LANDLORD.outcome(state).placings  # type: ignore[union-attr]
    game.save()
    GameSecret.objects.create(game=game, server_seed=server_seed, snapshot=LANDLORD.encode_state(state).decode())
    Seat.objects.bulk_create(
        Seat(game=game, number=n, kind=Seat.Kind.PERSON, name=f"player{n}", client_seed="a" * 16, place=1, wait=50)
        for n in range(seats)
    )
    Move.objects.bulk_create(
        Move(game=game, number=n, seat=seat, move=move, by="player", at=at, events=events)
        for n, seat, move, at, events in entries
    )
    return len(entries)


def figures() -> list[Row]:
    """Write games and measure. Gives rows of (what, figure, goal)."""
    with site.site():
        from django.db import connection

        moves = sum(_write(number) for number in range(GAMES))
        rows: list[Row] = [(f"entries a game, mean of {GAMES:,}", moves / GAMES, "")]
        whole = 0.0
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
            for table, what in TABLES.items():
                cursor.execute("SELECT pg_table_size(%s::regclass), pg_indexes_size(%s::regclass)", [table, table])
                size, indexes = cursor.fetchone()
                whole += size + indexes
                rows.append((f"{what}: bytes a game, without indexes", size / GAMES, ""))
                rows.append(("  their indexes", indexes / GAMES, ""))
        return [
            *rows,
            ("all, bytes a game", whole / GAMES, ""),
            ("all, gigabytes for a million games", whole / GAMES * MILLION / GIGABYTE, ""),
        ]
