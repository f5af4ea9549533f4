"""A board as a value: its squares, and the figures of each read off by position."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

SquareKind = Literal["start", "street", "ferry", "works", "card", "tax", "jail", "rest", "go_to_jail"]


@dataclass(frozen=True, kw_only=True)
class Square:
    """One square; a figure that its kind does not have is 0 or empty.

    `mortgage` is what the bank lends on it, `lifting` what lifting the mortgage costs, `deck` the index
    of the deck that a card square draws from, `set` the number of a street's set, from 1.
    `rents` of a street: bare, then with 1 to 4 houses and a hotel. Of a ferry: the fare when its owner
    holds 1, 2, 3, 4. Of the works: the factor of the roll when its owner holds 1, 2.
    """

    position: int
    name: str
    kind: SquareKind
    set: int
    price: int
    mortgage: int
    lifting: int
    rents: tuple[int, ...]
    house_cost: int
    tax: int
    deck: int


@dataclass(frozen=True)
class StreetSet:
    """A set of streets: its number from 1, name, positions, and the cost of a house on it."""

    number: int
    name: str
    squares: tuple[int, ...]
    house_cost: int


class OtherGroup(NamedTuple):
    """All squares of a kind that are no streets, and the words for them.

    `name` is theirs together, `one` that of one of them, `letters` a name of two letters, and `charge` what
    is paid for stopping there.
    """

    kind: SquareKind
    name: str
    one: str
    letters: str
    charge: str


@dataclass(frozen=True)
class Board:
    """Forty squares in playing order, the sets of streets, what the other groups are called, and what it all shows."""

    place: str
    squares: tuple[Square, ...]
    sets: tuple[StreetSet, ...]
    other_groups: tuple[OtherGroup, ...]

    @cached_property
    def deeds(self) -> tuple[int, ...]:
        """The positions that can be owned, rising."""
        return tuple(s.position for s in self.squares if s.price)

    @cached_property
    def price(self) -> tuple[int, ...]:
        """Prices by position."""
        return tuple(s.price for s in self.squares)

    @cached_property
    def mortgage_value(self) -> tuple[int, ...]:
        """What the bank lends on a square, by position."""
        return tuple(s.mortgage for s in self.squares)

    @cached_property
    def lifting_cost(self) -> tuple[int, ...]:
        """What lifting a square's mortgage costs, by position."""
        return tuple(s.lifting for s in self.squares)

    @cached_property
    def house_cost(self) -> tuple[int, ...]:
        """What one building costs, by position; 0 where none can stand."""
        return tuple(s.house_cost for s in self.squares)

    @cached_property
    def rents(self) -> tuple[tuple[int, ...], ...]:
        """Rents by position, as in `Square.rents`."""
        return tuple(s.rents for s in self.squares)

    @cached_property
    def kind(self) -> tuple[SquareKind, ...]:
        """Kinds by position."""
        return tuple(s.kind for s in self.squares)

    @cached_property
    def group(self) -> tuple[tuple[int, ...], ...]:
        """By position, the positions of the same set, or of all ferries, or of both works."""
        groups = []
        for square in self.squares:
            same = [s.position for s in self.squares if square.price and s.kind == square.kind and s.set == square.set]
            groups.append(tuple(same))
        return tuple(groups)

    @cached_property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """All groups once: the sets, the ferries, the works, by their first position."""
        return tuple(dict.fromkeys(self.group[p] for p in self.deeds))

    @cached_property
    def group_named(self) -> dict[str, tuple[int, ...]]:
        """Positions by the name of their group: the sets in order, then the others."""
        named = {street_set.name: street_set.squares for street_set in self.sets}
        for other in self.other_groups:
            named[other.name] = tuple(s.position for s in self.squares if s.kind == other.kind)
        return named

    @cached_property
    def other_group(self) -> dict[SquareKind, OtherGroup]:
        """The other groups by their kind of square."""
        return {other.kind: other for other in self.other_groups}

    @cached_property
    def jail(self) -> int:
        """The position of the jail."""
        return self.kind.index("jail")
