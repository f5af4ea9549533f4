"""Where mail may go, and the banner that says why it doesn't."""

import pytest
from allauth.account.models import EmailAddress
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import mailing
from accounts.models import MailStop
from tests.accounts.conftest import person, sign_in

pytestmark = pytest.mark.django_db


class TestWhere:
    def test_to_a_confirmed_address_only_by_one_query(self) -> None:
        ada, bob = person(), person("Bob", confirmed=False)
        with CaptureQueriesContext(connection) as seen:
            assert mailing.confirmed_address(ada) == "ada@example.org"
        assert len(seen) == 1
        assert mailing.confirmed_address(bob) is None

    def test_to_the_old_one_while_a_new_one_is_not_confirmed(self) -> None:
        ada = person()
        EmailAddress.objects.create(user=ada, email="new@example.org")
        assert mailing.confirmed_address(ada) == "ada@example.org"

    def test_not_to_who_may_not_sign_in(self) -> None:
        ada = person()
        ada.is_active = False
        assert mailing.confirmed_address(ada) is None

    def test_not_without_an_address_row(self) -> None:
        ada = person()
        EmailAddress.objects.all().delete()
        assert mailing.confirmed_address(ada) is None

    def test_a_stop_ends_it_until_its_owner_asks(self) -> None:
        ada = person()
        mailing.stop_mail(" ADA@example.org", "bounce")
        assert mailing.confirmed_address(ada) is None
        assert mailing.resume(ada) and mailing.confirmed_address(ada) == "ada@example.org"
        assert not mailing.resume(ada)

    def test_of_two_reasons_the_complaint_stays(self) -> None:
        mailing.stop_mail("a@example.org", "bounce")
        mailing.stop_mail("a@example.org", "complaint")
        mailing.stop_mail("a@example.org", "bounce")
        assert MailStop.objects.get().reason == "complaint"

    def test_there_is_no_third_reason(self) -> None:
        with pytest.raises(ValueError, match="weather"):
            mailing.stop_mail("a@example.org", "weather")

    def test_nobody_lifts_the_stop_of_an_address_that_may_be_anothers(self) -> None:
        mallory = person("Mallory", "ada@example.org", confirmed=False)
        mailing.stop_mail("ada@example.org", "complaint")
        assert not mailing.resume(mallory)
        assert MailStop.objects.exists()


class TestBanner:
    def banner(self, browser: Client) -> str:
        page = browser.get("/rules/").content.decode()
        return page.partition('<aside class="banner"')[2].partition("</aside>")[0]

    def test_none_for_who_gets_mail_and_none_for_guests(self) -> None:
        person()
        assert not self.banner(sign_in()) and not self.banner(Client())

    def test_an_unconfirmed_address_is_told_with_a_button(self) -> None:
        person(confirmed=False)
        told = self.banner(sign_in())
        assert "ada@example.org" in told and "no game" in told and "/accounts/mail/confirm-again/" in told

    def test_a_bounced_address_is_told_and_tried_again(self) -> None:
        person()
        browser = sign_in()
        mailing.stop_mail("ada@example.org", "bounce")
        assert "came back" in self.banner(browser) and "/accounts/mail/resume/" in self.banner(browser)
        assert browser.post("/accounts/mail/resume/", {"next": "/rules/"})["location"] == "/rules/"
        assert not self.banner(browser)

    def test_a_complaint_is_told_to_the_confirmed_owner_only(self) -> None:
        person()
        mailing.stop_mail("ada@example.org", "complaint")
        person("Mallory", "mallory@example.org", confirmed=False)
        EmailAddress.objects.filter(user__name="Mallory").update(email="ada@example.org")
        assert "unwanted" in self.banner(sign_in())
        assert "unwanted" not in self.banner(sign_in("mallory@example.org"))

    def test_it_costs_no_query_of_its_own(self) -> None:
        person(confirmed=False)
        browser = sign_in()
        browser.get("/rules/")
        with CaptureQueriesContext(connection) as seen:
            browser.get("/rules/")
        about = [query["sql"] for query in seen if "account_emailaddress" in query["sql"]]
        # One reads who is signed in, and the mailbox with it; the other what waits for them.
        assert len(about) == 1 and len(seen) == 2
        with CaptureQueriesContext(connection) as seen:
            Client().get("/rules/")
        assert not seen


class TestHead:
    def test_guests_may_sign_in_and_up(self, client: Client) -> None:
        page = client.get("/rules/").content.decode()
        assert 'href="/accounts/login/"' in page and 'href="/accounts/signup/"' in page and "Sign out" not in page

    def test_a_person_sees_the_own_name_and_a_way_out(self) -> None:
        person()
        page = sign_in().get("/rules/").content.decode()
        assert "Ada</a>" in page and 'action="/accounts/logout/"' in page and "Sign up" not in page
