"""The ASGI application of the stream's process."""

import asyncio
import json
import resource
import time
from collections.abc import Mapping
from typing import Any

import msgspec
import structlog
from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.core.handlers.asgi import ASGIRequest
from django.db import DatabaseError

from games import database
from games.api import problems
from games.api.problems import BEARER, Refused
from games.table import NoSuchTable
from landlord.metrics import may_read
from landlord.stream import door, figures
from landlord.stream.database import Database
from landlord.stream.door import Asked, Caller
from landlord.stream.hub import Hub
from landlord.stream.limits import Limits, TooMany
from landlord.stream.source import Source
from landlord.stream.streams import GONE, OVER, ProgramStream, Receive, Send, Stream, TableStream

log = structlog.get_logger(__name__)

Headers = list[tuple[bytes, bytes]]

#: A stream says to every proxy on its way that it is not to be kept back, nor kept.
STREAM: Headers = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"private, no-store, no-transform"),
    (b"x-accel-buffering", b"no"),
]
NOT_NOW = "The stream can’t be had at this moment."
#: The games were not looked at for so long: the process is not well, in seconds.
LONGEST_BLIND = 30.0


class Application:
    """Takes requests: streams, `/healthz`, and `/metrics` for those who may have it."""

    def __init__(self) -> None:
        self._database = Database()
        self._hub = Hub(self._database)
        self._source = Source(self._hub)
        self._limits = Limits()
        self._figures = figures.Figures(self._hub, self._source)

    async def __call__(self, scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        """Take a request, or the server's own words about its start and end."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http":
            await self._answer(door.read(scope), receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                _allow_many_connections()
                self._source.start()
                await send({"type": "lifespan.startup.complete"})
            else:
                await self._source.stop()
                self._database.close()
                await send({"type": "lifespan.shutdown.complete"})
                return

    async def _answer(self, request: ASGIRequest, receive: Receive, send: Send) -> None:
        try:
            if request.path in ("/healthz", "/metrics"):
                status, kind, body = self._health() if request.path == "/healthz" else self._metrics(request)
                await _whole(send, status, [(b"content-type", kind.encode())], body)
                return
            origin = door.check_origin(request)
        except (Refused, SuspiciousOperation) as refusal:
            await _refuse(send, refusal if isinstance(refusal, Refused) else Refused("malformed_request"), [])
            return
        headers = _cors(origin)
        try:
            await self._let_in(request, headers, receive, send)
        except SuspiciousOperation:
            # An address of more parameters than Django reads.
            await _refuse(send, Refused("malformed_request"), headers)
        except (Refused, NoSuchTable, TooMany) as refusal:
            await _refuse(send, refusal, headers)
        except DatabaseError as error:
            log.exception("nobody can be let in")
            told = ("unavailable", database.SENTENCE) if database.is_away(error) else ("no_stream", NOT_NOW)
            await _refuse(send, Refused(*told), headers)

    async def _let_in(self, request: ASGIRequest, headers: Headers, receive: Receive, send: Send) -> None:
        asked = door.asked(request)
        caller = await door.caller(request, self._database, program=asked.program)
        self._limits.take(caller.payer, person=caller.who.user is not None)
        try:
            stream = self._stream(asked, caller)
            # Of no more use, and as large as all the rest of a stream.
            del request
            await self._hub.join(stream)
            try:
                await _run(stream, asked, headers, receive, send)
            finally:
                stream.end(GONE)
                self._hub.leave(stream)
                self._figures.ended(stream)
        finally:
            self._limits.give_back(caller.payer)

    def _stream(self, asked: Asked, caller: Caller) -> Stream:
        reader = door.reader(caller, asked)
        if not asked.program:
            return TableStream(asked.game_id, reader, caller.way, caller.payer)
        since = -2 if asked.since is None else asked.since
        return ProgramStream(asked.game_id, reader, caller.way, caller.payer, since, self._hub.entries)

    def _health(self) -> tuple[int, str, bytes]:
        blind = time.monotonic() - self._source.looked_at
        well = blind < LONGEST_BLIND
        redis = "none" if settings.EMBEDDED else "ok" if self._source.hears_redis else "no answer"
        told = {"ok": well, "streams": self._limits.streams, "redis": redis, "looked_seconds_ago": round(blind, 1)}
        return 200 if well else 503, "application/json", json.dumps(told).encode()

    def _metrics(self, request: ASGIRequest) -> tuple[int, str, bytes]:
        if not may_read(request):
            raise Refused("forbidden", "The metrics are given to this machine, and to whoever has METRICS_TOKEN.")
        return 200, figures.CONTENT_TYPE, self._figures.text()


async def _run(stream: Stream, asked: Asked, headers: Headers, receive: Receive, send: Send) -> None:
    if stream.ending == OVER and (asked.since is None or not asked.program):
        # By this a browser knows that it need not come again.
        await _whole(send, 204, headers, b"")
        return
    await send({"type": "http.response.start", "status": 200, "headers": [*STREAM, *headers]})
    leaving = asyncio.create_task(stream.until_gone(receive))
    try:
        try:
            await stream.write(send)
        except DatabaseError:
            # Its head is written, so it can only end; who comes back says what it has.
            log.exception("a stream can't be gone on with", game=stream.game_id)
        await send({"type": "http.response.body", "body": b"", "more_body": False})
    finally:
        leaving.cancel()


async def _refuse(send: Send, refusal: Exception, headers: Headers) -> None:
    told = problems.problem(refusal.code, str(refusal)) if isinstance(refusal, TooMany) else problems.of(refusal)
    assert told is not None
    more = [(b"content-type", problems.MEDIA_TYPE.encode()), (b"cache-control", b"private, no-store")]
    if isinstance(refusal, TooMany):
        more.append((b"retry-after", str(refusal.wait).encode()))
    if told.code == "unavailable":
        more.append((b"retry-after", str(database.RETRY_AFTER).encode()))
    if told.status == 401:
        more.append((b"www-authenticate", BEARER.encode()))
    if told.status == 405:
        more.append((b"allow", b"GET"))
    await _whole(send, told.status, [*more, *headers], msgspec.json.encode(told))


async def _whole(send: Send, status: int, headers: Headers, body: bytes) -> None:
    sized = [] if status == 204 else [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": [*headers, *sized]})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def _cors(origin: str) -> Headers:
    headers = [(b"vary", b"Origin, Authorization, Cookie"), (b"x-content-type-options", b"nosniff")]
    if origin:
        allow = b"access-control-allow-"
        headers += [(allow + b"origin", origin.encode()), (allow + b"credentials", b"true")]
    return headers


def _allow_many_connections() -> None:
    # A stream is a connection, and a connection a file; systems let a process have 1,024 unless it asks.
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = settings.STREAMS_AT_ONCE + 500
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))
