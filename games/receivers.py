"""What the games do when something happens to an account. Connected when the app is ready."""

from typing import Any

from django.dispatch import receiver
from django.http import HttpRequest

from accounts.models import User
from accounts.signals import collecting, person_joined, person_leaving, person_renamed, way_in_changed
from games import feeds, members, news, table


@receiver(person_joined)
def take_over(sender: object, user: User, request: HttpRequest, **kwargs: Any) -> None:
    """Give the games that this browser's guest began to the person."""
    members.take_over_guests_games(request, user)


@receiver(person_leaving)
def forget(sender: object, user: User, **kwargs: Any) -> None:
    """Take the person out of all games, and the name off those that stay."""
    table.forget(user.pk)


@receiver(person_renamed)
def rename(sender: object, user: User, **kwargs: Any) -> None:
    """Show the new name at all tables."""
    table.rename(user.pk, user.name)


@receiver(collecting)
def collect(sender: object, user: User, **kwargs: Any) -> dict[str, Any]:
    """Add the games, and what belongs to them, to the download of own data."""
    feed = feeds.of_user(user.pk)
    calendar = {"calendar_feed": None if feed is None else {"since": feed.since}}
    return {"games": members.games_as_data(user), **members.mails_as_data(user), **calendar}


@receiver(way_in_changed)
def tell_streams(sender: object, user: int | None, session: str, **kwargs: Any) -> None:
    """Have the streams looked at that were opened by this way in."""
    if session:
        news.of_session(session)
    elif user is not None:
        news.of_person(user)
