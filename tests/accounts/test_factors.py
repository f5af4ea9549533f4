"""A second factor: an app's codes, and recovery codes. Keys need a browser: tests/browser/test_accounts.py."""

import json
import re
import time
from collections.abc import Callable

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.test import Client

from tests.accounts.conftest import PASSWORD, once_more, person, sign_in, signed_in

pytestmark = pytest.mark.django_db
TOTP = "/accounts/2fa/totp/"


def code_of(secret: str, steps: int = 0) -> str:
    """Give what the app shows now, or so many half minutes later."""
    return str(format_hotp_value(hotp_value(secret, int(time.time()) // 30 + steps)))


def set_up(browser: Client) -> str:
    """Set an app up and give its key."""
    once_more(browser)
    page = browser.get(f"{TOTP}activate/").content.decode()
    assert "<svg" in page and "data:image" not in page and "<?xml" not in page
    found = re.search(r"<code>(\w+)</code>", page)
    assert found
    answer = browser.post(f"{TOTP}activate/", {"code": code_of(found[1])})
    assert answer["location"] == "/accounts/2fa/recovery-codes/"
    return found[1]


def begin() -> Client:
    """Type address and password in a new browser; the code is still to come."""
    browser = Client()
    answer = browser.post("/accounts/login/", {"login": "ada@example.org", "password": PASSWORD})
    assert answer["location"] == "/accounts/2fa/authenticate/"
    assert not signed_in(browser)
    return browser


# Outside of a test's own transaction, since allauth writes this mail when its own is committed.
@pytest.mark.django_db(transaction=True)
def test_signing_in_asks_for_the_code(mails: Callable[[], list[EmailMessage]]) -> None:
    person()
    secret = set_up(sign_in())
    assert [message.subject for message in mails()] == ["Landlord asks for a second factor from now on"]
    cache.clear()
    browser = begin()
    wrong = browser.post("/accounts/2fa/authenticate/", {"code": "000000"})
    assert wrong.status_code == 400 and "not the code of this moment" in wrong.content.decode()
    assert browser.post("/accounts/2fa/authenticate/", {"code": code_of(secret, 1)}).status_code == 303
    assert signed_in(browser)


def test_a_code_is_good_once() -> None:
    person()
    secret = set_up(sign_in())
    cache.clear()
    code = code_of(secret)
    assert begin().post("/accounts/2fa/authenticate/", {"code": code}).status_code == 303
    assert begin().post("/accounts/2fa/authenticate/", {"code": code}).status_code == 400


def test_a_recovery_code_signs_in_once() -> None:
    person()
    browser = sign_in()
    set_up(browser)
    codes = re.findall(r"<li><code>(\d{8})</code>", browser.get("/accounts/2fa/recovery-codes/").content.decode())
    assert len(set(codes)) == 10
    assert codes[0] not in browser.get("/accounts/2fa/recovery-codes/").content.decode()
    assert begin().post("/accounts/2fa/authenticate/", {"code": codes[0]}).status_code == 303
    assert begin().post("/accounts/2fa/authenticate/", {"code": codes[0]}).status_code == 400


def test_guessing_codes_ends_soon() -> None:
    person()
    set_up(sign_in())
    cache.clear()
    browser = begin()
    answers = [browser.post("/accounts/2fa/authenticate/", {"code": f"{n:06}"}).status_code for n in range(7)]
    assert answers == [400] * 5 + [429] * 2


def test_setting_up_and_stopping_ask_for_the_password() -> None:
    person()
    browser = sign_in()
    assert browser.get(f"{TOTP}activate/")["location"].startswith("/accounts/reauthenticate/")
    set_up(browser)
    other = browser
    assert other.get(f"{TOTP}deactivate/").status_code == 200
    assert other.post(f"{TOTP}deactivate/").status_code == 303
    assert not Authenticator.objects.filter(type="totp").exists()
    assert signed_in(sign_in())


def test_a_wrong_first_code_sets_nothing_up() -> None:
    person()
    browser = sign_in()
    once_more(browser)
    browser.get(f"{TOTP}activate/")
    assert browser.post(f"{TOTP}activate/", {"code": "123"}).status_code == 400
    assert not Authenticator.objects.exists()


def test_the_address_can_be_changed_with_a_second_factor_on() -> None:
    person()
    browser = sign_in()
    set_up(browser)
    answer = browser.post("/accounts/email/", {"action_add": "", "email": "new@example.org"})
    assert answer.status_code == 303 and answer["location"] == "/accounts/email/"


RAW = {"id": "AAAA", "rawId": "AAAA", "type": "public-key"}
CLIENT = "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiQUFBQSIsIm9yaWdpbiI6Imh0dHA6Ly94In0"
MADE_UP = [
    "",
    "null",
    "{}",
    "[]",
    "7",
    "no json",
    "\x00",
    '{"id": 1}',
    json.dumps(RAW),
    json.dumps({**RAW, "response": None}),
    json.dumps({**RAW, "response": {}}),
    json.dumps({**RAW, "response": {"clientDataJSON": "AAAA", "authenticatorData": "AAAA", "signature": "AAAA"}}),
    json.dumps({**RAW, "response": {"clientDataJSON": CLIENT, "authenticatorData": "A" * 60, "userHandle": "MQ"}}),
    json.dumps(
        {
            **RAW,
            "response": {
                "clientDataJSON": CLIENT,
                "authenticatorData": "A" * 60,
                "signature": "AAAA",
                "userHandle": "MQ",
            },
        }
    ),
    json.dumps({**RAW, "response": {"clientDataJSON": CLIENT, "attestationObject": "oA"}}),
    json.dumps({**RAW, "response": {"clientDataJSON": CLIENT, "attestationObject": "/////w"}}),
    json.dumps({**RAW, "clientExtensionResults": "x" * 50_000}),
]


@pytest.mark.parametrize("credential", MADE_UP)
def test_a_made_up_answer_of_a_key_is_refused(credential: str) -> None:
    person()
    browser = Client()
    browser.get("/accounts/2fa/webauthn/login/", headers={"accept": "application/json"})
    answer = browser.post("/accounts/2fa/webauthn/login/", {"credential": credential})
    assert (answer.status_code, answer["location"]) == (303, "/accounts/login/")
    assert not signed_in(browser)
    inside = sign_in()
    once_more(inside)
    inside.get("/accounts/2fa/webauthn/add/")
    assert inside.post("/accounts/2fa/webauthn/add/", {"name": "k", "credential": credential}).status_code == 400
    assert not Authenticator.objects.exists()
    set_up(inside)
    assert inside.get("/accounts/2fa/webauthn/reauthenticate/").status_code == 302
    cache.clear()
    assert begin().post("/accounts/2fa/authenticate/", {"credential": credential}).status_code == 400
