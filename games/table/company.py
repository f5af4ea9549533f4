"""Who takes the seats of a table: people within their limits, and bots."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model

from games.models import Game, Seat
from games.rules.interface import RuleSet
from games.table.errors import BadChoice, NotSeated, TooMany
from games.who import Who


@dataclass(frozen=True)
class Sitter:
    """Who is to take a seat: its kind, the name shown, and who answers for it (a bot: nobody)."""

    kind: Seat.Kind
    name: str
    who: Who = field(default_factory=Who)


@dataclass(frozen=True)
class Plan:
    """What a person chooses for a new table: seats, options of the game, who may come, how it counts."""

    seats: int
    options: dict[str, Any]
    rated: bool = False
    secret: bool = False
    bots_fill: bool = False


def bots(number: int) -> list[Sitter]:
    """Give so many bots, to sit down at a table."""
    return [Sitter(Seat.Kind.BOT, f"Bot {n}") for n in range(1, number + 1)]


def check_company(rules: RuleSet[Any], sitters: Sequence[Sitter], plan: Plan) -> None:
    """Raise BadChoice unless a game can be played by whom a table is planned for."""
    if rules.tables.mixed:
        return
    people = sum(sitter.kind != Seat.Kind.BOT for sitter in sitters)
    if people != 1 or (len(sitters) > people and not plan.bots_fill):
        raise BadChoice("At a table of this game people play people, or one person plays against bots.")
    if rules.tables.levels and plan.bots_fill == (plan.options["bots"] is None):
        raise BadChoice(
            "Choose how strong the bots are."
            if plan.bots_fill
            else "No bot sits down at a table of people, so there is no strength to choose."
        )


def check_limits(user: int, *, opening: bool) -> None:
    """Raise TooMany where a person has as many tables open or games going on as the settings allow.

    A seat at a table that has not started counts like one in a game: any of them may start at any time.
    To be called inside the transaction that takes the seat: it locks the person's own row, so that
    parallel requests are counted one after the other.
    """
    lock_person(user)
    going = (Game.Status.OPEN, Game.Status.RUNNING)
    seated = Seat.objects.filter(user_id=user, place=0, game__status__in=going).count()
    if seated >= settings.GAMES_PER_PERSON:
        have = "a table" if seated == 1 else f"{seated} tables"
        raise TooMany(f"You sit at {have}, which is the most at once. Finish a game or leave a table first.")
    opened = Game.objects.filter(opener_id=user, status=Game.Status.OPEN).count()
    if opening and opened >= settings.OPEN_TABLES_PER_PERSON:
        have = "a table" if opened == 1 else f"{opened} tables"
        raise TooMany(f"You have {have} open, which is the most at once. Start or cancel one first.")


def lock_person(user: int | None) -> None:
    """Lock a person's own row inside a transaction; nobody's for None. Raises NotSeated for an account that is gone."""
    # Before any game's lock, as the deletion of an account does. And not the lock that rows referring to
    # the person wait for: their mails and seats go on being written.
    if user is None:
        return
    people = get_user_model().objects.select_for_update(of=("self",), no_key=True)
    if people.filter(pk=user).values_list("pk", flat=True).first() is None:
        raise NotSeated("This account has just been deleted.")


def seat_row(game: Game, number: int, sitter: Sitter) -> Seat:
    """Give the row of a seat that somebody takes, unsaved."""
    return Seat(
        game=game,
        number=number,
        kind=sitter.kind,
        name=sitter.name,
        guest_key=sitter.who.guest if sitter.kind == Seat.Kind.GUEST else "",
        user_id=sitter.who.user,
    )
