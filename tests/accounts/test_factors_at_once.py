"""Codes of second factors, brought many times at once: each counts once."""

import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client

from accounts.models import Session
from tests.accounts.conftest import person, sign_in, signed_in
from tests.accounts.test_factors import begin, code_of, set_up

pytestmark = pytest.mark.django_db(transaction=True)
AUTHENTICATE = "/accounts/2fa/authenticate/"


def at_once(code: str, times: int = 5) -> list[Client]:
    """Bring a code in so many browsers, each half signed in, and give those browsers."""
    browsers = [begin() for _ in range(times)]
    cache.clear()

    def bring(browser: Client) -> int:
        try:
            return browser.post(AUTHENTICATE, {"code": code}).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(times) as pool:
        statuses = Counter(pool.map(bring, browsers))
    assert statuses == {303: 1, 400: times - 1}
    return browsers


def test_a_recovery_code_lets_in_one_of_many() -> None:
    person()
    browser = sign_in()
    set_up(browser)
    codes = re.findall(r"<li><code>(\d{8})</code>", browser.get("/accounts/2fa/recovery-codes/").content.decode())
    assert [signed_in(each) for each in at_once(codes[0])].count(True) == 1


def test_so_does_a_code_of_the_app() -> None:
    person()
    secret = set_up(sign_in())
    assert [signed_in(each) for each in at_once(code_of(secret))].count(True) == 1


def test_half_a_sign_in_is_nobodys_session() -> None:
    person()
    set_up(sign_in())
    before = Session.objects.filter(user__isnull=False).count()
    halfway = begin()
    assert Session.objects.filter(user__isnull=False).count() == before
    for path in ("/accounts/settings/", "/accounts/2fa/totp/deactivate/", "/accounts/password/change/", "/admin/"):
        assert halfway.get(path).status_code == 302
    halfway.post("/accounts/2fa/totp/deactivate/")
    halfway.post("/accounts/reauthenticate/", {"password": "a long enough password"})
    assert not signed_in(halfway)
    assert not signed_in(begin())
