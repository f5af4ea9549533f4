"""Many games at once, copied from one: all due, or to become due, at chosen instants."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from games.models import Game, GameSecret, Seat, new_link_key, new_public_id
from tests.clock.tables import Played


def copies(game: Played, number: int, due: Callable[[int], datetime]) -> list[Played]:
    """Copy a started game without moves `number` times; copy n has the deadline `due(n)`."""
    original = game.game
    assert original.move_count == 0
    secret, seats = GameSecret.objects.get(game=original), list(Seat.objects.filter(game=original).order_by("number"))
    games = Game.objects.bulk_create(
        Game(**_fields(original), public_id=new_public_id(), link_key=new_link_key()) for _ in range(number)
    )
    GameSecret.objects.bulk_create(
        GameSecret(game=copied, server_seed=secret.server_seed, snapshot=secret.snapshot) for copied in games
    )
    Seat.objects.bulk_create(
        Seat(**_fields(seat, "game_id", "due_at"), game=copied, due_at=seat.due_at and due(n))
        for n, copied in enumerate(games)
        for seat in seats
    )
    return [Played(copied.public_id, game.people) for copied in games]


def _fields(row: Any, *but: str) -> dict[str, Any]:
    left_out = {"id", "public_id", "link_key", "rematch_of_id", *but}
    return {f.attname: getattr(row, f.attname) for f in row._meta.concrete_fields if f.attname not in left_out}
