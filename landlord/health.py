"""/healthz: whether the site works, for whoever watches over it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING

import structlog
from django.conf import settings
from django.db import DatabaseError
from django.db.models import Min
from django.http import HttpRequest, HttpResponseBase, JsonResponse
from django.views.decorators.cache import never_cache

from games import clock, table
from games.models import Game, Seat, SiteClock
from games.pages.errors import only

if TYPE_CHECKING:
    from redis import Redis

log = structlog.get_logger(__name__)

#: A decision that is overdue for longer means that time-outs are not made: a sweep comes every second.
LONGEST_OVERDUE = timedelta(seconds=30)
#: How long the queue may take to answer, in seconds.
PATIENCE = 2.0


@dataclass(frozen=True)
class Clocks:
    """How the clocks are: when the sweep last looked, since when they are stopped, the oldest missed deadline.

    `now` is the database's time. `overdue_since` is None while no running game has a missed deadline, and
    while all clocks are stopped.
    """

    now: datetime
    swept_at: datetime | None
    stopped_at: datetime | None
    overdue_since: datetime | None

    @property
    def sweep_age(self) -> timedelta | None:
        """How long ago the sweep last looked."""
        return None if self.swept_at is None else max(self.now - self.swept_at, timedelta(0))

    @property
    def overdue(self) -> timedelta:
        """How long the oldest missed deadline is over; 0 for none."""
        return timedelta(0) if self.overdue_since is None else self.now - self.overdue_since


@dataclass
class Health:
    """What was found, and why the site is not well, if it isn't."""

    found: dict[str, object]
    reasons: list[str] = field(default_factory=list)


@only("GET")
@never_cache
def healthz(request: HttpRequest) -> HttpResponseBase:
    """Tell how the site is: 200 when it works, 503 with the reasons when it does not."""
    health = examine()
    found = {"ok": not health.reasons, "reasons": health.reasons, **health.found}
    return JsonResponse(found, status=503 if health.reasons else 200)


def examine() -> Health:
    """Look at the database, the queue and the clocks. Three queries; raises nothing that they raise."""
    health = Health({})
    health.found["queue"] = _state(_ask_queue, "The queue does not answer.", health.reasons)
    health.found["database"] = _state(lambda: _look_at_clocks(health), "The database does not answer.", health.reasons)
    return health


def clocks() -> Clocks:
    """Read how the clocks are. Three queries, each answered by an index or one row."""
    site = SiteClock.objects.first()
    stopped_at = site.stopped_at if site else None
    running = Seat.objects.filter(due_at__isnull=False, game__status=Game.Status.RUNNING)
    now = table.now()
    overdue = running.filter(due_at__lt=now - clock.GRACE).aggregate(Min("due_at"))["due_at__min"]
    return Clocks(now, site.swept_at if site else None, stopped_at, overdue if stopped_at is None else None)


def _look_at_clocks(health: Health) -> str:
    is_now = clocks()
    age = is_now.sweep_age
    health.found |= {
        "sweep_age_seconds": None if age is None else round(age.total_seconds(), 1),
        "oldest_overdue_seconds": round(is_now.overdue.total_seconds(), 1),
        "clocks_stopped_since": is_now.stopped_at,
    }
    if age is None:
        health.reasons.append("No sweep has looked at the clocks yet.")
    elif age > clock.LONGEST_GAP:
        health.reasons.append(f"No sweep has looked at the clocks for {age.total_seconds():.0f} s.")
    if is_now.overdue > LONGEST_OVERDUE:
        health.reasons.append(f"A decision is overdue by {is_now.overdue.total_seconds():.0f} s.")
    return "ok"


def _state(ask: Callable[[], str], sentence: str, reasons: list[str]) -> str:
    try:
        return ask()
    except (DatabaseError, OSError):
        # What exactly went wrong may name addresses and users: that is for the log.
        log.warning(sentence, exc_info=True)
        reasons.append(sentence)
        return "no answer"


def _ask_queue() -> str:
    """Raises OSError where the queue does not answer."""
    if settings.EMBEDDED:
        return "in memory"
    # Not at the top: an embedded server has no use for it, and it is slow to load.
    from redis import RedisError

    try:
        _queue().ping()
    except RedisError as error:
        raise OSError("no answer") from error
    return "ok"


@cache
def _queue() -> "Redis":
    from redis import Redis

    return Redis.from_url(settings.REDIS_URL, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE)
