"""The limits of the API: they hold for requests at one moment, and no header is a way round."""

import time
from collections import Counter
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from accounts import tokens
from accounts.models import PersonalToken
from tests.attacks.doors import Program, program
from tests.clock.tables import person
from tests.together import at_once


@pytest.fixture(autouse=True)
def _minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """A minute that doesn't turn over."""
    began = time.time() // 60 * 60 + 20
    monkeypatch.setattr("games.api.throttles.time", SimpleNamespace(time=lambda: began))


def _get(client: Client, path: str = "games/", **headers: str) -> Any:
    return client.get(f"/api/v1/{path}", headers={n.replace("_", "-"): v for n, v in headers.items()})


@pytest.mark.django_db(transaction=True)
class TestAtOneMoment:
    def test_forty_requests_of_a_person_by_several_tokens_and_a_browser_are_counted_one_by_one(
        self, settings: Any
    ) -> None:
        settings.API_READS_PER_MINUTE = 11
        ada = person("ada")
        first = program(ada)
        second = Program(tokens.make(ada, "another", PersonalToken.Scope.READ))
        browser = Client()
        browser.force_login(ada)
        works = [
            *[partial(_get, p.once_more().client, Authorization=f"Bearer {p.bearer}") for p in (first, second) * 10],
            *[partial(_get, _like(browser)) for _ in range(20)],
        ]
        told = at_once(*works)
        # One was used up as the token was made known.
        assert Counter(answer.status_code for answer in told) == {200: 10, 429: 30}
        left = sorted(int(a["RateLimit-Remaining"]) for a in told if a.status_code == 200)
        assert left == list(range(10))
        for answer in told:
            assert answer["RateLimit-Limit"] == "11" and 1 <= int(answer["RateLimit-Reset"]) <= 60
            if answer.status_code == 429:
                assert 1 <= int(answer["Retry-After"]) <= 61 and answer["RateLimit-Remaining"] == "0"
                assert answer.json()["code"] == "throttled"

    def test_acts_are_counted_one_by_one_too(self, settings: Any) -> None:
        settings.API_ACTS_PER_MINUTE = 4
        ada = program(person("ada"))
        told = at_once(*[partial(ada.once_more().play, "bcdfghjkmnpq", "0", {"type": "buy"}) for _ in range(20)])
        assert Counter(each.status for each in told) == {404: 4, 429: 16}


def _like(browser: Client) -> Client:
    client = Client()
    client.cookies = browser.cookies
    return client


@pytest.mark.django_db
class TestWhoIsCounted:
    @pytest.mark.parametrize(
        ("proxies", "forwarded"),
        [
            (0, lambda n: {"X_Forwarded_For": f"10.0.0.{n}"}),
            (0, lambda n: {"X_Forwarded_For": f"10.0.0.{n}, 10.1.0.{n}", "X_Real_IP": f"10.0.0.{n}"}),
            (0, lambda n: {"Forwarded": f"for=10.0.0.{n}", "Client_IP": f"10.0.0.{n}", "Via": f"1.1 {n}"}),
            # What the sender writes stands further left than what the proxies saw.
            (1, lambda n: {"X_Forwarded_For": f"10.0.0.{n}, 192.0.2.7"}),
            (1, lambda n: {"X_Forwarded_For": f"10.0.0.{n},,, 192.0.2.7,"}),
            (2, lambda n: {"X_Forwarded_For": f"10.0.0.{n}, 192.0.2.7, 172.16.0.1"}),
            # Fewer than there are proxies: not through them.
            (2, lambda n: {"X_Forwarded_For": f"10.0.0.{n}"}),
            (1, lambda n: {"X_Forwarded_For": ""}),
            # Of one network of 64 bits all addresses are one sender's.
            (1, lambda n: {"X_Forwarded_For": f"2001:db8::{n}"}),
            (1, lambda n: {"X_Forwarded_For": f"nonsense-{n}"}),
        ],
    )
    def test_no_turning_header_makes_one_sender_many(self, settings: Any, proxies: int, forwarded: Any) -> None:
        settings.TRUSTED_PROXIES, settings.API_READS_PER_MINUTE = proxies, 3
        statuses = [_get(Client(), **forwarded(n)).status_code for n in range(1, 7)]
        assert statuses == [200] * 3 + [429] * 3

    def test_behind_a_proxy_others_are_others(self, settings: Any) -> None:
        settings.TRUSTED_PROXIES, settings.API_READS_PER_MINUTE = 1, 1
        statuses = [_get(Client(), X_Forwarded_For=f"192.0.2.{n}").status_code for n in range(1, 4)]
        assert statuses == [200] * 3

    def test_a_person_who_has_used_theirs_up_is_refused_from_everywhere_and_nobody_else_is(self, settings: Any) -> None:
        settings.API_READS_PER_MINUTE = 2
        ada = program(person("ada"))
        assert [_as(ada).status_code for _ in range(2)] == [200, 429]
        assert _as(program(person("ada"))).status_code == 429
        assert _get(Client()).status_code == 200
        assert _as(program(person("bob"))).status_code == 200

    @pytest.mark.parametrize("bearer", ["Bearer landlord_guessed", "Bearer x", "Basic eDp5"])
    def test_guessing_tokens_is_counted_by_address(self, settings: Any, bearer: str) -> None:
        settings.API_READS_PER_MINUTE = 3
        told = [_get(Client(), "account/", Authorization=bearer) for _ in range(5)]
        assert [answer.status_code for answer in told] == [401] * 3 + [429] * 2
        assert all("RateLimit-Limit" in answer for answer in told)

    def test_what_may_not_be_done_is_counted_before_it_is_refused(self, settings: Any) -> None:
        settings.API_ACTS_PER_MINUTE = 2
        told = [Client().post("/api/v1/games/", {}, content_type="application/json") for _ in range(4)]
        assert [answer.status_code for answer in told] == [401, 401, 429, 429]
        browser = Client(enforce_csrf_checks=True)
        browser.force_login(person("ada"))
        forged = [browser.post("/api/v1/games/", {}, content_type="application/json") for _ in range(3)]
        assert 429 in {answer.status_code for answer in forged} and 200 not in {a.status_code for a in forged}


def _as(caller: Program) -> Any:
    return _get(Client(), Authorization=f"Bearer {caller.bearer}")
