"""The back room: who gets in, what nobody sees there, and the audit of all of it."""

from io import StringIO

import pytest
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.test import Client

from accounts import audit, leaving
from accounts.models import AuditEntry, PersonalToken, User
from tests.accounts.conftest import PASSWORD, person, sign_in, signed_in
from tests.accounts.test_factors import TOTP, code_of, set_up
from tests.games.company import running
from tests.staff import staff_browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def boss() -> User:
    user = person("Boss")
    user.is_staff = user.is_superuser = True
    user.save()
    return user


@pytest.fixture
def room(boss: User) -> Client:
    return staff_browser(boss)


def helper(*permissions: str) -> Client:
    """Open the browser of somebody on the staff who may do so much."""
    user = person("Helpful")
    user.is_staff = True
    user.save()
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    return staff_browser(user)


def written() -> list[tuple[str, str, str, str]]:
    """Give the audit, the oldest first."""
    return list(AuditEntry.objects.order_by("pk").values_list("actor_name", "act", "subject", "detail"))


class TestTheDoor:
    def test_without_an_account_it_is_the_sites_own(self) -> None:
        answer = Client().get("/admin/", follow=True)
        assert answer.redirect_chain[-1][0] == "/accounts/login/?next=%2Fadmin%2F"

    def test_a_player_has_no_business_there(self) -> None:
        person()
        assert sign_in().get("/admin/", follow=True).status_code == 403

    def test_staff_without_a_second_factor_set_one_up_first(self, boss: User) -> None:
        browser = sign_in(boss.email)
        answer = browser.get("/admin/", follow=True)
        assert answer.redirect_chain[-1][0] == "/accounts/2fa/"
        assert "needs a second factor" in answer.content.decode()

    def test_having_set_it_up_is_not_having_shown_it(self, boss: User) -> None:
        browser = sign_in(boss.email)
        secret = set_up(browser)
        answer = browser.get("/admin/accounts/user/", follow=True)
        assert answer.redirect_chain[-1][0].startswith(f"{TOTP.replace('totp/', '')}reauthenticate/?next=")
        again = browser.post(answer.redirect_chain[-1][0], {"code": code_of(secret, 1)}, follow=True)
        assert again.request["PATH_INFO"] == "/admin/accounts/user/" and again.status_code == 200

    def test_the_password_once_more_is_not_enough(self, boss: User) -> None:
        browser = sign_in(boss.email)
        set_up(browser)
        browser.post("/accounts/reauthenticate/", {"password": PASSWORD})
        assert browser.get("/admin/").status_code == 302

    def test_after_an_hour_it_is_asked_for_again(self, boss: User) -> None:
        assert staff_browser(boss, shown=3500).get("/admin/").status_code == 200
        assert staff_browser(boss, shown=3700).get("/admin/").status_code == 302
        late = staff_browser(boss, shown=3700)
        late.post("/admin/accounts/mailstop/add/", {"address": "a@b.de", "reason": "bounce"})
        assert [act for _, act, _, _ in written() if act == "add"] == []

    def test_a_session_in_the_middle_of_signing_in_opens_nothing(self, boss: User) -> None:
        set_up(sign_in(boss.email))
        halfway = Client()
        answer = halfway.post("/accounts/login/", {"login": boss.email, "password": PASSWORD})
        assert answer["location"].startswith("/accounts/2fa/authenticate/")
        for path in ("/admin/", "/accounts/settings/", "/accounts/2fa/", "/accounts/settings/tokens/"):
            assert halfway.get(path).status_code == 302
        assert halfway.post("/play/", {"seats": 2}, follow=True).context["user"].is_anonymous
        assert halfway.get("/api/v1/account/").status_code == 401

    def test_its_old_doors_lead_to_the_sites_own(self, room: Client) -> None:
        assert room.post("/admin/logout/")["location"] == "/accounts/logout/"
        assert room.get("/admin/password_change/")["location"] == "/accounts/password/change/"
        assert room.get("/admin/login/?next=https://elsewhere.example/")["location"] == "/admin/"


class TestWhatNobodySees:
    def test_no_secret_of_a_second_factor(self, room: Client, boss: User) -> None:
        factor = Authenticator.objects.get(user=boss)
        page = room.get(f"/admin/mfa/authenticator/{factor.pk}/change/")
        assert page.status_code == 200 and factor.data["secret"] not in page.content.decode()
        change = room.post(f"/admin/mfa/authenticator/{factor.pk}/change/", {"data": '{"secret": "x"}'})
        assert change.status_code == 403
        assert room.get("/admin/mfa/authenticator/add/").status_code == 403

    @pytest.mark.parametrize(
        "address",
        [
            "accounts/user/?password__startswith=pbkdf2",
            "accounts/user/?tokens__hashed__startswith=a",
            "accounts/user/?email__startswith=a",
            "games/game/?secret__server_seed__startswith=a",
            "games/game/?secret__snapshot__contains=decks",
            "games/game/?link_key__startswith=a",
            "games/game/?seats__client_seed__startswith=a",
            "games/move/?game__secret__server_seed__startswith=a",
            "mfa/authenticator/?data__secret__startswith=A",
            "account/emailaddress/?user__password__startswith=p",
        ],
    )
    def test_nothing_is_found_out_by_filters_that_no_page_offers(self, room: Client, address: str) -> None:
        answer = room.get(f"/admin/{address}")
        assert answer.status_code in (302, 400), answer.status_code
        assert answer.status_code == 400 or answer["location"].endswith("?e=1")

    @pytest.mark.parametrize("address", ["accounts/user/?is_active__exact=1", "games/game/?status__exact=running"])
    def test_those_that_are_offered_work(self, room: Client, address: str) -> None:
        assert room.get(f"/admin/{address}").status_code == 200

    def test_the_kinds_of_rows_shown_are_these(self) -> None:
        shown = {model._meta.label for model in admin.site._registry}
        assert shown == {
            "accounts.AuditEntry",
            "accounts.Block",
            "accounts.MailStop",
            "accounts.User",
            "account.EmailAddress",
            "auth.Group",
            "chat.Report",
            "games.Game",
            "games.Move",
            "mfa.Authenticator",
        }


class TestRights:
    def test_staff_give_themselves_none(self) -> None:
        browser = helper("view_user", "change_user")
        me = User.objects.get(name="Helpful")
        browser.post(f"/admin/accounts/user/{me.pk}/change/", {**FORM, "name": "Helpful", "is_superuser": "on"})
        other = person("Dora")
        browser.post(f"/admin/accounts/user/{other.pk}/change/", {**FORM, "name": "Dora", "is_staff": "on"})
        assert not User.objects.filter(is_superuser=True).exists()
        assert not User.objects.get(name="Dora").is_staff

    def test_nor_set_they_the_password_of_those_who_have_more(self, boss: User) -> None:
        browser = helper("view_user", "change_user", "delete_user")
        fields = {"password1": "taken over by me", "password2": "taken over by me", "usable_password": "true"}
        assert browser.post(f"/admin/accounts/user/{boss.pk}/password/", fields).status_code == 403
        browser.post(f"/admin/accounts/user/{boss.pk}/delete/", {"post": "yes"})
        form = {"action": "delete_selected", "_selected_action": [boss.pk], "post": "yes"}
        browser.post("/admin/accounts/user/", form)
        boss.refresh_from_db()
        assert boss.check_password(PASSWORD)


FORM = {"email": "helpful@example.org", "time_zone": "UTC", "is_active": "on"}


class TestTheAudit:
    def test_it_tells_who_looked_at_whom(self, room: Client) -> None:
        ada = person()
        for path in ("", "?q=ada@example.org", f"{ada.pk}/change/", f"{ada.pk}/history/"):
            assert room.get(f"/admin/accounts/user/{path}").status_code == 200
        row = f"accounts.user {ada.pk}"
        assert written() == [
            ("Boss", "look", "accounts.user", ""),
            ("Boss", "look", "accounts.user", "searched"),
            ("Boss", "look", row, ""),
            ("Boss", "look", row, "its history"),
        ]

    def test_a_suspension_there_is_one(self, room: Client) -> None:
        ada = person()
        browser = sign_in()
        form = {**FORM, "name": "Ada", "email": "ada@example.org"}
        del form["is_active"]
        answer = room.post(f"/admin/accounts/user/{ada.pk}/change/", form)
        assert answer.status_code == 302, answer.content.decode()
        assert not signed_in(browser) and ada.sessions.count() == 0
        row = f"accounts.user {ada.pk}"
        assert written() == [("Boss", "suspend", row, ""), ("Boss", "change", row, "May sign in")]

    def test_a_password_set_there_ends_sessions_and_tokens(self, room: Client) -> None:
        ada = person()
        browser = sign_in()
        PersonalToken.objects.create(user=ada, name="bot", scope="read", hashed="x")
        fields = {"password1": "set by the boss", "password2": "set by the boss", "usable_password": "true"}
        assert room.post(f"/admin/accounts/user/{ada.pk}/password/", fields).status_code == 302
        assert not signed_in(browser) and not ada.tokens.exists()
        assert written()[-1][1] == "change"

    def test_an_account_deleted_there_leaves_its_games(self, room: Client) -> None:
        ada, bob = person(), person("Bob")
        game = running(ada, bob)
        assert room.post(f"/admin/accounts/user/{ada.pk}/delete/", {"post": "yes"}).status_code == 302
        game.refresh_from_db()
        assert game.status == "finished" and game.seats.filter(name="deleted player").exists()
        form = {"action": "delete_selected", "_selected_action": [bob.pk], "post": "yes"}
        assert room.post("/admin/accounts/user/", form).status_code == 302
        assert not User.objects.filter(name__in=("Ada", "Bob")).exists()
        told = [(act, subject) for _, act, subject, _ in written() if act == "delete"]
        assert told == [("delete", f"accounts.user {ada.pk}"), ("delete", f"accounts.user {bob.pk}")]

    def test_what_is_done_with_several_rows_is_told(self, room: Client) -> None:
        person(confirmed=False)
        row = User.objects.get(name="Ada").emailaddress_set.get()
        form = {"action": "make_verified", "_selected_action": [row.pk]}
        assert room.post("/admin/account/emailaddress/", form).status_code == 302
        assert ("Boss", "action make_verified", "account.emailaddress", f"rows {row.pk}") in written()

    def test_commands_are_the_operators(self) -> None:
        ada = person()
        row = f"accounts.user {ada.pk}"
        call_command("suspend", "Ada", stdout=StringIO())
        call_command("suspend", "Ada", "--lift", stdout=StringIO())
        call_command("export", "Ada", stdout=StringIO())
        call_command("clocks", "stop", stdout=StringIO())
        call_command("clocks", "start", stdout=StringIO())
        call_command("suspects", stdout=StringIO())
        call_command("rebuild_ratings", stdout=StringIO())
        game = running(person("Bob"), person("Cleo"), rated=True)
        call_command("void", game.public_id, "--reason", "Played by one", stdout=StringIO())
        call_command("void", game.public_id, "--lift", stdout=StringIO())
        assert [entry[1:] for entry in written()] == [
            ("suspend", row, ""),
            ("lift suspension", row, ""),
            ("export", row, ""),
            ("stop clocks", "", ""),
            ("start clocks", "", ""),
            ("look", "suspects", ""),
            ("rebuild ratings", "", ""),
            ("void", f"games.game {game.public_id}", "Played by one"),
            ("lift void", f"games.game {game.public_id}", ""),
        ]
        assert set(AuditEntry.objects.values_list("by", "actor_name", "actor")) == {("command", "operator", None)}

    def test_so_are_djangos(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", "a long enough password")
        call_command("createsuperuser", "--noinput", name="Grace", email="g@example.org", stdout=StringIO())
        grace = User.objects.get(name="Grace")
        monkeypatch.setattr("getpass.getpass", lambda prompt="": "another long password")
        call_command("changepassword", "Grace", stdout=StringIO())
        row = f"accounts.user {grace.pk}"
        assert [entry[1:3] for entry in written()] == [("create superuser", row), ("set password", row)]

    def test_what_was_refused_is_no_act(self) -> None:
        with pytest.raises(Exception, match="Nobody here is called"):
            call_command("suspend", "Nobody-at-all")
        assert written() == []

    def test_it_is_only_added_to(self) -> None:
        audit.by_command("look")
        entry = AuditEntry.objects.get()
        for change in (entry.delete, entry.save, AuditEntry.objects.all().delete):
            with pytest.raises(TypeError, match="only ever added to"):
                change()
        with pytest.raises(TypeError, match="only ever added to"):
            AuditEntry.objects.update(act="x")

    @pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite has one user, who owns the file")
    @pytest.mark.parametrize(
        "statement", ["UPDATE accounts_auditentry SET act = ''", "DELETE FROM accounts_auditentry"]
    )
    def test_not_even_by_hand_is_it_changed(self, statement: str) -> None:
        audit.by_command("look")
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
        assert len(written()) == 1

    def test_it_outlives_who_did_it_and_names_no_player(self, room: Client, boss: User) -> None:
        ada = person()
        room.get(f"/admin/accounts/user/{ada.pk}/change/")
        leaving.delete_account(ada)
        leaving.delete_account(boss)
        assert written() == [("Boss", "look", f"accounts.user {ada.pk}", "")]

    def test_it_is_read_in_the_back_room_and_not_changed_there(self, room: Client) -> None:
        audit.by_command("stop clocks")
        entry = AuditEntry.objects.get()
        page = room.get("/admin/accounts/auditentry/").content.decode()
        assert "stop clocks" in page and "operator" in page
        assert room.get(f"/admin/accounts/auditentry/{entry.pk}/change/").status_code == 200
        assert room.post(f"/admin/accounts/auditentry/{entry.pk}/change/", {"act": "x"}).status_code == 403
        assert room.post(f"/admin/accounts/auditentry/{entry.pk}/delete/", {"post": "yes"}).status_code == 403
        assert room.get("/admin/accounts/auditentry/add/").status_code == 403

    def test_an_address_with_a_nul_is_no_error_of_the_site(self, room: Client) -> None:
        assert room.get("/admin/accounts/user/a%00b/change/").status_code in (302, 404)
