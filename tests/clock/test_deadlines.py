"""Deadlines at the table: when they fall, who is late, and what a time-out does."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import guests, queries, table
from games.models import Move, Notice
from games.rules.errors import GameOver, NotYourDecision, StaleDecision
from games.rules.landlord import LANDLORD
from games.rules.property.state import Debt, State
from games.table import WrongTime, acts
from games.who import Who
from tests.clock.tables import (
    ACCEPT,
    BUY,
    DAY,
    DECLINE,
    END_TURN,
    PASS,
    REFUSE,
    ROLL,
    WEEK,
    WITHDRAW,
    Played,
    Tables,
    first_buys,
    offer,
)
from tests.clock.virtual import BEGIN, HOUR, MINUTE, MS, SECOND, VirtualClock

pytestmark = pytest.mark.both_databases


def managing(seat: int = 0, **owned: int) -> Any:
    """An edit: a seat's turn at `manage`; squares by owner (`s1=0`: square 1 is seat 0's)."""

    def edit(state: State) -> None:
        state.turn, state.offers, state.again = seat, 0, False
        state.owner = [-1] * 40
        for square, owner in owned.items():
            state.owner[int(square[1:])] = owner
        state.ask("manage", seat)

    return edit


MOSS = {"s1": 0, "s3": 0, "s6": 1, "s7": 1}


class TestWhenTheyFall:
    @pytest.mark.parametrize("move_time", [60, 3600, DAY, WEEK])
    def test_a_decision_is_due_after_the_move_time(self, tables: Tables, clock: VirtualClock, move_time: int) -> None:
        game = tables.start(move_time=move_time)
        assert game.asked.number == 0 and game.due == clock.now + timedelta(seconds=move_time)
        clock.go(30 * SECOND)
        game.play(0, BUY, END_TURN)
        seat = game.asked
        assert seat.number == 1
        assert seat.due_at == clock.now + timedelta(
            seconds=min(move_time, DAY) if seat.asked == "auction" else move_time
        )
        assert game.seat(0).due_at is None

    @pytest.mark.parametrize("begins", [datetime(2027, 3, 27, 12, tzinfo=UTC), datetime(2027, 10, 30, 12, tzinfo=UTC)])
    def test_a_week_across_a_change_of_the_clocks_is_604800_seconds(
        self, tables: Tables, clock: VirtualClock, begins: datetime
    ) -> None:
        clock.go(begins)
        game = tables.start(move_time=WEEK)
        assert (game.due - begins).total_seconds() == 604_800
        clock.go(game.due)
        game.play(0, BUY)
        assert game.seat(0).place == 0

    def test_the_first_wait_is_an_hour_unless_all_pressed_ready(self, tables: Tables, clock: VirtualClock) -> None:
        assert tables.start(move_time=60).due == clock.now + MINUTE
        guest = Who(guest="g" * 64)
        sitters = [table.Sitter("guest", "Guest", guest), table.Sitter("bot", "Bot 1")]  # type: ignore[arg-type]
        opened = table.open_table(LANDLORD, sitters, table.Plan(2, {"move_time": 60}))
        table.start(opened.public_id, guest, "ada")
        game = Played(opened.public_id, {0: guest})
        assert game.due == clock.now + HOUR
        clock.go(game.due)
        wait = game.seat(0).wait
        game.play(0, next(move for move in (BUY, PASS, ROLL, END_TURN) if move["type"] in legal(game, 0)))
        # Only the first wait of the game.
        assert game.seat(0).wait != wait and game.due == clock.now + MINUTE

    def test_nobody_starts_with_a_short_move_time_before_all_are_ready(self, tables: Tables) -> None:
        with pytest.raises(WrongTime, match="Ready"):
            tables.start(move_time=3599, ready=False)
        assert tables.start(move_time=3600, ready=False).game.status == "running"

    def test_an_auction_waits_for_a_bidder_no_longer_than_a_day(self, tables: Tables, clock: VirtualClock) -> None:
        game = tables.start(3, move_time=WEEK)
        game.play(0, DECLINE)
        assert game.asked.asked == "auction" and game.due == clock.now + timedelta(days=1)

    def test_managing_changes_no_deadline(self, tables: Tables, clock: VirtualClock) -> None:
        game = tables.start(move_time=600)
        game.arrange(managing(0, **MOSS))
        due, wait = game.due, game.asked.wait
        for move in [
            {"type": "build", "square": 1},
            {"type": "sell", "square": 1},
            {"type": "mortgage", "square": 1},
            {"type": "unmortgage", "square": 1},
        ]:
            clock.go(90 * SECOND)
            game.play(0, move)
            assert (game.asked.number, game.asked.wait, game.due) == (0, wait, due)
        assert clock.now + 240 * SECOND == due

    def test_raising_for_a_debt_changes_no_deadline(self, tables: Tables, clock: VirtualClock) -> None:
        game = tables.start(move_time=600)
        game.arrange(owing)
        due = game.due
        clock.go(MINUTE)
        game.play(0, {"type": "mortgage", "square": 1})
        assert game.asked.asked == "debt" and game.due == due

    @pytest.mark.parametrize("leaver", [1, 2])
    def test_anothers_leaving_changes_no_deadline(self, tables: Tables, clock: VirtualClock, leaver: int) -> None:
        game = tables.start(3, move_time=600)
        due, others = game.due, game.asked.wait
        clock.go(MINUTE)
        game.resign(leaver)
        assert (game.asked.number, game.asked.wait, game.due) == (0, others, due)
        gone = game.seat(leaver)
        assert (gone.place, gone.fate, gone.due_at) == (3, "resigned", None)

    def test_a_double_that_asks_the_same_player_anew_is_a_new_wait(self, tables: Tables, clock: VirtualClock) -> None:
        def buys_twice(state: State) -> bool:
            if not (state.asked == 0 and state.decision == "buy" and state.again):
                return False
            LANDLORD.apply(state, 0, LANDLORD.decode_move('{"type":"buy"}'))
            return state.asked == 0 and state.decision == "buy"

        game = tables.start(move_time=60, wish=buys_twice)
        clock.go(50 * SECOND)
        game.play(0, BUY)
        assert game.asked.asked == "buy" and game.due == clock.now + MINUTE


def legal(game: Played, seat: int) -> set[str]:
    reading = queries.table(game.id, game.people[seat])
    assert reading.legal is not None
    return {move.__struct_config__.tag for move in reading.legal.moves}


def owing(state: State) -> None:
    """Seat 0 owes 200 to seat 1, with 10 in hand and goods worth it."""
    state.turn, state.again = 0, False
    state.cash[0] = 10
    for square in (1, 3, 6, 7, 9, 11, 12, 14, 16, 18, 19, 21, 22, 24, 26, 28, 29, 31, 32, 34):
        state.owner[square] = 0
    state.debt = Debt(0, 200, 1, "rent", 39, "go_on")
    state.ask("debt", 0)


class TestLate:
    @pytest.mark.parametrize("late", [-10 * MS, 0 * MS])
    def test_a_move_that_arrives_in_time_is_taken(self, tables: Tables, clock: VirtualClock, late: timedelta) -> None:
        game = tables.start(move_time=60)
        clock.go(game.due + late)
        assert table.sweep() == 0
        game.play(0, BUY)
        assert game.entries == [(0, "buy", "player")]

    def test_a_move_ten_milliseconds_late_is_refused_and_the_time_out_takes_place_at_once(
        self, tables: Tables, clock: VirtualClock
    ) -> None:
        game = tables.start(3, move_time=60)
        due, token = game.due, game.token(0)
        clock.go(due + 10 * MS)
        with pytest.raises(table.TooLate, match="you are out of the game"):
            game.play(0, BUY, token=token)
        # The transaction was kept, though the move was refused.
        assert game.entries == [(0, "timeout", "clock")]
        entry = Move.objects.get(game__public_id=game.id)
        assert (entry.due_at, entry.at) == (due, clock.now)
        out = game.seat(0)
        assert (out.place, out.fate, out.due_at) == (3, "timed_out", None)
        assert game.asked.number != 0 and game.due == clock.now + MINUTE
        assert table.sweep() == 0

    def test_a_late_move_is_too_late_whether_or_not_a_worker_has_got_to_it(
        self, tables: Tables, clock: VirtualClock
    ) -> None:
        game = tables.start(3, move_time=60)
        token = game.token(0)
        assert clock.sweep_after(game.due) == 1
        before = game.rows()
        with pytest.raises(table.TooLate, match="you are out of the game"):
            game.play(0, BUY, token=token)
        assert game.rows() == before

    def test_an_old_page_is_not_called_late(self, tables: Tables, clock: VirtualClock) -> None:
        game = tables.start(move_time=60)
        token = game.token(0)
        game.play(0, BUY)
        with pytest.raises(StaleDecision, match="already answered"):
            game.play(0, BUY, token=token)

    def test_a_late_chance_is_over_and_its_player_stays_in(self, tables: Tables, clock: VirtualClock) -> None:
        game = tables.start(3, move_time=60)
        game.play(0, DECLINE)
        bidder = game.asked.number
        token = game.token(bidder)
        clock.go(game.due + 10 * MS)
        with pytest.raises(table.TooLate, match="still in the game"):
            game.play(bidder, {"type": "bid", "amount": 5}, token=token)
        assert game.entries[-1] == (bidder, "timeout", "clock")
        assert game.seat(bidder).place == 0 and not game.seat(bidder).fate

    def test_anybodys_move_finds_the_others_time_out_made(self, tables: Tables, clock: VirtualClock) -> None:
        """Whoever comes first after a deadline, the record is the same: no worker is needed."""
        game = tables.start(3, move_time=60)
        clock.go(game.due + 10 * MS)
        table.resign(game.id, game.people[2])
        assert game.entries == [(0, "timeout", "clock"), (2, "resign", "player")]
        assert game.game.status == "finished" and game.game.placings == [[1], [2], [0]]
        assert game.verdict() == "ok"

    def test_a_resignation_after_the_own_deadline_is_a_time_out(self, tables: Tables, clock: VirtualClock) -> None:
        game = tables.start(3, move_time=60)
        clock.go(game.due + 10 * MS)
        with pytest.raises(NotYourDecision, match="out of this game"):
            game.resign(0)
        assert game.entries == [(0, "timeout", "clock")]

    def test_who_comes_last_finds_the_game_over(self, tables: Tables, clock: VirtualClock) -> None:
        game = tables.start(2, move_time=60)
        token = game.token(1)
        clock.go(game.due + 10 * MS)
        with pytest.raises((StaleDecision, GameOver)):
            game.play(1, BUY, token=token)
        assert game.game.status == "finished" and game.game.placings == [[1], [0]]
        assert [game.seat(n).due_at for n in (0, 1)] == [None, None]
        assert game.verdict() == "ok"

    def test_a_late_proposal_or_order_is_refused_and_the_time_out_stands(
        self, tables: Tables, clock: VirtualClock
    ) -> None:
        for late in (
            lambda game: game.propose(0, "pause", 14),
            lambda game: game.order(0, type="end_turn"),
            lambda game: game.resign(0),
        ):
            game = tables.start(3, move_time=60)
            clock.go(game.due + 10 * MS)
            with pytest.raises(NotYourDecision, match="out of this game"):
                late(game)
            assert game.entries == [(0, "timeout", "clock")]
            assert not game.game.proposals.exists() and not game.game.orders.exists()

    def test_a_page_shows_an_overdue_decision_and_writes_nothing(self, tables: Tables, clock: VirtualClock) -> None:
        game = tables.start(3, move_time=60)
        clock.go(game.due + HOUR)
        clock.heart_beats()
        before = game.rows()
        with CaptureQueriesContext(connection) as captured:
            for who in (*game.people.values(), Who()):
                reading = queries.table(game.id, who)
                overdue = [
                    seat.number for seat in reading.seats if seat.due_at and reading.now and seat.due_at < reading.now
                ]
                assert overdue == [0]
                queries.stamp(game.id, who)
        assert not [q["sql"] for q in captured if not q["sql"].startswith(("SELECT", "WITH"))]
        assert game.rows() == before


class TestTimeOuts:
    def test_a_time_out_leaves_the_others_playing(self, tables: Tables, clock: VirtualClock) -> None:
        game = tables.start(3, move_time=60)
        assert clock.sweep_after(game.due) == 1
        assert game.game.status == "running"
        assert (game.seat(0).place, game.seat(0).fate) == (3, "timed_out")
        second = game.asked.number
        assert clock.sweep_after(game.due) == 1
        assert (game.seat(second).place, game.seat(second).fate) == (2, "timed_out")
        winner = ({1, 2} - {second}).pop()
        assert (game.seat(winner).place, game.seat(winner).fate) == (1, "")
        assert game.game.status == "finished" and game.game.placings == [[winner], [second], [0]]
        assert game.verdict() == "ok"

    def test_a_time_out_in_a_debt_gives_the_creditor_everything(self, tables: Tables, clock: VirtualClock) -> None:
        game = tables.start(3, move_time=60)
        game.arrange(owing)
        cash = game.state.cash
        assert clock.sweep_after(game.due) == 1
        state = game.state
        assert state.place[0] == 3 and game.seat(0).fate == "timed_out"
        assert state.cash[0] == 0 and state.cash[1] >= cash[1] + 10
        assert all(owner != 0 for owner in state.owner)
        assert [state.owner[p] for p in (1, 14, 34)] == [1, 1, 1]

    def test_a_resignation_out_of_turn_in_an_auction(self, tables: Tables, clock: VirtualClock) -> None:
        game = tables.start(4, move_time=600)
        game.play(0, DECLINE)
        bidder, due = game.asked.number, game.due
        clock.go(MINUTE)
        # The decliner leaves, whose turn it is, and another who is still to be asked: the bidder goes on.
        game.resign(0)
        game.resign(next(n for n in (1, 2, 3) if n != bidder))
        assert (game.asked.number, game.asked.asked, game.due) == (bidder, "auction", due)

    def test_two_seats_due_in_the_same_second_are_both_put_out(self, tables: Tables, clock: VirtualClock) -> None:
        games = [tables.start(3, move_time=60), tables.start(3, move_time=60)]
        assert games[0].due == games[1].due
        assert clock.sweep_after(games[0].due) == 2
        assert [game.entries for game in games] == [[(0, "timeout", "clock")]] * 2

    def test_an_auctions_chance_lapses_as_a_pass(self, tables: Tables, clock: VirtualClock) -> None:
        game = tables.start(3, move_time=60)
        game.play(0, DECLINE)
        bidder = game.asked.number
        clock.sweep_after(game.due)
        other = game.asked.number
        assert other not in (0, bidder) and game.asked.asked == "auction"
        clock.sweep_after(game.due)
        assert game.entries == [(0, "decline", "player"), (bidder, "timeout", "clock"), (other, "timeout", "clock")]
        assert [game.seat(n).place for n in (0, 1, 2)] == [0, 0, 0]
        assert not Notice.objects.filter(kind="out").exists()

    def test_an_offers_chance_lapses_as_a_refusal(self, tables: Tables, clock: VirtualClock) -> None:
        game = tables.start(move_time=600)
        game.arrange(managing(0, **MOSS))
        clock.go(4 * MINUTE)
        game.play(0, offer(1, give=[1], get_cash=20))
        assert (game.asked.number, game.asked.asked) == (1, "trade")
        assert (game.seat(0).due_at, game.seat(0).left) == (None, 6 * MINUTE)
        clock.sweep_after(game.due)
        assert game.entries[-1] == (1, "timeout", "clock") and game.seat(1).place == 0
        assert game.state.owner[1] == 0
        assert (game.asked.number, game.asked.asked, game.due) == (0, "manage", clock.now + 6 * MINUTE)

    def test_who_goes_bankrupt_by_what_follows_from_a_lapse_has_not_timed_out(
        self, tables: Tables, clock: VirtualClock
    ) -> None:
        game = tables.start(3, move_time=60)
        game.play(0, DECLINE)
        first = game.asked.number
        clock.sweep_after(game.due)
        last = game.asked.number

        def poor(state: State) -> None:
            # The turn ends by itself, and the next is the lapsing bidder's, who comes to a hotel with nothing.
            state.again, state.offers, state.order = False, 2, [0, last, first]
            state.cash[last] = 0
            state.owner[37] = state.owner[39] = first
            state.houses[37] = state.houses[39] = 5
            state.position[last] = 39 - sum(state.chance.dice(state.rolls))

        game.arrange(poor)
        clock.sweep_after(game.due)
        assert game.entries[-1] == (last, "timeout", "clock")
        assert (game.seat(last).place, game.seat(last).fate) == (3, "bankrupt")
        assert not Notice.objects.filter(kind="out").exists()


class TestOffers:
    @pytest.mark.parametrize("end", ["accept", "refuse", "withdraw", "leave"])
    def test_however_it_ends_the_giver_goes_on_with_what_was_left(
        self, tables: Tables, clock: VirtualClock, end: str
    ) -> None:
        game = tables.start(3, move_time=600)
        game.arrange(managing(0, **MOSS))
        wait = game.asked.wait
        clock.go(4 * MINUTE)
        game.play(0, offer(1, give=[1], get_cash=20))
        clock.go(3 * MINUTE)
        match end:
            case "accept":
                game.play(1, ACCEPT)
            case "refuse":
                game.play(1, REFUSE)
            case "withdraw":
                game.play(0, WITHDRAW)
            case "leave":
                game.resign(1)
        assert (game.asked.number, game.asked.wait) == (0, wait)
        assert game.due == clock.now + 6 * MINUTE and game.asked.left is None

    @pytest.mark.parametrize(
        ("move_time", "least"),
        [(60, 30 * SECOND), (600, MINUTE), (DAY, 2.4 * HOUR), (WEEK, 16.8 * HOUR)],
    )
    def test_a_tenth_and_thirty_seconds_are_left_at_least(
        self, tables: Tables, clock: VirtualClock, move_time: int, least: timedelta
    ) -> None:
        game = tables.start(move_time=move_time)
        game.arrange(managing(0, **MOSS))
        clock.go(game.due)
        game.play(0, offer(1, give=[1], get_cash=20))
        assert game.seat(0).left == timedelta(0)
        clock.go(10 * SECOND)
        game.play(1, REFUSE)
        assert game.due == clock.now + least
        # Once more, and there are no more offers in this turn.
        clock.go(game.due)
        game.play(0, offer(1, give=[1], get_cash=20))
        game.play(1, REFUSE)
        assert game.due == clock.now + least

    def test_the_same_when_it_is_answered_in_the_same_moment(self, tables: Tables, clock: VirtualClock) -> None:
        """The rules make no difference between an answer after a day and one at once, by an order or a bot."""
        game = tables.start(move_time=600)
        game.arrange(managing(0, **MOSS))
        game.order(1, type="refuse_offers", turn=game.state.turns)
        due = game.due
        clock.go(due - 10 * SECOND)
        game.play(0, offer(1, give=[1], get_cash=20))
        assert game.entries[-1] == (1, "refuse", "order")
        assert (game.asked.number, game.due) == (0, clock.now + MINUTE)

    def test_an_answer_at_once_with_time_enough_left_changes_no_deadline(
        self, tables: Tables, clock: VirtualClock
    ) -> None:
        game = tables.start(move_time=600)
        game.arrange(managing(0, **MOSS))
        game.order(1, type="refuse_offers", turn=game.state.turns)
        due = game.due
        clock.go(MINUTE)
        game.play(0, offer(1, give=[1], get_cash=20))
        assert game.asked.number == 0 and game.due == due

    def test_the_receiver_has_a_day_at_most(self, tables: Tables, clock: VirtualClock) -> None:
        game = tables.start(move_time=WEEK)
        game.arrange(managing(0, **MOSS))
        game.play(0, offer(1, give=[1], get_cash=20))
        assert game.due == clock.now + timedelta(days=1)

    def test_an_offer_that_the_giver_leaves_behind_passes_the_turn_on(
        self, tables: Tables, clock: VirtualClock
    ) -> None:
        game = tables.start(3, move_time=600)
        game.arrange(managing(0, **MOSS))
        game.play(0, offer(1, give=[1], get_cash=20))
        clock.go(MINUTE)
        game.resign(0)
        assert game.asked.number != 0 and game.due == clock.now + 10 * MINUTE


class TestGuests:
    def test_a_guests_game_has_a_move_time_of_a_week_and_ends_by_itself(
        self, tables: Tables, clock: VirtualClock
    ) -> None:
        opened = guests.open_game("key", "10.0.0.1", 3)
        who = Who(guest=guests.hashed("key"))
        table.start(opened.public_id, who, "ada")
        game = Played(opened.public_id, {0: who})
        assert game.due - clock.now == timedelta(days=1 if game.asked.asked == "auction" else 7)
        while game.game.status == "running":
            assert clock.sweep_after(game.due) == 1
        assert game.entries[-1] == (0, "timeout", "clock")
        out = game.seat(0)
        assert (out.place, out.fate) == (3, "timed_out")
        assert sorted(game.seat(n).place for n in (1, 2)) == [1, 2] and not game.seat(1).fate + game.seat(2).fate
        assert game.verdict() == "ok"


class TestALockThatCameLate:
    def test_the_next_players_time_begins_when_the_move_is_made(
        self, tables: Tables, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A process that stood still between arrival and lock costs its own player's opponent nothing."""
        game = tables.start(move_time=60, wish=first_buys)
        token = game.token(0)
        arrived = clock.now

        def held(game_id: str) -> Any:
            clock.lapse(40 * SECOND)
            clock.heart_beats()
            return lock(game_id)

        lock = acts.lock
        ticks = iter([0.0, 40.0])
        monkeypatch.setattr(acts.time, "monotonic", lambda: next(ticks, 40.0))
        monkeypatch.setattr(acts, "lock", held)
        game.play(0, BUY, END_TURN, token=token)
        assert Move.objects.get(game__public_id=game.id, number=0).at == arrived
        assert game.due == arrived + 40 * SECOND + MINUTE


def test_the_clock_that_counts_is_the_databases(tables: Tables, clock: VirtualClock) -> None:
    assert table.now() == BEGIN == clock.now
