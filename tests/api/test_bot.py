"""docs/bot.py plays a whole game through a real HTTP server."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from accounts import tokens
from accounts.models import GivenAnswer
from games import queries
from games.models import Game, Seat
from games.rules.record import decode, verify
from tests.api.conftest import PLAY, with_dice
from tests.games.company import person

BOT = Path(__file__).resolve().parents[2] / "docs" / "bot.py"


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("worker")
@pytest.mark.parametrize(("game_asked", "dice"), [("", 49), ("deedland", 16)])
def test_the_bot_plays_a_whole_game_and_its_record_verifies(
    game_asked: str, dice: int, live_server: Any, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_dice(monkeypatch, dice)
    settings.API_ACTS_PER_MINUTE = settings.API_READS_PER_MINUTE = 100_000
    ada = person("Ada")
    token = tokens.make(ada, "the bot", PLAY)
    command = [sys.executable, str(BOT), live_server.url, token, *filter(None, [game_asked])]
    played = subprocess.run(command, capture_output=True, check=False, text=True, timeout=240)
    assert played.returncode == 0, played.stdout + played.stderr
    game = Game.objects.get()
    assert game.status == Game.Status.FINISHED and game.public_id in played.stdout
    assert game.ruleset == (game_asked or "landlord")
    assert Seat.objects.get(game=game, user=ada).fate != Seat.Fate.RESIGNED
    assert game.moves.filter(seat=0, by="player").count() > 10
    # Each of its requests had a key, so that none of them could be carried out twice.
    assert GivenAnswer.objects.filter(caller=ada.pk).count() >= game.moves.filter(seat=0, by="player").count()
    verify(decode(queries.record(game.public_id)))


def test_it_has_fifty_lines_and_needs_nothing_but_python() -> None:
    text = BOT.read_text()
    assert len([line for line in text.splitlines() if line]) <= 50
    imported = {line.split()[1].split(".")[0] for line in text.splitlines() if line.startswith(("import ", "from "))}
    assert imported <= sys.stdlib_module_names
