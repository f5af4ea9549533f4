"""/.well-known/security.txt (RFC 9116): to whom holes of this site are to be reported."""

from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.core.validators import validate_email
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.timezone import now

from games.pages.errors import only

#: The text says how long it holds; the RFC recommends less than a year. It is written anew for each reader.
HOLDS = timedelta(days=180)


def contact(given: str) -> str:
    """Give the contact as an address that begins with its kind: `mailto:` or `https:`; empty for none.

    Raises ImproperlyConfigured for what is neither.
    """
    if not given:
        return ""
    try:
        if given.startswith("https://") and urlsplit(given).hostname and given.isprintable() and " " not in given:
            return given
        validate_email(given.removeprefix("mailto:"))
    except (ValueError, ValidationError):
        raise ImproperlyConfigured("SECURITY_CONTACT must be an e-mail address, or an address with https://.") from None
    return f"mailto:{given.removeprefix('mailto:')}"


@only("GET")
def security_txt(request: HttpRequest) -> HttpResponse:
    """Say to whom holes are to be reported. Raises Http404 where the operator has not said so."""
    if not settings.SECURITY_CONTACT:
        raise Http404("There is no page at this address.")
    # To the day, so that all who ask within it are told the same.
    expires = datetime.combine((now() + HOLDS).astimezone(UTC).date(), datetime.min.time(), UTC)
    lines = [
        f"Contact: {settings.SECURITY_CONTACT}",
        f"Expires: {expires:%Y-%m-%dT%H:%M:%SZ}",
        "Preferred-Languages: en",
    ]
    if settings.SITE_URL.startswith("https://"):
        lines.append(f"Canonical: {settings.SITE_URL}{reverse('security-txt')}")
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")
