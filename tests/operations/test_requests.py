"""Every request has an id, which stands in all that it has the log say; and the log says no key to anything."""

import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
import structlog
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games import table, tasks
from tests.games.tables import DECLINE, Opener, Played

UUID = 36


@pytest.fixture
def lines() -> Iterator[list[dict[str, Any]]]:
    """The lines of the log as they would be written."""
    written: list[dict[str, Any]] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            written.append(json.loads(self.format(record)))

    described = dict(settings.LOGGING["formatters"]["line"])
    handler = Keep()
    handler.setFormatter(described.pop("()")(**described))
    level = logging.root.level
    logging.root.addHandler(handler)
    # An embedded server's log says less.
    logging.root.setLevel(logging.INFO)
    yield written
    logging.root.setLevel(level)
    logging.root.removeHandler(handler)


def finished(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [line for line in lines if line["event"] == "request_finished"]


@pytest.mark.django_db
def test_an_answer_carries_its_id_and_so_does_its_line(client: Client, lines: list[dict[str, Any]]) -> None:
    first, second = client.get("/rules/"), client.get("/rules/")
    assert len(first["X-Request-ID"]) == UUID
    assert first["X-Request-ID"] != second["X-Request-ID"]
    assert [line["request_id"] for line in finished(lines)] == [first["X-Request-ID"], second["X-Request-ID"]]
    assert finished(lines)[0]["request"] == "GET rules" and finished(lines)[0]["code"] == 200


@pytest.mark.django_db
def test_a_sender_cannot_choose_the_id(client: Client, lines: list[dict[str, Any]]) -> None:
    answer = client.get("/rules/", headers={"x-request-id": "chosen", "x-correlation-id": "chosen"})
    assert answer["X-Request-ID"] != "chosen" and "chosen" not in str(lines)


def test_a_games_requests_name_the_game_and_no_others_do(
    started: Played, lines: list[dict[str, Any]], client: Client
) -> None:
    started.send(DECLINE)
    client.get("/rules/")
    moved, rules = finished(lines)
    assert moved["game"] == started.id and moved["request"] == "POST move"
    assert "game" not in rules
    assert not structlog.contextvars.get_contextvars()


@pytest.mark.django_db
def test_addresses_that_are_keys_are_not_written(client: Client, lines: list[dict[str, Any]]) -> None:
    key = "1-abcdef-0123456789abcdef0123456789abcdef"
    client.get(f"/accounts/password/reset/key/{key}/?next=hunter2", headers={"user-agent": "somebody's browser"})
    client.get(f"/no/such/page/{key}/?link=hunter2")
    client.post(f"/accounts/password/reset/key/{key}/", headers={"referer": f"https://elsewhere.example/{key}"})
    Client(enforce_csrf_checks=True).post(f"/accounts/password/reset/key/{key}/")
    assert len(finished(lines)) == 4
    assert finished(lines)[0]["request"] == "GET account_reset_password_from_key"
    assert finished(lines)[1]["request"] == "GET no view" and finished(lines)[1]["code"] == 404
    for secret in (key, "hunter2", "somebody's browser", "127.0.0.1"):
        assert secret not in json.dumps(lines)
    assert any("CSRF" in line["event"] for line in lines), "why a form was refused is told"


def test_a_page_that_fails_is_told_once_with_its_id_and_game(
    started: Played, lines: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_args: object, **_more: object) -> None:
        raise RuntimeError("broken for ada@example.org")

    monkeypatch.setattr("games.queries.record", broken)
    started.client.raise_request_exception = False
    answer = started.client.get(reverse("record", args=[started.id]))
    assert answer.status_code == 500
    told = [line for line in lines if "exception" in line]
    assert len(told) == 1
    assert told[0]["request_id"] == answer["X-Request-ID"] and told[0]["game"] == started.id
    assert "RuntimeError" in told[0]["exception"] and "ada@example.org" not in json.dumps(lines)


@pytest.mark.django_db
def test_who_asks_is_not_looked_up_for_the_log(client: Client) -> None:
    table.sweep()
    client.cookies["sessionid"] = "a" * 32
    with CaptureQueriesContext(connection) as queries:
        assert client.get("/healthz").status_code == 200
    assert len(queries) > 0
    assert not [query for query in queries if "session" in query["sql"] or "accounts_user" in query["sql"]]


def test_what_a_worker_says_of_a_game_names_it(
    tables: Opener, lines: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    played = tables.start()
    game = played.game
    game.bots_due = True
    game.save(update_fields=["bots_due"])

    def says(game_id: str) -> bool:
        structlog.get_logger("games").warning("thinking")
        return False

    monkeypatch.setattr(table, "answer_for_bots", says)
    assert tasks.answer_for_bots() == 1
    told = [line for line in lines if line["event"] == "thinking"]
    assert [line["game"] for line in told] == [played.id]
    assert not structlog.contextvars.get_contextvars()
