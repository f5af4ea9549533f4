"""Tables of a game whose host starts them, and tables of one person against bots, for tests of their clocks."""

from collections.abc import Callable
from types import SimpleNamespace

import pytest

from games import table
from games.models import Game, Seat
from games.rules.deedland import DEEDLAND
from games.rules.interface import Strength
from games.rules.property.state import State
from games.who import Who
from tests.clock.tables import NAMES, Played, person, seed_for

Wish = Callable[[State], bool]


def first(state: State) -> bool:
    """Seat 0 moves first."""
    return state.asked == 0


class Hosted:
    """Opens and starts games of Deedland between people with accounts, the same ones in each, or against bots."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch

    def open(self, people: int = 2, *, move_time: int | None = 30, wish: Wish = first) -> Played:
        """Open a table, and have all sit down."""
        sitters = [_sitter(name) for name in NAMES[:people]]
        options = DEEDLAND.options(move_time, None)
        game = self._open(sitters[:1], table.Plan(4, options), seed_for(wish, ["person"] * people, DEEDLAND, options))
        table.bring_seed(game.public_id, sitters[0].who, "seed-0")
        for number, sitter in enumerate(sitters[1:], 1):
            assert not table.sit(game.public_id, sitter, f"seed-{number}")
        return Played(game.public_id, {n: sitter.who for n, sitter in enumerate(sitters)})

    def start(self, people: int = 2, *, move_time: int | None = 30, wish: Wish = first) -> Played:
        """Start a game of people who are all ready."""
        played = self.open(people, move_time=move_time, wish=wish)
        for who in played.people.values():
            assert not table.get_ready(played.id, who)
        table.start(played.id, played.people[0])
        return played

    def against_bots(self, bots: int, level: Strength, *, move_time: int | None = None, wish: Wish = first) -> Played:
        """Start a game of one person against bots."""
        sitter = _sitter(NAMES[0])
        options = DEEDLAND.options(move_time, level)
        plan = table.Plan(1 + bots, options, bots_fill=True)
        seed = seed_for(wish, ["person"] + ["bot"] * bots, DEEDLAND, options)
        game = self._open([sitter, *table.bots(bots)], plan, seed)
        table.start(game.public_id, sitter.who, "seed-0")
        return Played(game.public_id, {0: sitter.who})

    def _open(self, sitters: list[table.Sitter], plan: table.Plan, seed: str) -> Game:
        with self._monkeypatch.context() as patched:
            patched.setattr("games.table.opening.secrets", SimpleNamespace(token_hex=lambda _: seed))
            return table.open_table(DEEDLAND, sitters, plan)


def _sitter(name: str) -> table.Sitter:
    user = person(name)
    return table.Sitter(Seat.Kind.PERSON, user.name, Who(user=user.pk))
