"""The OpenAPI document: made once, the same for everybody."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec
from django.conf import settings
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema

from games.api import asking, problems, shapes
from games.api.documented import EVENTS
from games.api.exact import Components, exact
from games.api.shapes_record import Record
from games.rules.property.events import AnyEvent
from games.rules.property.moves import AnyMove, BidForm, OfferForm
from games.rules.property.orders import PropertyOrder

_BODIES = (
    asking.NewGame,
    asking.SitDown,
    asking.Seed,
    asking.Ready,
    asking.ChangeMoveTime,
    asking.Invite,
    asking.Play,
    asking.Propose,
    asking.AnswerProposal,
    asking.LeaveOrder,
)
_ANSWERS = (
    shapes.Account,
    shapes.GamePage,
    shapes.GameShape,
    shapes.Events,
    shapes.State,
    shapes.Played,
    shapes.Kept,
    shapes.Done,
    Record,
    problems.Problem,
)
#: Shapes of views above the games add theirs.
MORE: list[Any] = []

#: Structs of the rules that share a name, and what each is called in the document.
_CALLED = {
    "games.rules.property.moves.Offer": "OfferMove",
    "games.rules.property.state.Offer": "StandingOffer",
    "games.rules.property.moves.EndTurn": "EndTurnMove",
    "games.rules.property.orders.EndTurn": "EndTurnOrder",
}
#: Choices between structs that have a name of their own in the document.
_UNIONS: dict[str, Any] = {
    "Move": AnyMove,
    "PlayableMove": asking.PlayableMove,
    "Event": AnyEvent,
    "Order": PropertyOrder,
    "Form": BidForm | OfferForm,
}
_SECURITY = {
    "token": {"type": "http", "scheme": "bearer", "description": "A personal token from the settings."},
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": settings.SESSION_COOKIE_NAME,
        "description": "A browser’s session.",
    },
    "csrf": {"type": "apiKey", "in": "header", "name": "X-CSRFToken", "description": "Goes with the session."},
}
_COUNT = {"type": "integer", "minimum": 0}
#: Headers by the status that they come with; the first are on all answers.
_HEADERS: Mapping[str, Mapping[str, tuple[str, Mapping[str, Any], bool]]] = {
    "": {
        "RateLimit-Limit": ("Requests of this kind, reading or other, that a minute has.", _COUNT, True),
        "RateLimit-Remaining": ("How many of them are left.", _COUNT, True),
        "RateLimit-Reset": ("Seconds until there are as many again.", _COUNT, True),
        "Allow": ("What the address takes.", {"type": "string"}, False),
        "X-Request-ID": ("What the site’s log calls this request.", {"type": "string"}, True),
    },
    "405": {"Allow": ("What the address takes.", {"type": "string"}, True)},
    "401": {"WWW-Authenticate": ("How one says who one is.", {"type": "string"}, True)},
    "503": {"Retry-After": ("Seconds to wait; not with `no_stream`.", _COUNT, False)},
    "429": {"Retry-After": ("Seconds to wait; not with `limit_reached`.", _COUNT, False)},
}
_TAG = ("Names what the answer holds; to be sent back as If-None-Match.", {"type": "string"}, True)
_PLACE = ("The address of what was made.", {"type": "string"}, True)
_AGAIN = ("The answer was given before to this key.", {"type": "string", "const": "true"}, False)


class Described(AutoSchema):
    """Takes nothing from serializers: there are none, and every view says what it takes and gives."""

    def get_request_serializer(self) -> Any:
        """Give none."""
        return None

    def get_response_serializers(self) -> Any:
        """Give none."""
        return None


@lru_cache(maxsize=1)
def document() -> bytes:
    """Give the OpenAPI document as JSON."""
    made = SchemaGenerator().get_schema(request=None, public=True)
    made["components"] = {"schemas": components(), "securitySchemes": _SECURITY}
    for methods in made["paths"].values():
        for method, told in methods.items():
            if "requestBody" in told:
                # A body that may be left out would be one more way to say the same.
                told["requestBody"]["required"] = True
            streams = EVENTS in told["responses"].get("200", {}).get("content", {})
            for status, answer in told["responses"].items():
                answer["headers"] = _of_stream(status) if streams else _headers(method, status)
    return json.dumps(made, sort_keys=True).encode()


def _headers(method: str, status: str) -> dict[str, Any]:
    found = {**_HEADERS[""], **_HEADERS.get(status, {})}
    if method != "get":
        found["Idempotency-Replayed"] = _AGAIN
    elif status in ("200", "304"):
        found["ETag"] = _TAG
    if status == "201":
        found["Location"] = _PLACE
    return {
        name: {"description": means, "schema": dict(kind), "required": always}
        for name, (means, kind, always) in found.items()
    }


def _of_stream(status: str) -> dict[str, Any]:
    # Two programs answer there, and only one of them counts requests by the minute.
    found = {name: {**header, "required": False} for name, header in _headers("get", status).items() if name != "ETag"}
    if status == "307":
        found["Location"] = {"description": "Where the stream is.", "schema": {"type": "string"}, "required": True}
    return found


def components() -> Components:
    """Give the schemas of all structs that the API takes and gives."""
    kinds = [*_BODIES, *_ANSWERS, *MORE, *_UNIONS.values()]
    told, found = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
    unions = dict(zip(_UNIONS, told[-len(_UNIONS) :], strict=True))
    text = json.dumps([found, unions])
    for name, called in _CALLED.items():
        text = text.replace(name, called)
    return exact(*json.loads(text))
