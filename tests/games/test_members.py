"""People with an account: against bots, taking a guest's games over, and taken out of games."""

import json

import pytest
from django.core.management import call_command
from django.test import Client

from accounts.models import User
from accounts.signals import collecting, person_joined, person_leaving
from games import members, queries
from games.models import Game, Seat
from tests.games.tables import JSON, Opener

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> User:
    return User.objects.create_user("ada@example.org", "Ada", "correct horse battery")


def signed_in(user: User, client: Client | None = None) -> Client:
    client = client or Client()
    client.force_login(user)
    return client


def test_a_person_plays_the_bot_at_once_under_the_own_name(tables: Opener, ada: User) -> None:
    played = tables.start(client=signed_in(ada))
    seat = Seat.objects.get(game__public_id=played.id, number=0)
    assert (seat.kind, seat.name, seat.user, seat.guest_key) == ("person", "Ada", ada, "")
    assert played.game.opener == ada and seat.due_at is not None


def test_a_guest_who_signs_up_keeps_the_games_of_the_session(tables: Opener, ada: User) -> None:
    played = tables.start()
    request = played.client.get("/").wsgi_request
    person_joined.send(None, user=ada, request=request)
    assert members.take_over_guests_games(request, ada) == 0, "once is enough"
    elsewhere = signed_in(ada)
    assert played.send({"type": "buy"}, token="0", client=elsewhere).status_code == 200
    seat = Seat.objects.get(game__public_id=played.id, number=0)
    assert (seat.kind, seat.name, seat.user) == ("guest", "Ada", ada)
    # The cookie alone, in a browser where nobody is signed in, opens nothing any more.
    assert played.send({"type": "end_turn"}, token="1").status_code == 403


def test_who_leaves_resigns_what_runs_and_is_called_deleted_player(
    tables: Opener, ada: User, tmp_path_factory: pytest.TempPathFactory
) -> None:
    running = tables.start(client=signed_in(ada))
    opened = tables.open(seats=3, client=signed_in(ada))
    person_leaving.send(None, user=ada)
    ada.delete()
    assert Game.objects.get(public_id=running.id).status == "finished"
    assert Game.objects.get(public_id=opened.id).status == "closed"
    assert set(Seat.objects.exclude(kind="bot").values_list("name", flat=True)) == {"deleted player"}
    record = tmp_path_factory.mktemp("records") / "game.json"
    record.write_bytes(queries.record(running.id))
    assert "Ada" not in record.read_text() and "ada@" not in record.read_text()
    call_command("verify", str(record))


def test_the_download_of_own_data_has_the_games(tables: Opener, ada: User) -> None:
    played = tables.start(client=signed_in(ada))
    parts = [answer for _, answer in collecting.send(None, user=ada) if "games" in answer]
    assert len(parts) == 1
    (entry,) = json.loads(json.dumps(parts[0]))["games"]
    assert entry["game"] == played.id and entry["client_seed"] == "ada" and entry["status"] == "running"


def test_a_person_with_too_much_open_is_told_so(ada: User, settings: object) -> None:
    settings.OPEN_TABLES_PER_PERSON = 2  # type: ignore[attr-defined]
    client = signed_in(ada)
    assert client.post("/play/", {"seats": 2}, headers=JSON).status_code == 201
    assert client.post("/play/", {"seats": 3}, headers=JSON).status_code == 201
    refused = client.post("/play/", {"seats": 4}, headers=JSON)
    assert refused.status_code == 429 and "2 tables open" in refused.json()["notice"]
