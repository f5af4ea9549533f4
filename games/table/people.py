"""What becomes of seats when guests get an account, when people go, and of games nobody needs."""

from collections.abc import Iterable
from datetime import datetime

from django.db import connection, transaction

from games.models import Game, Seat
from games.rules.errors import RulesError
from games.table import opening, playing
from games.table.errors import TableError
from games.table.locked import lock, seats_of
from games.who import Who

#: How somebody is called in games whose account is gone.
DELETED = "deleted player"


def hand_over(guest: str, user: int, name: str) -> int:
    """Give a guest's seats to the account that they have signed up for; give how many.

    The seats stay what they were in the record, `guest`; their owner may now play them from anywhere.
    """
    moved = 0
    mine = Seat.objects.filter(guest_key=guest).values_list("game__public_id", flat=True)
    for game_id in list(mine):
        with transaction.atomic():
            game = lock(game_id)
            for seat in seats_of(game):
                if seat.guest_key == guest:
                    seat.user_id, seat.guest_key, seat.name = user, "", name
                    seat.save(update_fields=["user", "guest_key", "name"])
                    moved += 1
    return moved


def rename(user: int, name: str) -> None:
    """Call somebody by a new name at all their tables."""
    Seat.objects.filter(user_id=user).update(name=name)


def forget(user: int) -> None:
    """Take a person out of all games: resign running ones, leave open ones, take the name off the rest.

    Finished games stay as they were but for the name, and verify.
    """
    with transaction.atomic():
        _hold(user)
        leave(user)
        Seat.objects.filter(user_id=user).update(name=DELETED, user=None, guest_key="")


def leave(user: int, *, running: bool = True) -> int:
    """Take a person from all open tables, their own being cancelled, and out of running games; give how many.

    With `running` False those that run are left to the clock.
    """
    who, left = Who(user=user), 0
    for game_id, status in list(Game.objects.filter(seats__user_id=user).values_list("public_id", "status")):
        try:
            if status == Game.Status.RUNNING and running:
                playing.resign(game_id, who)
            elif status == Game.Status.OPEN:
                _leave_open(game_id, who)
            else:
                continue
        except (TableError, RulesError):
            # Out already, or over, or closed in this moment: nothing is left to give up.
            continue
        left += 1
    return left


def purge(game_ids: Iterable[str], unchanged_since: datetime) -> int:
    """Delete whole games, moves and all, unless they have changed since; give how many went."""
    gone = 0
    for game_id in game_ids:
        with transaction.atomic():
            # A game in play at this moment is held by another: it has changed, so it stays.
            game = (
                (
                    Game.objects.select_for_update(of=("self",), skip_locked=True)
                    if connection.features.has_select_for_update
                    else Game.objects
                )
                .filter(public_id=game_id, moved_at__lt=unchanged_since)
                .first()
            )
            if game is not None:
                game.delete()
                gone += 1
    return gone


def _hold(user: int) -> None:
    """Lock all games that a person sits at and that are not over, until the caller's transaction ends.

    In one order for all, or two who play with each other and go at once wait for each other. Also those that
    the person is out of: who ends such a game now would write a mail to somebody who is gone at its commit.
    """
    mine = Seat.objects.filter(user_id=user).values("game")
    going_on = Game.objects.filter(pk__in=mine, status__in=(Game.Status.OPEN, Game.Status.RUNNING))
    list(going_on.select_for_update(of=("self",)).order_by("pk").values_list("pk", flat=True))


def _leave_open(game_id: str, who: Who) -> None:
    try:
        opening.cancel(game_id, who)
    except TableError:
        opening.stand_up(game_id, who)
