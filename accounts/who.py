"""Who asks, as a user of ours."""

from django.http import HttpRequest

from accounts.models import User


def person(request: HttpRequest) -> User:
    """Give whoever is signed in. For views that have made sure that somebody is."""
    user = request.user
    assert isinstance(user, User)
    return user
