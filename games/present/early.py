"""Early answers: what a reader may say before being asked, and what stands. Only ever that reader's own."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.models import Game
from games.present.cast import Cast
from games.queries import TableReading
from games.rules.property.orders import BidUpTo, EndTurn, PropertyOrder, RefuseOffers
from games.rules.property.rules import Rules
from games.rules.property.view import PropertyView

END_TURN_MEANS = (
    "Each turn of yours ends as soon as you could end it and can neither build nor lift a mortgage; if you can, "
    "you are asked as usual. It makes no offers for you, and answers nothing else: buying, jail and debts stay "
    "yours. It goes on in every turn until you take it off."
)


@dataclass(frozen=True)
class Left:
    """An early answer that stands."""

    id: int
    text: str
    means: str


@dataclass(frozen=True)
class Leaving:
    """An early answer that may be left: words, the form's hidden fields, and of a bid the most it may be."""

    type: str
    title: str
    means: str
    button: str
    fields: Sequence[tuple[str, int]] = ()
    most: int = 0
    now: int = 0


@dataclass(frozen=True)
class Early:
    """All of a reader's early answers, those that stand and those that may be left."""

    left: Sequence[Left]
    leaving: Sequence[Leaving]


def early(reading: TableReading, rules: Rules, view: PropertyView, cast: Cast) -> Early | None:
    """Give the reader's early answers; None for who watches, is out, or after the end."""
    reader = cast.reader
    if reading.game.status != Game.Status.RUNNING or reader is None or view.place[reader]:
        return None
    stand = [Left(number, *_told(order, rules, view, cast)) for number, order in reading.orders]
    kept = [order for _, order in reading.orders]
    leaving = [
        _leaving(order, kept, rules, view, cast)
        for order in reading.orders_open
        # The same again would change nothing; whoever is asked to bid has the form for it.
        if order not in kept and not (isinstance(order, BidUpTo) and view.asked == reader)
    ]
    return Early(stand, leaving)


def _leaving(
    order: PropertyOrder, kept: Sequence[PropertyOrder], rules: Rules, view: PropertyView, cast: Cast
) -> Leaving:
    text, means = _told(order, rules, view, cast)
    match order:
        case BidUpTo(square, most):
            name = rules.board.squares[square].name
            now = next((o.amount for o in kept if isinstance(o, BidUpTo)), 0)
            button = "Change the limit" if now else "Leave this bid"
            return Leaving("bid_up_to", f"A bid for {name}", means, button, (("square", square),), most, now)
        case RefuseOffers(turn):
            return Leaving("refuse_offers", text, means, "Refuse them ahead", (("turn", turn),))
        case _:
            return Leaving("end_turn", text, means, "End my turns ahead")


def _told(order: PropertyOrder, rules: Rules, view: PropertyView, cast: Cast) -> tuple[str, str]:
    match order:
        case BidUpTo(square, amount):
            return f"Bid up to {amount} for {rules.board.squares[square].name}", (
                "When your chance comes, you bid the least that nobody asked after you could beat, or your whole limit "
                "where that is less. If the limit is no more than the best bid by then, you pass. Whoever is asked "
                "after you sees your bid, as always. It is good for this auction only."
            )
        case RefuseOffers():
            whose = cast.whose(view.turn)
            return f"Refuse all offers in {whose} turn", (
                f"Whatever is offered to you in this turn is refused at once, an offer that stands included. It ends "
                f"with {whose} turn."
            )
        case EndTurn():
            return "End my turn unless I can build or lift a mortgage", END_TURN_MEANS
