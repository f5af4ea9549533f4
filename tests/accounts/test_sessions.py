"""Sessions and forms: none planted, none left over, none sent from elsewhere."""

import re

import pytest
from django.conf import LazySettings
from django.test import Client

from accounts.models import Session, User
from tests.accounts.conftest import PASSWORD, once_more, person, sign_in, signed_in

pytestmark = pytest.mark.django_db
RIGHT = {"login": "ada@example.org", "password": PASSWORD}
NEW = "another long password"


@pytest.fixture(autouse=True)
def ada(db: None) -> User:
    return person()


def session_of(client: Client) -> str:
    return str(client.cookies["sessionid"].value)


class TestPlanted:
    def test_a_made_up_key_is_not_taken_over(self) -> None:
        browser = Client()
        browser.cookies["sessionid"] = "plantedplantedplantedplanted12"
        browser.post("/accounts/login/", RIGHT)
        assert signed_in(browser) and session_of(browser) != "plantedplantedplantedplanted12"

    def test_a_session_of_before_is_another_one_after_signing_in(self) -> None:
        """Somebody opened it and left its key in another's browser."""
        thief = Client()
        session = thief.session
        session["x"] = 1
        session.save()
        planted = str(session.session_key)
        victim = Client()
        victim.cookies["sessionid"] = planted
        victim.post("/accounts/login/", RIGHT)
        assert signed_in(victim) and session_of(victim) != planted
        thief.cookies["sessionid"] = planted
        assert not signed_in(thief)
        assert not Session.objects.filter(pk=planted).exists()

    def test_anothers_session_is_not_carried_on(self) -> None:
        bob = person("Bob")
        browser = sign_in(bob.email)
        before = session_of(browser)
        browser.post("/accounts/logout/")
        browser.post("/accounts/login/", RIGHT)
        assert session_of(browser) != before
        late = Client()
        late.cookies["sessionid"] = before
        assert not signed_in(late)

    def test_the_token_of_forms_turns_at_sign_in(self) -> None:
        browser = Client()
        browser.get("/accounts/login/")
        before = browser.cookies["csrftoken"].value
        browser.post("/accounts/login/", RIGHT)
        assert browser.cookies["csrftoken"].value != before


class TestLeftOver:
    def test_after_signing_out_the_key_is_dead(self) -> None:
        browser = sign_in()
        kept = session_of(browser)
        browser.post("/accounts/logout/")
        browser.cookies["sessionid"] = kept
        assert not signed_in(browser)

    def test_a_new_password_ends_all_browsers_but_this_and_the_key_here_turns(self) -> None:
        others = [sign_in() for _ in range(3)]
        here = sign_in()
        before = session_of(here)
        here.post("/accounts/password/change/", {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW})
        assert signed_in(here) and session_of(here) != before
        assert not any(signed_in(other) for other in others)
        late = Client()
        late.cookies["sessionid"] = before
        assert not signed_in(late)

    def test_nor_is_anything_acted_by_them(self) -> None:
        old, here = sign_in(), sign_in()
        once_more(old)
        here.post("/accounts/password/change/", {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW})
        for path, fields in (
            ("/accounts/settings/delete/", {"name": "Ada"}),
            ("/accounts/settings/tokens/", {"name": "x", "scope": "play"}),
            ("/accounts/email/", {"action_add": "", "email": "thief@example.org"}),
            ("/accounts/settings/name/", {"name": "Thief"}),
        ):
            assert old.post(path, fields)["location"].startswith("/accounts/login/"), path
        ada = User.objects.get()
        assert ada.name == "Ada" and not ada.tokens.exists() and ada.emailaddress_set.count() == 1  # type: ignore[attr-defined]

    def test_a_key_of_before_keeps_nobody_signed_out_when_the_secret_key_changes(self, settings: LazySettings) -> None:
        browser = sign_in()
        settings.SECRET_KEY, old = "n" * 60, settings.SECRET_KEY
        assert not signed_in(browser)
        browser = sign_in()
        settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = old, ["n" * 60]
        assert signed_in(browser)


class TestFromElsewhere:
    FORMS = (
        ("/accounts/login/", RIGHT),
        ("/accounts/signup/", {"username": "Bob", "email": "b@example.org", "password1": PASSWORD}),
        ("/accounts/password/reset/", {"email": "ada@example.org"}),
        ("/accounts/logout/", {}),
        ("/accounts/settings/name/", {"name": "Thief"}),
        ("/accounts/settings/delete/", {"name": "Ada"}),
        ("/accounts/settings/tokens/revoke/", {"token": "1"}),
        ("/accounts/settings/elsewhere/", {}),
        ("/accounts/2fa/totp/deactivate/", {}),
        ("/admin/accounts/user/add/", {}),
    )

    @pytest.mark.parametrize(("path", "fields"), FORMS, ids=[path for path, _ in FORMS])
    def test_a_form_without_the_token_is_refused(self, path: str, fields: dict[str, str]) -> None:
        signed = sign_in()
        strict = Client(enforce_csrf_checks=True)
        strict.cookies = signed.cookies
        assert strict.post(path, fields).status_code == 403
        assert signed_in(signed) and User.objects.get().name == "Ada"

    @pytest.mark.parametrize("origin", ["https://elsewhere.example", "http://testserver.example", "null"])
    def test_nor_is_one_with_it_from_another_origin(self, origin: str) -> None:
        strict = Client(enforce_csrf_checks=True)
        page = strict.get("/accounts/login/").content.decode()
        found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        assert found
        fields = {**RIGHT, "csrfmiddlewaretoken": found[1]}
        assert strict.post("/accounts/login/", fields, headers={"origin": origin}).status_code == 403
        assert strict.post("/accounts/login/", fields, headers={"origin": "http://testserver"}).status_code == 303

    def test_no_other_site_reads_with_a_browsers_cookies(self) -> None:
        answer = sign_in().get("/accounts/settings/data.json", headers={"origin": "https://elsewhere.example"})
        assert "Access-Control-Allow-Origin" not in answer
