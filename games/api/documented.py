"""What is written over each view: enough that the OpenAPI document is exact."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema

from accounts.names import LONGEST, SHORTEST
from games.api.base import KEY
from games.api.problems import CODES, MEDIA_TYPE
from games.models import ID_LENGTH, ID_LETTERS

TOKEN: dict[str, list[str]] = {"token": []}
SESSION: dict[str, list[str]] = {"session": [], "csrf": []}

GAME_ID = f"^[{ID_LETTERS}]{{{ID_LENGTH}}}$"
ROW = "^[1-9][0-9]{0,17}$"
NAME = f"^[A-Za-z0-9_-]{{{SHORTEST},{LONGEST}}}$"
#: What a path may hold, by the name in the address.
PATHS: dict[str, dict[str, Any]] = {
    "game_id": {"type": "string", "pattern": GAME_ID},
    "number": {"type": "string", "pattern": ROW},
    "name": {"type": "string", "pattern": NAME},
}

EVENTS = "text/event-stream"
#: What the stream of a game holds.
STREAM = (
    "Server-sent events. Each entry of the record is an event of no name: its id is the entry’s number, its data the "
    "entry as `Happened` tells it, in one line of JSON. Before the start nothing comes but comments, every 15 s. After "
    "the last entry comes an event named `over`, with the id `over` and the game’s status in its data, and the stream "
    "ends. It also ends when the token is taken away or the session is over, and may end at any moment: come back with "
    "`Last-Event-ID`, and nothing is lost or told twice."
)

#: What a table may answer to any act, and what the rules may to any move.
AT_TABLE = ("not_seated", "wrong_time")
IN_PLAY = (*AT_TABLE, "game_over", "not_your_decision")
MOVING = (*IN_PLAY, "malformed_move", "stale_decision", "illegal_move", "too_late", "refused")


def ref(shape: Any) -> dict[str, str]:
    """Point to a struct's schema."""
    return {"$ref": f"#/components/schemas/{shape if isinstance(shape, str) else shape.__name__}"}


def documented(
    name: str,
    summary: str,
    *,
    gives: Any,
    status: int = 200,
    body: Any = None,
    query: Any = None,
    codes: Iterable[str] = (),
    path: Iterable[str] = (),
    acts: bool = False,
    private: bool = False,
    tag: str = "games",
    absent: str = "",
) -> Callable[[Any], Any]:
    """Describe an operation: what it takes, what it gives, and with which codes it refuses.

    `absent` is the code for what the path names and is not there; else that of a game, or of a player.
    """
    refused = {"bad_token", "throttled", "method_not_allowed", "unavailable", *codes}
    parameters = [OpenApiParameter(n, PATHS[n], OpenApiParameter.PATH, required=True) for n in path]
    if path:
        refused.add(absent or ("no_such_game" if "game_id" in path else "no_such_player"))
        refused.add("not_found")
    if query is not None:
        refused.add("malformed_request")
        parameters += _parameters(query)
    if acts:
        refused |= {"not_authenticated", "insufficient_scope", "csrf_failed", "idempotency_key_reused"}
        refused.add("malformed_request")
        parameters.append(
            OpenApiParameter(
                "Idempotency-Key",
                {"type": "string", "pattern": KEY},
                OpenApiParameter.HEADER,
                description="Asked again with the same key within a day, the first answer is given again.",
            )
        )
    else:
        parameters.append(
            OpenApiParameter(
                "If-None-Match",
                {"type": "string"},
                OpenApiParameter.HEADER,
                description="The ETag of the answer that the client has: it gets 304 while nothing has changed.",
            )
        )
    if body is not None:
        refused |= {"malformed_request", "body_too_large", "unsupported_media_type"}
    if private:
        refused.add("not_authenticated")
    described: Callable[[Any], Any] = extend_schema(
        operation_id=name,
        summary=summary,
        tags=[tag],
        parameters=parameters,
        request={"application/json": ref(body)} if body is not None else None,
        responses={
            (status, "application/json"): OpenApiResponse(ref(gives), summary),
            **_problems(refused, reads=not acts),
        },
        auth=[TOKEN, SESSION] if acts or private else [TOKEN, SESSION, {}],
    )
    return described


def _problems(codes: set[str], *, reads: bool) -> dict[Any, Any]:
    statuses: dict[int, list[str]] = {}
    for code in sorted(codes):
        statuses.setdefault(CODES[code][0], []).append(code)
    found: dict[Any, Any] = {}
    for status, listed in sorted(statuses.items()):
        # Beside the reference and not a schema of its own, of which a client would have one per refusal.
        schema = {**ref("Problem"), "properties": {"code": {"enum": listed}}}
        means = "; ".join(f"`{code}`: {CODES[code][1]}" for code in listed)
        found[status, MEDIA_TYPE] = OpenApiResponse(schema, means)
    if reads:
        found[304] = OpenApiResponse(None, "The client has it already, as If-None-Match says.")
    return found


def _parameters(query: Any) -> list[OpenApiParameter]:
    (_,), components = msgspec.json.schema_components([query])
    schema = components[query.__name__]
    return [
        OpenApiParameter(name, dict(kind), OpenApiParameter.QUERY, required=name in schema.get("required", ()))
        for name, kind in schema["properties"].items()
    ]


def streamed(name: str, summary: str, *, query: Any, path: Iterable[str], tag: str = "games") -> Callable[[Any], Any]:
    """Describe an operation that answers with a stream of server-sent events, from the stream's own process."""
    refused = {"bad_token", "throttled", "method_not_allowed", "no_such_game", "not_found", "malformed_request"}
    refused |= {"not_acceptable", "limit_reached", "no_stream", "unavailable", "forbidden"}
    parameters = [OpenApiParameter(n, PATHS[n], OpenApiParameter.PATH, required=True) for n in path]
    last = OpenApiParameter(
        "Last-Event-ID",
        {"type": "string", "pattern": r"^(-[12]|[0-9]{1,7}|over)$"},
        OpenApiParameter.HEADER,
        description="The id of the last event that the client has: what follows is sent, and nothing twice.",
    )
    described: Callable[[Any], Any] = extend_schema(
        operation_id=name,
        summary=summary,
        description=STREAM,
        tags=[tag],
        parameters=[*parameters, *_parameters(query), last],
        responses={
            (200, EVENTS): OpenApiResponse({"type": "string"}, summary),
            204: OpenApiResponse(None, "The client knows already that the game is over: there is no more to come."),
            307: OpenApiResponse(None, "The stream is at the same path of the address in Location: go there."),
            **_problems(refused, reads=False),
        },
        auth=[TOKEN, SESSION, {}],
    )
    return described
