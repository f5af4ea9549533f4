"""The network address that a request came from."""

import ipaddress

from django.conf import settings
from django.http import HttpRequest


def address_of(request: HttpRequest) -> str:
    """Give the network that a request came from: an IPv4 address, or an IPv6 network of 64 bits.

    Behind TRUSTED_PROXIES proxies it is what the outermost of them saw; what stands further left in
    X-Forwarded-For was written by the sender and proves nothing.
    """
    address = request.META.get("REMOTE_ADDR", "")
    proxies = settings.TRUSTED_PROXIES
    if proxies:
        forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "")
        seen = [part.strip() for part in forwarded.split(",") if part.strip()]
        # Fewer than that: the request came past the proxies.
        if len(seen) >= proxies:
            address = seen[-proxies]
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return "unknown"
    if parsed.version == 6:
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((parsed, 64), strict=False))
    return str(parsed)
