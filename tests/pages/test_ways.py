"""What every page tells whoever comes: whose table a tab holds, and the ways to one's games and to other people."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from games import table
from games.models import Proposal
from tests.games.company import browser, open_table, person
from tests.pages.people import People

pytestmark = pytest.mark.django_db


def title(client: Client, path: str) -> str:
    html = client.get(path).content.decode()
    found = re.search(r"<title>(.*?)</title>", html)
    assert found
    return found[1]


def head(client: Client, path: str) -> str:
    return client.get(path).content.decode().split("</header>", 1)[0]


def test_the_tab_of_a_waiting_room_says_whose_table_it_is() -> None:
    ada = person("Ada")
    path = f"/games/{open_table(ada, 3).public_id}/"
    assert title(browser(ada), path) == "Your table · Landlord"
    assert title(Client(), path) == "Ada’s table · Landlord"


def test_who_opened_a_table_by_link_finds_the_link_before_the_seeds() -> None:
    ada = person("Ada")
    game = open_table(ada, 3, secret=True)
    html = browser(ada).get(f"/games/{game.public_id}/").content.decode()
    assert html.index(game.link_key) < html.index('id="commitment"') < html.index('id="room-seed"')


@pytest.mark.parametrize("path", ["/", "/rules/", "/leaderboard/", "/nowhere/"])
def test_a_guest_finds_own_games_from_every_page(path: str, client: Client) -> None:
    assert "/games/mine/" not in head(client, path)
    client.post("/play/", {"seats": "2"})
    assert "/games/mine/" in head(client, path)
    assert client.get("/games/mine/").status_code == 200


def test_the_first_page_tells_of_other_people(client: Client) -> None:
    main = client.get("/").content.decode().split("<main", 1)[1]
    assert "play with other people" in main and 'href="/accounts/signup/"' in main


def test_the_settings_lead_to_the_page_that_others_see() -> None:
    assert 'href="/players/Ada/"' in browser(person("Ada")).get("/accounts/settings/").content.decode()


def test_ones_list_of_games_says_that_a_deadline_waits_for_a_pause_to_end(monkeypatch: pytest.MonkeyPatch) -> None:
    people = People(monkeypatch)
    assert "when the clocks go on" not in mine(people)
    proposal = table.propose(people.id, people.who(1), Proposal.Kind.PAUSE, 2)
    assert "Bob has accepted" in people.page(0)
    table.answer_proposal(people.id, people.who(0), proposal.pk, yes=True)
    assert "when the clocks go on, until" in mine(people)
    people.later(timedelta(days=2, seconds=1))
    assert "when the clocks go on" not in mine(people)


def test_while_the_operator_has_stopped_all_clocks_ones_list_names_no_instant(monkeypatch: pytest.MonkeyPatch) -> None:
    people = People(monkeypatch)
    table.stop_clocks()
    told = mine(people)
    assert "when the clocks go on" in told and "until" not in told


def test_a_name_keeps_its_small_letter_at_the_beginning_of_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    people = People(monkeypatch, names=("Ada", "bob"))
    table.propose(people.id, people.who(1), Proposal.Kind.PAUSE, 2)
    assert "bob has accepted" in people.page(0) and "You have accepted" in people.page(1)


def mine(people: Any) -> str:
    main = people.clients[0].get("/games/mine/").content.decode().split("<main", 1)[1]
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", main.split("<footer", 1)[0]))
