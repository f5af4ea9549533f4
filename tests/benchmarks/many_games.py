"""Copies of long games with their last moves, each with a decision that its player is to be told of."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from tests.benchmarks.long_games import Decision, LongGame

#: Moves of each that are copied: a letter tells at most of so many.
LAST = 40

_GAMES = """
INSERT INTO games_game (public_id, link_key, {columns})
SELECT translate(substr(md5(%(id)s || '-' || n), 1, 12), '01ae', 'ghjk'),
    translate(substr(md5(n || 'key'), 1, 16), '01ae', 'ghjk'), {columns}
FROM games_game, generate_series(1, %(number)s) AS n WHERE id = %(id)s
RETURNING id, public_id
"""
_OF_GAMES = """
INSERT INTO {table} (game_id, {columns})
SELECT n, {columns} FROM {table}, unnest(%(ids)s::bigint[]) AS n WHERE game_id = %(id)s {which}
"""
_NOTICES = """
INSERT INTO games_notice (game_id, user_id, seat, kind, wait, created_at, send_at, status, attempts, why)
SELECT game_id, user_id, number, 'turn', wait, at, at, 'waiting', 0, ''
FROM (SELECT *, %(at)s + row_number() OVER (ORDER BY game_id) * interval '1 ms' AS at FROM games_seat) AS seat
WHERE game_id = ANY(%(ids)s) AND due_at IS NOT NULL
"""


class Copied:
    """A game that is there many times: the original, and the ids of the copies."""

    def __init__(self, game: LongGame, number: int) -> None:
        """Copy it with the last moves of its record, and with a notice for whoever is asked, long due."""
        from django.db import connection

        from games import table
        from games.models import Game, GameSecret, Move, Notice, Seat

        self.people, self.next = game.people, game.decisions[0]
        original = Game.objects.get(public_id=game.id)
        at = table.now() - timedelta(minutes=5)
        with connection.cursor() as cursor:
            values = {"id": original.pk, "number": number, "at": at}
            cursor.execute(_GAMES.format(columns=_columns(Game, "public_id", "link_key", "rematch_of_id")), values)
            rows = cursor.fetchall()
            values["ids"] = [row[0] for row in rows]
            lately = f"AND number >= {original.move_count - LAST}"
            for model, which in ((GameSecret, ""), (Seat, ""), (Move, lately)):
                table_of = model._meta.db_table
                cursor.execute(
                    _OF_GAMES.format(table=table_of, columns=_columns(model, "game_id"), which=which), values
                )
            # The original's own are not looked at.
            Notice.objects.filter(game=original).delete()
            cursor.execute(_NOTICES, values)
        self.ids: list[str] = [row[1] for row in rows]


def answer(copied: Copied, game_id: str) -> datetime:
    """Make the decision of a copy, as its player does at the table; give when it was made.

    Raises ValueError where its player is asked the same once more, so that the notice stands.
    """
    from games import table
    from games.models import Seat
    from games.who import Who

    decision: Decision = copied.next
    seat = Seat.objects.filter(game__public_id=game_id, number=decision.seat, due_at__isnull=False)
    before = seat.get().wait
    table.play(game_id, Who(user=copied.people[decision.seat].pk), decision.token, [decision.move])
    at = table.now()
    if seat.filter(wait=before).exists():
        raise ValueError(f"a decision that goes on after {decision.move}")
    return at


def analyze() -> None:
    """Have PostgreSQL look at what there is, as it does by itself after some minutes."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def _columns(model: object, *but: str) -> str:
    fields: Sequence[object] = model._meta.concrete_fields  # type: ignore[attr-defined]
    names = [field.column for field in fields]  # type: ignore[attr-defined]
    return ", ".join(f'"{name}"' for name in names if name not in ("id", *but))
