"""Building, selling, mortgaging and lifting, by set, each with what it costs and changes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from games.present.cast import listing
from games.present.deeds import charges
from games.present.groups import Group, Share, shares
from games.present.panel import Act, act
from games.present.pieces import piece
from games.rules.interface import Legal
from games.rules.property import moves
from games.rules.property.deeds import HOTEL, charge
from games.rules.property.rules import Rules
from games.rules.property.view import PropertyView

_RAISING = ((moves.Sell, "sell"), (moves.Mortgage, "mortgage"), (moves.Unmortgage, "lift"))


@dataclass(frozen=True)
class Row:
    """One of the reader's squares: what it is and how it stands, its name, and what may be done with it."""

    title: SafeString
    name: str
    acts: Sequence[Act]


@dataclass(frozen=True)
class Title:
    """What a row is about: a square, its group and how much of that the reader has, and how it stands."""

    group: Group
    share: Share
    position: int
    name: str
    state: str


_titled: Callable[[Title], SafeString] = piece("games/_holding.html", "row")


@dataclass(frozen=True)
class Holding:
    """A group of which the reader has something."""

    group: Group
    share: Share
    rows: Sequence[Row]


def building(rules: Rules, view: PropertyView, legal: Legal, seat: int) -> list[Holding]:
    """List where a seat may build now, set by set."""
    return _listed(rules, view, seat, lambda p: _build(rules, view, legal, seat, p))


def raising(rules: Rules, view: PropertyView, legal: Legal, seat: int) -> list[Holding]:
    """List what a seat may sell, mortgage and lift now, set by set."""
    return _listed(rules, view, seat, lambda p: _raise(rules, view, legal, seat, p))


def raising_title(legal: Legal) -> str:
    """Name what `raising` lists, such as "Sell or mortgage"; empty if it lists nothing."""
    kinds = {type(move) for move in legal.moves}
    ways = [way for kind, way in _RAISING if kind in kinds]
    title = "lift a mortgage" if ways == ["lift"] else listing(ways, "or")
    return title[:1].upper() + title[1:]


def _listed(rules: Rules, view: PropertyView, seat: int, acts_on: Callable[[int], list[Act]]) -> list[Holding]:
    listed = []
    for share in shares(rules, view, seat):
        rows = [
            Row(_titled(Title(share.group, share, p, name, charges(rules, view, p))), name, acts)
            for p in share.group.squares
            if view.owner[p] == seat and (acts := acts_on(p)) and (name := rules.board.squares[p].name)
        ]
        if rows:
            listed.append(Holding(share.group, share, rows))
    return listed


def _build(rules: Rules, view: PropertyView, legal: Legal, seat: int, p: int) -> list[Act]:
    if moves.BUILD[p] not in legal.moves:
        return []
    board, cost, houses = rules.board, rules.board.house_cost[p], view.houses[p] + 1
    rents = f"rent {charge(board, view, p, 0)} to {board.rents[p][houses]}"
    what = "a hotel" if houses == HOTEL else "a house"
    return [act(f"Build {what}: {cost}", f"{rents}, {view.cash[seat] - cost} left", moves.BUILD[p])]


def _raise(rules: Rules, view: PropertyView, legal: Legal, seat: int, p: int) -> list[Act]:
    board, cash = rules.board, view.cash[seat]
    houses, cost = view.houses[p], board.house_cost[p]
    acts = []
    if moves.SELL[p] in legal.moves:
        gain = cost // 2
        what = "the hotel" if houses == HOTEL else "a house"
        rents = board.rents[p]
        # The rent of a bare street in a whole set is double the base.
        then = rents[houses - 1] if houses > 1 else 2 * rents[0]
        note = f"rent {rents[houses]} to {then}, {_raised(view, seat, gain)}"
        acts.append(act(f"Sell {what}: +{gain}", note, moves.SELL[p]))
    if moves.MORTGAGE[p] in legal.moves:
        gain, lifting = board.mortgage_value[p], board.lifting_cost[p]
        note = f"charges nothing; lifting costs {lifting}; {_raised(view, seat, gain)}"
        acts.append(act(f"Mortgage: +{gain}", note, moves.MORTGAGE[p]))
    if moves.UNMORTGAGE[p] in legal.moves:
        lifting = board.lifting_cost[p]
        note = f"charges again, {cash - lifting} left"
        acts.append(act(f"Lift the mortgage: {lifting}", note, moves.UNMORTGAGE[p]))
    return acts


def _raised(view: PropertyView, seat: int, gain: int) -> str:
    after = view.cash[seat] + gain
    debt = view.debt
    if debt is None or debt.debtor != seat:
        return f"{after} at hand"
    if after >= debt.amount:
        return f"pays the debt, {after - debt.amount} left"
    return f"then {debt.amount - after} more to raise"
