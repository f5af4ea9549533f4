"""Mail about accounts, kept until it is sent: the worker sends it, and tries again when that fails."""

from datetime import timedelta

import structlog
from django.core.mail import EmailMessage
from django.db import transaction
from django.utils import timezone

from accounts import mailing
from accounts.models import AccountMail

log = structlog.get_logger(__name__)

#: How many go out in one run.
AT_ONCE = 20
#: Pauses before another try; the first is longer than a mail server may take. After the last one the mail
#: is given up: its link would hardly be alive.
PAUSES = [timedelta(seconds=seconds) for seconds in (60, 120, 300, 900, 3600, 3 * 3600, 12 * 3600)]


def post(to: str, subject: str, body: str, asked_for: bool = False) -> None:
    """Put a mail into the outbox. To a stopped address only what its owner has just `asked_for`."""
    if not asked_for and mailing.is_stopped(to):
        return
    AccountMail.objects.create(to=to, subject=subject[:200], body=body)


def deliver() -> int:
    """Send what is due; give how many were sent.

    A mail is put off before it is tried, so two workers never try it at once, and no transaction waits for
    a mail server. Should the worker die after the server's yes, the mail comes twice: better than never.
    """
    sent = 0
    for _ in range(AT_ONCE):
        mail = _take_one()
        if mail is None:
            break
        sent += _try(mail)
    return sent


def _take_one() -> AccountMail | None:
    due = AccountMail.objects.filter(due__lte=timezone.now()).order_by("due")
    # Asked first, since on SQLite a transaction takes the lock of the whole database.
    if not due.exists():
        return None
    with transaction.atomic():
        mail = due.select_for_update(skip_locked=True).first()
        if mail is not None:
            mail.due = timezone.now() + PAUSES[mail.tries]
            mail.tries += 1
            mail.save(update_fields=["due", "tries"])
    return mail


def _try(mail: AccountMail) -> bool:
    try:
        EmailMessage(mail.subject, mail.body, to=[mail.to]).send()
    except Exception:
        # Mail servers fail in many ways, and the others in the outbox must not wait for this one.
        given_up = mail.tries >= len(PAUSES)
        log.warning("a mail about an account could not be sent", tries=mail.tries, given_up=given_up, exc_info=True)
        if given_up:
            mail.delete()
        return False
    mail.delete()
    return True
