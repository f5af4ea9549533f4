"""Where mail to a person may go: for whoever writes mail, and for the pages that say so."""

from dataclasses import dataclass

from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef, QuerySet, Subquery

from accounts.models import MailPreferences, MailStop, User, normalized

#: Of several addresses of a person: the confirmed one, else the primary, else the one given last.
_FIRST = ("-verified", "-primary", "-pk")


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


#: What `with_mailbox` reads beside a person's row.
_READ = ("box_address", "box_confirmed", "box_stopped")


def with_mailbox(users: QuerySet[User]) -> QuerySet[User]:
    """Read people together with where their mail goes, so that `mailbox` needs no query of its own."""
    stop = MailStop.objects.filter(address=OuterRef("email")).values("reason")[:1]
    boxes = EmailAddress.objects.filter(user_id=OuterRef("pk")).order_by(*_FIRST)
    return users.annotate(
        box_address=Subquery(boxes.values("email")[:1]),
        box_confirmed=Subquery(boxes.values("verified")[:1]),
        box_stopped=Subquery(boxes.annotate(stop=Subquery(stop)).values("stop")[:1]),
    )


def with_wishes(users: QuerySet[User]) -> QuerySet[User]:
    """Read people `with_mailbox` and with what they want, so that `wants` needs no query of its own either."""
    return with_mailbox(users).select_related("mail_preferences")


def mailbox(user: User) -> Mailbox:
    """Tell where a person's mail goes: the confirmed address, else the one given last.

    One query, or none for a person who was read `with_mailbox`, as whoever is signed in is.
    """
    read = user if hasattr(user, _READ[0]) else with_mailbox(User.objects.filter(pk=user.pk)).first()
    address, confirmed, stopped = (getattr(read, name, None) for name in _READ)
    if address is None:
        return Mailbox(user.email, confirmed=False, stopped="")
    return Mailbox(address, confirmed=bool(confirmed), stopped=stopped or "")


def confirmed_address(user: User) -> str | None:
    """Give the address for game mail; None when unconfirmed, stopped, or the person may not sign in. One query."""
    if not user.is_active:
        return None
    box = mailbox(user)
    return box.address if box.open else None


def wants(user: User, kind: str) -> bool:
    """Tell whether a person wants mail of a kind, one of MailPreferences.KINDS.

    One query, or none for a person who was read `with_wishes`. Raises ValueError for another kind.
    """
    if kind not in MailPreferences.KINDS:
        raise ValueError(f"There is no kind of mail named {kind}.")
    if User.mail_preferences.is_cached(user):
        return bool(getattr(getattr(user, "mail_preferences", None), kind, True))
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
