"""A small language to set a table up for a rules test and to play at it.

    t = Table(2, cash=[100, 30], owner={39: 1}, at=[36, 0], rolls="1+2")
    t.begin(0)                      # seat 0's turn: rolls 1+2 and comes to 39
    assert t.cash == [95, 35]

The dice are scripted: the state's `chance` is a `Scripted`, whose `dice(k)` is read off `rolls`; a roll
beyond the script fails the test. Decks are given top card first (`fortune="F4 F8"`), the other cards
follow. Every move goes through its JSON form, as it would from a record.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
import pytest

from games.rules.chance import Chance
from games.rules.errors import RulesError
from games.rules.interface import Kind
from games.rules.landlord import DECKS, LANDLORD
from games.rules.property.state import NOBODY, State
from tests.rules.candidates import offered

SEED = "00" * 32
OPTIONS = {"move_time": 86_400}


class Scripted(Chance, frozen=True):
    """A source of chance whose dice are written down beforehand; all else follows from the seed."""

    script: tuple[tuple[int, int], ...] = ()

    def dice(self, k: int) -> tuple[int, int]:
        """Give roll number k of the script; fail where the script has none."""
        assert k < len(self.script), f"roll {k} is not in the script {self.script}"
        return self.script[k]


def deck(number: int, top: str) -> list[str]:
    """Give a whole deck with the cards named on top, in that order."""
    first = top.split()
    return first + [card for card in DECKS[number].cards if card not in first]


class Table:
    """A game in a chosen position. `events` are those of the last move, `log` all so far."""

    def __init__(
        self,
        seats: int = 2,
        *,
        rolls: str = "",
        cash: Sequence[int] | None = None,
        at: Sequence[int] | None = None,
        jail: Sequence[int] | None = None,
        owner: Mapping[int, int] | None = None,
        houses: Mapping[int, int] | None = None,
        mortgaged: Iterable[int] = (),
        cards: Sequence[Sequence[str]] | None = None,
        out: Sequence[int] = (),
        fortune: str = "",
        post: str = "",
        order: Sequence[int] | None = None,
        kinds: Sequence[Kind] | None = None,
    ) -> None:
        state, _ = LANDLORD.start(kinds or ["person"] * seats, Chance(SEED), OPTIONS)
        script = tuple((int(r[0]), int(r[2])) for r in rolls.split())
        state.chance = Scripted(SEED, script)
        state.order = list(order or range(seats))
        state.cash = list(cash or [150] * seats)
        state.position = list(at or [0] * seats)
        state.jail = list(jail or [0] * seats)
        state.owner, state.houses = [NOBODY] * 40, [0] * 40
        for p, seat in (owner or {}).items():
            state.owner[p] = seat
        for p, number in (houses or {}).items():
            state.houses[p] = number
        state.mortgaged = [p in set(mortgaged) for p in range(40)]
        state.cards = [list(held) for held in cards or [[]] * seats]
        held = {card for cards_of_seat in state.cards for card in cards_of_seat}
        state.decks = [[card for card in deck(i, top) if card not in held] for i, top in enumerate((fortune, post))]
        state.place = [0] * seats
        for place, seat in enumerate(out):
            state.place[seat] = seats - place
            state.cash[seat] = 0
        state.rolls = state.moves = state.turns = state.offers = state.doubles = 0
        state.auction = state.offer = state.debt = None
        state.again, state.dice, state.refusals = False, (0, 0), []
        self.state: State = state
        self.events: list[Any] = []
        self.log: list[Any] = []
        self.manage(self.seats_in()[0])

    # -- setting up -----------------------------------------------------------------------------

    def seats_in(self) -> list[int]:
        """List the seats still in, in turn order."""
        return self.state.seats_in()

    def manage(self, seat: int) -> "Table":
        """Put a seat's turn at `manage`, all offers left, as if it had just got there."""
        self.state.turn = seat
        self.state.offers = self.state.doubles = 0
        self.state.again = False
        self.state.ask("manage", seat)
        return self

    def begin(self, seat: int) -> "Table":
        """Begin a seat's turn, by letting the one before it in turn order end its own."""
        before = self.state.seats_after(seat)[-1]
        self.manage(before)
        return self.play(before, "end_turn")

    # -- playing --------------------------------------------------------------------------------

    def play(self, seat: int, kind: str, **fields: Any) -> "Table":
        """Make a move, which must be legal and listed as such; gives the table for the next one."""
        assert kind == "timeout" or self.offers(seat, kind, **fields), f"{kind} is not listed"
        self.events = LANDLORD.apply(self.state, seat, self.move(kind, **fields))
        self.log += self.events
        return self

    def refused(self, seat: int, kind: str, **fields: Any) -> str:
        """Check that a move is refused and changes nothing; gives the sentence that says why."""
        move = self.move(kind, **fields)
        assert not self.offers(seat, kind, **fields), f"{move} is listed as legal"
        before = LANDLORD.encode_state(self.state)
        with pytest.raises(RulesError) as caught:
            LANDLORD.apply(self.state, seat, move)
        assert LANDLORD.encode_state(self.state) == before, "a refused move changed the state"
        return str(caught.value)

    def offers(self, seat: int, kind: str, **fields: Any) -> bool:
        """Tell whether `legal` offers a seat this very move (a bid or an offer: within its form)."""
        return offered(LANDLORD.legal(self.state, seat), seat, self.move(kind, **fields))

    def legal(self, seat: int) -> list[str]:
        """List what a seat may do, as `type` or `type square`, and `bid LOW-HIGH` or `offer`."""
        listing = LANDLORD.legal(self.state, seat)
        names = []
        for move in listing.moves:
            data = msgspec.to_builtins(move)
            names.append(" ".join(str(value) for value in data.values()))
        for form in listing.forms:
            data = msgspec.to_builtins(form)
            names.append(f"bid {form.low}-{form.high}" if data["form"] == "bid" else "offer")
        return sorted(names)

    def move(self, kind: str, **fields: Any) -> Any:
        """Give a move by its type and keys, read from its JSON; an offer's keys may be left out."""
        if kind == "offer":
            fields = {"give": [], "get": [], "give_cash": 0, "get_cash": 0} | fields
        return LANDLORD.decode_move(json.dumps({"type": kind, **fields}))

    # -- looking --------------------------------------------------------------------------------

    @property
    def cash(self) -> list[int]:
        """Cash by seat."""
        return self.state.cash

    @property
    def at(self) -> list[int]:
        """Positions by seat."""
        return self.state.position

    @property
    def asked(self) -> tuple[str, int]:
        """The decision waited for, and who is waited on."""
        return self.state.decision, self.state.asked

    @property
    def bottom(self) -> list[str]:
        """The bottom card of each deck."""
        return [cards[-1] for cards in self.state.decks]

    def owned(self, seat: int) -> list[int]:
        """List the squares that a seat owns."""
        return [p for p, owner in enumerate(self.state.owner) if owner == seat]

    def mortgages(self) -> list[int]:
        """List the squares that are mortgaged."""
        return [p for p, mortgaged in enumerate(self.state.mortgaged) if mortgaged]

    def happened(self, kind: str) -> list[dict[str, Any]]:
        """List the events of a kind among those of the last move, as plain data."""
        return [data for data in map(msgspec.to_builtins, self.events) if data["event"] == kind]
