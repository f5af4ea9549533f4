"""How often one may try: allauth's limits, counted by what accounts.addresses sees."""

from collections.abc import Callable

import pytest
from django.conf import LazySettings
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import PASSWORD, once_more, person, sign_in, signed_in

pytestmark = pytest.mark.django_db
WRONG = {"login": "ada@example.org", "password": "wrong"}


def test_five_wrong_passwords_are_enough_for_one_network_and_address() -> None:
    person()
    for _ in range(5):
        assert Client(REMOTE_ADDR="198.51.100.1").post("/accounts/login/", WRONG).status_code == 400
    refused = Client(REMOTE_ADDR="198.51.100.1").post("/accounts/login/", {**WRONG, "password": PASSWORD})
    assert refused.status_code == 429 and "wrong too often" in refused.content.decode()
    # Whoever lives elsewhere is not kept out by that.
    sign_in(client=Client(REMOTE_ADDR="198.51.100.2"))


def test_the_sites_other_names_start_no_new_count(settings: LazySettings) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    person()
    for attempt in range(5):
        Client(SERVER_NAME=f"name{attempt}.example.org").post("/accounts/login/", WRONG)
    assert Client(SERVER_NAME="another.example.org").post("/accounts/login/", WRONG).status_code == 429


def test_a_network_tries_so_many_addresses_a_minute() -> None:
    client = Client(REMOTE_ADDR="198.51.100.7")
    answers = [
        client.post("/accounts/login/", {"login": f"a{number}@example.org", "password": "wrong"}).status_code
        for number in range(12)
    ]
    assert answers == [400] * 10 + [429] * 2
    other = Client(REMOTE_ADDR="198.51.100.8").post("/accounts/login/", {**WRONG, "login": "b@example.org"})
    assert other.status_code == 400


@pytest.mark.parametrize(
    ("proxies", "same"),
    [(0, True), (1, False)],
    ids=["without a proxy a made-up address changes nothing", "behind one it is what the proxy saw"],
)
def test_who_is_counted(settings: LazySettings, proxies: int, same: bool) -> None:
    settings.TRUSTED_PROXIES = proxies
    for number in range(11):
        last = Client(REMOTE_ADDR="10.0.0.1").post(
            "/accounts/login/",
            {"login": f"a{number}@example.org", "password": "wrong"},
            headers={"x-forwarded-for": f"1.1.1.1, 203.0.113.{number}"},
        )
    assert last.status_code == (429 if same else 400)


def test_an_ipv6_house_is_one_network() -> None:
    for number in range(11):
        last = Client(REMOTE_ADDR=f"2001:db8:1:2::{number:x}").post(
            "/accounts/login/", {"login": f"a{number}@example.org", "password": "wrong"}
        )
    assert last.status_code == 429


def test_the_right_password_counts_for_nothing() -> None:
    person()
    for _ in range(8):
        sign_in()


def test_signing_up_goes_by_the_network() -> None:
    client = Client(REMOTE_ADDR="198.51.100.7")
    answers = [client.post("/accounts/signup/", {"username": "-"}).status_code for _ in range(22)]
    assert answers == [400] * 20 + [429] * 2
    assert "Enough for now" in client.post("/accounts/signup/").content.decode()
    assert not User.objects.exists()


def test_mails_for_a_new_password_go_by_the_address(mails: Callable[[], list[EmailMessage]]) -> None:
    answers = [
        Client(REMOTE_ADDR=f"198.51.100.{n}").post("/accounts/password/reset/", {"email": "a@b.de"}).status_code
        for n in range(7)
    ]
    assert answers == [303] * 5 + [429] * 2
    assert len(mails()) == 5


def test_asking_once_more_goes_by_the_person() -> None:
    person()
    browser = sign_in()
    answers = [browser.post("/accounts/reauthenticate/", {"password": "wrong"}).status_code for _ in range(7)]
    assert answers == [400] * 5 + [429] * 2
    cache.clear()
    once_more(browser)
    assert signed_in(browser)
