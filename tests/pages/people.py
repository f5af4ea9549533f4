"""Tables of people for tests of pages: dice of one's choice, a clock that can be moved, a browser for each."""

import json
from collections.abc import Callable
from datetime import timedelta
from functools import lru_cache
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client

from accounts.models import User
from games import queries, table
from games.models import Game, GameSecret, Seat, SiteClock
from games.rules.chance import Chance, derive_seed
from games.rules.landlord import LANDLORD
from games.table import instant
from games.who import Who
from tests.games import company

Wish = Callable[[Any], bool]
JSON = {"accept": "application/json"}


def first_buys(state: Any) -> bool:
    """Seat 0 moves first and stands on a square for sale, after no double."""
    return bool(state.turns == 1 and state.asked == 0 and state.decision == "buy" and not state.again)


@lru_cache
def _seed(wish: Wish, names: tuple[str, ...]) -> str:
    for number in range(20_000):
        seed = f"{number:064x}"[::-1]
        chance = Chance(derive_seed(seed, [seed[:16], *names[1:]]))
        state, _ = LANDLORD.start(["person"] * len(names), chance, {"move_time": 60})
        if wish(state):
            return seed
    raise AssertionError("no such game among twenty thousand")


class People:
    """A running game between people with accounts: seat 0 opened it."""

    def __init__(
        self,
        monkeypatch: pytest.MonkeyPatch,
        names: tuple[str, ...] = ("Ada", "Bob"),
        wish: Wish = first_buys,
        **plan: Any,
    ) -> None:
        self._monkeypatch = monkeypatch
        self.users = [User.objects.filter(name=name).first() or company.person(name) for name in names]
        self.clients = [company.browser(user) for user in self.users]
        seed = _seed(wish, tuple(name.lower() for name in names))
        with patch("games.table.opening.secrets.token_hex", lambda n: seed[: 2 * n]):
            self.id = company.running(*self.users, **plan).public_id
        self.sweep()

    @property
    def game(self) -> Game:
        return Game.objects.get(public_id=self.id)

    @property
    def state(self) -> Any:
        return LANDLORD.decode_state(GameSecret.objects.get(game__public_id=self.id).snapshot)

    def seat(self, number: int) -> Seat:
        return Seat.objects.get(game__public_id=self.id, number=number)

    def who(self, number: int) -> Who:
        return Who(user=self.users[number].pk)

    def reading(self, number: int) -> queries.TableReading:
        return queries.table(self.id, self.who(number))

    def url(self, rest: str = "") -> str:
        return f"/games/{self.id}/{rest}"

    def page(self, reader: int | None = None, rest: str = "") -> str:
        """Give the table's page as a seat sees it, None as a stranger does."""
        response = self.client(reader).get(self.url(rest))
        assert response.status_code == 200, response.content
        return response.content.decode()

    def client(self, reader: int | None) -> Client:
        return Client() if reader is None else self.clients[reader]

    def post(self, reader: int | None, rest: str, headers: dict[str, str] | None = None, **form: Any) -> Any:
        return self.client(reader).post(self.url(rest), form, headers=headers or {})

    def move(self, reader: int, *moves: dict[str, Any]) -> None:
        """Make a move that has to succeed."""
        table.play(self.id, self.who(reader), self.reading(reader).token, [json.dumps(move) for move in moves])

    def later(self, by: timedelta, *, swept: bool = True) -> None:
        """Let time go by; with a sweep that looked all the while, unless the site stood still."""
        self._monkeypatch.setattr(instant, "shift", instant.shift + by)
        if swept:
            self.sweep()

    def sweep(self) -> None:
        """Note that a sweep has just looked, without acting on anything."""
        SiteClock.objects.update_or_create(pk=1, defaults={"swept_at": table.now()})
