"""What the chat does when something happens to an account. Connected when the app is ready."""

from typing import Any

from django.dispatch import receiver

from accounts.models import User
from accounts.signals import collecting, person_leaving
from games.chat import reading, writing


@receiver(person_leaving)
def forget(sender: object, user: User, **kwargs: Any) -> None:
    """Delete what the person has written."""
    writing.forget(user.pk)


@receiver(collecting)
def collect(sender: object, user: User, **kwargs: Any) -> dict[str, Any]:
    """Add what the person has written to the download of own data."""
    return {"chat": reading.as_data(user)}
