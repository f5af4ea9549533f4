"""Offers: the picture of one before and after, alike for both sides, and the composer's parts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from games.present.cast import Cast
from games.present.groups import Group, group_of, groups
from games.present.pieces import piece
from games.rules.interface import Legal
from games.rules.property.deeds import Held, charge, net_worth
from games.rules.property.moves import OfferForm
from games.rules.property.rules import Rules
from games.rules.property.state import Offer
from games.rules.property.view import PropertyView


@dataclass(frozen=True)
class SideOf:
    """One side of an offer: what it gives, and its money, net worth and sets before and after."""

    seat: int
    name: str
    gives: str
    money: tuple[int, int]
    worth: tuple[int, int]
    changes: Sequence[str]


@dataclass(frozen=True)
class Item:
    """A square that may be traded; `worth` is what it counts in net worth."""

    position: int
    name: str
    group: Group
    mortgaged: bool
    worth: int
    #: The field that it is sent in: `give` or `get`.
    field: str

    @property
    def html(self) -> SafeString:
        """Its box to tick."""
        return _ticked(self)


_ticked: Callable[[Item], SafeString] = piece("games/_item.html", "item")


@dataclass(frozen=True)
class Party:
    """Somebody in the composer: squares to tap, and the figures that the preview starts from.

    `held` is how many squares of each group the seat has, as `key:count` joined by spaces.
    """

    seat: int
    name: str
    money: int
    worth: int
    held: str
    items: Sequence[Item]


@dataclass(frozen=True)
class Composer:
    """What an offer is put together from; `sizes` has the size of each group, as in `Party.held`."""

    you: Party
    others: Sequence[Party]
    left: int
    most: int
    sizes: str
    names: str


def picture(rules: Rules, view: PropertyView, cast: Cast, offer: Offer) -> list[SideOf]:
    """Give both sides of an offer, before and after, the reader's first."""
    after = traded(view, offer)
    sides = []
    for seat, squares, cash in (
        (offer.giver, offer.give, offer.give_cash),
        (offer.receiver, offer.get, offer.get_cash),
    ):
        goods = [rules.board.squares[p].name for p in squares] + ([str(cash)] if cash else [])
        sides.append(
            SideOf(
                seat,
                cast.subject(seat),
                ", ".join(goods) or "nothing",
                (view.cash[seat], after.cash[seat]),
                (net_worth(rules.board, view, seat), net_worth(rules.board, after, seat)),
                _changes(rules, view, after, seat),
            )
        )
    return sorted(sides, key=lambda side: side.seat != cast.reader)


def traded(view: PropertyView, offer: Offer) -> Held:
    """Give who would have what if an offer were accepted."""
    cash, owner = list(view.cash), list(view.owner)
    for p in offer.give:
        owner[p] = offer.receiver
    for p in offer.get:
        owner[p] = offer.giver
    paid = offer.give_cash - offer.get_cash
    cash[offer.giver] -= paid
    cash[offer.receiver] += paid
    return Held(cash, owner, view.houses, view.mortgaged)


def composer(rules: Rules, view: PropertyView, cast: Cast, legal: Legal) -> Composer | None:
    """Give the parts of an offer, or None when the reader may make none."""
    form = next((f for f in legal.forms if isinstance(f, OfferForm)), None)
    seat = cast.reader
    if form is None or seat is None:
        return None
    return Composer(
        _party(rules, view, cast, seat, form.squares[seat]),
        [_party(rules, view, cast, other, form.squares[other]) for other in form.to],
        form.left,
        max(form.cash[seat], *(form.cash[other] for other in form.to)),
        " ".join(f"{g.key}:{len(g.squares)}" for g in groups(rules)),
        " ".join(f"{g.key}:{g.name}" for g in groups(rules)),
    )


def _party(rules: Rules, view: PropertyView, cast: Cast, seat: int, squares: Sequence[int]) -> Party:
    held = ((g.key, sum(view.owner[p] == seat for p in g.squares)) for g in groups(rules))
    return Party(
        seat,
        cast.names[seat],
        view.cash[seat],
        net_worth(rules.board, view, seat),
        " ".join(f"{key}:{count}" for key, count in held),
        sorted(
            (_item(rules, view, p, "give" if seat == cast.reader else "get") for p in squares),
            key=lambda item: (not item.group.number, item.position),
        ),
    )


def _item(rules: Rules, view: PropertyView, p: int, field: str) -> Item:
    square, mortgaged = rules.board.squares[p], view.mortgaged[p]
    worth = square.mortgage if mortgaged else square.price
    return Item(p, square.name, group_of(rules)[p], mortgaged, worth, field)


def _changes(rules: Rules, before: PropertyView, after: Held, seat: int) -> list[str]:
    board = rules.board
    said = []
    for group in groups(rules):
        had = [p for p in group.squares if before.owner[p] == seat]
        has = [p for p in group.squares if after.owner[p] == seat]
        if had == has:
            continue
        size = len(group.squares)
        text = f"{group.name} {len(had)} to {len(has)} of {size}"
        kept = next((p for p in has if not after.mortgaged[p]), None)
        if len(has) == size and kept is not None and group.number:
            rent = charge(board, after, kept, 0)
            text += f": whole set, {board.squares[kept].name} charges {rent}"
        elif kept is not None and group.kind == "ferry":
            text += f": {group.charge} {charge(board, after, kept, 0)}"
        elif kept is not None and group.kind == "works":
            text += f": roll × {charge(board, after, kept, 1)}"
        elif len(had) == size:
            text += ": no longer whole"
        said.append(text)
    return said
