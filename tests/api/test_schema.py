"""Requests made from the OpenAPI document: every answer is as it says, and what is refused changes nothing."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import load_all_checks, not_a_server_error
from schemathesis.core.result import Ok

from accounts import tokens
from accounts.models import Block, MailPreferences, User
from games import table
from games.api import schema as openapi
from games.models import Game, GameSecret, Invitation, Move, Proposal, Seat, StandingOrder
from games.who import Who
from tests.api.conftest import PLAY, READ
from tests.games.company import open_table, over, person, running, sit

load_all_checks()
from schemathesis.specs.openapi.checks import (  # noqa: E402
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

#: Of each operation, in each of the two ways; with these numbers about 500 in all, and in the long run 20,000.
FEW, MANY = 12, 520
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


def _document() -> Any:
    described = schemathesis.openapi.from_dict(json.loads(openapi.document()))
    described.app = get_wsgi_application()
    return described


DOCUMENT = _document()
OPERATIONS = {
    operation.definition.raw["operationId"]: operation
    for operation in (found.ok() for found in DOCUMENT.get_all_operations() if isinstance(found, Ok))
}


class World:
    """Games in every situation, and callers of every kind."""

    def __init__(self) -> None:
        ada, bob, self.eve = person("Ada"), person("Bob"), person("Eve")
        waiting = open_table(ada, 3)
        sit(waiting, bob)
        secret = open_table(ada, 3, secret=True, move_time=600)
        going = running(ada, bob)
        table.propose(going.public_id, Who(user=ada.pk), Proposal.Kind.PAUSE, 2)
        table.leave_order(going.public_id, Who(user=ada.pk), '{"type":"end_turn"}')
        self.games = [game.public_id for game in (waiting, secret, going, running(ada, bob), over(ada, bob))]
        self.numbers = [
            str(row.pk)
            for row in (*Proposal.objects.all(), *StandingOrder.objects.all())  # type: ignore[misc]
        ]
        self.players = [tokens.make(user, "plays", PLAY) for user in (ada, bob)]
        others = ["", "landlord_unknown", tokens.make(ada, "reads", READ), tokens.make(self.eve, "watches", PLAY)]
        # Most often those who may: the others are turned away at the door.
        self.callers = [*self.players * 3, *others]


@pytest.fixture
def world(db: None, settings: Any) -> Iterator[World]:
    settings.API_ACTS_PER_MINUTE = settings.API_READS_PER_MINUTE = 10**9
    # As Django's own test client does: the connection is the test's.
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield World()
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def _rows() -> list[Any]:
    models: tuple[Any, ...] = (Game, GameSecret, Seat, Move, Proposal, Invitation, StandingOrder, User, Block)
    return [list(model.objects.order_by("pk").values()) for model in (*models, MailPreferences)]


def _walk(operation: Any, world: World, mode: GenerationMode, most: int) -> Counter[int]:
    answered: Counter[int] = Counter()

    @settings(
        max_examples=most,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode), data=st.data())
    def send(case: Any, data: Any) -> None:
        checks = list(CHECKS)
        if mode is GenerationMode.POSITIVE:
            caller = data.draw(st.sampled_from(world.callers))
            _point_to_what_is_there(case, data, world)
        else:
            # Whatever is wrong with it must be seen by itself, and not because of who asks.
            caller = world.players[0]
            checks.append(negative_data_rejection)
        headers = dict(case.headers or {})
        headers.pop("Authorization", None)
        headers.pop("X-CSRFToken", None)
        own = {"Authorization": f"Bearer {caller}"} if caller else {}
        # The tool reads no packed answers.
        case.headers = headers | own | {"Accept-Encoding": "identity"}
        # Each request finds the same world.
        with transaction.atomic():
            before = _rows()
            response = case.call()
            case.validate_response(response, checks=checks)
            if response.status_code >= 400 or case.method == "GET":
                assert _rows() == before, "what was refused, or read, has changed something"
            transaction.set_rollback(True)
        answered[response.status_code] += 1

    send()
    return answered


def _point_to_what_is_there(case: Any, data: Any, world: World) -> None:
    given_path = case.path_parameters
    if "game_id" in given_path and data.draw(st.integers(0, 7)):
        given_path["game_id"] = data.draw(st.sampled_from(world.games))
    if "number" in given_path and data.draw(st.booleans()):
        given_path["number"] = data.draw(st.sampled_from(world.numbers))
    if "name" in given_path and data.draw(st.booleans()):
        given_path["name"] = "Ada"
    if isinstance(case.body, dict) and "token" in case.body and data.draw(st.booleans()):
        case.body["token"] = "0"


@pytest.mark.parametrize("name", OPERATIONS)
def test_what_the_document_allows_is_answered_as_it_says(name: str, world: World) -> None:
    answered = _walk(OPERATIONS[name], world, GenerationMode.POSITIVE, FEW)
    # A walk that is turned away at the door every time says nothing about what is behind it.
    assert set(answered) - {401, 404}, answered


#: What takes a body or a query can be asked wrongly; of the others there is only the path.
WRONG = [name for name, op in OPERATIONS.items() if list(op.body) or list(op.query)]


@pytest.mark.parametrize("name", WRONG)
def test_what_the_document_does_not_allow_is_refused(name: str, world: World) -> None:
    answered = _walk(OPERATIONS[name], world, GenerationMode.NEGATIVE, FEW)
    # How many of a short walk find a game that is there follows from chance.
    assert answered[400], answered


@pytest.mark.long
@pytest.mark.parametrize("name", OPERATIONS)
def test_twenty_thousand_requests(name: str, world: World) -> None:
    answered = _walk(OPERATIONS[name], world, GenerationMode.POSITIVE, MANY)
    if name in WRONG:
        answered += _walk(OPERATIONS[name], world, GenerationMode.NEGATIVE, MANY)
    assert set(answered) - {401, 404}, answered
