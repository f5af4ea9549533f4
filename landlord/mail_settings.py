"""How mail leaves the site, as the environment says it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from email.headerregistry import Address
from email.utils import getaddresses
from importlib.util import find_spec

import environ
from django.core.exceptions import ImproperlyConfigured

from landlord import secret_key

#: Where an embedded server's mail lands unless the environment names a way out.
KEPT = "landlord.mailbox.EmailBackend"


@dataclass(frozen=True)
class Way:
    """Django's settings for a way out; `is_shown` says that mails land on a page of the site instead."""

    backend: str
    is_shown: bool = False
    service: str = ""
    host: str = "localhost"
    port: int = 25
    user: str = ""
    password: str = field(default="", repr=False)
    tls: bool = False
    ssl: bool = False
    folder: str | None = None
    anymail: dict[str, str] = field(default_factory=dict, repr=False)


def chosen(*, url: str, service: str, environment: Mapping[str, str], embedded: bool) -> Way:
    """Give the way out that EMAIL_URL or MAIL_SERVICE names; without either, an embedded server keeps its mail.

    Raises ImproperlyConfigured for both at once, for neither in full, and for what is no way.
    """
    if url and service:
        raise ImproperlyConfigured("EMAIL_URL and MAIL_SERVICE name two ways for mail: set one of them.")
    if service:
        return _by_service(service, environment)
    if url:
        return _by_url(url)
    if embedded:
        return Way(KEPT, is_shown=True)
    raise ImproperlyConfigured(
        "EMAIL_URL must be set when DATABASE_URL and REDIS_URL are, such as smtp+tls://user:password@mail.example:587; "
        "or MAIL_SERVICE, for a mail service."
    )


def sender(given: str, host: str) -> str:
    """Give the From of all mails: what MAIL_FROM says, else an address at the site's host.

    Raises ImproperlyConfigured for what is no address.
    """
    if not given:
        given = f"Landlord <landlord@{host if '.' in host and not host[-1].isdigit() else 'localhost'}>"
    try:
        ((name, address),) = getaddresses([given])
        whole = Address(name, addr_spec=address)
    except (ValueError, IndexError):
        whole = Address()
    if not whole.username or not whole.domain or any(ord(sign) < 32 for sign in given):
        raise ImproperlyConfigured("MAIL_FROM must be an address, such as: Landlord <games@games.example.org>")
    return given


def _by_url(url: str) -> Way:
    try:
        read = environ.Env.email_url_config(url)
        return Way(
            str(read["EMAIL_BACKEND"]),
            host=read["EMAIL_HOST"] or "localhost",
            port=int(read["EMAIL_PORT"] or 25),
            user=read["EMAIL_HOST_USER"] or "",
            password=read["EMAIL_HOST_PASSWORD"] or "",
            tls=bool(read.get("EMAIL_USE_TLS")),
            ssl=bool(read.get("EMAIL_USE_SSL")),
            folder=read["EMAIL_FILE_PATH"] or None,
        )
    except (ImproperlyConfigured, KeyError, ValueError):
        # Not quoted: it may hold a password.
        raise ImproperlyConfigured(
            "EMAIL_URL must be smtp://, smtp+tls:// or smtp+ssl://, then user:password@host:port."
        ) from None


def _by_service(service: str, environment: Mapping[str, str]) -> Way:
    if not service.isidentifier() or find_spec(f"anymail.backends.{service}") is None or service in ("base", "test"):
        raise ImproperlyConfigured("MAIL_SERVICE must be one that django-anymail knows, such as mailgun or postmark.")
    anymail = {name.removeprefix("ANYMAIL_"): told for name, told in environment.items() if name.startswith("ANYMAIL_")}
    if not anymail.get("WEBHOOK_SECRET"):
        # Without it most services' reports could be made up by anybody, who could so stop anybody's mail.
        raise ImproperlyConfigured("ANYMAIL_WEBHOOK_SECRET must be set with MAIL_SERVICE: two random words, one:two.")
    secret_key.strong("ANYMAIL_WEBHOOK_SECRET", anymail["WEBHOOK_SECRET"])
    return Way(f"anymail.backends.{service}.EmailBackend", service=service, anymail=anymail)
