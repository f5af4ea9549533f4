"""A table as one reader may see it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any

from django.db.models import QuerySet

from games import clock
from games.models import Game, GameSecret, Proposal, Seat, StandingOrder
from games.queries.log import Told, log_and_since
from games.queries.rows import game_row, seeds
from games.queries.stamps import Stamp, may_see, reader_of, stamp_for
from games.rules.interface import Decision, DrawOffer, Legal, RuleSet, Strength, View
from games.table import Table, now
from games.who import Who
from landlord.prepared import Prepared


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
        return stamp_for(self.game, self.seats, self.reader)


def table(game_id: str, who: Who, key: str = "", *, log: bool = True, at: datetime | None = None) -> TableReading:
    """Read a table for its page; `key` is that of a secret table's link. Raises NoSuchTable.

    Without `log` what happened is not read: for answers that tell none of it. `at` is the time by the site's clock,
    where it has just been read.
    """
    game, secret, seats, rules, known = game_row(game_id)
    reader = reader_of(seats, who)
    may_see(game, reader, who, key)
    if game.status in (Game.Status.OPEN, Game.Status.CLOSED):
        return TableReading(game, seats, rules, reader, now=at or now())
    state = rules.decode_state(secret.snapshot)
    reading = _reading(game, secret, seats, rules, reader, state)
    if log:
        lately, since = log_and_since(game, rules, reader)
        reading = replace(reading, log=lately, since=since)
    if game.status == Game.Status.FINISHED:
        return reading
    rows = _orders(game, reader) if reader is not None and known.has_orders else ()
    orders = [(row.pk, rules.decode_order(row.order)) for row in rows]
    instant = at or now()
    proposals = _proposals(game, reader, instant) if known.has_proposals else ()
    return _in_play(reading, instant, known.stopped_at, known.swept_at, orders, proposals)


def left(after: Table, seat: int, *, log: bool = True) -> TableReading:
    """Tell a table as an act of a seat's has left it; one query or two, for the proposals and the log."""
    reading = _reading(after.game, after.secret, after.seats, after.rules, seat, after.state)
    if log:
        lately, since = log_and_since(after.game, after.rules, seat)
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
        token="" if reader is None else rules.token(state, reader, rules.resignation()) or "",
        strength=rules.strength(state),
        draw=rules.standing_draw(state),
        at_deadline=_at_deadline(game, rules, state, decisions),
        seeds=seeds(secret, seats) if over else None,
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


def _proposals(game: Game, reader: int | None, instant: datetime) -> list[Proposal]:
    if game.status != Game.Status.RUNNING:
        return []
    lately = instant - clock.PROPOSALS_EVERY
    return [
        proposal
        for proposal in _all_proposals(game=game.pk)
        if proposal.status == Proposal.Status.OPEN or (proposal.seat == reader and proposal.proposed_at > lately)
    ]


# One a player and week at most, and mostly none.
@partial(Prepared, game=int)
def _all_proposals(game: int) -> QuerySet[Proposal]:
    return Proposal.objects.filter(game=game).order_by("pk")


def _orders(game: Game, seat: int) -> list[StandingOrder]:
    if game.status != Game.Status.RUNNING:
        return []
    return list(StandingOrder.objects.filter(game=game, seat=seat))
