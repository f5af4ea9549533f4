"""The moves of the board games, in the JSON form of the rules: `type` and exactly the keys named."""

import msgspec

from games.rules.interface import snake_case


class _Move(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    tag_field="type",
    tag=snake_case,
    gc=False,
):
    pass


class PayFine(_Move, frozen=True):
    """Pay the fine, leave jail and roll."""


class UseCard(_Move, frozen=True):
    """Use a get-out card, leave jail and roll."""


class Roll(_Move, frozen=True):
    """Roll the dice: in jail for a double, in some games also at the beginning of a turn."""


class Buy(_Move, frozen=True):
    """Buy the square landed on at its price."""


class Decline(_Move, frozen=True):
    """Leave the square landed on to an auction."""


class Bid(_Move, frozen=True):
    """Bid in an auction."""

    amount: int


class Pass(_Move, frozen=True):
    """Make no bid."""


class Build(_Move, frozen=True):
    """Put a house, or after four the hotel, on a street."""

    square: int


class Sell(_Move, frozen=True):
    """Sell one building of a street back to the bank."""

    square: int


class Mortgage(_Move, frozen=True):
    """Borrow half a square's price from the bank."""

    square: int


class Unmortgage(_Move, frozen=True):
    """Lift a mortgage."""

    square: int


class Offer(_Move, frozen=True, gc=True):
    """Offer a trade: `give` and `give_cash` from the giver, `get` and `get_cash` from the receiver."""

    to: int
    give: list[int]
    get: list[int]
    give_cash: int
    get_cash: int


class Accept(_Move, frozen=True):
    """Take the trade offered."""


class Refuse(_Move, frozen=True):
    """Turn the trade offered down."""


class Withdraw(_Move, frozen=True):
    """Take one's own standing offer back."""


class EndTurn(_Move, frozen=True):
    """Be done with the turn."""


class Resign(_Move, frozen=True):
    """Leave the game."""


class Timeout(_Move, frozen=True):
    """What the clock enters for the seat waited on when its deadline has passed."""


class OfferDraw(_Move, frozen=True):
    """Offer all the others still in to end the game as a draw."""


class AcceptDraw(_Move, frozen=True):
    """Agree to the standing draw offer."""


class RefuseDraw(_Move, frozen=True):
    """End the standing draw offer."""


PropertyMove = (
    PayFine
    | UseCard
    | Roll
    | Buy
    | Decline
    | Bid
    | Pass
    | Build
    | Sell
    | Mortgage
    | Unmortgage
    | Offer
    | Accept
    | Refuse
    | Withdraw
    | EndTurn
    | Resign
    | Timeout
)

#: Of games that can be drawn.
DrawMove = OfferDraw | AcceptDraw | RefuseDraw

AnyMove = PropertyMove | DrawMove

# A listing names the same few moves over and over; they are frozen, so one of each is enough.
SQUARES = 40
BUILD = tuple(Build(square) for square in range(SQUARES))
SELL = tuple(Sell(square) for square in range(SQUARES))
MORTGAGE = tuple(Mortgage(square) for square in range(SQUARES))
UNMORTGAGE = tuple(Unmortgage(square) for square in range(SQUARES))
PAY_FINE, USE_CARD, ROLL = PayFine(), UseCard(), Roll()
BUY, DECLINE, PASS = Buy(), Decline(), Pass()
ACCEPT, REFUSE, WITHDRAW = Accept(), Refuse(), Withdraw()
END_TURN, RESIGN, TIMEOUT = EndTurn(), Resign(), Timeout()
OFFER_DRAW, ACCEPT_DRAW, REFUSE_DRAW = OfferDraw(), AcceptDraw(), RefuseDraw()


class BidForm(msgspec.Struct, frozen=True, tag_field="form", tag="bid"):
    """A bid may be any whole number from `low` to `high`."""

    low: int
    high: int


class OfferForm(msgspec.Struct, frozen=True, tag_field="form", tag="offer"):
    """An offer may be made to any seat of `to`, of the squares in `squares` (a list per seat)."""

    to: list[int]
    squares: list[list[int]]
    cash: list[int]
    left: int
