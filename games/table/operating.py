"""What the site's operator does to a game: strike its result, and clear away what nobody needs any more."""

from datetime import datetime

from django.db import transaction

from games.models import Game, Notice
from games.table.errors import BadChoice, WrongTime
from games.table.locked import lock, touch

#: The longest reason that is kept, in characters, as Game.void has room for.
LONGEST_REASON = 200


def void(game_id: str, reason: str) -> None:
    """Strike a rated game's result, finished or to come: it moves no rating. All see the reason.

    Given again, the new reason replaces the old. Raises NoSuchTable, WrongTime for a game that moves no
    rating anyhow, BadChoice for a reason that is empty, too long, or no plain line.
    """
    reason = reason.strip()
    if not reason or len(reason) > LONGEST_REASON or not reason.isprintable():
        raise BadChoice(f"The reason must be one line of 1 to {LONGEST_REASON} characters: players read it.")
    with transaction.atomic():
        game = lock(game_id)
        if not game.rated or game.status == Game.Status.CLOSED:
            raise WrongTime("This game moves no rating, so there is nothing to strike.")
        _set(game, reason)


def lift_void(game_id: str) -> None:
    """Let a struck result count again. Raises NoSuchTable, WrongTime if it counts."""
    with transaction.atomic():
        game = lock(game_id)
        if not game.void:
            raise WrongTime("The result of this game has not been struck.")
        _set(game, "")


def purge_notices(before: datetime) -> int:
    """Delete what the outbox keeps of games that were over, or closed, before an instant; give how many went.

    Of a game that goes on all stay: they keep a mail from being written twice.
    """
    over = Notice.objects.filter(
        created_at__lt=before, game__moved_at__lt=before, game__status__in=[Game.Status.FINISHED, Game.Status.CLOSED]
    )
    gone, _ = over.delete()
    return gone


def _set(game: Game, reason: str) -> None:
    game.void = reason
    game.save(update_fields=["void"])
    touch(game)
