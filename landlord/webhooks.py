"""The address at which the mail service reports bounces and complaints: that of the service in use, and no other.

django-anymail brings addresses for all services, and each checks its own kind of signature; those of
services that nobody has set up could check nothing.
"""

from anymail.urls import urlpatterns as anymail_urls
from django.urls import URLPattern


def patterns(service: str) -> list[URLPattern]:
    """Give the patterns of a service's tracking reports; none without a service. Mandrill's serve both kinds."""
    names = {f"{service}_tracking_webhook", f"{service}_webhook"}
    return [pattern for pattern in anymail_urls if service and pattern.name in names]
