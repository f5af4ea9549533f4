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
    """All of a reader's orders: those that stand, and those that may be left, by what they are for.

    `once` are for one occasion, `onward` until cancelled, `asking` the exceptions from these; `always` are
    those of `onward` that answer what the reader is asked now.
    """

    left: Sequence[Left]
    once: Sequence[OrderForm]
    onward: Sequence[OrderForm]
    asking: Sequence[OrderForm]
    always: Sequence[OrderForm]


def of_reader(reading: TableReading, rules: Rules, view: PropertyView, cast: Cast) -> Orders | None:
    """Give the reader's orders; None for who watches, is out, or after the end."""
    reader = cast.reader
    if reading.game.status != Game.Status.RUNNING or reader is None or view.place[reader]:
        return None
    stands = Standing(rules, view, cast, reader, [order for _, order in reading.orders])
    return Orders(
        [Left(number, *told(order, rules, view, cast)) for number, order in reading.orders],
        order_forms.once(stands, reading.orders_open),
        order_forms.onward(stands),
        order_forms.asking(stands),
        order_forms.always(stands) if view.asked == reader else (),
    )
