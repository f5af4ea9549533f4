"""An embedded server's mail: kept as files, and shown on a page of the machine that it runs on.

No page of people's shows it: it holds links that reset passwords and play moves. So only the machine
itself may ask, by one of its own names (a page elsewhere could have its name lead to this machine), and
through no proxy, behind which everybody comes from this machine.
"""

import re
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage as Parsed
from functools import wraps
from pathlib import Path
from typing import Any

from csp.constants import NONE
from csp.decorators import csp
from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import path
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from landlord.near import from_this_machine

NAME = re.compile(r"[0-9]{8}T[0-9]{12}-[0-9a-f]{8}\Z")
#: How many the page lists, the newest first.
LISTED = 200


class EmailBackend(BaseEmailBackend):
    """Keeps each message as a file in MAIL_DIR, readable by its owner only."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Write the messages; give how many. Raises OSError where the folder can't be written."""
        folder = Path(settings.MAIL_DIR)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for message in email_messages:
            name = f"{datetime.now(UTC):%Y%m%dT%H%M%S%f}-{secrets.token_hex(4)}"
            # Under another name first: a page may list the folder at any moment.
            unfinished = folder / f".{name}"
            try:
                unfinished.touch(mode=0o600)
                unfinished.write_bytes(message.message().as_bytes())
                unfinished.rename(folder / f"{name}.eml")
            except OSError:
                # On a full disk each try would else leave what it could write, and keep the disk full.
                unfinished.unlink(missing_ok=True)
                raise
        return len(email_messages)


@dataclass(frozen=True)
class Kept:
    """A message of the folder; `name` is that of its file, without the ending."""

    name: str
    at: datetime
    message: Parsed

    @property
    def subject(self) -> str:
        """The subject, decoded."""
        return str(self.message["Subject"] or "(no subject)")

    @property
    def to(self) -> str:
        """Whom it is to."""
        return str(self.message["To"] or "")

    @property
    def text(self) -> str:
        """The part that is plain text."""
        return self.part("plain")

    def part(self, kind: str) -> str:
        """Give the text of the part that is `plain` or `html`; empty if there is none."""
        body = self.message.get_body((kind,))
        return str(body.get_content()) if body is not None else ""


def kept(name: str) -> Kept:
    """Read a message of the folder. Raises Http404."""
    file = Path(settings.MAIL_DIR) / f"{name}.eml"
    if not NAME.match(name) or not file.is_file():
        raise Http404("There is no such mail here.")
    message = message_from_bytes(file.read_bytes(), policy=policy.default)
    return Kept(name, datetime.strptime(name[:21], "%Y%m%dT%H%M%S%f").replace(tzinfo=UTC), message)


def this_machine_only(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Answer 404 to whoever asks from elsewhere, by another name, or through a proxy."""

    @wraps(view)
    def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not settings.MAIL_IS_SHOWN or not from_this_machine(request):
            raise Http404("There is no page at this address.")
        response = view(request, *args, **kwargs)
        patch_cache_control(response, private=True, no_store=True)
        response["Referrer-Policy"] = "no-referrer"
        return response

    return checked


@require_safe
@this_machine_only
def mails(request: HttpRequest) -> HttpResponse:
    """List the messages, the newest first."""
    folder = Path(settings.MAIL_DIR)
    names = sorted((file.stem for file in folder.glob("*.eml") if NAME.match(file.stem)), reverse=True)
    listed = [kept(name) for name in names[:LISTED]]
    return render(request, "mailbox/list.html", {"mails": listed, "more": len(names) - len(listed), "folder": folder})


@require_safe
@this_machine_only
def mail(request: HttpRequest, name: str) -> HttpResponse:
    """Show a message: what matters of its head, and its text with links."""
    found = kept(name)
    return render(request, "mailbox/mail.html", {"mail": found, "html": bool(found.part("html"))})


@require_safe
@this_machine_only
@csp({"default-src": [NONE], "style-src": ["'unsafe-inline'"], "sandbox": ["allow-top-navigation"]})  # type: ignore[arg-type]
def html(request: HttpRequest, name: str) -> HttpResponse:
    """Show a message's HTML as a mail program would: with its own styles, and nothing else of its own."""
    text = kept(name).part("html")
    if not text:
        raise Http404("This mail has no HTML.")
    return HttpResponse(text)


urlpatterns = [
    path("", mails, name="mailbox"),
    path("<str:name>/", mail, name="mailbox-mail"),
    path("<str:name>/html/", html, name="mailbox-html"),
]
