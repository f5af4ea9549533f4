"""A person's private calendar feed: its secret address, and the deadlines in it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db.models import Prefetch
from django.utils.crypto import constant_time_compare, salted_hmac

from games.models import CalendarFeed, Game, Seat
from games.table import now

_SALT = "games.feeds"
#: Letters of the keyed hash in an address: 160 bits.
HASH = 40


@dataclass(frozen=True)
class Deadline:
    """A decision that a person is waited on for. `since` is when the clock began to run."""

    game: str
    wait: int
    asked: str
    against: Sequence[str]
    since: datetime
    due_at: datetime


def token(feed: CalendarFeed) -> str:
    """Give the secret part of a feed's address. It does not stand in the database: who reads that has no feed."""
    return feed.name + _hash(feed.name)


def of_user(user: int) -> CalendarFeed | None:
    """Give a person's feed, or None."""
    return CalendarFeed.objects.filter(user=user).first()


def renew(user: int) -> CalendarFeed:
    """Give a person a feed with a new address; an old one's leads nowhere from now on."""
    CalendarFeed.objects.filter(user=user).delete()
    return CalendarFeed.objects.create(user_id=user, since=now())


def revoke(user: int) -> None:
    """Take a person's feed away."""
    CalendarFeed.objects.filter(user=user).delete()


def found(given: str) -> CalendarFeed | None:
    """Find the feed of a secret address; None for one that was never given out, or was revoked."""
    name = given[:-HASH]
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    if not any(constant_time_compare(_hash(name, key), given[-HASH:]) for key in keys):
        return None
    return CalendarFeed.objects.select_related("user").filter(name=name, user__is_active=True).first()


def deadlines(user: int) -> list[Deadline]:
    """List the deadlines of a person, the first one first."""
    others = Prefetch("game__seats", Seat.objects.order_by("number"))
    waited_on = Seat.objects.filter(user=user, due_at__isnull=False, game__status=Game.Status.RUNNING)
    rows = waited_on.select_related("game").defer("game__opening").prefetch_related(others).order_by("due_at")
    return [
        Deadline(
            row.game.public_id,
            row.wait,
            row.asked,
            [other.name for other in row.game.seats.all() if other.number != row.number],
            row.since or row.due_at,
            row.due_at,
        )
        for row in rows
        if row.due_at is not None
    ]


def _hash(name: str, key: str | None = None) -> str:
    return salted_hmac(_SALT, name, secret=key, algorithm="sha256").hexdigest()[:HASH]
