"""What a mail shows of a table beside what its page shows too: the choices as a list, and the board as a table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.present.cast import Cast
from games.present.groups import Group, group_of, groups
from games.present.managing import Holding
from games.present.panel import Act, Panel, act
from games.rules.property import moves
from games.rules.property.deeds import HOTEL
from games.rules.property.rules import Rules
from games.rules.property.state import NOBODY
from games.rules.property.view import PropertyView

#: More choices than this are left to the table's page.
MOST_CHOICES = 12


@dataclass(frozen=True)
class Cell:
    """A square of the small board: its group's or name's letters, the owner's mark, and a set's colour or nothing."""

    letters: str
    mark: str
    colour: str
    asked: bool


@dataclass(frozen=True)
class Owned:
    """A square in the list of who owns what."""

    name: str
    owner: str
    state: str


@dataclass(frozen=True)
class Deeds:
    """A group and its squares in the list of who owns what."""

    group: Group
    squares: Sequence[Owned]


def choices(shown: Mapping[str, Any], view: PropertyView) -> list[Act]:
    """List what the reader is asked as single acts, the first one first; `shown` is the table page's context.

    A debt is raised by selling and mortgaging, so there these are the choices; at the end of a turn, and
    before its roll where it waits for one, building is one.
    """
    asked: Panel | None = shown.get("panel")
    if asked is None:
        return []
    acts = list(asked.acts)
    if asked.bid is not None:
        left = view.cash[view.asked] - asked.bid.low
        lowest = act(f"Bid {asked.bid.low}", f"{left} left", moves.Bid(asked.bid.low), css="you")
        acts = [lowest, *asked.bid.quick, *acts]
    if asked.kind == "debt":
        acts += _on_squares(shown["raising"])
    elif asked.kind in ("manage", "roll"):
        acts += _on_squares(shown["building"])
    return acts[:MOST_CHOICES]


def ring(rules: Rules, view: PropertyView, cast: Cast) -> list[list[Cell]]:
    """Give the board's four sides, clockwise from the top left: 11, 9, 11 and 9 squares as they stand in rows.

    The third side is read from left to right and the fourth from top to bottom, as a table is written.
    """
    cells = [_cell(rules, view, cast, p) for p in range(len(rules.board.squares))]
    return [cells[0:11], cells[11:20], cells[30:19:-1], cells[39:30:-1]]


def marks(cast: Cast) -> list[str]:
    """Give each seat a letter: the first of its name, or where two begin alike its number."""
    letters = [cast.mark(seat) for seat in range(len(cast.names))]
    if len(set(letters)) == len(letters):
        return letters
    return [str(seat + 1) for seat in range(len(cast.names))]


def who_owns_what(rules: Rules, view: PropertyView, cast: Cast) -> list[Deeds]:
    """List the groups of which somebody owns something, with their squares and owners."""
    owned = [group for group in groups(rules) if any(view.owner[p] != NOBODY for p in group.squares)]
    return [Deeds(group, [_owned(rules, view, cast, p) for p in group.squares]) for group in owned]


def _on_squares(holdings: Sequence[Holding]) -> list[Act]:
    # On the page an act stands beside its square; alone it has to name it.
    named = []
    for holding in holdings:
        for row in holding.rows:
            for one in row.acts:
                what, _, cost = one.label.partition(":")
                where = row.name if what == "Mortgage" else f"on {row.name}"
                named.append(Act(f"{what} {where}:{cost}", one.note, one.moves))
    return named


def _cell(rules: Rules, view: PropertyView, cast: Cast, p: int) -> Cell:
    group = group_of(rules).get(p)
    asked = view.decision == "buy" and view.position[view.asked] == p
    if view.auction is not None:
        asked = view.auction.square == p
    if group is None:
        return Cell(rules.board.squares[p].name.removeprefix("The ")[:2], "", "", asked)
    owner = view.owner[p]
    if owner == NOBODY:
        return Cell(group.letters, "–", group.colour, asked)
    houses = view.houses[p]
    built = "H" if houses == HOTEL else str(houses) if houses else ""
    mark = f"{marks(cast)[owner]}{built}"
    return Cell(group.letters, f"({mark})" if view.mortgaged[p] else mark, group.colour, asked)


def _owned(rules: Rules, view: PropertyView, cast: Cast, p: int) -> Owned:
    houses, state = view.houses[p], ""
    if view.mortgaged[p]:
        state = "mortgaged"
    elif houses:
        state = "hotel" if houses == HOTEL else "1 house" if houses == 1 else f"{houses} houses"
    owner = "for sale" if view.owner[p] == NOBODY else cast.object(view.owner[p])
    return Owned(rules.board.squares[p].name, owner, state)
