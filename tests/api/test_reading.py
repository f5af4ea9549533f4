"""What programs read."""

import json
import re

import pytest
from django.test import Client

from accounts.models import User
from games import table
from games.who import Who
from tests.api.conftest import READ, Program, refused
from tests.games.company import asked, open_table, over, person, running

pytestmark = pytest.mark.django_db


def test_the_account_is_told_to_its_token_alone() -> None:
    refused(Program().get("account/"), 401, "not_authenticated")
    told = Program.of(person("Ada"), READ).get("account/").json()
    assert told["name"] == "Ada" and told["scope"] == "read" and told["waiting"] == 0


def test_a_list_goes_on_by_cursor_and_tells_each_table_once() -> None:
    people = [person(f"Person{number}") for number in range(6)]
    ids = {open_table(user, 3).public_id for user in people for _ in range(5)}
    program, seen, address = Program(), [], "games/"
    while address:
        page = program.get(address.rsplit("/api/v1/", maxsplit=1)[-1]).json()
        seen += [game["id"] for game in page["games"]]
        address = page["next"]
    assert len(seen) == 30 and set(seen) == ids


@pytest.mark.parametrize("cursor", ["x", "cD1hYmM=", "cD1hYmMmbz0x", "\x00", "é", "cD0lMDA="])
def test_a_cursor_of_ones_own_making_is_refused(cursor: str) -> None:
    refused(Program().client.get("/api/v1/games/", {"cursor": cursor}), 400, "bad_cursor")


@pytest.mark.parametrize(
    "query", ["seats=5", "seats=x", "show=all", "rated=1", "nothing=1", "seats=2&seats=3", "reliable=101", "seats=null"]
)
def test_a_query_that_makes_no_sense_is_refused(query: str) -> None:
    refused(Program().get(f"games/?{query}"), 400, "malformed_request")


def test_filters_are_the_lobbys() -> None:
    ada = person("Ada")
    open_table(ada, 2, move_time=600)
    wanted = open_table(ada, 3, rated=True)
    for query in ("seats=3", "time=days", "rated=true"):
        games = Program().get(f"games/?{query}").json()["games"]
        assert [game["id"] for game in games] == [wanted.public_id], query
    assert Program().get("games/?show=playing").json()["games"] == []


def test_ones_own_games_are_ones_own() -> None:
    ada, bob = person("Ada"), person("Bob")
    going, done = running(ada, bob), over(ada, bob)
    refused(Program().get("games/?show=mine"), 401, "not_authenticated")
    program = Program.of(ada, READ)
    assert [game["id"] for game in program.get("games/?show=mine").json()["games"]] == [going.public_id]
    (line,) = program.get("games/?show=finished").json()["games"]
    assert line["id"] == done.public_id and line["yours"] == 0
    assert Program.of(person("Eve"), READ).get("games/?show=mine").json()["games"] == []


def _mover(game: object) -> User:
    return User.objects.get(pk=asked(game).user_id)  # type: ignore[arg-type]


def test_who_is_asked_reads_all_that_may_be_done_and_others_read_none_of_it() -> None:
    game = running(person("Ada"), person("Bob"))
    mover = _mover(game)
    told = Program.of(mover, READ).get(f"games/{game.public_id}/").json()
    assert told["you"]["seat"] == asked(game).number and told["you"]["token"] == "0"
    assert {"type": "resign"} in told["you"]["legal"]["moves"] and len(told["you"]["legal"]["moves"]) > 1
    assert told["decisions"][0]["due_at"] and told["result"] is None
    stranger = Program().get(f"games/{game.public_id}/").json()
    assert stranger["you"] is None and stranger["view"]["cash"] == told["view"]["cash"]


def test_no_answer_holds_a_seed_of_a_running_game() -> None:
    ada = person("Ada")
    game = running(ada, person("Bob"))
    secret = game.secret.server_seed
    program = Program.of(ada)
    for path in ("", "events/", "record/", "replay/"):
        answer = program.get(f"games/{game.public_id}/{path}")
        assert answer.status_code == 200 and secret not in answer.content.decode()
    over_game = over(ada, person("Cyd"))
    told = program.get(f"games/{over_game.public_id}/").json()
    assert told["result"]["server_seed"] == over_game.secret.server_seed


def test_a_secret_table_is_told_to_its_players_and_before_the_start_to_who_has_its_key() -> None:
    ada, bob, eve = person("Ada"), person("Bob"), person("Eve")
    game = open_table(ada, 2, secret=True)
    refused(Program.of(eve, READ).get(f"games/{game.public_id}/"), 404, "no_such_game")
    refused(Program.of(eve, READ).get(f"games/{game.public_id}/?key=wrong"), 404, "no_such_game")
    key = Program.of(ada, READ).get(f"games/{game.public_id}/").json()["you"]["link_key"]
    assert Program.of(eve, READ).get(f"games/{game.public_id}/?key={key}").status_code == 200
    assert Program.of(bob).post(f"games/{game.public_id}/sit/", {"key": key}).status_code == 200
    for path in ("", f"?key={key}", "events/", "record/", "replay/"):
        refused(Program.of(eve, READ).get(f"games/{game.public_id}/{path}"), 404, "no_such_game")


def test_events_go_on_after_a_number() -> None:
    ada, bob = person("Ada"), person("Bob")
    game = running(ada, bob)
    mover = _mover(game)
    before = Program().get(f"games/{game.public_id}/events/").json()
    assert [entry["number"] for entry in before["entries"]] == [-1] and before["last"] == -1
    table.resign(game.public_id, Who(user=mover.pk))
    after = Program().get(f"games/{game.public_id}/events/?since=-1").json()
    assert [entry["move"] for entry in after["entries"]] == [{"type": "resign"}] and after["last"] == 0
    assert after["entries"][0]["by"] == "player" and after["entries"][0]["events"][-1]["event"] == "ended"
    assert Program().get(f"games/{game.public_id}/events/?since=0").json()["entries"] == []


def test_the_replay_shows_the_table_after_each_entry() -> None:
    game = over(person("Ada"), person("Bob"))
    first = Program().get(f"games/{game.public_id}/replay/?move=-1").json()
    last = Program().get(f"games/{game.public_id}/replay/").json()
    assert first["view"]["decision"] != "over" and last["view"]["decision"] == "over"
    assert last["number"] == last["last"] == 0 and last["entry"]["move"] == {"type": "resign"}
    refused(Program().get(f"games/{game.public_id}/replay/?move=1"), 404, "not_found")


def test_what_has_not_started_has_no_past() -> None:
    game = open_table(person("Ada"))
    for path in ("events/", "record/", "replay/"):
        refused(Program().get(f"games/{game.public_id}/{path}"), 409, "wrong_time")


def test_players_and_the_leaderboard_are_told() -> None:
    ada, bob = person("Ada"), person("Bob")
    game = over(ada, bob)
    told = Program().get("players/ada/").json()
    assert told["name"] == "Ada" and told["finished"][0]["id"] == game.public_id
    assert told["finished"][0]["place"] == 1 and told["finished"][0]["against"] == ["Bob"]
    refused(Program().get("players/Nobody/"), 404, "no_such_player")
    assert Program().get("leaderboard/").json() == {
        "ruleset": "landlord",
        "players": [],
        "total": 0,
        "next": None,
        "previous": None,
    }


def test_an_answer_that_the_client_has_is_not_sent_again() -> None:
    ada, bob = person("Ada"), person("Bob")
    game = running(ada, bob)
    program = Program.of(ada, READ)
    first = program.get(f"games/{game.public_id}/")
    assert set(first["Cache-Control"].split(", ")) == {"private", "no-cache"}
    assert {"Authorization", "Cookie"} <= {name.strip() for name in first["Vary"].split(",")}
    again = program.get(f"games/{game.public_id}/", If_None_Match=first["ETag"])
    assert again.status_code == 304 and again.content == b""
    table.resign(game.public_id, Who(user=bob.pk))
    assert program.get(f"games/{game.public_id}/", If_None_Match=first["ETag"]).status_code == 200


def test_an_etag_of_one_reader_is_none_of_anothers() -> None:
    ada, bob = person("Ada"), person("Bob")
    game = running(ada, bob)
    tags = {Program.of(user, READ).get(f"games/{game.public_id}/")["ETag"] for user in (ada, bob)}
    assert len(tags) == 2


@pytest.mark.parametrize("path", ["nothing/", "games/AAAA/", "games/x/moves/", ""])
def test_what_is_nowhere_is_told_as_a_problem(path: str) -> None:
    refused(Program().get(path), 404, "not_found")
    refused(Program().post(path, {}), 404, "not_found")


def test_the_document_describes_every_address_and_refers_to_nothing_that_is_missing(client: Client) -> None:
    answer = client.get("/api/schema/")
    told = json.loads(answer.content)
    assert told["openapi"] == "3.1.0" and len(told["paths"]) >= 20
    assert client.get("/api/schema/", headers={"if-none-match": answer["ETag"]}).status_code == 304
    names = set(told["components"]["schemas"])
    text = answer.content.decode()
    refs = set(re.findall(r"#/components/schemas/([\w.]+)", text))
    assert refs <= names, refs - names
    assert not [name for name in names if "." in name]
