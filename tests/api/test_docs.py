"""The page for programs: its examples work as they stand there."""

import json
from pathlib import Path

import pytest
from django.test import Client
from drf_spectacular.validation import validate_schema

from games.api.examples import EXAMPLES
from games.api.problems import CODES
from tests.api.conftest import Program
from tests.games.company import person

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[2]


def test_every_example_gets_the_answer_that_it_should(client: Client) -> None:
    page = client.get("/api/docs/").content.decode()
    program, game, token, legal, order = Program.of(person("Ada")), "", "", [], ""
    for example in EXAMPLES:
        assert example.path in page, example.title
        path = example.path.replace("GAME", game).replace("ORDER", order).removeprefix("/api/v1/")
        body = example.body
        if body and "moves" in body:
            # Which moves may be made depends on the dice.
            body = {"token": token, "moves": [move for move in legal if move["type"] != "resign"][:1]}
        headers = {"Idempotency_Key": example.key} if example.key else {}
        if example.method == "DELETE":
            answer = program.delete(path)
        else:
            answer = program.get(path) if example.method == "GET" else program.post(path, body, **headers)
        assert answer.status_code == example.status, (example.title, answer.content)
        told = answer.json()
        if example.method == "POST" and not game:
            game = told["id"]
        if told.get("you") and told["you"]["legal"]:
            token, legal = told["you"]["token"], told["you"]["legal"]["moves"]
            order = str(told["you"]["orders"][0]["id"]) if told["you"]["orders"] else ""
    assert told["server_seed"] and told["moves"]


def test_the_page_lists_every_address_and_every_code(client: Client) -> None:
    page = client.get("/api/docs/").content.decode()
    described = json.loads(client.get("/api/schema/").content)
    for path in described["paths"]:
        assert path in page
    for code in CODES:
        assert f'id="{code}"' in page
    assert "<script" not in page


def test_the_document_is_one_of_openapi(client: Client) -> None:
    validate_schema(json.loads(client.get("/api/schema/").content))
