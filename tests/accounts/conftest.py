"""People, and the mail they get."""

import re
from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.mail import EmailMessage
from django.test import Client

from accounts import outbox
from accounts.models import User

PASSWORD = "a long enough password"


def person(name: str = "Ada", address: str = "", confirmed: bool = True) -> User:
    """Save somebody with an address and PASSWORD."""
    address = address or f"{name.lower()}@example.org"
    user = User.objects.create_user(address, name, PASSWORD)
    EmailAddress.objects.create(user=user, email=address, primary=True, verified=confirmed)
    return user


def sign_in(address: str = "ada@example.org", password: str = PASSWORD, client: Client | None = None) -> Client:
    """Sign in as one does on the page; a test that wants it refused looks for itself."""
    client = client or Client()
    answer = client.post("/accounts/login/", {"login": address, "password": password})
    assert answer.status_code == 303, answer.content.decode()
    return client


def once_more(client: Client, password: str = PASSWORD) -> None:
    """Type the password once more, as pages that touch the whole account ask."""
    assert client.post("/accounts/reauthenticate/", {"password": password}).status_code == 303


def signed_in(client: Client) -> bool:
    """Tell whether this browser is signed in."""
    return client.get("/accounts/settings/").status_code == 200


@pytest.fixture
def mails() -> Callable[[], list[EmailMessage]]:
    """Let the worker send what is in the outbox, and give what was sent since the last time."""

    def sent() -> list[EmailMessage]:
        mail.outbox.clear()
        outbox.deliver()
        return list(mail.outbox)

    return sent


def link_in(message: EmailMessage, part: str) -> str:
    """Give the path of the link in a mail that has this part."""
    found = re.findall(rf"http://testserver(/\S*{part}\S*)", str(message.body))
    assert len(found) == 1, message.body
    return str(found[0])
