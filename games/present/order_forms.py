"""The forms by which a reader leaves orders: a sentence with fields in it, and what is known beforehand filled in."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeVar

from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from games.present.cast import Cast
from games.present.groups import groups
from games.present.once import once as made_once
from games.present.order_words import AT, told
from games.rules.property import orders
from games.rules.property.ordering.bounds import most
from games.rules.property.orders import PropertyOrder
from games.rules.property.rules import Rules
from games.rules.property.view import PropertyView

T = TypeVar("T")

#: The forms propose to keep such a part of the money at the start in hand: a few of the dearest rents, houses apart.
IN_HAND = 3


@dataclass(frozen=True)
class Option:
    """A choice of a field: its value, its words, and whether it is chosen at first."""

    value: str | int
    words: str
    chosen: bool = False


@dataclass(frozen=True)
class Field:
    """A field: the words before it, its name, and what it takes.

    A `sum` is a whole number from `low` to `high`; of a `list`, whose options are HTML, one is chosen; of `either` one
    of its `options`, of `boxes` any.
    """

    kind: Literal["sum", "list", "either", "boxes", "hidden"]
    name: str
    words: str = ""
    value: str | int = ""
    low: int = 0
    high: int = 0
    listed: str = ""
    options: Sequence[Option] = ()


@dataclass(frozen=True)
class Press:
    """A button: its words, what follows, and the value that it sends, if it stands for one of several ways."""

    words: str
    note: str = ""
    name: str = ""
    value: str = ""


@dataclass(frozen=True)
class OrderForm:
    """A form: the order's type, a key of its own on the page, fields in the order of the sentence, buttons."""

    type: str
    key: str
    fields: Sequence[Field]
    presses: Sequence[Press]
    title: str = ""
    means: str = ""


@dataclass(frozen=True)
class Standing:
    """What the forms need to know: the table as the reader sees it, and the reader's orders that stand."""

    rules: Rules
    view: PropertyView
    cast: Cast
    reader: int
    orders: Sequence[PropertyOrder] = field(default=())

    def last(self, kind: type[T], **like: Any) -> T | None:
        """Give the order of a type that stands, of several the last; `like` are fields that it has to have."""
        found = (o for o in reversed(self.orders) if isinstance(o, kind))
        return next((o for o in found if all(getattr(o, name) == value for name, value in like.items())), None)

    def name(self, square: int) -> str:
        """Name a square."""
        return self.rules.board.squares[square].name

    def means(self, order: PropertyOrder) -> str:
        """Say exactly what an order does."""
        return told(order, self.rules, self.view, self.cast)[1]

    @property
    def in_hand(self) -> int:
        """What is proposed to be kept in hand."""
        return self.rules.amounts.start // IN_HAND

    def sum(self, name: str, words: str, value: str | int = "", *, low: int = 0, high: int | None = None) -> Field:
        """Give the field for a sum; without `high` it may be as large as any in an order."""
        return Field("sum", name, words, value, low, most(self.rules) if high is None else high)

    @property
    def in_question(self) -> int | None:
        """The square that is to be bought, or at auction."""
        if self.view.auction is not None:
            return self.view.auction.square
        return self.view.position[self.view.asked] if self.view.decision == "buy" else None


def once(at: Standing, may: Sequence[PropertyOrder]) -> list[OrderForm]:
    """Give the forms for one occasion: those of the orders that may be left now."""
    forms = []
    for order in may:
        match order:
            # Whoever is asked to bid has the form for it.
            case orders.BidUpTo(square, highest) if at.view.asked != at.reader:
                forms.append(_bid_once(at, square, highest))
            case orders.RefuseOffers(turn) if order not in at.orders:
                whose = at.cast.whose(at.view.turn)
                press = Press(f"Refuse all offers in {whose} turn", "this turn only, one that stands included")
                forms.append(OrderForm("refuse_offers", f"once-refuse-{turn}", [_hidden("turn", turn)], [press]))
            case _:
                continue
        forms[-1] = replace(forms[-1], means=at.means(order))
    return forms


def onward(at: Standing) -> list[OrderForm]:
    """Give the forms for orders that stand until they are cancelled."""
    some = at.rules.board.deeds[0]
    means: dict[str, PropertyOrder] = {
        "buy_if_left": orders.BuyIfLeft(0),
        # An order for a set bids likewise.
        "bid_on_square": orders.BidOnSquare(some, 0),
        "refuse_below": orders.RefuseBelow(0),
        "roll_dice": orders.RollDice(),
        "in_jail": orders.InJail("roll"),
        "end_turn": orders.EndTurn(),
        "raise_debt": orders.RaiseDebt("houses", []),
    }
    forms = [
        _buy(at, "onward"),
        _bid_on_square(at),
        _bid_on_set(at),
        *_refuse_all(at, "onward"),
        _refuse_below(at, "onward"),
        _in_jail(at, "onward"),
        *_roll(at, "onward"),
        *_end_turn(at, "onward"),
        _raise_debt(at, "onward"),
    ]
    return [replace(form, means=at.means(means[form.type])) if form.type in means else form for form in forms]


def asking(at: Standing) -> list[OrderForm]:
    """Give the forms for "ask me"."""
    leave = [Press("Ask me then")]
    below = at.last(orders.AskIfCashBelow)
    sums = at.sum("amount", "Ask me while I have less than", below.amount if below else at.in_hand, low=1)
    at_stake = Press("Ask me where a set is at stake", "somebody may complete one, or part with a square of one")
    left = {o.decision for o in at.orders if isinstance(o, orders.AskAt)}
    kinds = [(kind, said) for kind, said in AT.items() if kind in at.rules.decisions and kind not in left]
    square = Field("list", "square", "Ask me where it is about", listed=_squares(at.rules))
    forms = [
        OrderForm("ask_if_cash_below", "ask-cash", [sums], leave),
        OrderForm("ask_if_square", "ask-square", [square], leave),
    ]
    if not at.last(orders.AskIfSet):
        forms.append(OrderForm("ask_if_set", "ask-set", [], [at_stake]))
    if kinds:
        which = Field("list", "decision", "Always ask me", listed=_listed(kinds))
        forms.append(OrderForm("ask_at", "ask-at", [which], leave))
    return forms


def always(at: Standing) -> list[OrderForm]:
    """Give the forms for what the reader is asked now, "always from now on"."""
    match at.view.decision:
        case "buy":
            return [_buy(at, "always")]
        case "auction":
            assert at.view.auction is not None
            square = at.view.auction.square
            return [_bid_here(at, square), _bid_on_its_set(at, square)]
        case "trade":
            return [_refuse_below(at, "always"), *_refuse_all(at, "always")]
        case "jail":
            return [_in_jail(at, "always")]
        case "roll":
            return _roll(at, "always")
        case "manage":
            return _end_turn(at, "always")
        case "debt":
            return [_raise_debt(at, "always")]
        case _:
            return []


def _bid_once(at: Standing, square: int, highest: int) -> OrderForm:
    now = at.last(orders.BidUpTo, square=square)
    words, limit = f"Bid for {at.name(square)}, in this auction, up to", now.amount if now else ""
    sums = at.sum("amount", words, limit, high=highest)
    press = Press("Change the limit" if now else "Leave this bid", f"from 0, a pass, to {highest}")
    return OrderForm("bid_up_to", f"once-bid-{square}", [_hidden("square", square), sums], [press])


def _buy(at: Standing, key: str) -> OrderForm:
    now = at.last(orders.BuyIfLeft)
    sums = at.sum("least", "Buy what I land on if that leaves me at least", now.least if now else at.in_hand)
    note = ""
    if key == "always":
        square = at.in_question
        assert square is not None
        left = at.view.cash[at.reader] - at.rules.board.price[square]
        note = f"here it leaves {left}" if left >= 0 else ""
    return OrderForm("buy_if_left", f"{key}-buy", [sums], [_leave(now, note)])


def _bid_on_square(at: Standing) -> OrderForm:
    square = Field("list", "square", "at auction for", listed=_squares(at.rules))
    return OrderForm(
        "bid_on_square", "onward-bid", [at.sum("amount", "Bid up to"), square], [_leave(None, "0 is a pass")]
    )


def _bid_on_set(at: Standing) -> OrderForm:
    which = Field("list", "set", "at auction for any square of", listed=_sets(at.rules))
    return OrderForm(
        "bid_on_set", "onward-bid-set", [at.sum("amount", "Bid up to"), which], [_leave(None, "0 is a pass")]
    )


def _bid_here(at: Standing, square: int) -> OrderForm:
    now, price = at.last(orders.BidOnSquare, square=square), at.rules.board.price[square]
    words = f"Whenever {at.name(square)} is at auction, bid up to"
    sums = at.sum("amount", words, now.amount if now else price)
    return OrderForm(
        "bid_on_square", f"always-bid-{square}", [_hidden("square", square), sums], [_leave(now, "0 is a pass")]
    )


def _bid_on_its_set(at: Standing, square: int) -> OrderForm:
    group = next(group for group in groups(at.rules) if square in group.squares)
    now, price = at.last(orders.BidOnSet, set=group.name), at.rules.board.price[square]
    sums = at.sum("amount", f"Whenever a square of {group.name} is at auction, bid up to", now.amount if now else price)
    fields = [_hidden("set", group.name), sums]
    return OrderForm("bid_on_set", f"always-bid-set-{group.key}", fields, [_leave(now, "0 is a pass")])


def _refuse_all(at: Standing, key: str) -> list[OrderForm]:
    if at.last(orders.RefuseAll):
        return []
    press = Press("Refuse all offers", "this one too, and all from now on" if key == "always" else "from now on")
    return [OrderForm("refuse_all", f"{key}-refuse", [], [press])]


def _refuse_below(at: Standing, key: str) -> OrderForm:
    now = at.last(orders.RefuseBelow)
    sums = at.sum("least", "Refuse offers by which I gain, by price, less than", now.least if now else 0)
    return OrderForm("refuse_below", f"{key}-refuse-below", [sums], [_leave(now)])


def _in_jail(at: Standing, key: str) -> OrderForm:
    now = at.last(orders.InJail)
    ways = (
        ("pay", f"Pay {at.rules.amounts.fine}", "with the money for it"),
        ("card", "Use a card", "holding one"),
        ("roll", "Try for a double", ""),
    )
    presses = [Press(words, note, "way", way) for way, words, note in ways if now is None or now.way != way]
    # Two forms of one page have names of their own, for those who go from one to the other by ear.
    title = "In jail, from now on" if key == "always" else "In jail, always"
    return OrderForm("in_jail", f"{key}-jail", [], presses, title=title)


def _roll(at: Standing, key: str) -> list[OrderForm]:
    stands = at.last(orders.RollDice)
    if stands or "roll" not in at.rules.decisions:
        return []
    press = Press("Roll for me", "unless I can build or lift a mortgage")
    return [OrderForm("roll_dice", f"{key}-roll", [], [press])]


def _end_turn(at: Standing, key: str) -> list[OrderForm]:
    if at.last(orders.EndTurn):
        return []
    press = Press("End my turns", "unless I can build or lift a mortgage")
    return [OrderForm("end_turn", f"{key}-end-turn", [], [press])]


def _raise_debt(at: Standing, key: str) -> OrderForm:
    now = at.last(orders.RaiseDebt)
    first = now.first if now else "houses"
    ways = [
        Option("houses", "Sell buildings first", first == "houses"),
        Option("mortgages", "Mortgage first", first == "mortgages"),
    ]
    fields = [Field("either", "first", "Raise my debts like this", options=ways)]
    last = set(now.last) if now else set()
    mine = {p for p, owner in enumerate(at.view.owner) if owner == at.reader}
    listed = [Option(p, at.name(p), p in last) for p in sorted(mine | last)]
    if listed:
        fields.append(Field("boxes", "last", "Spare these for as long as there are others", options=listed))
    return OrderForm("raise_debt", f"{key}-debt", fields, [_leave(now)])


# A list of forty lines is written once: the page has it in several forms, and is made anew for each look.
@made_once
def _squares(rules: Rules) -> SafeString:
    board = rules.board
    return format_html_join(
        "",
        '<optgroup label="{}">{}</optgroup>',
        (
            (group.name, _listed([(p, f"{board.squares[p].name}, price {board.price[p]}") for p in group.squares]))
            for group in groups(rules)
        ),
    )


@made_once
def _sets(rules: Rules) -> SafeString:
    return _listed([(group.name, group.name) for group in groups(rules)])


def _listed(options: Sequence[tuple[str | int, str]]) -> SafeString:
    return format_html_join("", '<option value="{}">{}</option>', options)


def _hidden(name: str, value: str | int) -> Field:
    return Field("hidden", name, value=value)


def _leave(now: object, note: str = "") -> Press:
    return Press("Change the order" if now else "Order this", note)
