"""The state of a board game: all of it, and nothing that could be derived from the rest."""

from typing import Literal

import msgspec

from games.rules.chance import Chance
from games.rules.interface import Kind, Strength

#: The owner of a square that nobody owns, and the seat asked when nobody is.
NOBODY = -1

DecisionKind = Literal["roll", "jail", "buy", "auction", "manage", "trade", "debt", "over"]


class Auction(msgspec.Struct):
    """A standing auction: who is still to be asked, in order, and all bids that count, the best one last."""

    square: int
    queue: list[int]
    bids: list[tuple[int, int]]

    def best(self) -> tuple[int, int] | None:
        """Give the best bid, as (seat, amount), or None."""
        return self.bids[-1] if self.bids else None


class Offer(msgspec.Struct, frozen=True):
    """A standing offer, with the giver's decision and wait, which go on when it ends."""

    giver: int
    receiver: int
    give: list[int]
    get: list[int]
    give_cash: int
    get_cash: int
    decision: DecisionKind
    wait: int


class Debt(msgspec.Struct, frozen=True):
    """What a seat owes (`creditor` None: the bank), and the step that the turn goes on with."""

    debtor: int
    amount: int
    creditor: int | None
    why: Literal["fine", "tax", "rent", "card", "repairs"]
    square: int | None
    then: Literal["go_on", "move", "payments"]


class Payment(msgspec.Struct, frozen=True):
    """One of a list of payments between players that a card asks for."""

    payer: int
    payee: int
    amount: int
    square: int


class DrawOffer(msgspec.Struct, frozen=True):
    """A standing draw offer: who made it, by which entry of the record, and who has accepted so far."""

    giver: int
    number: int
    accepted: list[int]


class Refusal(msgspec.Struct, frozen=True):
    """What a bot was refused when it asked a seat for one square: the most that it has offered so far.

    `worth` is what the receiver would have gained by it in net worth. Kept so that bots, which have no
    memory of their own, never repeat an offer that has not got better.
    """

    giver: int
    receiver: int
    square: int
    worth: int


class State(msgspec.Struct, omit_defaults=True):
    """A game between two moves. Lists with forty entries go by square, the others by seat.

    What has a default is left out of the JSON while it is that: most of it is of some games only.
    """

    chance: Chance
    kinds: list[Kind]
    strength: Strength | None
    order: list[int]
    cash: list[int]
    position: list[int]
    #: Tries left in jail; 0 is not in jail.
    jail: list[int]
    #: Get-out cards held.
    cards: list[list[str]]
    #: The place a seat has got; 0 while it is in.
    place: list[int]
    owner: list[int]
    #: Buildings on each square; 5 is the hotel.
    houses: list[int]
    mortgaged: list[bool]
    decks: list[list[str]]
    #: Whose turn it is, and how many turns have begun.
    turn: int
    turns: int
    #: Accepted moves; the next one has this number in the record.
    moves: int
    #: Rolls made over the whole game.
    rolls: int
    dice: tuple[int, int]
    doubles: int
    #: The roll was a double, and another follows when all is settled.
    again: bool
    offers: int
    decision: DecisionKind
    asked: int
    wait: int
    waits: int
    auction: Auction | None
    offer: Offer | None
    debt: Debt | None
    refusals: list[Refusal]
    #: To whom offers were made this turn, where each may have one.
    offered: list[int] = []
    #: What is still to be paid of a list of payments, in order.
    payments: list[Payment] = []
    draw: DrawOffer | None = None
    #: Who has offered a draw since the last roll.
    draw_offers: list[int] = []
    #: How many of the last entries are answers to a draw offer: they change nothing for whoever is waited on.
    draw_answers: int = 0
    #: A game without a clock.
    clockless: bool = False
    #: How many of the last entries were the clock's.
    clock_run: int = 0
    #: The wait that goes on has no deadline: nobody seems to be there.
    clock_rests: bool = False
    #: The clock has begun to answer this wait, and nothing comes between until it is done.
    clock_goes_on: bool = False

    def __repr__(self) -> str:
        # Seed and decks are chance still to come: a state that lands in a log or traceback tells neither.
        return f"State(moves={self.moves}, turn={self.turn}, decision={self.decision!r}, asked={self.asked})"

    def ask(self, decision: DecisionKind, seat: int) -> None:
        """Wait on a seat for a decision: a new wait begins."""
        self.waits += 1
        self.wait = self.waits
        self.decision = decision
        self.asked = seat

    def seats_in(self) -> list[int]:
        """List the seats still in, in turn order."""
        return [seat for seat in self.order if not self.place[seat]]

    def seats_after(self, seat: int) -> list[int]:
        """List the other seats still in, in turn order from a seat's left."""
        i = self.order.index(seat)
        return [s for s in self.order[i + 1 :] + self.order[:i] if not self.place[s]]
