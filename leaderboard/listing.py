"""Who is on the leaderboard: what each person chose, and the copy of it that the leaderboard's indexes hold."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.utils import timezone

from accounts.models import User
from leaderboard.keys import key_of
from leaderboard.models import Rating, RatingKey

#: How long somebody counts as active after a rated game.
ACTIVE = timedelta(days=30)


def active_since() -> datetime:
    """Give the moment since when somebody must have played to count as active."""
    return timezone.now() - ACTIVE


def mark(rows: Collection[Rating]) -> None:
    """Note on rows that are about to be saved which of them may be listed, and which are of active people."""
    listed = RatingKey.objects.filter(
        pk__in={row.key_id for row in rows}, user__on_leaderboard=True, user__is_active=True
    )
    wanted, since = set(listed.values_list("pk", flat=True)), active_since()
    for row in rows:
        row.listed = row.key_id in wanted
        row.active = row.last_played >= since


def follow(user: User) -> None:
    """Bring the copies in line with what a user's row says."""
    listed = user.on_leaderboard and user.is_active
    Rating.objects.filter(key__user=user).exclude(listed=listed).update(listed=listed)


def answer(user: User, wanted: bool) -> None:
    """Keep a person's answer to whether the leaderboard may list them."""
    user.on_leaderboard = wanted
    user.save(update_fields=["on_leaderboard"])
    key = key_of(user.pk)
    key.asked_at = timezone.now()
    key.save(update_fields=["asked_at"])


def let_rest() -> int:
    """Note who has not played for thirty days; give how many ratings that makes inactive."""
    return Rating.objects.filter(active=True, last_played__lt=active_since()).update(active=False)
