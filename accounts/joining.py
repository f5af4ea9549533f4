"""Tells others when somebody has signed up or in."""

from typing import Any

from allauth.account.signals import user_logged_in
from django.http import HttpRequest

from accounts.models import User
from accounts.signals import person_joined


def listen() -> None:
    """Pass on allauth's signal: it comes after every way to sign in, and signing up ends with signing in."""
    user_logged_in.connect(_joined, dispatch_uid="accounts.joining")


def _joined(sender: type[User], request: HttpRequest, user: User, **_: Any) -> None:
    person_joined.send(sender=User, user=user, request=request)
