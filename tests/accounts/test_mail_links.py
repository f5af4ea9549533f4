"""Links in mails about accounts, and what a request may say of where they lead."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.conf import LazySettings
from django.core.mail import EmailMessage
from django.test import Client
from django.utils import timezone

from accounts.models import User
from tests.accounts.conftest import PASSWORD, link_in, person, sign_in

pytestmark = pytest.mark.django_db
Mails = Callable[[], list[EmailMessage]]
NEW = {"password1": "another long password", "password2": "another long password"}


def asked_for_a_password(mails: Mails, address: str) -> str:
    Client().post("/accounts/password/reset/", {"email": address})
    return link_in(mails()[0], "password/reset/key")


def asked_to_confirm(mails: Mails, address: str) -> str:
    sign_in(address).post("/accounts/mail/confirm-again/")
    return link_in(mails()[0], "confirm-email")


def sets_one(link: str) -> bool:
    """Try a link for a new password to its end."""
    browser = Client()
    page = browser.get(link, follow=True)
    browser.post(page.request["PATH_INFO"], NEW)
    return any(user.check_password(NEW["password1"]) for user in User.objects.all())


def confirms(link: str) -> bool:
    Client().post(link)
    return EmailAddress.objects.filter(verified=True).exists()


class TestNewPassword:
    @pytest.mark.parametrize("change", [-2, 0, 30])
    def test_a_changed_link_is_refused(self, mails: Mails, change: int) -> None:
        person()
        link = asked_for_a_password(mails, "ada@example.org")
        secret = link.removeprefix("/accounts/password/reset/key/").rstrip("/")
        place = change % len(secret)
        other = "z" if secret[place] != "z" else "y"
        assert not sets_one(f"/accounts/password/reset/key/{secret[:place]}{other}{secret[place + 1 :]}/")
        assert sets_one(link)

    def test_ones_own_secret_opens_nobody_elses_account(self, mails: Mails) -> None:
        person()
        person("Bob")
        ada, bob = (
            asked_for_a_password(mails, f"{name}@example.org").removeprefix("/accounts/password/reset/key/").rstrip("/")
            for name in ("ada", "bob")
        )
        swapped = f"{ada.partition('-')[0]}-{bob.partition('-')[2]}"
        assert not sets_one(f"/accounts/password/reset/key/{swapped}/")

    def test_an_old_one_is_refused(self, mails: Mails) -> None:
        person()
        link = asked_for_a_password(mails, "ada@example.org")
        with time_machine.travel(timezone.now() + timedelta(days=4)):
            assert not sets_one(link)

    def test_it_ends_with_the_address_and_with_a_sign_in(self, mails: Mails) -> None:
        ada = person()
        link = asked_for_a_password(mails, "ada@example.org")
        ada.email = "moved@example.org"
        ada.save()
        EmailAddress.objects.filter(user=ada).update(email="moved@example.org")
        assert not sets_one(link)
        link = asked_for_a_password(mails, "moved@example.org")
        sign_in("moved@example.org")
        assert not sets_one(link)

    def test_looking_at_it_uses_nothing_up(self, mails: Mails) -> None:
        person()
        link = asked_for_a_password(mails, "ada@example.org")
        for _ in range(3):
            Client().get(link, follow=True)
        assert User.objects.get().check_password(PASSWORD)
        assert sets_one(link)

    def test_with_a_second_factor_it_signs_nobody_in(self, mails: Mails) -> None:
        person()
        link = asked_for_a_password(mails, "ada@example.org")
        browser = Client()
        browser.post(browser.get(link, follow=True).request["PATH_INFO"], NEW)
        assert browser.get("/accounts/settings/").status_code == 302


class TestConfirmation:
    def test_a_changed_one_confirms_nothing(self, mails: Mails) -> None:
        person(confirmed=False)
        link = asked_to_confirm(mails, "ada@example.org")
        assert not confirms(link[:-2] + ("x" if link[-2] != "x" else "y") + "/")
        assert not confirms(link.replace("confirm-email/", "confirm-email/x", 1))
        assert confirms(link)

    def test_one_of_another_purpose_confirms_nothing(self, mails: Mails) -> None:
        from django.core import signing

        person(confirmed=False)
        row = EmailAddress.objects.get()
        assert not confirms(f"/accounts/confirm-email/{signing.dumps(row.pk)}/")

    def test_an_old_one_confirms_nothing(self, mails: Mails) -> None:
        person(confirmed=False)
        link = asked_to_confirm(mails, "ada@example.org")
        with time_machine.travel(timezone.now() + timedelta(days=4)):
            assert not confirms(link)

    def test_looking_at_it_confirms_nothing(self, mails: Mails) -> None:
        person(confirmed=False)
        Client().get(asked_to_confirm(mails, "ada@example.org"))
        assert not EmailAddress.objects.filter(verified=True).exists()


class TestWhereTheyLead:
    @pytest.mark.parametrize(
        "header", ["host", "x-forwarded-host", "x-forwarded-server", "forwarded", "x-original-host"]
    )
    def test_a_mails_link_leads_to_the_sites_own_address(
        self, mails: Mails, settings: LazySettings, header: str
    ) -> None:
        settings.ALLOWED_HOSTS = ["*"]
        person()
        told = "host=evil.example" if header == "forwarded" else "evil.example"
        answer = Client().post("/accounts/password/reset/", {"email": "ada@example.org"}, headers={header: told})
        assert answer.status_code == 303
        (sent,) = mails()
        assert "evil.example" not in str(sent.message()) and "http://testserver/accounts/password" in str(sent.body)

    def test_a_name_that_is_not_the_sites_is_refused(self) -> None:
        assert Client().get("/", headers={"host": "evil.example"}).status_code == 400

    @pytest.mark.parametrize(
        "wanted",
        [
            "https://evil.example/",
            "//evil.example/",
            "///evil.example/",
            "/\\evil.example",
            "\\\\evil.example",
            "http:evil.example",
            "javascript:alert(1)",
            "https://testserver@evil.example/",
            "https://testserver.evil.example/",
            "/%09/evil.example",
            "\t//evil.example",
        ],
    )
    def test_no_page_leads_to_another_site(self, wanted: str) -> None:
        person()
        signed = sign_in()
        fields = {"login": "ada@example.org", "password": PASSWORD, "next": wanted}
        answers = [
            Client().post("/accounts/login/", fields),
            Client().post(
                "/accounts/signup/",
                {"username": "Bob", "email": "b@example.org", "password1": PASSWORD, "next": wanted},
            ),
            signed.get("/accounts/login/", {"next": wanted}),
            signed.post("/accounts/reauthenticate/", {"password": PASSWORD, "next": wanted}),
            signed.post("/accounts/mail/confirm-again/", {"next": wanted}),
            signed.post("/accounts/logout/", {"next": wanted}),
        ]
        for answer in answers:
            assert answer.status_code in (302, 303), answer.status_code
            place = answer["location"]
            assert place.startswith("/") and not place.startswith(("//", "/\\")), place
            assert "evil" not in place.partition("?")[0] or place.startswith("/%09/"), place

    @pytest.mark.parametrize(
        "address", ["ada@example.org\nBcc: x@evil.example", "ada@example.org\r\nSubject: x", "a@b\0.de"]
    )
    @pytest.mark.parametrize("path", ["/accounts/password/reset/", "/accounts/signup/"])
    def test_no_address_brings_a_header_of_its_own(self, mails: Mails, path: str, address: str) -> None:
        answer = Client().post(path, {"email": address, "username": "Bob", "password1": PASSWORD})
        assert answer.status_code == 400
        assert mails() == [] and not User.objects.exists()

    def test_nor_does_a_name(self) -> None:
        answer = Client().post(
            "/accounts/signup/", {"email": "b@example.org", "username": "Bob\nBcc: x@y.de", "password1": PASSWORD}
        )
        assert answer.status_code == 400 and not User.objects.exists()
