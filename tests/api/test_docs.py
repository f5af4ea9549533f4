"""The page for programs: its examples work as they stand there."""

import html
import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from drf_spectacular.validation import validate_schema

from games.api.docs import SECTIONS
from games.api.examples import EXAMPLES
from games.api.problems import CODES
from games.chat import writing
from games.models import Game
from games.who import Who
from tests.api.conftest import Program
from tests.games.company import person, sit

pytestmark = pytest.mark.django_db
BOT = Path(__file__).resolve().parents[2] / "docs" / "bot.py"
SITE = "https://site.example"


def _typed(line: str, put: dict[str, str]) -> HttpResponse:
    """Send what a line for the shell says, as the shell and curl would."""
    for name, value in put.items():
        line = line.replace(name, value)
    words = iter(shlex.split(line.replace("\\\n", " ")))
    assert next(words) == "curl"
    method, body, address, headers = "", None, "", {}
    for word in words:
        match word:
            case "-H":
                name, _, value = next(words).partition(": ")
                headers[name] = value
            case "-X":
                method = next(words)
            case "-d":
                body = next(words)
            case "-N" | "-L":
                pass
            case _:
                address = word
    kind = {"content_type": headers.pop("Content-Type")} if body is not None else {}
    method = method or ("GET" if body is None else "POST")
    path = address.removeprefix(SITE)
    return Client().generic(method, path, body or "", headers=headers, **kind)


def _holds(told: Any, shown: Any) -> bool:
    """Tell whether an answer has what the page shows of it: its names, and values of the same kind."""
    if isinstance(shown, dict):
        return isinstance(told, dict) and all(name in told and _holds(told[name], shown[name]) for name in shown)
    if isinstance(shown, list):
        return isinstance(told, list) and (not shown or (bool(told) and _holds(told[0], shown[0])))
    return shown is None or type(told) is type(shown)


def _answered_by_bob(game_id: str) -> int:
    bob = person("Bob")
    sit(Game.objects.get(public_id=game_id), bob)
    return writing.write(game_id, Who(user=bob.pk), "And to you").number


def test_every_example_gets_the_answer_that_it_should(client: Client) -> None:
    page = html.unescape(client.get("/api/docs/").content.decode())
    found = re.findall(r"<code>(curl .*?)</code>", page, re.DOTALL)
    assert found and len(found) == len(EXAMPLES)
    # Answers stand on the page in another order than requests are sent in.
    assert sorted(found) == sorted(example.lines for example in EXAMPLES)
    put, legal = {"$SITE": SITE, "$LANDLORD": Program.of(person("Ada")).token}, []
    for example in EXAMPLES:
        line = example.lines
        if "TOKEN" in line and example.part == "game":
            # Which moves may be made depends on the dice: here as the page tells, or else the first that may be.
            put['{"type": "buy"}'] = json.dumps(next(move for move in legal if move["type"] != "resign"))
        if "/chat/?after" in line:
            put["$MESSAGE"] = str(_answered_by_bob(put["$GAME"]))
        if example.status == 304:
            put["TAG"] = _typed(line, put)["ETag"].strip('"')
        answer = _typed(line, put)
        assert answer.status_code == example.status, (example.title, answer.content)
        if example.status in (304, 307):
            continue
        told = answer.json()
        assert example.shown is None or _holds(told, example.shown), (example.title, told)
        if answer.status_code >= 400:
            assert told == example.shown
        if answer.status_code == 201:
            put["$GAME"] = told["id"]
        if example.method == "GET" and told.get("you"):
            put["TOKEN"] = told["you"]["token"]
            legal = told["you"]["legal"]["moves"]
        if example.part == "once":
            assert answer["Idempotency-Replayed"] == "true"
        if told.get("you") and told["you"]["orders"]:
            put["$ORDER"] = str(told["you"]["orders"][0]["id"])
    assert told["players"] == []


def test_the_page_lists_every_address_and_every_code(client: Client) -> None:
    page = client.get("/api/docs/").content.decode()
    described = json.loads(client.get("/api/schema/").content)
    for path in described["paths"]:
        assert path in page
    for code in CODES:
        assert f'id="{code}"' in page
    for section, _ in SECTIONS:
        assert f'href="#{section}"' in page and f'id="{section}"' in page
    assert "<script" not in page


def test_the_type_of_a_refusal_leads_to_its_line(client: Client) -> None:
    told = client.get("/api/v1/games/222222222222/").json()
    path, _, code = told["type"].partition("#")
    assert code == told["code"] and f'id="{code}"' in client.get(path).content.decode()


def test_the_page_has_the_bot_that_the_tests_play(client: Client) -> None:
    bot = client.get(reverse("api-bot"))
    assert bot.content.decode() == BOT.read_text() and bot["Content-Type"].startswith("text/plain")
    assert BOT.read_text() in html.unescape(client.get("/api/docs/").content.decode())


def test_the_document_is_one_of_openapi(client: Client) -> None:
    validate_schema(json.loads(client.get("/api/schema/").content))
