"""Signing up, in and out, confirming, and a new password."""

from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage
from django.db import connection
from django.http import HttpRequest
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import names
from accounts.models import AccountMail, User
from accounts.signals import person_joined
from tests.accounts.conftest import PASSWORD, link_in, once_more, person, sign_in, signed_in
from tests.accounts.test_names import OTHER_LETTERS, RESERVED

pytestmark = pytest.mark.django_db
Mails = Callable[[], list[EmailMessage]]
FORM = {"username": "Ada", "email": "Ada@Example.org", "password1": PASSWORD}


class TestSigningUp:
    def test_one_plays_at_once_and_confirms_by_mail(self, client: Client, mails: Mails) -> None:
        answer = client.post("/accounts/signup/", {**FORM, "time_zone": "Europe/Vienna"})
        assert (answer.status_code, answer["location"]) == (303, "/")
        assert signed_in(client)
        ada = User.objects.get()
        assert (ada.name, ada.email, ada.time_zone) == ("Ada", "ada@example.org", "Europe/Vienna")
        (message,) = mails()
        assert message.to == ["ada@example.org"] and message.subject == "Confirm your address for Landlord"
        link = link_in(message, "confirm-email")
        page = Client().get(link)
        assert page.status_code == 200
        assert not EmailAddress.objects.get().verified, "opening the link confirms nothing"
        assert Client().post(link)["location"] == "/accounts/login/"
        assert EmailAddress.objects.get().verified
        assert "This link is used up" in Client().get(link).content.decode()

    def test_where_one_wanted_to_go_one_goes(self, client: Client) -> None:
        assert client.post("/accounts/signup/", {**FORM, "next": "/rules/"})["location"] == "/rules/"
        assert (
            Client().post("/accounts/signup/", {**FORM, "username": "Bob", "next": "https://a.example/"})["location"]
            == "/"
        )

    @pytest.mark.parametrize("zone", ["", "Mars/Phobos", "../../etc/passwd", "x" * 300])
    def test_an_unknown_zone_is_utc(self, client: Client, zone: str) -> None:
        client.post("/accounts/signup/", {**FORM, "time_zone": zone})
        assert User.objects.get().time_zone == "UTC"

    @pytest.mark.parametrize("name", [*OTHER_LETTERS.values(), *RESERVED, "", "ab", "x" * 21, "x" * 9000])
    def test_a_name_that_will_not_do_makes_no_account(self, client: Client, name: str) -> None:
        answer = client.post("/accounts/signup/", {**FORM, "username": name})
        # Blanks around a name are taken off before it is looked at; what is left is the name.
        if User.objects.exists():
            assert name.strip() == User.objects.get().name == "Ada"
            return
        assert answer.status_code == 400
        assert "id_username_error" in answer.content.decode()
        assert not AccountMail.objects.exists()

    @pytest.mark.parametrize("name", ["ada", "ADA", "Ada"])
    def test_a_taken_name_is_refused_in_any_capitals(self, client: Client, name: str) -> None:
        person("Ada")
        answer = client.post("/accounts/signup/", {**FORM, "email": "b@example.org", "username": name})
        assert answer.status_code == 400 and "Somebody else has this name" in answer.content.decode()

    def test_two_at_once_get_no_error_page(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        person("Ada")
        # As if the other had not been there yet when the form was looked at.
        monkeypatch.setattr("allauth.account.adapter.DefaultAccountAdapter.clean_username", lambda _, name: name)
        answer = client.post("/accounts/signup/", {**FORM, "email": "b@example.org"})
        assert (answer.status_code, answer["location"]) == (303, "/accounts/signup/")
        assert "took this name a moment ago" in client.get("/accounts/signup/").content.decode()
        assert User.objects.count() == EmailAddress.objects.count() == 1

    @pytest.mark.parametrize("password", ["", "short", "12345678901", "password", "ada@example.org"])
    def test_a_weak_password_is_refused(self, client: Client, password: str) -> None:
        assert client.post("/accounts/signup/", {**FORM, "password1": password}).status_code == 400
        assert not User.objects.exists()

    @pytest.mark.parametrize("address", ["a", "a@b", "a@example.org\r\nBcc: b@example.org", "a@example.org,b@c.org"])
    def test_an_address_is_one_address(self, client: Client, address: str) -> None:
        assert client.post("/accounts/signup/", {**FORM, "email": address}).status_code == 400
        assert not User.objects.exists() and not AccountMail.objects.exists()


class TestOthersHear:
    def test_who_joined_once_for_each_way_in(self) -> None:
        heard: list[tuple[User, HttpRequest]] = []

        def hear(user: User, request: HttpRequest, **_: Any) -> None:
            assert request.user == user
            heard.append((user, request))

        person_joined.connect(hear)
        try:
            browser = Client()
            browser.cookies["guest"] = "a guest's cookie"
            browser.post("/accounts/signup/", FORM)
            assert [user.name for user, _ in heard] == ["Ada"]
            assert heard[0][1].COOKIES["guest"] == "a guest's cookie"
            browser.post("/accounts/logout/")
            assert not signed_in(browser) and len(heard) == 1
            sign_in(client=browser)
            assert len(heard) == 2
        finally:
            person_joined.disconnect(hear)


class TestSigningInAndOut:
    @pytest.mark.parametrize("address", ["ada@example.org", "ADA@Example.org", " ada@example.org "])
    def test_by_address_and_password(self, address: str) -> None:
        person()
        assert signed_in(sign_in(address))

    @pytest.mark.parametrize(
        ("address", "password"), [("ada@example.org", "wrong"), ("Ada", PASSWORD), ("b@example.org", PASSWORD)]
    )
    def test_nothing_else_will_do(self, client: Client, address: str, password: str) -> None:
        person()
        answer = client.post("/accounts/login/", {"login": address, "password": password})
        assert answer.status_code == 400 and not signed_in(client)

    def test_a_suspended_person_is_told_and_stays_out(self, client: Client) -> None:
        ada = person()
        inside = sign_in()
        User.objects.filter(pk=ada.pk).update(is_active=False)
        assert not signed_in(inside)
        answer = client.post("/accounts/login/", {"login": ada.email, "password": PASSWORD})
        assert answer["location"] == "/accounts/inactive/" and not signed_in(client)

    def test_out_by_a_form_only(self) -> None:
        person()
        browser = sign_in()
        assert browser.get("/accounts/logout/").status_code == 200 and signed_in(browser)
        assert browser.post("/accounts/logout/").status_code == 303 and not signed_in(browser)

    def test_the_admin_is_entered_by_the_same_door(self, client: Client) -> None:
        assert client.get("/admin/login/?next=/admin/")["location"] == "/accounts/login/?next=%2Fadmin%2F"

    def test_a_session_has_an_owner_and_ends_with_it(self) -> None:
        ada = person()
        browser = sign_in()
        assert ada.sessions.count() == 1
        browser.post("/accounts/logout/")
        assert ada.sessions.count() == 0


class TestPasswords:
    def test_changing_it_signs_out_everywhere_else(self, mails: Mails) -> None:
        person()
        here, there = sign_in(), sign_in()
        new = "another long password"
        fields = {"oldpassword": PASSWORD, "password1": new, "password2": new}
        assert here.post("/accounts/password/change/", fields)["location"] == "/accounts/settings/"
        assert signed_in(here) and not signed_in(there)
        assert signed_in(sign_in(password=new))
        assert [message.subject for message in mails()] == ["Your password for Landlord has changed"]

    @pytest.mark.parametrize(
        ("fields", "words"),
        [
            ({"oldpassword": "wrong"}, "That is not your password"),
            ({"password2": "something else"}, "same password each time"),
            ({"password1": "ada", "password2": "ada"}, "too short"),
        ],
    )
    def test_a_change_that_can_not_be(self, fields: dict[str, str], words: str) -> None:
        ada = person()
        new = "another long password"
        answer = sign_in().post(
            "/accounts/password/change/", {"oldpassword": PASSWORD, "password1": new, "password2": new, **fields}
        )
        assert answer.status_code == 400 and words in answer.content.decode()
        ada.refresh_from_db()
        assert ada.check_password(PASSWORD)

    def test_a_link_by_mail_sets_a_new_one_once_and_signs_out_everywhere(self, client: Client, mails: Mails) -> None:
        person()
        there = sign_in()
        client.post("/accounts/password/reset/", {"email": "ada@example.org"})
        link = link_in(mails()[0], "password/reset/key")
        form = client.get(link)["location"]
        new = "another long password"
        assert client.post(form, {"password1": new, "password2": new}).status_code == 303
        assert not signed_in(there) and signed_in(sign_in(password=new))
        assert "This link is used up" in Client().get(link, follow=True).content.decode()

    def test_signing_out_elsewhere(self) -> None:
        person()
        here, there = sign_in(), sign_in()
        assert here.post("/accounts/settings/elsewhere/").status_code == 303
        assert signed_in(here) and not signed_in(there)


class TestTheAddress:
    def test_another_one_counts_from_its_confirmation_on(self, mails: Mails) -> None:
        ada = person()
        browser = sign_in()
        once_more(browser)
        assert browser.post("/accounts/email/", {"action_add": "", "email": "New@example.org"}).status_code == 303
        (message,) = mails()
        assert message.to == ["new@example.org"]
        ada.refresh_from_db()
        assert ada.email == "ada@example.org"
        browser.post(link_in(message, "confirm-email"))
        ada.refresh_from_db()
        assert ada.email == "new@example.org"
        assert list(EmailAddress.objects.values_list("email", "verified")) == [("new@example.org", True)]
        # Whoever has the old mailbox hears of it.
        assert [(message.to, message.subject) for message in mails()] == [
            (["ada@example.org"], "Your address for Landlord has changed")
        ]

    def test_asks_for_the_password_first(self, mails: Mails) -> None:
        person()
        answer = sign_in().post("/accounts/email/", {"action_add": "", "email": "new@example.org"})
        assert answer["location"].startswith("/accounts/reauthenticate/") and not mails()

    def test_confirming_again_goes_by_the_limit(self, mails: Mails) -> None:
        person(confirmed=False)
        browser = sign_in()
        again = {"next": "/rules/"}
        assert browser.post("/accounts/mail/confirm-again/", again)["location"] == "/rules/"
        assert len(mails()) == 1
        assert "A mail is on its way to ada@example.org" in browser.get("/rules/").content.decode()
        browser.post("/accounts/mail/confirm-again/", again)
        assert not mails()
        assert "A mail went there a moment ago" in browser.get("/rules/").content.decode()

    @pytest.mark.parametrize(
        "wanted", ["https://a.example/", "//a.example/", "/\\a.example/", "-9", "\ufffd", "account_logout"]
    )
    def test_the_button_leads_to_no_other_site_and_to_nothing_that_is_no_path(self, wanted: str) -> None:
        person(confirmed=False)
        answer = sign_in().post("/accounts/mail/confirm-again/", {"next": wanted})
        assert answer["location"] == "/accounts/settings/"


def test_looking_at_pages_writes_nothing() -> None:
    person()
    browser = sign_in()
    pages = ["login", "signup", "password/reset", "settings", "settings/name", "settings/profile", "settings/mail"]
    pages += ["settings/blocks", "email", "password/change", "2fa", "logout", "reauthenticate"]
    with CaptureQueriesContext(
        connection,
    ) as seen:
        for page in pages:
            assert browser.get(f"/accounts/{page}/").status_code in {200, 302}, page
            assert Client().get(f"/accounts/{page}/").status_code in {200, 302}, page
    writes = [query["sql"] for query in seen if not query["sql"].startswith("SELECT")]
    assert not writes


def test_rules_of_names_are_those_of_the_form(client: Client) -> None:
    page = client.get("/accounts/signup/").content.decode()
    assert f'minlength="{names.SHORTEST}"' in page and f'maxlength="{names.LONGEST}"' in page
