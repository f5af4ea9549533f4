"""Every read of games. What the pages get holds views and events, never a state or a seed."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cache
from typing import Any, NamedTuple, cast

import msgspec
from django.db.models import Case, Exists, IntegerField, OuterRef, Prefetch, Q, QuerySet, Subquery, Value, When

from games import clock
from games.models import Game, GameSecret, Move, Proposal, Seat, SiteClock, StandingOrder
from games.rules.chance import Chance, derive_seed
from games.rules.interface import By, Decision, DrawOffer, Event, Legal, RuleSet, Strength, View
from games.rules.record import FORMAT, TIME, Entry, Record, SeatEntry
from games.rules.registry import rule_set
from games.table import NoSuchTable, Table, WrongTime, may_enter, now
from games.tokens import token_of
from games.who import ANYBODY, Who, kinds_of

#: How many of the last moves the table page tells of.
LOG_LENGTH = 40
#: Whose own last move is longer ago than this many is told of so many: all of it is in the replay.
SINCE_LENGTH = 120

#: So many parts of what a stamp tells are the same for all readers.
SHARED = 4


@dataclass(frozen=True)
class Stamp:
    """What a page of a table depends on: if it is the same, so is the page."""

    public_id: str
    reader: int | None
    #: The numbers and times that move with everything shown.
    told: tuple[object, ...]
    #: The reader's row, for noting that they look; no part of what the page shows.
    seat: Seat | None = field(default=None, compare=False, repr=False)

    @property
    def etag(self) -> str:
        """The stamp as an ETag, quotes included."""
        reader = "-" if self.reader is None else self.reader
        return f'"{self.public_id}.{reader}.{".".join(str(part) for part in self.told)}"'

    @property
    def shared(self) -> str:
        """The part of the ETag that is the same for everybody: nothing in it tells of what one seat did unseen."""
        return ".".join(str(part) for part in self.told[:SHARED])


@dataclass(frozen=True)
class Told:
    """An entry of the record with what happened; -1 is the start, which has seat -1 and no move."""

    number: int
    seat: int
    move: Any
    by: str
    at: datetime
    events: Sequence[Event]


@dataclass(frozen=True)
class TableReading:
    """A table as one reader may see it; `view` and what follows are None or empty before the start.

    `reader` is the reader's seat, None for somebody who watches. `log` has the last moves, `since`
    what happened after the reader's last move, which is its first entry without the act itself, unless
    that was long ago; both oldest first. `token` goes with the next move.
    `seeds` are the server's seed and the game's, of a finished game only; `final` likewise.
    """

    game: Game
    seats: list[Seat]
    rules: RuleSet[Any]
    reader: int | None
    view: View | None = None
    legal: Legal | None = None
    decisions: tuple[Decision, ...] = ()
    token: str = ""
    strength: Strength | None = None
    #: The draw that is offered and still to be answered.
    draw: DrawOffer | None = None
    #: What the clock would enter for who is waited on; None without a clock, and while it rests.
    at_deadline: Any = None
    log: Sequence[Told] = ()
    since: Sequence[Told] = ()
    seeds: tuple[str, str] | None = None
    final: dict[str, Any] | None = None
    #: The database's time of the reading: deadlines before it are shown as expired.
    now: datetime | None = None
    #: When the operator stopped all clocks, if they are.
    stopped_at: datetime | None = None
    #: When the sweep last looked at the clocks.
    swept_at: datetime | None = None
    #: Proposals that are still to be answered, and those of the reader's within a week, who may not make
    #: another of the kind.
    proposals: Sequence[Proposal] = ()
    proposed: Sequence[Proposal] = ()
    #: The reader's own orders: those that stand, by number, and those that may be left now. Nobody
    #: else's are here.
    orders: Sequence[tuple[int, Any]] = ()
    orders_open: Sequence[Any] = ()

    def is_late(self, seat: Seat) -> bool:
        """Tell whether a move of a seat's would come too late now; the time-out may still be to be made."""
        if seat.due_at is None or self.now is None:
            return False
        return clock.hold(self.now, self.swept_at, self.stopped_at) and clock.is_missed(seat.due_at, self.now)

    @property
    def stamp(self) -> Stamp:
        """What this reading depends on."""
        return _stamp(self.game, self.seats, self.reader)


@dataclass(frozen=True)
class ReplayReading:
    """A game after one of its moves; `number` -1 is the start. `log` has all, oldest first."""

    game: Game
    seats: list[Seat]
    rules: RuleSet[Any]
    reader: int | None
    number: int
    view: View
    log: Sequence[Told]


def stamp(game_id: str, who: Who, key: str = "") -> Stamp:
    """Give what a reader's page of a table depends on, as a rule in one query. Raises NoSuchTable."""
    return stamp_of(stamped(game_id), who, key)


def stamped(game_id: str) -> list[Seat]:
    """Give what the stamps of all readers are made of, in one query: the seats, with the game. Empty for none."""
    return list(
        Seat.objects.filter(game__public_id=game_id)
        .order_by("number")
        .select_related("game")
        .defer("game__opening", "client_seed")
    )


def stamp_of(seats: Sequence[Seat], who: Who, key: str = "") -> Stamp:
    """Give one reader's stamp from what `stamped` gave. Raises NoSuchTable.

    Asks the database only about a secret table that has not started, for somebody who does not sit there.
    """
    if not seats:
        raise NoSuchTable
    game, reader = seats[0].game, _reader(seats, who)
    _may_see(game, reader, who, key)
    return _stamp(game, seats, reader)


def table(game_id: str, who: Who, key: str = "", *, log: bool = True) -> TableReading:
    """Read a table for its page; `key` is that of a secret table's link. Raises NoSuchTable.

    Without `log` what happened is not read: for answers that tell none of it.
    """
    game, secret, seats, rules, known = _game(game_id)
    reader = _reader(seats, who)
    _may_see(game, reader, who, key)
    if game.status in (Game.Status.OPEN, Game.Status.CLOSED):
        return TableReading(game, seats, rules, reader, now=now())
    state = rules.decode_state(secret.snapshot)
    reading = _reading(game, secret, seats, rules, reader, state)
    if log:
        lately, since = _log_and_since(game, rules, reader)
        reading = replace(reading, log=lately, since=since)
    if game.status == Game.Status.FINISHED:
        return reading
    rows = _orders(game, reader) if reader is not None and known.has_orders else ()
    orders = [(row.pk, rules.decode_order(row.order)) for row in rows]
    instant = now()
    proposals = _proposals(game, reader, instant) if known.has_proposals else ()
    return _in_play(reading, instant, known.stopped_at, known.swept_at, orders, proposals)


def left(after: Table, seat: int, *, log: bool = True) -> TableReading:
    """Tell a table as an act of a seat's has left it; one query or two, for the proposals and the log."""
    reading = _reading(after.game, after.secret, after.seats, after.rules, seat, after.state)
    if log:
        lately, since = _log_and_since(after.game, after.rules, seat)
        reading = replace(reading, log=lately, since=since)
    if after.game.status == Game.Status.FINISHED:
        return reading
    orders = [(kept.row, kept.order) for kept in after.orders if kept.seat == seat]
    proposals = _proposals(after.game, seat, after.starts_at)
    return _in_play(reading, after.starts_at, after.stopped_at, after.swept_at, orders, proposals)


def _reading(
    game: Game, secret: GameSecret, seats: list[Seat], rules: RuleSet[Any], reader: int | None, state: Any
) -> TableReading:
    over, decisions = game.status == Game.Status.FINISHED, rules.decisions(state)
    return TableReading(
        game,
        seats,
        rules,
        reader,
        view=rules.view(state, reader),
        legal=None if reader is None else rules.legal(state, reader),
        decisions=decisions,
        token="" if reader is None else token_of(rules, state, reader, game.move_count),
        strength=rules.strength(state),
        draw=rules.standing_draw(state),
        at_deadline=_at_deadline(game, rules, state, decisions),
        seeds=_seeds(secret, seats) if over else None,
        final=rules.final(state) if over else None,
        orders_open=[] if reader is None or over else rules.orders_open(state, reader),
    )


def _at_deadline(game: Game, rules: RuleSet[Any], state: Any, decisions: Sequence[Decision]) -> Any:
    if not decisions or game.options["move_time"] is None or rules.clock_rests(state):
        return None
    return rules.on_timeout(state, decisions[0].seat)


def _in_play(
    reading: TableReading,
    instant: datetime,
    stopped_at: datetime | None,
    swept_at: datetime | None,
    orders: Sequence[tuple[int, Any]],
    proposals: Sequence[Proposal],
) -> TableReading:
    return replace(
        reading,
        now=instant,
        stopped_at=stopped_at,
        swept_at=swept_at,
        proposals=[p for p in proposals if p.status == Proposal.Status.OPEN and p.expires_at > instant],
        proposed=[p for p in proposals if p.seat == reading.reader],
        orders=orders,
    )


def record(game_id: str, who: Who = ANYBODY) -> bytes:
    """Give a game's record as JSON; a running one's without what it still keeps to itself.

    Raises NoSuchTable, and WrongTime for a game that has not started.
    """
    game, secret, seats, rules, _ = _game(game_id)
    _may_see(game, _reader(seats, who), who, "")
    started = _started(game)
    written = Record(
        format=FORMAT,
        ruleset=game.ruleset,
        rules_version=game.rules_version,
        game=game.public_id,
        started_at=_time(started),
        finished_at=_time(game.finished_at) if game.finished_at else None,
        options=game.options,
        seats=[SeatEntry(seat.name, kind, seat.client_seed) for seat, kind in zip(seats, kinds_of(seats), strict=True)],
        commitment=game.commitment,
        moves=[
            Entry(m.seat, msgspec.Raw(m.move.encode()), _time(m.at), cast("By", m.by))
            for m in _moves(game).defer("events")
        ],
    )
    if game.status == Game.Status.FINISHED:
        server_seed, seed = _seeds(secret, seats)
        written = msgspec.structs.replace(
            written,
            server_seed=server_seed,
            seed=seed,
            placings=game.placings,
            final=rules.final(rules.decode_state(secret.snapshot)),
        )
    return msgspec.json.encode(written)


def replay(game_id: str, number: int | None, who: Who) -> ReplayReading | None:
    """Play a game again up to a move; -1 is the start, None the last move.

    Gives None if there is no move of that number. Raises NoSuchTable, and WrongTime for a game
    that has not started.
    """
    game, secret, seats, rules, _ = _game(game_id)
    _may_see(game, _reader(seats, who), who, "")
    _started(game)
    moves = _told(_moves(game), rules)
    if number is None:
        number = len(moves) - 1
    if not -1 <= number < len(moves):
        return None
    seed = _seeds(secret, seats)[1]
    state, _ = rules.start(kinds_of(seats), Chance(seed), game.options)
    for entry in moves[: number + 1]:
        rules.apply(state, entry.seat, entry.move, cast("By", entry.by))
    reader = _reader(seats, who)
    log = [_opening(game, rules), *moves]
    return ReplayReading(game, seats, rules, reader, number, rules.view(state, reader), log)


def games_of_guest(who: Who, limit: int = 50) -> list[Game]:
    """List a guest's games with their seats: running ones first, then open, then finished."""
    if not who.guest:
        return []
    rank = Case(
        When(status=Game.Status.RUNNING, then=Value(0)),
        When(status=Game.Status.OPEN, then=Value(1)),
        default=Value(2),
        output_field=IntegerField(),
    )
    mine = Seat.objects.filter(guest_key=who.guest).values("game")
    return list(_listed().filter(pk__in=mine).order_by(rank, "-moved_at")[:limit])


def a_finished_game() -> Game | None:
    """Give the public game that finished last, for a newcomer to step through."""
    finished = _listed().filter(status=Game.Status.FINISHED, move_count__gt=0, secret_table=False)
    return finished.order_by("-moved_at").first()


def _listed() -> QuerySet[Game]:
    return Game.objects.defer("opening").prefetch_related(Prefetch("seats", Seat.objects.order_by("number")))


class _Known(NamedTuple):
    """What the query of a game's row tells besides: the site's clock, and whether there is more to ask for."""

    stopped_at: datetime | None
    swept_at: datetime | None
    has_proposals: bool
    has_orders: bool


# What is asked is put together once: Django takes as long for that as the database for its answer.
@cache
def _games() -> QuerySet[Game]:
    # Row, secrets and the site's clock in one statement, so that they are of one and the same moment.
    stopped, swept = (Subquery(SiteClock.objects.values(name)[:1]) for name in ("stopped_at", "swept_at"))
    # Most games have neither, and each query that is not made is a twentieth of a page.
    has = {
        f"has_{name}": Exists(model.objects.filter(game=OuterRef("pk")))
        for name, model in (("proposals", Proposal), ("orders", StandingOrder))
    }
    return Game.objects.select_related("secret").annotate(stopped_at=stopped, swept_at=swept, **has)


def _game(game_id: str) -> tuple[Game, GameSecret, list[Seat], RuleSet[Any], _Known]:
    game = _games().filter(public_id=game_id).first()
    if game is None:
        raise NoSuchTable
    known = _Known(*(getattr(game, name) for name in _Known._fields))
    secret = game.secret
    # The game is handed on to pages; its secrets are not to hang on it.
    Game._meta.get_field("secret").delete_cached_value(game)  # noqa: SLF001
    seats = list(game.seats.order_by("number"))
    return game, secret, seats, rule_set(game.ruleset, game.rules_version), known


def _may_see(game: Game, reader: int | None, who: Who, key: str) -> None:
    # A secret table is seen by its players only, and before the start by those with its link.
    if not game.secret_table or reader is not None:
        return
    if game.status == Game.Status.OPEN and may_enter(game, who.user, key):
        return
    raise NoSuchTable


def _stamp(game: Game, seats: Sequence[Seat], reader: int | None) -> Stamp:
    stood_still = int(game.stood_still_at.timestamp()) if game.stood_still_at else 0
    seat = None if reader is None else seats[reader]
    own = seat.own_changes if seat else 0
    return Stamp(game.public_id, reader, (game.status, game.move_count, game.changes, stood_still, own), seat)


def _proposals(game: Game, reader: int | None, instant: datetime) -> list[Proposal]:
    if game.status != Game.Status.RUNNING:
        return []
    wanted = Q(status=Proposal.Status.OPEN)
    if reader is not None:
        wanted |= Q(seat=reader, proposed_at__gt=instant - clock.PROPOSALS_EVERY)
    return list(Proposal.objects.filter(wanted, game=game).order_by("pk"))


def _orders(game: Game, seat: int) -> list[StandingOrder]:
    if game.status != Game.Status.RUNNING:
        return []
    return list(StandingOrder.objects.filter(game=game, seat=seat))


def _started(game: Game) -> datetime:
    if game.started_at is None:
        raise WrongTime("This game has not started yet.")
    return game.started_at


def _reader(seats: Sequence[Seat], who: Who) -> int | None:
    return next((seat.number for seat in seats if who.sits_at(seat)), None)


def _moves(game: Game) -> QuerySet[Move]:
    # Moves made after the game's row was read are left to the next reading.
    return Move.objects.filter(game=game, number__lt=game.move_count).order_by("number")


def _log_and_since(game: Game, rules: RuleSet[Any], reader: int | None) -> tuple[list[Told], list[Told]]:
    lowest = max(game.move_count - LOG_LENGTH, 0)
    told = _told(_moves(game).filter(number__gte=lowest), rules)
    own = _last_own(told, reader)
    if reader is not None and own is None and lowest:
        further = max(game.move_count - SINCE_LENGTH, 0)
        told = _told(_moves(game).filter(number__gte=further, number__lt=lowest), rules) + told
        own = _last_own(told, reader)
    if not told or told[0].number == 0:
        told.insert(0, _opening(game, rules))
    log = [entry for entry in told if entry.number >= lowest or not lowest]
    if reader is None:
        return log, []
    if own is None:
        return log, told
    # One's own act is known; what followed from it is not.
    since = [entry for entry in told if entry.number >= own]
    return log, [replace(since[0], events=since[0].events[1:]), *since[1:]]


def _last_own(told: Sequence[Told], reader: int | None) -> int | None:
    # In person: what an order or the clock did for the reader is news.
    return next((t.number for t in reversed(told) if t.seat == reader and t.by == "player"), None)


def _told(moves: QuerySet[Move], rules: RuleSet[Any]) -> list[Told]:
    # Tuples: of forty rows objects would cost as much again as the query.
    rows = moves.values_list("number", "seat", "move", "by", "at", "events")
    return [
        Told(number, seat, rules.decode_move(move), by, at, rules.decode_events(events))
        for number, seat, move, by, at, events in rows
    ]


def _opening(game: Game, rules: RuleSet[Any]) -> Told:
    return Told(-1, -1, None, "", _started(game), rules.decode_events(game.opening))


def _seeds(secret: GameSecret, seats: Sequence[Seat]) -> tuple[str, str]:
    server_seed = secret.server_seed
    return server_seed, derive_seed(server_seed, [seat.client_seed for seat in seats])


def _time(instant: datetime) -> str:
    return instant.astimezone(UTC).strftime(TIME)
