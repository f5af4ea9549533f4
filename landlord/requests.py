"""Every request has an id: it stands in all lines of the log that the request causes, and in its answer."""

import uuid
from typing import Any

import structlog
from django.http import HttpRequest, HttpResponse
from django_structlog.middlewares import RequestMiddleware

from games import database

HEADER = "X-Request-ID"


class Requests(RequestMiddleware):
    """django-structlog's middleware, saying less: views in place of addresses, whose links are keys to seats.

    One line tells of a request when it is answered, and one with a traceback when it failed. The id is
    drawn here, whatever the sender calls it, so that nobody writes into the log.
    """

    def prepare(self, request: HttpRequest) -> None:
        """Draw the id. What the library's own does besides, a line that the request has come, is left out."""
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request_id=str(uuid.uuid4()))

    def process_view(self, request: HttpRequest, view: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """Name the game in all that follows, where the address names one."""
        if "game_id" in kwargs:
            structlog.contextvars.bind_contextvars(game=kwargs["game_id"])

    def handle_response(self, request: HttpRequest, response: HttpResponse) -> None:
        """Put the id into the answer, and tell of the request."""
        response[HEADER] = structlog.contextvars.get_contextvars()["request_id"]
        super().handle_response(request, response)

    def _process_exception(self, request: HttpRequest, exception: Exception) -> None:
        if database.is_away(exception):
            # Each request would tell the same at length: that it was answered says enough, with the reason.
            structlog.contextvars.bind_contextvars(why=database.AWAY)
            return
        super()._process_exception(request, exception)

    @staticmethod
    def format_request(request: HttpRequest) -> str:
        """Name the view: the address may hold what opens a seat, an account or a secret table."""
        found = request.resolver_match
        return f"{request.method} {(found.view_name or found.route) if found else 'no view'}"
