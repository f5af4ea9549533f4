"""What the API answers with, as structs: the documentation's schemas are made of these very types."""

from datetime import datetime
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from games.api.shapes_record import Digest, Final
from games.rules.interface import By, Kind, Strength
from games.rules.property.events import AnyEvent
from games.rules.property.moves import AnyMove, BidForm, OfferForm
from games.rules.property.orders import PropertyOrder
from games.rules.property.view import PropertyView

Instant = Annotated[datetime, Meta(tz=True)]
Status = Literal["open", "running", "finished", "closed"]
Fate = Literal["bankrupt", "resigned", "timed_out", "agreed"]
Asked = Literal["roll", "jail", "buy", "auction", "manage", "trade", "debt"]


class Account(msgspec.Struct):
    """Whoever calls. `scope` is the token's; None with a session. `waiting`: how many games wait for a move."""

    name: str
    address: str
    address_confirmed: bool
    joined: Instant
    time_zone: str
    on_leaderboard: bool
    scope: Literal["read", "play"] | None
    waiting: int


class SeatShape(msgspec.Struct):
    """A seat. `place` and `fate` are of one that has left, or of a game that is over.

    `asked` is what it is waited on for, until `due_at`; None where no deadline runs: in a game without a clock, and
    while the clock rests or stands. `left` are the seconds of one that stands. `clock_moves`: so many moves in a row
    the clock has made for it. `ready` counts before the start.
    """

    number: int
    name: str
    kind: Kind
    ready: bool
    place: int | None
    fate: Fate | None
    asked: Asked | None
    due_at: Instant | None
    left: float | None
    clock_moves: int


class GameLine(msgspec.Struct):
    """A game in a list, as a game tells it. `yours` is the caller's seat; `move_time` is None without a clock."""

    id: str
    ruleset: str
    status: Status
    size: int
    move_time: int | None
    bots: Strength | None
    rated: bool
    secret: bool
    bots_fill: bool
    created_at: Instant
    started_at: Instant | None
    finished_at: Instant | None
    move_count: int
    seats: list[SeatShape]
    yours: int | None


class GamePage(msgspec.Struct):
    """A page of a list; `next` and `previous` are addresses, None where the list ends."""

    games: list[GameLine]
    next: str | None
    previous: str | None


class DecisionShape(msgspec.Struct):
    """Somebody is waited on, until `due_at`; None while no deadline runs.

    `at_deadline` is the move that the clock then makes; None where it makes none.
    """

    seat: int
    kind: Asked
    due_at: Instant | None
    at_deadline: AnyMove | None


class DrawShape(msgspec.Struct):
    """A standing offer of a draw: the seat that made it, and those that have still to answer it, with this token."""

    seat: int
    to_answer: list[int]
    token: str


class LegalShape(msgspec.Struct):
    """What may be done now: exact moves, and the bounds of a bid and of an offer."""

    moves: list[AnyMove]
    forms: list[BidForm | OfferForm]


class OrderShape(msgspec.Struct):
    """An order of the caller's that stands; `id` cancels it."""

    id: int
    order: PropertyOrder


class ProposalShape(msgspec.Struct):
    """A pause or an end that is proposed; `days` is 0 for an end, `accepted` are seats."""

    id: int
    seat: int
    kind: Literal["pause", "end"]
    days: int
    proposed_at: Instant
    expires_at: Instant
    accepted: list[int]


class You(msgspec.Struct):
    """The caller's own seat. `token` goes with the next move, but an answer to a draw, which goes with `draw.token`.

    `orders` are those of the caller's that stand, in the order in which they were left; nobody else is told of them.
    `orders_open` has one of each type that may be left now. A sum in one is the most that it may be. Of `bid_up_to`
    and `refuse_offers`, which are for one occasion, square and turn are the only ones; of the others any square that
    can be owned, any set by its name, any decision may be named. `way`, `first` and `last` are free.

    `link_key` is what others need to see a secret table before it starts.
    """

    seat: int
    token: str
    legal: LegalShape | None
    orders: list[OrderShape]
    orders_open: list[PropertyOrder]
    link_key: str | None


class Result(msgspec.Struct):
    """How a game ended, and the seeds by which all of its chance can be worked out again."""

    placings: list[list[int]]
    server_seed: Digest
    seed: Digest
    final: Final


class GameShape(msgspec.Struct):
    """A game as the caller may see it. `view` is None before the start, `you` for whoever has no seat.

    `move_time` is in seconds, None without a clock. `bots` is how strong the bots were chosen to be, `strength` how
    strong they are, drawn or chosen. `draw` is an offer of one, which nobody is waited on for.
    `clocks_stopped`: the operator has stopped all clocks. `void`: why the result does not count, or empty.
    """

    id: str
    ruleset: str
    rules_version: int
    status: Status
    size: int
    move_time: int | None
    bots: Strength | None
    rated: bool
    secret: bool
    bots_fill: bool
    commitment: Digest
    created_at: Instant
    started_at: Instant | None
    finished_at: Instant | None
    paused_until: Instant | None
    clocks_stopped: bool
    void: str
    strength: Strength | None
    move_count: int
    seats: list[SeatShape]
    decisions: list[DecisionShape]
    draw: DrawShape | None
    view: PropertyView | None
    proposals: list[ProposalShape]
    you: You | None
    result: Result | None


class Happened(msgspec.Struct):
    """An entry of the record with what happened; number -1 is the start, which has no seat, move or hand."""

    number: int
    seat: int | None
    move: AnyMove | None
    by: By | None
    at: Instant
    events: list[AnyEvent]


class Events(msgspec.Struct):
    """Entries after a number, oldest first. `last` is the number of the newest one there is."""

    entries: list[Happened]
    last: int


class State(msgspec.Struct):
    """The table after an entry, which `entry` tells; -1 is the start."""

    number: int
    last: int
    view: PropertyView
    entry: Happened


class Played(msgspec.Struct):
    """How many moves were made, why the next one was left out (or empty), and the game afterwards."""

    made: int
    left_out: str
    game: GameShape


class Kept(msgspec.Struct):
    """The seed that is kept for the caller's seat, and the game."""

    client_seed: str
    game: GameShape


class Done(msgspec.Struct):
    """It is done, and there is nothing to tell of it."""

    done: bool = True
