"""Tables of Deedland for tests of pages: friends who are in the middle of a game, with what is to come laid out."""

from datetime import timedelta
from functools import lru_cache
from typing import Any
from unittest.mock import patch

import pytest

from accounts.models import User
from games import members, table
from games.models import GameSecret, Seat
from games.rules.chance import Chance, derive_seed
from games.rules.deedland import DEEDLAND
from games.rules.property.state import State
from games.table import Plan
from games.who import Who
from tests.games import company
from tests.pages.people import People


@lru_cache
def _seed(names: tuple[str, ...]) -> str:
    """Find a server seed by which seats move in the order of their numbers."""
    for number in range(1_000):
        seed = f"{number:064x}"[::-1]
        chance = Chance(derive_seed(seed, [seed[:16], *names[1:]]))
        if chance.shuffle(range(len(names)), "order") == list(range(len(names))):
            return seed
    raise AssertionError("no such order among a thousand")


class Friends(People):
    """A running game of Deedland: seat 0 is the host's, has the first turn, and is asked to roll."""

    def __init__(
        self,
        monkeypatch: pytest.MonkeyPatch,
        names: tuple[str, ...] = ("Ada", "Bob"),
        move_time: int | None = 30,
        *,
        secret: bool = False,
    ) -> None:
        self._monkeypatch = monkeypatch
        self.users = [User.objects.filter(name=name).first() or company.person(name) for name in names]
        self.clients = [company.browser(user) for user in self.users]
        seed = _seed(tuple(name.lower() for name in names))
        with patch("games.table.opening.secrets.token_hex", lambda n: seed[: 2 * n]):
            plan = Plan(4, DEEDLAND.options(move_time, None), secret=secret)
            game = table.open_table(DEEDLAND, [members.sitter(self.users[0])], plan)
            company.sit(game, *self.users[1:])
            company.ready(game, *self.users)
            self.id = game.public_id
            self.sweep()
            table.start(self.id, Who(user=self.users[0].pk))

    def let(self, **given: Any) -> "Friends":
        """Lay out what is to come; see `lay_out`."""
        lay_out(self.id, **given)
        return self

    def expire_in(self, seconds: float) -> None:
        """Move the deadline of who is asked to so long from now."""
        Seat.objects.filter(game__public_id=self.id, due_at__isnull=False).update(
            due_at=table.now() + timedelta(seconds=seconds)
        )


def lay_out(game_id: str, *, rolls: str = "", fortune: str = "", **fields: Any) -> None:
    """Lay out what is to come in a game: the next rolls ("1+2"), the top card, and fields of the state.

    Lists by square are given as what differs from nobody and nothing, {square: value}.
    """
    secret = GameSecret.objects.get(game__public_id=game_id)
    state: State = DEEDLAND.decode_state(secret.snapshot)
    for name, value in fields.items():
        if isinstance(value, dict):
            listed = getattr(state, name)
            for p, what in value.items():
                listed[p] = what
        else:
            setattr(state, name, value)
    if fortune:
        state.decks[0].remove(fortune)
        state.decks[0].insert(0, fortune)
    wanted = [(int(roll[0]), int(roll[2])) for roll in rolls.split()]
    while [state.chance.dice(state.rolls + n) for n in range(len(wanted))] != wanted:
        state.rolls += 1
    secret.snapshot = DEEDLAND.encode_state(state).decode()
    secret.save(update_fields=["snapshot"])
