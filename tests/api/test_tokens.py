"""Personal tokens, their page, and how callers are told apart."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts import suspending, tokens
from accounts.leaving import own_data
from accounts.models import PersonalToken
from tests.accounts.conftest import once_more, person, sign_in
from tests.api.conftest import PLAY, READ, Program, refused
from tests.games.company import browser, open_table

pytestmark = pytest.mark.django_db
PAGE = "/accounts/settings/tokens/"


def _made(client: Client, **form: str) -> str:
    answer = client.post(PAGE, {"name": "a bot", "scope": "play"} | form)
    assert answer.status_code == 201
    found = re.search(r'value="(landlord_[\w-]+)"', answer.content.decode())
    assert found
    return found[1]


def test_a_token_is_shown_once_and_kept_as_a_hash() -> None:
    ada = person()
    client = sign_in()
    once_more(client)
    token = _made(client)
    assert Program(token).get("account/").json()["name"] == "Ada"
    page = client.get(PAGE).content.decode()
    assert token not in page and "a bot" in page
    row = PersonalToken.objects.get(user=ada)
    assert token not in str(vars(row)) and row.hashed == tokens.hashed(token)


def test_the_page_asks_for_the_password_first() -> None:
    person()
    assert "reauthenticate" in sign_in().get(PAGE)["location"]


def test_a_token_taken_away_lets_nobody_in() -> None:
    ada = person()
    client = sign_in()
    once_more(client)
    token = _made(client)
    assert client.post(f"{PAGE}revoke/", {"token": ada.tokens.get().pk}).status_code == 303
    refused(Program(token).get("account/"), 401, "bad_token")


def test_nobody_takes_anothers_token_away() -> None:
    ada = person()
    tokens.make(ada, "hers", READ)
    eve = browser(person("Eve"))
    for number in (str(ada.tokens.get().pk), "", "x", "9" * 30, "\x00"):
        eve.post(f"{PAGE}revoke/", {"token": number})
    assert ada.tokens.count() == 1


def test_a_form_without_a_name_or_scope_makes_none() -> None:
    ada = person()
    client = sign_in()
    once_more(client)
    for form in ({"name": ""}, {"scope": ""}, {"scope": "all"}, {"name": "x" * 41}, {"name": "a\x00b"}):
        assert client.post(PAGE, {"name": "a bot", "scope": "play"} | form).status_code == 400
    assert not ada.tokens.exists()


def test_nobody_has_more_than_twenty() -> None:
    ada = person()
    for _ in range(tokens.MOST):
        tokens.make(ada, "one", READ)
    client = sign_in()
    once_more(client)
    answer = client.post(PAGE, {"name": "one more", "scope": "read"})
    assert answer.status_code == 400 and "which is the most" in answer.content.decode()
    assert ada.tokens.count() == tokens.MOST


def test_the_last_use_is_noted_once_a_minute() -> None:
    ada = person()
    program = Program.of(ada)
    assert ada.tokens.get().last_used is None
    program.get("account/")
    first = ada.tokens.get().last_used
    program.get("account/")
    assert first and ada.tokens.get().last_used == first
    ada.tokens.update(last_used=timezone.now() - timedelta(minutes=2))
    program.get("account/")
    assert ada.tokens.get().last_used > first


def test_a_token_to_read_does_not_play() -> None:
    ada = person()
    game = open_table(ada)
    refused(Program.of(ada, READ).post(f"games/{game.public_id}/cancel/"), 403, "insufficient_scope")
    assert Program.of(ada, PLAY).post(f"games/{game.public_id}/cancel/").status_code == 200


@pytest.mark.parametrize("header", ["Bearer x", "Bearer", "Basic YTpi", "Bearer landlord_" + "x" * 43, "Bearer é"])
def test_what_is_no_token_is_refused_even_where_none_is_needed(header: str) -> None:
    answer = Client().get("/api/v1/games/", headers={"Authorization": header})
    refused(answer, 401, "bad_token")
    assert answer["WWW-Authenticate"].startswith("Bearer")


def test_who_is_suspended_gets_in_with_no_token() -> None:
    ada = person()
    program = Program.of(ada)
    suspending.suspend(ada)
    refused(program.get("account/"), 401, "bad_token")


def test_a_session_reads_and_acts_with_the_sites_csrf_token_alone() -> None:
    ada = person()
    game = open_table(ada)
    client = Client(enforce_csrf_checks=True)
    client.force_login(ada)
    assert client.get("/api/v1/account/").json()["scope"] is None
    address = f"/api/v1/games/{game.public_id}/cancel/"
    refused(client.post(address), 403, "csrf_failed")
    client.get("/accounts/settings/name/")
    given = client.cookies["csrftoken"].value
    elsewhere = client.post(address, headers={"X-CSRFToken": given, "Origin": "https://evil.example"})
    refused(elsewhere, 403, "csrf_failed")
    assert client.post(address, headers={"X-CSRFToken": given}).status_code == 200


def test_a_form_is_no_way_around_the_csrf_check() -> None:
    ada = person()
    client = Client(enforce_csrf_checks=True)
    client.force_login(ada)
    for kind in ("application/x-www-form-urlencoded", "text/plain", "multipart/form-data; boundary=x"):
        answer = client.post("/api/v1/games/", '{"seats": 2, "move_time": 60}', content_type=kind)
        refused(answer, 403, "csrf_failed")
    assert not ada.opened_games.exists()


def test_a_guests_cookie_is_nobody_to_the_api() -> None:
    client = Client()
    client.post("/play/", {"seats": 2})
    refused(client.get("/api/v1/account/"), 401, "not_authenticated")


def test_tokens_are_among_ones_own_data_and_go_with_the_account() -> None:
    ada = person()
    tokens.make(ada, "a bot", READ)
    (told,) = own_data(ada)["tokens"]
    assert told["name"] == "a bot" and "hashed" not in told
    client = sign_in()
    once_more(client)
    assert client.post("/accounts/settings/delete/", {"name": "Ada"}).status_code == 303
    assert not PersonalToken.objects.exists()
