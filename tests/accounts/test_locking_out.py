"""Limits that hold against many at once, and that no stranger can use to keep somebody out."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.conf import LazySettings
from django.core.mail import EmailMessage
from django.db import connection
from django.test import Client, RequestFactory

from accounts import known, limits
from accounts.models import AccountMail, User
from tests.accounts.conftest import PASSWORD, link_in, once_more, person, sign_in, signed_in

Mails = Callable[[], list[EmailMessage]]
LOGIN, RESET = "/accounts/login/", "/accounts/password/reset/"
WRONG = {"login": "ada@example.org", "password": "wrong"}
RIGHT = {**WRONG, "password": PASSWORD}


def from_network(number: int, **more: str) -> Client:
    """Open a browser in one of many networks."""
    return Client(REMOTE_ADDR=f"10.{number // 65536}.{number // 256 % 256}.{number % 256}", **more)


def attack(times: int = 60) -> Counter[bool]:
    """Use up all that strangers may try, from so many networks; give how many tries were within the limit, or not.

    Counted as a sign-in counts, without the page and the hash around it: the first test does it with both.
    """
    tries = (RequestFactory().post(LOGIN, REMOTE_ADDR=f"10.9.{n // 256}.{n % 256}") for n in range(times))
    return Counter(limits.stranger(request, WRONG["login"]) is not None for request in tries)


@pytest.fixture
def known_browser() -> Client:
    """Give Ada's browser, signed out again."""
    client = sign_in(client=Client(REMOTE_ADDR="198.51.100.1"))
    client.post("/accounts/logout/")
    assert not signed_in(client)
    return client


@pytest.fixture
def ada(db: None) -> User:
    return person()


@pytest.mark.usefixtures("ada")
class TestStrangers:
    def test_many_networks_have_fifty_guesses_together(self) -> None:
        attack(40)
        answers = Counter(from_network(number).post(LOGIN, WRONG).status_code for number in range(15))
        assert answers == {400: 10, 429: 5}
        assert from_network(1000).post(LOGIN, RIGHT).status_code == 429

    def test_a_browser_that_was_let_in_before_gets_in_all_the_same(self, known_browser: Client) -> None:
        attack()
        assert known_browser.post(LOGIN, RIGHT).status_code == 303
        assert signed_in(known_browser)

    def test_there_a_slip_of_the_hand_is_called_one(self, known_browser: Client) -> None:
        attack()
        answer = known_browser.post(LOGIN, WRONG)
        assert answer.status_code == 400 and "belong together" in answer.content.decode()

    def test_even_from_the_network_that_attacks(self, known_browser: Client) -> None:
        for _ in range(12):
            Client(REMOTE_ADDR="198.51.100.1").post(LOGIN, WRONG)
        assert known_browser.post(LOGIN, RIGHT).status_code == 303

    def test_a_new_browser_gets_in_by_mail(self, mails: Mails) -> None:
        attack()
        owner = from_network(2000)
        owner.post(RESET, {"email": "ada@example.org"})
        page = owner.get(link_in(mails()[0], "reset"), follow=True)
        new = "another long enough one"
        assert owner.post(page.request["PATH_INFO"], {"password1": new, "password2": new}).status_code == 303
        assert owner.post(LOGIN, {**RIGHT, "password": new}).status_code == 303
        owner.post("/accounts/logout/")
        attack(60)
        assert owner.post(LOGIN, {**RIGHT, "password": new}).status_code == 303

    def test_they_keep_nobody_from_typing_the_password_once_more(self) -> None:
        browser = sign_in()
        attack()
        once_more(browser)

    def test_the_mails_they_ask_for_let_the_owner_in(self, mails: Mails) -> None:
        answers = [from_network(n).post(RESET, {"email": "ada@example.org"}).status_code for n in range(10)]
        assert answers == [303] * 5 + [429] * 5
        owner = Client()
        assert b"New password" in owner.get(link_in(mails()[0], "reset"), follow=True).content

    def test_their_signing_up_delays_no_confirmation_of_the_owners(self, mails: Mails) -> None:
        bob = person("Bob", confirmed=False)
        browser = sign_in(bob.email)
        for number in range(2):
            fields = {"username": f"Mallory{number}", "email": bob.email, "password1": "of Mallory alone"}
            from_network(number).post("/accounts/signup/", fields)
        mails()
        browser.post("/accounts/mail/confirm-again/")
        assert [message.to for message in mails()] == [["bob@example.org"]]

    def test_they_fill_nobodys_mailbox(self) -> None:
        networks = [RequestFactory().post("/accounts/signup/", REMOTE_ADDR=f"10.9.0.{n}") for n in range(8)]
        went = [limits.mail_may_go(request, "ada@example.org") for request in networks for _ in range(4)]
        assert went == [True, True, True, False] * 6 + [True, True, False, False] + [False] * 4
        for number in range(3):
            fields = {"username": f"Mallory{number}", "email": "ada@example.org", "password1": "of Mallory alone"}
            assert from_network(number).post("/accounts/signup/", fields).status_code == 303
        assert AccountMail.objects.count() == 0


@pytest.mark.usefixtures("ada")
class TestTheCookie:
    def test_it_has_tries_of_its_own_and_no_more_than_five(self, known_browser: Client) -> None:
        attack()
        answers = [known_browser.post(LOGIN, WRONG).status_code for _ in range(5)]
        assert answers == [400] * 5
        assert known_browser.post(LOGIN, RIGHT).status_code != 303

    def test_it_is_no_way_in_by_itself(self, known_browser: Client) -> None:
        thief = Client()
        thief.cookies[known.COOKIE] = known_browser.cookies[known.COOKIE].value
        assert not signed_in(thief)

    @pytest.mark.parametrize("change", [lambda value: value[:-1] + "x", lambda value: "7" + value, lambda _: "1.x"])
    def test_a_made_up_one_counts_for_nothing(self, known_browser: Client, change: Callable[[str], str]) -> None:
        attack()
        known_browser.cookies[known.COOKIE] = change(known_browser.cookies[known.COOKIE].value)
        assert known_browser.post(LOGIN, RIGHT).status_code == 429

    def test_that_of_another_account_gives_no_more_guesses_at_this_one(self) -> None:
        """Also where it carries the same address: Mallory's browser may try Mallory's password, and no other."""
        thief = from_network(3000)
        mine = "of Mallory alone"
        thief.post("/accounts/signup/", {"username": "Mallory", "email": "ada@example.org", "password1": mine})
        thief.post("/accounts/logout/")
        attack()
        assert thief.cookies[known.COOKIE].value
        assert thief.post(LOGIN, RIGHT).status_code == 400
        assert thief.post(LOGIN, {**RIGHT, "password": mine}).status_code == 303

    def test_no_script_and_no_other_page_reads_it(self, settings: LazySettings) -> None:
        settings.SESSION_COOKIE_SECURE = True
        cookie = sign_in().cookies[known.COOKIE]
        assert (
            cookie["httponly"] and cookie["secure"] and cookie["samesite"] == "Lax" and cookie["path"] == "/accounts/"
        )

    def test_a_suspended_person_is_not_let_in_by_it(self, known_browser: Client, ada: User) -> None:
        ada.is_active = False
        ada.save()
        assert known_browser.post(LOGIN, RIGHT, follow=True).status_code != 303
        assert not signed_in(known_browser)


@pytest.mark.django_db(transaction=True)
class TestAtOnce:
    @staticmethod
    def fifty(post: Callable[[int], int]) -> Counter[int]:
        def one(number: int) -> int:
            try:
                return post(number)
            finally:
                connection.close()

        with ThreadPoolExecutor(10) as pool:
            return Counter(pool.map(one, range(50)))

    def test_of_fifty_wrong_passwords_five_are_looked_at(self) -> None:
        person()
        assert self.fifty(lambda _: Client().post(LOGIN, WRONG).status_code) == {400: 5, 429: 45}

    def test_of_fifty_networks_at_once_no_more_guesses_than_of_one_after_another(self) -> None:
        person()
        assert attack(25) == {True: 25}
        assert self.fifty(lambda n: from_network(100 + n).post(LOGIN, WRONG).status_code) == {400: 25, 429: 25}

    def test_of_fifty_that_forgot_the_password_five_get_a_mail(self) -> None:
        person()
        answers = self.fifty(lambda n: from_network(n).post(RESET, {"email": "ada@example.org"}).status_code)
        assert answers == {303: 5, 429: 45}
        assert AccountMail.objects.count() == 5


@pytest.mark.django_db
@pytest.mark.parametrize("proxies", [0, 1, 2])
def test_made_up_forwarded_addresses_give_no_more_guesses(settings: LazySettings, proxies: int) -> None:
    """What the sender writes into X-Forwarded-For changes nothing, whatever stands in front of the site."""
    settings.TRUSTED_PROXIES = proxies
    person()
    passes = ["", "203.0.113.5", "203.0.113.5, 10.0.0.2"][proxies]
    looked_at = 0
    client = Client(REMOTE_ADDR="10.0.0.1")
    for number in range(30):
        made_up = f"192.0.2.{number % 250}, 198.51.100.{number // 250}"
        headers = {"x-forwarded-for": f"{made_up}, {passes}" if passes else made_up, "x-real-ip": made_up}
        looked_at += client.post(LOGIN, WRONG, headers=headers).status_code == 400
    assert looked_at == 5


@pytest.mark.long
@pytest.mark.django_db
def test_a_thousand_guesses_from_a_thousand_networks_are_held(settings: LazySettings) -> None:
    settings.TRUSTED_PROXIES = 1
    person()
    client = Client(REMOTE_ADDR="10.0.0.1")
    turning = [f"10.1.{n // 250}.{n % 250}" for n in range(1000)]
    answers = Counter(
        client.post(LOGIN, WRONG, headers={"x-forwarded-for": address}).status_code for address in turning
    )
    assert answers == {400: 50, 429: 950}


@pytest.mark.long
@pytest.mark.django_db
def test_a_thousand_guesses_with_made_up_addresses_are_held(settings: LazySettings) -> None:
    """Behind one proxy, which adds what it saw to what the sender made up."""
    settings.TRUSTED_PROXIES = 1
    person()
    client = Client(REMOTE_ADDR="10.0.0.1")
    turning = [f"10.1.{n // 250}.{n % 250}, 203.0.113.5" for n in range(1000)]
    answers = Counter(
        client.post(LOGIN, WRONG, headers={"x-forwarded-for": address}).status_code for address in turning
    )
    # Five a five minutes, should the thousand take that long.
    assert answers[400] <= 10 and answers[303] == 0
