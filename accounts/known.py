"""Browsers in which a person has signed in before: the wrong guesses of strangers keep nobody out there.

The idea is OWASP's "device cookies": a signed cookie says that this browser has once shown the password, and
its tries are counted by themselves. It lets nobody in, and says no more than the number of an account.
"""

import secrets
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from accounts.models import User

COOKIE = "known"
AGE = 365 * 24 * 3600
_SALT = "accounts.known"
#: Where a request notes that its answer is to carry the cookie.
_NOTED = "landlord.known"


@dataclass(frozen=True)
class Browser:
    """A browser that has been let in: whose account it was, and which browser it is."""

    user: int
    name: str


def browser(request: HttpRequest) -> Browser | None:
    """Give what the cookie says; None without one of ours."""
    told = request.get_signed_cookie(COOKIE, default="", salt=_SALT, max_age=AGE) or ""
    user, _, name = told.partition(".")
    return Browser(int(user), name) if user.isascii() and user.isdigit() and name else None


def note(request: HttpRequest, user: User) -> None:
    """Have the answer to this request say that this person was let in here."""
    request.META[_NOTED] = user.pk


def remember(request: HttpRequest, response: HttpResponseBase) -> None:
    """Write the cookie, if the request has noted somebody; who is known already keeps the browser's name."""
    user = request.META.get(_NOTED)
    if user is None:
        return
    before = browser(request)
    name = before.name if before is not None and before.user == user else secrets.token_urlsafe(12)
    response.set_signed_cookie(
        COOKIE,
        f"{user}.{name}",
        salt=_SALT,
        max_age=AGE,
        # Nothing but the sign-in reads it.
        path="/accounts/",
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def forget(response: HttpResponseBase) -> None:
    """Take the cookie away, as when the account goes."""
    response.delete_cookie(COOKIE, path="/accounts/", samesite="Lax")
