"""A small language to set a table of Deedland up and to play at it, as `tests.rules.table` is for Landlord.

    t = Table(2, cash=[9_000, 30_000], owner={39: 1}, at=[36, 0], rolls="1+2")
    t.begin(0).play(0, "roll")      # seat 0 rolls 1+2 and comes to 39
    assert t.cash == [6_300, 32_700]

The dice are scripted, the deck is given top card first. Every move goes through its JSON form.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
import pytest

from games.rules.chance import Chance
from games.rules.deedland import BOARD, DECKS, DEEDLAND
from games.rules.errors import RulesError
from games.rules.interface import By, Kind
from games.rules.property.state import NOBODY, State
from tests.rules.candidates import offered
from tests.rules.table import Scripted

SEED = "00" * 32
OPTIONS = {"move_time": 86_400, "bots": None}


def deck(top: str) -> list[str]:
    """Give the whole deck with the cards named on top, in that order."""
    first = top.split()
    return first + [card for card in DECKS[0].cards if card not in first]


def group(number: int, seat: int) -> dict[int, int]:
    """Give the ownership of a whole group of streets by one seat."""
    return dict.fromkeys(BOARD.sets[number - 1].squares, seat)


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
        order: Sequence[int] | None = None,
        kinds: Sequence[Kind] | None = None,
        clock: bool = True,
    ) -> None:
        kinds = kinds or ["person"] * seats
        options = {"move_time": 30 if clock else None, "bots": "medium" if "bot" in kinds else None}
        state, _ = DEEDLAND.start(kinds, Chance(SEED), options)
        state.chance = Scripted(SEED, tuple((int(r[0]), int(r[2])) for r in rolls.split()))
        state.order = list(order or range(seats))
        state.cash = list(cash or [150_000] * seats)
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
        state.decks = [[card for card in deck(fortune) if card not in held]]
        for place, seat in enumerate(out):
            state.place[seat] = seats - place
            state.cash[seat] = 0
        self.state: State = state
        self.events: list[Any] = []
        self.log: list[Any] = []
        self.manage(state.seats_in()[0])

    # -- setting up -----------------------------------------------------------------------------

    def manage(self, seat: int) -> "Table":
        """Put a seat's turn at `manage`, all offers left, as if it had just got there by no double."""
        state = self.state
        state.turn, state.offers, state.offered, state.doubles, state.again = seat, 0, [], 0, False
        state.ask("manage", seat)
        return self

    def begin(self, seat: int) -> "Table":
        """Begin a seat's turn, by letting the one before it in turn order end its own."""
        before = self.state.seats_after(seat)[-1]
        return self.manage(before).play(before, "end_turn")

    # -- playing --------------------------------------------------------------------------------

    def play(self, seat: int, kind: str, by: By = "player", **fields: Any) -> "Table":
        """Make a move, which must be legal and listed as such; gives the table for the next one."""
        assert self.offers(seat, kind, **fields), f"{kind} is not listed"
        move = self.move(kind, **fields)
        if by == "player" and self.state.kinds[seat] == "bot":
            by = "bot"
        DEEDLAND.check_by(self.state, seat, move, by)
        self.events = DEEDLAND.apply(self.state, seat, move, by)
        self.log += self.events
        return self

    def roll(self, seat: int) -> "Table":
        """Begin a seat's turn and roll."""
        return self.begin(seat).play(seat, "roll")

    def tick(self) -> "Table":
        """Let the clock make its safe move."""
        seat = self.state.asked
        fields = msgspec.to_builtins(DEEDLAND.on_timeout(self.state, seat))
        return self.play(seat, fields.pop("type"), "clock", **fields)

    def refused(self, seat: int, kind: str, **fields: Any) -> str:
        """Check that a move is refused and changes nothing; gives the sentence that says why."""
        move = self.move(kind, **fields)
        assert not self.offers(seat, kind, **fields), f"{move} is listed as legal"
        before = DEEDLAND.encode_state(self.state)
        with pytest.raises(RulesError) as caught:
            DEEDLAND.apply(self.state, seat, move)
        assert DEEDLAND.encode_state(self.state) == before, "a refused move changed the state"
        return str(caught.value)

    def wrong_hand(self, seat: int, kind: str, by: By, **fields: Any) -> str:
        """Check that a move may not be made by this hand; gives the sentence that says why."""
        with pytest.raises(RulesError) as caught:
            DEEDLAND.check_by(self.state, seat, self.move(kind, **fields), by)
        return str(caught.value)

    def offers(self, seat: int, kind: str, **fields: Any) -> bool:
        """Tell whether `legal` offers a seat this very move (a bid or an offer: within its form)."""
        return offered(DEEDLAND.legal(self.state, seat), seat, self.move(kind, **fields))

    def legal(self, seat: int, *, draws: bool = False) -> list[str]:
        """List what a seat may do, as `type` or `type square`, and `bid LOW-HIGH` or `offer`."""
        listing = DEEDLAND.legal(self.state, seat)
        names = []
        for move in listing.moves:
            name = " ".join(str(value) for value in msgspec.to_builtins(move).values())
            if draws or "draw" not in name.split("_"):
                names.append(name)
        for form in listing.forms:
            data = msgspec.to_builtins(form)
            names.append(f"bid {form.low}-{form.high}" if data["form"] == "bid" else "offer")
        return sorted(names)

    def move(self, kind: str, **fields: Any) -> Any:
        """Give a move by its type and keys, read from its JSON; an offer's keys may be left out."""
        if kind == "offer":
            fields = {"give": [], "get": [], "give_cash": 0, "get_cash": 0} | fields
        return DEEDLAND.decode_move(json.dumps({"type": kind, **fields}))

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
    def placings(self) -> list[list[int]] | None:
        """The placings, once the game is over."""
        outcome = DEEDLAND.outcome(self.state)
        return outcome and outcome.placings

    def owned(self, seat: int) -> list[int]:
        """List the squares that a seat owns."""
        return [p for p, owner in enumerate(self.state.owner) if owner == seat]

    def mortgages(self) -> list[int]:
        """List the squares that are mortgaged."""
        return [p for p, mortgaged in enumerate(self.state.mortgaged) if mortgaged]

    def happened(self, kind: str) -> list[dict[str, Any]]:
        """List the events of a kind among those of the last move, as plain data."""
        return [data for data in map(msgspec.to_builtins, self.events) if data["event"] == kind]
