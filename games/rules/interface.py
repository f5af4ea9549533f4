"""What every game offers to the table, the bots and the pages, whatever its rules."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol, TypeVar

import msgspec

from games.rules.chance import Chance

S = TypeVar("S")

#: Who sits at a seat.
Kind = Literal["person", "guest", "bot"]

#: Who made an entry of the record: in person, by a standing order, a bot, the clock, or all agreed.
By = Literal["player", "order", "bot", "clock", "agreed"]

#: How strong the bots of a game are.
Strength = Literal["easy", "medium", "hard"]

STRENGTHS: tuple[Strength, ...] = ("easy", "medium", "hard")

#: A move, an event and a view are structs of the game's own; each has one JSON form.
#: Only the game knows the types of the first two.
Move = Any
Event = Any
View = msgspec.Struct


def snake_case(name: str) -> str:
    """Give the tag that a struct has in JSON: its class's name in lower case with underscores.

    >>> snake_case("EndTurn")
    'end_turn'
    """
    return "".join("_" + letter.lower() if letter.isupper() else letter for letter in name).lstrip("_")


class Decision(msgspec.Struct, frozen=True):
    """Somebody is waited on.

    `wait` changes with each new wait and keys deadline and mail; `token` changes with every accepted
    move that changes what this seat may do, and tells an old page's move from a new one.
    """

    seat: int
    kind: str
    wait: int
    token: str


class Legal(msgspec.Struct):
    """What a seat may do now: exact moves, and forms whose fields are free within bounds."""

    moves: list[Any]
    forms: list[Any]


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: places, first place first, each a list of seats (several where tied)."""

    placings: list[list[int]]


class RuleSet(Protocol[S]):
    """One game in one version of its rules, as a value; it holds no state of any game."""

    @property
    def key(self) -> str:
        """The game's name in records and addresses, such as `landlord`."""

    @property
    def version(self) -> int:
        """Raised with every change of behaviour; old versions stay, so that old records verify."""

    @property
    def seats(self) -> range:
        """The numbers of seats that the game can be played with."""

    def check_options(self, options: Mapping[str, object]) -> None:
        """Raise MalformedMove unless these are exactly the game's options, in bounds."""

    def start(self, kinds: Sequence[Kind], chance: Chance, options: Mapping[str, object]) -> tuple[S, list[Event]]:
        """Give the state at the first decision, and what happened up to it."""

    def decisions(self, state: S) -> tuple[Decision, ...]:
        """Tell who is waited on, and for what; several are waited on all at once."""

    def legal(self, state: S, seat: int) -> Legal:
        """List what a seat may do, waited on or not."""

    def apply(self, state: S, seat: int, move: Move) -> list[Event]:
        """Make a move and what follows from it without a decision, and tell what happened.

        Raises IllegalMove, NotYourDecision or GameOver; the state is then as it was.
        """

    def on_timeout(self, state: S, seat: int) -> Move:
        """Give the move that a missed deadline makes for the seat waited on."""

    def check_by(self, state: S, seat: int, move: Move, by: By) -> None:
        """Raise IllegalMove unless this hand may make this move for this seat, in this state."""

    def view(self, state: S, seat: int | None) -> View:
        """Give what a seat may see of the state; None: what anybody may see."""

    def outcome(self, state: S) -> Outcome | None:
        """Give the placings, or None while the game runs."""

    def final(self, state: S) -> dict[str, Any]:
        """Give the record's `final` of a state."""

    def strength(self, state: S) -> Strength:
        """Tell how strong the bots of this game are."""

    def bot_number(self, state: S, seat: int) -> int:
        """Give a bot its own chance for the move it is about to make: below 2**256."""

    def decode_move(self, data: bytes | str) -> Move:
        """Read a move's JSON. Raises MalformedMove, which says what is wrong with it."""

    def encode_state(self, state: S) -> bytes:
        """Write the whole state as JSON, the seed included: for the database alone."""

    def decode_state(self, data: bytes | str) -> S:
        """Read a state back, exactly as it was."""

    def decode_events(self, data: bytes | str) -> list[Event]:
        """Read a list of events back from JSON."""
