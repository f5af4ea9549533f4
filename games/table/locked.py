"""A game under its lock: entering moves, letting bots and orders answer, and saving what came of it.

A game's row is locked first, so that of two moves made for one decision exactly one is taken. On
PostgreSQL that is the row's lock; on SQLite it is the write lock that every transaction begins with
(`transaction_mode` IMMEDIATE). Whoever locks a seat or anything else of a game has locked its row before.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import msgspec
from django.db import connection
from django.db.models import Exists, QuerySet, Subquery
from django.db.transaction import TransactionManagementError

from games import clock, news, notices
from games.models import Game, GameSecret, Move, Notice, Proposal, Seat, SiteClock, StandingOrder
from games.rules.errors import GameOver
from games.rules.interface import By, Decision, Event, Order, Outcome, RuleSet
from games.rules.registry import rule_set
from games.table.errors import NoSuchTable, NotSeated, WrongTime
from games.who import Who
from landlord.prepared import Prepared, insert, save_fields

#: A seat's columns that a move may change.
CLOCK_FIELDS = ("wait", "asked", "since", "due_at", "left")
LEAVING_FIELDS = ("place", "fate")
HAND_FIELDS = ("clock_moves",)

#: How the rows call what the rules give as the reason of a leaving.
FATES = {"bankrupt": Seat.Fate.BANKRUPT, "resigned": Seat.Fate.RESIGNED, "timeout": Seat.Fate.TIMED_OUT}


_LOCK = Prepared(
    lambda public_id: Game.objects.select_for_update(of=("self",)).defer("opening").filter(public_id=public_id),
    public_id=str,
)
_SEATS = Prepared(lambda game: Seat.objects.filter(game_id=game).order_by("number"), game=int)


def _secret(game: int) -> QuerySet[Any]:
    # One statement for all of them: most games have no order and no proposal, and then there is no other.
    site = {name: Subquery(SiteClock.objects.values(name)[:1]) for name in ("stopped_at", "swept_at")}
    return GameSecret.objects.filter(pk=game).annotate(
        **site,
        ordered=Exists(StandingOrder.objects.filter(game_id=game)),
        proposed=Exists(Proposal.objects.filter(game_id=game, status=Proposal.Status.OPEN)),
    )


_SECRET = Prepared(_secret, game=int)


@dataclass(frozen=True)
class KeptOrder:
    """A seat's order as the rules know it, and the row that it is kept in."""

    row: int
    seat: int
    order: Order = field(repr=False)


@dataclass
class Table:
    """A running game under its lock, with everything that a move needs.

    `arrival` is when the request came, by the one clock, read before the lock.
    """

    game: Game
    secret: GameSecret = field(repr=False)
    seats: list[Seat]
    rules: RuleSet[Any]
    state: Any = field(repr=False)
    arrival: datetime
    stopped_at: datetime | None
    swept_at: datetime | None
    #: From when the waits run that this transaction begins: `arrival`, unless the lock came much later.
    starts_at: datetime
    orders: list[KeptOrder] = field(default_factory=list, repr=False)
    #: Whether a pause or an end was proposed that nobody has refused.
    proposed: bool = False
    entries: list[Move] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    #: The rows of orders that can never act again.
    forgotten: list[int] = field(default_factory=list)
    #: The number of the move that opened the standing auction, if one of this transaction did.
    auction: int | None = None
    #: Seats whose deadline has passed, seats that have left, and seats whose running clock something else
    #: has stopped, if only for a moment, in this transaction.
    missed: set[int] = field(default_factory=set)
    gone: set[int] = field(default_factory=set)
    interrupted: set[int] = field(default_factory=set)
    #: Seats for which the clock has moved, or whose player has after it.
    handed: set[int] = field(default_factory=set)

    @property
    def moment(self) -> clock.Moment:
        """When this takes place, as clocks see it."""
        stops, starts = (
            clock.standing_still(at, self.stopped_at, self.game.paused_until) for at in (self.arrival, self.starts_at)
        )
        # A gap before the operator's stop was made up for at the stop.
        in_gap = clock.stands_still(self.arrival, self.swept_at, self.stopped_at)
        return clock.Moment(stops, starts, gap_began=self.swept_at if in_gap else None)

    @property
    def clocks_hold(self) -> bool:
        """Whether a late move is late: not while all clocks are stopped, or the site stands still."""
        return clock.hold(self.arrival, self.swept_at, self.stopped_at)


def lock(game_id: str) -> Game:
    """Lock a game's row and give it. Raises NoSuchTable."""
    # The secrets are read by a statement of their own, after this one: joined to it, they could be
    # those of before another's move that this lock waited for.
    if not connection.in_atomic_block:
        raise TransactionManagementError("A game is locked within a transaction.")
    for game in _LOCK(public_id=game_id):
        return game
    raise NoSuchTable


def touch(game: Game) -> None:
    """Note that something beside moves has changed that all can see."""
    game.changes += 1
    game.save(update_fields=["changes"])
    news.of_game(game.public_id)


def seats_of(game: Game) -> list[Seat]:
    """List a locked game's seats by number."""
    seats = _SEATS(game=game.pk)
    for seat in seats:
        seat.game = game
    return seats


def seat_of(seats: Sequence[Seat], who: Who) -> Seat:
    """Give the seat of who asks. Raises NotSeated, or NoSuchTable where that would tell of a secret table."""
    for seat in seats:
        if who.sits_at(seat):
            return seat
    if seats and seats[0].game.secret_table:
        raise NoSuchTable
    raise NotSeated("You are watching this game: only those who sit at the table can move.")


def running(game: Game, seats: list[Seat], arrival: datetime, starts_at: datetime | None = None) -> Table:
    """Give a locked game that runs. Raises WrongTime before its start, GameOver after its end."""
    if game.status == Game.Status.OPEN:
        raise WrongTime("This game has not started yet.")
    if game.status == Game.Status.CLOSED:
        raise WrongTime("This table was closed before its game started.")
    if game.status == Game.Status.FINISHED:
        raise GameOver("The game is over.")
    (secret,) = _SECRET(game=game.pk)
    rules = rule_set(game.ruleset, game.rules_version)
    return Table(
        game,
        secret,
        seats,
        rules,
        rules.decode_state(secret.snapshot),
        arrival,
        stopped_at=secret.stopped_at,
        swept_at=secret.swept_at,
        starts_at=arrival if starts_at is None else starts_at,
        orders=[
            KeptOrder(row.pk, row.seat, rules.decode_order(row.order))
            for row in (StandingOrder.objects.filter(game=game) if secret.ordered else ())
        ],
        proposed=secret.proposed,
    )


def enter(table: Table, seat: int, move: Any, by: By, due_at: datetime | None = None) -> list[Event]:
    """Make a move and add its entry to the record. Raises what the rules raise, nothing being done."""
    rules, state = table.rules, table.state
    rules.check_by(state, seat, move, by)
    bidding = _is_auction(table)
    events = rules.apply(state, seat, move, by)
    table.entries.append(
        Move(
            game=table.game,
            number=table.game.move_count,
            seat=seat,
            move=encode(move),
            by=by,
            at=table.arrival,
            due_at=due_at,
            events=encode(events),
        )
    )
    if _is_auction(table):
        table.auction = table.auction if bidding else table.game.move_count
    else:
        table.auction = None
    table.game.move_count += 1
    _note_who_left(table, events, seat, by)
    _note_whose_hand(table, seat, by)
    _note_what_stopped(table)
    _forget_what_cannot_act(table)
    return events


def save(table: Table, *changed: str) -> None:
    """Write what the transaction has changed, and what follows from it for clocks and mail."""
    game, outcome = table.game, table.rules.outcome(table.state)
    if table.entries or table.notices or changed:
        # Not for an order alone: when a game last changed is seen by all.
        game.moved_at = table.arrival
    before = {seat.number: seat.wait for seat in table.seats}
    stood = {seat.number for seat in table.seats if seat.left is not None}
    if outcome is not None:
        _finish(table, outcome)
        changed += ("finished_at", "placings")
    _set_clocks(table)
    insert(table.entries)
    save_fields(game, ["status", "moved_at", "move_count", "changes", "bots_due", *changed])
    table.secret.snapshot = table.rules.encode_state(table.state).decode()
    save_fields(table.secret, ["snapshot"])
    if table.forgotten:
        StandingOrder.objects.filter(pk__in=table.forgotten).delete()
    put_out = [number for number in table.gone if table.seats[number].fate == Seat.Fate.TIMED_OUT]
    acted = {entry.seat for entry in table.entries if entry.by == "order"}
    played = {entry.seat for entry in table.entries if entry.by == "clock"} if table.rules.clock_plays else ()
    draw = table.rules.standing_draw(table.state)
    table.notices += notices.after_moves(
        game, table.seats, before, _told_of_auction(table), put_out, table.arrival, stood, acted, played, draw
    )
    insert(table.notices, ignore_conflicts=True)
    news.of_game(game.public_id)


def asked_kinds(table: Table) -> dict[int, Decision]:
    """Give the decisions that are waited for, by seat."""
    return {decision.seat: decision for decision in table.rules.decisions(table.state)}


def encode(thing: object) -> str:
    """Write a move or events as the JSON that is kept."""
    return msgspec.json.encode(thing).decode()


def _is_auction(table: Table) -> bool:
    return any(decision.kind == notices.AUCTION for decision in table.rules.decisions(table.state))


def _told_of_auction(table: Table) -> tuple[int, list[int]] | None:
    if table.auction is None:
        return None
    asked = asked_kinds(table)
    later = [
        seat.number
        for seat in table.seats
        if seat.number not in asked
        and any(order.occasion == notices.AUCTION for order in table.rules.orders_open(table.state, seat.number))
        and not table.rules.covered(table.state, seat.number, orders_of(table, seat.number))
    ]
    return table.auction, later


def orders_of(table: Table, seat: int) -> list[Order]:
    """List the orders that a seat has left."""
    return [kept.order for kept in table.orders if kept.seat == seat]


def _note_who_left(table: Table, events: Sequence[Event], mover: int, by: By) -> None:
    for left in table.rules.leavings(events):
        row = table.seats[left.seat]
        row.place, row.fate = left.place, FATES[left.why]
        if by == "agreed" and left.seat == mover:
            row.fate = Seat.Fate.AGREED
        table.gone.add(left.seat)


def _note_whose_hand(table: Table, mover: int, by: By) -> None:
    seat = table.seats[mover]
    if by == "clock" and table.rules.clock_plays:
        seat.clock_moves += 1
    elif seat.clock_moves:
        seat.clock_moves = 0
    else:
        return
    table.handed.add(mover)


def _note_what_stopped(table: Table) -> None:
    waits = {decision.seat: decision.wait for decision in table.rules.decisions(table.state)}
    for seat in table.seats:
        if seat.waited_on and waits.get(seat.number) != seat.wait:
            table.interrupted.add(seat.number)


def _forget_what_cannot_act(table: Table) -> None:
    if not table.orders:
        return
    standing = []
    for kept in table.orders:
        if table.rules.order_stands(table.state, kept.seat, kept.order):
            standing.append(kept)
        else:
            table.forgotten.append(kept.row)
    table.orders = standing


def _finish(table: Table, outcome: Outcome) -> None:
    game = table.game
    game.status, game.finished_at = Game.Status.FINISHED, table.arrival
    game.placings = outcome.placings
    place = 1
    for numbers in outcome.placings:
        for number in numbers:
            table.seats[number].place = place
            table.gone.add(number)
        # Who shares a place leaves as many of the next ones free.
        place += len(numbers)


def _set_clocks(table: Table) -> None:
    asked, moment = asked_kinds(table), table.moment
    people = [seat for seat in table.seats if seat.kind != Seat.Kind.BOT]
    nobody_asked_yet = not any(seat.wait for seat in people)
    terms = clock.Terms(
        table.game.move_time,
        table.rules.a_day_at_most,
        first=nobody_asked_yet and not all(seat.ready for seat in people),
        rests=table.rules.clock_rests(table.state),
    )
    over = table.game.status == Game.Status.FINISHED
    changed: dict[Seat, tuple[str, ...]] = {}
    for seat in table.seats:
        was = clock_of(seat)
        decision = asked.get(seat.number) if seat.kind != Seat.Kind.BOT else None
        is_now = clock.next_clock(was, decision, moment, terms, interrupted=seat.number in table.interrupted)
        if over:
            is_now = clock.Clock()
        fields: tuple[str, ...] = ()
        if is_now != was:
            set_clock(seat, is_now)
            fields = CLOCK_FIELDS
        if seat.number in table.gone:
            fields += LEAVING_FIELDS
        if seat.number in table.handed:
            fields += HAND_FIELDS
        if fields:
            changed[seat] = fields
    for seat, fields in changed.items():
        save_fields(seat, fields)


def clock_of(seat: Seat) -> clock.Clock:
    """Give a seat's clock."""
    return clock.Clock(seat.wait, seat.asked, seat.since, seat.due_at, seat.left)


def set_clock(seat: Seat, to: clock.Clock) -> None:
    """Set a seat's clock, unsaved (CLOCK_FIELDS)."""
    seat.wait, seat.asked, seat.since, seat.due_at, seat.left = to.wait, to.asked, to.since, to.due, to.left
