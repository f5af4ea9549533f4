"""When the site itself stands still, and when its operator stops all clocks."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from games import queries, table
from games.models import Seat, SiteClock, Standstill
from games.table import WrongTime, sweeping
from tests.clock.tables import BUY, DECLINE, END_TURN, REFUSE, Tables, offer
from tests.clock.test_deadlines import MOSS, managing
from tests.clock.virtual import DAY, HOUR, MINUTE, MS, SECOND, VirtualClock

pytestmark = pytest.mark.both_databases


class TestStandstill:
    def test_what_ran_when_the_gap_began_is_moved_by_its_length_before_any_time_out(
        self, tables: Tables, clock: VirtualClock
    ) -> None:
        game = tables.start(move_time=60)
        due = game.due
        clock.go(20 * SECOND)
        began = clock.now
        # The deadline falls in the gap, and the next sweep comes long after it.
        clock.lapse(10 * MINUTE)
        assert table.sweep() == 0
        assert game.due == due + 10 * MINUTE and game.entries == []
        gap = Standstill.objects.get()
        assert (gap.began, gap.ended, gap.games) == (began, clock.now, 1)
        # All concerned see why.
        assert (game.game.stood_still_at, game.game.stood_still_for) == (clock.now, 10 * MINUTE)
        assert clock.sweep(game.due + 500 * MS) == 0
        assert clock.sweep_after(game.due) == 1

    @pytest.mark.parametrize(("gap", "moved"), [(15 * SECOND, False), (15 * SECOND + MS, True)])
    def test_fifteen_seconds_without_a_sweep_are_none(
        self, tables: Tables, clock: VirtualClock, gap: timedelta, moved: bool
    ) -> None:
        game = tables.start(move_time=60)
        due = game.due
        clock.lapse(gap)
        table.sweep()
        assert game.due == due + gap * moved
        assert Standstill.objects.count() == moved

    def test_it_is_moved_once(self, tables: Tables, clock: VirtualClock) -> None:
        game = tables.start(move_time=60)
        due = game.due
        clock.lapse(HOUR)
        assert [table.sweep(), table.sweep(), clock.sweep(SECOND)] == [0, 0, 0]
        assert game.due == due + HOUR and Standstill.objects.count() == 1

    def test_what_began_within_the_gap_is_not_moved(self, tables: Tables, clock: VirtualClock) -> None:
        game = tables.start(move_time=3600)
        clock.lapse(10 * MINUTE)
        game.play(0, BUY, END_TURN)
        due = game.due
        assert due == clock.now + HOUR
        clock.lapse(10 * MINUTE)
        table.sweep()
        assert game.due == due and Standstill.objects.get().games == 0
        assert game.game.stood_still_at is None

    def test_what_was_missed_before_the_gap_is_a_time_out(self, tables: Tables, clock: VirtualClock) -> None:
        """As when a worker dies within a deadline's half second, or with many due ones before it."""
        game = tables.start(3, move_time=60)
        clock.go(game.due + 400 * MS)
        clock.lapse(HOUR)
        assert table.sweep() == 1
        assert game.seat(0).fate == "timed_out"

    def test_while_the_gap_lasts_a_late_move_is_taken(self, tables: Tables, clock: VirtualClock) -> None:
        game = tables.start(move_time=60)
        clock.lapse(game.due + MINUTE)
        game.play(0, BUY, END_TURN)
        assert game.entries == [(0, "buy", "player"), (0, "end_turn", "player")] or game.entries == [
            (0, "buy", "player")
        ]
        assert game.seat(0).place == 0

    def test_a_reading_of_a_gap_calls_no_move_late(self, tables: Tables, clock: VirtualClock) -> None:
        game = tables.start(move_time=60)

        def late() -> list[int]:
            reading = queries.table(game.id, game.people[1])
            return [seat.number for seat in reading.seats if reading.is_late(seat)]

        clock.go(game.due)
        assert late() == []
        clock.go(SECOND)
        assert late() == [0]
        clock.lapse(MINUTE)
        assert late() == []
        clock.heart_beats()
        assert late() == [0]
        table.stop_clocks()
        assert late() == []

    def test_before_it_is_one_a_late_move_is_late(self, tables: Tables, clock: VirtualClock) -> None:
        game = tables.start(3, move_time=60)
        token = game.token(0)
        clock.go(game.due - SECOND)
        clock.lapse(15 * SECOND)
        with pytest.raises(table.TooLate):
            game.play(0, BUY, token=token)

    def test_a_sweep_that_stood_still_itself_makes_no_time_out_when_it_comes_back(
        self, tables: Tables, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Stopped after its heartbeat, and alone: what it finds overdue then is the gap's fault."""
        game = tables.start(3, move_time=60)
        due = game.due
        clock.go(due - SECOND)

        def stopped() -> bool:
            beaten = beat()
            clock.lapse(HOUR)
            return beaten

        beat = sweeping.beat
        monkeypatch.setattr(sweeping, "beat", stopped)
        assert table.sweep() == 0
        monkeypatch.setattr(sweeping, "beat", beat)
        assert game.entries == [] and game.due == due
        assert table.sweep() == 0
        assert game.due == due + HOUR

    def test_a_late_heartbeat_sets_the_sites_clock_not_back(self, tables: Tables, clock: VirtualClock) -> None:
        """A sweep comes back with an instant of long ago, others having looked meanwhile."""
        game = tables.start(3, move_time=60)
        due, long_ago = game.due, clock.now + SECOND
        clock.go(30 * SECOND)
        with clock.at(long_ago):
            assert table.sweep() == 0
        assert SiteClock.objects.get().swept_at == clock.now
        clock.go(SECOND)
        assert table.sweep() == 0
        assert game.due == due and not Standstill.objects.exists()

    def test_two_gaps_are_made_up_for_each(self, tables: Tables, clock: VirtualClock) -> None:
        game = tables.start(move_time=60)
        due = game.due
        for _ in range(2):
            clock.lapse(HOUR)
            table.sweep()
            clock.go(SECOND)
        assert game.due == due + 2 * HOUR

    def test_many_games_are_moved_and_finished_ones_stay(self, tables: Tables, clock: VirtualClock) -> None:
        games = [tables.start(move_time=600) for _ in range(3)]
        finished = tables.start(move_time=600)
        finished.resign(0)
        before = finished.rows()
        clock.lapse(HOUR)
        table.sweep()
        assert Standstill.objects.get().games == 3
        assert {game.due for game in games} == {clock.now + 600 * SECOND}
        assert finished.rows() == before


class TestClocksThatSomethingStopsInAGap:
    def test_a_giver_who_offers_in_the_gap_keeps_what_was_left_as_it_began(
        self, tables: Tables, clock: VirtualClock
    ) -> None:
        game = tables.start(move_time=600)
        game.arrange(managing(0, **MOSS))
        clock.go(4 * MINUTE)
        # Nobody sweeps for more than an hour; in it he offers, long after his deadline.
        clock.lapse(HOUR)
        game.play(0, offer(1, give=[1], get_cash=20))
        assert game.seat(0).left == 6 * MINUTE
        receivers = game.due
        clock.lapse(5 * MINUTE)
        table.sweep()
        # The receiver was asked within the gap.
        assert game.due == receivers and game.seat(0).left == 6 * MINUTE

    def test_and_who_goes_on_within_it_is_not_moved_as_if_the_clock_had_run(
        self, tables: Tables, clock: VirtualClock
    ) -> None:
        game = tables.start(move_time=600)
        game.arrange(managing(0, **MOSS))
        clock.go(4 * MINUTE)
        game.play(0, offer(1, give=[1], get_cash=20))
        clock.go(SECOND)
        clock.lapse(HOUR)
        game.play(1, REFUSE)
        assert game.asked.number == 0
        due = game.due
        assert due == clock.now + 6 * MINUTE
        clock.lapse(MINUTE)
        table.sweep()
        assert game.due == due

    def test_a_pause_agreed_in_a_gap_gives_what_was_left_as_it_began(self, tables: Tables, clock: VirtualClock) -> None:
        game = tables.start(move_time=600)
        clock.go(4 * MINUTE)
        clock.lapse(HOUR)
        game.answer(1, game.propose(0, "pause", 2))
        assert game.due == clock.now + 2 * DAY + 6 * MINUTE
        clock.lapse(HOUR)
        table.sweep()
        # In a pause no clock runs, so a gap costs none.
        assert game.due == clock.now - HOUR + 2 * DAY + 6 * MINUTE

    def test_a_clock_that_stands_in_a_pause_is_not_moved_by_a_gap_in_it(
        self, tables: Tables, clock: VirtualClock
    ) -> None:
        game = tables.start(move_time=600)
        game.answer(1, game.propose(0, "pause", 1))
        due = game.due
        clock.lapse(23 * HOUR)
        table.sweep()
        assert game.due == due
        clock.go(game.game.paused_until or clock.now)
        clock.lapse(MINUTE)
        table.sweep()
        # After it, a gap counts again.
        assert game.due == due + MINUTE


class TestOperatorsStop:
    def test_what_was_left_goes_on(self, tables: Tables, clock: VirtualClock) -> None:
        game = tables.start(move_time=60)
        clock.go(20 * SECOND)
        table.stop_clocks()
        for _ in range(3):
            assert clock.sweep(DAY) == 0
        assert game.entries == []
        assert table.start_clocks() == 1
        assert game.due == clock.now + 40 * SECOND
        assert clock.sweep(game.due) == 0
        assert clock.sweep_after(game.due) == 1

    def test_late_moves_are_taken_meanwhile_and_new_waits_count_from_the_restart(
        self, tables: Tables, clock: VirtualClock
    ) -> None:
        game = tables.start(move_time=60)
        table.stop_clocks()
        clock.sweep(HOUR)
        game.play(0, BUY, END_TURN)
        assert game.entries[0] == (0, "buy", "player")
        clock.sweep(HOUR)
        table.start_clocks()
        assert game.due == clock.now + MINUTE

    def test_an_offer_across_a_stop(self, tables: Tables, clock: VirtualClock) -> None:
        game = tables.start(move_time=600)
        game.arrange(managing(0, **MOSS))
        clock.go(4 * MINUTE)
        table.stop_clocks()
        clock.go(HOUR)
        game.play(0, offer(1, give=[1], get_cash=20))
        assert game.seat(0).left == 6 * MINUTE
        clock.go(HOUR)
        table.start_clocks()
        assert (game.asked.number, game.due) == (1, clock.now + 10 * MINUTE)
        clock.go(MINUTE)
        game.play(1, REFUSE)
        assert game.due == clock.now + 6 * MINUTE

    def test_an_offer_that_ends_in_a_stop(self, tables: Tables, clock: VirtualClock) -> None:
        game = tables.start(move_time=600)
        game.arrange(managing(0, **MOSS))
        clock.go(4 * MINUTE)
        game.play(0, offer(1, give=[1], get_cash=20))
        table.stop_clocks()
        clock.go(HOUR)
        game.play(1, REFUSE)
        clock.go(HOUR)
        table.start_clocks()
        assert (game.asked.number, game.due) == (0, clock.now + 6 * MINUTE)

    def test_a_game_that_starts_in_a_stop_has_its_whole_first_wait(self, tables: Tables, clock: VirtualClock) -> None:
        table.stop_clocks()
        clock.go(HOUR)
        game = tables.start(move_time=60)
        clock.go(HOUR)
        table.start_clocks()
        assert game.due == clock.now + MINUTE

    def test_an_agreed_pause_stands_still_as_well(self, tables: Tables, clock: VirtualClock) -> None:
        game = tables.start(move_time=60)
        clock.go(20 * SECOND)
        game.answer(1, game.propose(0, "pause", 3))
        clock.go(DAY)
        table.stop_clocks()
        clock.go(DAY)
        table.start_clocks()
        assert game.game.paused_until == clock.now + 2 * DAY
        assert game.due == clock.now + 2 * DAY + 40 * SECOND
        # It counts as standing, not as running: a gap before its end moves nothing.
        due = game.due
        clock.lapse(DAY)
        table.sweep()
        assert game.due == due

    def test_a_pause_agreed_in_a_stop_begins_with_the_restart(self, tables: Tables, clock: VirtualClock) -> None:
        game = tables.start(move_time=60)
        table.stop_clocks()
        clock.go(HOUR)
        game.answer(1, game.propose(0, "pause", 1))
        clock.go(HOUR)
        table.start_clocks()
        assert game.game.paused_until == clock.now + DAY and game.due == clock.now + DAY + MINUTE

    def test_a_gap_before_the_stop_is_made_up_for_by_it(self, tables: Tables, clock: VirtualClock) -> None:
        """The workers were dead when the operator stopped the clocks, and still are when they run again."""
        game = tables.start(move_time=60)
        clock.go(20 * SECOND)
        clock.lapse(HOUR)
        table.stop_clocks()
        assert Standstill.objects.get().games == 1
        clock.lapse(HOUR)
        table.start_clocks()
        assert game.due == clock.now + 40 * SECOND
        clock.lapse(HOUR)
        assert table.sweep() == 0
        assert game.due == clock.now + 40 * SECOND

    def test_a_stop_during_which_nothing_sweeps_is_counted_once(self, tables: Tables, clock: VirtualClock) -> None:
        game = tables.start(move_time=60)
        table.stop_clocks()
        clock.lapse(HOUR)
        assert table.sweep() == 0
        table.start_clocks()
        assert game.due == clock.now + MINUTE and not Standstill.objects.exists()

    def test_all_can_see_it(self, tables: Tables, clock: VirtualClock) -> None:
        game = tables.start(move_time=60)
        stamps = [queries.stamp(game.id, game.people[0]).etag]
        table.stop_clocks()
        reading = queries.table(game.id, game.people[0])
        assert reading.stopped_at == clock.now
        stamps.append(reading.stamp.etag)
        table.start_clocks()
        assert queries.table(game.id, game.people[0]).stopped_at is None
        stamps.append(queries.stamp(game.id, game.people[0]).etag)
        assert len(set(stamps)) == 3

    def test_twice_is_told(self, tables: Tables, clock: VirtualClock) -> None:
        with pytest.raises(WrongTime, match="running"):
            table.start_clocks()
        table.stop_clocks()
        with pytest.raises(WrongTime, match="stopped already"):
            table.stop_clocks()

    def test_without_a_single_sweep_before(self, tables: Tables, clock: VirtualClock) -> None:
        SiteClock.objects.all().delete()
        table.stop_clocks()
        clock.lapse(HOUR)
        assert table.start_clocks() == 0
        assert SiteClock.objects.get().stopped_at is None


@pytest.mark.parametrize("asked", ["auction", "buy"])
def test_each_clock_of_the_site_is_one_row_with_one_deadline(tables: Tables, clock: VirtualClock, asked: str) -> None:
    game: Any = tables.start(3, move_time=600)
    if asked == "auction":
        game.play(0, DECLINE)
    running = Seat.objects.filter(due_at__isnull=False)
    assert [seat.asked for seat in running] == [asked]
    due: datetime | None = running.get().due_at
    assert due == clock.now + 600 * SECOND
