"""Refusals as problem documents (RFC 9457), each with a code that stays the same while sentences get better."""

from typing import Any

import msgspec
import structlog
from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404
from django.urls import reverse
from rest_framework import exceptions
from rest_framework.response import Response

from accounts.answers import OtherRequest
from games import database, table
from games.chat.errors import NoSuchMessage
from games.rules import errors as rules

MEDIA_TYPE = "application/problem+json"
#: How one authenticates, as every answer with 401 tells.
BEARER = 'Bearer realm="api"'


class Problem(msgspec.Struct):
    """Why a request was not carried out. `detail` is a sentence for people, `code` is for programs."""

    type: str
    title: str
    status: int
    detail: str
    code: str


#: Every code with its status and what it means, as the page for programs lists them.
CODES: dict[str, tuple[int, str]] = {
    "malformed_request": (400, "The body or a parameter has not the form that is documented"),
    "malformed_move": (400, "The move, or the order, has not the form of any"),
    "bad_choice": (400, "What was chosen is not to be had"),
    "bad_client_seed": (400, "The seed has letters that it may not have"),
    "bad_cursor": (400, "The cursor was not given by this list"),
    "not_authenticated": (401, "This needs somebody with an account"),
    "bad_token": (401, "The token is unknown, or was taken away"),
    "insufficient_scope": (403, "The token may read, and this is playing"),
    "csrf_failed": (403, "A browser’s session was used without the site’s own page"),
    "forbidden": (403, "This is not for you to do"),
    "not_seated": (403, "You have no seat here, or not the right to do this"),
    "not_found": (404, "There is nothing at this address"),
    "no_such_game": (404, "There is no such game, or none that you may know of"),
    "no_such_player": (404, "Nobody has this name"),
    "no_such_message": (404, "There is no such message at this table, or none that you see"),
    "not_muted": (404, "You mute nobody of this name"),
    "method_not_allowed": (405, "This address does not take this method"),
    "not_acceptable": (406, "This address does not answer in any form that the client takes"),
    "wrong_time": (409, "The table is not, or no more, where this can be done"),
    "too_late": (409, "The move came after its deadline"),
    "full": (409, "Nobody can sit down here"),
    "refused": (409, "The table refuses this as it stands"),
    "stale_decision": (409, "The decision has been answered in the meantime"),
    "illegal_move": (409, "The rules do not allow this move now"),
    "not_your_decision": (409, "Another seat is waited on"),
    "game_over": (409, "The game has ended"),
    "body_too_large": (413, "The body is larger than any request’s"),
    "unsupported_media_type": (415, "Bodies are application/json"),
    "idempotency_key_reused": (422, "The key was used for another request within a day"),
    "limit_reached": (429, "You have as much open, or have sent as much, as one may"),
    "throttled": (429, "More requests than the limit; wait as Retry-After says"),
    "unavailable": (503, "The site can’t reach its games at the moment; wait as Retry-After says"),
    "no_stream": (503, "The stream takes no more readers, or is not to be had: ask for the events instead"),
}

_BY_TYPE: dict[type[BaseException], str] = {
    table.NoSuchTable: "no_such_game",
    NoSuchMessage: "no_such_message",
    table.NotSeated: "not_seated",
    table.WrongTime: "wrong_time",
    table.TooLate: "too_late",
    table.Full: "full",
    table.TooMany: "limit_reached",
    table.BadChoice: "bad_choice",
    table.BadClientSeed: "bad_client_seed",
    table.TableError: "refused",
    rules.MalformedMove: "malformed_move",
    rules.StaleDecision: "stale_decision",
    rules.NotYourDecision: "not_your_decision",
    rules.GameOver: "game_over",
    rules.IllegalMove: "illegal_move",
    rules.RulesError: "refused",
    OtherRequest: "idempotency_key_reused",
    RequestDataTooBig: "body_too_large",
    Http404: "not_found",
    PermissionDenied: "forbidden",
    exceptions.NotAuthenticated: "not_authenticated",
    exceptions.AuthenticationFailed: "bad_token",
    exceptions.PermissionDenied: "forbidden",
    exceptions.NotFound: "not_found",
    exceptions.MethodNotAllowed: "method_not_allowed",
    exceptions.UnsupportedMediaType: "unsupported_media_type",
    exceptions.Throttled: "throttled",
    exceptions.ParseError: "malformed_request",
}

#: What a table or the rules refuse for their player to read.
REFUSALS = (table.TableError, rules.RulesError)


class Refused(Exception):
    """A refusal of the API's own, by its code. The message is for who wrote the program."""

    def __init__(self, code: str, sentence: str = "") -> None:
        super().__init__(sentence or f"{CODES[code][1]}.")
        self.code = code


def code_of(error: BaseException) -> str | None:
    """Give the code of a refusal; None for an error of the site's own."""
    if isinstance(error, Refused):
        return error.code
    if database.is_away(error):
        return "unavailable"
    return next((_BY_TYPE[kind] for kind in type(error).__mro__ if kind in _BY_TYPE), None)


def problem(code: str, sentence: str = "") -> Problem:
    """Give the document for a code; without a sentence of its own it has the code's."""
    status, title = CODES[code]
    return Problem(f"{reverse('api-docs')}#{code}", title, status, sentence or f"{title}.", code)


def of(error: BaseException) -> Problem | None:
    """Give the document that tells a refusal; None for an error of the site's own."""
    code = code_of(error)
    if code is None:
        return None
    # Django's own exceptions, and the framework's, speak of addresses and patterns; ours are sentences.
    own = isinstance(error, (Refused, OtherRequest, *REFUSALS))
    if code == "unavailable":
        return problem(code, database.SENTENCE)
    return problem(code, str(error) if own else "")


def answer(told: Problem) -> Response:
    """Make the answer that carries a problem document."""
    return Response(told, status=told.status, content_type=MEDIA_TYPE)


def handle(error: Exception, context: dict[str, Any]) -> Response | None:
    """Answer what a view of the API raised; None leaves it to Django, as an error of the site's own."""
    told = of(error)
    if told is None:
        return None
    if told.code == "unavailable":
        structlog.contextvars.bind_contextvars(why=database.AWAY)
    response = answer(told)
    if told.status == 401:
        response["WWW-Authenticate"] = BEARER
    if told.code == "unavailable":
        response["Retry-After"] = str(database.RETRY_AFTER)
    if isinstance(error, exceptions.APIException):
        wait = getattr(error, "wait", None)
        if wait is not None:
            response["Retry-After"] = str(max(1, int(wait) + 1))
    return response
