"""docs/bot.py plays a whole game through a real HTTP server."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection

from accounts import tokens
from games import queries, tasks
from games.models import Game, Seat
from games.rules.record import decode, verify
from tests.api.conftest import PLAY
from tests.games.company import person

SERVER_SEED = f"{1:064x}"
BOT = Path(__file__).resolve().parents[2] / "docs" / "bot.py"


@pytest.fixture
def _worker() -> Iterator[None]:
    """Make the bots' moves that requests leave over, as the worker does."""
    done = threading.Event()

    def work() -> None:
        while not done.wait(0.1):
            tasks.answer_for_bots()
        connection.close()

    thread = threading.Thread(target=work)
    thread.start()
    yield
    done.set()
    thread.join()


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_worker")
def test_the_bot_plays_a_whole_game_and_its_record_verifies(
    live_server: Any, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Dice of a game that does not last: some have no end in sight when one side never asks for a trade.
    monkeypatch.setattr("games.table.opening.secrets", SimpleNamespace(token_hex=lambda _: SERVER_SEED))
    settings.API_ACTS_PER_MINUTE = settings.API_READS_PER_MINUTE = 100_000
    ada = person("Ada")
    token = tokens.make(ada, "the bot", PLAY)
    played = subprocess.run(
        [sys.executable, str(BOT), live_server.url, token], capture_output=True, check=False, text=True, timeout=240
    )
    assert played.returncode == 0, played.stdout + played.stderr
    game = Game.objects.get()
    assert game.status == Game.Status.FINISHED and game.public_id in played.stdout
    assert Seat.objects.get(game=game, user=ada).fate != Seat.Fate.RESIGNED
    assert game.moves.filter(seat=0, by="player").count() > 10
    verify(decode(queries.record(game.public_id)))
