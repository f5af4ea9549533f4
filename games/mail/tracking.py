"""What mail services report: an address that takes no mail, an owner who calls ours unwanted.

django-anymail checks that a report is the service's own (signature, or the secret in its address) and
sends the signal.
"""

from typing import Any

import structlog
from anymail.signals import AnymailTrackingEvent, EventType, RejectReason, tracking
from django.dispatch import receiver

from accounts import mailing
from accounts.models import MailStop

log = structlog.get_logger(__name__)

Reason = MailStop.Reason

#: Reasons for which a service says that an address takes nothing.
NO_MAILBOX = (RejectReason.BOUNCED, RejectReason.INVALID)


@receiver(tracking)
def heed(sender: object, event: AnymailTrackingEvent, esp_name: str, **kwargs: Any) -> None:
    """Send nothing more to an address that bounced for good, or whose owner complained."""
    reason = _reason(event)
    if reason is None or not event.recipient:
        return
    mailing.stop_mail(event.recipient, reason)
    log.warning("mail to an address was stopped", reason=str(reason), service=esp_name)


def _reason(event: AnymailTrackingEvent) -> MailStop.Reason | None:
    if event.event_type == EventType.COMPLAINED:
        return Reason.COMPLAINT
    if event.event_type not in (EventType.BOUNCED, EventType.REJECTED) or event.reject_reason not in NO_MAILBOX:
        return None
    # Postmark's name for a full mailbox and the like, which anymail gives as a bounce.
    soft = isinstance(event.esp_event, dict) and event.esp_event.get("Type") == "SoftBounce"
    return None if soft else Reason.BOUNCE
