"""The outbox's rows: taken by one worker at a time, given back, put off, settled."""

import contextlib
from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import InterfaceError, OperationalError, connection, transaction
from django.db.models import Q, QuerySet

from accounts import mailing
from accounts.models import User
from games import table
from games.mail import notes
from games.models import Notice

Status = Notice.Status

#: A worker that has not reported after this is dead. Longer than a run and its slowest mail may take.
LEASE = timedelta(minutes=5)
#: Pauses before another try; after the last one a mail is given up.
PAUSES = [timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 3 * 60, 12 * 60)]


def take(most: int) -> list[Notice]:
    """Take up to so many notices that are due, also those that a dead worker left; nobody else has them then.

    One short transaction. Each comes with its game, and with its user as they can be reached at this moment.
    """
    due = _due(table.now())
    # Asked first: on SQLite a transaction takes the lock of the whole database.
    if not due.exists():
        return []
    with transaction.atomic():
        instant = table.now()
        rows = _due(instant).order_by("send_at")
        if connection.features.has_select_for_update_skip_locked:
            rows = rows.select_for_update(skip_locked=True)
        taken = [row.pk for row in rows.only("pk")[:most]]
        Notice.objects.filter(pk__in=taken).update(status=Status.TAKEN, taken_until=instant + LEASE)
    found = Notice.objects.filter(pk__in=taken, status=Status.TAKEN, taken_until=instant + LEASE)
    notices = list(found.select_related("game").defer("game__opening").order_by("send_at"))
    # Once for all: each by itself, they would be a tenth of what a mail costs.
    people = mailing.with_wishes(User.objects.all()).in_bulk({notice.user_id for notice in notices})
    for notice in notices:
        notice.user = people[notice.user_id]
    return notices


def give_back(notices: Collection[Notice]) -> None:
    """Let others have what was taken together and not dealt with; at once, or when the database is back."""
    if not notices:
        return
    mine = Notice.objects.filter(
        pk__in=[notice.pk for notice in notices],
        status=Status.TAKEN,
        taken_until__in={notice.taken_until for notice in notices},
    )
    with contextlib.suppress(OperationalError, InterfaceError):
        notes.write(lambda: mine.update(status=Status.WAITING, taken_until=None))


def put_off(notice: Notice, until: datetime, why: str) -> None:
    """Look at a notice again later; that is no try."""
    _settle(notice, status=Status.WAITING, send_at=until, why=why)


def try_later(notice: Notice, why: str) -> bool:
    """Count a try that failed and set the next one after a growing pause; give it up after the last: then False."""
    tries = notice.attempts + 1
    if tries > len(PAUSES):
        fail(notice, why)
        return False
    _settle(notice, status=Status.WAITING, send_at=table.now() + PAUSES[tries - 1], attempts=tries, why=why)
    return True


def drop(notice: Notice, why: str) -> None:
    """Note that a notice is not wanted any more."""
    _settle(notice, status=Status.DROPPED, why=why)


def sent(notice: Notice, at: datetime) -> None:
    """Note that a mail has gone out that was decided about at this moment."""
    _settle(notice, status=Status.SENT, sent_at=at, told=notice.told, attempts=notice.attempts + 1, why="")


def fail(notice: Notice, why: str) -> None:
    """Give a notice up."""
    _settle(notice, status=Status.FAILED, attempts=notice.attempts + 1, why=why)


def hold_all(until: datetime) -> int:
    """Let nobody try before this what is due now, since the mail server is away; give how many that holds."""
    return _due(table.now()).filter(status=Status.WAITING).update(send_at=until)


def _due(instant: datetime) -> QuerySet[Notice]:
    waiting = Q(status=Status.WAITING, send_at__lte=instant)
    left_behind = Q(status=Status.TAKEN, taken_until__lte=instant)
    return Notice.objects.filter(waiting | left_behind)


def _settle(notice: Notice, **changes: object) -> None:
    # Only while it is this worker's: one that was away for longer than its lease has nothing to say.
    mine = Notice.objects.filter(pk=notice.pk, status=Status.TAKEN, taken_until=notice.taken_until)
    notes.write(lambda: mine.update(taken_until=None, **changes))
