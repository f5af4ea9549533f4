"""How long it stays true what a page says of a table's clocks and proposals, if nothing happens there."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from games import clock
from games.present.clocks import STANDSTILL_TOLD
from games.queries import TableReading

_MINUTE, _HOUR, _DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


def holds_until(reading: TableReading) -> datetime | None:
    """Give the first instant at which a page of this reading says something else; None if it never does."""
    if reading.now is None:
        return None
    return min((at for at in _instants(reading, reading.now) if at > reading.now), default=None)


def _instants(reading: TableReading, now: datetime) -> Iterator[datetime]:
    game = reading.game
    if game.paused_until is not None:
        yield game.paused_until
    if game.stood_still_at is not None:
        yield game.stood_still_at + STANDSTILL_TOLD
    for proposal in (*reading.proposals, *reading.proposed):
        yield proposal.expires_at
        yield proposal.proposed_at + clock.PROPOSALS_EVERY
    if clock.standing_still(now, reading.stopped_at, game.paused_until) != now:
        # What is left is told as of then, and stays.
        return
    for seat in reading.seats:
        if seat.due_at is not None:
            yield _told_otherwise(seat.due_at, now)


def _told_otherwise(due: datetime, now: datetime) -> datetime:
    # What is left is told to the hour from two days on, then to the minute, and below ten minutes to the second
    # (clocks.left_in_words); all of it rounded down.
    left = due - now
    unit = _HOUR if left >= 2 * _DAY else _MINUTE if left >= 10 * _MINUTE else timedelta(seconds=1)
    return now + left % unit + timedelta(microseconds=1)
