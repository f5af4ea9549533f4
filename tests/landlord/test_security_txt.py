"""/.well-known/security.txt, as RFC 9116 has it."""

from datetime import UTC, datetime, timedelta

import pytest
from django.conf import LazySettings
from django.core.exceptions import ImproperlyConfigured
from django.test import Client

from landlord.security_txt import contact

ADDRESS = "/.well-known/security.txt"


def test_without_a_contact_there_is_none(client: Client, db: None) -> None:
    assert client.get(ADDRESS).status_code == 404


def test_it_names_the_contact_and_until_when_it_holds(client: Client, settings: LazySettings) -> None:
    settings.SECURITY_CONTACT = contact("ada@example.org")
    settings.SITE_URL = "https://games.example.org"
    answer = client.get(ADDRESS)
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    told = [line.split(": ", 1) for line in answer.content.decode().splitlines()]
    assert [name for name, _ in told] == ["Contact", "Expires", "Preferred-Languages", "Canonical"]
    fields = dict(told)
    assert fields["Contact"] == "mailto:ada@example.org"
    assert fields["Canonical"] == f"https://games.example.org{ADDRESS}"
    left = datetime.fromisoformat(fields["Expires"]) - datetime.now(UTC)
    # The RFC asks for less than a year.
    assert timedelta(days=90) < left < timedelta(days=365)
    assert client.post(ADDRESS).status_code == 405


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("", ""),
        ("ada@example.org", "mailto:ada@example.org"),
        ("mailto:ada@example.org", "mailto:ada@example.org"),
        ("https://example.org/holes", "https://example.org/holes"),
    ],
)
def test_a_contact_is_an_address(given: str, kept: str) -> None:
    assert contact(given) == kept


@pytest.mark.parametrize(
    "given", ["Ada", "http://example.org", "https://", "https://a b", "https://[x", "a@b.de\nX: y"]
)
def test_what_is_none_is_refused(given: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="SECURITY_CONTACT must be"):
        contact(given)
