"""A client that a generator makes of the OpenAPI document plays a whole game, with the generator's own types."""

import importlib
import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from accounts import tokens
from games.api import schema
from games.models import Game
from games.rules.record import decode, verify
from tests.api.conftest import PLAY, with_dice
from tests.games.company import person

NAME = "generated_for_landlord"
#: Operations that are about people and no game.
PEOPLE = ("account", "leaderboard", "player", "list_muted", "unmute")
#: What it would rather do, first to last, as the generator calls it.
WISHES = ("Build", "Buy", "Roll", "Accept", "Pass", "Decline", "EndTurnMove", "Sell", "Mortgage")


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Generate a client; a document that the generator does not wholly understand fails."""
    folder = tmp_path_factory.mktemp("client")
    (folder / "openapi.json").write_bytes(schema.document())
    made = subprocess.run(
        [
            *(sys.executable, "-m", "openapi_python_client", "generate", "--fail-on-warning", "--meta", "none"),
            *("--path", str(folder / "openapi.json"), "--output-path", str(folder / NAME)),
        ],
        capture_output=True,
        check=False,
        text=True,
        timeout=120,
    )
    assert made.returncode == 0 and "Warning" not in made.stdout + made.stderr, made.stdout + made.stderr
    sys.path.insert(0, str(folder))
    yield folder / NAME
    sys.path.remove(str(folder))


def test_every_field_has_a_type(generated: Path) -> None:
    fields = [
        (file.name, line.strip())
        for file in (generated / "models").glob("*.py")
        for line in file.read_text().splitlines()
        # The bag for what is not documented is the one that may hold anything.
        if re.match(r"    \w+: .*\bAny\b", line) and not line.lstrip().startswith("additional_properties:")
    ]
    assert len(list((generated / "models").glob("*.py"))) > 100 and not fields


class Api:
    """The generated client, with somebody's token."""

    def __init__(self, url: str, token: str) -> None:
        self._client = _module("client").AuthenticatedClient(base_url=url, token=token, raise_on_unexpected_status=True)
        self.models = _module("models")

    def ask(self, name: str, *path: str, **more: Any) -> Any:
        """Send a request by an operation's name; give what it is answered with, as it is typed."""
        told = self.send(name, *path, **more)
        assert not isinstance(told.parsed, self.models.Problem), told.parsed
        return told.parsed

    def send(self, name: str, *path: str, **more: Any) -> Any:
        """Send a request by an operation's name; give the whole answer."""
        tag = "people" if name in PEOPLE else "games"
        return _module(f"api.{tag}.{name}").sync_detailed(*path, client=self._client, **more)


def _module(name: str) -> ModuleType:
    return importlib.import_module(f"{NAME}.{name}")


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("worker", "generated")
def test_a_generated_client_plays_a_whole_game(
    live_server: Any, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_dice(monkeypatch, 66)
    settings.API_ACTS_PER_MINUTE = settings.API_READS_PER_MINUTE = 100_000
    api = Api(live_server.url, tokens.make(person("Ada"), "generated", PLAY))
    models = api.models
    assert api.ask("account").name == "Ada" and api.ask("account").scope is models.AccountScopeType0.PLAY

    table = models.NewGame(seats=2, move_time=86_400, bots_fill=True)
    opened = api.ask("open_game", body=table, idempotency_key="open-1")
    assert api.ask("open_game", body=table, idempotency_key="open-1").id == opened.id
    game = api.ask("start", opened.id, body=models.Seed(client_seed="generated"))
    made = 0
    while game.status is not models.GameShapeStatus.FINISHED:
        legal = {type(move).__name__: move for move in game.you.legal.moves}
        wish = next((kind for kind in WISHES if kind in legal), None)
        if wish is None or game.you.seat not in [decision.seat for decision in game.decisions]:
            time.sleep(0.05)
            game = api.ask("game", opened.id)
            continue
        body = models.Play(token=game.you.token, moves=[legal[wish]])
        game = api.ask("play", opened.id, body=body, idempotency_key=f"move-{made}").game
        made += 1
    assert made > 10 and Game.objects.get().status == Game.Status.FINISHED
    assert sorted(seat for place in game.result.placings for seat in place) == [0, 1]
    _read_it_all(api, opened.id, game)


def _read_it_all(api: Api, game_id: str, game: Any) -> None:
    models = api.models
    record = api.ask("record", game_id)
    # Python writes UTC as an offset, and a record has one way to write it.
    assert verify(decode(json.dumps(record.to_dict()).replace("+00:00", "Z"))) == "ok"
    assert record.final.to_dict() == game.result.final.to_dict()

    entries, last = [], -2
    while last < game.move_count - 1:
        told = api.ask("events", game_id, since=last, limit=200)
        entries += told.entries
        last = entries[-1].number
    assert len(entries) == game.move_count + 1 and isinstance(entries[-1].events[-1], models.Ended)
    assert [entry.move for entry in entries[1:]] == [entry.move for entry in record.moves]
    assert api.ask("replay", game_id, move=last).view.cash == game.result.final.cash

    assert [line.id for line in api.ask("list_games", show=models.ListGamesShow.FINISHED).games] == [game_id]
    assert api.ask("player", "Ada").finished[0].id == game_id and api.ask("leaderboard").players == []
    first = api.send("game", game_id)
    assert api.send("game", game_id, if_none_match=first.headers["ETag"]).status_code is HTTPStatus.NOT_MODIFIED
    late = api.send("play", game_id, body=models.Play(token="0", moves=[models.EndTurnMove(type_="end_turn")]))
    assert late.status_code is HTTPStatus.CONFLICT and late.parsed.code == "game_over"
