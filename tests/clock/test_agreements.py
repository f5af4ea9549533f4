"""An agreed pause, an agreed end, and who may propose them when."""

from typing import Any

import pytest

from games import queries, table
from games.models import Notice, Proposal
from games.rules.errors import GameOver, NotYourDecision
from games.rules.property.state import State
from games.table import BadChoice, NotSeated, TooLate, TooMany, WrongTime
from games.who import Who
from tests.clock.tables import BUY, DECLINE, END_TURN, REFUSE, Tables, offer
from tests.clock.test_deadlines import MOSS, managing
from tests.clock.virtual import DAY, HOUR, MINUTE, MS, SECOND, WEEK, VirtualClock

pytestmark = pytest.mark.both_databases


class TestPause:
    @pytest.mark.parametrize("days", [1, 14])
    def test_deadlines_move_by_its_length(self, tables: Tables, clock: VirtualClock, days: int) -> None:
        game = tables.start(3, move_time=60)
        due = game.due
        clock.go(20 * SECOND)
        proposal = game.propose(0, "pause", days)
        assert game.due == due and game.game.paused_until is None
        game.answer(1, proposal)
        assert game.due == due
        assert game.answer(2, proposal).status == "held"
        assert game.due == due + days * DAY
        assert game.game.paused_until == clock.now + days * DAY
        assert clock.sweep(due + days * DAY) == 0
        assert clock.sweep_after(game.due) == 1

    def test_a_move_may_be_made_during_it_and_new_waits_count_from_its_end(
        self, tables: Tables, clock: VirtualClock
    ) -> None:
        game = tables.start(move_time=600)
        game.answer(1, game.propose(0, "pause", 2))
        ends = game.game.paused_until
        assert ends == clock.now + 2 * DAY
        clock.go(HOUR)
        game.play(0, BUY, END_TURN)
        assert game.due == ends + 10 * MINUTE
        clock.go(ends + MINUTE)
        game.arrange(managing(1, **MOSS))
        # After its end they count from then on as ever.
        assert game.due == clock.now + 10 * MINUTE

    def test_an_offer_in_a_pause(self, tables: Tables, clock: VirtualClock) -> None:
        game = tables.start(move_time=600)
        game.arrange(managing(0, **MOSS))
        clock.go(4 * MINUTE)
        game.answer(1, game.propose(0, "pause", 2))
        ends = game.game.paused_until
        clock.go(HOUR)
        game.play(0, offer(1, give=[1], get_cash=20))
        assert (game.asked.number, game.due, game.seat(0).left) == (1, ends + 10 * MINUTE, 6 * MINUTE)
        clock.go(HOUR)
        game.play(1, REFUSE)
        assert (game.asked.number, game.due) == (0, ends + 6 * MINUTE)

    def test_a_pause_in_an_offer_leaves_the_givers_rest_alone(self, tables: Tables, clock: VirtualClock) -> None:
        game = tables.start(move_time=600)
        game.arrange(managing(0, **MOSS))
        clock.go(4 * MINUTE)
        game.play(0, offer(1, give=[1], get_cash=20))
        due = game.due
        game.answer(0, game.propose(1, "pause", 1))
        assert game.due == due + DAY and game.seat(0).left == 6 * MINUTE
        clock.go(game.game.paused_until + MINUTE)
        game.play(1, REFUSE)
        assert game.due == clock.now + 6 * MINUTE

    def test_another_pause_is_added_to_the_one_that_goes_on(self, tables: Tables, clock: VirtualClock) -> None:
        game = tables.start(move_time=60)
        due, began = game.due, clock.now
        game.answer(1, game.propose(0, "pause", 3))
        clock.go(DAY)
        game.answer(0, game.propose(1, "pause", 2))
        assert game.game.paused_until == began + 5 * DAY and game.due == due + 5 * DAY

    def test_one_person_among_bots_pauses_alone(self, tables: Tables, clock: VirtualClock) -> None:
        game = tables.start(1, bots=2, move_time=86_400, ready=False)
        due = game.due
        assert game.propose(0, "pause", 1).status == "held"
        assert game.due == due + DAY

    @pytest.mark.parametrize("days", [0, 15, -1])
    def test_it_is_1_to_14_days(self, tables: Tables, days: int) -> None:
        game = tables.start()
        with pytest.raises(BadChoice, match="1 to 14 days"):
            game.propose(0, "pause", days)
        assert not Proposal.objects.exists()

    def test_all_who_agreed_are_told(self, tables: Tables) -> None:
        game = tables.start(3)
        proposal = game.propose(0, "pause", 1)
        asked = Notice.objects.filter(kind="proposal")
        assert sorted(notice.seat for notice in asked) == [1, 2]  # type: ignore[type-var]
        game.answer(1, proposal)
        assert not Notice.objects.filter(kind="paused").exists()
        game.answer(2, proposal)
        assert Notice.objects.filter(kind="paused", wait=proposal.pk).count() == 3

    def test_a_deadline_that_was_missed_is_not_saved_by_a_pause(self, tables: Tables, clock: VirtualClock) -> None:
        """Within the half second that the sweep leaves alone, the answer finds what was due at its arrival."""
        game = tables.start(3, move_time=60)
        proposal = game.propose(0, "pause", 14)
        game.answer(1, proposal)
        clock.go(game.due + 10 * MS)
        assert game.answer(2, proposal).status == "held"
        assert game.entries == [(0, "timeout", "clock")]
        assert game.seat(0).fate == "timed_out"
        assert game.due == clock.now + 14 * DAY + MINUTE

    def test_nor_by_the_late_players_own_proposal(self, tables: Tables, clock: VirtualClock) -> None:
        game = tables.start(1, bots=1, move_time=86_400, ready=False)
        clock.go(game.due + 10 * MS)
        with pytest.raises(GameOver):
            game.propose(0, "pause", 14)
        assert game.entries[-1] == (0, "timeout", "clock") and game.game.status == "finished"
        assert not Proposal.objects.exists()


class TestConsent:
    def test_a_refusal_ends_it(self, tables: Tables, clock: VirtualClock) -> None:
        game = tables.start(3)
        due, proposal = game.due, game.propose(0, "pause", 1)
        assert game.answer(1, proposal, yes=False).status == "refused"
        with pytest.raises(WrongTime, match="over"):
            game.answer(2, proposal)
        assert game.due == due and game.game.paused_until is None

    def test_there_is_a_day_to_accept(self, tables: Tables, clock: VirtualClock) -> None:
        game = tables.start(3)
        clock.go(HOUR)
        proposal = game.propose(0, "pause", 1)
        clock.go(DAY - SECOND - HOUR)
        game.answer(1, proposal)
        game.play(0, BUY)
        clock.go(HOUR + SECOND)
        with pytest.raises(WrongTime, match="day has passed"):
            game.answer(2, proposal)
        assert not queries.table(game.id, game.people[2]).proposals
        # Another may be proposed then, by somebody who has not proposed within the week.
        assert game.propose(1, "pause", 2).status == "open"
        proposal.refresh_from_db()
        assert proposal.status == "lapsed"

    def test_the_consent_of_one_who_leaves_is_not_needed(self, tables: Tables, clock: VirtualClock) -> None:
        game = tables.start(3, move_time=3600)
        proposal = game.propose(0, "pause", 1)
        game.answer(1, proposal)
        due = game.due
        game.resign(2)
        proposal.refresh_from_db()
        assert proposal.status == "held" and game.due == due + DAY

    def test_nor_of_one_who_is_timed_out(self, tables: Tables, clock: VirtualClock) -> None:
        game = tables.start(3, move_time=60)
        proposal = game.propose(1, "pause", 1)
        game.answer(2, proposal)
        clock.sweep_after(game.due)
        proposal.refresh_from_db()
        assert proposal.status == "held" and game.due == clock.now + DAY + MINUTE

    def test_not_after_its_day(self, tables: Tables, clock: VirtualClock) -> None:
        game = tables.start(3, move_time=604_800)
        proposal = game.propose(0, "pause", 1)
        game.answer(1, proposal)
        clock.go(DAY + SECOND)
        game.resign(2)
        assert game.game.paused_until is None

    def test_one_proposal_a_player_a_week(self, tables: Tables, clock: VirtualClock) -> None:
        game = tables.start(2, move_time=604_800)
        began = clock.now
        game.answer(1, game.propose(0, "pause", 1), yes=False)
        clock.go(began + WEEK - SECOND)
        with pytest.raises(TooMany, match="once a week"):
            game.propose(0, "pause", 1)
        # The other may.
        game.answer(0, game.propose(1, "pause", 1), yes=False)
        clock.go(began + WEEK)
        assert game.propose(0, "pause", 1).status == "open"

    def test_one_of_a_kind_stands_at_a_time(self, tables: Tables) -> None:
        game = tables.start(3)
        game.propose(0, "pause", 1)
        with pytest.raises(WrongTime, match="proposed already"):
            game.propose(1, "pause", 2)
        assert game.propose(1, "end").status == "open"

    def test_accepting_twice_counts_once(self, tables: Tables) -> None:
        game = tables.start(3)
        proposal = game.propose(0, "pause", 1)
        game.answer(0, proposal)
        assert game.answer(1, proposal).accepted == [0, 1]
        assert game.answer(1, proposal).accepted == [0, 1]

    def test_only_who_is_in_proposes_and_answers(self, tables: Tables) -> None:
        game = tables.start(3)
        proposal = game.propose(0, "pause", 1)
        game.resign(1)
        for refused in (lambda: game.propose(1, "end"), lambda: game.answer(1, proposal)):
            with pytest.raises(NotYourDecision, match="out of this game"):
                refused()
        with pytest.raises(NotSeated):
            table.propose(game.id, Who(guest="x"), Proposal.Kind.PAUSE, 1)
        game.resign(2)
        with pytest.raises(GameOver):
            game.propose(0, "pause", 1)

    def test_another_games_proposal_is_none(self, tables: Tables) -> None:
        game, other = tables.start(3), tables.start(3)
        proposal = game.propose(0, "pause", 1)
        with pytest.raises(WrongTime):
            other.answer(1, proposal)
        proposal.refresh_from_db()
        assert proposal.accepted == [0]


def worth(*cash: int) -> Any:
    """An edit: nobody owns a square, and the seats have these sums."""

    def edit(state: State) -> None:
        state.owner = [-1] * 40
        state.cash = list(cash)

    return edit


class TestEnd:
    def test_all_but_the_richest_leave_in_rising_order(self, tables: Tables, clock: VirtualClock) -> None:
        game = tables.start(3)
        # The turn's player is the richest: nothing follows from the others' leaving.
        game.arrange(worth(300, 80, 200))
        proposal = game.propose(2, "end")
        game.answer(1, proposal)
        assert game.answer(0, proposal).status == "held"
        assert game.entries == [(1, "resign", "agreed"), (2, "resign", "agreed")]
        assert game.game.status == "finished" and game.game.placings == [[0], [2], [1]]
        assert [game.seat(n).fate for n in range(3)] == ["", "agreed", "agreed"]
        assert [game.seat(n).place for n in range(3)] == [1, 3, 2]
        assert Notice.objects.filter(kind="over").count() == 3

    def test_of_equals_the_higher_in_turn_order_leaves_first(self, tables: Tables) -> None:
        game = tables.start(4)
        game.arrange(worth(300, 100, 100, 100))
        order = game.state.order
        proposal = game.propose(0, "end")
        for seat in (1, 2, 3):
            game.answer(seat, proposal)
        assert [seat for seat, *_ in game.entries] == [seat for seat in reversed(order) if seat != 0]
        assert game.game.placings == [[seat] for seat in [0, *(seat for seat in order if seat != 0)]]

    def test_the_richest_is_first_though_the_others_are_equal_to_nobody(self, tables: Tables) -> None:
        game = tables.start(2)
        game.arrange(worth(150, 150))
        game.answer(1, game.propose(0, "end"))
        # Equal: the higher index in the turn order leaves first.
        order = game.state.order
        assert game.game.placings == [[order[0]], [order[1]]]

    def test_its_record_verifies(self, tables: Tables) -> None:
        game = tables.start(3, move_time=3600)
        game.play(0, DECLINE)
        proposal = game.propose(0, "end")
        game.answer(1, proposal)
        game.answer(2, proposal)
        assert game.game.status == "finished" and game.verdict() == "ok"
        assert {by for *_, by in game.entries} == {"player", "agreed"}
        assert sorted(game.seat(n).place for n in range(3)) == [1, 2, 3]

    def test_not_while_a_bot_is_in(self, tables: Tables) -> None:
        game = tables.start(2, bots=1)
        with pytest.raises(WrongTime, match="bot"):
            game.propose(0, "end")

    def test_not_before_all_have_accepted(self, tables: Tables) -> None:
        game = tables.start(3)
        proposal = game.propose(0, "end")
        game.answer(1, proposal)
        assert game.game.status == "running" and game.entries == []
        assert game.answer(2, proposal, yes=False).status == "refused"
        assert game.game.status == "running"

    def test_a_late_players_consent_is_not_counted(self, tables: Tables, clock: VirtualClock) -> None:
        game = tables.start(3, move_time=60)
        proposal = game.propose(0, "end")
        game.answer(1, proposal)
        token = game.token(0)
        clock.go(game.due + 10 * MS)
        game.answer(2, proposal)
        assert game.entries[0] == (0, "timeout", "clock")
        assert game.game.placings is not None and game.game.placings[-1] == [0]
        assert game.verdict() == "ok"
        with pytest.raises((TooLate, GameOver)):
            game.play(0, BUY, token=token)
