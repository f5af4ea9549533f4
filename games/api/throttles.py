"""How often one may ask: counted in the cache by person, for others by network address."""

import hmac
import time
from typing import Any

import structlog
from django.conf import settings
from django.core.cache import cache
from rest_framework.exceptions import Throttled
from rest_framework.permissions import SAFE_METHODS
from rest_framework.throttling import BaseThrottle

from accounts.addresses import address_of
from accounts.models import User

log = structlog.get_logger(__name__)

#: Seconds of a window.
WINDOW = 60
DAY = 24 * 3600


class PerMinute(BaseThrottle):
    """So many requests a minute, those that read and those that act counted apart.

    The framework's own throttle keeps a list that parallel requests overwrite; a counter loses none.
    """

    def __init__(self) -> None:
        self.limit = self.left = 0
        self.resets = WINDOW

    def allow_request(self, request: Any, view: Any) -> bool:
        """Count a request; tell whether it is within the limit."""
        reads = request.method in SAFE_METHODS
        self.limit = settings.API_READS_PER_MINUTE if reads else settings.API_ACTS_PER_MINUTE
        window, gone = divmod(int(time.time()), WINDOW)
        self.resets = WINDOW - gone
        try:
            count = _counted(_name(request, "read" if reads else "act", window))
        except Exception:
            # Redis may be away at any moment, and then people still play.
            log.exception("requests to the API can't be counted, so they are not limited")
            count = 1
        self.left = max(0, self.limit - count)
        return count <= self.limit

    def wait(self) -> float:
        """Give the seconds until the next window."""
        return self.resets

    @property
    def headers(self) -> dict[str, str]:
        """What every answer tells of the limit."""
        return {
            "RateLimit-Limit": str(self.limit),
            "RateLimit-Remaining": str(self.left),
            "RateLimit-Reset": str(self.resets),
        }


def one_more_key(user: int) -> None:
    """Count a new Idempotency-Key of a person's: each keeps an answer for a day. Raises Throttled."""
    day, gone = divmod(int(time.time()), DAY)
    try:
        count = _counted(f"api:keys:{day}:u{user}", DAY)
    except Exception:
        log.exception("the keys of requests can't be counted, so they are not limited")
        return
    if count > settings.API_KEYS_PER_DAY:
        raise Throttled(wait=DAY - gone)


def _name(request: Any, kind: str, window: int) -> str:
    # All tokens of a person count as one; an address goes into no store, only a keyed hash of it. Whoever was
    # refused before it was clear who they are has no `_user`, and the property would refuse once more.
    user = getattr(request, "_user", None)
    if isinstance(user, User):
        return f"api:{kind}:{window}:u{user.pk}"
    told = f"{window}|{address_of(request._request)}"  # noqa: SLF001
    return f"api:{kind}:{window}:{hmac.digest(settings.SECRET_KEY.encode(), told.encode(), 'sha256').hex()}"


def _counted(name: str, lasts: int = WINDOW) -> int:
    cache.add(name, 0, timeout=lasts)
    try:
        return cache.incr(name)
    except ValueError:
        # It expired, or was evicted, in this very moment.
        cache.set(name, 1, timeout=lasts)
        return 1
