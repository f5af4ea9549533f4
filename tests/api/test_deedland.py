"""The game of hosts and draws by the API: what tables it has, what may be done by whom, and how a game is told."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games import queries, table
from games.models import Game, Seat
from games.who import Who
from tests.api.conftest import Program, refused
from tests.api.deedland import against_bots, friends, hosted, move, waited_on
from tests.clock.hosted import Hosted
from tests.games.company import person, running

pytestmark = pytest.mark.django_db

FRIENDS = {"seats": 4, "ruleset": "deedland"}


@pytest.fixture
def ada() -> User:
    return person("Ada")


@pytest.fixture
def bob() -> User:
    return person("Bob")


def read(user: User, game: Game) -> dict[str, Any]:
    return dict(Program.of(user).get(f"games/{game.public_id}/").json())


class TestOpening:
    def test_a_program_that_names_no_game_gets_the_first_as_it_did(self, ada: User) -> None:
        told = Program.of(ada).post("games/", {"seats": 2, "move_time": 600}).json()
        assert (told["ruleset"], told["move_time"], told["bots"]) == ("landlord", 600, None)

    @pytest.mark.parametrize(
        ("chosen", "move_time", "bots"),
        [
            ({}, 30, None),
            ({"move_time": None}, None, None),
            ({"move_time": 604_800}, 604_800, None),
            ({"bots_fill": True, "bots": "hard"}, None, "hard"),
            ({"bots_fill": True, "bots": "easy", "move_time": 30}, 30, "easy"),
        ],
    )
    def test_both_kinds_of_tables_open(self, ada: User, chosen: dict[str, Any], move_time: int, bots: str) -> None:
        told = Program.of(ada).post("games/", FRIENDS | chosen).json()
        assert (told["ruleset"], told["move_time"], told["bots"]) == ("deedland", move_time, bots)
        assert Game.objects.get().options == {"move_time": move_time, "bots": bots}

    @pytest.mark.parametrize(
        "chosen",
        [
            {"move_time": 31},
            {"bots": "hard"},
            {"bots_fill": True},
            {"ruleset": "landlord", "move_time": 30},
            {"ruleset": "landlord", "move_time": None},
            {"ruleset": "landlord", "bots_fill": True, "bots": "hard"},
        ],
    )
    def test_what_the_game_does_not_have_is_refused(self, ada: User, chosen: dict[str, Any]) -> None:
        refused(Program.of(ada).post("games/", FRIENDS | chosen), 400, "bad_choice")
        assert not Game.objects.exists()

    def test_a_game_against_bots_starts_and_waits_without_a_deadline(self, ada: User) -> None:
        program = Program.of(ada)
        opened = program.post("games/", {"seats": 3, "ruleset": "deedland", "bots_fill": True, "bots": "easy"}).json()
        told = program.post(f"games/{opened['id']}/start/", {}).json()
        assert told["status"] == "running" and [seat["kind"] for seat in told["seats"]] == ["person", "bot", "bot"]
        assert told["strength"] == told["bots"] == "easy"
        # To roll, unless the bots moved first and something of theirs asks before.
        (asked,) = told["decisions"]
        assert (asked["seat"], asked["due_at"], asked["at_deadline"]) == (0, None, None)
        mine = told["seats"][0]
        assert (mine["asked"], mine["due_at"], mine["left"]) == (asked["kind"], None, None)

    def test_all_are_ready_and_the_host_starts(self, ada: User, bob: User) -> None:
        game = hosted(ada, bob, move_time=30)
        path = f"games/{game.public_id}/"
        refused(Program.of(ada).post(f"{path}start/", {}), 409, "wrong_time")
        for user in (ada, bob):
            Program.of(user).post(f"{path}ready/", {"ready": True})
        told = Program.of(ada).post(f"{path}move-time/", {"move_time": 60}).json()
        assert told["move_time"] == 60 and not any(seat["ready"] for seat in told["seats"])
        for user in (ada, bob):
            told = Program.of(user).post(f"{path}ready/", {"ready": True}).json()
        assert told["status"] == "open" and all(seat["ready"] for seat in told["seats"])
        told = Program.of(ada).post(f"{path}start/", {"client_seed": "a"}).json()
        assert told["status"] == "running" and told["size"] == 2 and told["decisions"][0]["due_at"]
        assert told["decisions"][0]["at_deadline"] == {"type": "roll"}

    def test_the_move_time_is_the_hosts_to_change_and_only_there(self, ada: User, bob: User) -> None:
        game = hosted(ada, bob)
        path = f"games/{game.public_id}/move-time/"
        assert Program.of(ada).post(path, {"move_time": None}).json()["move_time"] is None
        refused(Program.of(bob).post(path, {"move_time": 60}), 403, "not_seated")
        refused(Program.of(ada).post(path, {"move_time": 31}), 400, "bad_choice")
        refused(Program.of(ada).post(path, {"move_time": 10}), 400, "malformed_request")
        started = friends(ada, bob)
        refused(Program.of(ada).post(f"games/{started.public_id}/move-time/", {"move_time": 60}), 409, "wrong_time")

    def test_lists_tell_the_game_and_are_of_one_where_asked(self, ada: User, bob: User) -> None:
        hosted(ada)
        running(ada, bob)
        theirs = friends(ada, bob, move_time=None)
        program = Program.of(ada)
        lines = {line["id"]: line for line in program.get("games/?show=mine").json()["games"]}
        assert len(lines) == 3 and lines[theirs.public_id]["move_time"] is None
        for ruleset, count in (("deedland", 2), ("landlord", 1)):
            found = program.get(f"games/?show=mine&ruleset={ruleset}").json()["games"]
            assert [line["ruleset"] for line in found] == [ruleset] * count
        assert [line["id"] for line in program.get("games/?show=playing&ruleset=deedland").json()["games"]] == [
            theirs.public_id
        ]
        hosted(ada, move_time=None)
        found = program.get("games/?time=none").json()["games"]
        assert [(line["ruleset"], line["move_time"]) for line in found] == [("deedland", None)]
        refused(program.get("games/?ruleset=chess"), 400, "malformed_request")
        asked = [seat for seat in lines[theirs.public_id]["seats"] if seat["asked"]]
        assert [(seat["asked"], seat["due_at"]) for seat in asked] == [("roll", None)]


class TestPlaying:
    def test_whoever_is_not_waited_on_may_offer_a_draw_and_resign(self, ada: User, bob: User) -> None:
        game = friends(ada, bob)
        mover = waited_on(game)
        other = bob if mover == ada else ada
        legal = read(other, game)["you"]["legal"]
        assert legal == {"moves": [{"type": "resign"}, {"type": "offer_draw"}], "forms": []}
        kinds = [each["type"] for each in read(mover, game)["you"]["legal"]["moves"]]
        assert {"roll", "resign", "offer_draw"} <= set(kinds)

    def test_a_draw_is_offered_and_accepted_by_its_own_token(self, ada: User, bob: User) -> None:
        game = friends(ada, bob)
        mover = waited_on(game)
        other = bob if mover == ada else ada
        path = f"games/{game.public_id}/moves/"
        offered = Program.of(other).post(path, {"token": "", "moves": [{"type": "offer_draw"}]}).json()["game"]
        seat = offered["you"]["seat"]
        assert offered["draw"]["seat"] == seat and offered["draw"]["to_answer"] == [1 - seat]
        assert offered["decisions"][0]["seat"] == 1 - seat and offered["you"]["legal"]["moves"] == [{"type": "resign"}]
        asked = read(mover, game)
        assert {"type": "accept_draw"} in asked["you"]["legal"]["moves"]
        answer = {"moves": [{"type": "accept_draw"}]}
        refused(Program.of(mover).post(path, answer | {"token": asked["you"]["token"]}), 409, "stale_decision")
        over = Program.of(mover).post(path, answer | {"token": asked["draw"]["token"]}).json()["game"]
        assert over["status"] == "finished" and over["result"]["placings"] == [[0, 1]] and over["draw"] is None
        assert [each["place"] for each in over["seats"]] == [1, 1]

    def test_playing_on_ends_the_offer_and_its_token(self, ada: User, bob: User) -> None:
        game = friends(ada, bob)
        mover = waited_on(game)
        other = bob if mover == ada else ada
        move(game, other, "offer_draw")
        old = read(mover, game)["draw"]["token"]
        move(game, mover, "roll")
        assert read(mover, game)["draw"] is None
        answer = {"token": old, "moves": [{"type": "refuse_draw"}]}
        refused(Program.of(mover).post(f"games/{game.public_id}/moves/", answer), 409, "stale_decision")

    def test_moves_of_another_game_are_no_moves_here(self, ada: User, bob: User) -> None:
        game = running(ada, bob)
        token = read(ada, game)["you"]["token"]
        body = {"token": token, "moves": [{"type": "offer_draw"}]}
        refused(Program.of(ada).post(f"games/{game.public_id}/moves/", body), 400, "malformed_move")

    def test_what_the_clock_did_is_told(self, ada: User, bob: User) -> None:
        game = friends(ada, bob, move_time=30)
        seat = Seat.objects.get(game=game, user=waited_on(game))
        table.sweep()
        Seat.objects.filter(pk=seat.pk).update(due_at=table.now() - timedelta(seconds=5))
        assert table.expire(game.public_id) == 1
        told = read(ada, game)
        assert told["seats"][seat.number]["clock_moves"] == 1
        (entry,) = Program.of(bob).get(f"games/{game.public_id}/events/?since=-1").json()["entries"]
        assert (entry["move"], entry["by"]) == ({"type": "roll"}, "clock")

    def test_an_order_to_roll_is_left_where_the_game_asks_for_it(self, ada: User, bob: User) -> None:
        game = friends(ada, bob)
        waiting = bob if waited_on(game) == ada else ada
        body = {"order": {"type": "roll_dice"}}
        told = Program.of(waiting).post(f"games/{game.public_id}/orders/", body).json()
        assert [order["order"]["type"] for order in told["you"]["orders"]] == ["roll_dice"]
        landlord = running(ada, bob)
        refused(Program.of(ada).post(f"games/{landlord.public_id}/orders/", body), 409, "illegal_move")


def test_the_record_of_a_drawn_game_is_as_the_document_says(ada: User, bob: User) -> None:
    game = friends(ada, bob, move_time=None)
    move(game, waited_on(game), "roll")
    other = bob if waited_on(game) == ada else ada
    move(game, other, "offer_draw")
    move(game, bob if other == ada else ada, "accept_draw")
    record = Program().get(f"games/{game.public_id}/record/").json()
    assert record["options"] == {"move_time": None, "bots": None} and record["placings"] == [[0, 1]]
    state = Program().get(f"games/{game.public_id}/replay/?move=1").json()
    assert state["entry"]["move"] == {"type": "offer_draw"} and state["view"]["draw"]["accepted"] == []


def test_the_document_tells_moves_and_events_of_every_game_apart_by_their_type() -> None:
    schemas = json.loads(Client().get("/api/schema/").content)["components"]["schemas"]
    moves, playable, events = (schemas[name]["discriminator"]["mapping"] for name in ("Move", "PlayableMove", "Event"))
    draws = {"offer_draw", "accept_draw", "refuse_draw"}
    assert draws <= set(moves) and set(playable) == set(moves) - {"timeout"}
    assert {"draw_offered", "draw_accepted", "draw_ended"} <= set(events)
    assert schemas["NewGame"]["properties"]["ruleset"]["enum"] == ["deedland", "landlord"]
    assert "roll" in schemas["DecisionShape"]["properties"]["kind"]["enum"]


def test_a_game_at_rest_waits_without_a_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    played = Hosted(monkeypatch).start()
    game = Game.objects.get(public_id=played.id)
    table.sweep()
    for _ in range(60):
        due = Seat.objects.filter(game=game, due_at__isnull=False)
        if not due.update(due_at=table.now() - timedelta(seconds=5)):
            break
        table.expire(played.id)
    told = Program.of(User.objects.get(pk=played.people[0].user)).get(f"games/{played.id}/").json()
    assert told["view"]["clock_rests"] is True and told["decisions"][0]["due_at"] is None
    assert told["decisions"][0]["at_deadline"] is None and told["seats"][told["decisions"][0]["seat"]]["asked"]
    reading = queries.table(played.id, Who(user=played.people[0].user))
    assert reading.game.move_count >= 40


def test_a_game_against_bots_ends_with_a_verified_record(ada: User) -> None:
    game = against_bots(ada)
    program = Program.of(ada)
    program.post(f"games/{game.public_id}/resign/")
    told = program.get(f"games/{game.public_id}/").json()
    assert told["status"] == "finished" and told["result"]["placings"] == [[1], [0]]
