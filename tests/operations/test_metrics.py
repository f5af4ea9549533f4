"""/metrics: who may have it, and what it tells."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families
from pytest_django.fixtures import Settings

from accounts.models import AccountMail, User
from games import table
from games.models import Game, Move, Notice, Seat
from landlord import metrics
from tests.games.tables import DECLINE, Opener

pytestmark = pytest.mark.django_db
NEAR = {"host": "localhost:8000"}
Told = dict[tuple[str, tuple[tuple[str, str], ...]], float]


@pytest.fixture(autouse=True)
def _read_anew(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Iterator[None]:
    settings.SITE_URL = "http://localhost:8000"
    monkeypatch.setattr(metrics, "KEPT", -1.0)
    return


def told(client: Client) -> Told:
    answer = client.get("/metrics", headers=NEAR)
    assert answer.status_code == 200
    families = text_string_to_metric_families(answer.content.decode())
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in families
        for sample in family.samples
    }


def one(found: Told, name: str, **labels: str) -> float:
    return found[name, tuple(sorted(labels.items()))]


class TestWhoMayHaveThem:
    def ask(self, address: str = "127.0.0.1", host: str = "localhost", **headers: str) -> HttpResponse:
        return Client(REMOTE_ADDR=address).get("/metrics", headers={"host": host, **headers})

    def test_the_machine_itself_may(self) -> None:
        for host in ("localhost", "localhost:8000", "127.0.0.1:8000", "[::1]:8000", "[::1]"):
            assert self.ask(host=host).status_code == 200, host
        assert self.ask("::1").status_code == 200

    @pytest.mark.parametrize("address", ["203.0.113.9", "10.0.0.5", "172.18.0.1", "192.168.1.2", "fd00::1", ""])
    def test_others_may_not_not_even_from_private_addresses(self, address: str) -> None:
        answer = self.ask(address)
        assert answer.status_code == 403
        assert b"landlord_" not in answer.content and b"METRICS_TOKEN" in answer.content

    @pytest.mark.parametrize("header", ["x-forwarded-for", "forwarded", "x-real-ip", "via"])
    def test_what_came_past_a_proxy_may_not(self, header: str) -> None:
        assert self.ask(**{header: "127.0.0.1"}).status_code == 403

    def test_what_a_proxy_of_this_machine_passes_on_by_the_sites_name_may_not(self) -> None:
        assert self.ask(host="testserver").status_code == 403

    def test_with_a_token_only_who_brings_it(self, settings: Settings) -> None:
        settings.METRICS_TOKEN = "twenty letters and more"
        assert self.ask("203.0.113.9", authorization="Bearer twenty letters and more").status_code == 200
        for given in ("", "Bearer ", "Bearer twenty letters and mor", "Basic twenty letters and more", "Bearer ä"):
            assert self.ask(authorization=given).status_code == 403

    def test_it_is_only_read(self) -> None:
        assert Client().post("/metrics").status_code == 405


def test_time_outs_are_told_with_how_late_they_were(tables: Opener, client: Client) -> None:
    played = tables.start()
    table.sweep()
    due = table.now() - timedelta(seconds=7)
    Seat.objects.filter(game=played.game, number=0).update(due_at=due)
    found = told(client)
    assert one(found, "landlord_overdue_decisions") == 1
    assert 7 <= one(found, "landlord_oldest_overdue_seconds") <= (table.now() - due).total_seconds()
    assert one(found, "landlord_time_outs_recent") == 0
    swept = table.now()
    assert table.sweep() == 1
    found, latest = told(client), table.now()
    assert one(found, "landlord_overdue_decisions") == one(found, "landlord_oldest_overdue_seconds") == 0
    assert one(found, "landlord_time_outs_recent") == 1
    for quantile in ("0.5", "1"):
        late = one(found, "landlord_time_out_lateness_seconds", quantile=quantile)
        assert 7 <= late <= (latest - due).total_seconds()
    assert 0 <= one(found, "landlord_sweep_age_seconds") <= (latest - swept).total_seconds()


def test_time_outs_of_long_ago_are_not_told(tables: Opener, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    played = tables.start()
    table.sweep()
    Seat.objects.filter(game=played.game, number=0).update(due_at=table.now() - timedelta(seconds=7))
    table.sweep()
    monkeypatch.setattr("games.table.instant.shift", timedelta(hours=1, seconds=1))
    found = told(client)
    assert one(found, "landlord_time_outs_recent") == 0
    assert not [name for name, _ in found if name == "landlord_time_out_lateness_seconds"]


def test_games_and_moves_are_counted(tables: Opener, client: Client) -> None:
    tables.open()
    tables.start().send(DECLINE)
    found = told(client)
    assert one(found, "landlord_games", status="open") == one(found, "landlord_games", status="running") == 1
    assert one(found, "landlord_games", status="finished") == 0
    assert one(found, "landlord_moves") == Move.objects.count() > 0


def test_stopped_clocks_are_told(client: Client) -> None:
    table.stop_clocks()
    assert one(told(client), "landlord_clocks_stopped") == 1
    table.start_clocks()
    assert one(told(client), "landlord_clocks_stopped") == 0


def test_mails_are_counted_by_what_became_of_them(tables: Opener, client: Client) -> None:
    game = Game.objects.get(pk=tables.open().game.pk)
    user = User.objects.create_user("ada@example.org", "Ada")
    now = table.now()
    for wait, (status, late) in enumerate([("waiting", 90), ("waiting", -60), ("sent", 900), ("failed", 900)]):
        Notice.objects.create(
            game=game,
            user=user,
            kind="turn",
            wait=wait,
            status=status,
            created_at=now,
            send_at=now - timedelta(seconds=late),
        )
    AccountMail.objects.create(
        to="a@example.org", subject="s", body="b", due=timezone.now() + timedelta(hours=1), tries=2
    )
    found = told(client)
    counts = {status: one(found, "landlord_mails", about="game", status=status) for status in Notice.Status.values}
    assert counts == {"waiting": 2, "taken": 0, "sent": 1, "dropped": 0, "failed": 1}
    assert one(found, "landlord_mails", about="account", status="waiting") == 1
    assert one(found, "landlord_mails", about="account", status="retried") == 1
    assert 90 <= one(found, "landlord_oldest_mail_seconds") < 95


def test_requests_are_counted_under_names_that_nobody_can_make_up(client: Client) -> None:
    labels = {"view": "rules", "method": "GET", "status": "2xx"}
    before = told(client).get(("landlord_request_seconds_count", tuple(sorted(labels.items()))), 0.0)
    client.get("/rules/")
    client.get("/rules/?anything")
    client.get("/no/such/page/of/mine/")
    client.generic("BREW", "/rules/")
    found = told(client)
    assert one(found, "landlord_request_seconds_count", **labels) == before + 2
    assert one(found, "landlord_request_seconds_count", view="none", method="GET", status="4xx") >= 1
    assert one(found, "landlord_request_seconds_count", view="rules", method="other", status="4xx") >= 1
    assert not [labels for _, labels in found if "BREW" in str(labels) or "mine" in str(labels)]
    # Times, not only counts.
    assert one(found, "landlord_request_seconds_bucket", le="10.0", **labels) == before + 2


def test_several_who_ask_have_the_database_asked_once(
    client: Client, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: object
) -> None:
    monkeypatch.setattr(metrics, "KEPT", 60.0)
    told(client)
    with django_assert_num_queries(0):  # type: ignore[operator]
        told(client)
