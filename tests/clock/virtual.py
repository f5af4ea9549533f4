"""A clock that stands still until a test moves it, in the place of the database's."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import pytest

from games import table
from games.models import SiteClock
from games.table import instant
from games.table.sweeping import THE_CLOCK

#: A Monday noon in winter.
BEGIN = datetime(2027, 3, 1, 12, tzinfo=UTC)

MS, SECOND, MINUTE, HOUR, DAY, WEEK = (
    timedelta(milliseconds=1),
    timedelta(seconds=1),
    timedelta(minutes=1),
    timedelta(hours=1),
    timedelta(days=1),
    timedelta(days=7),
)


class VirtualClock:
    """The one clock, for all who ask `table.now()`, in every thread.

    `go` lets the time pass while the site is well: somebody looked at the clocks all the while. `lapse`
    lets it pass without that, as when no worker runs.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = BEGIN
        monkeypatch.setattr(instant, "read", lambda: self.now)

    def go(self, to: datetime | timedelta) -> datetime:
        """Go on to an instant, or by a length; nothing that was due is swept by this."""
        self.lapse(to)
        self.heart_beats()
        return self.now

    def lapse(self, to: datetime | timedelta) -> datetime:
        """Go on to an instant, or by a length, without a sweep."""
        self.now = self.now + to if isinstance(to, timedelta) else to
        return self.now

    def heart_beats(self) -> None:
        """Note a sweep of this moment which made nothing."""
        SiteClock.objects.update_or_create(pk=THE_CLOCK, defaults={"swept_at": self.now})

    def sweep(self, at: datetime | timedelta = timedelta(0)) -> int:
        """Go on, and sweep; give how many time-outs it made."""
        self.go(at)
        return table.sweep()

    def sweep_after(self, due: datetime) -> int:
        """Sweep as soon after a deadline as a sweep may act on it."""
        return self.sweep(due + 501 * MS)

    @contextmanager
    def at(self, when: datetime) -> Iterator[None]:
        """Do something at another instant, before or after, and come back."""
        back, self.now = self.now, when
        try:
            yield
        finally:
            self.now = back
