"""The banner about mail, for base.html."""

from typing import Any

from django import template

from accounts import mailing
from accounts.models import User

register = template.Library()


@register.inclusion_tag("accounts/_banner.html", takes_context=True)
def mail_banner(context: template.Context) -> dict[str, Any]:
    """Say to whoever is signed in that no game mail arrives, and why. Needs no query of its own."""
    user = context.get("user")
    if not isinstance(user, User):
        return {}
    box = mailing.mailbox(user)
    # That somebody complained about mail is told to the address's confirmed owner only.
    hidden = box.stopped == "complaint" and not box.confirmed
    return {
        "mailbox": box,
        "stopped": "" if hidden else box.stopped,
        "request": context.get("request"),
        "csrf_token": context.get("csrf_token"),
    }
