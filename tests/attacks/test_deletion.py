"""Somebody deletes the account in the middle of a game."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from accounts.leaving import delete_account
from accounts.models import User
from games import queries, table
from games.chat import writing
from games.models import Invitation, Notice, Proposal, StandingOrder
from games.who import Who
from tests.attacks.doors import program
from tests.clock.tables import END_TURN, Played, Tables, offer, person
from tests.mail.dump import whole_database
from tests.mail.moments import position

pytestmark = pytest.mark.django_db

VERIFIER = Path(__file__).resolve().parents[2] / "games" / "proof" / "landlord_verify.py"
NAME = "Zaphodbeeble"


@pytest.fixture
def game(tables: Tables) -> Played:
    """Three people, the second of whom has left traces of every kind."""
    game = tables.start(3)
    leaver = person("bob")
    leaver.name, leaver.email = NAME, "zaphod@example.org"
    leaver.save()
    table.rename(leaver.pk, NAME)
    game.order(1, type="end_turn")
    game.propose(1, Proposal.Kind.PAUSE, 2)
    writing.write(game.id, Who(user=leaver.pk), f"I am {NAME}")
    said = writing.write(game.id, Who(user=person("ada").pk), "and I am Ada")
    for act in (writing.report, writing.mute):
        act(game.id, Who(user=leaver.pk), said.number)
    caller = program(leaver)
    caller.play(game.id, "0", END_TURN, Idempotency_Key="k-1")
    return game


def _leave() -> int:
    user = User.objects.get(name=NAME)
    number = user.pk
    delete_account(user)
    return int(number)


def _verified(game: Played, folder: Path) -> None:
    """Hold that the record verifies: by the site's own check, and by the program that anybody can run."""
    assert game.verdict() == "ok"
    kept = folder / "record.json"
    kept.write_bytes(queries.record(game.id))
    call_command("verify", str(kept))
    call_command("verify", stored=True)
    done = subprocess.run([sys.executable, str(VERIFIER), str(kept)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_leaving_is_recorded_the_game_goes_on_and_its_record_verifies(game: Played, tmp_path: Path) -> None:
    _leave()
    assert game.entries == [(1, "resign", "player")]
    seat = game.seat(1)
    assert (seat.name, seat.user_id, seat.place, seat.fate) == ("deleted player", None, 3, "resigned")
    state = game.state
    assert state.cash[1] == 0 and state.place[1] == 3 and state.asked == 0
    assert game.play(0, {"type": "buy"}).made == 1
    game.resign(2)
    assert game.game.status == "finished" and game.game.placings == [[0], [2], [1]]
    _verified(game, tmp_path)


def test_in_the_middle_of_the_own_turn_and_of_an_offer_nothing_is_stuck(game: Played, tmp_path: Path) -> None:
    game.arrange(position(1, "manage", s6=1, s7=1, s16=2))
    game.play(1, offer(2, give=[6], get=[16]))
    _leave()
    state = game.state
    assert state.offer is None and state.asked != 1 and state.owner[6] == -1 and state.owner[16] == 2
    assert Notice.objects.filter(game__public_id=game.id, seat=1).count() == 0


def test_nothing_of_the_person_is_shown_or_kept(game: Played) -> None:
    number = _leave()
    game.resign(2)
    for table_name, rows in whole_database().items():
        for row in rows:
            assert NAME not in str(row) and "zaphod" not in str(row).lower(), table_name
    assert not StandingOrder.objects.exists() and not Invitation.objects.exists()
    browser = Client()
    browser.force_login(person("ada"))
    pages = ("", "live/", "chat/", "record.json", "replay/", "replay.json", "report/", "?embed")
    lists = ("/", "/games/", "/games/mine/", "/leaderboard/")
    api = [f"/api/v1/games/{game.id}/{what}" for what in ("", "events/", "chat/", "record/", "replay/")]
    for address in (*[f"/games/{game.id}/{page}" for page in pages], *lists, *api, "/api/v1/games/?show=finished"):
        answer = browser.get(address)
        assert answer.status_code == 200, address
        assert NAME not in answer.content.decode(), address
    assert browser.get(f"/players/{NAME}/").status_code == 404
    assert json.loads(queries.record(game.id))["seats"][1]["name"] == "deleted player"
    assert not User.objects.filter(pk=number).exists()


def test_the_persons_programs_and_browsers_are_out_at_once(game: Played) -> None:
    user = User.objects.get(name=NAME)
    caller, browser = program(user), Client()
    browser.force_login(user)
    delete_account(user)
    assert caller.play(game.id, "0", END_TURN).status == 401
    assert browser.post(f"/games/{game.id}/resign/", {"sure": "yes"}).status_code == 403
    assert browser.get("/api/v1/account/").status_code == 401
