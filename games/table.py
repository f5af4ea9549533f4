"""The one writer of games. Each function is one transaction: all of it takes place, or nothing.

A game's row is locked first, so that of two moves made for one decision exactly one is taken. On
PostgreSQL that is the row's lock; on SQLite it is the write lock that every transaction begins with
(`transaction_mode` IMMEDIATE).
"""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.db import connection, transaction
from django.utils import timezone

from games import bots
from games.models import Game, GameSecret, Move, Seat
from games.rules.chance import CLIENT_SEED, Chance, commitment, derive_seed
from games.rules.errors import GameOver, RulesError, StaleDecision
from games.rules.interface import By, Event, RuleSet
from games.rules.registry import rule_set
from games.tokens import token_of
from games.who import Who, kinds_of

#: How many bots' moves one transaction makes at most; the worker makes what is left.
BOT_MOVES_AT_ONCE = 200

#: The decision at which a move sent together with another may follow it: the turn's own business.
FOLLOWING_AT = "manage"

#: Added to the clock; tests move it.
shift = timedelta(0)


class TableError(ValueError):
    """A request that the table refuses whatever the rules say. The message is for the player."""


class NoSuchTable(TableError):
    """There is no such game."""


NO_SUCH_TABLE = "There is no such game. A guest's game is cleared away some weeks after its last move."


class NotSeated(TableError):
    """Who asks has no seat in this game."""


class WrongTime(TableError):
    """The table is already started, or not yet."""


class BadClientSeed(TableError):
    """A client seed is not 1 to 64 of the letters that it may have."""


@dataclass(frozen=True)
class Sitter:
    """Who is to take a seat: its kind, the name shown, and who answers for it (a bot: nobody)."""

    kind: Seat.Kind
    name: str
    who: Who = field(default_factory=Who)


@dataclass(frozen=True)
class Answer:
    """What came of a player's moves: how many were made, and why the next one was not, if so."""

    made: int
    left_out: str = ""


@dataclass
class _Table:
    """A game under its lock, with everything that a move needs."""

    game: Game
    secret: GameSecret = field(repr=False)
    seats: list[Seat]
    rules: RuleSet[Any]
    state: Any = field(repr=False)
    entries: list[Move]


def now() -> datetime:
    """Give the time by the one clock: the database's where it has one, else this machine's."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp()")
            instant: datetime = cursor.fetchone()[0]
    else:
        instant = timezone.now()
    return instant + shift


def open_table(rules: RuleSet[Any], sitters: Sequence[Sitter], options: dict[str, Any]) -> Game:
    """Open a table with everybody seated, and commit to the server's seed.

    Raises MalformedMove for options that the game does not have, ValueError for a number of seats.
    """
    rules.check_options(options)
    if len(sitters) not in rules.seats:
        raise ValueError(f"{rules.key} is not played with {len(sitters)} seats")
    server_seed, instant = secrets.token_hex(32), now()
    with transaction.atomic():
        game = Game.objects.create(
            ruleset=rules.key,
            rules_version=rules.version,
            options=options,
            commitment=commitment(server_seed),
            created_at=instant,
            moved_at=instant,
        )
        GameSecret.objects.create(game=game, server_seed=server_seed)
        Seat.objects.bulk_create(
            Seat(
                game=game,
                number=number,
                kind=sitter.kind,
                name=sitter.name,
                guest_key=sitter.who.guest,
                user_id=sitter.who.user,
            )
            for number, sitter in enumerate(sitters)
        )
    return game


def start(game_id: str, who: Who, client_seed: str) -> str:
    """Bring a seated player's client seed and start the game; give the seed that was taken.

    For an empty one the site draws. Raises NoSuchTable, NotSeated, WrongTime or BadClientSeed.
    """
    if client_seed and not CLIENT_SEED.match(client_seed):
        raise BadClientSeed("Your seed may be 1 to 64 letters from A to Z, a to z, digits, and the signs . _ -")
    arrival = now()
    with transaction.atomic():
        game = _lock(game_id)
        seats = list(game.seats.order_by("number"))
        seat = _seat_of(seats, who)
        if game.status != Game.Status.OPEN:
            raise WrongTime("This game has started already.")
        seat.client_seed = client_seed or secrets.token_hex(8)
        seat.save(update_fields=["client_seed"])
        secret = GameSecret.objects.get(pk=game.pk)
        rules = rule_set(game.ruleset, game.rules_version)
        seed = derive_seed(secret.server_seed, [other.client_seed for other in seats])
        state, opening = rules.start(kinds_of(seats), Chance(seed), game.options)
        game.status, game.started_at = Game.Status.RUNNING, arrival
        game.opening = _encode(opening)
        table = _Table(game, secret, seats, rules, state, [])
        _let_bots_answer(table, arrival)
        _save(table, arrival, "started_at", "opening")
    return seat.client_seed


def play(game_id: str, who: Who, token: str, moves: Sequence[bytes | str], by: By = "player") -> Answer:
    """Make a player's move, and let the bots answer.

    `moves` are the JSON of one move, or of several that belong together ("buy and end turn"). The
    first answers the decision that the token names. The next is made only while nothing else came
    of the one before: the same seat is asked at once what to do with its turn. A double that rolls
    again asks anew; what was sent before that roll is left out then, and the moves made stand.

    Raises NoSuchTable, NotSeated, WrongTime, StaleDecision, and what the rules raise for the first
    move (MalformedMove for any): nothing is written then.
    """
    arrival = now()
    with transaction.atomic():
        game = _lock(game_id)
        seats = list(game.seats.order_by("number"))
        seat = _seat_of(seats, who).number
        table = _running(game, seats)
        decoded = [table.rules.decode_move(move) for move in moves]
        if token != token_of(table.rules, table.state, seat, game.move_count):
            raise StaleDecision("That was already answered. Here is the table as it is now.")
        events = _enter(table, seat, decoded[0], by, arrival)
        made, left_out = 1, ""
        for move in decoded[1:]:
            asked = [d.kind for d in table.rules.decisions(table.state) if d.seat == seat]
            if not asked:
                # The turn has ended by itself: there is nothing left for the next move to answer.
                break
            if asked != [FOLLOWING_AT] or len(events) > 1:
                left_out = "More happened than you could know, so you are asked again."
                break
            try:
                events = _enter(table, seat, move, by, arrival)
            except RulesError as error:
                left_out = str(error)
                break
            made += 1
        _let_bots_answer(table, arrival)
        _save(table, arrival)
    return Answer(made, left_out)


def answer_for_bots(game_id: str) -> bool:
    """Make what bots' moves are due in a game; tell whether some are due still.

    Raises NoSuchTable. A game that has ended, or where no bot is asked, is left as it is.
    """
    arrival = now()
    with transaction.atomic():
        game = _lock(game_id)
        if not game.bots_due:
            return False
        table = _running(game, list(game.seats.order_by("number")))
        _let_bots_answer(table, arrival)
        _save(table, arrival)
    return game.bots_due


def purge(game_ids: Iterable[str], unchanged_since: datetime) -> int:
    """Delete whole games, moves and all, unless they have changed since; give how many went."""
    gone = 0
    for game_id in game_ids:
        with transaction.atomic():
            # A game in play at this moment is held by another: it has changed, so it stays.
            game = (
                Game.objects.select_for_update(skip_locked=connection.features.has_select_for_update)
                .filter(public_id=game_id, moved_at__lt=unchanged_since)
                .first()
            )
            if game is not None:
                game.delete()
                gone += 1
    return gone


def _lock(game_id: str) -> Game:
    # The secrets are read by a statement of their own, after this one: joined to it, they could be
    # those of before another's move that this lock waited for.
    try:
        return Game.objects.select_for_update().defer("opening").get(public_id=game_id)
    except Game.DoesNotExist:
        raise NoSuchTable(NO_SUCH_TABLE) from None


def _seat_of(seats: Sequence[Seat], who: Who) -> Seat:
    for seat in seats:
        if who.sits_at(seat):
            return seat
    raise NotSeated("You are watching this game: only those who sit at the table can move.")


def _running(game: Game, seats: list[Seat]) -> _Table:
    if game.status == Game.Status.OPEN:
        raise WrongTime("This game has not started yet.")
    if game.status == Game.Status.FINISHED:
        raise GameOver("The game is over.")
    secret = GameSecret.objects.get(pk=game.pk)
    rules = rule_set(game.ruleset, game.rules_version)
    return _Table(game, secret, seats, rules, rules.decode_state(secret.snapshot), [])


def _enter(table: _Table, seat: int, move: Any, by: By, at: datetime) -> list[Event]:
    table.rules.check_by(table.state, seat, move, by)
    events = table.rules.apply(table.state, seat, move)
    table.entries.append(
        Move(
            game=table.game,
            number=table.game.move_count,
            seat=seat,
            move=_encode(move),
            by=by,
            at=at,
            events=_encode(events),
        )
    )
    table.game.move_count += 1
    return events


def _let_bots_answer(table: _Table, at: datetime) -> None:
    for _ in range(BOT_MOVES_AT_ONCE):
        seat = _bot_asked(table)
        if seat is None:
            break
        _enter(table, seat, bots.answer(table.rules, table.state, seat), "bot", at)
    table.game.bots_due = _bot_asked(table) is not None


def _bot_asked(table: _Table) -> int | None:
    for decision in table.rules.decisions(table.state):
        if table.seats[decision.seat].kind == Seat.Kind.BOT:
            return decision.seat
    return None


def _save(table: _Table, at: datetime, *changed: str) -> None:
    game, outcome = table.game, table.rules.outcome(table.state)
    game.moved_at = at
    Move.objects.bulk_create(table.entries)
    if outcome is not None:
        game.status, game.finished_at = Game.Status.FINISHED, at
        game.placings = outcome.placings
        for place, numbers in enumerate(outcome.placings, 1):
            for number in numbers:
                table.seats[number].place = place
        Seat.objects.bulk_update(table.seats, ["place"])
        changed += ("finished_at", "placings")
    game.save(update_fields=["status", "moved_at", "move_count", "bots_due", *changed])
    table.secret.snapshot = table.rules.encode_state(table.state).decode()
    table.secret.save(update_fields=["snapshot"])


def _encode(thing: object) -> str:
    return msgspec.json.encode(thing).decode()
