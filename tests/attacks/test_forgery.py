"""Requests that another site has a browser send, methods that are none, and headers that claim to be others."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests.attacks.doors import program
from tests.attacks.unchanged import nothing_written
from tests.clock.tables import Played, Tables, person
from tests.games.company import person as person_with_password

pytestmark = pytest.mark.django_db

BUY = '{"type":"buy"}'
HERE, ELSEWHERE = "http://testserver", "https://evil.example"


@pytest.fixture
def game(tables: Tables) -> Played:
    return tables.start(2)


@pytest.fixture
def browser(game: Played) -> Client:
    """Ada's browser, in which forged posts are looked for as in the product; it has seen the table."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(person("ada"))
    client.get(f"/games/{game.id}/")
    return client


def token_of(client: Client) -> str:
    return str(client.cookies["csrftoken"].value)


class TestForms:
    #: Every address below a game that takes a form, with one that it would take.
    POSTS: dict[str, dict[str, str]] = {
        "move": {"token": "0", "move": BUY},
        "resign": {"sure": "yes"},
        "propose": {"kind": "end", "days": ""},
        "proposals/1": {"answer": "accept"},
        "orders": {"type": "end_turn"},
        "orders/1/off": {},
        "start": {"client_seed": "x"},
        "sit": {"client_seed": "x"},
        "seed": {"client_seed": "x"},
        "stand-up": {},
        "ready": {},
        "cancel": {},
        "invite": {"name": "bob"},
        "rematch": {},
    }

    @pytest.mark.parametrize("what", POSTS)
    def test_without_the_sites_token_none_is_taken(self, game: Played, browser: Client, what: str) -> None:
        stranger = Client(enforce_csrf_checks=True)
        stranger.get("/")
        form, address = self.POSTS[what], f"/games/{game.id}/{what}/"
        own = token_of(browser)
        attempts: list[tuple[dict[str, str], dict[str, str]]] = [
            (form, {}),
            (form | {"csrfmiddlewaretoken": ""}, {}),
            (form | {"csrfmiddlewaretoken": "x" * 32}, {}),
            (form | {"csrfmiddlewaretoken": "x" * 64}, {}),
            (form | {"csrfmiddlewaretoken": "\x00" * 32}, {}),
            # Another browser's token.
            (form | {"csrfmiddlewaretoken": token_of(stranger)}, {}),
            # The right one, from elsewhere.
            (form | {"csrfmiddlewaretoken": own}, {"origin": ELSEWHERE}),
            (form | {"csrfmiddlewaretoken": own}, {"origin": "null"}),
            (form | {"csrfmiddlewaretoken": own}, {"origin": "http://testserver.evil.example"}),
            (form | {"csrfmiddlewaretoken": own}, {"origin": "http://testserver:8080"}),
            (form, {"x-csrftoken": token_of(stranger)}),
        ]
        with nothing_written():
            for fields, headers in attempts:
                for accept in ("text/html", "application/json"):
                    answer = browser.post(address, fields, headers={**headers, "accept": accept})
                    assert answer.status_code == 403, (fields, headers)
                    assert "own page" in answer.content.decode()
                    assert answer["Cache-Control"] == "private, no-store"

    def test_with_it_from_here_one_is(self, game: Played, browser: Client) -> None:
        form = {"token": "0", "move": BUY, "csrfmiddlewaretoken": token_of(browser)}
        assert browser.post(f"/games/{game.id}/move/", form, headers={"origin": HERE}).status_code == 303

    def test_by_https_a_form_of_another_referrer_is_not_taken(self, game: Played, browser: Client) -> None:
        form = {"token": "0", "move": BUY, "csrfmiddlewaretoken": token_of(browser)}
        with nothing_written():
            for referrer in ("", ELSEWHERE + "/", "https://testserver.evil.example/", "http://testserver/", "x"):
                headers = {"referer": referrer} if referrer else {}
                answer = browser.post(f"/games/{game.id}/move/", form, secure=True, headers=headers)
                assert answer.status_code == 403, referrer

    def test_the_cookies_that_stand_for_somebody_do_not_go_with_what_other_sites_send(self) -> None:
        person_with_password("eve")
        client = Client()
        client.post("/accounts/login/", {"login": "eve@example.org", "password": "a long enough password"})
        guest = Client()
        guest.post("/play/", {"seats": 2})
        for cookie in (client.cookies["sessionid"], guest.cookies["guest"]):
            assert cookie["samesite"] == "Lax" and cookie["httponly"]


class TestTheApi:
    def test_a_session_needs_the_sites_token_in_its_header(self, game: Played, browser: Client) -> None:
        address = f"/api/v1/games/{game.id}/moves/"
        body = {"token": "0", "moves": [{"type": "buy"}]}
        own = token_of(browser)
        attempts: list[dict[str, str]] = [
            {},
            {"x-csrftoken": ""},
            {"x-csrftoken": "x" * 64},
            {"x-csrftoken": own, "origin": ELSEWHERE},
            {"x-csrftoken": own, "origin": "null"},
            {"cookie-csrftoken": own},
        ]
        with nothing_written():
            for headers in attempts:
                answer = browser.post(address, body, content_type="application/json", headers=headers)
                assert answer.status_code == 403 and answer.json()["code"] == "csrf_failed"
            # A form as another page could send it, with a token in it and parts that can't be read.
            for kind, form in (
                ("text/plain", b'{"token":"0","moves":[{"type":"buy"}]}'),
                ("application/x-www-form-urlencoded", f"csrfmiddlewaretoken={own}".encode()),
                ("multipart/form-data; boundary=x", b"nonsense"),
                ("multipart/form-data; boundary=" + "x" * 300, b""),
                ("application/x-www-form-urlencoded; charset=utf-16", b"x=1"),
                ("application/x-www-form-urlencoded", b"&".join([b"a=1"] * 1500)),
            ):
                answer = browser.post(address, form, content_type=kind)
                assert answer.status_code == 403 and answer.json()["code"] == "csrf_failed", kind
        headers = {"x-csrftoken": own, "origin": HERE}
        assert browser.post(address, body, content_type="application/json", headers=headers).status_code == 200

    def test_a_personal_token_needs_no_page_and_no_origin_can_have_a_browser_send_it(self, game: Played) -> None:
        ada = program(person("ada"))
        answer = ada.client.options(f"/api/v1/games/{game.id}/moves/", headers={"origin": ELSEWHERE})
        assert not [name for name in answer.headers if name.lower().startswith("access-control")]
        told = ada.play(game.id, "0", {"type": "buy"}, Origin=ELSEWHERE)
        assert told.taken
        assert not [name for name in told.answer.headers if name.lower().startswith("access-control")]
        assert not told.answer.cookies

    def test_reading_by_session_is_told_to_no_other_origin(self, browser: Client) -> None:
        answer = browser.get("/api/v1/account/", headers={"origin": ELSEWHERE})
        assert answer.status_code == 200 and "Access-Control-Allow-Origin" not in answer


class TestMethods:
    OVERRIDES = ("X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override")

    @pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "GET"])
    def test_what_acts_takes_its_own_method_alone(self, game: Played, method: str) -> None:
        ada, browser = program(person("ada")), Client()
        browser.force_login(person("ada"))
        bearer = {"Authorization": f"Bearer {ada.bearer}"}
        with nothing_written():
            for what in ("moves", "resign", "ready", "orders"):
                answer = ada.client.generic(method, f"/api/v1/games/{game.id}/{what}/", headers=bearer)
                assert answer.status_code == 405 and "POST" in answer["Allow"], what
                assert answer["Content-Type"] == "application/problem+json"
            # Orders have a page, which is read by GET.
            for what, allowed in (("move", "POST"), ("resign", "POST"), ("orders", "GET, POST, HEAD"), ("sit", "POST")):
                answer = browser.generic(method, f"/games/{game.id}/{what}/")
                if method not in allowed.split(", "):
                    assert answer.status_code == 405 and answer["Allow"] == allowed, what

    def test_no_header_and_no_field_makes_one_method_another(self, game: Played) -> None:
        ada, browser = program(person("ada")), Client()
        browser.force_login(person("ada"))
        browser.get(f"/games/{game.id}/")
        game.order(0, type="end_turn")
        path = f"/api/v1/games/{game.id}/orders/{1}/"
        with nothing_written("games_seat"):
            for name in self.OVERRIDES:
                headers = {"Authorization": f"Bearer {ada.bearer}", name: "DELETE"}
                assert ada.client.post(path, headers=headers).status_code == 405
                for method in ("POST", "DELETE"):
                    answer = browser.get(f"/games/{game.id}/resign/?sure=yes", headers={name: method})
                    assert answer.status_code == 405
            assert browser.get(f"/games/{game.id}/?_method=POST&token=0&move={BUY}").status_code == 200

    def test_head_writes_nothing_and_has_no_body(self, game: Played) -> None:
        ada, browser = program(person("ada")), Client()
        browser.force_login(person("ada"))
        with nothing_written():
            for path in ("", "live/", "record.json", "replay/"):
                answer = browser.head(f"/games/{game.id}/{path}")
                assert answer.status_code == 200 and answer.content == b"", path
            for path in ("", "events/", "record/", "replay/"):
                headers = {"Authorization": f"Bearer {ada.bearer}"}
                answer = ada.client.head(f"/api/v1/games/{game.id}/{path}", headers=headers)
                assert answer.status_code == 200 and answer.content == b"", path

    def test_what_is_only_read_is_not_written_by_any_method(self, game: Played) -> None:
        browser = Client()
        browser.force_login(person("ada"))
        with nothing_written():
            for address in _read_only(game.id):
                for method in ("POST", "PUT", "PATCH", "DELETE", "TRACE"):
                    answer = browser.generic(method, address)
                    assert answer.status_code == 405 and answer.content, f"{method} {address}"


#: Pages that are only read, by the names of their addresses.
READ_ONLY = {
    "home", "lobby", "my-games", "game", "game-live", "record", "replay", "film", "rules", "fair-play", "privacy",
    "leaderboard", "verifier",
}  # fmt: skip


def _read_only(game: str) -> list[str]:
    assert set(_names()) >= READ_ONLY
    of_a_game = ("game", "game-live", "record", "replay", "film")
    args = {name: [game] for name in of_a_game} | {"verifier": ["landlord"]}
    return [reverse(name, args=args.get(name, [])) for name in sorted(READ_ONLY)]


def _names() -> Iterator[str]:
    def walk(patterns: list[Any]) -> Iterator[str]:
        for pattern in patterns:
            if isinstance(pattern, URLResolver):
                yield from walk(pattern.url_patterns)
            elif isinstance(pattern, URLPattern) and pattern.name:
                yield pattern.name

    return walk(get_resolver().url_patterns)
