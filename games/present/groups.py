"""Sets and other groups of squares as the pages name them: letters, a name, and how much of one a seat has."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.safestring import SafeString

from games.present.once import once
from games.present.pieces import piece
from games.rules.property.board import Board, Square
from games.rules.property.deeds import Holdings
from games.rules.property.rules import Rules

#: What a set's bands are drawn with, by its number: a key for those who can't tell the colours.
PATTERNS = (
    "dots",
    "level lines",
    "slanting lines",
    "waves",
    "rings",
    "upright lines",
    "brickwork",
    "cross-hatch",
)


@dataclass(frozen=True)
class Group:
    """A set, or all squares of another kind. `number` is a set's, 0 for the others; `charge` what stopping costs."""

    key: str
    letters: str
    name: str
    number: int
    kind: str
    squares: tuple[int, ...]
    charge: str = "rent"

    @property
    def css(self) -> str:
        """The class that colours its chip."""
        return f"set {self.colour}" if self.number else "set"

    @property
    def colour(self) -> str:
        """The class of a set's colour, which is what its name says."""
        return self.name.lower() if self.number else ""

    @property
    def whole(self) -> str:
        """What owning all of it is called."""
        return f"all of {self.name}" if self.number else f"all the {self.name.lower()}"


@dataclass(frozen=True)
class Share:
    """How many squares of a group somebody has."""

    group: Group
    count: int

    @property
    def size(self) -> int:
        """How many squares the group has."""
        return len(self.group.squares)

    @property
    def whole(self) -> bool:
        """Tell whether that is all of it."""
        return self.count == self.size

    @property
    def html(self) -> SafeString:
        """It as an entry of a list."""
        return _counted(self)


_counted: Callable[[Share], SafeString] = piece("games/_share_of.html", "share")


@once
def groups(rules: Rules) -> tuple[Group, ...]:
    """List the groups of a board: its sets in order, then the others."""
    board = rules.board
    found = [_group(board, squares) for squares in board.groups]
    return tuple(sorted(found, key=lambda g: (not g.number, g.squares[0])))


@once
def group_of(rules: Rules) -> dict[int, Group]:
    """Give each deed's group by the deed's position."""
    return {p: group for group in groups(rules) for p in group.squares}


def shares(rules: Rules, held: Holdings, seat: int) -> list[Share]:
    """List what a seat has of each group, those left out of which it has nothing."""
    owner = held.owner
    counted = (Share(g, sum(owner[p] == seat for p in g.squares)) for g in groups(rules))
    return [share for share in counted if share.count]


def _group(board: Board, squares: tuple[int, ...]) -> Group:
    square: Square = board.squares[squares[0]]
    if square.set:
        name = next(s.name for s in board.sets if s.number == square.set)
        return Group(f"s{square.set}", name[:2], name, square.set, square.kind, squares)
    other = board.other_group[square.kind]
    return Group(square.kind, other.letters, other.name, 0, square.kind, squares, other.charge)
