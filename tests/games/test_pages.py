"""The pages of a guest's game: opening, starting, moving, watching, the record and the replay."""

import json
import re
from typing import Any

import msgspec
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games import lists, queries
from games.models import Game, Seat
from games.rules import record
from games.who import Who
from tests.games.tables import (
    BUY,
    END_TURN,
    JSON,
    RESIGN,
    Opener,
    Played,
    buy_then_buy_again,
)

FIXED = re.compile(r"BEGIN|COMMIT|SAVEPOINT|RELEASE")


def count(captured: CaptureQueriesContext) -> int:
    """Queries, BEGIN and COMMIT apart."""
    return sum(not FIXED.match(query["sql"]) for query in captured.captured_queries)


class TestPlay:
    def test_one_press_opens_a_table_and_a_second_request_starts_it(self, db: None) -> None:
        client = Client()
        opened = client.post("/play/", {"seats": "3"}, headers=JSON).json()
        game = Game.objects.get(public_id=opened["id"])
        assert opened["commitment"] == game.commitment and game.status == "open"
        assert [(seat.kind, seat.name) for seat in game.seats.order_by("number")] == [
            ("guest", "Guest"),
            ("bot", "Bot 1"),
            ("bot", "Bot 2"),
        ]
        assert game.options == {"move_time": 604_800}
        started = client.post(opened["start"], {"client_seed": "my.own-seed_1"}, headers=JSON)
        assert started.status_code == 200 and started.json()["ok"]
        assert game.seats.get(number=0).client_seed == "my.own-seed_1"
        assert client.get(opened["table"]).status_code == 200

    def test_without_javascript_it_leads_to_the_open_table_with_its_commitment(self, db: None) -> None:
        client = Client()
        page = client.post("/play/", {"seats": "2"}, follow=True)
        assert page.redirect_chain[0][1] == 303
        game = Game.objects.get()
        assert game.commitment in page.content.decode()
        assert page.redirect_chain[0][0] == f"/games/{game.public_id}/"

    def test_without_a_seed_the_site_draws_one_and_says_so(self, opened: Played) -> None:
        page = opened.client.post(opened.url("start/"), {"client_seed": ""}, follow=True)
        assert "the site drew one" in page.content.decode()

    @pytest.mark.parametrize("seed", ["a b", "ä", "x" * 65, "a|b", "<b>", "a\0"])
    def test_a_bad_seed_is_refused_on_the_table_itself(self, opened: Played, seed: str) -> None:
        page = opened.start(seed)
        assert page.status_code == 400 and "Your seed may be" in page.content.decode()
        assert opened.game.status == "open"

    @pytest.mark.parametrize("seats", ["1", "5", "", "two", "2.0", "٣", "9" * 99])
    def test_a_game_has_two_three_or_four_seats(self, db: None, seats: str) -> None:
        page = Client().post("/play/", {"seats": seats})
        assert page.status_code == 400 and "two, three or four seats" in page.content.decode()
        assert not Game.objects.exists()

    def test_pressing_twice_before_the_start_opens_one_table(self, db: None) -> None:
        client = Client()
        first, second = (client.post("/play/", {"seats": 2}, headers=JSON).json() for _ in range(2))
        assert first == second and Game.objects.count() == 1
        assert client.post("/play/", {"seats": 3}, headers=JSON).json()["id"] != first["id"]

    def test_starting_twice_starts_once(self, started: Played) -> None:
        response = started.start("other", **JSON)
        assert response.status_code == 409 and started.game.seats.get(number=0).client_seed == "ada"


class TestMove:
    def test_a_form_post_leads_back_to_the_table(self, started: Played) -> None:
        response = started.client.post(started.url("move/"), {"token": "0", "move": json.dumps(BUY)})
        assert response.status_code == 303 and response["Location"] == started.url()
        assert started.game.move_count >= 1

    def test_javascript_gets_the_part_that_changes(self, started: Played) -> None:
        response = started.send(BUY)
        answer = response.json()
        assert answer["ok"] and answer["html"] and answer["notice"] == ""
        live = started.client.get(started.url("live/"))
        assert live["ETag"] == answer["etag"]

    def test_an_old_page_gets_the_current_table_and_a_friendly_word(self, started: Played) -> None:
        started.send(BUY)
        before = started.rows()
        page = started.client.post(started.url("move/"), {"token": "0", "move": json.dumps(BUY)})
        assert page.status_code == 409 and "already answered" in page.content.decode()
        answer = started.send(BUY, token="0").json()
        assert not answer["ok"] and "already answered" in answer["notice"] and answer["html"]
        assert started.rows() == before

    def test_what_was_left_out_is_said(self, tables: Opener) -> None:
        played = tables.start(wish=buy_then_buy_again)
        assert "asked again" in played.send(BUY, END_TURN).json()["notice"]

    def test_what_was_left_out_is_said_without_javascript_too(self, tables: Opener) -> None:
        played = tables.start(wish=buy_then_buy_again)
        form = {"token": "0", "move": [json.dumps(BUY), json.dumps(END_TURN)]}
        page = played.client.post(played.url("move/"), form, follow=True)
        assert page.redirect_chain[0][1] == 303 and "asked again" in page.content.decode()

    def test_a_bid_comes_as_fields(self, started: Played) -> None:
        response = started.client.post(started.url("move/"), {"token": "0", "type": "bid", "amount": "3"})
        # Well formed, and not what is asked.
        assert response.status_code == 409

    def test_nobody_else_moves_for_a_guest(self, started: Played) -> None:
        before = started.rows()
        stranger = Client()
        other = Client()
        other.post("/play/", {"seats": 2})
        for client in (stranger, other):
            page = client.post(started.url("move/"), {"token": "0", "move": json.dumps(BUY)})
            assert page.status_code == 403 and "You are watching this game" in page.content.decode()
        assert started.rows() == before

    def test_a_cookie_of_ones_own_making_is_nobodys(self, started: Played) -> None:
        forger = Client()
        forger.cookies["guest"] = started.client.cookies["guest"].value[:-1] + "x"
        assert started.send(BUY, client=forger, token="0").status_code == 403

    def test_the_guests_cookie_is_out_of_reach_of_scripts(self, started: Played) -> None:
        cookie = started.client.cookies["guest"]
        assert cookie["httponly"] and cookie["samesite"] == "Lax"
        assert queries.table(started.id, started.who).reader == 0

    def test_a_form_without_its_csrf_token_is_refused(self, started: Played) -> None:
        before = started.rows()
        strict = Client(enforce_csrf_checks=True)
        strict.cookies = started.client.cookies
        for path, form in (("move/", {"token": "0", "move": json.dumps(BUY)}), ("start/", {})):
            page = strict.post(started.url(path), form)
            assert page.status_code == 403 and "its own page" in page.content.decode()
            assert strict.post(started.url(path), form, headers=JSON).json()["status"] == 403
        assert strict.post("/play/", {"seats": 2}).status_code == 403
        assert started.rows() == before and Game.objects.count() == 1


class TestWatching:
    def test_anybody_can_watch(self, started: Played) -> None:
        stranger = Client()
        for path in ("", "live/", "replay/", "record.json"):
            assert stranger.get(started.url(path)).status_code == 200

    def test_looking_writes_nothing(self, started: Played) -> None:
        started.send(BUY)
        with CaptureQueriesContext(connection) as captured:
            for path in ("", "live/", "replay/", "replay/?move=last", "record.json"):
                started.client.get(started.url(path))
            started.client.get("/")
        assert not [q for q in captured.captured_queries if not q["sql"].startswith("SELECT")]

    def test_the_live_part_is_sent_again_only_after_a_move(self, started: Played) -> None:
        first = started.client.get(started.url("live/"))
        again = started.client.get(started.url("live/"), headers={"if-none-match": first["ETag"]})
        assert again.status_code == 304 and not again.content and again["ETag"] == first["ETag"]
        started.send(BUY)
        after = started.client.get(started.url("live/"), headers={"if-none-match": first["ETag"]})
        assert after.status_code == 200 and after["ETag"] != first["ETag"]

    def test_each_reader_has_a_live_part_of_their_own(self, started: Played) -> None:
        mine = started.client.get(started.url("live/"))
        assert Client().get(started.url("live/"), headers={"if-none-match": mine["ETag"]}).status_code == 200
        assert "Cookie" in mine["Vary"] and "private" in mine["Cache-Control"]

    def test_the_start_changes_the_live_part(self, opened: Played) -> None:
        before = opened.client.get(opened.url("live/"))["ETag"]
        opened.start()
        assert opened.client.get(opened.url("live/"))["ETag"] != before


class TestReading:
    def test_since_the_last_move_is_what_followed_from_it_and_came_after(self, started: Played) -> None:
        started.send(BUY, END_TURN)
        reading = queries.table(started.id, started.who)
        own = max(started.game.moves.filter(seat=0).values_list("number", flat=True))
        assert [entry.number for entry in reading.since] == list(range(own, started.game.move_count))
        tags = [event.__struct_config__.tag for event in reading.since[0].events]
        assert "turn_ended" not in tags and tags[0] == "turn_began"

    def test_before_the_first_move_everything_is_new(self, started: Played) -> None:
        assert [entry.number for entry in queries.table(started.id, started.who).since] == [-1]

    def test_who_watches_has_no_last_move(self, started: Played) -> None:
        started.play_on(5)
        reading = queries.table(started.id, Who())
        assert reading.since == [] and reading.reader is None and reading.legal is None and not reading.token

    def test_the_log_has_the_last_forty_moves(self, started: Played) -> None:
        started.play_on(60)
        moves = started.game.move_count
        assert moves > 41
        log = queries.table(started.id, started.who).log
        assert [entry.number for entry in log] == list(range(moves - 40, moves))

    def test_what_the_pages_get_hangs_on_no_secret(self, started: Played) -> None:
        with CaptureQueriesContext(connection) as captured:
            reading = queries.table(started.id, started.who)
            assert reading.seeds is None and reading.final is None
            queries_made = len(captured)
            # Asking the game for its secrets would be a query: it holds none.
            assert reading.game.secret.server_seed == started.server_seed
            assert len(captured) == queries_made + 1


class TestRecord:
    def test_a_running_games_record_keeps_its_secrets(self, started: Played) -> None:
        started.send(BUY)
        served = started.client.get(started.url("record.json")).json()
        assert not {"server_seed", "seed", "placings", "final"} & set(served)
        assert served["finished_at"] is None
        assert len(served["moves"]) == started.game.move_count
        assert served["moves"][0]["move"] == BUY and served["moves"][0]["by"] == "player"

    def test_a_finished_games_record_verifies(self, started: Played) -> None:
        started.play_on(20)
        started.send(RESIGN)
        response = started.client.get(started.url("record.json"))
        assert response["Content-Type"] == "application/json"
        assert record.verify(record.decode(response.content)) == "ok"

    def test_a_game_not_started_has_none(self, opened: Played) -> None:
        for path in ("record.json", "replay/"):
            page = opened.client.get(opened.url(path))
            assert page.status_code == 404 and "not started" in page.content.decode()


class TestReplay:
    def test_every_position_is_that_of_the_record(self, started: Played) -> None:
        started.play_on(15)
        seed, game = started.seed, started.game
        written = msgspec.structs.replace(
            record.decode(queries.record(started.id)), server_seed=started.server_seed, seed=seed
        )
        rules = queries.table(started.id, started.who).rules
        for step in record.replay(written):
            reading = queries.replay(started.id, step.number, started.who)
            assert reading is not None and reading.view == rules.view(step.state, 0)
        assert step.number == game.move_count - 1

    def test_a_move_is_found_by_its_number(self, started: Played) -> None:
        started.play_on(15)
        last = started.game.move_count - 1
        for number in ("0", "7", str(last), "last", "start"):
            assert started.client.get(started.url("replay/"), {"move": number}).status_code == 200
        assert queries.replay(started.id, None, started.who) == queries.replay(started.id, last, started.who)

    @pytest.mark.parametrize("number", ["-1", "99999", "9" * 30, "x", "", "1.0", "٣", "1\0", " 1"])
    def test_a_move_that_is_not_there_is_not_found(self, started: Played, number: str) -> None:
        started.play_on(3)
        page = started.client.get(started.url("replay/"), {"move": number})
        assert page.status_code == 404 and re.search(r"no move of that number|by their number", page.content.decode())


class TestHome:
    def test_a_guests_games_are_listed_running_ones_first(self, tables: Opener) -> None:
        client = Client()
        finished, running, opened = tables.start(2, client=client), None, None
        finished.send(RESIGN)
        running, opened = tables.start(2, client=client), tables.open(3, client=client)
        listed = lists.games_of_guest(running.who)
        assert [game.public_id for game in listed] == [running.id, opened.id, finished.id]
        page = client.get("/").content.decode()
        assert all(f"/games/{played.id}/" in page for played in (running, opened, finished))

    def test_nobody_elses_running_game_is_listed(self, started: Played) -> None:
        assert started.id not in Client().get("/").content.decode()

    def test_a_newcomer_can_step_through_a_finished_game(self, started: Played) -> None:
        assert lists.a_finished_game() is None
        started.send(RESIGN)
        assert lists.a_finished_game() == started.game
        assert started.url("replay/") in Client().get("/").content.decode()


class TestErrors:
    @pytest.mark.parametrize("path", ["/nothing/", "/games/222222222222/", "/games/UPPERCASE222/", "/games/1/"])
    def test_what_is_not_there_says_so(self, db: None, path: str) -> None:
        page = Client().get(path)
        assert page.status_code == 404 and "<h1>" in page.content.decode()
        answer = Client().get(path, headers=JSON)
        assert answer.status_code == 404 and answer.json()["notice"].endswith(".")

    def test_every_address_of_a_missing_game_says_so(self, db: None) -> None:
        for path in ("", "live/", "replay/", "record.json"):
            assert "no such game" in Client().get(f"/games/222222222222/{path}").content.decode()
        for path in ("start/", "move/"):
            form = {"token": "0", "move": json.dumps(BUY)}
            page = Client().post(f"/games/222222222222/{path}", form)
            assert page.status_code == 404 and "no such game" in page.content.decode()

    @pytest.mark.parametrize(
        ("method", "paths"),
        [("get", ["/play/", "start/", "move/"]), ("post", ["/", "", "live/", "replay/", "record.json"])],
    )
    def test_a_wrong_method_says_so(self, started: Played, method: str, paths: list[str]) -> None:
        for path in paths:
            address = path if path.startswith("/") else started.url(path)
            page = getattr(started.client, method)(address)
            assert page.status_code == 405 and page["Allow"] and "takes" in page.content.decode()

    def test_a_mistake_of_the_sites_is_a_page_and_changes_nothing(
        self, started: Played, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        started.client.raise_request_exception = False
        before = started.rows()

        def fail(*_: Any) -> None:
            raise RuntimeError

        monkeypatch.setattr("games.bots.answer", fail)
        form = {"token": "0", "move": [json.dumps(BUY), json.dumps(END_TURN)]}
        page = started.client.post(started.url("move/"), form)
        assert page.status_code == 500 and "Nothing was changed" in page.content.decode()
        answer = started.client.post(started.url("move/"), form, headers=JSON)
        assert answer.status_code == 500 and "Nothing was changed" in answer.json()["notice"]
        assert started.rows() == before


class TestQueries:
    """Budgets of the issue, at any length of the game."""

    def test_a_decision_takes_at_most_twelve(self, started: Played) -> None:
        most = 0
        for _ in range(80):
            reading = queries.table(started.id, started.who)
            if reading.game.status == "finished":
                break
            assert reading.legal is not None
            moves = msgspec.to_builtins(reading.legal.moves)
            wanted = next(
                (m for kind in ("buy", "end_turn", "pass", "refuse", "roll") for m in moves if m["type"] == kind),
                moves[-1],
            )
            form = {"token": reading.token, "move": json.dumps(wanted)}
            with CaptureQueriesContext(connection) as captured:
                assert started.client.post(started.url("move/"), form).status_code == 303
            most = max(most, count(captured))
        assert started.game.move_count > 80 and most <= 12

    def test_the_last_decision_takes_no_more(self, started: Played) -> None:
        started.play_on(20)
        form = {"token": started.token, "move": json.dumps(RESIGN)}
        with CaptureQueriesContext(connection) as captured:
            assert started.client.post(started.url("move/"), form).status_code == 303
        assert count(captured) <= 12

    def test_the_table_page_takes_at_most_eight(self, started: Played) -> None:
        started.play_on(60)
        for client in (started.client, Client()):
            with CaptureQueriesContext(connection) as captured:
                assert client.get(started.url()).status_code == 200
            assert count(captured) <= 8

    def test_the_unchanged_answer_takes_at_most_three(self, started: Played) -> None:
        etag = started.client.get(started.url("live/"))["ETag"]
        with CaptureQueriesContext(connection) as captured:
            assert started.client.get(started.url("live/"), headers={"if-none-match": etag}).status_code == 304
        assert count(captured) <= 3

    def test_the_home_page_takes_the_same_whatever_the_games(self, tables: Opener) -> None:
        client = Client()
        taken = []
        for _ in range(3):
            tables.start(client=client).send(RESIGN)
            with CaptureQueriesContext(connection) as captured:
                client.get("/")
            taken.append(count(captured))
        assert len(set(taken)) == 1 and Seat.objects.count() == 6
