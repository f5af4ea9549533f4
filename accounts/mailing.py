"""Where mail to a person may go: for whoever writes mail, and for the pages that say so."""

from dataclasses import dataclass

from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef, Subquery

from accounts.models import MailPreferences, MailStop, User, normalized


@dataclass(frozen=True)
class Mailbox:
    """Where a person's mail goes, or why it does not."""

    address: str
    confirmed: bool
    #: Why mail to it was stopped; empty when it was not.
    stopped: str

    @property
    def open(self) -> bool:
        """Tell whether game mail goes there."""
        return self.confirmed and not self.stopped


def mailbox(user: User) -> Mailbox:
    """Tell where a person's mail goes: the confirmed address, else the one given last. One query."""
    stop = MailStop.objects.filter(address=OuterRef("email")).values("reason")[:1]
    row = (
        EmailAddress.objects.filter(user_id=user.pk)
        .order_by("-verified", "-primary", "-pk")
        .annotate(stop=Subquery(stop))
        .values_list("email", "verified", "stop")
        .first()
    )
    if row is None:
        return Mailbox(user.email, confirmed=False, stopped="")
    return Mailbox(row[0], confirmed=row[1], stopped=row[2] or "")


def confirmed_address(user: User) -> str | None:
    """Give the address for game mail; None when unconfirmed, stopped, or the person may not sign in. One query."""
    if not user.is_active:
        return None
    box = mailbox(user)
    return box.address if box.open else None


def wants(user: User, kind: str) -> bool:
    """Tell whether a person wants mail of a kind, one of MailPreferences.KINDS. One query."""
    if kind not in MailPreferences.KINDS:
        raise ValueError(f"There is no kind of mail named {kind}.")
    return not MailPreferences.objects.filter(user_id=user.pk, **{kind: False}).exists()


def set_wanted(user: User, kind: str, wanted: bool) -> None:
    """Switch one kind of mail on or off; the one-click unsubscribe of a mail does no more than this."""
    if kind not in MailPreferences.KINDS:
        raise ValueError(f"There is no kind of mail named {kind}.")
    MailPreferences.objects.update_or_create(user_id=user.pk, defaults={kind: wanted})


def stop_mail(address: str, reason: str) -> None:
    """Send nothing more to an address: it bounced for good, or its owner complained.

    `reason` is one of MailStop.Reason; of two, a complaint stays. Raises ValueError for another.
    """
    reason = MailStop.Reason(reason)
    stop, new = MailStop.objects.get_or_create(address=normalized(address), defaults={"reason": reason})
    if not new and reason == MailStop.Reason.COMPLAINT and stop.reason != reason:
        stop.reason = reason
        stop.save(update_fields=["reason"])


def is_stopped(address: str) -> bool:
    """Tell whether mail to an address was stopped."""
    return MailStop.objects.filter(address=normalized(address)).exists()


def resume(user: User) -> bool:
    """Send mail to a person's confirmed address again, as that person asks; tell whether it was stopped.

    An address that is not confirmed may be somebody else's, so its stop stays.
    """
    mine = EmailAddress.objects.filter(user_id=user.pk, verified=True, email=OuterRef("address"))
    return MailStop.objects.filter(Exists(mine)).delete()[0] > 0
