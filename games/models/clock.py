"""When the site looks at deadlines, when it stood still, and what of deadlines leads outside."""

from django.conf import settings
from django.db import models

from games.models.names import new_link_key


class SiteClock(models.Model):
    """One row: when the sweep last looked, and whether the operator has stopped all clocks."""

    swept_at = models.DateTimeField()
    stopped_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return "the site's clock"


class Standstill(models.Model):
    """A gap in which no sweep looked: running deadlines were moved by its length, once."""

    began = models.DateTimeField()
    ended = models.DateTimeField()
    #: Games whose deadlines were moved.
    games = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"standstill of {self.began:%Y-%m-%d %H:%M}"


class CalendarFeed(models.Model):
    """A person's private calendar of deadlines. Deleted, its address leads nowhere from then on."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="calendar_feed")
    #: By this the feed is found; its address holds a keyed hash of it besides (games.feeds).
    name = models.CharField(max_length=16, unique=True, default=new_link_key, editable=False)
    since = models.DateTimeField()

    def __str__(self) -> str:
        return f"calendar feed of user {self.user_id}"
