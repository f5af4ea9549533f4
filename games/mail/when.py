"""Instants as a person has them on the wall."""

from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from accounts.models import User


def zone_of(user: User) -> tzinfo:
    """Give a person's time zone; UTC where its name is not known any more."""
    try:
        return ZoneInfo(user.time_zone)
    except (ZoneInfoNotFoundError, ValueError):
        return UTC


def long(at: datetime, zone: tzinfo) -> str:
    """Tell an instant in full, such as "Tuesday 1 December, 19:12"; UTC is named."""
    there = at.astimezone(zone)
    named = " UTC" if str(zone) == "UTC" else ""
    return f"{there:%A} {there.day} {there:%B}, {there:%H:%M}{named}"
