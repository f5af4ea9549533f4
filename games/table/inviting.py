"""Asking others to a table: by name, and once more after a game."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from accounts.blocks import blocked_between
from games import notices
from games.models import Game, Invitation, Notice, Seat
from games.rules.registry import rule_set
from games.table.company import Plan, Sitter, lock_person
from games.table.errors import Full, NotSeated, TooMany, WrongTime
from games.table.instant import now
from games.table.locked import lock, seat_of, seats_of
from games.table.opening import open_table
from games.table.starting import lock_before_start
from games.who import Who


def invite(game_id: str, who: Who, user: int) -> None:
    """Ask a named player, by mail, to sit down at an open table; asking twice sends one mail.

    Who is seated may invite. Raises NoSuchTable, NotSeated, WrongTime, Full, TooMany.
    """
    arrival = now()
    with transaction.atomic():
        lock_person(who.user)
        game, seats, by = lock_before_start(game_id, who)
        if by.user_id is None:
            raise NotSeated("Only people with an account invite others.")
        if any(seat.user_id == user for seat in seats):
            raise Full("That player sits at this table already.")
        if blocked_between(user, [seat.user_id for seat in seats if seat.user_id]):
            raise Full("That player can't be invited to this table.")
        lately = _invitations_lately(by.user_id, arrival)
        if lately >= settings.INVITATIONS_PER_DAY:
            count = "an invitation" if lately == 1 else f"{lately} invitations"
            raise TooMany(f"You have sent {count} within a day, and that is the most.")
        _, new = Invitation.objects.get_or_create(game=game, to_id=user, defaults={"by_id": by.user_id, "at": arrival})
        if new:
            Notice.objects.bulk_create([notices.of_invitation(game, user, arrival)], ignore_conflicts=True)


def rematch(game_id: str, sitter: Sitter) -> Game:
    """Open the same table again after a game, and invite all who sat there; the second press finds it.

    One that was closed before its start makes room for another. Who has sent as many invitations as one may
    within a day still has a rematch, and no mail tells of it. Raises NoSuchTable, NotSeated, WrongTime while
    the game runs or when the others have begun again without the sitter, and as `open_table` does.
    """
    with transaction.atomic():
        lock_person(sitter.who.user)
        game = lock(game_id)
        seats = seats_of(game)
        seat_of(seats, sitter.who)
        if sitter.who.user is None:
            raise NotSeated("For a rematch you need an account; against bots you can simply play again.")
        if game.status != Game.Status.FINISHED:
            raise WrongTime("There is a rematch when this game is over.")
        again = Game.objects.select_for_update(of=("self",)).defer("opening").filter(rematch_of=game).first()
        if again is not None and again.status == Game.Status.CLOSED:
            again.rematch_of = None
            again.save(update_fields=["rematch_of"])
        elif again is not None:
            if again.status != Game.Status.OPEN and not any(sitter.who.sits_at(seat) for seat in seats_of(again)):
                raise WrongTime("The others have begun their rematch without you.")
            return again
        plan = Plan(
            seats=len(seats),
            options=game.options,
            rated=game.rated,
            secret=game.secret_table,
            bots_fill=any(seat.kind == Seat.Kind.BOT for seat in seats),
        )
        again = open_table(rule_set(game.ruleset, game.rules_version), [sitter], plan, rematch_of=game)
        lately = _invitations_lately(sitter.who.user, again.created_at)
        for seat in seats:
            if seat.user_id is not None and seat.user_id != sitter.who.user:
                if blocked_between(seat.user_id, [sitter.who.user] if sitter.who.user else []):
                    continue
                Invitation.objects.create(game=again, by_id=sitter.who.user, to_id=seat.user_id, at=again.created_at)
                # Opened and cancelled again and again, it would write to them without an end.
                if lately < settings.INVITATIONS_PER_DAY:
                    Notice.objects.bulk_create([notices.of_invitation(again, seat.user_id, again.created_at)])
                lately += 1
    return again


def _invitations_lately(user: int, at: datetime) -> int:
    return Invitation.objects.filter(by_id=user, at__gt=at - timedelta(days=1)).count()
