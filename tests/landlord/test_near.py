"""What is shown to the machine itself alone (mails of an embedded server, metrics) behind a proxy that says nothing."""

import pytest
from django.conf import LazySettings
from django.test import RequestFactory

from landlord.near import from_this_machine


def near(**meta: str) -> bool:
    return from_this_machine(RequestFactory().get("/", REMOTE_ADDR="127.0.0.1", HTTP_HOST="localhost:8000", **meta))


@pytest.mark.parametrize("site", ["", "http://localhost:8000", "http://127.0.0.1:8000", "http://[::1]:8000"])
def test_a_site_that_is_only_here_has_a_machine_itself(settings: LazySettings, site: str) -> None:
    settings.SITE_URL = site
    assert near()


@pytest.mark.parametrize("site", ["https://games.example.org", "http://box.lan", "http://192.168.1.2:8000"])
def test_where_the_site_has_another_name_nobody_is_near(settings: LazySettings, site: str) -> None:
    """A proxy there that sends no header of its own, and this machine's name for the site's, looks like this."""
    settings.SITE_URL = site
    assert not near()


def test_behind_a_trusted_proxy_nobody_is_near(settings: LazySettings) -> None:
    settings.SITE_URL, settings.TRUSTED_PROXIES = "", 1
    assert not near()


@pytest.mark.parametrize("header", ["X_FORWARDED_FOR", "FORWARDED", "X_REAL_IP", "VIA", "X_FORWARDED_HOST"])
def test_what_came_past_a_proxy_is_not(settings: LazySettings, header: str) -> None:
    settings.SITE_URL = ""
    assert not near(**{f"HTTP_{header}": "127.0.0.1"})
