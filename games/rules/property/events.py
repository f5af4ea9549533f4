"""What happened, as data. Log, mail, replay and statistics are made from these and nothing else.

Every change of anybody's cash is in exactly one event; `cash_flow` reads it out.
"""

from typing import Literal

import msgspec

from games.rules.interface import snake_case

DrawEnding = Literal["refused", "played_on", "left"]
SalaryOrCharge = Literal["salary", "fine", "tax", "rent", "card", "repairs"]


class _Event(
    msgspec.Struct,
    frozen=True,
    tag_field="event",
    tag=snake_case,
    gc=False,
):
    pass


class TurnBegan(_Event, frozen=True):
    """A seat's turn began."""

    seat: int


class Rolled(_Event, frozen=True):
    """The site rolled for a seat; `jail`: for a double, in jail."""

    seat: int
    first: int
    second: int
    jail: bool


class Moved(_Event, frozen=True):
    """A seat came to a square; `by` says what moved it."""

    seat: int
    start: int
    square: int
    by: Literal["roll", "card"]


class Jailed(_Event, frozen=True):
    """A seat went to jail."""

    seat: int
    why: Literal["square", "card", "doubles"]


class Freed(_Event, frozen=True):
    """A seat left jail; after `third_try` it owes the fine, which is an event of its own."""

    seat: int
    how: Literal["fine", "card", "double", "third_try"]


class JailTryFailed(_Event, frozen=True):
    """A seat rolled no double in jail."""

    seat: int
    left: int


class Paid(_Event, frozen=True):
    """Money passed; `payer` or `payee` None is the bank. `square` is where, if it was a square's."""

    payer: int | None
    payee: int | None
    amount: int
    why: SalaryOrCharge
    square: int | None


class Owed(_Event, frozen=True):
    """A seat owes more than its cash and must raise it; `creditor` None is the bank."""

    seat: int
    creditor: int | None
    amount: int
    why: SalaryOrCharge


class Drew(_Event, frozen=True):
    """A seat drew a card; `kept`: a get-out card, held until used."""

    seat: int
    card: str
    kept: bool


class UsedCard(_Event, frozen=True):
    """A seat gave a get-out card back to its deck."""

    seat: int
    card: str


class Bought(_Event, frozen=True):
    """A seat bought the square it stood on."""

    seat: int
    square: int
    amount: int


class Declined(_Event, frozen=True):
    """A seat left a square to an auction."""

    seat: int
    square: int


class BidMade(_Event, frozen=True):
    """A seat bid."""

    seat: int
    square: int
    amount: int


class Passed(_Event, frozen=True):
    """A seat made no bid; `lapsed`: its chance ran out."""

    seat: int
    square: int
    lapsed: bool


class PassedOver(_Event, frozen=True):
    """A seat could not beat the best bid and was not asked."""

    seat: int
    square: int


class Auctioned(_Event, frozen=True):
    """An auction ended with a sale."""

    seat: int
    square: int
    amount: int


class Unsold(_Event, frozen=True):
    """An auction ended without a bid."""

    square: int


class Built(_Event, frozen=True):
    """A seat built; `houses` is what now stands there, 5 the hotel."""

    seat: int
    square: int
    houses: int
    amount: int


class Sold(_Event, frozen=True):
    """A seat sold a building back; `houses` is what still stands there."""

    seat: int
    square: int
    houses: int
    amount: int


class Mortgaged(_Event, frozen=True):
    """A seat mortgaged a square and got `amount`."""

    seat: int
    square: int
    amount: int


class Lifted(_Event, frozen=True):
    """A seat lifted a mortgage for `amount`."""

    seat: int
    square: int
    amount: int


class Offered(_Event, frozen=True, gc=True):
    """A seat offered a trade to another."""

    seat: int
    to: int
    give: list[int]
    get: list[int]
    give_cash: int
    get_cash: int


class Traded(_Event, frozen=True, gc=True):
    """An offer was accepted: squares and money passed."""

    seat: int
    to: int
    give: list[int]
    get: list[int]
    give_cash: int
    get_cash: int


class OfferEnded(_Event, frozen=True):
    """An offer came to nothing; `left`: one of the two left the game."""

    seat: int
    to: int
    how: Literal["refused", "lapsed", "withdrawn", "left"]


class TurnEnded(_Event, frozen=True):
    """A seat's turn ended; `auto`: the site ended it, there was nothing left to decide."""

    seat: int
    auto: bool


class Left(_Event, frozen=True, gc=True):
    """A seat left the game in `place`: bankrupt, resigned or timed out.

    `sold` is what the bank paid for its buildings; then `cash`, `squares` and `cards` went to `heir`,
    None being the bank, which keeps no money and owns nothing.
    """

    seat: int
    why: Literal["bankrupt", "resigned", "timeout"]
    place: int
    heir: int | None
    sold: int
    cash: int
    squares: list[int]
    cards: list[str]


class Ended(_Event, frozen=True, gc=True):
    """The game is over; several seats share a place where it was drawn."""

    placings: list[list[int]]


class DrawOffered(_Event, frozen=True):
    """A seat offered all the others a draw."""

    seat: int


class DrawAccepted(_Event, frozen=True):
    """A seat accepted the standing draw offer."""

    seat: int


class DrawEnded(_Event, frozen=True):
    """A draw offer came to nothing by a seat that refused it, played on, or left the game."""

    seat: int
    how: DrawEnding


PropertyEvent = (
    TurnBegan
    | Rolled
    | Moved
    | Jailed
    | Freed
    | JailTryFailed
    | Paid
    | Owed
    | Drew
    | UsedCard
    | Bought
    | Declined
    | BidMade
    | Passed
    | PassedOver
    | Auctioned
    | Unsold
    | Built
    | Sold
    | Mortgaged
    | Lifted
    | Offered
    | Traded
    | OfferEnded
    | TurnEnded
    | Left
    | Ended
)

#: Of games that can be drawn.
DrawEvent = DrawOffered | DrawAccepted | DrawEnded

AnyEvent = PropertyEvent | DrawEvent


def cash_flow(event: AnyEvent) -> list[tuple[int, int]]:
    """Give the changes of cash that an event stands for, as (seat, amount); [] if it moves none."""
    match event:
        case Paid(payer, payee, amount):
            flow = []
            if payer is not None:
                flow.append((payer, -amount))
            if payee is not None:
                flow.append((payee, amount))
            return flow
        case Bought() | Auctioned() | Built() | Lifted():
            return [(event.seat, -event.amount)]
        case Sold() | Mortgaged():
            return [(event.seat, event.amount)]
        case Traded(seat, to):
            paid = event.give_cash - event.get_cash
            return [(seat, -paid), (to, paid)]
        case Left(seat):
            flow = [(seat, event.sold - event.cash)]
            if event.heir is not None:
                flow.append((event.heir, event.cash))
            return flow
        case _:
            return []
