"""The settings: name, time zone, mails, block list."""

import re
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import blocks, mailing
from accounts.models import Block, MailPreferences, User
from accounts.signals import person_renamed
from tests.accounts.conftest import once_more, person, sign_in

pytestmark = pytest.mark.django_db
PAGES = ["", "name/", "profile/", "mail/", "blocks/", "data.json", "delete/"]


@pytest.mark.parametrize("page", [*PAGES, "blocks/remove/", "elsewhere/"])
def test_all_are_for_who_is_signed_in(client: Client, page: str) -> None:
    address = f"/accounts/settings/{page}"
    answer = client.get(address)
    assert answer.status_code in {302, 405}
    posted = client.post(address, {"name": "Ada"})
    assert posted.status_code in {303, 405}
    assert "/accounts/login/" in answer.get("location", posted.get("location", ""))


@pytest.mark.parametrize("page", PAGES)
def test_no_cache_keeps_them(page: str) -> None:
    person()
    browser = sign_in()
    once_more(browser)
    assert "no-store" in browser.get(f"/accounts/settings/{page}")["cache-control"]


class TestName:
    def test_others_see_the_new_one_and_are_told_the_old(self) -> None:
        heard: list[tuple[str, str]] = []

        def hear(user: User, before: str, **_: Any) -> None:
            heard.append((before, user.name))

        ada = person()
        person_renamed.connect(hear)
        try:
            browser = sign_in()
            assert browser.post("/accounts/settings/name/", {"name": "Lovelace"}).status_code == 303
            browser.post("/accounts/settings/name/", {"name": "Lovelace"})
        finally:
            person_renamed.disconnect(hear)
        ada.refresh_from_db()
        assert ada.name == "Lovelace" and heard == [("Ada", "Lovelace")]

    def test_other_capitals_of_ones_own_name_will_do(self) -> None:
        ada = person()
        assert sign_in().post("/accounts/settings/name/", {"name": "ADA"}).status_code == 303
        ada.refresh_from_db()
        assert ada.name == "ADA"

    @pytest.mark.parametrize("name", ["bob", "admin", "Zoë", "ab", "", "Ada\u202e", "<b>Ada"])
    def test_the_same_rules_hold_as_when_signing_up(self, name: str) -> None:
        ada = person()
        person("Bob")
        answer = sign_in().post("/accounts/settings/name/", {"name": name})
        assert answer.status_code == 400 and "id_name_error" in answer.content.decode()
        assert "Settings of </span>Ada</a>" in answer.content.decode()
        ada.refresh_from_db()
        assert ada.name == "Ada"


class TestProfile:
    def test_zone_and_leaderboard(self) -> None:
        ada = person()
        assert (ada.time_zone, ada.on_leaderboard) == ("UTC", False)
        sign_in().post("/accounts/settings/profile/", {"time_zone": "Asia/Kolkata", "on_leaderboard": "on"})
        ada.refresh_from_db()
        assert (ada.time_zone, ada.on_leaderboard) == ("Asia/Kolkata", True)

    @pytest.mark.parametrize("zone", ["", "Mars/Phobos", "/etc/localtime"])
    def test_a_zone_that_is_none(self, zone: str) -> None:
        ada = person()
        assert sign_in().post("/accounts/settings/profile/", {"time_zone": zone}).status_code == 400
        ada.refresh_from_db()
        assert ada.time_zone == "UTC"

    def test_an_old_name_of_a_zone_stays_chosen(self) -> None:
        ada = person()
        User.objects.filter(pk=ada.pk).update(time_zone="GB")
        browser = sign_in()
        assert '<option value="GB" selected>' in browser.get("/accounts/settings/profile/").content.decode()
        assert browser.post("/accounts/settings/profile/", {"time_zone": "GB"}).status_code == 303


class TestMails:
    def ticked(self, browser: Client) -> int:
        return len(
            re.findall(r'type="checkbox"[^>]* checked', browser.get("/accounts/settings/mail/").content.decode())
        )

    def test_all_are_on_until_switched_off(self) -> None:
        ada = person()
        assert all(mailing.wants(ada, kind) for kind in MailPreferences.KINDS)
        browser = sign_in()
        assert self.ticked(browser) == len(MailPreferences.KINDS) == 7
        browser.post("/accounts/settings/mail/", {"turn": "on", "news": "on"})
        assert [kind for kind in MailPreferences.KINDS if mailing.wants(ada, kind)] == ["turn", "news"]
        assert self.ticked(browser) == 2
        browser.post("/accounts/settings/mail/", {})
        assert not any(mailing.wants(ada, kind) for kind in MailPreferences.KINDS)

    def test_one_kind_can_be_switched_by_itself(self) -> None:
        ada = person()
        mailing.set_wanted(ada, "offer", False)
        mailing.set_wanted(ada, "offer", False)
        assert not mailing.wants(ada, "offer") and mailing.wants(ada, "turn")
        mailing.set_wanted(ada, "offer", True)
        assert mailing.wants(ada, "offer")

    @pytest.mark.parametrize("kind", ["user_id", "spam", ""])
    def test_there_are_no_other_kinds(self, kind: str) -> None:
        ada = person()
        with pytest.raises(ValueError, match="no kind of mail"):
            mailing.wants(ada, kind)
        with pytest.raises(ValueError, match="no kind of mail"):
            mailing.set_wanted(ada, kind, False)


class TestBlockList:
    def test_names_come_on_and_go_off(self) -> None:
        ada, bob = person(), person("Bob")
        browser = sign_in()
        assert browser.post("/accounts/settings/blocks/", {"name": " bob "}).status_code == 303
        browser.post("/accounts/settings/blocks/", {"name": "Bob"})
        assert Block.objects.get().blocked == bob and Block.objects.get().user == ada
        assert "Bob" in browser.get("/accounts/settings/blocks/").content.decode()
        browser.post("/accounts/settings/blocks/remove/", {"name": "BOB"})
        assert not Block.objects.exists()
        assert browser.post("/accounts/settings/blocks/remove/", {"name": "Bob"}).status_code == 303
        assert browser.post("/accounts/settings/blocks/remove/", {"name": "Bob\0"}).status_code == 303

    @pytest.mark.parametrize(
        ("name", "words"),
        [("Nobody-here", "Nobody here has this name"), ("ada", "can&#x27;t block yourself"), ("", "required")],
    )
    def test_names_that_can_not_come_on(self, name: str, words: str) -> None:
        person()
        answer = sign_in().post("/accounts/settings/blocks/", {"name": name})
        assert answer.status_code == 400 and words in answer.content.decode()

    def test_it_is_not_endless(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(blocks, "MOST", 1)
        ada = person()
        person("Bob"), person("Cleo")
        blocks.block(ada, "Bob")
        with pytest.raises(ValidationError, match="take one off first"):
            blocks.block(ada, "Cleo")

    def test_it_works_both_ways_and_costs_one_query(self) -> None:
        ada, bob, cleo = person(), person("Bob"), person("Cleo")
        blocks.block(ada, "Bob")
        with CaptureQueriesContext(connection) as seen:
            assert blocks.blocked_between(ada.pk, [cleo.pk, bob.pk])
        assert len(seen) == 1
        assert blocks.blocked_between(bob.pk, iter([ada.pk]))
        assert not blocks.blocked_between(cleo.pk, [ada.pk, bob.pk])
        assert not blocks.blocked_between(ada.pk, [])

    def test_the_database_lets_nobody_block_oneself(self) -> None:
        ada = person()
        with pytest.raises(IntegrityError), transaction.atomic():
            Block.objects.create(user=ada, blocked=ada)
