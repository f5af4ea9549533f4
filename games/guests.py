"""Guests: who plays without an account, how many games they may have, and what is cleared away."""

import hashlib
import hmac
import secrets
import time
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import structlog
from django.conf import settings
from django.core.cache import cache
from django.db import connection, transaction
from django.db.models import Exists, OuterRef, Q
from django.http import HttpRequest, HttpResponseBase

from games import table
from games.models import Game, Seat
from games.rules.interface import RuleSet
from games.rules.registry import rule_set
from games.table import Plan, Sitter
from games.who import Who

log = structlog.get_logger(__name__)

#: The game that guests play.
RULES = rule_set("landlord", 1)

COOKIE = "guest"
COOKIE_AGE = 365 * 24 * 3600
_SALT = "games.guests"

#: What it is played with: a move time of one week, so that abandoned ones end.
OPTIONS = RULES.options(RULES.tables.with_bots, None)
GUEST_NAME = "Guest"
HOUR = 3600


class TooManyGames(Exception):
    """A limit on guests' games is reached. The message is for the guest."""


def key_of(request: HttpRequest) -> str:
    """Give the key in the browser's signed cookie; empty if there is none, or not one of ours."""
    return request.get_signed_cookie(COOKIE, default="", salt=_SALT, max_age=COOKIE_AGE) or ""


def who(request: HttpRequest) -> Who:
    """Tell who asks: the guest of the browser's cookie, and the person who is signed in, if any."""
    key, user = key_of(request), request.user
    return Who(hashed(key) if key else "", user.pk if user.is_authenticated else None)


def remember(response: HttpResponseBase, key: str) -> None:
    """Have the browser keep a guest's key: signed, out of reach of scripts, for a year."""
    response.set_signed_cookie(
        COOKIE,
        key,
        salt=_SALT,
        max_age=COOKIE_AGE,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def new_key() -> str:
    """Draw a key for a new guest: 256 bits."""
    return secrets.token_urlsafe(32)


def open_game(
    key: str, address: str, seats: int, rules: RuleSet[Any] = RULES, options: Mapping[str, Any] = OPTIONS
) -> Game:
    """Open a table for a guest against bots; one that is alike and not started yet is handed out again.

    `address` is where the request came from, to count games by. Raises TooManyGames, MalformedMove and BadChoice
    for options that the game does not have.
    """
    rules.check_options(options)
    guest = Who(guest=hashed(key))
    mine = Game.objects.filter(seats__guest_key=guest.guest)
    with transaction.atomic():
        _one_at_a_time(guest.guest)
        for game in mine.filter(status=Game.Status.OPEN).prefetch_related("seats"):
            alike = (game.ruleset, game.options) == (rules.key, options)
            if alike and len(game.seats.all()) == seats:
                return game
        going_on = mine.filter(status__in=(Game.Status.OPEN, Game.Status.RUNNING)).count()
        if going_on >= settings.GUEST_GAMES_PER_SESSION:
            raise TooManyGames(
                f"You have {going_on} games going on, and a guest may have no more at once. "
                "Finish or resign one of them, then start another."
            )
        _count_address(address)
        sitters = [Sitter(Seat.Kind.GUEST, GUEST_NAME, guest), *table.bots(seats - 1)]
        return table.open_table(rules, sitters, Plan(seats, dict(options), bots_fill=True))


def _one_at_a_time(guest: str) -> None:
    # A guest has no row that could be locked, so PostgreSQL locks a number made of the key's hash, until the
    # transaction ends. On SQLite each transaction begins with the only write lock there is.
    if connection.vendor == "postgresql":
        number = int.from_bytes(bytes.fromhex(guest)[:8], "big", signed=True)
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [number])


def _count_address(address: str) -> None:
    # The address itself goes into no store: the counter's name is a keyed hash of it and the hour.
    hour = int(time.time()) // HOUR
    digest = hmac.digest(settings.SECRET_KEY.encode(), f"{hour}|{address}".encode(), "sha256")
    name = f"guest-games:{digest.hex()}"
    try:
        games = _counted(name)
    except Exception:
        # Redis may be away at any moment, and then people still play: the limit by guest holds.
        log.exception("guests' games can't be counted by address, so they are not limited by it")
        return
    if games > settings.GUEST_GAMES_PER_ADDRESS_PER_HOUR:
        raise TooManyGames(
            "Many games were started from your network within this hour. Please come back when the hour is over."
        )


def _counted(name: str) -> int:
    cache.add(name, 0, timeout=HOUR)
    try:
        return cache.incr(name)
    except ValueError:
        # It expired, or was evicted, in this very moment.
        cache.set(name, 1, timeout=HOUR)
        return 1


def purge_old_games() -> int:
    """Delete guests' games that have not changed for GUEST_GAME_KEEP_DAYS; give how many went.

    Finished ones, abandoned ones, and those never started; not those where a person has a seat, and of those
    that a guest took along into an account only what was never started.
    """
    before = table.now() - timedelta(days=settings.GUEST_GAME_KEEP_DAYS)
    seats = Seat.objects.filter(game=OuterRef("pk"))
    old = (
        Game.objects.filter(moved_at__lt=before)
        # The seat that was taken along stays a guest's in the record, but no browser's key opens it any more.
        .filter(Exists(seats.filter(kind=Seat.Kind.GUEST).filter(~Q(guest_key="") | Q(game__status=Game.Status.OPEN))))
        .exclude(Exists(seats.filter(kind=Seat.Kind.PERSON)))
    )
    return table.purge(list(old.values_list("public_id", flat=True)), before)


def hashed(key: str) -> str:
    """Give what is kept of a guest's key."""
    return hashlib.sha256(key.encode()).hexdigest()
