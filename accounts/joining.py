"""What follows when somebody has signed up or in: others are told, and the browser is known from then on."""

from typing import Any

from allauth.account.signals import password_reset, user_logged_in
from django.http import HttpRequest

from accounts import known
from accounts.models import User
from accounts.signals import person_joined


def listen() -> None:
    """Pass on allauth's signal: it comes after every way to sign in, and signing up ends with signing in."""
    user_logged_in.connect(_joined, dispatch_uid="accounts.joining")
    # Whoever follows the link in a mail for a new password has shown as much as who types the password.
    password_reset.connect(_reset, dispatch_uid="accounts.joining.reset")


def _joined(sender: type[User], request: HttpRequest, user: User, **_: Any) -> None:
    known.note(request, user)
    person_joined.send(sender=User, user=user, request=request)


def _reset(sender: type[User], request: HttpRequest, user: User, **_: Any) -> None:
    known.note(request, user)
