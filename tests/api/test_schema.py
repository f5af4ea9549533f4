"""Requests made from the OpenAPI document: every answer is as it says, and what is refused changes nothing."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import schemathesis
from django.conf import settings as site
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import load_all_checks, not_a_server_error
from schemathesis.core.result import Ok

from accounts.models import MailPreferences
from games.api import schema as openapi
from games.chat import limits
from tests.api.world import World

load_all_checks()
from schemathesis.specs.openapi.checks import (  # noqa: E402
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

pytestmark = pytest.mark.django_db

#: Of each operation, in each of the two ways: more than 2,000 in all, and in the long run more than 20,000.
FEW, MANY = 40, 400
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
#: What any answer of the site may have; others have to be in the document.
OF_THE_SITE = {
    "cache-control",
    "content-length",
    "content-security-policy",
    "content-type",
    "cross-origin-opener-policy",
    "permissions-policy",
    "referrer-policy",
    "vary",
    "x-content-type-options",
    "x-frame-options",
}


def _document() -> Any:
    described = schemathesis.openapi.from_dict(json.loads(openapi.document()))
    described.app = get_wsgi_application()
    return described


DOCUMENT = _document()
OPERATIONS = {
    operation.definition.raw["operationId"]: operation
    for operation in (found.ok() for found in DOCUMENT.get_all_operations() if isinstance(found, Ok))
}
#: What takes a body or a query of its own can be asked wrongly; of the others there is only the path.
WRONG = [name for name, op in OPERATIONS.items() if list(op.body) or list(op.query)]
#: Two workers each prepare the site once.
NAMES = [
    pytest.param(name, marks=pytest.mark.xdist_group(f"document-{number % 2}"))
    for number, name in enumerate(OPERATIONS)
]


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """The site, prepared once: each request is undone, and all of it in the end."""
    # As Django's own test client does: the connection is the test's.
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    with pytest.MonkeyPatch.context() as patched, django_db_blocker.unblock(), transaction.atomic():
        patched.setattr(site, "API_ACTS_PER_MINUTE", 10**9)
        patched.setattr(site, "API_READS_PER_MINUTE", 10**9)
        patched.setattr(limits, "RATES", dict.fromkeys(limits.RATES, f"{10**6}/10s/key"))
        yield World(patched)
        transaction.set_rollback(True)
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


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
            caller = _pointed(case, data, world)
        else:
            # Whatever is wrong with it must be seen by itself, and not because of who asks.
            caller = world.tokens[world.ada]
            checks.append(negative_data_rejection)
        # Who calls is ours to say: an invented session would be asked to forget its cookie.
        case.cookies = {}
        headers = dict(case.headers or {})
        headers.pop("Authorization", None)
        headers.pop("X-CSRFToken", None)
        own = {"Authorization": f"Bearer {caller}"} if caller else {}
        # The tool reads no packed answers.
        case.headers = headers | own | {"Accept-Encoding": "identity"}
        answered[_answer(case, checks, world)] += 1

    send()
    return answered


def _answer(case: Any, checks: list[Any], world: World) -> int:
    # Each request finds the same world.
    with transaction.atomic():
        response = case.call()
        case.validate_response(response, checks=checks)
        if response.status_code >= 400 or case.method == "GET":
            assert world.rows() == world.before, "what was refused, or read, has changed something"
        transaction.set_rollback(True)
    told = case.operation.definition.raw["responses"][str(response.status_code)].get("headers", {})
    assert {name.lower() for name in response.headers} <= {name.lower() for name in told} | OF_THE_SITE
    return int(response.status_code)


def _pointed(case: Any, data: Any, world: World) -> str:
    """Point most requests to what is there; give who calls."""
    targets = world.targets.get(case.operation.definition.raw["operationId"], [])
    # The large number lets no two requests count as the same one, of which fewer would then be sent.
    chance = data.draw(st.integers(0, 2**30)) % 8
    if targets and chance > 2:
        target = targets[data.draw(st.integers(0, 2**30)) % len(targets)]
        case.path_parameters.update(target.path)
        # A cursor that is made up is no list's; sometimes there is none.
        case.query = dict(target.query) if chance > 4 else {**(case.query or {}), **target.query}
        if target.body is not None and chance > 4:
            case.body = target.body
        elif target.body is not None and "token" in target.body:
            case.body["token"] = target.body["token"]
        return target.caller
    if "game_id" in case.path_parameters and chance:
        case.path_parameters["game_id"] = data.draw(st.sampled_from(world.games)).public_id
    return str(data.draw(st.sampled_from(world.callers)))


def _both_ways(name: str, world: World, most: int) -> Counter[int]:
    """Send what the document allows, and what it does not; every operation must be carried out, and refused."""
    operation = OPERATIONS[name]
    answered = _walk(operation, world, GenerationMode.POSITIVE, most)
    assert answered.total() >= most
    if name in WRONG:
        wrong = _walk(operation, world, GenerationMode.NEGATIVE, most)
        assert wrong[400], wrong
        answered += wrong
    # A walk that is turned away at the door every time says nothing about what is behind it.
    carried_out = sum(answered[status] for status in (200, 201, 307))
    refused = sum(count for status, count in answered.items() if status >= 400)
    assert carried_out >= most / 10 and refused, answered
    return answered


@pytest.mark.parametrize("name", NAMES)
def test_answers_are_as_the_document_says(name: str, world: World) -> None:
    _both_ways(name, world, FEW)


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_answers_are_as_the_document_says_in_twenty_thousand_requests(
    name: str, world: World, figure: Callable[[str], None]
) -> None:
    answered = _both_ways(name, world, MANY)
    told = ", ".join(f"{count} x {status}" for status, count in sorted(answered.items()))
    figure(f"requests made from the document, {name}: {answered.total()} ({told})")


def test_the_walks_are_as_long_as_they_are_said_to_be() -> None:
    walks = len(OPERATIONS) + len(WRONG)
    assert walks * FEW >= 2_000 and walks * MANY >= 20_000


def test_a_change_of_any_row_is_seen(world: World) -> None:
    with transaction.atomic():
        MailPreferences.objects.update_or_create(user=world.eve)
        assert world.rows() != world.before
        transaction.set_rollback(True)
    assert world.rows() == world.before
