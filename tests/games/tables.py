"""Tables for tests: opened and started through the pages, as a browser does it, with dice of one's choice."""

import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from django.http import HttpResponse
from django.test import Client

from games import queries
from games.models import Game, GameSecret, Seat
from games.rules.chance import Chance, derive_seed
from games.rules.landlord import LANDLORD
from games.who import Who

CLIENT_SEED = "ada"
JSON = {"accept": "application/json"}

BUY, DECLINE, END_TURN, RESIGN = ({"type": kind} for kind in ("buy", "decline", "end_turn", "resign"))

#: A wish for a game: it is asked with the state at the first decision, seat 0 being the guest's.
Wish = Callable[[Any], bool]


def _first_asked_to_buy(state: Any) -> bool:
    return state.turns == 1 and state.asked == 0 and state.decision == "buy"


def guest_buys(state: Any) -> bool:
    """The guest moves first and stands on a square for sale, after no double."""
    return _first_asked_to_buy(state) and not state.again


def buy_then_roll_again(state: Any) -> bool:
    """The guest stands on a square for sale after a double; the second roll asks nothing but to manage."""
    if not (_first_asked_to_buy(state) and state.again):
        return False
    LANDLORD.apply(state, 0, LANDLORD.decode_move('{"type":"buy"}'))
    return bool(state.decision == "manage" and state.asked == 0)


def buy_then_buy_again(state: Any) -> bool:
    """The guest stands on a square for sale after a double, and the second roll leads to another."""
    if not (_first_asked_to_buy(state) and state.again):
        return False
    LANDLORD.apply(state, 0, LANDLORD.decode_move('{"type":"buy"}'))
    return bool(state.decision == "buy" and state.asked == 0)


def bot_moves_first(state: Any) -> bool:
    """A bot is asked first."""
    return bool(state.asked != 0)


def bot_buys_first(state: Any) -> bool:
    """A bot is asked first, whether to buy; the guest has all the money of the start."""
    return bool(state.turns == 1 and state.asked == 1 and state.decision == "buy" and state.cash[0] == 150)


@lru_cache
def server_seed(wish: Wish, seats: int) -> str:
    """Find a server seed that makes a wish come true."""
    for number in range(20_000):
        seed = f"{number:064x}"
        chance = Chance(derive_seed(seed, [CLIENT_SEED, *[""] * (seats - 1)]))
        state, _ = LANDLORD.start(["guest", *["bot"] * (seats - 1)], chance, {"move_time": 604_800})
        if wish(state):
            return seed
    raise AssertionError("no such game among twenty thousand")


@dataclass
class Played:
    """A game and the browser of the guest who plays it."""

    id: str
    client: Client
    server_seed: str = field(repr=False)

    @property
    def game(self) -> Game:
        return Game.objects.get(public_id=self.id)

    @property
    def secret(self) -> GameSecret:
        return GameSecret.objects.get(game__public_id=self.id)

    @property
    def who(self) -> Who:
        return Who(guest=Seat.objects.get(game__public_id=self.id, number=0).guest_key)

    @property
    def state(self) -> Any:
        return LANDLORD.decode_state(self.secret.snapshot)

    @property
    def seed(self) -> str:
        return derive_seed(
            self.secret.server_seed, list(self.game.seats.order_by("number").values_list("client_seed", flat=True))
        )

    @property
    def token(self) -> str:
        return queries.table(self.id, self.who).token

    def url(self, rest: str = "") -> str:
        return f"/games/{self.id}/{rest}"

    def start(self, client_seed: str = CLIENT_SEED, **headers: str) -> HttpResponse:
        return self.client.post(self.url("start/"), {"client_seed": client_seed}, headers=headers)

    def send(self, *moves: dict[str, Any], token: str | None = None, client: Client | None = None) -> HttpResponse:
        """Post moves as the page's JavaScript does, with the token that counts now if none is given."""
        form = {"token": self.token if token is None else token, "move": [json.dumps(move) for move in moves]}
        return (client or self.client).post(self.url("move/"), form, headers=JSON)

    def rows(self) -> list[dict[str, Any]]:
        """What stands in the database of this game, to see that nothing was written."""
        game = list(Game.objects.filter(public_id=self.id).values())
        secret = list(GameSecret.objects.filter(game__public_id=self.id).values())
        seats = list(Seat.objects.filter(game__public_id=self.id).order_by("number").values())
        moves = list(self.game.moves.order_by("number").values())
        return [*game, *secret, *seats, *moves]

    def play_on(self, decisions: int, seed: int = 1) -> int:
        """Make random moves of the guest's, never resigning; give how many it came to before the end."""
        rng = random.Random(seed)
        for made in range(decisions):
            reading = queries.table(self.id, self.who)
            if reading.game.status == "finished":
                return made
            assert reading.legal is not None
            moves = [move for move in msgspec.to_builtins(reading.legal.moves) if move["type"] != "resign"]
            response = self.send(rng.choice(moves), token=reading.token)
            assert response.status_code == 200, response.content
        return decisions


class Opener:
    """Opens tables for tests; a wish chooses the dice."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch

    def open(self, seats: int = 2, wish: Wish = guest_buys, client: Client | None = None) -> Played:
        client = client or Client()
        seed = server_seed(wish, seats)
        with self._monkeypatch.context() as patched:
            patched.setattr("games.table.opening.secrets", SimpleNamespace(token_hex=lambda _: seed))
            response = client.post("/play/", {"seats": seats}, headers=JSON)
        assert response.status_code == 201, response.content
        return Played(response.json()["id"], client, seed)

    def start(self, seats: int = 2, wish: Wish = guest_buys, client: Client | None = None) -> Played:
        played = self.open(seats, wish, client)
        assert played.start(**JSON).status_code == 200
        return played
