"""The squares around a pawn, as cards for thumbs: the board's names are too small on a phone."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.safestring import SafeString

from games.present.cast import Cast
from games.present.deeds import charges
from games.present.groups import group_of
from games.present.pieces import piece
from games.rules.property.rules import Rules
from games.rules.property.state import NOBODY
from games.rules.property.view import PropertyView

BEHIND, AHEAD = 1, 7


@dataclass(frozen=True)
class Card:
    """A square of the strip; `pattern` is its set's number, `owner` the seat whose mark it bears."""

    position: int
    name: str
    pattern: int
    owner: int | None
    lines: tuple[str, ...]
    here: bool
    asked: bool

    @property
    def html(self) -> SafeString:
        """It as a link to its deed."""
        return _drawn(self)


_drawn: Callable[[Card], SafeString] = piece("games/_card.html", "card")


def strip(rules: Rules, view: PropertyView, cast: Cast) -> list[Card]:
    """List the squares around the reader's pawn, or around that of whose turn it is."""
    seat = cast.reader
    if seat is None or view.place[seat]:
        seat = view.turn
    at, size = view.position[seat], len(rules.board.squares)
    around = [(at + step) % size for step in range(-BEHIND, AHEAD + 1)]
    return [_card(rules, view, cast, p, here=p == at) for p in around]


def _card(rules: Rules, view: PropertyView, cast: Cast, p: int, *, here: bool) -> Card:
    square, owner = rules.board.squares[p], view.owner[p]
    group = group_of(rules).get(p)
    if square.price and owner == NOBODY:
        lines = ["for sale", f"price {square.price}"]
    elif square.price:
        lines = ["yours" if owner == cast.reader else cast.names[owner], charges(rules, view, p)]
    else:
        lines = _unowned(rules, p)
    asked = here and cast.reader is not None and view.asked == cast.reader
    return Card(
        p,
        square.name,
        group.number if group else 0,
        None if owner == NOBODY else owner,
        tuple(lines),
        here,
        asked,
    )


def _unowned(rules: Rules, p: int) -> list[str]:
    square, amounts = rules.board.squares[p], rules.amounts
    match square.kind:
        case "card":
            return ["draw a card"]
        case "tax":
            return [f"pay {square.tax}"]
        case "start":
            return [f"get {amounts.salary}"]
        case "go_to_jail":
            return ["to jail", "no salary"]
        case "jail":
            return ["just visiting", f"or inside, {amounts.fine} out"]
        case _:
            return ["nothing happens"]
