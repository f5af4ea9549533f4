"""A finished game of Deedland is looked back at as one of Landlord is: replay, report, picture, record, verifier."""

import io
import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.test import Client
from PIL import Image

from games import bots, guests, table
from games.analysis.chances import rents
from games.analysis.course import Course
from games.analysis.report import report
from games.models import Game
from games.present import table as present
from games.rules.deedland import DEEDLAND
from games.rules.property import events, moves
from games.who import Who
from tests.games.tables import CLIENT_SEED
from tests.pages.page_tree import by_id, parse, text
from tests.pages.readings import tables

pytestmark = pytest.mark.django_db

RULES = DEEDLAND.rules


@pytest.fixture
def game() -> Game:
    """A game against two bots that its guest played for a while and then left."""
    options = DEEDLAND.options(None, "easy")
    opened = guests.open_game("a-guest", "127.0.0.1", 3, DEEDLAND, options)
    who = Who(guest=guests.hashed("a-guest"))
    table.start(opened.public_id, who, CLIENT_SEED)
    for made in range(60):
        now = Game.objects.get(pk=opened.pk)
        state = _state(now)
        if now.status == Game.Status.FINISHED:
            return now
        move: Any = moves.RESIGN if made == 59 else bots.answer(DEEDLAND, state, 0, "medium")
        table.play(now.public_id, who, DEEDLAND.token(state, 0, move) or str(state.moves), [_json(move)])
    return Game.objects.get(pk=opened.pk)


def _state(game: Game) -> Any:
    return DEEDLAND.decode_state(game.secret.snapshot)


def _json(move: Any) -> str:
    return msgspec.json.encode(move).decode()


def test_all_that_is_shown_of_a_finished_game(game: Game, tmp_path: Path) -> None:
    assert game.status == Game.Status.FINISHED and game.move_count > 60
    client, path = Client(), f"/games/{game.public_id}/"
    page = client.get(f"{path}replay/?move=20").content.decode()
    tree = parse(page.encode())
    assert "Move 20" in text(by_id(tree, "st-now"))
    assert "A game of Deedland over" in page and "deedland_verify.py" in page and "/verify/deedland.py" in page
    assert client.get(f"{path}replay/?embed").status_code == 200

    film = client.get(f"{path}replay.json").json()
    assert len(film["steps"]) == game.move_count + 1
    assert film["unshuffled"] == {"shuffle:fortune": [f"F{n}" for n in range(1, 17)]}
    assert film["steps"][-1]["money"] == list(_state(game).cash)

    luck = text(parse(client.get(f"{path}report/").content))
    assert "rolls, " in luck and "Luck" in luck
    assert Image.open(io.BytesIO(client.get(f"{path}board.png").content)).size == (1200, 630)

    record = client.get(f"{path}record.json").content
    assert json.loads(record)["ruleset"] == "deedland"
    (tmp_path / "record.json").write_bytes(record)
    (tmp_path / "deedland_verify.py").write_bytes(client.get("/verify/deedland.py").content)
    done = subprocess.run(
        [sys.executable, "-I", "deedland_verify.py", "record.json"], cwd=tmp_path, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (0, "record.json: ok\n"), done.stderr


def test_every_rent_is_counted_once_in_the_report() -> None:
    for number in range(6):
        *_, table_ = tables(range(number, number + 1), most=900, rules=DEEDLAND)
        found = report(RULES, len(table_.seats), [(told.number, told.events) for told in table_.log])
        received = sum(player.received.due for player in found.players)
        assert received == sum(player.paid.due for player in found.players) == sum(row.rent for row in found.squares)
        rolled = sum(player.rolls.count for player in found.players)
        assert rolled == table_.state.rolls
        for player in found.players:
            assert player.paid.expected >= 0 and player.paid.spread >= 0


def test_the_third_double_in_a_row_moves_nobody_though_each_has_a_turn_of_its_own() -> None:
    course = Course(RULES, 2)
    course.enter([events.Bought(1, 6, 9_000), events.TurnBegan(0)])
    # Orchard Road is six squares on: five of 36 pairs, one of them a double, and the deck leads nowhere else there.
    before = rents(RULES, course, 0)
    for _turn in range(2):
        course.enter([events.Rolled(0, 1, 1, False), events.TurnEnded(0, False), events.TurnBegan(0)])
    assert course.doubles == 2
    after = rents(RULES, course, 0)
    assert sum(before.values()) - sum(after.values()) == Fraction(1, 36)
    course.enter([events.TurnEnded(0, False), events.TurnBegan(1)])
    assert course.doubles == 0


def test_a_card_just_drawn_is_not_drawn_again_from_the_same_deck() -> None:
    course = Course(RULES, 2)
    # From 29 a roll of 7 leads to the Fortune of 36; three back is that of 33, from where F2 and F3 lead to 35.
    course.enter([events.Bought(1, 35, 20_000), events.TurnBegan(0)])
    course.position[0] = 29
    found = rents(RULES, course, 0)
    roll_6, roll_7, roll_4 = Fraction(5, 36), Fraction(6, 36), Fraction(3, 36)
    to_station = Fraction(2, 16) * roll_4 + Fraction(1, 16) * Fraction(2, 15) * roll_7
    assert sum(found.values()) == roll_6 + to_station


def test_the_result_counts_places_on_after_a_shared_one() -> None:
    for table_ in tables(range(60), most=3_000, rules=DEEDLAND):
        placings = table_.game.placings
        if placings and len(placings[0]) > 1 and len(placings) > 1:
            break
    shown = present.context(table_.seen_by(None))
    assert shown["heading"].endswith(" played to a draw")
    result = shown["result"]
    got = [row.place for row in result["rows"]]
    assert got[:2] == [1, 1] and got[-1] == len(table_.seats)
