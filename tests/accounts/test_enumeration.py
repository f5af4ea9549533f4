"""Nobody can find out whether an address is known."""

import re
from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import authenticate
from django.core.mail import EmailMessage
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from tests.accounts.conftest import PASSWORD, link_in, once_more, person, sign_in, signed_in

pytestmark = pytest.mark.django_db
Mails = Callable[[], list[EmailMessage]]


def what_is_told(client: Client, path: str, fields: dict[str, str]) -> tuple[int, str, str]:
    """Give status, place and page of an answer, without what differs each time."""
    answer = client.post(path, fields)
    text = re.sub(r'value="\w{64}"', "", answer.content.decode())
    if "location" in answer:
        text += re.sub(r'value="\w{64}"', "", client.get(answer["location"]).content.decode())
    return answer.status_code, answer.get("location", ""), text


@pytest.fixture
def hashes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Count each time a password is hashed: what takes time at a sign-in."""
    spent: list[str] = []
    check, make = User.check_password, User.set_password
    monkeypatch.setattr(User, "check_password", lambda user, raw: (spent.append("check"), check(user, raw))[1])
    monkeypatch.setattr(User, "set_password", lambda user, raw: (spent.append("make"), make(user, raw))[1])
    return spent


KNOWN, UNCONFIRMED, UNKNOWN = "ada@example.org", "bob@example.org", "cleo@example.org"


@pytest.fixture(autouse=True)
def _people() -> None:
    person("Ada")
    person("Bob", confirmed=False)


def test_a_sign_in_that_fails_says_and_costs_the_same(hashes: list[str]) -> None:
    told, cost = set(), set()
    for address in (KNOWN, UNCONFIRMED, UNKNOWN):
        hashes.clear()
        status, place, text = what_is_told(Client(), "/accounts/login/", {"login": address, "password": "wrong"})
        told.add((status, place, text.replace(address, "")))
        cost.add(len(hashes))
    assert len(told) == 1
    assert cost == {2}


def test_a_forgotten_password_says_the_same_and_sends_one_mail_each(mails: Mails) -> None:
    told = {what_is_told(Client(), "/accounts/password/reset/", {"email": a}) for a in (KNOWN, UNCONFIRMED, UNKNOWN)}
    assert len(told) == 1
    sent = mails()
    assert sorted(message.to[0] for message in sent) == [KNOWN, UNCONFIRMED, UNKNOWN]
    assert len({message.subject for message in sent}) == 1


def test_signing_up_says_the_same_costs_the_same_and_sends_one_mail_each(mails: Mails, hashes: list[str]) -> None:
    told, cost, queries = set(), set(), set()
    for name, address in (("Dora", KNOWN), ("Dorb", UNCONFIRMED), ("Dorc", UNKNOWN)):
        hashes.clear()
        fields = {"username": name, "email": address, "password1": PASSWORD}
        with CaptureQueriesContext(connection) as seen:
            status, place, text = what_is_told(Client(), "/accounts/signup/", fields)
        told.add((status, place, text.replace(name, "").replace(address, "")))
        cost.add(len(hashes))
        queries.add(len(seen))
    assert len(told) == len(cost) == len(queries) == 1
    assert sorted(message.to[0] for message in mails()) == [KNOWN, UNCONFIRMED, UNKNOWN]


def test_changing_to_an_address_says_the_same_and_sends_one_mail_each(mails: Mails) -> None:
    told = set()
    for name, address in (("Dora", KNOWN), ("Dorb", UNCONFIRMED), ("Dorc", UNKNOWN)):
        person(name)
        browser = sign_in(f"{name.lower()}@example.org")
        once_more(browser)
        status, place, text = what_is_told(browser, "/accounts/email/", {"action_add": "", "email": address})
        for changing in (address, f"{name.lower()}@example.org", name):
            text = text.replace(changing, "")
        told.add((status, place, text))
    assert len(told) == 1
    assert sorted(message.to[0] for message in mails()) == [KNOWN, UNCONFIRMED, UNKNOWN]


def test_who_signed_up_with_anothers_confirmed_address_can_sign_in_again() -> None:
    """Else the second sign-in would tell that the address is confirmed."""
    Client().post("/accounts/signup/", {"username": "Mallory", "email": KNOWN, "password1": "of Mallory alone"})
    assert authenticate(username=KNOWN, password="of Mallory alone") == User.objects.get(name="Mallory")
    assert authenticate(username=KNOWN, password=PASSWORD) == User.objects.get(name="Ada")
    assert signed_in(sign_in(KNOWN)) and signed_in(sign_in(KNOWN, "of Mallory alone"))


def test_the_same_signing_in_costs_the_same_whether_or_not_another_confirmed_the_address(hashes: list[str]) -> None:
    costs = set()
    for name, address in (("Mallory1", KNOWN), ("Mallory2", UNKNOWN)):
        Client().post("/accounts/signup/", {"username": name, "email": address, "password1": "of Mallory alone"})
        hashes.clear()
        assert authenticate(username=address, password="of Mallory alone") == User.objects.get(name=name)
        costs.add(len(hashes))
    assert costs == {2}


def test_of_two_accounts_with_one_address_and_password_the_confirmed_one_is_entered() -> None:
    User.objects.create_user(KNOWN, "Ada2", PASSWORD)
    assert authenticate(username=KNOWN, password=PASSWORD) == User.objects.get(name="Ada")


def test_only_one_account_confirms_an_address(client: Client, mails: Mails) -> None:
    client.post("/accounts/signup/", {"username": "Mallory", "email": KNOWN, "password1": PASSWORD})
    link = link_in(mails()[0], "confirm-email")
    page = client.get(link)
    assert page.status_code == 200 and "Another account here has confirmed" in page.content.decode()
    client.post(link)
    assert EmailAddress.objects.filter(email=KNOWN, verified=True).get().user.name == "Ada"


def test_the_mail_for_a_new_password_names_who_confirmed_else_all(client: Client, mails: Mails) -> None:
    User.objects.create_user(KNOWN, "Mallory", PASSWORD)
    User.objects.create_user(UNCONFIRMED, "Bob2", PASSWORD)
    client.post("/accounts/password/reset/", {"email": KNOWN})
    client.post("/accounts/password/reset/", {"email": UNCONFIRMED})
    first, second = sorted(mails(), key=lambda message: message.to[0])
    assert "Ada\n" in str(first.body) and "Mallory" not in str(first.body)
    assert "Bob\n" in str(second.body) and "Bob2\n" in str(second.body)
