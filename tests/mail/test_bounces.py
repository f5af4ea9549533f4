"""Addresses that take no mail, and owners who want none: told by the mail server or by the mail service."""

import base64
import hashlib
import hmac
import json
import smtplib
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from anymail.exceptions import AnymailRecipientsRefused, AnymailRequestsAPIError
from django.http import HttpResponse
from django.test import Client
from django.urls import include, path

from accounts.models import MailStop
from games.mail.failures import failure
from games.models import Notice
from landlord import webhooks
from landlord.urls import handler400, handler403, handler404, handler500
from landlord.urls import urlpatterns as of_the_site
from tests.clock.tables import Played, Tables
from tests.mail import moments
from tests.mail.listener import Listener, Received

Mails = Callable[..., list[Received]]

__all__ = ["handler400", "handler403", "handler404", "handler500"]

KEY = "a signing key of the service"
urlpatterns = [
    path("anymail/", include(webhooks.patterns("mailgun"))),
    path("anymail/", include(webhooks.patterns("postmark"))),
    *of_the_site,
]


@pytest.fixture
def game(people: Tables, mails: Mails) -> Played:
    played = people.start(2)
    mails()
    return played


class TestServer:
    @pytest.mark.parametrize("answer", ["550 5.1.1 no such user here", "550 no such user", "554 5.2.1 disabled"])
    def test_a_mailbox_that_does_not_exist_gets_nothing_more(
        self, game: Played, mails: Mails, post: Listener, answer: str
    ) -> None:
        post.refuses["ada@example.org"] = answer
        game.arrange(moments.asked_to_buy(0))
        assert mails() == []
        assert MailStop.objects.get().reason == "bounce"
        assert Notice.objects.get(status="failed").why.startswith("the mail server refused the address: 55")
        post.refuses.clear()
        game.arrange(moments.jailed(0))
        assert mails("ada") == []

    @pytest.mark.parametrize(
        "answer", ["550 5.7.1 relaying denied", "554 5.7.1 you are on a list", "550 5.1.8 bad sender"]
    )
    def test_a_server_that_wants_no_mail_of_ours_stops_nobodys(
        self, game: Played, mails: Mails, post: Listener, answer: str
    ) -> None:
        post.refuses["ada@example.org"] = answer
        game.arrange(moments.asked_to_buy(0))
        assert mails() == [] and not MailStop.objects.exists()

    def test_the_banner_says_so_and_mail_can_be_resumed(self, game: Played, mails: Mails, post: Listener) -> None:
        post.refuses["ada@example.org"] = "550 5.1.1 no such user here"
        game.arrange(moments.asked_to_buy(0))
        mails()
        browser = Client()
        browser.force_login(Notice.objects.filter(status="failed").get().user)
        page = browser.get("/").content.decode()
        assert "came back, so games don’t write to you" in page
        post.refuses.clear()
        browser.post("/accounts/mail/resume/", {"next": "/"})
        game.arrange(moments.jailed(0))
        assert len(mails("ada")) == 1

    @pytest.mark.parametrize(
        ("error", "means", "bounced"),
        [
            (smtplib.SMTPServerDisconnected("gone"), "away", False),
            (smtplib.SMTPConnectError(421, b"busy"), "away", False),
            (smtplib.SMTPAuthenticationError(535, b"no"), "away", False),
            (smtplib.SMTPSenderRefused(550, b"no", "x@example.org"), "away", False),
            (smtplib.SMTPDataError(452, b"full"), "later", False),
            (smtplib.SMTPDataError(421, b"closing"), "away", False),
            (smtplib.SMTPNotSupportedError("SMTPUTF8"), "never", False),
            (TimeoutError(), "away", False),
            (AnymailRecipientsRefused(), "never", True),
            (AnymailRequestsAPIError("x", response=SimpleNamespace(status_code=422)), "later", False),
            (AnymailRequestsAPIError("x", response=SimpleNamespace(status_code=503)), "away", False),
            (AnymailRequestsAPIError("x", response=SimpleNamespace(status_code=401)), "away", False),
            (KeyError("x"), "later", False),
        ],
        ids=lambda value: type(value).__name__ if isinstance(value, Exception) else None,
    )
    def test_what_errors_mean(self, error: Exception, means: str, bounced: bool) -> None:
        told = failure(error)
        assert (told.means, told.bounced) == (means, bounced)
        assert "@" not in told.why


def mailgun(event: dict[str, Any], key: str = KEY) -> HttpResponse:
    """Report an event as Mailgun does, signed."""
    stamp, token = str(int(time.time())), "t" * 50
    signature = hmac.new(key.encode(), f"{stamp}{token}".encode(), hashlib.sha256).hexdigest()
    body = {
        "signature": {"timestamp": stamp, "token": token, "signature": signature},
        "event-data": {"id": "x", "timestamp": time.time(), "recipient": "ada@example.org", **event},
    }
    return Client(enforce_csrf_checks=True).post(
        "/anymail/mailgun/tracking/", json.dumps(body), content_type="application/json"
    )


BOUNCE = {"event": "failed", "severity": "permanent", "reason": "bounce"}
FULL = {"event": "failed", "severity": "temporary", "reason": "generic"}
COMPLAINT = {"event": "complained"}


@pytest.fixture
def service(settings: Any) -> None:
    settings.ROOT_URLCONF = "tests.mail.test_bounces"
    settings.ANYMAIL = {"MAILGUN_WEBHOOK_SIGNING_KEY": KEY}


@pytest.mark.django_db
@pytest.mark.usefixtures("service")
class TestService:
    @pytest.mark.parametrize(("event", "reason"), [(BOUNCE, "bounce"), (COMPLAINT, "complaint")])
    def test_hard_bounces_and_complaints_stop_mail(self, event: dict[str, str], reason: str) -> None:
        assert mailgun(event).status_code == 200
        assert list(MailStop.objects.values_list("address", "reason")) == [("ada@example.org", reason)]

    @pytest.mark.parametrize("event", [FULL, {"event": "delivered"}, {"event": "opened"}])
    def test_what_passes_stops_nothing(self, event: dict[str, str]) -> None:
        assert mailgun(event).status_code == 200
        assert not MailStop.objects.exists()

    def test_a_wrong_signature_is_refused(self) -> None:
        assert mailgun(BOUNCE, key="another").status_code == 400
        assert not MailStop.objects.exists()

    def test_no_signature_at_all_is_refused(self) -> None:
        body = json.dumps({"event-data": {"recipient": "ada@example.org", **BOUNCE}})
        answer = Client().post("/anymail/mailgun/tracking/", body, content_type="application/json")
        assert answer.status_code == 400 and not MailStop.objects.exists()

    def test_a_service_without_signatures_proves_itself_by_the_secret(self, settings: Any) -> None:
        settings.ANYMAIL = {"WEBHOOK_SECRET": "one:two"}
        kinds = {"HardBounce": True, "SoftBounce": False, "Transient": False, "SpamComplaint": True}
        for password, status in (("three", 400), ("two", 200)):
            for kind in kinds:
                body = {"RecordType": "Bounce", "Type": kind, "Email": f"{kind.lower()}@example.org"}
                credentials = base64.b64encode(f"one:{password}".encode()).decode()
                answer = Client().post(
                    "/anymail/postmark/tracking/",
                    json.dumps(body),
                    content_type="application/json",
                    headers={"authorization": f"Basic {credentials}"},
                )
                assert answer.status_code == status
            if password == "three":
                assert not MailStop.objects.exists()
        stopped = set(MailStop.objects.values_list("address", flat=True))
        assert stopped == {f"{kind.lower()}@example.org" for kind, stops in kinds.items() if stops}


class TestAddresses:
    def test_only_the_service_in_use_has_one(self, client: Client) -> None:
        assert webhooks.patterns("") == []
        assert [str(pattern.pattern) for pattern in webhooks.patterns("postmark")] == ["postmark/tracking/"]
        assert webhooks.patterns("mandrill") and webhooks.patterns("amazon_ses")
        assert client.post("/anymail/mailgun/tracking/", "{}", content_type="application/json").status_code == 404
