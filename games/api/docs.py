"""The page for programs, and the OpenAPI document."""

import hashlib
import json
from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.cache import get_conditional_response, patch_cache_control

from games.api import schema as openapi
from games.api.examples import EXAMPLES, Example
from games.api.problems import CODES

_METHODS = ("get", "post", "delete")
_BOT = settings.BASE_DIR / "docs" / "bot.py"

#: The page's parts, for its table of contents.
SECTIONS = (
    ("begin", "A token, and a first request"),
    ("game", "A game, request by request"),
    ("tables", "Which game, and what table"),
    ("decisions", "What may be done"),
    ("bot", "A bot of fifty lines"),
    ("repeat", "Once and no more"),
    ("follow", "What has changed"),
    ("orders", "Standing orders"),
    ("chat", "The chat"),
    ("over", "When it is over"),
    ("lists", "Lists in pages"),
    ("limits", "How often"),
    ("refusals", "Refusals"),
    ("addresses", "All addresses"),
    ("versions", "What stays as it is"),
)


@dataclass(frozen=True)
class Operation:
    """A line of the page: what one address does by one method."""

    name: str
    method: str
    path: str
    summary: str
    takes: str
    gives: str


def page(request: HttpRequest) -> HttpResponse:
    """Show how the API is used, each address, and each code."""
    parts: dict[str, list[Example]] = defaultdict(list)
    for example in EXAMPLES:
        parts[example.part].append(example)
    context = {
        "sections": SECTIONS,
        "parts": dict(parts),
        "bot": _bot(),
        "operations": _operations(),
        "codes": [(code, status, meaning) for code, (status, meaning) in CODES.items()],
        "reads": settings.API_READS_PER_MINUTE,
        "acts": settings.API_ACTS_PER_MINUTE,
        "site": settings.SITE_ADDRESS,
    }
    return render(request, "api/docs.html", context)


def bot(request: HttpRequest) -> HttpResponse:
    """Give the bot of fifty lines as a file."""
    return HttpResponse(_bot(), content_type="text/plain; charset=utf-8")


def schema(request: HttpRequest) -> HttpResponseBase:
    """Give the OpenAPI document."""
    made = openapi.document()
    etag = f'"{hashlib.sha256(made).hexdigest()[:32]}"'
    response = HttpResponse(made, content_type="application/vnd.oai.openapi+json; charset=utf-8")
    response["ETag"] = etag
    patch_cache_control(response, public=True, no_cache=True)
    return get_conditional_response(request, etag=etag, response=response) or response


@lru_cache(maxsize=1)
def _bot() -> str:
    return _BOT.read_text(encoding="utf-8")


def _operations() -> list[Operation]:
    described = json.loads(openapi.document())
    found = [
        _operation(path, method, methods[method])
        for path, methods in described["paths"].items()
        for method in _METHODS
        if method in methods
    ]
    return sorted(found, key=lambda each: (each.path, each.method))


def _operation(path: str, method: str, told: dict[str, Any]) -> Operation:
    takes = [p["name"] for p in told.get("parameters", ()) if p["in"] == "query"]
    if "requestBody" in told:
        body = told["requestBody"]["content"]["application/json"]["schema"]["$ref"].rsplit("/", 1)[1]
        fields = json.loads(openapi.document())["components"]["schemas"][body]["properties"]
        takes = list(fields)
    gives = next(status for status in told["responses"] if status.startswith("2"))
    kind, content = next(iter(told["responses"][gives]["content"].items()))
    # A stream has no shape of its own: its lines have.
    shape = content["schema"].get("$ref", kind).rsplit("/", 1)[-1]
    return Operation(told["operationId"], method.upper(), path, told["summary"], ", ".join(takes), f"{gives} {shape}")
