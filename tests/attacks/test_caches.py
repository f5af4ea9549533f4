"""What caches between the site and its readers, and the browser that the next one sits at, may keep."""

import pytest
from django.http import HttpResponse
from django.test import Client

from games import table
from games.who import Who
from tests.attacks.doors import program
from tests.clock.tables import Played, Tables, person

pytestmark = pytest.mark.django_db

#: Every page that a browser comes to; {} is a game.
PAGES = (
    "/", "/games/", "/games/?show=play", "/games/mine/", "/games/new/", "/calendar/", "/rules/", "/fair-play/",
    "/privacy/", "/leaderboard/", "/players/ada/", "/games/{}/", "/games/{}/replay/", "/games/{}/report/",
    "/accounts/login/", "/accounts/signup/", "/accounts/settings/", "/accounts/password/reset/", "/nothing/",
    "/games/bcdfghjkmnpq/", "/api/docs/",
)  # fmt: skip
#: What a browser may keep, and asks each time whether it is the same.
ASKED = ("/games/{}/live/", "/games/{}/replay.json", "/games/{}/record.json")
READINGS = (
    "account/",
    "games/",
    "games/{}/",
    "games/{}/events/",
    "games/{}/record/",
    "games/{}/replay/",
    "leaderboard/",
)


def rules(answer: HttpResponse) -> set[str]:
    return {part.strip() for part in answer["Cache-Control"].split(",")}


def varies(answer: HttpResponse) -> set[str]:
    return {part.strip() for part in answer.get("Vary", "").split(",")}


def browsers() -> dict[str, Client]:
    """One of each: somebody seated, the other one, somebody else, a guest of another game, nobody."""
    found = {name: Client() for name in ("ada", "bob", "dan", "guest", "nobody")}
    for name in ("ada", "bob", "dan"):
        found[name].force_login(person(name))
    found["guest"].post("/play/", {"seats": 2})
    return found


@pytest.fixture(params=["a game in play", "a finished one"])
def game(request: pytest.FixtureRequest, tables: Tables) -> Played:
    game = tables.start(2)
    if request.param == "a finished one":
        table.resign(game.id, Who(user=person("bob").pk))
    return game


def test_no_page_is_kept_by_anybody(game: Played) -> None:
    for who, client in browsers().items():
        for page in PAGES:
            answer = client.get(page.format(game.id))
            assert answer.status_code < 500
            told = (who, page, answer["Cache-Control"], answer.get("Vary"))
            if "ETag" in answer:
                assert "public" in rules(answer) and page == "/api/docs/", told
                continue
            assert {"private", "no-store"} <= rules(answer) and "public" not in rules(answer), told
            assert "Cookie" in varies(answer), told


def test_what_is_asked_each_time_is_its_readers_own_or_the_same_for_all(game: Played) -> None:
    bodies: dict[str, set[bytes]] = {}
    for who, client in browsers().items():
        for page in ASKED:
            answer = client.get(page.format(game.id))
            assert answer.status_code == 200 and "ETag" in answer and "no-cache" in rules(answer), (who, page)
            assert "Cookie" in varies(answer), (who, page)
            bodies.setdefault(page, set()).add(answer.content)
            if "private" not in rules(answer):
                assert page == "/games/{}/record.json" and len(bodies[page]) == 1


def test_the_etag_of_somebody_seated_is_good_for_nobody_else(game: Played) -> None:
    everybody = browsers()
    for page in ASKED[:2]:
        address = page.format(game.id)
        for seated in ("ada", "bob"):
            tag = everybody[seated].get(address)["ETag"]
            for who, client in everybody.items():
                answer = client.get(address, headers={"if-none-match": tag})
                same = who == seated
                assert answer.status_code == (304 if same else 200), (page, seated, who)
                # A list of tags, and any tag at all, are no way round.
                mixed = client.get(address, headers={"if-none-match": f'"x", {tag}, W/"y"'})
                assert (mixed.status_code == 304) is same


def test_the_api_is_nobodys_but_the_callers(game: Played) -> None:
    ada, bob, nobody = program(person("ada")), program(person("bob")), Client()
    for path in READINGS:
        address = f"/api/v1/{path.format(game.id)}"
        first = ada.client.get(address, headers=ada._headers({}))
        assert first.status_code == 200 and {"private", "no-cache"} <= rules(first)
        assert {"Authorization", "Cookie"} <= varies(first)
        for other, headers in ((bob.client, bob._headers({})), (nobody, {})):
            plain = other.get(address, headers=headers)
            again = other.get(address, headers={**headers, "If-None-Match": first["ETag"]})
            # The tag is a hash of the body: 304 only where the body is the very same.
            assert (again.status_code == 304) is (plain.content == first.content), path


def test_after_a_sign_out_the_browser_finds_nothing_of_before(game: Played) -> None:
    client = browsers()["ada"]
    tag = client.get(f"/games/{game.id}/live/")["ETag"]
    client.post("/accounts/logout/")
    answer = client.get(f"/games/{game.id}/live/", headers={"if-none-match": tag})
    assert answer.status_code == 200 and answer["ETag"] != tag


@pytest.mark.parametrize("address", ["/games/{}/", "/games/{}/live/", "/games/{}/record.json", "/games/{}/replay.json"])
def test_a_secret_games_tag_opens_it_to_nobody(tables: Tables, address: str) -> None:
    game = tables.start(2)
    game.game.__class__.objects.filter(public_id=game.id).update(secret_table=True)
    everybody = browsers()
    tag = everybody["ada"].get(address.format(game.id)).get("ETag", '"x"')
    for who in ("dan", "guest", "nobody"):
        for headers in ({}, {"if-none-match": tag}, {"if-none-match": "*"}):
            answer = everybody[who].get(address.format(game.id), headers=headers)
            assert answer.status_code == 404 and {"private", "no-store"} <= rules(answer)
