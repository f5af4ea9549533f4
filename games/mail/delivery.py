"""Delivery: takes what is due from the outbox, decides about each, and sends it."""

import contextlib
import time
from collections.abc import Iterator
from datetime import timedelta

import structlog
from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend

from accounts import mailing
from games import table
from games.mail import deciding, letters, outbox
from games.mail.failures import Failure, failure
from games.mail.letter import Message
from games.mail.told import NothingToTell
from games.models import Notice

log = structlog.get_logger(__name__)

#: Notices of one run, and how long it goes on; one mail takes as long as the server's timeouts let it.
AT_ONCE = 20
RUN_SECONDS = 60.0
#: While the mail server is away nothing is tried for so long.
AWAY = timedelta(minutes=1)


class _Away(Exception):
    """Nothing goes out at the moment."""


class _Post:
    """The connection to the mail server: opened for the first mail of a run, kept for the others."""

    def __init__(self) -> None:
        self._connection: BaseEmailBackend | None = None

    def send(self, message: Message) -> None:
        """Send one message. Raises whatever the backend raises."""
        if self._connection is None:
            self._connection = get_connection()
            self._connection.open()
        self._connection.send_messages([message])

    def close(self) -> None:
        """Say goodbye, if anybody is there still."""
        if self._connection is not None:
            with contextlib.suppress(Exception):
                self._connection.close()
        self._connection = None


def deliver(most: int = AT_ONCE) -> int:
    """Deal with notices that are due; give how many mails were sent.

    Any number of workers may do so at once: each notice is taken by one of them, in a short transaction,
    and no transaction waits for a mail server. When the server does not answer, the run ends, and what is
    due waits a minute. Should a worker die between the server's yes and the note of it, that mail comes
    twice: better than never.
    """
    taken = outbox.take(most)
    if not taken:
        return 0
    ends = time.monotonic() + RUN_SECONDS
    sent = 0
    with _post() as post:
        while taken and time.monotonic() < ends:
            notice = taken.pop(0)
            with structlog.contextvars.bound_contextvars(game=notice.game.public_id, notice=notice.pk):
                try:
                    sent += _deal_with(notice, post)
                except _Away:
                    outbox.give_back(taken)
                    taken = []
                    outbox.hold_all(table.now() + AWAY)
    outbox.give_back(taken)
    return sent


@contextlib.contextmanager
def _post() -> Iterator[_Post]:
    post = _Post()
    try:
        yield post
    finally:
        post.close()


def _deal_with(notice: Notice, post: _Post) -> bool:
    """Decide about one notice and do it; tell whether a mail was sent. Raises _Away after noting the try."""
    try:
        verdict = deciding.decide(notice, table.now())
        message = letters.compose(notice, verdict.address) if isinstance(verdict, deciding.Send) else None
    except NothingToTell as moved_on:
        # Decided about once more at the next tick.
        outbox.put_off(notice, table.now(), str(moved_on))
        return False
    except Exception:
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
        post.send(message)
    except Exception as error:  # noqa: BLE001 - servers and services fail in many ways; _failed tells them
        _failed(notice, verdict.address, failure(error))
        return False
    outbox.sent(notice)
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
