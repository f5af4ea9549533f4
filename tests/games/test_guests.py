"""Guests' limits, where a request came from, and the purge."""

from datetime import timedelta
from io import StringIO

import pytest
from django.conf import LazySettings
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client

from games import guests, table, tasks
from games.models import Game, GameSecret, Move, Seat
from tests.games.company import person
from tests.games.tables import JSON, RESIGN, Opener, Played


class TestLimits:
    def test_a_guest_has_so_many_games_going_on_at_once(self, tables: Opener, settings: LazySettings) -> None:
        settings.GUEST_GAMES_PER_SESSION = 2
        client = Client()
        first = tables.start(client=client)
        tables.start(client=client)
        page = client.post("/play/", {"seats": 2})
        assert page.status_code == 429 and "Finish or resign one" in page.content.decode()
        assert client.post("/play/", {"seats": 2}, headers=JSON).json()["status"] == 429
        assert Game.objects.count() == 2
        first.send(RESIGN)
        assert client.post("/play/", {"seats": 2}).status_code == 303

    def test_an_address_starts_so_many_games_an_hour(
        self, db: None, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        settings.GUEST_GAMES_PER_ADDRESS_PER_HOUR = 3
        statuses = [Client().post("/play/", {"seats": 2}).status_code for _ in range(5)]
        assert statuses == [303, 303, 303, 429, 429] and Game.objects.count() == 3
        assert Client(REMOTE_ADDR="198.51.100.7").post("/play/").status_code == 303
        later = guests.time.time() + guests.HOUR
        monkeypatch.setattr(guests.time, "time", lambda: later)
        assert Client().post("/play/", {"seats": 2}).status_code == 303

    def test_a_counter_that_expired_meanwhile_begins_again(self, db: None, monkeypatch: pytest.MonkeyPatch) -> None:
        def gone(*_: object) -> int:
            raise ValueError

        monkeypatch.setattr(cache, "incr", gone)
        assert Client().post("/play/", {"seats": 2}).status_code == 303

    def test_without_the_cache_people_still_play(self, db: None, monkeypatch: pytest.MonkeyPatch) -> None:
        def away(*_: object, **__: object) -> None:
            raise ConnectionError

        monkeypatch.setattr(cache, "add", away)
        assert Client().post("/play/", {"seats": 2}).status_code == 303

    def test_no_address_is_kept(self, db: None, monkeypatch: pytest.MonkeyPatch) -> None:
        names: list[str] = []
        monkeypatch.setattr(cache, "add", lambda name, *_, **__: names.append(name))
        Client(REMOTE_ADDR="198.51.100.7").post("/play/", {"seats": 2})
        assert len(names) == 1 and "198.51" not in names[0]
        rows = [*Game.objects.values(), *Seat.objects.values(), *GameSecret.objects.values()]
        assert "198.51" not in str(rows)

    def test_the_key_itself_is_kept_nowhere(self, started: Played) -> None:
        key = started.client.cookies["guest"].value.split(":")[0]
        assert len(key) == 43
        rows = [*Game.objects.values(), *Seat.objects.values(), *GameSecret.objects.values()]
        assert key not in str(rows)


class TestPurge:
    @pytest.fixture
    def old(self, tables: Opener, settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> dict[str, Played]:
        """One game of each kind, a day older than is kept; and one that has just changed."""
        settings.GUEST_GAME_KEEP_DAYS = 30
        played = {"open": tables.open(), "running": tables.start(), "finished": tables.start()}
        played["finished"].send(RESIGN)
        monkeypatch.setattr("games.table.instant.shift", timedelta(days=30, seconds=1))
        played["new"] = tables.start()
        return played

    def test_finished_abandoned_and_never_started_games_go_whole(self, old: dict[str, Played]) -> None:
        assert tasks.purge() == 3
        assert Game.objects.get() == old["new"].game
        for rows in (Seat, GameSecret, Move):
            assert not rows.objects.exclude(game=old["new"].game).exists()
        assert tasks.purge() == 0

    def test_a_command_does_it_at_once(self, old: dict[str, Played]) -> None:
        out = StringIO()
        call_command("purge", stdout=out)
        assert out.getvalue().startswith("3 guests' games deleted.\n")
        assert Game.objects.count() == 1

    def test_a_game_with_a_persons_seat_stays(self, old: dict[str, Played]) -> None:
        Seat.objects.filter(game=old["finished"].game, number=1).update(kind="person")
        assert tasks.purge() == 2
        assert Game.objects.filter(public_id=old["finished"].id).exists()

    def test_games_that_were_taken_along_into_an_account_stay_but_for_those_never_started(
        self, old: dict[str, Played]
    ) -> None:
        ada = person("Ada")
        for name in ("open", "finished"):
            guest = Seat.objects.get(game=old[name].game, kind="guest").guest_key
            assert table.hand_over(guest, ada.pk, ada.name) == 1
        assert tasks.purge() == 2
        assert Game.objects.filter(public_id=old["finished"].id).exists()

    def test_a_game_that_changed_meanwhile_stays(self, old: dict[str, Played]) -> None:
        before = table.now() - timedelta(days=30)
        Game.objects.filter(public_id=old["running"].id).update(moved_at=table.now())
        assert table.purge([old["running"].id], before) == 0

    def test_a_purged_games_address_says_so(self, old: dict[str, Played]) -> None:
        tasks.purge()
        page = old["finished"].client.get(old["finished"].url())
        assert page.status_code == 404 and "no such game" in page.content.decode()
