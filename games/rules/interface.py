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

#: What a player says before being asked; a struct of the game's own, with one JSON form, as a move.
#: To the table early answers, which are for one occasion, and standing orders, which stay until they are
#: taken off, are one thing: what is left, acts, and is forgotten. Every order has two attributes:
#: `occasion`, the kind of decision that an early answer is for, empty of a standing order; and `subject`,
#: a tuple of strings and numbers that says what it is about: of a player's orders about the same only the
#: latest is kept. An order is no part of a state or a view: whoever keeps it shows it to its player alone.
Order = Any


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


class DrawOffer(msgspec.Struct, frozen=True):
    """A standing offer to end the game as a draw: nobody's decision, and no deadline depends on it.

    `to_answer` are the seats that have still to accept or refuse it, from the left of the one who made it.
    `token` is the offer's own, the number of its entry in the record: an answer that names another was meant for
    another offer.
    """

    giver: int
    to_answer: tuple[int, ...]
    token: str


class Tables(msgspec.Struct, frozen=True):
    """What tables a game has, and what is chosen when one is opened.

    `mixed`: people and bots may play together, a full table starts by itself, and empty seats may go to bots.
    Else a table is one of two kinds: of people alone, where all press Ready and the host starts, or of one
    person against bots. `levels`: the bots' level is chosen. Move times are in seconds: a range and some others,
    of which None is no clock. `with_people` and `with_bots` are the move times where none is chosen.
    """

    mixed: bool
    levels: bool
    move_times: range
    other_move_times: tuple[int | None, ...]
    with_people: int | None
    with_bots: int | None


class Leaving(msgspec.Struct, frozen=True):
    """A seat has left the game: the place that it got, and why: by its debts, in person, by its deadline."""

    seat: int
    place: int
    why: Literal["bankrupt", "resigned", "timeout"]


class RuleSet(Protocol[S]):
    """One game in one version of its rules, as a value; it holds no state of any game."""

    @property
    def key(self) -> str:
        """The game's name in records and addresses, such as `landlord`."""

    @property
    def title(self) -> str:
        """The game's name for people."""

    @property
    def version(self) -> int:
        """Raised with every change of behaviour; old versions stay, so that old records verify."""

    @property
    def seats(self) -> range:
        """The numbers of seats that the game can be played with."""

    @property
    def tables(self) -> Tables:
        """What tables the game has."""

    @property
    def draws(self) -> bool:
        """Whether players can agree on a draw. If not, they can agree on an end that ranks them as they stand."""

    def check_options(self, options: Mapping[str, object]) -> None:
        """Raise MalformedMove unless these are exactly the game's options, in bounds."""

    def options(self, move_time: int | None, bots: Strength | None) -> dict[str, Any]:
        """Give the options with a move time (None: no clock) and a bots' level (None: no bots).

        The level is left out where the game draws it. Whether they are in bounds `check_options` tells.
        """

    def start(self, kinds: Sequence[Kind], chance: Chance, options: Mapping[str, object]) -> tuple[S, list[Event]]:
        """Give the state at the first decision, and what happened up to it."""

    def decisions(self, state: S) -> tuple[Decision, ...]:
        """Tell who is waited on, and for what; several are waited on all at once."""

    def legal(self, state: S, seat: int) -> Legal:
        """List what a seat may do, waited on or not: to leave, to withdraw, to offer or answer a draw too."""

    def apply(self, state: S, seat: int, move: Move, by: By = "player") -> list[Event]:
        """Make a move and what follows from it without a decision, and tell what happened.

        By whose hand is for rules that look back at it, as where a clock that plays alone comes to rest.
        Raises IllegalMove, NotYourDecision or GameOver; the state is then as it was.
        """

    def on_timeout(self, state: S, seat: int) -> Move:
        """Give the move that a missed deadline makes for the seat waited on."""

    @property
    def clock_plays(self) -> bool:
        """Whether the clock moves for who misses a deadline, who stays in; else that costs a chance, or the game."""

    def clock_rests(self, state: S) -> bool:
        """Tell whether the wait that goes on has no deadline, nobody having moved for long.

        It has one as soon as this is no longer so: a full move time from the move that changed it.
        """

    def clock_goes_on(self, state: S) -> bool:
        """Tell whether the clock, having begun to answer a wait, has to go on: `on_timeout` again, at once."""

    def token(self, state: S, seat: int, move: Move) -> str | None:
        """Give the token that a seat's move has to name: that of what it answers. None: it may come at any time.

        A move that answers nothing, such as a withdrawal or a resignation, names the moves so far.
        """

    def draw_offer(self) -> Move:
        """Give the move by which a seat offers a draw. Raises IllegalMove where there are none."""

    def draw_answer(self, *, accept: bool) -> Move:
        """Give the move by which a seat answers a draw offer. Raises IllegalMove where there are none."""

    def resignation(self) -> Move:
        """Give the move by which a seat leaves the game of its own will."""

    def lapses(self, kind: str) -> bool:
        """Tell whether a missed deadline at this kind of decision costs the chance only, not the game."""

    def a_day_at_most(self, kind: str) -> bool:
        """Tell whether this kind of decision is waited for no longer than a day, however long the move time."""

    def check_by(self, state: S, seat: int, move: Move, by: By) -> None:
        """Raise IllegalMove unless this hand may make this move for this seat, in this state."""

    def standing_draw(self, state: S) -> DrawOffer | None:
        """Give the standing draw offer, or None. Bots among those who have to answer do so at once, in order."""

    def view(self, state: S, seat: int | None) -> View:
        """Give what a seat may see of the state; None: what anybody may see."""

    def outcome(self, state: S) -> Outcome | None:
        """Give the placings, or None while the game runs."""

    def seats_in(self, state: S) -> list[int]:
        """List the seats still in, in turn order."""

    def leavings(self, events: Sequence[Event]) -> list[Leaving]:
        """List who has left the game in what happened, in that order."""

    def turn_of(self, state: S) -> int:
        """Tell whose turn it is: not always the seat waited on. Of a game that is over, whose it was."""

    def net_worths(self, state: S) -> list[int]:
        """Give what each seat is worth by the game's measure, by seat; 0 for one that is out."""

    def final(self, state: S) -> dict[str, Any]:
        """Give the record's `final` of a state."""

    def strength(self, state: S) -> Strength | None:
        """Tell how strong the bots of this game are; None where none plays and none was drawn."""

    def bot_number(self, state: S, seat: int) -> int:
        """Give a bot its own chance for the move it is about to make: below 2**256."""

    def decode_move(self, data: bytes | str) -> Move:
        """Read a move's JSON. Raises MalformedMove, which says what is wrong with it."""

    def decode_order(self, data: bytes | str) -> Order:
        """Read an order's JSON. Raises MalformedMove, which says what is wrong with it."""

    def check_order(self, state: S, seat: int, order: Order) -> None:
        """Raise IllegalMove, NotYourDecision or GameOver unless a seat may leave this order now."""

    def orders_open(self, state: S, seat: int) -> list[Order]:
        """List the orders a seat may leave now, one of each type; a sum in one is the most that it may be.

        Of an early answer the rest is as it must be. What else a standing order names is an example.
        """

    def ordered(self, state: S, seat: int, orders: Sequence[Order]) -> Move | None:
        """Give the legal move that a seat's orders make now; None if it is asked in person, or not at all.

        The same state and orders always give the same. An early answer, given for this very occasion, counts
        before the wish to be asked, and this before a standing order.
        """

    def covered(self, state: S, seat: int, orders: Sequence[Order]) -> bool:
        """Tell whether a seat that is still to be asked in a round that goes on is answered for by its orders.

        As things stand: it need not be told of the round before.
        """

    def order_stands(self, state: S, seat: int, order: Order) -> bool:
        """Tell whether an order may still act. If not, it may be forgotten.

        To be asked after every move: what stood for one auction must not act in the next one.
        """

    def encode_state(self, state: S) -> bytes:
        """Write the whole state as JSON, the seed included: for the database alone."""

    def decode_state(self, data: bytes | str) -> S:
        """Read a state back, exactly as it was."""

    def decode_events(self, data: bytes | str) -> list[Event]:
        """Read a list of events back from JSON."""
