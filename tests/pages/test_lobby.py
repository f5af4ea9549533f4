"""Pages with lists: the lobby and its filters, one's own games, the home page, the form for a new table."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Block, User
from games import lists, table
from games.models import Game, Seat
from games.who import Who
from tests.games.company import DAY, asked, browser, open_table, over, person, ready, running, sit
from tests.games.tables import Opener

pytestmark = pytest.mark.django_db

NEW = {"seats": "3", "time": str(DAY), "access": "open"}


@pytest.fixture
def ada(db: None) -> User:
    return person("Ada")


@pytest.fixture
def bob(db: None) -> User:
    return person("Bob")


def page(client: Client, path: str, status: int = 200) -> str:
    """Give a page's words, without its tags and runs of space."""
    answer = client.get(path)
    assert answer.status_code == status, answer.content.decode()
    return words(answer.content.decode())


def words(html: str) -> str:
    main = html.split("<main", 1)[1]
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", main))


class TestLobby:
    def test_it_shows_what_one_wants_to_know_before_sitting_down(self, ada: User, bob: User) -> None:
        over(ada, bob)
        game = open_table(ada, 3, 90 * 60, rated=True, bots_fill=True)
        sit(game, bob)
        text = page(Client(), "/games/")
        for told in ("Ada", "2 of 3", "1 hour 30 minutes", "rated, bots take empty seats", "Sit down"):
            assert told in text
        assert "1 of 1 game without a time-out" in text

    def test_a_share_of_games_is_told_in_numbers(self, ada: User, bob: User) -> None:
        for _ in range(5):
            late = over(ada, bob)
        Seat.objects.filter(game=late, user=ada).update(fate=Seat.Fate.TIMED_OUT)
        open_table(ada)
        assert "4 of 5 games without a time-out" in page(Client(), "/games/")
        assert "Sit down" in page(Client(), "/games/?reliable=80")
        assert "Sit down" not in page(Client(), "/games/?reliable=90")

    def test_games_in_play_can_be_watched(self, ada: User, bob: User) -> None:
        game = running(ada, bob)
        assert "Watch" not in page(Client(), "/games/")
        answer = Client().get("/games/?show=play").content.decode()
        assert f'href="/games/{game.public_id}/"' in answer and "Ada and Bob" in words(answer)
        assert "Go to the table" in page(browser(ada), "/games/?show=play")

    def test_filters_are_in_the_address_and_stay_in_the_form(self, ada: User) -> None:
        open_table(ada, 2)
        answer = Client().get("/games/?seats=2&time=days&rated=no").content.decode()
        assert "Sit down" in words(answer)
        for chosen in ('value="2" selected', 'value="days" selected', 'value="no" selected'):
            assert chosen in answer
        assert "No open table is here as you look for it" in page(Client(), "/games/?seats=4")

    @pytest.mark.parametrize(
        ("query", "named"),
        [
            ("seats=9", "Seats"),
            ("time=soon", "Move time"),
            ("rated=perhaps", "Rated"),
            ("reliable=81", "Opener without time-out"),
            ("page=0", "page"),
            ("page=two", "page"),
            ("page=99999999999999999999", "page"),
            ("show=all", "show"),
            ("seats=%00", "Seats"),
        ],
    )
    def test_what_makes_no_sense_is_left_out_and_said(self, ada: User, query: str, named: str) -> None:
        open_table(ada)
        text = page(Client(), f"/games/?{query}")
        assert "could not make sense of" in text and named in text
        assert "Sit down" in text

    def test_an_empty_lobby_says_what_to_do(self, db: None) -> None:
        assert "Open one, and others find it here" in page(Client(), "/games/")
        assert "No public game is going on" in page(Client(), "/games/?show=play")

    def test_pages_have_twenty_five_tables_and_keep_the_filters(self, ada: User, settings: Any) -> None:
        settings.OPEN_TABLES_PER_PERSON = 100
        for _ in range(26):
            open_table(ada, 3)
        first = Client().get("/games/?seats=3").content.decode()
        assert words(first).count("Sit down :") == 25 and 'href="?seats=3&amp;page=2"' in first
        second = Client().get("/games/?seats=3&page=2").content.decode()
        assert words(second).count("Sit down :") == 1
        assert 'href="?seats=3&amp;page=1"' in second and "page=3" not in second

    def test_tables_of_blocked_people_are_not_offered(self, ada: User, bob: User) -> None:
        game = open_table(ada)
        Block.objects.create(user=ada, blocked=bob)
        for path in ("/games/", "/"):
            assert game.public_id in Client().get(path).content.decode()
            assert game.public_id not in browser(bob).get(path).content.decode()

    @pytest.mark.parametrize("query", ["", "?show=play", "?seats=3&time=days&rated=no&reliable=80"])
    def test_it_takes_four_queries_beside_session_and_user(self, ada: User, bob: User, query: str) -> None:
        for _ in range(3):
            open_table(ada, 3)
            running(ada, bob)
            over(ada, bob)
        client = browser(ada)
        client.get("/games/")
        with CaptureQueriesContext(connection) as made:
            client.get(f"/games/{query}")
        beside = [q["sql"] for q in made if not re.search(r'FROM "accounts_(user|session)"', q["sql"])]
        assert len(beside) <= 4, beside


class TestNewTable:
    def test_the_form_opens_a_table_and_leads_to_it(self, ada: User) -> None:
        form = {**NEW, "rated": "on", "bots_fill": "on", "access": "link", "time": "other", "number": "90"}
        answer = browser(ada).post("/games/new/", {**form, "unit": "60"})
        game = Game.objects.get()
        assert (answer.status_code, answer["Location"]) == (303, f"/games/{game.public_id}/")
        assert (game.size, game.options, game.opener) == (3, {"move_time": 5_400}, ada)
        assert game.rated and game.secret_table and game.bots_fill and game.status == "open"

    @pytest.mark.parametrize("seconds", [60, 300, 900, 3_600, 21_600, DAY, 3 * DAY, 7 * DAY])
    def test_move_times_to_choose_from(self, ada: User, seconds: int) -> None:
        assert browser(ada).post("/games/new/", {**NEW, "time": seconds}).status_code == 303
        assert Game.objects.get().options == {"move_time": seconds}

    @pytest.mark.parametrize(
        ("number", "unit", "seconds"),
        [
            ("1", "60", 60),
            ("10080", "60", 604_800),
            ("37", "60", 2_220),
            ("168", "3600", 604_800),
            ("7", "86400", 604_800),
        ],
    )
    def test_any_whole_minute_from_one_to_a_week(self, ada: User, number: str, unit: str, seconds: int) -> None:
        form = {**NEW, "time": "other", "number": number, "unit": unit}
        assert browser(ada).post("/games/new/", form).status_code == 303
        assert Game.objects.get().options == {"move_time": seconds}

    @pytest.mark.parametrize(
        ("given", "sentence"),
        [
            ({"seats": "5"}, "two, three or four seats"),
            ({"seats": ""}, "Choose a number of seats"),
            ({"time": "61"}, "whole minutes, from 1 minute to 7 days"),
            ({"time": ""}, "Choose a time"),
            ({"time": "other"}, "Write how many"),
            ({"time": "other", "number": "0", "unit": "60"}, "whole minutes, from 1 minute to 7 days"),
            ({"time": "other", "number": "1.5", "unit": "60"}, "whole minutes, from 1 minute to 7 days"),
            ({"time": "other", "number": "-3", "unit": "60"}, "whole minutes, from 1 minute to 7 days"),
            ({"time": "other", "number": "10081", "unit": "60"}, "whole minutes, from 1 minute to 7 days"),
            ({"time": "other", "number": "8", "unit": "86400"}, "whole minutes, from 1 minute to 7 days"),
            ({"time": "other", "number": "9" * 4_000, "unit": "60"}, "whole minutes, from 1 minute to 7 days"),
            ({"time": "other", "number": "1", "unit": "1"}, "minutes, hours or days"),
            ({"access": "friends"}, "Choose who may sit down"),
        ],
    )
    def test_a_mistake_is_said_in_place_and_the_form_is_kept(
        self, ada: User, given: dict[str, str], sentence: str
    ) -> None:
        answer = browser(ada).post("/games/new/", {**NEW, "seats": "4", "rated": "on", **given})
        html = answer.content.decode()
        assert answer.status_code == 400 and sentence in words(html)
        assert re.search(r'name="rated"[^>]*checked', html)
        if "seats" not in given:
            assert re.search(r'name="seats" value="4"[^>]*checked', html)
        assert not Game.objects.exists()

    def test_who_has_no_account_is_led_to_one_and_back(self, db: None) -> None:
        for answer, status in ((Client().get("/games/new/"), 302), (Client().post("/games/new/", NEW), 303)):
            assert (answer.status_code, answer["Location"]) == (status, "/accounts/login/?next=/games/new/")
        assert not Game.objects.exists()

    def test_too_many_open_tables_are_said_and_the_form_is_kept(self, ada: User, settings: Any) -> None:
        settings.OPEN_TABLES_PER_PERSON = 1
        open_table(ada)
        answer = browser(ada).post("/games/new/", NEW)
        assert answer.status_code == 429 and "1 tables open" not in words(answer.content.decode())
        assert "You have a table open" in words(answer.content.decode())
        assert re.search(r'name="seats" value="3"[^>]*checked', answer.content.decode())
        assert Game.objects.count() == 1


class TestOnesOwnGames:
    def test_those_that_wait_come_first_by_deadline_with_what_is_asked(self, ada: User, bob: User) -> None:
        games = [running(ada, bob, move_time=hours * 3_600) for hours in (40, 20, 30, 50)]
        mine = sorted((g for g in games if asked(g).user == ada), key=lambda g: g.options["move_time"])
        html = browser(ada).get("/games/mine/").content.decode()
        places = [html.index(f'href="/games/{game.public_id}/"') for game in mine]
        assert places == sorted(places)
        others = [html.index(f'href="/games/{game.public_id}/"') for game in games if game not in mine]
        assert not places or not others or max(places) < min(others)
        count = len(mine)
        title = {0: "No games wait", 1: "One game waits", 2: "Two games wait", 3: "Three games wait"}.get(
            count, "Four games wait"
        )
        assert f"{title} for you" in words(html)

    def test_a_game_says_what_is_asked_until_when_and_how_one_stands(self, ada: User, bob: User) -> None:
        game = running(ada, bob)
        seat = asked(game)
        assert seat.user is not None
        text = page(browser(seat.user), "/")
        # What one has follows from the dice: a rent, a tax or a card may have come before the first question.
        assert "Your move" in text and re.search(r"23 h 5\d min", text)
        assert re.search(r"\d+, (first|second) of 2", text)
        assert re.search(r"(Buy \w[\w ]* for \d+\?|Anything else before you end your turn\?)", text)
        other = bob if seat.user == ada else ada
        text = page(browser(other), "/")
        assert "Waiting for others" in text and f"{seat.name} may" in text

    def test_a_deadline_that_has_passed_is_shown_as_passed(
        self, ada: User, bob: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        seat = asked(running(ada, bob))
        assert seat.user is not None
        monkeypatch.setattr("games.table.instant.shift", timedelta(days=1, seconds=2))
        assert "Time is over" in page(browser(seat.user), "/games/mine/")

    def test_an_invitation_shows_in_the_head_of_every_page(self, ada: User, bob: User) -> None:
        game = open_table(bob, 3)
        assert b"invitation" not in browser(ada).get("/rules/").content
        table.invite(game.public_id, Who(user=bob.pk), ada.pk)
        assert re.search(
            rb'My games<span class="wait">1<span class="vh"> invitation</span>', browser(ada).get("/rules/").content
        )

    def test_open_tables_invitations_and_finished_games_are_there(self, ada: User, bob: User) -> None:
        open_table(ada, 3)
        secret = open_table(bob, 3, secret=True)
        table.invite(secret.public_id, Who(user=bob.pk), ada.pk)
        over(bob, ada)
        text = page(browser(ada), "/games/mine/")
        assert "A table of yours 2 seats free" in text
        assert "Bob invites you to a table of 3" in text
        assert "Finished" in text and "2 of 2" in text
        assert "Bob invites you" in page(browser(ada), "/")

    def test_finished_games_come_by_pages(self, ada: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(lists, "PAGE_LENGTH", 2)
        for _ in range(3):
            over(ada, bob)
        assert page(browser(ada), "/games/mine/").count("1 of 2") == 2
        assert page(browser(ada), "/games/mine/?page=2").count("1 of 2") == 1
        assert "Page 1" in page(browser(ada), "/games/mine/?page=no")

    def test_a_guest_has_a_list_too_and_a_stranger_is_led_to_sign_in(self, tables: Opener) -> None:
        played = tables.start()
        assert f'href="{played.url()}"' in played.client.get("/games/mine/").content.decode()
        assert Client().get("/games/mine/")["Location"] == "/accounts/login/?next=/games/mine/"

    def test_a_newcomer_is_told_what_to_do(self, ada: User) -> None:
        assert "You have no game yet" in page(browser(ada), "/games/mine/")
        assert "No games wait for you" in page(browser(ada), "/")

    def test_nothing_of_a_running_games_secrets_is_in_a_list(self, ada: User, bob: User) -> None:
        game = running(ada, bob)
        secret = game.secret
        for path in ("/", "/games/", "/games/?show=play", "/games/mine/"):
            for client in (browser(ada), Client()):
                html = client.get(path).content.decode()
                assert secret.server_seed not in html and "decks" not in html


class TestHead:
    def test_the_number_of_games_that_wait_is_on_every_page_of_a_person(self, ada: User, bob: User) -> None:
        seats = [asked(running(ada, bob)) for _ in range(3)]
        for user in (ada, bob):
            count = sum(seat.user == user for seat in seats)
            for path in ("/", "/rules/", "/games/"):
                head = browser(user).get(path).content.decode().split("<main")[0]
                assert (f'<span class="wait">{count}<' in head) == bool(count)
                assert ("My games" in head) != bool(count)
        assert "wait" not in Client().get("/").content.decode().split("<main")[0]

    def test_it_is_one_query_and_none_for_others(self, ada: User, bob: User) -> None:
        running(ada, bob)
        for client, count in ((browser(ada), 1), (Client(), 0)):
            with CaptureQueriesContext(connection) as made:
                client.get("/rules/")
            assert sum('"since" IS NOT NULL' in query["sql"] for query in made) == count

    def test_a_live_part_has_no_head(self, ada: User, bob: User) -> None:
        game = running(ada, bob)
        assert "My games" not in browser(ada).get(f"/games/{game.public_id}/live/").content.decode()


class TestHome:
    def test_guests_see_the_button_and_open_tables(self, ada: User) -> None:
        open_table(ada, 3)
        text = page(Client(), "/")
        assert "Play the bot now" in text and "Open tables" in text and "Sit down" in text

    def test_the_game_that_is_offered_is_the_one_on_the_board(self) -> None:
        text = page(Client(), "/?game=deedland")
        assert "Buy the town" in text and "Play Deedland" in text and "Play the bot now" not in text

    def test_people_see_five_open_tables_and_the_way_to_all(self, ada: User, bob: User, settings: Any) -> None:
        settings.OPEN_TABLES_PER_PERSON = 10
        for _ in range(7):
            open_table(bob)
        text = page(browser(ada), "/")
        assert text.count("Sit down :") == 5 and "All tables and games in play" in text

    def test_a_secret_game_is_no_newcomers_to_step_through(self, ada: User, bob: User) -> None:
        over(ada, bob, secret=True)
        assert "Step through a finished game" not in page(Client(), "/")
        over(ada, bob)
        assert "Step through a finished game" in page(Client(), "/")

    def test_ready_is_what_a_full_short_table_waits_for(self, ada: User, bob: User) -> None:
        game = open_table(ada, 2, 60)
        sit(game, bob)
        assert "Full: it waits for Ready" in page(browser(ada), "/")
        ready(game, ada, bob)
        assert "Full: it waits for Ready" not in page(browser(ada), "/")
