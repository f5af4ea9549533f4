"""Who is let in: by a browser's session and its guest's cookie, or by a program's token."""

import io
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIRequest
from django.http.request import split_domain_port

from accounts import tokens, ways_in
from accounts.addresses import address_of
from accounts.ways_in import BySession, ByToken, WayIn
from games import guests
from games.api.documented import GAME_ID
from games.api.problems import Refused
from games.who import Who
from landlord.stream.database import Database
from landlord.stream.reading import Reader
from landlord.stream.streams import ProgramStream

_ID = GAME_ID.strip("^$")
#: For the page of a table, and for programs.
TABLE = re.compile(rf"/stream/games/({_ID})/\Z")
PROGRAM = re.compile(rf"/api/v1/games/({_ID})/stream/\Z")
#: A number of an entry, as programs tell it.
_NUMBER = re.compile(r"-[12]|\d{1,7}")
_START = -2


@dataclass(frozen=True)
class Caller:
    """Who reads, by which way in, and by whom it is counted."""

    who: Who
    way: WayIn | None
    payer: str


@dataclass(frozen=True)
class Asked:
    """What a request asks for: a game's stream for programs or for a page, and from where on."""

    game_id: str
    program: bool
    key: str = ""
    #: The number of the last entry that a program has; None where it knows that the game is over.
    since: int | None = _START


def read(scope: Mapping[str, Any]) -> ASGIRequest:
    """Give a request as Django reads it: its cookies, its host, its scheme behind a trusted proxy."""
    # Its body is nobody's: only GET is taken.
    return ASGIRequest(dict(scope), io.BytesIO())


def asked(request: ASGIRequest) -> Asked:
    """Tell what is asked for. Raises Refused with the code that says why not."""
    table, program = TABLE.match(request.path), PROGRAM.match(request.path)
    if not table and not program:
        raise Refused("not_found")
    if request.method != "GET":
        raise Refused("method_not_allowed")
    takes = request.headers.get("Accept", "*/*").replace(" ", "").lower()
    if not re.search(r"(^|,)(text/event-stream|text/\*|\*/\*)(;|,|\Z)", takes):
        raise Refused("not_acceptable", "This address answers in text/event-stream alone.")
    if table:
        return Asked(table[1], program=False, key=request.GET.get("key", "")[:64])
    assert program
    return Asked(program[1], program=True, since=_since(request))


def check_origin(request: ASGIRequest) -> str:
    """Give the page's origin that is to be told that it may read; empty where no page asks. Raises Refused.

    A page of this site may, also one at another port of the same host; no other page, whatever its cookies.
    """
    try:
        host = request.get_host()
    except DisallowedHost:
        raise Refused("malformed_request", "This site is not known by that name.") from None
    origin = request.headers.get("Origin", "")
    if not origin:
        return ""
    site = urlsplit(settings.SITE_ADDRESS)
    name, _ = split_domain_port(host)
    port = f":{site.port}" if site.port else ""
    own = {f"{site.scheme}://{name}{port}", f"{request.scheme}://{host}", *settings.CSRF_TRUSTED_ORIGINS}
    if origin.lower() not in own:
        raise Refused("forbidden", "Pages of other sites can’t read this.")
    return origin


async def caller(request: ASGIRequest, database: Database, *, program: bool) -> Caller:
    """Tell who calls, in three queries at most. Raises Refused for a token that is not, or no more, valid."""
    address = address_of(request)
    if program and (brought := request.headers.get("Authorization", "")):
        kind, _, given = brought.partition(" ")
        token = await database.run(tokens.found, given.strip()) if kind.lower() == "bearer" else None
        if token is None:
            raise Refused("bad_token")
        return Caller(Who(user=token.user_id), ByToken(token.pk), f"p{token.user_id}")
    user, way = None, None
    key = request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
    # What can't be a key is looked up nowhere: a text with a NUL is one that PostgreSQL refuses.
    if key.isascii() and key.isalnum():
        user = (await database.run(ways_in.persons, [BySession(key)])).get(BySession(key))
        way = BySession(key) if user is not None else None
    guest = "" if program else guests.key_of(request)
    who = Who(guests.hashed(guest) if guest else "", user)
    return Caller(who, way, f"a{address}" if user is None else f"p{user}")


def reader(who: Caller, what: Asked) -> Reader:
    """Give who reads, as the readings of games know it."""
    return Reader(who.who, what.key)


def _since(request: ASGIRequest) -> int | None:
    given = request.GET.getlist("since")
    if len(given) > 1 or set(request.GET) - {"since"}:
        raise Refused("malformed_request", "The address may hold one parameter, `since`, once.")
    # A client that comes back tells what it has; the address is still that of its first call.
    last = request.headers.get("Last-Event-ID", given[0] if given else str(_START))
    if last == ProgramStream.END:
        return None
    if not _NUMBER.fullmatch(last):
        raise Refused("malformed_request", "Last-Event-ID, or `since`, is the number of an entry, from -2 on.")
    return int(last)
