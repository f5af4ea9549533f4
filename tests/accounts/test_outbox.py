"""Mail about accounts: kept until it is sent."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.mail import EmailMessage
from django.test import Client
from django.utils import timezone

from accounts import mailing, outbox, tasks
from accounts.models import AccountMail
from tests.accounts.conftest import PASSWORD, person

pytestmark = pytest.mark.django_db
Mails = Callable[[], list[EmailMessage]]


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A mail server that refuses whoever is on this list."""
    refused: list[str] = []
    send = EmailMessage.send

    def fail(message: EmailMessage, *args: Any) -> int:
        if message.to[0] in refused:
            raise OSError("no mail server")
        return send(message, *args)

    monkeypatch.setattr(EmailMessage, "send", fail)
    return refused


def test_the_task_sends_what_is_due_once() -> None:
    outbox.post("a@example.org", "One", "body")
    outbox.post("b@example.org", "Two", "body")
    assert (tasks.deliver_account_mail(), tasks.deliver_account_mail()) == (2, 0)
    assert [message.subject for message in mail.outbox] == ["One", "Two"]
    assert not AccountMail.objects.exists()


def test_a_failure_waits_and_the_others_go_out(broken: list[str]) -> None:
    broken.append("a@example.org")
    outbox.post("a@example.org", "One", "body")
    outbox.post("b@example.org", "Two", "body")
    assert outbox.deliver() == 1
    waiting = AccountMail.objects.get()
    assert waiting.tries == 1 and timedelta(seconds=50) < waiting.due - timezone.now() <= timedelta(seconds=60)
    assert outbox.deliver() == 0
    broken.clear()
    AccountMail.objects.update(due=timezone.now())
    assert outbox.deliver() == 1


def test_it_is_given_up_in_the_end(broken: list[str]) -> None:
    broken.append("a@example.org")
    outbox.post("a@example.org", "One", "body")
    pauses = []
    for _ in outbox.PAUSES:
        outbox.deliver()
        if waiting := AccountMail.objects.first():
            pauses.append(round((waiting.due - timezone.now()).total_seconds()))
            AccountMail.objects.update(due=timezone.now())
    assert pauses == sorted(pauses) and len(pauses) == len(outbox.PAUSES) - 1
    assert not AccountMail.objects.exists() and not mail.outbox


def test_a_page_needs_no_mail_server(client: Client, broken: list[str]) -> None:
    broken.append("ada@example.org")
    form = {"username": "Ada", "email": "ada@example.org", "password1": PASSWORD}
    assert client.post("/accounts/signup/", form).status_code == 303
    assert AccountMail.objects.count() == 1


def test_nothing_goes_to_a_stopped_address_but_what_its_owner_asks_for(mails: Mails) -> None:
    person()
    mailing.stop_mail("ada@example.org", "complaint")
    Client().post("/accounts/signup/", {"username": "Mallory", "email": "ada@example.org", "password1": PASSWORD})
    assert not mails()
    Client().post("/accounts/password/reset/", {"email": "ada@example.org"})
    assert [message.subject for message in mails()] == ["A new password for Landlord"]


def test_links_lead_to_the_sites_own_address(mails: Mails, settings: Any) -> None:
    settings.SITE_URL = "https://games.example.org"
    settings.ALLOWED_HOSTS = ["*"]
    person()
    Client(SERVER_NAME="evil.example.com").post("/accounts/password/reset/", {"email": "ada@example.org"})
    Client(SERVER_NAME="evil.example.com").post("/accounts/password/reset/", {"email": "nobody@example.org"})
    Client(SERVER_NAME="evil.example.com").post(
        "/accounts/signup/", {"username": "Bob", "email": "bob@example.org", "password1": PASSWORD}
    )
    sent = mails()
    assert len(sent) == 3
    for message in sent:
        assert "https://games.example.org/accounts/" in str(message.body) and "evil" not in str(message.body)


def test_no_mail_tells_addresses_of_networks_or_browsers(mails: Mails) -> None:
    person()
    browser = Client(REMOTE_ADDR="198.51.100.7", headers={"user-agent": "Evil\r\nBcc: x@example.org"})
    browser.post("/accounts/login/", {"login": "ada@example.org", "password": PASSWORD})
    new = "another long password"
    browser.post("/accounts/password/change/", {"oldpassword": PASSWORD, "password1": new, "password2": new})
    (message,) = mails()
    assert "198.51" not in str(message.message()) and "Evil" not in str(message.message())
