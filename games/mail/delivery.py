"""Delivery: takes what is due from the outbox, decides about each, and sends it."""

import contextlib
import time
from collections import deque
from collections.abc import Iterator
from datetime import timedelta

import structlog
from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend

from accounts import mailing
from games import database, table
from games.mail import deciding, letters, notes, outbox
from games.mail.failures import Failure, failure
from games.mail.letter import Message
from games.mail.told import NothingToTell
from games.models import Notice

log = structlog.get_logger(__name__)

#: Notices taken at a time, and how long one run goes on taking more: what waits in the same queue waits for it.
AT_ONCE = 20
RUN_SECONDS = 5.0
#: Mails on one connection: many servers break off after some hundreds.
ON_A_CONNECTION = 100
#: A server that breaks off so often in a row, each time on a connection of its own, is as good as away.
MOST_BROKEN = 4
#: While the mail server is away nothing is tried for so long.
AWAY = timedelta(minutes=1)
#: When to decide once more about what the table has moved on from.
AGAIN = timedelta(seconds=1)


class _Away(Exception):
    """Nothing goes out at the moment."""


class _Changed(Exception):
    """Somebody can no longer be reached as they could when the batch was taken."""


class _Post:
    """The connection to the mail server: opened for the first mail of a run, kept for the others."""

    def __init__(self) -> None:
        self._connection: BaseEmailBackend | None = None
        self._sent = 0
        #: How many connections in a row broke off.
        self._broken = 0

    @property
    def is_open(self) -> bool:
        """Whether the server has been spoken with, as far as is known here."""
        return self._connection is not None

    def open(self) -> None:
        """Have a connection. Raises whatever the backend raises."""
        if self._sent >= ON_A_CONNECTION:
            self.close()
        if self._connection is None:
            opened = get_connection()
            opened.open()
            self._connection, self._sent = opened, 0

    def send(self, message: Message) -> None:
        """Send one message on the open connection. Raises whatever the backend raises."""
        assert self._connection is not None
        self._connection.send_messages([message])
        self._sent += 1
        self._broken = 0

    def broke_off(self) -> None:
        """Note that the connection broke. Raises _Away once that has happened too often in a row."""
        self.close()
        self._broken += 1
        if self._broken >= MOST_BROKEN:
            raise _Away

    def close(self) -> None:
        """Say goodbye, if anybody is there still."""
        if self._connection is not None:
            with contextlib.suppress(Exception):
                self._connection.close()
        self._connection = None


def deliver(most: int = AT_ONCE) -> int:
    """Deal with notices that are due, so many at a time, until none is left or the run's time is over.

    Gives how many mails were sent. Any number of workers may do so at once: each notice is taken by one of
    them, in a short transaction, and no transaction waits for a mail server. When the server does not answer,
    the run ends, and what is due waits a minute. When the database does not, what was not dealt with is given
    back as soon as it does. Should a worker die between the server's yes and the note of it, that mail comes
    twice: better than never.
    """
    notes.catch_up()
    ends = time.monotonic() + RUN_SECONDS
    sent = 0
    with _post() as post:
        while time.monotonic() < ends and (taken := outbox.take(most)):
            try:
                for told in _dealt_with(deque(taken), post, ends):
                    sent += told
            except _Changed:
                continue
            except _Away:
                outbox.hold_all(table.now() + AWAY)
                break
    return sent


@contextlib.contextmanager
def _post() -> Iterator[_Post]:
    post = _Post()
    try:
        yield post
    finally:
        post.close()


def _dealt_with(taken: deque[Notice], post: _Post, ends: float) -> Iterator[bool]:
    """Deal with each that was taken, and tell whether it was sent; give back what is left.

    Raises _Away and _Changed.
    """
    try:
        while taken and time.monotonic() < ends:
            notice = taken[0]
            with structlog.contextvars.bound_contextvars(game=notice.game.public_id, notice=notice.pk):
                try:
                    told = _deal_with(notice, post)
                except (_Away, _Changed):
                    taken.popleft()
                    raise
            taken.popleft()
            yield told
    finally:
        # The first of them too, if it broke off there: of what was noted about it the first counts.
        outbox.give_back(taken)


def _deal_with(notice: Notice, post: _Post) -> bool:
    """Decide about one notice and do it; tell whether a mail was sent.

    Raises _Away and _Changed after noting the try.
    """
    at = table.now()
    try:
        verdict = deciding.decide(notice, at)
        message = letters.compose(notice, verdict.address) if isinstance(verdict, deciding.Send) else None
    except NothingToTell as moved_on:
        outbox.put_off(notice, table.now() + AGAIN, str(moved_on))
        return False
    except Exception as error:
        if database.is_away(error):
            raise
        # One game that can't be told of must not keep everybody's mail from going out.
        log.exception("a mail could not be written")
        outbox.try_later(notice, "it could not be written")
        return False
    match verdict:
        case deciding.Drop(why):
            outbox.drop(notice, why)
            return False
        case deciding.Later(at, why):
            outbox.put_off(notice, at, why)
            return False
    assert message is not None
    try:
        post.open()
        post.send(message)
    except Exception as error:  # noqa: BLE001 - servers and services fail in many ways; _failed tells them
        what = failure(error, connected=post.is_open)
        _failed(notice, verdict.address, what)
        if what.means == "broken":
            post.broke_off()
        return False
    # What a visit after the decision has seen, it has read.
    outbox.sent(notice, at)
    log.info("mail sent", kind=notice.kind)
    return True


def _failed(notice: Notice, address: str, what: Failure) -> None:
    if what.means == "never":
        outbox.fail(notice, what.why)
        given_up = True
    else:
        given_up = not outbox.try_later(notice, what.why)
    if what.bounced:
        mailing.stop_mail(address, "bounce")
    log.warning("a mail could not be sent", kind=notice.kind, why=what.why, given_up=given_up)
    if what.means == "away":
        raise _Away
    if what.bounced:
        raise _Changed
