"""Tables before their games: opened, sat down at, left, closed."""

import secrets
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.db import transaction

from accounts.blocks import blocked_between
from games.models import Game, GameSecret, Invitation, Seat
from games.rules.chance import commitment
from games.rules.interface import RuleSet
from games.rules.registry import PLAYED
from games.table.company import Plan, Sitter, check_company, check_limits, lock_person, seat_row
from games.table.errors import BadChoice, Full, NotSeated, WrongTime
from games.table.instant import now
from games.table.locked import lock, seats_of, touch
from games.table.starting import check_open, checked_seed, lock_before_start, start_if_full, tables_of, take_ready_back
from games.who import Who

#: A table that nobody starts is closed after this.
CLOSES_AFTER = timedelta(days=7)


def open_table(rules: RuleSet[Any], sitters: Sequence[Sitter], plan: Plan, *, rematch_of: Game | None = None) -> Game:
    """Open a table with its first sitters, and commit to the server's seed before anybody brings theirs.

    The first sitter is the opener. Raises MalformedMove for options that the game does not have,
    BadChoice for a number of seats, TooMany where a person has as much open as the settings allow.
    """
    if rules.key not in PLAYED:
        raise BadChoice("There are no tables for this game.")
    rules.check_options(plan.options)
    if plan.seats not in rules.seats or len(sitters) > plan.seats:
        raise BadChoice(f"This game has {rules.seats[0]} to {rules.seats[-1]} seats.")
    check_company(rules, sitters, plan)
    server_seed, instant = secrets.token_hex(32), now()
    opener = sitters[0].who.user
    with transaction.atomic():
        if opener is not None:
            check_limits(opener, opening=True)
        game = Game.objects.create(
            ruleset=rules.key,
            rules_version=rules.version,
            options=plan.options,
            size=plan.seats,
            rated=plan.rated,
            secret_table=plan.secret,
            bots_fill=plan.bots_fill,
            opener_id=opener,
            rematch_of=rematch_of,
            commitment=commitment(server_seed),
            created_at=instant,
            moved_at=instant,
        )
        GameSecret.objects.create(game=game, server_seed=server_seed)
        Seat.objects.bulk_create(seat_row(game, number, sitter) for number, sitter in enumerate(sitters))
    return game


def sit(game_id: str, sitter: Sitter, client_seed: str, *, key: str = "") -> bool:
    """Give a person a seat at an open table, with the seed that they bring; tell whether it has started.

    `key` is what a secret table's link holds. For an empty seed the site draws. The last seat starts
    the game, unless somebody's Ready is waited for. Raises NoSuchTable, WrongTime, Full, NotSeated for
    a secret table without its key, TooMany, BadClientSeed.
    """
    given = checked_seed(client_seed)
    arrival = now()
    user = sitter.who.user
    with transaction.atomic():
        lock_person(user)
        game = lock(game_id)
        check_open(game)
        seats = seats_of(game)
        if not tables_of(game).mixed and game.bots_fill:
            raise Full("At this table one person plays against bots.")
        if user is None:
            raise NotSeated("To sit down with other people you need an account; it takes a minute.")
        if any(seat.user_id == user for seat in seats):
            raise Full("You are sitting at this table already.")
        if not may_enter(game, user, key):
            raise NotSeated("This table is open to those who have its link.")
        if len(seats) >= game.size:
            raise Full("All seats of this table are taken.")
        if blocked_between(user, [seat.user_id for seat in seats if seat.user_id]):
            raise Full("You can't sit down at this table.")
        check_limits(user, opening=False)
        seat = seat_row(game, len(seats), sitter)
        seat.client_seed = given
        seat.save(force_insert=True)
        take_ready_back(seats)
        seats.append(seat)
        touch(game)
        return start_if_full(game, seats, arrival)


def bring_seed(game_id: str, who: Who, client_seed: str) -> str:
    """Keep the seed that a seated player brings to an open table; give what is kept.

    Raises NoSuchTable, NotSeated, WrongTime, BadClientSeed.
    """
    given = checked_seed(client_seed)
    with transaction.atomic():
        game, _seats, seat = lock_before_start(game_id, who)
        seat.client_seed = given
        seat.save(update_fields=["client_seed"])
        touch(game)
    return given


def stand_up(game_id: str, who: Who) -> None:
    """Give a seat free again before the start. Raises NoSuchTable, NotSeated, WrongTime.

    The opener does not stand up but cancels (`cancel`): WrongTime.
    """
    with transaction.atomic():
        game, seats, seat = lock_before_start(game_id, who)
        if seat.user_id is not None and seat.user_id == game.opener_id:
            raise WrongTime("You opened this table: you can cancel it, and then nobody sits there.")
        _give_up(seats, seat)
        touch(game)


def cancel(game_id: str, who: Who) -> None:
    """Close an open table, as its opener. Raises NoSuchTable, NotSeated, WrongTime."""
    with transaction.atomic():
        game, _seats, seat = lock_before_start(game_id, who)
        if seat.number != 0:
            raise NotSeated("Only who opened the table can cancel it.")
        _close(game)


def close_old_tables() -> int:
    """Close tables that nobody has started within seven days; give how many."""
    instant, closed = now(), 0
    old = Game.objects.filter(status=Game.Status.OPEN, created_at__lt=instant - CLOSES_AFTER, opener__isnull=False)
    for game_id in list(old.values_list("public_id", flat=True)):
        with transaction.atomic():
            game = lock(game_id)
            if game.status == Game.Status.OPEN:
                _close(game)
                closed += 1
    return closed


def may_enter(game: Game, user: int | None, key: str) -> bool:
    """Tell whether somebody may see an open table and sit down there."""
    if not game.secret_table or secrets.compare_digest(key.encode(), game.link_key.encode()):
        return True
    if user is None:
        return False
    return game.opener_id == user or Invitation.objects.filter(game=game, to_id=user).exists()


def _give_up(seats: list[Seat], leaver: Seat) -> None:
    # Seat numbers follow the order in which people sat down.
    leaver.delete()
    others = [seat for seat in seats if seat is not leaver]
    for number, seat in enumerate(others):
        if seat.number != number:
            seat.number = number
            seat.save(update_fields=["number"])
    take_ready_back(others)


def _close(game: Game) -> None:
    game.status = Game.Status.CLOSED
    touch(game)
    game.save(update_fields=["status"])
