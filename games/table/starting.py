"""From an open table to its game: seeds, Ready, the time for a move, and the start."""

import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta
from types import EllipsisType

from django.db import transaction

from games import notices
from games.models import Game, GameSecret, Seat, SiteClock
from games.rules.chance import CLIENT_SEED, Chance, derive_seed
from games.rules.interface import Tables
from games.rules.registry import rule_set
from games.table.answering import let_others_answer
from games.table.company import bots, seat_row
from games.table.errors import BadClientSeed, NotSeated, WrongTime
from games.table.instant import now
from games.table.locked import Table, encode, lock, save, seat_of, seats_of, touch
from games.who import Who, kinds_of

#: With a shorter move time nobody starts before all seated have pressed Ready.
READY_BELOW = timedelta(hours=1)
#: A Ready counts no more when its player has not looked at the table for so long.
READY_HOLDS = timedelta(minutes=10)
#: The fewest players of a game that its opener starts before the table is full.
FEWEST = 2


def get_ready(game_id: str, who: Who, *, ready: bool = True, told: int | EllipsisType | None = ...) -> bool:
    """Note that a seated player is ready, or not any more; tell whether the game has started.

    `told` is the move time that the player was shown, if known: nobody is ready for another one.

    A full table of short move time starts when the last one is ready. Whoever was ready before and has not
    looked since for `READY_HOLDS` is not any more. Raises NoSuchTable, NotSeated, WrongTime.
    """
    arrival = now()
    with transaction.atomic():
        game, seats, seat = lock_before_start(game_id, who)
        if ready and told is not ... and told != game.options["move_time"]:
            raise WrongTime("The time for a move has changed. Look at it, and press Ready if it suits you.")
        take_ready_back(other for other in seats if other is not seat and has_gone(other, arrival))
        seat.ready = ready
        seat.save(update_fields=["ready"])
        touch(game)
        return needs_ready(game) and start_if_full(game, seats, arrival)


def set_move_time(game_id: str, who: Who, move_time: int | None) -> None:
    """Change the move time of a table before its start, as its host; whoever was ready is asked anew.

    In seconds; None is no clock. Raises NoSuchTable, NotSeated for who is not the host, WrongTime where the move
    time is chosen once, MalformedMove for one that the game does not have.
    """
    with transaction.atomic():
        game, seats, seat = lock_before_start(game_id, who)
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
        take_ready_back(seats)
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
        game, seats, seat = lock_before_start(game_id, who)
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


def start_if_full(game: Game, seats: list[Seat], arrival: datetime) -> bool:
    """Start a locked game whose last seat is taken, unless its host does that or a Ready is missing; tell whether."""
    if not tables_of(game).mixed:
        # Its host starts it.
        return False
    if len(seats) < game.size or (needs_ready(game) and not all(seat.ready for seat in seats)):
        return False
    _begin(game, seats, arrival)
    return True


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


def lock_before_start(game_id: str, who: Who) -> tuple[Game, list[Seat], Seat]:
    """Lock a game that has not started, for somebody who sits there; give it, its seats, and that one's.

    Raises NoSuchTable, NotSeated, WrongTime.
    """
    game = lock(game_id)
    seats = seats_of(game)
    seat = seat_of(seats, who)
    check_open(game)
    return game, seats, seat


def check_open(game: Game) -> None:
    """Raise WrongTime unless a locked game has not started yet, and still may."""
    if game.status == Game.Status.CLOSED:
        raise WrongTime("This table was closed before its game started.")
    if game.status != Game.Status.OPEN:
        raise WrongTime("This game has started already.")


def checked_seed(client_seed: str) -> str:
    """Give a client seed, drawn by the site for an empty one. Raises BadClientSeed."""
    if client_seed and not CLIENT_SEED.match(client_seed):
        raise BadClientSeed("Your seed may be 1 to 64 letters from A to Z, a to z, digits, and the signs . _ -")
    return client_seed or secrets.token_hex(8)


def _bots(game: Game, first: int) -> list[Seat]:
    sitters = bots(game.size - first)
    return Seat.objects.bulk_create([seat_row(game, first + n, sitter) for n, sitter in enumerate(sitters)])


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


def take_ready_back(seats: Iterable[Seat]) -> None:
    """Note that nobody of these is ready any more."""
    # Ready is said to those who sit there then, perhaps long ago: in other company it is asked for anew, or
    # a game of minutes would start without one of its players.
    for seat in seats:
        if seat.ready:
            seat.ready = False
            seat.save(update_fields=["ready"])
