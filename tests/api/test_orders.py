"""Orders by the API: each type is left, listed to its player alone, and cancelled; what may be left is told exactly."""

import json
from typing import Any, get_args

import pytest
from django.test import Client

from accounts.models import User
from games import table
from games.models import Game, Move, StandingOrder
from games.rules.property import orders
from games.who import Who
from tests.api.conftest import READ, Program, refused
from tests.api.deedland import friends
from tests.games.company import person, running

pytestmark = pytest.mark.django_db

ALL: list[dict[str, Any]] = [
    {"type": "buy_if_left", "least": 60},
    {"type": "bid_on_square", "square": 24, "amount": 40},
    {"type": "bid_on_set", "set": "Ferries", "amount": 0},
    {"type": "refuse_all"},
    {"type": "refuse_below", "least": 10},
    {"type": "in_jail", "way": "card"},
    {"type": "roll_dice"},
    {"type": "end_turn"},
    {"type": "raise_debt", "first": "mortgages", "last": [5, 39]},
    {"type": "ask_if_cash_below", "amount": 30},
    {"type": "ask_if_square", "square": 24},
    {"type": "ask_if_set"},
    {"type": "ask_at", "decision": "auction"},
]
#: These are for one occasion, which has to be there.
ONCE = {"bid_up_to", "refuse_offers"}


@pytest.fixture
def game() -> Game:
    return running(person("Ada"), person("Bob"))


def waiting(game: Game) -> tuple[Program, User]:
    """Give a program of the player who is not asked, and the other player."""
    seats = list(game.seats.order_by("number").select_related("user"))
    asked = next(seat for seat in seats if seat.due_at)
    other = next(seat for seat in seats if not seat.due_at)
    assert asked.user is not None and other.user is not None
    return Program.of(other.user), asked.user


def test_every_type_of_the_rules_is_sent_here() -> None:
    types = {kind.__struct_config__.tag for kind in get_args(orders.PropertyOrder)}
    assert types == {order["type"] for order in ALL} | ONCE


@pytest.mark.parametrize("order", ALL, ids=lambda order: order["type"])
def test_each_is_left_listed_and_cancelled(order: dict[str, Any]) -> None:
    # Only one of the two games asks its players to roll.
    start = friends if order["type"] == "roll_dice" else running
    game = start(person("Ada"), person("Bob"))
    program, _ = waiting(game)
    path = f"games/{game.public_id}/"
    you = program.get(path).json()["you"]
    assert you["orders"] == [] and order["type"] in {each["type"] for each in you["orders_open"]}
    left = program.post(f"{path}orders/", {"order": order})
    assert left.status_code == 200
    (kept,) = left.json()["you"]["orders"]
    assert kept["order"] == order
    gone = program.delete(f"{path}orders/{kept['id']}/")
    assert gone.json()["you"]["orders"] == []
    refused(program.delete(f"{path}orders/{kept['id']}/"), 409, "refused")


def test_a_sum_in_what_may_be_left_is_the_most_that_is_taken(game: Game) -> None:
    program, _ = waiting(game)
    path = f"games/{game.public_id}/"
    for order in program.get(path).json()["you"]["orders_open"]:
        assert program.post(f"{path}orders/", {"order": order}).status_code == 200, order
        for name in ("amount", "least"):
            if name in order:
                too_much = order | {name: order[name] + 1}
                refused(program.post(f"{path}orders/", {"order": too_much}), 409, "illegal_move")


@pytest.mark.parametrize(
    ("order", "status", "code"),
    [
        ({"type": "bid_on_square", "square": 0, "amount": 5}, 409, "illegal_move"),
        ({"type": "bid_on_set", "set": "Nothing", "amount": 5}, 409, "illegal_move"),
        ({"type": "raise_debt", "first": "houses", "last": [5, 5]}, 409, "illegal_move"),
        ({"type": "in_jail", "way": "dig"}, 400, "malformed_request"),
        ({"type": "end_turn", "seat": 0}, 400, "malformed_request"),
        ({"type": "resign"}, 400, "malformed_request"),
    ],
)
def test_what_cannot_be_ordered_is_refused(game: Game, order: dict[str, Any], status: int, code: str) -> None:
    program, _ = waiting(game)
    refused(program.post(f"games/{game.public_id}/orders/", {"order": order}), status, code)
    assert not StandingOrder.objects.exists()


def test_the_same_request_with_its_key_leaves_one_and_gets_the_first_answer_again(game: Game) -> None:
    program, _ = waiting(game)
    path, body = f"games/{game.public_id}/orders/", {"order": ALL[0]}
    first = program.post(path, body, Idempotency_Key="one")
    (kept,) = first.json()["you"]["orders"]
    program.delete(f"{path}{kept['id']}/")
    again = program.post(path, body, Idempotency_Key="one")
    assert again.content == first.content and again["Idempotency-Replayed"]
    assert not StandingOrder.objects.exists()
    refused(program.post(path, {"order": ALL[3]}, Idempotency_Key="one"), 422, "idempotency_key_reused")


def test_one_that_answers_what_is_asked_acts_at_once_and_is_marked(game: Game) -> None:
    _, asked = waiting(game)
    program = Program.of(asked)
    told = program.post(f"games/{game.public_id}/orders/", {"order": {"type": "buy_if_left", "least": 0}})
    assert told.status_code == 200
    first = Move.objects.get(game=game, number=0)
    entries = program.get(f"games/{game.public_id}/events/").json()["entries"]
    mine = next(entry for entry in entries if entry["number"] == 0)
    assert (first.by, mine["by"], mine["move"]) == ("order", "order", {"type": "buy"})


def test_nothing_of_them_is_in_any_answer_to_anybody_else(game: Game) -> None:
    program, other = waiting(game)
    readers = {"other": Program.of(other), "nobody": Program(), "stranger": Program.of(person("Cid"))}
    parts = ("", "events/", "record/", "replay/", "replay/?move=-1")

    def answers() -> dict[tuple[str, str], tuple[str, bytes]]:
        given = {}
        for name, reader in readers.items():
            for part in parts:
                answer = reader.get(f"games/{game.public_id}/{part}")
                given[name, part] = (answer.get("ETag", ""), answer.content)
        return given

    before, own = answers(), program.get(f"games/{game.public_id}/")["ETag"]
    for order in program.get(f"games/{game.public_id}/").json()["you"]["orders_open"]:
        assert program.post(f"games/{game.public_id}/orders/", {"order": order}).status_code == 200
    assert answers() == before
    assert program.get(f"games/{game.public_id}/")["ETag"] != own


def test_a_token_that_may_only_read_lists_them_and_changes_none(game: Game) -> None:
    program, _ = waiting(game)
    path = f"games/{game.public_id}/"
    program.post(f"{path}orders/", {"order": ALL[0]})
    reader = Program.of(User.objects.get(pk=_user(program)), READ)
    (kept,) = reader.get(path).json()["you"]["orders"]
    refused(reader.delete(f"{path}orders/{kept['id']}/"), 403, "insufficient_scope")
    refused(reader.post(f"{path}orders/", {"order": ALL[1]}), 403, "insufficient_scope")
    assert StandingOrder.objects.count() == 1


def test_no_more_are_kept_than_the_table_allows(game: Game) -> None:
    program, _ = waiting(game)
    path = f"games/{game.public_id}/orders/"
    deeds = [p for p in range(40) if p not in (0, 2, 4, 8, 10, 17, 20, 23, 30, 33, 36, 38)]
    who = Who(user=_user(program))
    for kind in ("ask_if_square", "bid_on_square"):
        for square in deeds[:20]:
            more = {"amount": 1} if kind == "bid_on_square" else {}
            table.leave_order(game.public_id, who, json.dumps({"type": kind, "square": square, **more}))
    assert StandingOrder.objects.count() == 40
    refused(program.post(path, {"order": {"type": "refuse_all"}}), 409, "refused")


def _user(program: Program) -> int:
    found = User.objects.get(name=program.get("account/").json()["name"])
    return found.pk


def test_the_document_has_each_type_with_its_fields() -> None:
    described = json.loads(Client().get("/api/schema/").content)
    schemas = described["components"]["schemas"]
    mapping = schemas["Order"]["discriminator"]["mapping"]
    assert set(mapping) == {order["type"] for order in ALL} | ONCE
    for order in ALL:
        schema = schemas[mapping[order["type"]].rsplit("/", 1)[1]]
        assert set(schema["required"]) == set(order), schema
        assert schema["additionalProperties"] is False
