"""What a player says before being asked: the forms of orders, in JSON `type` and exactly the keys named.

Orders are kept outside of the state, which knows nothing of them: nobody sees one before it acts, and
what it does is a move like any other. Three kinds, in the order in which they count at a decision:

1. early answers, for one occasion that the player knew when he left them: BidUpTo, RefuseOffers;
2. "ask me": AskIfCashBelow, AskIfSquare, AskIfSet, AskAt. Where one applies, no standing order answers;
3. standing orders, the more special first: BidOnSquare before BidOnSet. All others are alone at their decision.

Of two with the same `subject` the later one counts, and the table keeps no more than that one. What
answers, and how, is in `ordering`. All squares are positions on the board, all sums whole money. What acts at a
decision that a game does not have is no order of that game.

| type | keys | acts at | what it does | subject |
|---|---|---|---|---|
| `bid_up_to` | `square`, `amount` | `auction` | bids within the amount, in this auction | its type |
| `refuse_offers` | `turn` | `trade` | refuses, in the turn of that number | its type |
| `buy_if_left` | `least` | `buy` | buys if `least` or more is left; else asks | its type |
| `bid_on_square` | `square`, `amount` | `auction` | bids within the amount, or passes | the square |
| `bid_on_set` | `set`, `amount` | `auction` | bids within the amount, or passes | the set |
| `refuse_all` | | `trade` | refuses | offers |
| `refuse_below` | `least` | `trade` | refuses what gains less than `least`; else asks | offers |
| `roll_dice` | | `roll` | rolls unless building or lifting is possible | its type |
| `in_jail` | `way` | `jail` | that, if it is legal; else asks | its type |
| `end_turn` | | `manage` | ends the turn unless building or lifting is possible | its type |
| `raise_debt` | `first`, `last` | `debt` | raises, one move after another | its type |
| `ask_if_cash_below` | `amount` | all | asks while the cash is below `amount` | its type |
| `ask_if_square` | `square` | `buy`, `auction`, `trade` | asks where it is about the square | the square |
| `ask_if_set` | | `buy`, `auction`, `trade` | asks where a set becomes whole or ceases to be | its type |
| `ask_at` | `decision` | that one | asks | the decision |
"""

from typing import ClassVar, Literal

import msgspec

from games.rules.interface import snake_case

#: The decisions that "ask me" can name.
Asked = Literal["roll", "jail", "buy", "auction", "manage", "trade", "debt"]


class _Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=snake_case, gc=False):
    #: The kind of decision that an early answer is for; empty of what stands on and on.
    occasion: ClassVar[str] = ""

    @property
    def subject(self) -> tuple[str | int, ...]:
        """What it is about: of two orders about the same, the later one counts."""
        return (type(self).__name__,)


# -- early answers --------------------------------------------------------------------------------------


class BidUpTo(_Order, frozen=True):
    """Bid for the square of the standing auction, at most this much (0: pass); good for that auction only."""

    occasion: ClassVar[str] = "auction"

    square: int
    amount: int


class RefuseOffers(_Order, frozen=True):
    """Refuse whatever is offered to me in the turn of this number (`State.turns`), another's."""

    occasion: ClassVar[str] = "trade"

    turn: int


# -- standing orders: until taken off --------------------------------------------------------------------


class BuyIfLeft(_Order, frozen=True):
    """Buy what I land on if at least this much cash is left after it; else ask me."""

    least: int


class BidOnSquare(_Order, frozen=True):
    """Bid in every auction of this square, at most this much (0: pass)."""

    square: int
    amount: int

    @property
    def subject(self) -> tuple[str | int, ...]:
        """The square: each has its own."""
        return ("BidOnSquare", self.square)


class BidOnSet(_Order, frozen=True):
    """Bid in every auction of a square of this set (`Board.group_named`), at most this much (0: pass)."""

    set: str
    amount: int

    @property
    def subject(self) -> tuple[str | int, ...]:
        """The set: each has its own."""
        return ("BidOnSet", self.set)


class _OfOffers(_Order, frozen=True):
    @property
    def subject(self) -> tuple[str | int, ...]:
        """Offers: to refuse all and to refuse some are two answers to one question."""
        return ("offers",)


class RefuseAll(_OfOffers, frozen=True):
    """Refuse whatever is offered to me."""


class RefuseBelow(_OfOffers, frozen=True):
    """Refuse an offer by which I gain less than this by price (`trades.receivers_gain`); else ask me."""

    least: int


class InJail(_Order, frozen=True):
    """In jail pay the fine, use a get-out card, or roll; ask me where that can't be done."""

    way: Literal["pay", "card", "roll"]


class RollDice(_Order, frozen=True):
    """Roll at the beginning of my turn unless I can build or lift a mortgage."""


class EndTurn(_Order, frozen=True):
    """End my turn unless I can build or lift a mortgage."""


class RaiseDebt(_Order, frozen=True, gc=True):
    """Raise what I owe: buildings sold first, or squares mortgaged first; `last` squares, in that order, last."""

    first: Literal["houses", "mortgages"]
    last: list[int]


# -- ask me: no standing order answers where one of these applies ----------------------------------------------


class AskIfCashBelow(_Order, frozen=True):
    """Ask me, whatever it is, while my cash is below this."""

    amount: int


class AskIfSquare(_Order, frozen=True):
    """Ask me where a purchase, an auction or an offer is about this square."""

    square: int

    @property
    def subject(self) -> tuple[str | int, ...]:
        """The square: each has its own."""
        return ("AskIfSquare", self.square)


class AskIfSet(_Order, frozen=True):
    """Ask me where by a purchase, an auction or an offer somebody, also I, may complete or break a set."""


class AskAt(_Order, frozen=True):
    """Ask me at every decision of this kind."""

    decision: Asked

    @property
    def subject(self) -> tuple[str | int, ...]:
        """The kind of decision: each has its own."""
        return ("AskAt", self.decision)


PropertyOrder = (
    BidUpTo
    | RefuseOffers
    | BuyIfLeft
    | BidOnSquare
    | BidOnSet
    | RefuseAll
    | RefuseBelow
    | RollDice
    | InJail
    | EndTurn
    | RaiseDebt
    | AskIfCashBelow
    | AskIfSquare
    | AskIfSet
    | AskAt
)

EARLY = (BidUpTo, RefuseOffers)
ASKING = (AskIfCashBelow, AskIfSquare, AskIfSet, AskAt)
