"""No sequence of offers, pauses and managing keeps one `manage` open longer than the rules' page allows.

How long that is, by the rules' section "Clock":

    move time
    + for each of the two offers of a turn: the receiver's time (the move time, a day at most), and what the
      giver's clock may be lifted to when the offer ends (a tenth of the move time, at least 30 seconds)
    + the lengths of the pauses that all agreed to meanwhile (1 to 14 days; one proposal a player a week)
    + for each time-out the half second that the sweep leaves alone, and the time to the next sweep.

A pause takes everybody's consent, so nobody is kept waiting by it who has not agreed.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import clock as arithmetic
from games import table
from games.models import Proposal, Seat
from games.rules.errors import RulesError
from tests.clock.tables import ACCEPT, END_TURN, REFUSE, WITHDRAW, Played, Tables, offer
from tests.clock.test_deadlines import managing
from tests.clock.virtual import DAY, MS, SECOND, WEEK, VirtualClock

#: How late the sweeps of this test make a time-out.
LATENESS = 501 * MS
OWNED = {"s1": 0, "s3": 0, "s6": 1, "s7": 1, "s9": 2, "s11": 0}


def longest(move_time: timedelta) -> timedelta:
    """How long one `manage` may be open at most, pauses apart."""
    for_an_offer = min(move_time, DAY) + LATENESS + max(move_time / 10, 30 * SECOND)
    return move_time + 2 * for_an_offer + LATENESS


class Dawdler:
    """Seat 0 in a game of three, at `manage`, who would like it to last; and two who do what the test wants."""

    def __init__(self, game: Played, clock: VirtualClock) -> None:
        self.game, self.clock = game, clock
        game.arrange(managing(0, **OWNED))
        self.began, self.wait = clock.now, game.state.wait
        self.ended: datetime | None = None

    @property
    def open(self) -> bool:
        """Whether it is still the same `manage` that the giver is at, or will come back to."""
        state = self.game.state
        return state.decision != "over" and self.wait in (state.wait, state.offer.wait if state.offer else 0)

    def try_to(self, act: Callable[[], object]) -> None:
        """Do something that the rules or the table may refuse at this moment."""
        try:
            act()
        except (RulesError, table.TableError):
            return

    def pauses(self) -> list[Proposal]:
        held = Proposal.objects.filter(game__public_id=self.game.id, kind="pause", status="held")
        return list(held.order_by("proposed_at", "pk"))

    def step(self, what: str, share: float, seat: int, days: int) -> None:
        """Do one thing, and let the sweep come after whatever deadline has passed by it."""
        game = self.game
        match what:
            case "wait":
                self.clock.go(self.clock.now + (game.due - self.clock.now) * share)
            case "last_moment":
                self.clock.go(max(self.clock.now, game.due))
            case "lapse":
                self.clock.sweep_after(max(self.clock.now, game.due))
            case "offer":
                self.try_to(lambda: game.play(0, offer(seat or 1, give=[1], get_cash=1)))
            case "accept" | "refuse":
                self.try_to(lambda: game.play(game.asked.number, ACCEPT if what == "accept" else REFUSE))
            case "withdraw":
                self.try_to(lambda: game.play(0, WITHDRAW))
            case "manage":
                square = {"type": "mortgage", "square": 11}
                self.try_to(lambda: game.play(0, square))
                self.try_to(lambda: game.play(0, {**square, "type": "unmortgage"}))
            case "pause":
                self.try_to(lambda: self.agree(seat, days))
            case "order":
                self.try_to(lambda: game.order(seat, type="refuse_offers", turn=game.state.turns))
            case "leave":
                self.try_to(lambda: game.resign(2))

    def agree(self, proposer: int, days: int) -> None:
        """Propose a pause, which all the others accept."""
        proposal = self.game.propose(proposer, "pause", days)
        for other in {0, 1, 2} - {proposer}:
            self.try_to(lambda other=other: self.game.answer(other, proposal))  # type: ignore[misc]

    def check(self, move_time: timedelta) -> None:
        """The bound holds, and whoever is asked has one deadline, not beyond it."""
        pauses = self.pauses()
        allowed = longest(move_time) + sum((pause.days * DAY for pause in pauses), timedelta(0))
        for seat in range(3):
            proposed = [pause.proposed_at for pause in pauses if pause.seat == seat]
            assert all(b - a >= WEEK for a, b in pairwise(proposed))
        assert all(pause.days in arithmetic.PAUSE_DAYS for pause in pauses)
        if not self.open:
            self.ended = self.ended or self.clock.now
            return
        running = Seat.objects.filter(game__public_id=self.game.id, due_at__isnull=False)
        assert len(running) == 1
        assert self.clock.now - self.began <= allowed
        giver = self.game.seat(0)
        if giver.due_at is not None:
            assert giver.due_at - self.began <= allowed


#: What may be done; what keeps it open is named more often.
WHAT = (
    *("wait", "accept", "refuse", "withdraw", "manage", "order", "leave"),
    *("pause", "lapse", "offer", "offer", "last_moment", "last_moment"),
)
steps = st.lists(st.tuples(st.sampled_from(WHAT), st.floats(0, 1), st.integers(0, 2), st.integers(1, 14)), max_size=30)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(move_time=st.sampled_from([60, 299, 301, 3600, 86_400, 200_000, 604_800]), sequence=steps)
def test_no_sequence_of_offers_pauses_and_managing_keeps_manage_open_longer(
    tables: Tables, clock: VirtualClock, move_time: int, sequence: list[Any]
) -> None:
    time = timedelta(seconds=move_time)
    dawdler = Dawdler(tables.start(3, move_time=move_time), clock)
    for step in sequence:
        dawdler.step(*step)
        dawdler.check(time)
        if not dawdler.open:
            break
    # Nobody does anything more: then it ends by itself, after an offer that still stands has lapsed.
    for _ in range(2):
        if dawdler.open:
            clock.sweep_after(max(clock.now, dawdler.game.due))
            dawdler.check(time)
    assert not dawdler.open


@pytest.mark.parametrize("move_time", [60, 300, 86_400, 604_800])
def test_that_long_it_can_be_kept_open_and_no_longer(tables: Tables, clock: VirtualClock, move_time: int) -> None:
    """Two offers, each at the last moment and never answered: the bound is reached to the millisecond."""
    time = timedelta(seconds=move_time)
    dawdler = Dawdler(tables.start(3, move_time=move_time), clock)
    for _ in range(2):
        dawdler.step("last_moment", 0, 0, 0)
        dawdler.step("offer", 0, 1, 0)
        dawdler.step("lapse", 0, 0, 0)
        assert dawdler.open
    dawdler.step("offer", 0, 1, 0)
    assert dawdler.game.asked.number == 0, "there is no third offer in a turn"
    dawdler.step("lapse", 0, 0, 0)
    dawdler.check(time)
    assert dawdler.ended is not None and dawdler.ended - dawdler.began == longest(time)
    assert dawdler.game.seat(0).fate == "timed_out"


def test_pauses_are_as_many_as_players_and_weeks_allow(tables: Tables, clock: VirtualClock) -> None:
    """Three players, one proposal each: six weeks at most before any of them may propose again."""
    dawdler = Dawdler(tables.start(3, move_time=60), clock)
    for _ in range(2):
        for seat in (0, 1, 2):
            dawdler.step("pause", 0, seat, 14)
    assert [pause.seat for pause in dawdler.pauses()] == [0, 1, 2]
    assert dawdler.game.due == dawdler.began + 42 * DAY + timedelta(minutes=1)
    dawdler.check(timedelta(minutes=1))
    dawdler.game.play(0, END_TURN)
    assert not dawdler.open
