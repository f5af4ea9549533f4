"""What the operator can do from the command line."""

import json
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client

from accounts import mailing
from accounts.models import Session, User
from games import table
from games.models import Game, Notice, Seat, SiteClock, StandingOrder
from games.rules.registry import rule_set
from games.table import Plan, Sitter
from games.who import Who
from tests.accounts.conftest import PASSWORD, person, sign_in, signed_in
from tests.games.tables import Opener

RULES = rule_set("landlord", 1)
pytestmark = pytest.mark.django_db


def run(*words: str) -> str:
    """Run a command and give what it says."""
    out = StringIO()
    call_command(*words, stdout=out)
    return out.getvalue().strip()


def refused(*words: str) -> str:
    """Run a command that is refused and give why."""
    with pytest.raises(CommandError) as refusal:
        run(*words)
    return str(refusal.value)


def sitter(user: User) -> Sitter:
    return Sitter(Seat.Kind.PERSON, user.name, Who(user=user.pk))


def opened(user: User, rated: bool = False) -> Game:
    return table.open_table(RULES, [sitter(user)], Plan(2, {"move_time": 86_400}, rated=rated))


def started(one: User, other: User, rated: bool = False) -> Game:
    game = opened(one, rated)
    assert table.sit(game.public_id, sitter(other), "")
    return Game.objects.get(pk=game.pk)


class TestClocks:
    def test_they_stop_and_go_on_with_what_was_left(self, monkeypatch: pytest.MonkeyPatch) -> None:
        game = started(person("Ada"), person("Bob"))
        table.sweep()
        seat = Seat.objects.get(game=game, due_at__isnull=False)
        assert seat.due_at is not None
        assert run("clocks", "status").startswith("The clocks run. A worker looked at them 0.")
        assert run("clocks", "stop").startswith("All clocks are stopped.")
        assert run("clocks", "status").startswith("All clocks have been stopped since 20")
        assert refused("clocks", "stop") == "All clocks are stopped already."
        due = seat.due_at
        monkeypatch.setattr("games.table.instant.shift", timedelta(days=3))
        assert table.sweep() == 0
        assert run("clocks", "start") == "The clocks go on, in 1 running game."
        seat.refresh_from_db()
        assert abs(seat.due_at - due - timedelta(days=3)) < timedelta(seconds=5)
        assert refused("clocks", "start") == "The clocks are running."
        assert Game.objects.get().status == "running"

    def test_a_site_that_never_ran_says_so(self) -> None:
        assert run("clocks", "status") == "No worker has looked at the clocks yet."
        assert not SiteClock.objects.exists()

    def test_anything_else_is_refused(self) -> None:
        assert "invalid choice: 'pause'" in refused("clocks", "pause")


class TestSuspend:
    def test_a_suspended_person_is_out_everywhere_and_gets_no_mail(self) -> None:
        ada, bob = person("Ada"), person("Bob")
        running, waiting, bobs = started(ada, bob), opened(ada), opened(bob)
        browser, other, bobs_browser = sign_in(), sign_in(), sign_in("bob@example.org")
        assert run("suspend", "ada").splitlines() == [
            "Ada is suspended; signed out of 2 browsers.",
            "1 game or table left. Running games go on by the clock.",
        ]
        assert not signed_in(browser) and not signed_in(other) and signed_in(bobs_browser)
        assert not Session.objects.filter(user=ada).exists()
        answer = Client().post("/accounts/login/", {"login": "ada@example.org", "password": PASSWORD})
        assert answer.status_code != 303 or "inactive" in answer["Location"]
        again = Client()
        again.post("/accounts/login/", {"login": "ada@example.org", "password": PASSWORD})
        assert not signed_in(again)
        assert mailing.confirmed_address(User.objects.get(name="Ada")) is None
        statuses = {game.pk: game.status for game in Game.objects.all()}
        assert statuses == {running.pk: "running", waiting.pk: "closed", bobs.pk: "open"}
        assert Seat.objects.get(game=running, user=ada).fate == ""

    def test_with_resign_the_running_games_end_too(self) -> None:
        ada, bob = person("Ada"), person("Bob")
        game = started(ada, bob)
        assert "1 game or table left." in run("suspend", "Ada", "--resign")
        assert Seat.objects.get(game=game, user=ada).fate == "resigned"
        assert Game.objects.get(pk=game.pk).status == "finished"

    def test_it_can_be_lifted(self) -> None:
        person("Ada")
        run("suspend", "Ada")
        assert run("suspend", "ADA", "--lift") == "Ada may sign in again."
        assert signed_in(sign_in())
        assert refused("suspend", "Ada", "--lift") == "Ada is not suspended."

    def test_twice_is_once(self) -> None:
        person("Ada")
        run("suspend", "Ada")
        assert run("suspend", "Ada").startswith("Ada is suspended; signed out of 0 browsers.\n0 games and tables left.")

    def test_names_that_nobody_has_and_words_that_contradict_are_refused(self) -> None:
        person("Ada")
        assert refused("suspend", "Eve") == "Nobody here is called Eve."
        assert "not allowed with" in refused("suspend", "Ada", "--lift", "--resign")
        assert User.objects.get().is_active


class TestVoid:
    def test_a_struck_result_is_told_on_the_page_with_the_reason(self, client: Client) -> None:
        ada, bob = person("Ada"), person("Bob")
        game = started(ada, bob, rated=True)
        table.resign(game.public_id, Who(user=ada.pk))
        before = Game.objects.get().changes
        said = run("void", game.public_id, "--reason", "Two accounts of <one> person.")
        assert said == f"The result of {game.public_id} is struck, and its page says why."
        game.refresh_from_db()
        assert game.void == "Two accounts of <one> person." and game.changes == before + 1
        page = client.get(f"/games/{game.public_id}/").content.decode()
        assert "Two accounts of &lt;one&gt; person." in page
        assert run("void", game.public_id, "--lift") == f"The result of {game.public_id} counts again."
        assert Game.objects.get().void == ""
        assert "Two accounts" not in client.get(f"/games/{game.public_id}/").content.decode()

    @pytest.mark.parametrize("reason", ["", "   ", "x" * 201, "two\nlines", "a\x07bell", "right\u202eto left"])
    def test_a_reason_that_is_no_plain_line_is_refused(self, reason: str) -> None:
        game = started(person("Ada"), person("Bob"), rated=True)
        assert "The reason must be one line" in refused("void", game.public_id, "--reason", reason)
        assert Game.objects.get().void == ""

    def test_what_moves_no_rating_and_what_is_not_there_is_refused(self) -> None:
        game = started(person("Ada"), person("Bob"))
        assert "moves no rating" in refused("void", game.public_id, "--reason", "why")
        assert refused("void", "nosuchgame22", "--reason", "why") == "There is no game nosuchgame22."
        assert refused("void", game.public_id, "--lift") == "The result of this game has not been struck."
        assert "one of the arguments --reason --lift is required" in refused("void", game.public_id)


class TestExport:
    def test_it_is_the_persons_own_download(self, tmp_path: Path) -> None:
        ada = person("Ada")
        started(ada, person("Bob"))
        found = json.loads(run("export", "ada"))
        assert found["account"]["name"] == "Ada" and found["account"]["address"] == "ada@example.org"
        assert len(found["games"]) == 1
        # The outbox has the mails of the start, for each of the two.
        assert {mail["kind"] for mail in found["mails"]} >= {"started"}
        assert len(found["mails"]) == Notice.objects.filter(user=ada).count()
        assert found["invitations"] == [] and found["orders"] == []
        browser = sign_in()
        browser.post("/accounts/reauthenticate/", {"password": PASSWORD})
        downloaded = browser.get("/accounts/settings/data.json").json()
        downloaded["account"]["last_sign_in"] = found["account"]["last_sign_in"]
        assert found == downloaded
        file = tmp_path / "ada.json"
        assert run("export", "Ada", "--out", str(file)) == f"Written to {file}."
        assert json.loads(file.read_text())["games"] == found["games"]
        assert file.stat().st_mode & 0o777 == 0o600

    def test_invitations_and_orders_are_in_it_and_nobody_elses(self) -> None:
        ada, bob = person("Ada"), person("Bob")
        game = started(ada, bob)
        waiting = opened(ada)
        table.invite(waiting.public_id, Who(user=ada.pk), bob.pk)
        for seat in Seat.objects.filter(game=game):
            order = '{"type":"refuse_offers"}'
            StandingOrder.objects.create(game=game, seat=seat.number, order=order, created_at=table.now())
        found = json.loads(run("export", "Ada"))
        assert [(i["game"], i["by"], i["to"]) for i in found["invitations"]] == [(waiting.public_id, "Ada", "Bob")]
        assert [(o["game"], o["order"]) for o in found["orders"]] == [(game.public_id, {"type": "refuse_offers"})]
        assert found["orders"][0]["seat"] == Seat.objects.get(game=game, user=ada).number

    def test_unknown_names_and_files_that_are_there_are_refused(self, tmp_path: Path) -> None:
        person("Ada")
        assert refused("export", "Eve") == "Nobody here is called Eve."
        (tmp_path / "kept").write_text("kept")
        assert refused("export", "Ada", "--out", str(tmp_path / "kept")).endswith("can't be written: File exists.")
        assert (tmp_path / "kept").read_text() == "kept"


class TestPurge:
    def test_it_deletes_what_nobody_needs_and_nothing_else(
        self, tables: Opener, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ada, bob = person("Ada"), person("Bob")
        guests = tables.start()
        closed, over, running = opened(ada), started(ada, bob), started(ada, bob)
        table.cancel(closed.public_id, Who(user=ada.pk))
        table.resign(over.public_id, Who(user=ada.pk))
        sent = Notice.objects.filter(game=over).count()
        assert sent and Notice.objects.filter(game=running).exists()
        monkeypatch.setattr("games.table.instant.shift", timedelta(days=29))
        assert run("purge").splitlines() == [
            "0 guests' games deleted.",
            "0 closed tables deleted.",
            "0 entries of the outbox deleted.",
        ]
        monkeypatch.setattr("games.table.instant.shift", timedelta(days=30, seconds=5))
        assert run("purge").splitlines() == [
            "1 guest's game deleted.",
            "1 closed table deleted.",
            f"{sent} entries of the outbox deleted.",
        ]
        assert not Game.objects.filter(public_id__in=[guests.id, closed.public_id]).exists()
        assert set(Game.objects.values_list("pk", flat=True)) == {over.pk, running.pk}
        assert Notice.objects.filter(game=running).exists()


class TestRun:
    def test_embedded_there_is_one_command_for_all(self, settings: object) -> None:
        settings.EMBEDDED = True  # type: ignore[attr-defined]
        assert refused("run", "web").endswith("runs from one command: script/server.")

    def test_there_are_no_other_roles(self) -> None:
        assert "invalid choice: 'everything'" in refused("run", "everything")
