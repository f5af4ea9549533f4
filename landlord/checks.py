"""Checks of settings that are allowed and may be dangerous: `manage.py check --deploy` tells of them."""

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import Tags, Warning, register  # noqa: A004 - Django's name for it

#: Passwords that everybody knows, and shorter ones than this, are tried first.
SHORTEST_PASSWORD = 12
HERE = ("", "localhost", "127.0.0.1", "::1")


@register(Tags.security, deploy=True)
def dangerous(app_configs: Any, **_others: Any) -> list[Warning]:
    """Tell of settings that let more in, or out, than most operators mean."""
    told = [_proxies(), _plain(), _any_name(), _mail(), _database()]
    return [warning for warning in told if warning is not None]


def _proxies() -> Warning | None:
    if settings.SITE_URL.startswith("https:") and not settings.TRUSTED_PROXIES:
        return Warning(
            "SITE_URL says https, but TRUSTED_PROXIES is 0.",
            hint="TLS ends at a proxy: say how many stand in front. Else all people count as one network, and reach "
            "each other's limits; and nobody who comes without TLS is led to it.",
            id="landlord.W001",
        )
    return None


def _plain() -> Warning | None:
    site = urlsplit(settings.SITE_URL)
    if site.scheme == "http" and site.hostname not in HERE:
        return Warning(
            "SITE_URL says http: passwords and sessions can be read on the way.",
            hint="Put a proxy that speaks TLS in front, and say https.",
            id="landlord.W002",
        )
    return None


def _any_name() -> Warning | None:
    if "*" in settings.ALLOWED_HOSTS:
        return Warning(
            "The site answers to any name.",
            hint="Set SITE_URL, or ALLOWED_HOSTS. Links in mails follow SITE_URL alone.",
            id="landlord.W003",
        )
    return None


def _mail() -> Warning | None:
    encrypted = settings.EMAIL_USE_TLS or settings.EMAIL_USE_SSL
    if settings.EMAIL_HOST_PASSWORD and not encrypted and settings.EMAIL_HOST not in HERE:
        return Warning(
            "EMAIL_URL sends a password, and mails with links that are keys, without TLS.",
            hint="Say smtp+tls:// or smtp+ssl://.",
            id="landlord.W004",
        )
    return None


def _database() -> Warning | None:
    database = settings.DATABASES["default"]
    password, user = str(database.get("PASSWORD") or ""), str(database.get("USER") or "")
    # A socket's path is a host too: there the system knows who asks.
    reached = str(database.get("HOST") or "")
    if settings.EMBEDDED or reached in HERE or reached.startswith("/"):
        return None
    if len(password) < SHORTEST_PASSWORD or password == user:
        return Warning(
            "The database's password can be guessed.",
            hint=f"At least {SHORTEST_PASSWORD} characters drawn at random, unless nobody else reaches the database.",
            id="landlord.W005",
        )
    return None
