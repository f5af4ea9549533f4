"""Tables before their games: opened, sat down at, left, started, closed."""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from types import EllipsisType
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import transaction

from accounts.blocks import blocked_between
from games import notices
from games.models import Game, GameSecret, Invitation, Seat, SiteClock
from games.rules.chance import CLIENT_SEED, Chance, commitment, derive_seed
from games.rules.interface import RuleSet, Tables
from games.rules.registry import PLAYED, rule_set
from games.table.answering import let_others_answer
from games.table.errors import BadChoice, BadClientSeed, Full, NotSeated, TooMany, WrongTime
from games.table.instant import now
from games.table.locked import Table, encode, lock, save, seat_of, seats_of, touch
from games.who import Who, kinds_of

#: A table that nobody starts is closed after this.
CLOSES_AFTER = timedelta(days=7)
#: With a shorter move time nobody starts before all seated have pressed Ready.
READY_BELOW = timedelta(hours=1)
#: A Ready counts no more when its player has not looked at the table for so long.
READY_HOLDS = timedelta(minutes=10)
#: The fewest players of a game that its opener starts before the table is full.
FEWEST = 2


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
        Seat.objects.bulk_create(_seat(game, number, sitter) for number, sitter in enumerate(sitters))
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
        seat = _seat(game, len(seats), sitter)
        seat.client_seed = given
        seat.save(force_insert=True)
        _take_ready_back(seats)
        seats.append(seat)
        touch(game)
        return _start_if_full(game, seats, arrival)


def bring_seed(game_id: str, who: Who, client_seed: str) -> str:
    """Keep the seed that a seated player brings to an open table; give what is kept.

    Raises NoSuchTable, NotSeated, WrongTime, BadClientSeed.
    """
    given = checked_seed(client_seed)
    with transaction.atomic():
        game = lock(game_id)
        seat = seat_of(seats_of(game), who)
        check_open(game)
        seat.client_seed = given
        seat.save(update_fields=["client_seed"])
        touch(game)
    return given


def stand_up(game_id: str, who: Who) -> None:
    """Give a seat free again before the start. Raises NoSuchTable, NotSeated, WrongTime.

    The opener does not stand up but cancels (`cancel`): WrongTime.
    """
    with transaction.atomic():
        game = lock(game_id)
        seats = seats_of(game)
        seat = seat_of(seats, who)
        check_open(game)
        if seat.user_id is not None and seat.user_id == game.opener_id:
            raise WrongTime("You opened this table: you can cancel it, and then nobody sits there.")
        _give_up(seats, seat)
        touch(game)


def get_ready(game_id: str, who: Who, *, ready: bool = True, told: int | EllipsisType | None = ...) -> bool:
    """Note that a seated player is ready, or not any more; tell whether the game has started.

    `told` is the move time that the player was shown, if known: nobody is ready for another one.

    A full table of short move time starts when the last one is ready. Whoever was ready before and has not
    looked since for `READY_HOLDS` is not any more. Raises NoSuchTable, NotSeated, WrongTime.
    """
    arrival = now()
    with transaction.atomic():
        game = lock(game_id)
        seats = seats_of(game)
        seat = seat_of(seats, who)
        check_open(game)
        if ready and told is not ... and told != game.options["move_time"]:
            raise WrongTime("The time for a move has changed. Look at it, and press Ready if it suits you.")
        _take_ready_back(other for other in seats if other is not seat and has_gone(other, arrival))
        seat.ready = ready
        seat.save(update_fields=["ready"])
        touch(game)
        return needs_ready(game) and _start_if_full(game, seats, arrival)


def set_move_time(game_id: str, who: Who, move_time: int | None) -> None:
    """Change the move time of a table before its start, as its host; whoever was ready is asked anew.

    In seconds; None is no clock. Raises NoSuchTable, NotSeated for who is not the host, WrongTime where the move
    time is chosen once, MalformedMove for one that the game does not have.
    """
    with transaction.atomic():
        game = lock(game_id)
        seats = seats_of(game)
        seat = seat_of(seats, who)
        check_open(game)
        if tables_of(game).mixed:
            raise WrongTime("The time for a move was chosen when this table was opened.")
        if seat.number != 0:
            raise NotSeated("Only who opened the table can change the time for a move.")
        options = game.options | {"move_time": move_time}
        rule_set(game.ruleset, game.rules_version).check_options(options)
        if options == game.options:
            return
        game.options = options
        game.save(update_fields=["options"])
        _take_ready_back(seats)
        touch(game)


def start(game_id: str, who: Who, client_seed: str = "") -> str:
    """Start an open table as its opener; give the opener's client seed.

    A seed given here takes the place of the one brought before; where there is none the site draws.
    Bots take the empty seats if the table says so, else the game is played by those who sit there, two
    at least. Raises NoSuchTable, NotSeated for who is not the opener, WrongTime, BadClientSeed.
    """
    if client_seed:
        checked_seed(client_seed)
    arrival = now()
    with transaction.atomic():
        game = lock(game_id)
        seats = seats_of(game)
        seat = seat_of(seats, who)
        check_open(game)
        if seat.number != 0:
            raise NotSeated("Only who opened the table can start it.")
        if client_seed:
            seat.client_seed = client_seed
        if len(seats) < FEWEST and not game.bots_fill:
            raise WrongTime("A game takes two players. Wait for one, or cancel the table.")
        others = [s for s in seats if s is not seat and s.kind != Seat.Kind.BOT]
        if needs_ready(game) and not (seat.ready and all(s.ready for s in others)):
            raise WrongTime("The game starts when all who sit here have pressed Ready.")
        gone = [s.name for s in others if has_gone(s, arrival)]
        if needs_ready(game) and gone:
            raise WrongTime(f"{gone[0]} was ready, but has not looked at this table for a while. Wait a little longer.")
        if game.bots_fill:
            seats += _bots(game, len(seats))
        _begin(game, seats, arrival)
    return seat.client_seed


def cancel(game_id: str, who: Who) -> None:
    """Close an open table, as its opener. Raises NoSuchTable, NotSeated, WrongTime."""
    with transaction.atomic():
        game = lock(game_id)
        seat = seat_of(seats_of(game), who)
        check_open(game)
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


def checked_seed(client_seed: str) -> str:
    """Give a client seed, drawn by the site for an empty one. Raises BadClientSeed."""
    if client_seed and not CLIENT_SEED.match(client_seed):
        raise BadClientSeed("Your seed may be 1 to 64 letters from A to Z, a to z, digits, and the signs . _ -")
    return client_seed or secrets.token_hex(8)


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


def bots(number: int) -> list[Sitter]:
    """Give so many bots, to sit down at a table."""
    return [Sitter(Seat.Kind.BOT, f"Bot {n}") for n in range(1, number + 1)]


def tables_of(game: Game) -> Tables:
    """Tell what tables the game of a table has."""
    return rule_set(game.ruleset, game.rules_version).tables


def needs_ready(game: Game) -> bool:
    """Tell whether all must be ready at the start: where the move time is short, or the game asks for it."""
    if not tables_of(game).mixed:
        return not game.bots_fill
    return game.opener_id is not None and game.move_time is not None and game.move_time < READY_BELOW


def has_gone(seat: Seat, at: datetime) -> bool:
    """Tell whether somebody has looked at the table before, and not for so long that a Ready counts no more."""
    return seat.seen_at is not None and at - seat.seen_at > READY_HOLDS


def may_enter(game: Game, user: int | None, key: str) -> bool:
    """Tell whether somebody may see an open table and sit down there."""
    if not game.secret_table or secrets.compare_digest(key.encode(), game.link_key.encode()):
        return True
    if user is None:
        return False
    return game.opener_id == user or Invitation.objects.filter(game=game, to_id=user).exists()


def check_open(game: Game) -> None:
    """Raise WrongTime unless a locked game has not started yet, and still may."""
    if game.status == Game.Status.CLOSED:
        raise WrongTime("This table was closed before its game started.")
    if game.status != Game.Status.OPEN:
        raise WrongTime("This game has started already.")


def _seat(game: Game, number: int, sitter: Sitter) -> Seat:
    return Seat(
        game=game,
        number=number,
        kind=sitter.kind,
        name=sitter.name,
        guest_key=sitter.who.guest if sitter.kind == Seat.Kind.GUEST else "",
        user_id=sitter.who.user,
    )


def _bots(game: Game, first: int) -> list[Seat]:
    sitters = bots(game.size - first)
    return Seat.objects.bulk_create([_seat(game, first + n, sitter) for n, sitter in enumerate(sitters)])


def _start_if_full(game: Game, seats: list[Seat], arrival: datetime) -> bool:
    if not tables_of(game).mixed:
        # Its host starts it.
        return False
    if len(seats) < game.size or (needs_ready(game) and not all(seat.ready for seat in seats)):
        return False
    _begin(game, seats, arrival)
    return True


def _begin(game: Game, seats: list[Seat], arrival: datetime) -> None:
    people = [seat for seat in seats if seat.kind != Seat.Kind.BOT]
    for seat in people:
        seat.client_seed = seat.client_seed or secrets.token_hex(8)
        # Of a game that its players start, all are there: they have said so, or play alone.
        seat.ready = seat.ready or not tables_of(game).mixed
        seat.save(update_fields=["client_seed", "ready"])
    secret = GameSecret.objects.get(pk=game.pk)
    rules = rule_set(game.ruleset, game.rules_version)
    seed = derive_seed(secret.server_seed, [seat.client_seed for seat in seats])
    state, opening = rules.start(kinds_of(seats), Chance(seed), game.options)
    game.status, game.started_at, game.size = Game.Status.RUNNING, arrival, len(seats)
    game.opening = encode(opening)
    table = Table(
        game, secret, seats, rules, state, arrival, stopped_at=_stopped_at(), swept_at=None, starts_at=arrival
    )
    table.notices += notices.started(game, seats, arrival)
    let_others_answer(table)
    save(table, "started_at", "opening", "size")


def _stopped_at() -> datetime | None:
    site = SiteClock.objects.first()
    if site is None or site.stopped_at is None:
        return None
    # Clocks that are being started again don't see a game that isn't running yet: wait for that, or let
    # it wait for this one.
    return SiteClock.objects.select_for_update().get(pk=site.pk).stopped_at


def _give_up(seats: list[Seat], leaver: Seat) -> None:
    # Seat numbers follow the order in which people sat down.
    leaver.delete()
    others = [seat for seat in seats if seat is not leaver]
    for number, seat in enumerate(others):
        if seat.number != number:
            seat.number = number
            seat.save(update_fields=["number"])
    _take_ready_back(others)


def _take_ready_back(seats: Iterable[Seat]) -> None:
    # Ready is said to those who sit there then, perhaps long ago: in other company it is asked for anew, or
    # a game of minutes would start without one of its players.
    for seat in seats:
        if seat.ready:
            seat.ready = False
            seat.save(update_fields=["ready"])


def _close(game: Game) -> None:
    game.status = Game.Status.CLOSED
    touch(game)
    game.save(update_fields=["status"])
