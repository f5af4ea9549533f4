"""Cards as data: what is printed on each, one struct a kind of effect."""

from dataclasses import dataclass

from games.rules.property.board import SquareKind


@dataclass(frozen=True)
class GoTo:
    """Forward to a square."""

    square: int


@dataclass(frozen=True)
class GoToNext:
    """Forward to the next square of a kind."""

    kind: SquareKind


@dataclass(frozen=True)
class GoBack:
    """Back some squares."""

    squares: int


@dataclass(frozen=True)
class GoToJail:
    """To jail."""


@dataclass(frozen=True)
class GetOut:
    """Kept until used: the way out of jail."""


@dataclass(frozen=True)
class Collect:
    """The bank pays."""

    amount: int


@dataclass(frozen=True)
class Pay:
    """Pay the bank."""

    amount: int


@dataclass(frozen=True)
class Repairs:
    """Pay the bank for each house and each hotel; a hotel is no house."""

    house: int
    hotel: int


@dataclass(frozen=True)
class CollectFromEach:
    """Each other player pays."""

    amount: int


@dataclass(frozen=True)
class PayEach:
    """Pay each other player."""

    amount: int


Effect = GoTo | GoToNext | GoBack | GoToJail | GetOut | Collect | Pay | Repairs | CollectFromEach | PayEach


@dataclass(frozen=True)
class Deck:
    """A deck: its name, the label it is shuffled under, its cards by id in the order before that."""

    name: str
    label: str
    cards: dict[str, Effect]
