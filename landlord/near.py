"""Whether a request comes from the machine that the site runs on."""

import ipaddress
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port

#: The machine's own names.
OWN_NAMES = ("localhost", "127.0.0.1", "[::1]")
#: What tells that a request came past a proxy: behind one, everybody comes from the machine that it runs on.
FORWARDED = ("HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_X_REAL_IP", "HTTP_VIA", "HTTP_X_FORWARDED_HOST")


def from_this_machine(request: HttpRequest) -> bool:
    """Tell whether a request comes from this machine, by one of its own names and past no proxy.

    A proxy may send none of its headers and give the machine's own name for the site's. So where the site has
    another name (SITE_URL), or a proxy is said to stand in front, nobody counts as near.

    By its own names, since a page elsewhere could have its name lead to this machine. Private addresses
    prove nothing: behind a container's network everybody has one.
    """
    if settings.TRUSTED_PROXIES or not _is_only_here():
        return False
    if any(name in request.META for name in FORWARDED):
        return False
    try:
        address = ipaddress.ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return False
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    # A server that listens at one address of this machine is asked from that one.
    itself = address.is_loopback or str(address) == settings.HOST
    return itself and split_domain_port(request.get_host())[0] in (*OWN_NAMES, settings.HOST)


def _is_only_here() -> bool:
    name = urlsplit(settings.SITE_URL).hostname or "localhost"
    return name in (*OWN_NAMES, "::1", settings.HOST)
