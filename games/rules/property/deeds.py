"""What is owned: rent, worth, and what may be built, sold, mortgaged and lifted.

Each pair of listing and check (`buildable` and `check_build`) says the same thing twice, once fast for
the list and once with a reason for the player; a test holds them together over whole games.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from games.rules.errors import IllegalMove
from games.rules.property.board import Board
from games.rules.property.rules import Rules
from games.rules.property.state import NOBODY, State

HOTEL = 5


class Holdings(Protocol):
    """What state and view have in common: who has what."""

    @property
    def cash(self) -> Sequence[int]:
        """Cash by seat."""

    @property
    def owner(self) -> Sequence[int]:
        """Owners by square."""

    @property
    def houses(self) -> Sequence[int]:
        """Buildings by square, 5 the hotel."""

    @property
    def mortgaged(self) -> Sequence[bool]:
        """Which squares are mortgaged."""


@dataclass(frozen=True)
class Held:
    """Holdings by themselves: what would be, for a figure that a page names."""

    cash: Sequence[int]
    owner: Sequence[int]
    houses: Sequence[int]
    mortgaged: Sequence[bool]


def owns_group(board: Board, held: Holdings, p: int) -> bool:
    """Tell whether the owner of a square owns all of its set (or all ferries, both works)."""
    owner = held.owner
    seat = owner[p]
    return all(owner[q] == seat for q in board.group[p])


def charge(board: Board, held: Holdings, p: int, roll: int) -> int:
    """Give what an owned, unmortgaged square charges another player who comes to it.

    Streets by their buildings, bare ones double in a whole set; ferries by how many their owner holds;
    works by the roll, the sum of this turn's last two dice. Mortgaged squares count as held.
    """
    rents = board.rents[p]
    kind = board.kind[p]
    if kind == "street":
        houses = held.houses[p]
        if houses:
            return rents[houses]
        return rents[0] * 2 if owns_group(board, held, p) else rents[0]
    owner = held.owner
    seat = owner[p]
    count = 0
    for q in board.group[p]:
        if owner[q] == seat:
            count += 1
    return rents[count - 1] if kind == "ferry" else roll * rents[count - 1]


def net_worth(board: Board, held: Holdings, seat: int) -> int:
    """Give cash, unmortgaged squares at their price, mortgaged ones at half, buildings at cost."""
    worth = held.cash[seat]
    owner, mortgaged, houses = held.owner, held.mortgaged, held.houses
    for p in board.deeds:
        if owner[p] == seat:
            worth += board.price[p] // 2 if mortgaged[p] else board.price[p]
            worth += houses[p] * board.house_cost[p]
    return worth


def raisable(board: Board, held: Holdings, seat: int) -> int:
    """Give cash, all buildings sold and everything unmortgaged mortgaged: the most a seat can pay."""
    total = held.cash[seat]
    owner, mortgaged, houses = held.owner, held.mortgaged, held.houses
    for p in board.deeds:
        if owner[p] == seat:
            if not mortgaged[p]:
                total += board.mortgage_value[p]
            total += houses[p] * (board.house_cost[p] // 2)
    return total


def tradable(board: Board, held: Holdings, p: int) -> bool:
    """Tell whether an owned square may change hands: no building stands anywhere in its set."""
    houses = held.houses
    return all(not houses[q] for q in board.group[p])


def buildable(board: Board, held: Holdings, seat: int) -> list[int]:
    """List the streets a seat may build on now."""
    owner, houses, mortgaged, cash = held.owner, held.houses, held.mortgaged, held.cash[seat]
    squares: list[int] = []
    for street_set in board.sets:
        members = street_set.squares
        if owner[members[0]] != seat or cash < street_set.house_cost:
            continue
        fewest = HOTEL
        for p in members:
            if owner[p] != seat or mortgaged[p]:
                break
            if houses[p] < fewest:
                fewest = houses[p]
        else:
            if fewest < HOTEL:
                squares += [p for p in members if houses[p] == fewest]
    return squares


def check_build(board: Board, held: Holdings, seat: int, p: int) -> None:
    """Raise IllegalMove with the reason unless a seat may build on a square now."""
    cost = board.house_cost[p]
    if not cost:
        raise IllegalMove("Houses stand on streets only.")
    members = board.group[p]
    if any(held.owner[q] != seat for q in members):
        raise IllegalMove("You can build only on a set that is wholly yours.")
    if any(held.mortgaged[q] for q in members):
        raise IllegalMove("You can't build while a street of the set is mortgaged.")
    if held.houses[p] >= HOTEL:
        raise IllegalMove("A hotel stands there already.")
    if held.houses[p] > min(held.houses[q] for q in members):
        raise IllegalMove("Build evenly: another street of the set has fewer houses.")
    if held.cash[seat] < cost:
        raise IllegalMove(f"A house there costs {cost}, and you have {held.cash[seat]}.")


def sellable(board: Board, held: Holdings, seat: int) -> list[int]:
    """List the streets a seat may sell a building from now."""
    owner, houses = held.owner, held.houses
    squares: list[int] = []
    for street_set in board.sets:
        members = street_set.squares
        if owner[members[0]] != seat:
            continue
        most = max([houses[p] for p in members])
        if most:
            squares += [p for p in members if houses[p] == most]
    return squares


def check_sell(board: Board, held: Holdings, seat: int, p: int) -> None:
    """Raise IllegalMove with the reason unless a seat may sell a building from a square now."""
    if held.owner[p] != seat:
        raise IllegalMove("That square isn't yours.")
    if not held.houses[p]:
        raise IllegalMove("Nothing is built there.")
    if held.houses[p] < max(held.houses[q] for q in board.group[p]):
        raise IllegalMove("Sell evenly: another street of the set has more houses.")


def built_on_group(board: Board, houses: Sequence[int]) -> Sequence[int]:
    """Give by position the most buildings on any square of its group."""
    if not any(houses):
        return houses
    standing = list(houses)
    for street_set in board.sets:
        most = max([houses[p] for p in street_set.squares])
        for p in street_set.squares:
            standing[p] = most
    return standing


def mortgageable(rules: Rules, held: Holdings, seat: int) -> list[int]:
    """List the squares a seat may mortgage now, rising."""
    owner, mortgaged = held.owner, held.mortgaged
    built = built_on_group(rules.board, held.houses) if rules.policies.mortgages_bare_groups else held.houses
    return [p for p in rules.board.deeds if owner[p] == seat and not (mortgaged[p] or built[p])]


def check_mortgage(rules: Rules, held: Holdings, seat: int, p: int) -> None:
    """Raise IllegalMove with the reason unless a seat may mortgage a square now."""
    if held.owner[p] != seat:
        raise IllegalMove("That square isn't yours.")
    if held.mortgaged[p]:
        raise IllegalMove("That square is mortgaged already.")
    if held.houses[p]:
        raise IllegalMove("Sell the buildings on it first.")
    if rules.policies.mortgages_bare_groups and not tradable(rules.board, held, p):
        raise IllegalMove("Sell the buildings of its group first.")


def check_unmortgage(board: Board, held: Holdings, seat: int, p: int) -> None:
    """Raise IllegalMove with the reason unless a seat may lift the mortgage of a square now."""
    if held.owner[p] != seat:
        raise IllegalMove("That square isn't yours.")
    if not held.mortgaged[p]:
        raise IllegalMove("That square isn't mortgaged.")
    if held.cash[seat] < board.lifting_cost[p]:
        raise IllegalMove(f"Lifting that mortgage costs {board.lifting_cost[p]}, and you have {held.cash[seat]}.")


def give_to_bank(state: State, p: int) -> None:
    """Return a square to the bank: unowned and unmortgaged."""
    state.owner[p] = NOBODY
    state.mortgaged[p] = False
