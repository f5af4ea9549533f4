"""Personal tokens end with the password by which they were made."""

from collections.abc import Callable
from io import StringIO

import pytest
from django.core.mail import EmailMessage
from django.core.management import call_command
from django.test import Client

from accounts import tokens
from accounts.models import PersonalToken, User
from tests.accounts.conftest import PASSWORD, link_in, person, sign_in

pytestmark = pytest.mark.django_db
NEW = "another long password"


@pytest.fixture
def token() -> str:
    return tokens.make(person(), "bot", PersonalToken.Scope.PLAY)


def gets_in(token: str) -> bool:
    status = Client().get("/api/v1/account/", headers={"authorization": f"Bearer {token}"}).status_code
    assert status in (200, 401)
    return status == 200


def test_a_changed_password_ends_them(token: str) -> None:
    assert gets_in(token)
    fields = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    assert sign_in().post("/accounts/password/change/", fields).status_code == 303
    assert not gets_in(token)


def test_a_reset_one_does(token: str, mails: Callable[[], list[EmailMessage]]) -> None:
    browser = Client()
    browser.post("/accounts/password/reset/", {"email": "ada@example.org"})
    page = browser.get(link_in(mails()[0], "reset"), follow=True).request["PATH_INFO"]
    assert gets_in(token)
    assert browser.post(page, {"password1": NEW, "password2": NEW}).status_code == 303
    assert not gets_in(token)


def test_the_operator_ends_them_by_setting_one(token: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("getpass.getpass", lambda prompt="": NEW)
    call_command("changepassword", "Ada", stdout=StringIO())
    assert not gets_in(token)


def test_nothing_else_that_is_saved_does(token: str) -> None:
    ada = User.objects.get()
    ada.time_zone = "Europe/Berlin"
    ada.save()
    sign_in()
    assert gets_in(token)


def test_a_password_whose_hash_is_made_anew_is_the_same_one(token: str, settings: object) -> None:
    """As Django does at a sign-in when the hash has become too cheap."""
    settings.PASSWORD_HASHERS = [  # type: ignore[attr-defined]
        "django.contrib.auth.hashers.PBKDF2PasswordHasher",
        "django.contrib.auth.hashers.MD5PasswordHasher",
    ]
    before = User.objects.get().password
    sign_in()
    assert User.objects.get().password != before
    assert gets_in(token)
