"""The one clock: the database's. Nothing else in the games asks what time it is."""

from datetime import datetime, timedelta

from django.db import connection
from django.utils import timezone

#: Added to the clock; tests move it.
shift = timedelta(0)


def now() -> datetime:
    """Give the time by the one clock: the database's where it has one, else this machine's."""
    return read() + shift


def read() -> datetime:
    """Read the clock itself. A test that needs it to stand still replaces this, for all who call `now`."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp()")
            instant: datetime = cursor.fetchone()[0]
        return instant
    return timezone.now()
