"""A reader's orders: what stands, in words, and where to leave more. Only ever that reader's own."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.models import Game
from games.present import order_forms
from games.present.cast import Cast
from games.present.order_forms import OrderForm, Standing
from games.present.order_words import told
from games.queries import TableReading
from games.rules.property.rules import Rules
from games.rules.property.view import PropertyView


@dataclass(frozen=True)
class Left:
    """An order that stands."""

    id: int
    text: str
    means: str


@dataclass(frozen=True)
class Orders:
    """What the table shows of a reader's orders: those that stand, and those to leave that answer what is asked now."""

    left: Sequence[Left]
    always: Sequence[OrderForm]


@dataclass(frozen=True)
class Forms:
    """Where to leave orders: for one occasion, until cancelled, and the exceptions from these."""

    once: Sequence[OrderForm]
    onward: Sequence[OrderForm]
    asking: Sequence[OrderForm]


def of_reader(reading: TableReading, rules: Rules, view: PropertyView, cast: Cast) -> Orders | None:
    """Give the reader's orders; None for who watches, is out, or after the end."""
    stands = _stands(reading, rules, view, cast)
    if stands is None:
        return None
    left = [Left(number, *told(order, rules, view, cast)) for number, order in reading.orders]
    return Orders(left, order_forms.always(stands) if view.asked == stands.reader else ())


def forms(reading: TableReading, rules: Rules, view: PropertyView, cast: Cast) -> Forms | None:
    """Give all forms of the reader's; None for who watches, is out, or after the end."""
    stands = _stands(reading, rules, view, cast)
    if stands is None:
        return None
    return Forms(order_forms.once(stands, reading.orders_open), order_forms.onward(stands), order_forms.asking(stands))


def _stands(reading: TableReading, rules: Rules, view: PropertyView, cast: Cast) -> Standing | None:
    reader = cast.reader
    if reading.game.status != Game.Status.RUNNING or reader is None or view.place[reader]:
        return None
    return Standing(rules, view, cast, reader, [order for _, order in reading.orders])
