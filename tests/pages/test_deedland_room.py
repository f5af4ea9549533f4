"""A table of Deedland before its game: the forms for a new one, the waiting room, the lists that name it."""

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games import table
from games.models import Game
from games.rules.deedland import DEEDLAND
from games.table import Plan
from games.who import Who
from tests.games import company
from tests.pages.friends import Friends

FRIENDS = {"game": "deedland", "time": "30", "access": "link"}
ALONE = {"game": "deedland", "seats": "3", "level": "hard", "time": "none"}
NEW = "/games/new/"


def words(response: Any) -> str:
    assert response.status_code == 200, response.content
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


@pytest.fixture
def ada(db: None) -> User:
    return company.person("Ada")


@pytest.fixture
def bob(db: None) -> User:
    return company.person("Bob")


def opened(client: Client, **form: str) -> Game:
    response = client.post(NEW, {**FRIENDS, **form})
    assert response.status_code == 303, response.content
    return Game.objects.latest("created_at")


class TestNewTable:
    def test_the_page_leads_from_game_to_game(self, ada: User) -> None:
        page = company.browser(ada).get(NEW).content.decode()
        assert 'href="/games/new/?game=deedland"' in page and "Seats, yours included" in page
        page = company.browser(ada).get(f"{NEW}?game=deedland").content.decode()
        assert "Against bots" in page and "With friends" in page and "30 seconds" in page and "No clock" in page
        assert "Bots take the empty seats" not in page

    def test_with_friends_all_seats_are_there_and_the_time_is_short(self, ada: User) -> None:
        game = opened(company.browser(ada))
        assert (game.ruleset, game.size, game.secret_table) == ("deedland", 4, True)
        assert game.options == {"move_time": 30, "bots": None}

    @pytest.mark.parametrize(
        ("form", "move_time"),
        [
            ({"time": "none"}, None),
            ({"time": "60"}, 60),
            ({"time": "other", "number": "2", "unit": "3600"}, 7200),
        ],
    )
    def test_other_times_can_be_chosen(self, ada: User, form: dict[str, str], move_time: int | None) -> None:
        assert opened(company.browser(ada), **form).options["move_time"] == move_time

    @pytest.mark.parametrize(
        "form",
        [
            {"time": "31"},
            {"time": "other", "number": "8", "unit": "86400"},
            {"time": "other"},
            {"access": "all"},
            {"game": "chess"},
            {"game": "landlord", "time": "30", "seats": "2"},
            {"game": "landlord", "time": "none", "seats": "2"},
        ],
    )
    def test_what_a_game_does_not_have_is_refused(self, ada: User, form: dict[str, str]) -> None:
        response = company.browser(ada).post(NEW, {**FRIENDS, **form})
        assert response.status_code == 400 and not Game.objects.exists()

    def test_without_an_account_one_is_led_to_bots_alone(self, db: None) -> None:
        page = words(Client().get(f"{NEW}?game=deedland"))
        assert "Play Deedland now" in page and "you need an account" in page and "Open the table" not in page
        assert Client().post(NEW, FRIENDS).status_code == 303 and not Game.objects.exists()


class TestAgainstBots:
    @pytest.mark.parametrize("signed_in", [True, False])
    def test_one_press_opens_it(self, ada: User, signed_in: bool) -> None:
        client = company.browser(ada if signed_in else None)
        assert client.post("/play/", ALONE).status_code == 303
        game = Game.objects.get()
        assert (game.ruleset, game.size) == ("deedland", 3) and game.options == {"move_time": None, "bots": "hard"}
        page = words(client.get(f"/games/{game.public_id}/"))
        assert "Deedland, hard bots" in page and "no clock" in page and "Ready" not in page
        assert client.post(f"/games/{game.public_id}/start/", {"client_seed": "mine"}).status_code == 303
        assert "Deedland, hard bots" in words(client.get(f"/games/{game.public_id}/"))

    def test_a_clock_may_be_chosen_and_what_is_not_said_is_as_usual(self, ada: User) -> None:
        client = company.browser(ada)
        client.post("/play/", {**ALONE, "time": "30"})
        assert Game.objects.get().options == {"move_time": 30, "bots": "hard"}
        client.post("/play/", {"game": "deedland", "level": "easy"})
        game = Game.objects.latest("created_at")
        assert (game.size, game.options) == (2, {"move_time": None, "bots": "easy"})

    @pytest.mark.parametrize("form", [{"level": "best"}, {"level": ""}, {"seats": "5"}, {"game": "go"}, {"time": "5"}])
    def test_what_is_not_there_is_refused(self, db: None, form: dict[str, str]) -> None:
        client = Client()
        assert client.post("/play/", {**ALONE, **form}).status_code == 400 and not Game.objects.exists()

    def test_playing_again_is_the_same_choice(self, db: None) -> None:
        client = Client()
        client.post("/play/", {**ALONE, "time": "other", "number": "2", "unit": "60"})
        game = Game.objects.get()
        client.post(f"/games/{game.public_id}/start/", {"client_seed": "mine"})
        client.post(f"/games/{game.public_id}/resign/", {"sure": "yes"})
        page = client.get(f"/games/{game.public_id}/").content.decode()
        again = page[page.index("data-play") :].split("</form>")[0]
        fields = dict(re.findall(r'name="(\w+)" value="(\w+)"', again))
        client.post("/play/", fields)
        assert Game.objects.count() == 2
        assert Game.objects.latest("created_at").options == game.options


class TestWaitingRoom:
    def test_all_press_ready_and_the_host_starts(self, ada: User, bob: User) -> None:
        host, guest = company.browser(ada), company.browser(bob)
        game = opened(host)
        at = f"/games/{game.public_id}/"
        page = host.get(at).content.decode()
        assert f"{at}?key={game.link_key}" in page and "the host" in page and "30 seconds for each move" in page
        assert guest.post(f"{at}sit/", {"key": game.link_key, "client_seed": "b"}).status_code == 303
        assert "when everybody is ready and Ada starts it" in words(guest.get(at))
        for client in (host, guest):
            assert "Start the game" not in words(host.get(at))
            assert client.post(f"{at}ready/").status_code == 303
        assert "Everybody here is ready: Ada can start the game." in words(guest.get(at))
        assert host.post(f"{at}start/").status_code == 303
        game.refresh_from_db()
        assert (game.status, game.size) == ("running", 2)

    def test_the_host_changes_the_time_and_all_are_asked_anew(self, ada: User, bob: User) -> None:
        host, guest = company.browser(ada), company.browser(bob)
        game = opened(host)
        company.sit(game, bob)
        company.ready(game, ada, bob)
        at = f"/games/{game.public_id}/"
        assert "Change the time for a move" in words(host.get(at))
        assert "Change the time for a move" not in words(guest.get(at))
        assert host.post(f"{at}time/", {"time": "other", "number": "2", "unit": "60"}).status_code == 303
        game.refresh_from_db()
        assert game.options["move_time"] == 120
        page = host.get(at).content.decode()
        assert '<option value="other" selected>' in page and 'value="2"' in page
        assert "2 minutes for each move" in words(guest.get(at))
        assert not game.seats.filter(ready=True).exists()

    def test_a_press_for_another_clock_than_there_is_by_now_makes_nobody_ready(self, ada: User, bob: User) -> None:
        host, guest = company.browser(ada), company.browser(bob)
        game = opened(host)
        company.sit(game, bob)
        at = f"/games/{game.public_id}/"
        assert '<input type="hidden" name="time" value="30">' in guest.get(at).content.decode()
        host.post(f"{at}time/", {"time": "none"})
        assert '<input type="hidden" name="time" value="none">' in guest.get(at).content.decode()
        late = guest.post(f"{at}ready/", {"ready": "yes", "time": "30"})
        assert late.status_code == 409 and b"has changed" in late.content
        assert not game.seats.filter(ready=True).exists()
        assert guest.post(f"{at}ready/", {"ready": "yes", "time": "none"}).status_code == 303
        assert game.seats.filter(ready=True).count() == 1
        assert guest.post(f"{at}time/", {"time": "none"}).status_code == 403
        assert host.post(f"{at}time/", {"time": "7"}).status_code == 400
        assert host.post(f"{at}time/", {"time": "none"}).status_code == 303
        assert "no clock" in words(guest.get(at))

    def test_where_the_time_is_chosen_once_it_stays(self, ada: User) -> None:
        game = company.open_table(ada)
        client, at = company.browser(ada), f"/games/{game.public_id}/"
        assert "Change the time" not in words(client.get(at))
        assert client.post(f"{at}time/", {"time": "60"}).status_code == 409
        game.refresh_from_db()
        assert game.options == {"move_time": 86_400}


class TestLists:
    def test_the_lobby_is_searched_by_game_and_names_it(self, ada: User, bob: User) -> None:
        table.open_table(
            DEEDLAND, [table.Sitter("person", "Ada", Who(user=ada.pk))], Plan(4, DEEDLAND.options(30, None))
        )  # type: ignore[arg-type]
        company.open_table(bob)
        page = words(Client().get("/games/"))
        assert "30 seconds Deedland, not rated" in page and "1 day Landlord, not rated" in page
        page = words(Client().get("/games/?game=deedland"))
        assert "table of Ada" in page and "table of Bob" not in page
        assert "table of Ada" not in words(Client().get("/games/?time=none"))
        Game.objects.filter(ruleset="deedland").update(options={"move_time": None, "bots": None})
        page = words(Client().get("/games/?time=none"))
        assert "no clock Deedland" in page and "table of Bob" not in page

    def test_ones_own_games_tell_game_and_time_and_wait_without_a_clock_too(
        self, db: None, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        game = Friends(monkeypatch, move_time=None)
        page = words(game.client(0).get("/games/mine/"))
        assert "One game waits for you" in page and "with Bob · Deedland, no clock" in page
        assert "Roll the dice?" in page and "No time limit" in page
        page = words(game.client(1).get("/games/mine/"))
        assert "Waiting for others" in page
        table.resign(game.id, game.who(1))
        assert "Deedland" in words(game.client(1).get("/games/mine/"))

    def test_the_home_page_offers_each_game(self, ada: User) -> None:
        for client in (Client(), company.browser(ada)):
            assert "play Deedland" in words(client.get("/"))
