"""Deadlines as pure arithmetic."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import clock
from games.clock import Clock, Moment, Terms
from games.rules.interface import Decision
from games.rules.landlord import LANDLORD
from tests.clock.virtual import BEGIN, DAY, HOUR, MINUTE, MS, SECOND, WEEK

T = BEGIN
NOW = Moment(T, T)
KINDS = ["jail", "buy", "auction", "manage", "trade", "debt"]
move_times = st.integers(60, 604_800).map(lambda seconds: timedelta(seconds=seconds))


def asks(kind: str, wait: int = 7) -> Decision:
    return Decision(0, kind, wait, "token")


def terms(move_time: timedelta = DAY, *, first: bool = False) -> Terms:
    return Terms(move_time, LANDLORD.a_day_at_most, first)


@pytest.mark.parametrize("kind", ["jail", "buy", "manage", "debt"])
@pytest.mark.parametrize("move_time", [MINUTE, HOUR, DAY, 2 * DAY, WEEK])
def test_the_turns_player_has_the_move_time(kind: str, move_time: timedelta) -> None:
    assert clock.length(kind, terms(move_time)) == move_time


@pytest.mark.parametrize("kind", ["auction", "trade"])
@pytest.mark.parametrize("move_time", [MINUTE, HOUR, DAY, DAY + SECOND, WEEK])
def test_who_is_asked_by_anothers_turn_has_a_day_at_most(kind: str, move_time: timedelta) -> None:
    assert clock.length(kind, terms(move_time)) == min(move_time, DAY)


@pytest.mark.parametrize("kind", KINDS)
def test_the_first_wait_is_an_hour_at_least(kind: str) -> None:
    assert clock.length(kind, terms(MINUTE, first=True)) == HOUR
    assert clock.length(kind, terms(2 * HOUR, first=True)) == 2 * HOUR


def test_a_new_wait_sets_its_own_deadline_even_for_the_same_player() -> None:
    first = clock.next_clock(Clock(), asks("buy", 1), NOW, terms())
    assert first == Clock(1, "buy", T, T + DAY)
    later = Moment(T + HOUR, T + HOUR)
    assert clock.next_clock(first, asks("manage", 2), later, terms()) == Clock(2, "manage", T + HOUR, T + HOUR + DAY)


def test_a_wait_that_goes_on_keeps_its_deadline() -> None:
    running = Clock(7, "manage", T, T + DAY)
    assert clock.next_clock(running, asks("manage"), Moment(T + HOUR, T + HOUR), terms()) is running


def test_a_clock_that_stands_keeps_what_is_left_and_goes_on_with_it() -> None:
    stands = clock.next_clock(Clock(7, "manage", T, T + DAY), None, Moment(T + HOUR, T + HOUR), terms())
    assert (stands.due, stands.left) == (None, 23 * HOUR)
    later = Moment(T + 5 * HOUR, T + 5 * HOUR)
    assert clock.next_clock(stands, None, later, terms()) is stands
    back = clock.next_clock(stands, asks("manage"), later, terms())
    assert back == Clock(7, "manage", later.starts, later.starts + 23 * HOUR)


@pytest.mark.parametrize(
    ("move_time", "left", "goes_on_with"),
    [
        (MINUTE, 50 * SECOND, 50 * SECOND),
        (MINUTE, 30 * SECOND, 30 * SECOND),
        (MINUTE, 29 * SECOND, 30 * SECOND),
        (MINUTE, timedelta(0), 30 * SECOND),
        (5 * MINUTE, SECOND, 30 * SECOND),
        (5 * MINUTE + SECOND, SECOND, 30.1 * SECOND),
        (DAY, HOUR, 2.4 * HOUR),
        (WEEK, timedelta(0), 16.8 * HOUR),
        (WEEK, 16.8 * HOUR + SECOND, 16.8 * HOUR + SECOND),
    ],
)
def test_after_an_offer_a_tenth_and_thirty_seconds_are_left_at_least(
    move_time: timedelta, left: timedelta, goes_on_with: timedelta
) -> None:
    assert clock.resumed(left, move_time) == goes_on_with
    stood = Clock(7, "manage", T, None, left)
    assert clock.next_clock(stood, asks("manage"), NOW, terms(move_time)).due == T + goes_on_with
    # The same when somebody answers at once, and the clock has stood for no time at all.
    running = Clock(7, "manage", T - move_time, T + left)
    assert clock.next_clock(running, asks("manage"), NOW, terms(move_time), interrupted=True).due == T + goes_on_with


@given(move_times, st.floats(0, 1))
def test_an_offer_never_costs_the_giver_anything(move_time: timedelta, share: float) -> None:
    left = move_time * share
    goes_on_with = clock.resumed(left, move_time)
    assert left <= goes_on_with <= max(left, move_time / 10, 30 * SECOND) <= move_time


def test_a_deadline_that_a_clock_ran_to_is_not_what_another_wait_begins_with() -> None:
    stands = Clock(7, "manage", T, None, SECOND)
    assert clock.next_clock(stands, asks("jail", 8), NOW, terms()) == Clock(8, "jail", T, T + DAY)


class TestMissed:
    @pytest.mark.parametrize(("late", "missed"), [(-10 * MS, False), (0 * MS, False), (10 * MS, True)])
    def test_a_move_at_the_very_deadline_is_in_time(self, late: timedelta, missed: bool) -> None:
        assert clock.is_missed(T, T + late) is missed

    @pytest.mark.parametrize(("late", "may"), [(-1, False), (0, False), (10, False), (500, False), (501, True)])
    def test_the_sweep_leaves_a_deadline_alone_for_half_a_second(self, late: int, may: bool) -> None:
        assert clock.may_be_swept(T, T + late * MS) is may


class TestDaylightSaving:
    # The nights on which a European and an American clock are put on and back.
    NIGHTS = [
        datetime(2027, 3, 28, 1, 59, tzinfo=ZoneInfo("Europe/Berlin")),
        datetime(2027, 10, 31, 2, 59, tzinfo=ZoneInfo("Europe/Berlin")),
        datetime(2027, 3, 14, 1, 59, tzinfo=ZoneInfo("America/New_York")),
        datetime(2027, 11, 7, 1, 59, tzinfo=ZoneInfo("America/New_York")),
    ]

    @pytest.mark.parametrize("begins", NIGHTS, ids=str)
    def test_a_week_is_604800_seconds_whatever_the_players_clock_does(self, begins: datetime) -> None:
        instant = begins.astimezone(UTC)
        due = clock.next_clock(Clock(), asks("buy"), Moment(instant, instant), terms(WEEK)).due
        assert due is not None and (due - instant).total_seconds() == 604_800
        # On the wall it is another time of day, by an hour: that clock has been changed in between.
        assert due.astimezone(begins.tzinfo).utcoffset() != begins.utcoffset()


class TestStandingStill:
    def test_a_stop_counts_from_its_beginning_and_a_pause_from_its_end(self) -> None:
        assert clock.standing_still(T, None, None) == T
        assert clock.standing_still(T, T - HOUR, None) == T - HOUR
        assert clock.standing_still(T, None, T + DAY) == T + DAY
        assert clock.standing_still(T, None, T - DAY) == T
        assert clock.standing_still(T, T - HOUR, T + DAY) == T + DAY
        # A move that came before the stop, and is taken after it.
        assert clock.standing_still(T - 2 * HOUR, T - HOUR, None) == T - 2 * HOUR

    @given(move_times, st.integers(1, 14))
    def test_a_pause_moves_a_deadline_by_its_length(self, move_time: timedelta, days: int) -> None:
        running = Clock(7, "manage", T - SECOND, T + move_time)
        after = clock.paused(running, NOW, days * DAY)
        assert after == Clock(7, "manage", T + days * DAY, T + move_time + days * DAY)

    def test_what_a_standstill_lasts_already_when_something_else_stops_a_clock_is_not_lost(self) -> None:
        """A clock that ran when the gap began has all that was left then, whatever stops it in the gap."""
        in_gap = Moment(T, T, gap_began=T - HOUR)
        ran = Clock(7, "manage", T - 2 * HOUR, T + HOUR)
        assert clock.stopped(ran, in_gap).left == 2 * HOUR
        assert clock.paused(ran, in_gap, DAY).due == T + DAY + 2 * HOUR
        began_in_gap = Clock(7, "manage", T - MINUTE, T + HOUR)
        assert clock.stopped(began_in_gap, in_gap).left == HOUR


@pytest.mark.parametrize(
    ("move_time", "before"), [(WEEK, 33.6 * HOUR), (DAY, 4.8 * HOUR), (HOUR, 12 * MINUTE), (HOUR - SECOND, None)]
)
def test_a_reminder_comes_when_a_fifth_is_left(move_time: timedelta, before: timedelta | None) -> None:
    assert clock.reminder_at(T, move_time) == (None if before is None else T - before)
