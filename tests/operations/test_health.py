"""/healthz says whether the site works, and why it doesn't."""

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import redis
from django.conf import settings
from django.db import OperationalError
from django.test import Client
from pytest_django.fixtures import Settings

from games import table
from games.models import Game, Seat, SiteClock
from landlord import alive, health
from tests.games.tables import Opener

pytestmark = pytest.mark.django_db


def ask(client: Client, **headers: str) -> tuple[int, dict[str, Any]]:
    answer = client.get("/healthz", headers=headers)
    found: dict[str, Any] = answer.json()
    return answer.status_code, found


def test_a_site_whose_clocks_are_looked_at_is_well(client: Client) -> None:
    table.sweep()
    status, found = ask(client)
    assert status == 200
    assert found["ok"] is True and found["reasons"] == []
    assert found["database"] == "ok"
    assert found["queue"] == ("in memory" if settings.EMBEDDED else "ok")
    assert 0 <= found["sweep_age_seconds"] < 5
    assert found["oldest_overdue_seconds"] == 0 and found["clocks_stopped_since"] is None


def test_without_a_sweep_it_is_not_well(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    status, found = ask(client)
    assert status == 503 and found["reasons"] == ["No sweep has looked at the clocks yet."]
    table.sweep()
    monkeypatch.setattr("games.table.instant.shift", timedelta(seconds=14))
    assert ask(client)[0] == 200
    monkeypatch.setattr("games.table.instant.shift", timedelta(seconds=61))
    status, found = ask(client)
    assert status == 503 and found["reasons"] == ["No sweep has looked at the clocks for 61 s."]
    assert 61 <= found["sweep_age_seconds"] < 63


def test_an_overdue_decision_is_told_until_it_is_dealt_with(tables: Opener, client: Client) -> None:
    played = tables.start()
    table.sweep()
    late = table.now() - timedelta(seconds=20)
    Seat.objects.filter(game=played.game, number=0).update(due_at=late)
    status, found = ask(client)
    assert status == 200 and 20 <= found["oldest_overdue_seconds"] < 25
    Seat.objects.filter(game=played.game, number=0).update(due_at=late - timedelta(seconds=20))
    status, found = ask(client)
    assert status == 503 and found["reasons"][0].startswith("A decision is overdue by 4")
    table.sweep()
    assert Game.objects.get().status == "finished"
    status, found = ask(client)
    assert status == 200 and found["oldest_overdue_seconds"] == 0


def test_clocks_that_the_operator_stopped_are_told_and_no_reason(tables: Opener, client: Client) -> None:
    played = tables.start()
    table.sweep()
    table.stop_clocks()
    Seat.objects.filter(game=played.game, number=0).update(due_at=table.now() - timedelta(hours=1))
    status, found = ask(client)
    assert status == 200 and found["oldest_overdue_seconds"] == 0
    told, kept = datetime.fromisoformat(found["clocks_stopped_since"]), SiteClock.objects.get().stopped_at
    assert kept is not None and abs(told - kept) < timedelta(seconds=1)


def test_a_database_that_is_away_is_told_without_its_words(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> None:
        raise OperationalError('connection to server at "10.1.2.3", user "landlord" failed')

    monkeypatch.setattr(health, "clocks", away)
    status, found = ask(client)
    assert status == 503
    assert found["database"] == "no answer" and found["reasons"] == ["The database does not answer."]
    assert "10.1.2.3" not in str(found) and "landlord" not in str(found)


def test_a_queue_that_is_away_is_told(client: Client, monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    table.sweep()
    settings.EMBEDDED = False
    monkeypatch.setattr(health, "_queue", lambda: redis.Redis(host="127.0.0.1", port=1, socket_connect_timeout=1))
    status, found = ask(client)
    assert status == 503
    assert found["queue"] == "no answer" and found["database"] == "ok"
    assert found["reasons"] == ["The queue does not answer."]


def test_it_is_cheap_and_nobodys(client: Client, django_assert_max_num_queries: Any) -> None:
    table.sweep()
    with django_assert_max_num_queries(3):
        answer = client.get("/healthz", headers={"host": "localhost:8000"})
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    assert not answer.cookies
    assert client.post("/healthz").status_code == 405
    assert client.get("/healthz", headers={"host": "elsewhere.example"}).status_code == 400


class TestAlive:
    def test_a_fresh_mark_is_a_sign_of_life_and_an_old_one_is_not(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert alive.reason_against_mark("clock", tmp_path) == "clock has done nothing yet."
        alive.leave_mark("clock", tmp_path)
        assert alive.reason_against_mark("clock", tmp_path) is None
        now = alive.mark_of("clock", tmp_path).stat().st_mtime
        monkeypatch.setattr(alive.time, "time", lambda: now + 31)
        assert alive.reason_against_mark("clock", tmp_path) == "clock has done nothing for 31 s."

    def test_a_web_server_that_is_gone_is_not_well(self) -> None:
        assert str(alive.reason_against_web(1)).startswith("The web server gives no answer")
