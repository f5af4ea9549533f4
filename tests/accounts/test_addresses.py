"""Where a request came from."""

import pytest
from django.conf import LazySettings
from django.test import RequestFactory

from accounts.addresses import address_of


@pytest.mark.parametrize(
    ("proxies", "forwarded", "remote", "address"),
    [
        (0, None, "198.51.100.7", "198.51.100.7"),
        (0, "203.0.113.9", "198.51.100.7", "198.51.100.7"),
        (1, "203.0.113.9", "10.0.0.1", "203.0.113.9"),
        (1, "1.1.1.1, 203.0.113.9", "10.0.0.1", "203.0.113.9"),
        (2, "1.1.1.1, 203.0.113.9, 10.0.0.2", "10.0.0.1", "203.0.113.9"),
        (2, "203.0.113.9", "10.0.0.1", "10.0.0.1"),
        (1, None, "10.0.0.1", "10.0.0.1"),
        (1, "no address", "10.0.0.1", "unknown"),
        (0, None, "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        (0, None, "::ffff:198.51.100.7", "198.51.100.7"),
        (0, None, "", "unknown"),
    ],
)
def test_a_request_comes_from_what_the_outermost_trusted_proxy_saw(
    settings: LazySettings, proxies: int, forwarded: str | None, remote: str, address: str
) -> None:
    settings.TRUSTED_PROXIES = proxies
    headers = {"x-forwarded-for": forwarded} if forwarded is not None else {}
    assert address_of(RequestFactory(REMOTE_ADDR=remote).get("/", headers=headers)) == address
