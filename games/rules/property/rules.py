"""What makes one board game differ from another: a frozen value, no field with a default."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from games.rules.property.board import Board
from games.rules.property.cards import Deck
from games.rules.property.state import DecisionKind, State


@dataclass(frozen=True, kw_only=True)
class Amounts:
    """Sums of money, and the counts that the turn needs."""

    start: int
    salary: int
    fine: int
    jail_tries: int
    doubles_to_jail: int


@dataclass(frozen=True, kw_only=True)
class Policies:
    """Where games differ in behaviour. The engine asks these and never which game it is."""

    #: Who is asked in an auction after a seat declined, in order.
    auction_queue: Callable[[State, int], list[int]]
    #: At which decisions an offer may be made, and how many a turn.
    offer_decisions: frozenset[DecisionKind]
    offers_a_turn: int
    #: Decisions at which a missed deadline costs the chance only; at all others the seat is out.
    lapses: frozenset[DecisionKind]
    #: Who gets a leaver's goods; None is the bank.
    heir: Callable[[State, int, Literal["bankrupt", "resigned", "timeout"]], int | None]


@dataclass(frozen=True, kw_only=True)
class Rules:
    """One board game in one version of its rules."""

    key: str
    version: int
    seats: range
    move_time: range
    board: Board
    decks: tuple[Deck, ...]
    amounts: Amounts
    policies: Policies
