"""People with an account at the tables: their seat against bots, and what follows from their account's ways."""

import json
from collections.abc import Mapping
from typing import Any

from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from games import guests, table
from games.models import Game, Invitation, Notice, Seat, StandingOrder
from games.rules.interface import RuleSet
from games.table import Plan, Sitter
from games.who import Who


def sitter(user: User) -> Sitter:
    """Give who sits down when this person does."""
    return Sitter(Seat.Kind.PERSON, user.name, Who(user=user.pk))


def open_against_bots(
    user: User,
    seats: int,
    rules: RuleSet[Any] = guests.RULES,
    options: Mapping[str, Any] = guests.OPTIONS,
    *,
    rated: bool = False,
) -> Game:
    """Open a table for one person against bots; one that is alike and not started yet is handed out again.

    Raises TooMany where the person has as much open as the settings allow, MalformedMove and BadChoice for
    options that the game does not have.
    """
    waiting = Game.objects.filter(
        opener=user,
        status=Game.Status.OPEN,
        ruleset=rules.key,
        options=dict(options),
        size=seats,
        rated=rated,
        bots_fill=True,
    )
    for game in waiting.prefetch_related("seats"):
        kinds = [seat.kind for seat in game.seats.all()]
        if len(kinds) == seats and kinds.count(Seat.Kind.BOT) == seats - 1:
            return game
    plan = Plan(seats, dict(options), rated=rated, bots_fill=True)
    return table.open_table(rules, [sitter(user), *table.bots(seats - 1)], plan)


def take_over_guests_games(request: Any, user: User) -> int:
    """Hand the games of a browser's guest to the account that its owner has signed in to; give how many."""
    key = guests.key_of(request)
    return table.hand_over(guests.hashed(key), user.pk, user.name) if key else 0


def games_as_data(user: User) -> list[dict[str, Any]]:
    """Give a person's games for the download of own data."""
    seats = Seat.objects.filter(user=user).select_related("game").order_by("game__created_at")
    return [
        {
            "game": seat.game.public_id,
            "ruleset": seat.game.ruleset,
            "status": seat.game.status,
            "seat": seat.number,
            "name": seat.name,
            "client_seed": seat.client_seed,
            "place": seat.place or None,
            "left_as": seat.fate or None,
            "opened_at": seat.game.created_at.isoformat(),
            "started_at": seat.game.started_at.isoformat() if seat.game.started_at else None,
            "finished_at": seat.game.finished_at.isoformat() if seat.game.finished_at else None,
            "last_seen_at": seat.seen_at.isoformat() if seat.seen_at else None,
        }
        for seat in seats
    ]


def mails_as_data(user: User) -> dict[str, list[dict[str, Any]]]:
    """Give what else of games is a person's own: mails, invitations, orders that stand; for JSON."""
    notices = Notice.objects.filter(user=user).select_related("game").order_by("pk")
    invitations = Invitation.objects.filter(Q(by=user) | Q(to=user)).select_related("game", "by", "to").order_by("pk")
    mine = Seat.objects.filter(user=user, game=OuterRef("game"), number=OuterRef("seat"))
    orders = StandingOrder.objects.filter(Exists(mine)).select_related("game").order_by("pk")
    return {
        "mails": [
            {
                "game": n.game.public_id,
                "kind": n.kind,
                "status": n.status,
                "written_at": n.created_at.isoformat(),
                "sent_at": n.sent_at.isoformat() if n.sent_at else None,
            }
            for n in notices
        ],
        "invitations": [
            {"game": i.game.public_id, "by": i.by.name, "to": i.to.name, "at": i.at.isoformat()} for i in invitations
        ],
        "orders": [
            {
                "game": o.game.public_id,
                "seat": o.seat,
                "order": json.loads(o.order),
                "left_at": o.created_at.isoformat(),
            }
            for o in orders
        ],
    }
