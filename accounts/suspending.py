"""Suspending: a person can't sign in and gets no mail of games, until the operator lifts it."""

from accounts import sessions
from accounts.models import User


class NoSuchPerson(LookupError):
    """Nobody has that name. The message is for the operator."""

    def __init__(self, name: str) -> None:
        super().__init__(f"Nobody here is called {name}.")


def named(name: str) -> User:
    """Give the person with a name, whatever its capitals. Raises NoSuchPerson."""
    try:
        return User.objects.get_by_natural_key(name)
    except User.DoesNotExist:
        raise NoSuchPerson(name) from None


def suspend(user: User) -> int:
    """Keep a person out from now on; give how many sessions ended. Twice is once."""
    _set(user, active=False)
    return sessions.end_all(user.pk)


def lift(user: User) -> None:
    """Let a person in again."""
    _set(user, active=True)


def _set(user: User, *, active: bool) -> None:
    user.is_active = active
    user.save(update_fields=["is_active"])
