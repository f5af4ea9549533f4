"""What makes one board game differ from another: a frozen value, no field with a default.

Three kinds of difference. Data: board, decks, sums, the types of moves. Policies: functions and small
strategies that the engine asks where games behave differently. Steps: the joints of the turn's chain
(`turn.py`) at which games go on differently. The engine never asks which game it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Optional, Protocol

from games.rules.chance import Chance
from games.rules.interface import By, Kind, Strength, Tables
from games.rules.property.board import Board
from games.rules.property.cards import Deck
from games.rules.property.events import AnyEvent
from games.rules.property.moves import AnyMove
from games.rules.property.state import Auction, Debt, DecisionKind, State

#: What follows from a move, up to the next decision: each step gives the next one.
Step = Callable[["Rules", State, list[AnyEvent]], Optional["Step"]]

LeavingReason = Literal["bankrupt", "resigned", "timeout"]


@dataclass(frozen=True, kw_only=True)
class Amounts:
    """Sums of money, and the counts that the turn needs."""

    start: int
    salary: int
    fine: int
    jail_tries: int
    doubles_to_jail: int


@dataclass(frozen=True, kw_only=True)
class Chain:
    """The joints of a turn: the steps at which games go on differently."""

    #: A turn has begun, and its player is not in jail.
    free: Step
    #: All that follows from a roll is settled, and the turn's player is still in.
    settled: Step
    #: The last double that a turn allows has led to jail.
    too_many_doubles: Step
    #: The turn's player is done with the turn.
    turn_over: Step


class OfferLimits(Protocol):
    """How many offers the turn's player may make, and to whom."""

    def receivers(self, state: State) -> list[int]:
        """List by seat number to whom the turn's player may still make an offer in this turn."""

    def left(self, state: State) -> int:
        """Give how many offers he has left in this turn."""

    def check(self, state: State, to: int) -> None:
        """Raise IllegalMove unless one to this seat, which is in, is left."""

    def note(self, state: State, to: int) -> None:
        """Keep that an offer was made, beside their number in `State.offers`."""


class Bidding(Protocol):
    """Who is asked in an auction, when it is over, and how an order bids in it."""

    @property
    def one_chance(self) -> bool:
        """Whether each bidder is asked once at most."""

    def queue(self, state: State, decliner: int) -> list[int]:
        """List who is asked after a seat has declined, in order."""

    def ask_next(self, state: State, auction: Auction, log: list[AnyEvent]) -> bool:
        """Ask the next who can make a legal bid. Gives True when the auction is over."""

    def after_bid(self, auction: Auction, seat: int) -> None:
        """See to what a bid means for who is asked later."""

    def after_pass(self, auction: Auction, seat: int) -> None:
        """See to what a pass means for the bids of the seat."""

    def drop(self, state: State, auction: Auction, seat: int, log: list[AnyEvent]) -> bool:
        """Go on without a seat that left the game. Gives True when the auction is over."""

    def bid_within(self, state: State, auction: Auction, seat: int, amount: int) -> AnyMove:
        """Give the move of an order to bid within a limit, for a seat that is or will be asked."""


class Owing(Protocol):
    """What is known of a standing debt: a state, or a view of one."""

    @property
    def debt(self) -> Debt | None:
        """The debt that somebody has to raise now."""


class Made(NamedTuple):
    """A move that was made: by which seat and whose hand, and in which wait, whoever was waited on."""

    seat: int
    move: AnyMove
    by: By
    wait: int


class Hands(Protocol):
    """Whose hand may make which move: the player's, an order's, a bot's, the clock's."""

    @property
    def clock_plays(self) -> bool:
        """Whether the clock moves for who misses a deadline."""

    def on_timeout(self, rules: Rules, state: State, seat: int) -> AnyMove:
        """Give what the clock enters for the seat waited on."""

    def check_by(self, rules: Rules, state: State, seat: int, move: AnyMove, by: By) -> None:
        """Raise IllegalMove unless this hand may make this move for this seat."""


@dataclass(frozen=True, kw_only=True)
class Policies:
    """Where games differ in behaviour. The engine asks these and never which game it is."""

    bidding: Bidding
    #: At which decisions an offer may be made, and how many.
    offer_decisions: frozenset[DecisionKind]
    offers: OfferLimits
    #: Whether a building anywhere in its group keeps a square from being mortgaged, or only one on itself.
    mortgages_bare_groups: bool
    #: Decisions at which a missed deadline does not put a player out.
    lapses: frozenset[DecisionKind]
    #: Decisions that are waited for no longer than a day.
    a_day_at_most: frozenset[DecisionKind]
    hands: Hands
    #: Sees to what a move means beside what it does, after that; None: to nothing.
    after_move: Callable[[State, Made, list[AnyEvent]], None] | None
    #: Who gets a leaver's goods; None is the bank.
    heir: Callable[[Owing, int, LeavingReason], int | None]
    #: Bots of which levels make offers to people.
    offering_levels: frozenset[Strength]
    #: How strong the bots are, by kinds of seats and options. Raises MalformedMove if these do not fit.
    level: Callable[[Chance, Sequence[Kind], Mapping[str, object]], Strength | None]


@dataclass(frozen=True, kw_only=True)
class Rules:
    """One board game in one version of its rules."""

    key: str
    title: str
    version: int
    seats: range
    #: The names of its options, the move time's first.
    options: tuple[str, ...]
    tables: Tables
    board: Board
    decks: tuple[Deck, ...]
    amounts: Amounts
    #: What players are asked, and the types of moves that there are.
    decisions: tuple[DecisionKind, ...]
    moves: tuple[Any, ...]
    #: Whether players can offer each other a draw.
    draws: bool
    chain: Chain
    policies: Policies
