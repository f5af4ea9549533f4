"""Finished games for tests of ratings: rows as the table leaves them, with no game played."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from accounts.models import User
from games import table
from games.models import Game, Move, Seat
from leaderboard.models import RatedGame, Rating, RatingChange, RatingKey
from leaderboard.step import rate_finished

DAY = 86_400


def person(name: str, *, listed: bool = False) -> User:
    """Save somebody."""
    return User.objects.create_user(f"{name.lower()}@example.org", name, on_leaderboard=listed)


def game_of(
    sitters: Sequence[User | str],
    placings: Sequence[Sequence[int]] | None = None,
    *,
    at: datetime | None = None,
    fates: Sequence[str] = (),
    **fields: Any,
) -> Game:
    """Save a finished rated game; a sitter who is a text is a bot of that name, or a guest called "Guest".

    `placings` are first place first, each a list of seats; without them the sitters are in the order of places.
    """
    at = at or table.now()
    defaults: dict[str, Any] = {
        "ruleset": "landlord",
        "rules_version": 1,
        "options": {"move_time": DAY},
        "commitment": "0" * 64,
        "status": Game.Status.FINISHED,
        "size": len(sitters),
        "rated": True,
        "created_at": at - timedelta(days=1),
        "started_at": at - timedelta(days=1),
        "moved_at": at,
        "finished_at": at,
        "placings": [list(tied) for tied in placings] if placings else [[n] for n in range(len(sitters))],
    }
    game = Game.objects.create(**(defaults | fields))
    places = {seat: place for place, tied in enumerate(game.placings or [], 1) for seat in tied}
    for number, sitter in enumerate(sitters):
        user = sitter if isinstance(sitter, User) else None
        Seat.objects.create(
            game=game,
            number=number,
            kind="person" if user else "guest" if sitter == "Guest" else "bot",
            name=user.name if user else str(sitter),
            user=user,
            place=places.get(number, 0),
            fate=fates[number] if fates else "",
        )
    return game


def entries(game: Game, *said: tuple[int, float], by: str = "player") -> None:
    """Add entries to a game's record: (seat, seconds after the start)."""
    assert game.started_at is not None
    first = game.move_count
    Move.objects.bulk_create(
        Move(
            game=game,
            number=first + n,
            seat=seat,
            move='{"type":"end_turn"}',
            by=by,
            at=game.started_at + timedelta(seconds=seconds),
            events="[]",
        )
        for n, (seat, seconds) in enumerate(said)
    )
    game.move_count += len(said)
    game.save(update_fields=["move_count"])


def rate() -> int:
    """Let the worker rate what has finished."""
    return rate_finished()


def rating_of(user: User) -> Rating:
    """Give a person's rating."""
    return Rating.objects.get(key__user=user)


def all_rows() -> list[dict[str, Any]]:
    """Everything that is derived, and the numbers, to the last digit; without the ids of rows."""
    rows: list[dict[str, Any]] = []
    for model, order in ((Rating, ("key", "ruleset")), (RatingChange, ("number", "seat")), (RatedGame, ("number",))):
        for row in model.objects.order_by(*order).values():
            row.pop("id", None)
            rows.append(row)
    return rows


def key(user: User) -> RatingKey:
    """Give a person's key."""
    return RatingKey.objects.get(user=user)
