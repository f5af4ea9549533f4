"""What is made once and kept: by browsers under an ETag, and by the site in its cache."""

import hashlib
from collections.abc import Callable

import structlog
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control

log = structlog.get_logger(__name__)

DAY = 24 * 3600


def tag(*told: object) -> str:
    """Give a weak ETag of all that an answer depends on."""
    return f'W/"{hashlib.sha256(repr(told).encode()).hexdigest()[:32]}"'


def answer(
    request: HttpRequest, etag: str, make: Callable[[], HttpResponse], *, private: bool, max_age: int = 0
) -> HttpResponseBase:
    """Answer 304 if the client has what this ETag is of, else with what is made; with the ETag either way.

    Without a `max_age`, in seconds, the client asks each time whether it has changed.
    """
    response: HttpResponseBase | None = get_conditional_response(request, etag=etag)
    if response is None:
        response = make()
    response["ETag"] = etag
    lasting = {"max_age": max_age} if max_age else {"no_cache": True}
    patch_cache_control(response, **({"private": True} if private else {"public": True}), **lasting)
    return response


def kept(name: str, make: Callable[[], bytes], seconds: int = 7 * DAY) -> bytes:
    """Give what is kept under a name, or make it and keep it. Without a cache it is made each time."""
    try:
        found = cache.get(name)
        if isinstance(found, bytes):
            return found
    except Exception:
        # Redis may be away at any moment: everything in it can be made anew.
        log.exception("the cache can't be read")
        return make()
    made = make()
    try:
        cache.set(name, made, seconds)
    except Exception:
        log.exception("the cache can't be written")
    return made
