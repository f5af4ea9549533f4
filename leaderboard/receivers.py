"""What ratings do when something happens to an account. Connected when the app is ready.

The app stands before the games in the settings, so that `keep` runs before they take the person off the seats.
"""

from collections.abc import Collection
from typing import Any

from django.db.models import OuterRef, QuerySet
from django.db.models.signals import post_save, pre_delete
from django.dispatch import receiver

from accounts.models import User
from accounts.signals import collecting, person_leaving
from games.models import Game
from games.signals import looking_for_rating, telling_result
from leaderboard import keys, listing, own_data
from leaderboard.models import Rating, RatingChange


@receiver(person_leaving)
def keep(sender: object, user: User, **kwargs: Any) -> None:
    """Keep which games were whose, by a key without a name."""
    keys.keep_seats(user.pk)


@receiver(pre_delete, sender=User)
def keep_too(sender: object, instance: User, **kwargs: Any) -> None:
    """Keep it also where a row is deleted without the person's leave, as in the admin."""
    keys.keep_seats(instance.pk)


@receiver(post_save, sender=User)
def follow(
    sender: object, instance: User, created: bool, update_fields: Collection[str] | None = None, **kwargs: Any
) -> None:
    """List or unlist a person at once when the account says so."""
    if created or (update_fields is not None and not {"on_leaderboard", "is_active"}.intersection(update_fields)):
        return
    listing.follow(instance)


@receiver(collecting)
def collect(sender: object, user: User, **kwargs: Any) -> dict[str, Any]:
    """Add ratings and answer times to the download of own data."""
    return own_data.collect(user)


@receiver(telling_result)
def tell_rating(sender: object, game: Game, user: User, **kwargs: Any) -> str:
    """Say what a finished game made of a person's rating; nothing of one that moved none, or none yet."""
    change = RatingChange.objects.filter(game=game, key__user=user).first()
    if change is None:
        return ""
    gained = change.after - change.before
    return f"Your rating went from {change.before} to {change.after} ({gained:+d})."


@receiver(looking_for_rating)
def find_openers(sender: object, least: int, **kwargs: Any) -> QuerySet[Rating]:
    """Give the ratings of a game's opener that others see and that are so high; who hides theirs is not found."""
    shown = Rating.objects.filter(key__user=OuterRef("opener"), ruleset=OuterRef("ruleset"), listed=True)
    return shown.filter(rating__gte=least)
