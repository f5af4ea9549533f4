"""Nothing that anybody can get before a roll depends on it: games of other seeds look the same."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.models import Game, GameSecret
from games.rules.chance import Chance, derive_seed
from games.rules.landlord import LANDLORD
from tests.attacks.doors import program
from tests.clock.tables import Played, Tables, first_buys, person

pytestmark = pytest.mark.django_db

SEEDS = ["seed-0", "seed-1"]
PAGES = (
    "/games/{}/", "/games/{}/live/", "/games/{}/record.json", "/games/{}/replay/", "/games/{}/replay/?move=last",
    "/games/{}/replay.json", "/games/mine/", "/games/?show=play",
)  # fmt: skip
READINGS = ("games/{}/", "games/{}/events/", "games/{}/record/", "games/{}/replay/", "games/?show=playing")


def _next_rolls(server_seed: str) -> list[int]:
    chance = Chance(derive_seed(server_seed, SEEDS))
    return [chance.draw("dice", k) % 36 for k in range(1, 4)]


@pytest.fixture
def pair(tables: Tables) -> tuple[Played, str, str]:
    """A game at its first decision, and two server seeds that lead to this decision and on to other rolls."""
    game = tables.start(2)
    seed = GameSecret.objects.get(game__public_id=game.id).server_seed
    kinds: Any = ["person", "person"]
    shown = _visible(seed, kinds)
    for number in range(10**6, 10**6 + 20_000):
        other = f"{number:064x}"
        if _visible(other, kinds) == shown and _next_rolls(other) != _next_rolls(seed):
            return game, seed, other
    raise AssertionError("no two games begin alike")


def _visible(server_seed: str, kinds: Any) -> Any:
    state, events = LANDLORD.start(kinds, Chance(derive_seed(server_seed, SEEDS)), {"move_time": 86_400})
    if not first_buys(state):
        return None
    return LANDLORD.view(state, None), [LANDLORD.view(state, seat) for seat in (0, 1)], events


def _swap(game: Played, server_seed: str) -> None:
    """Make it the game of the other seed, which nobody can tell from it yet, the commitment apart."""
    secret = GameSecret.objects.get(game__public_id=game.id)
    chance = Chance(derive_seed(server_seed, SEEDS))
    state, _ = LANDLORD.start(["person", "person"], chance, {"move_time": 86_400})
    secret.server_seed, secret.snapshot = server_seed, LANDLORD.encode_state(state).decode()
    secret.save()


def _everything(game: Played, readers: dict[str, Callable[[str], Any]]) -> dict[tuple[str, str], str]:
    found = {}
    for who, get in readers.items():
        for address in PAGES if not who.startswith("program") else READINGS:
            answer = get(address.format(game.id))
            headers = {n: v for n, v in answer.headers.items() if n not in ("X-Request-ID", "Set-Cookie")}
            headers = {n: v for n, v in headers.items() if not n.startswith("RateLimit")}
            # The token against forged forms is drawn anew for each answer.
            body = re.sub(r'(name="csrfmiddlewaretoken" value=")[^"]*', r"\1", answer.content.decode())
            found[who, address] = json.dumps([answer.status_code, headers, body])
    return found


def test_everything_that_can_be_read_before_a_roll_is_the_same_whatever_the_roll_will_be(
    pair: tuple[Played, str, str],
) -> None:
    game, seed, other = pair
    readers: dict[str, Callable[[str], Any]] = {"nobody": Client().get}
    for name in ("ada", "bob", "dan"):
        browser, caller = Client(), program(person(name))
        browser.force_login(person(name))
        readers[name] = browser.get
        readers[f"program of {name}"] = lambda path, caller=caller: caller.client.get(  # type: ignore[misc]
            f"/api/v1/{path}", headers=caller._headers({})
        )
    _everything(game, readers)
    first = _everything(game, readers)
    assert any("pay_fine" in body or "decline" in body for body in first.values())
    _swap(game, other)
    second = _everything(game, readers)
    assert _next_rolls(seed) != _next_rolls(other)
    for key, body in first.items():
        assert body == second[key], key
    # What is told when a table opens is the one thing that depends on the seed, and it gives nothing away.
    assert Game.objects.get(public_id=game.id).commitment in first["nobody", "/games/{}/record.json"]
    assert not any(secret in body for body in first.values() for secret in (seed, other))
