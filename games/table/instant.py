"""The one clock: the database's. Nothing else in the games asks what time it is."""

from datetime import datetime, timedelta

from django.db import connection
from django.utils import timezone

#: Added to the clock; tests move it.
shift = timedelta(0)


def now() -> datetime:
    """Give the time by the one clock: the database's where it has one, else this machine's."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp()")
            instant: datetime = cursor.fetchone()[0]
    else:
        instant = timezone.now()
    return instant + shift
