"""How mail leaves the site: what the environment may say, and what is refused."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from landlord.mail_settings import chosen, sender
from tests.landlord.test_settings import FULL, STRONG, Refused, settings

HOOK = "a-user-of-theirs:drawn-at-random-7f3"


def way(url: str = "", service: str = "", embedded: bool = False, **environment: str):  # type: ignore[no-untyped-def]
    return chosen(url=url, service=service, environment=environment, embedded=embedded)


def test_embedded_mail_is_kept_and_shown_unless_a_server_is_named(tmp_path: Path) -> None:
    found = settings(tmp_path, "EMAIL_BACKEND", "MAIL_IS_SHOWN", "MAIL_DIR", "SITE_ADDRESS", "MAIL_HOST")
    assert found == {
        "EMAIL_BACKEND": "landlord.mailbox.EmailBackend",
        "MAIL_IS_SHOWN": True,
        "MAIL_DIR": str(tmp_path / "mail"),
        "SITE_ADDRESS": "http://127.0.0.1:8000",
        "MAIL_HOST": "127.0.0.1",
    }
    found = settings(tmp_path, "EMAIL_BACKEND", "MAIL_IS_SHOWN", "EMAIL_HOST", EMAIL_URL="smtp://mail.example")
    assert found == {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "MAIL_IS_SHOWN": False,
        "EMAIL_HOST": "mail.example",
    }


def test_in_full_a_way_out_must_be_named(tmp_path: Path) -> None:
    without = {name: value for name, value in FULL.items() if name != "EMAIL_URL"}
    with pytest.raises(Refused, match="EMAIL_URL must be set when DATABASE_URL and REDIS_URL are"):
        settings(tmp_path, SECRET_KEY=STRONG, **without)
    found = settings(
        tmp_path, "EMAIL_HOST", "EMAIL_PORT", "EMAIL_USE_TLS", "EMAIL_HOST_USER", SECRET_KEY=STRONG, **FULL
    )
    assert found == {
        "EMAIL_HOST": "mail.example",
        "EMAIL_PORT": 587,
        "EMAIL_USE_TLS": True,
        "EMAIL_HOST_USER": "landlord",
    }


@pytest.mark.parametrize(
    ("url", "host", "port", "tls", "ssl"),
    [
        ("smtp://mail.example", "mail.example", 25, False, False),
        ("smtp+tls://u:p@mail.example:587", "mail.example", 587, True, False),
        ("smtp+ssl://u:p@mail.example:465", "mail.example", 465, False, True),
    ],
)
def test_a_mail_server_by_its_url(url: str, host: str, port: int, tls: bool, ssl: bool) -> None:
    found = way(url)
    assert (found.host, found.port, found.tls, found.ssl) == (host, port, tls, ssl)
    assert "p@" not in repr(found)


@pytest.mark.parametrize("url", ["mail.example", "http://mail.example", "smtp://mail.example:x", "smtp://u:pw@[x"])
def test_what_is_no_mail_server_is_refused_without_a_password_in_the_words(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="EMAIL_URL must be smtp://") as refused:
        way(url)
    assert "pw" not in str(refused.value)


def test_a_service_takes_its_own_settings_from_the_environment() -> None:
    found = way(service="mailgun", ANYMAIL_MAILGUN_API_KEY="key", ANYMAIL_WEBHOOK_SECRET=HOOK, OTHER="x")
    assert found.backend == "anymail.backends.mailgun.EmailBackend" and found.service == "mailgun"
    assert found.anymail == {"MAILGUN_API_KEY": "key", "WEBHOOK_SECRET": HOOK}
    assert "key" not in repr(found)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"service": "pigeons"}, "MAIL_SERVICE must be one that django-anymail knows"),
        ({"service": "base"}, "MAIL_SERVICE must be one that django-anymail knows"),
        ({"service": "../x"}, "MAIL_SERVICE must be one that django-anymail knows"),
        ({"service": "postmark"}, "ANYMAIL_WEBHOOK_SECRET must be set"),
        ({"service": "postmark", "ANYMAIL_WEBHOOK_SECRET": "one:two"}, "ANYMAIL_WEBHOOK_SECRET must have at least 20"),
        ({"service": "postmark", "url": "smtp://x"}, "name two ways for mail"),
    ],
)
def test_what_is_no_service_is_refused(more: Mapping[str, str], words: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=words):
        way(**more)


@pytest.mark.parametrize(
    ("given", "host", "told"),
    [
        ("", "games.example.org", "Landlord <landlord@games.example.org>"),
        ("", "127.0.0.1", "Landlord <landlord@localhost>"),
        ("", "localhost", "Landlord <landlord@localhost>"),
        ("Valley Games <play@example.org>", "x.org", "Valley Games <play@example.org>"),
        ("play@example.org", "x.org", "play@example.org"),
    ],
)
def test_the_sender(given: str, host: str, told: str) -> None:
    assert sender(given, host) == told


@pytest.mark.parametrize("given", ["nobody", "a@b\nBcc: eve@example.org", "@", "Landlord <>", "a@b, c@d"])
def test_what_is_no_sender_is_refused(given: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="MAIL_FROM must be an address"):
        sender(given, "x.org")
