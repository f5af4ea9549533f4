"""What programs do: bodies, limits, and that a request repeated with its key is carried out once."""

import json
import threading
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts import answers
from accounts.models import GivenAnswer, User
from games.models import Game, Move
from tests.api.conftest import READ, Program, refused
from tests.games.company import asked, browser, open_table, person, running

GAME = {"seats": 2, "move_time": 86_400}


def _turn(game: Game) -> tuple[Program, str, dict[str, Any]]:
    """Give whoever is asked, the path of the moves, and a move that may be made."""
    program = Program.of(User.objects.get(pk=asked(game).user_id))
    you = program.get(f"games/{game.public_id}/").json()["you"]
    move = next(move for move in you["legal"]["moves"] if move["type"] != "resign")
    return program, f"games/{game.public_id}/moves/", {"token": you["token"], "moves": [move]}


@pytest.mark.django_db
class TestMoves:
    def test_a_move_is_made_and_the_game_told(self) -> None:
        game = running(person("Ada"), person("Bob"))
        program, path, body = _turn(game)
        told = program.post(path, body).json()
        assert told["made"] == 1 and told["left_out"] == "" and told["game"]["move_count"] == 1

    def test_the_same_move_again_is_stale(self) -> None:
        game = running(person("Ada"), person("Bob"))
        program, path, body = _turn(game)
        program.post(path, body)
        refused(program.post(path, body), 409, "stale_decision")

    @pytest.mark.parametrize(
        ("move", "status", "code"),
        [
            ({"type": "fly"}, 400, "malformed_move"),
            ({"type": "bid"}, 400, "malformed_move"),
            ({"type": "bid", "amount": "5"}, 400, "malformed_move"),
            ({"type": "bid", "amount": 10**40}, 409, "illegal_move"),
            ({"type": "timeout"}, 409, "illegal_move"),
            ({"type": "unmortgage", "square": 1}, 409, "illegal_move"),
            ([], 400, "malformed_move"),
            (None, 400, "malformed_move"),
        ],
    )
    def test_what_is_no_move_or_none_now_is_refused(self, move: Any, status: int, code: str) -> None:
        game = running(person("Ada"), person("Bob"))
        program, path, body = _turn(game)
        refused(program.post(path, body | {"moves": [move]}), status, code)
        assert not Move.objects.exists()

    def test_who_is_not_asked_is_told_so(self) -> None:
        ada, bob = person("Ada"), person("Bob")
        game = running(ada, bob)
        other = bob if asked(game).user_id == ada.pk else ada
        program = Program.of(other)
        you = program.get(f"games/{game.public_id}/").json()["you"]
        body = {"token": you["token"], "moves": [{"type": "end_turn"}]}
        refused(program.post(f"games/{game.public_id}/moves/", body), 409, "not_your_decision")

    def test_a_seat_or_an_id_in_the_body_is_refused(self) -> None:
        game = running(person("Ada"), person("Bob"))
        program, path, body = _turn(game)
        for more in ({"seat": 0}, {"game": game.public_id}):
            refused(program.post(path, body | more), 400, "malformed_request")

    def test_an_early_answer_is_left_shown_to_its_player_and_taken_off(self) -> None:
        ada, bob = person("Ada"), person("Bob")
        game = running(ada, bob)
        program, path = Program.of(ada), f"games/{game.public_id}/"
        told = program.post(f"{path}orders/", {"order": {"type": "end_turn"}}).json()
        (order,) = told["you"]["orders"]
        assert order["order"] == {"type": "end_turn"}
        assert "end_turn" not in json.dumps(Program.of(bob).get(path).json()["you"]["orders"])
        assert program.delete(f"{path}orders/{order['id']}/").json()["you"]["orders"] == []
        refused(program.delete(f"{path}orders/{order['id']}/"), 409, "refused")

    def test_a_pause_is_proposed_and_accepted(self) -> None:
        ada, bob = person("Ada"), person("Bob")
        game = running(ada, bob)
        path = f"games/{game.public_id}/proposals/"
        refused(Program.of(ada).post(path, {"kind": "pause"}), 400, "bad_choice")
        (proposal,) = Program.of(ada).post(path, {"kind": "pause", "days": 3}).json()["proposals"]
        refused(Program.of(ada).post(path, {"kind": "pause", "days": 3}), 409, "wrong_time")
        told = Program.of(bob).post(f"{path}{proposal['id']}/", {"accept": True}).json()
        assert told["paused_until"] and told["proposals"] == []


@pytest.mark.django_db
class TestBodies:
    @pytest.mark.parametrize(
        "body",
        [
            b"[]",
            b"null",
            b"{",
            b"\xff\xfe",
            b'{"seats": 2, "move_time": 60, "x": 1}',
            b'{"seats": 2, "move_time": 60, "ruleset": "chess"}',
            b'{"seats": 2, "move_time": 60, "bots": "cruel"}',
            b'{"seats": 5, "move_time": 60}',
            b'{"seats": 2, "move_time": 29}',
            b'{"seats": 2.5, "move_time": 60}',
            b'{"seats": "2", "move_time": 60}',
            b'{"seats": 2, "move_time": NaN}',
            b"[" * 100_000,
            b'{"seats": ' + b"[" * 100_000,
        ],
    )
    def test_what_can_t_be_read_is_refused(self, body: bytes) -> None:
        program = Program.of(person("Ada"))
        headers = {"Authorization": f"Bearer {program.token}"}
        answer = Client().post("/api/v1/games/", body, content_type="application/json", headers=headers)
        refused(answer, 400, "malformed_request")
        assert not Game.objects.exists()

    def test_a_body_larger_than_any_is_refused(self) -> None:
        program = Program.of(person("Ada"))
        refused(program.post("games/", GAME | {"x": "y" * 10_000_000}), 413, "body_too_large")

    def test_a_body_of_another_kind_is_refused(self) -> None:
        headers = {"Authorization": f"Bearer {Program.of(person('Ada')).token}"}
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""):
            answer = Client().post("/api/v1/games/", b"seats=2", content_type=kind, headers=headers)
            refused(answer, 415, "unsupported_media_type")

    @pytest.mark.parametrize("name", ["\x00", "nobody", "Ädä", "a\nb"])
    def test_nobody_is_invited_by_a_name_that_is_none(self, name: str) -> None:
        ada = person("Ada")
        game = open_table(ada)
        refused(Program.of(ada).post(f"games/{game.public_id}/invite/", {"name": name}), 400, "bad_choice")

    def test_a_seed_of_other_letters_is_refused(self) -> None:
        ada = person("Ada")
        game = open_table(ada)
        for seed in ("\x00", "a b", "x" * 65):
            answer = Program.of(ada).post(f"games/{game.public_id}/seed/", {"client_seed": seed})
            refused(answer, 400, "bad_client_seed")


@pytest.mark.django_db
class TestKeys:
    def test_the_first_answer_is_given_again(self) -> None:
        program = Program.of(person("Ada"))
        first = program.post("games/", GAME, Idempotency_Key="k-1")
        again = program.post("games/", GAME, Idempotency_Key="k-1")
        assert first.status_code == again.status_code == 201 and first.json() == again.json()
        assert first["Location"] == again["Location"] == f"/api/v1/games/{first.json()['id']}/"
        assert again["Idempotency-Replayed"] == "true" and "Idempotency-Replayed" not in first
        assert Game.objects.count() == 1

    def test_a_refusal_is_given_again_too(self) -> None:
        game = running(person("Ada"), person("Bob"))
        program, path, body = _turn(game)
        wrong = body | {"moves": [{"type": "unmortgage", "square": 1}]}
        for _ in range(2):
            refused(program.post(path, wrong, Idempotency_Key="k-1"), 409, "illegal_move")

    def test_a_key_for_another_request_is_refused(self) -> None:
        program = Program.of(person("Ada"))
        program.post("games/", GAME, Idempotency_Key="k-1")
        answer = program.post("games/", GAME | {"rated": True}, Idempotency_Key="k-1")
        refused(answer, 422, "idempotency_key_reused")
        assert Game.objects.count() == 1

    def test_one_persons_key_is_not_anothers(self) -> None:
        for name in ("Ada", "Bob"):
            assert Program.of(person(name)).post("games/", GAME, Idempotency_Key="k-1").status_code == 201
        assert Game.objects.count() == 2

    def test_after_a_day_the_key_is_free(self) -> None:
        program = Program.of(person("Ada"))
        program.post("games/", GAME, Idempotency_Key="k-1")
        GivenAnswer.objects.update(at=timezone.now() - timedelta(hours=25))
        assert "Idempotency-Replayed" not in program.post("games/", GAME, Idempotency_Key="k-1")
        assert Game.objects.count() == 2
        GivenAnswer.objects.update(at=timezone.now() - timedelta(hours=25))
        assert answers.clear() == 1

    @pytest.mark.parametrize("key", ["", "a b", "x" * 65, "é", "a/b"])
    def test_a_key_of_other_letters_is_refused(self, key: str) -> None:
        program = Program.of(person("Ada"))
        refused(program.post("games/", GAME, Idempotency_Key=key), 400, "malformed_request")
        assert not Game.objects.exists()

    def test_what_went_wrong_here_frees_the_key(self, monkeypatch: pytest.MonkeyPatch) -> None:
        program = Program.of(person("Ada"))
        program.client.raise_request_exception = False
        with monkeypatch.context() as broken:
            broken.setattr("games.api.telling.game", lambda *_: 1 / 0)
            assert program.post("games/", GAME, Idempotency_Key="k-1").status_code == 500
        assert not Game.objects.exists() and not GivenAnswer.objects.exists()
        assert program.post("games/", GAME, Idempotency_Key="k-1").status_code == 201


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("key", ["k-1", ""])
def test_a_move_sent_many_times_at_once_is_made_once(key: str) -> None:
    game = running(person("Ada"), person("Bob"))
    program, path, body = _turn(game)
    statuses: list[int] = []
    start = threading.Barrier(8)

    def send() -> None:
        start.wait()
        headers = {"Idempotency_Key": key} if key else {}
        statuses.append(Program(program.token).post(path, body, **headers).status_code)
        connection.close()

    threads = [threading.Thread(target=send) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(statuses) == ([200] * 8 if key else [200] + [409] * 7)
    assert Move.objects.filter(by="player").count() == 1


@pytest.mark.django_db
class TestLimits:
    def test_each_answer_tells_how_it_stands_and_beyond_the_limit_is_429(self, settings: Any) -> None:
        settings.API_READS_PER_MINUTE = 3
        ada = person("Ada")
        # Two tokens of one person count as one.
        programs = [Program.of(ada), Program.of(ada), Program.of(ada), Program.of(ada)]
        answered = [program.get("account/") for program in programs]
        if answered[-1].status_code == 200:
            pytest.fail("the minute turned over, or nothing is counted")
        assert [answer["RateLimit-Remaining"] for answer in answered] == ["2", "1", "0", "0"]
        refused(answered[-1], 429, "throttled")
        assert 1 <= int(answered[-1]["Retry-After"]) <= 61 and answered[0]["RateLimit-Limit"] == "3"
        assert Program.of(person("Bob")).get("account/").status_code == 200

    def test_without_an_account_it_is_the_address_that_counts_and_no_header_changes_it(self, settings: Any) -> None:
        settings.API_READS_PER_MINUTE = 2
        statuses = [
            Client().get("/api/v1/games/", headers={"X-Forwarded-For": f"10.0.0.{n}"}).status_code for n in range(4)
        ]
        assert statuses == [200, 200, 429, 429]
        assert browser(person("Ada")).get("/api/v1/games/").status_code == 200

    def test_wrong_tokens_are_counted_too(self, settings: Any) -> None:
        settings.API_READS_PER_MINUTE = 2
        answered = [Program("landlord_wrong").get("account/") for _ in range(4)]
        assert [answer.status_code for answer in answered] == [401, 401, 429, 429]
        assert answered[0]["RateLimit-Remaining"] == "1" and "Retry-After" in answered[2]

    def test_who_may_not_act_is_counted_too(self, settings: Any) -> None:
        settings.API_ACTS_PER_MINUTE = 2
        program = Program.of(person("Ada"), READ)
        assert [program.post("games/", GAME).status_code for _ in range(4)] == [403, 403, 429, 429]

    def test_more_tables_than_one_may_have_are_told_as_such(self, settings: Any) -> None:
        settings.OPEN_TABLES_PER_PERSON = 1
        program = Program.of(person("Ada"))
        assert program.post("games/", GAME).status_code == 201
        refused(program.post("games/", GAME), 429, "limit_reached")
