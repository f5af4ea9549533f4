"""Own data, and the end of an account."""

import json
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache

from accounts import blocks, leaving, mailing, outbox
from accounts.models import AccountMail, Block, MailPreferences, MailStop, Session, User
from accounts.signals import collecting, person_leaving
from tests.accounts.conftest import once_more, person, sign_in, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> User:
    """Somebody of whom there is something everywhere, and somebody beside."""
    ada, bob = person(), person("Bob")
    blocks.block(ada, "Bob")
    blocks.block(bob, "Ada")
    mailing.set_wanted(ada, "offer", False)
    mailing.stop_mail("ada@example.org", "bounce")
    EmailAddress.objects.create(user=ada, email="new@example.org")
    RecoveryCodes.activate(ada)
    outbox.post("new@example.org", "Subject", "body")
    kind = ContentType.objects.get_for_model(User)
    LogEntry.objects.create(
        user=bob, content_type=kind, object_id=str(ada.pk), object_repr="Ada", action_flag=CHANGE, change_message=""
    )
    return ada


class TestOwnData:
    def test_comes_as_a_file_after_the_password(self, ada: User) -> None:
        browser = sign_in()
        assert browser.get("/accounts/settings/data.json")["location"].startswith("/accounts/reauthenticate/")
        once_more(browser)
        answer = browser.get("/accounts/settings/data.json")
        assert answer["content-disposition"] == 'attachment; filename="landlord-my-data.json"'
        data = answer.json()
        assert data["account"]["name"] == "Ada" and data["account"]["address"] == "ada@example.org"
        assert [row["address"] for row in data["addresses"]] == ["ada@example.org", "new@example.org"]
        assert data["mail_wanted"]["offer"] is False and data["mail_wanted"]["turn"] is True
        assert data["mail_stopped"][0]["reason"] == "bounce"
        assert [row["name"] for row in data["blocked"]] == ["Bob"]
        assert [row["kind"] for row in data["second_factors"]] == ["recovery_codes"]

    def test_holds_no_secret_and_nothing_of_others(self, ada: User) -> None:
        text = json.dumps(leaving.own_data(ada), default=str)
        for secret in (ada.password, "bob@example.org", Authenticator.objects.get().data["seed"]):
            assert secret not in text

    def test_others_add_theirs(self, ada: User) -> None:
        def give(user: User, **_: Any) -> dict[str, Any]:
            return {"games": [user.name]}

        collecting.connect(give)
        try:
            assert leaving.own_data(ada)["games"] == ["Ada"]
        finally:
            collecting.disconnect(give)


class TestDeletion:
    @staticmethod
    def rows_of(user_id: int) -> dict[str, int]:
        """Count, in each table, the rows that point to a user."""
        found = {}
        for model in apps.get_models():
            for field in model._meta.get_fields():
                if getattr(field, "related_model", None) is User and getattr(field, "column", None):
                    found[f"{model.__name__}.{field.name}"] = model._default_manager.filter(
                        **{field.name: user_id}
                    ).count()
        return found

    def test_leaves_no_trace(self, ada: User) -> None:
        there, browser = sign_in(), sign_in()
        once_more(browser)
        before = self.rows_of(ada.pk)
        assert before["EmailAddress.user"] == before["Session.user"] == 2 and before["Authenticator.user"] == 1
        answer = browser.post("/accounts/settings/delete/", {"name": "ada"})
        assert (answer.status_code, answer["location"]) == (303, "/")
        assert not any(self.rows_of(ada.pk).values())
        assert list(User.objects.values_list("name", flat=True)) == ["Bob"]
        assert not MailStop.objects.exists() and not AccountMail.objects.exists() and not LogEntry.objects.exists()
        assert not Block.objects.exists() and not MailPreferences.objects.exists()
        assert not signed_in(browser) and not signed_in(there)
        assert "Your account is deleted" in browser.get("/rules/").content.decode()

    @pytest.mark.parametrize("name", ["", "Bob", "delete"])
    def test_takes_the_own_name(self, ada: User, name: str) -> None:
        browser = sign_in()
        once_more(browser)
        assert browser.post("/accounts/settings/delete/", {"name": name}).status_code == 400
        assert User.objects.filter(pk=ada.pk).exists()

    def test_takes_the_password(self, ada: User) -> None:
        answer = sign_in().post("/accounts/settings/delete/", {"name": "Ada"})
        assert answer["location"].startswith("/accounts/reauthenticate/")
        assert User.objects.filter(pk=ada.pk).exists()

    def test_others_let_go_first_and_all_or_nothing(self, ada: User) -> None:
        seen: list[bool] = []

        def refuse(user: User, **_: Any) -> None:
            seen.append(User.objects.filter(pk=user.pk).exists() and EmailAddress.objects.filter(user=user).exists())
            raise RuntimeError("the game is locked")

        browser = sign_in()
        person_leaving.connect(refuse)
        try:
            with pytest.raises(RuntimeError, match="the game is locked"):
                leaving.delete_account(ada)
        finally:
            person_leaving.disconnect(refuse)
        assert seen == [True]
        assert EmailAddress.objects.filter(user=ada).count() == 2 and signed_in(browser)

    def test_no_session_lives_on_in_the_cache(self, ada: User) -> None:
        browser = sign_in()
        assert signed_in(browser)
        leaving.delete_account(ada)
        assert not signed_in(browser)
        key = browser.cookies["sessionid"].value
        assert not Session.objects.exists() and cache.get(f"accounts.sessions{key}") is None
