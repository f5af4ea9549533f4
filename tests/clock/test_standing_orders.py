"""Standing orders at the table: they act as their player's hands would, leave no wait and no mail, and stay private."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import bots, members, queries, table, tasks
from games.models import Move, Notice, Seat, StandingOrder
from games.proof import landlord_verify
from games.rules.errors import MalformedMove
from games.rules.landlord import LANDLORD
from games.rules.property import moves
from games.rules.property.orders import AskIfSet, BidOnSquare
from games.rules.property.state import Auction, State
from games.table.playing import ORDERS_A_SEAT
from tests.clock.tables import BUY, DAY, DECLINE, END_TURN, PASS, Played, Tables, offer, person
from tests.clock.test_deadlines import MOSS, managing
from tests.clock.virtual import SECOND, VirtualClock
from tests.rules.ordered_play import EVERYDAY

pytestmark = pytest.mark.both_databases

#: Of whom something is waited for; mail about anything else may go to anybody.
OF_A_WAIT = ("turn", "reminder", "resumed", "offer", "bid", "auction")


def orders(game: Played, seat: int | None = None) -> list[str]:
    kept = StandingOrder.objects.filter(game__public_id=game.id)
    return list((kept if seat is None else kept.filter(seat=seat)).values_list("order", flat=True))


def bidding(square: int = 39, first: int = 1, then: Sequence[int] = (2,), cash: int = 150) -> Any:
    """An edit: seat 0 has declined a square, and the others are asked for bids."""

    def edit(state: State) -> None:
        state.turn, state.again, state.owner = 0, False, [-1] * 40
        state.position[0] = square
        state.cash = [cash] * len(state.cash)
        state.auction = Auction(square, list(then), [])
        state.ask("auction", first)

    return edit


# -- the same record as by hand -------------------------------------------------------------------------------


@dataclass
class Hands:
    """Plays a game as medium bots would, counting the waits that stand after each transaction, and their mail."""

    game: Played
    clock: VirtualClock
    waits: set[tuple[int, int]] = field(default_factory=set)
    offered: set[bytes] = field(default_factory=set)

    def count(self) -> None:
        """Note who is waited on by now."""
        running = Seat.objects.filter(game__public_id=self.game.id, due_at__isnull=False)
        self.waits |= set(running.values_list("number", "wait"))
        self.clock.go(SECOND)

    def play(self, most: int) -> None:
        """Answer whatever is asked until so many moves are made, or the game is over."""
        while (state := self.game.state).decision != "over" and state.moves < most:
            self.move(state.asked, self.choose(state))

    def choose(self, state: State) -> Any:
        """Choose a move of the seat asked; nobody makes the same offer twice."""
        move = bots.answer(LANDLORD, state, state.asked, "medium")
        if isinstance(move, moves.Offer):
            key = msgspec.json.encode((state.asked, move))
            if key in self.offered:
                return moves.END_TURN if state.decision == "manage" else moves.ROLL
            self.offered.add(key)
        return move

    def move(self, seat: int, move: Any) -> None:
        """Make a move."""
        self.game.play(seat, msgspec.to_builtins(move))
        self.count()

    def repeat(self, made: Sequence[Move]) -> None:
        """Make by hand what was made in another game."""
        self.count()
        for entry in made:
            self.move(entry.seat, LANDLORD.decode_move(entry.move))


def with_and_without(tables: Tables, clock: VirtualClock, most: int) -> tuple[Hands, Hands]:
    """Play a game of four of whom three have orders, and the same again by hand."""
    ordered, by_hand = (Hands(tables.start(4), clock) for _ in range(2))
    for seat in (1, 2, 3):
        for order in EVERYDAY:
            ordered.game.order(seat, **msgspec.to_builtins(order))
    ordered.count()
    ordered.play(most)
    by_hand.repeat(Move.objects.filter(game__public_id=ordered.game.id).order_by("number"))
    for hands in (ordered, by_hand):
        for seat in hands.game.state.seats_in()[1:]:
            hands.game.resign(seat)
    return ordered, by_hand


def check_the_same(ordered: Hands, by_hand: Hands) -> None:
    """Check that nothing but times and `by` tells the games apart, and that orders left no mail of a wait."""
    one, other = ordered.game, by_hand.game
    assert LANDLORD.encode_state(one.state) == LANDLORD.encode_state(other.state)
    records = [json.loads(queries.record(game.id)) for game in (one, other)]
    for read in records:
        for name in ("game", "started_at", "finished_at"):
            del read[name]
        for entry in read["moves"]:
            assert entry.pop("by") in ("player", "order") and entry.pop("at")
    assert records[0] == records[1]
    events = [
        list(Move.objects.filter(game__public_id=game.id).order_by("number").values_list("seat", "move", "events"))
        for game in (one, other)
    ]
    assert events[0] == events[1]
    assert {by for *_, by in other.entries} == {"player"}
    assert {seat for seat, _, by in one.entries if by == "order"} == {1, 2, 3}
    assert other.verdict() == one.verdict() == "ok"
    assert landlord_verify.verify(json.loads(queries.record(one.id))) == "ok"
    assert len(ordered.waits) < len(by_hand.waits) / 2, (len(ordered.waits), len(by_hand.waits))
    # A wait that somebody's order ended has stood for nobody, so no mail speaks of it.
    told = Notice.objects.filter(game__public_id=one.id, kind__in=("turn", "reminder", "offer", "bid"))
    assert set(told.values_list("seat", "wait")) <= ordered.waits


def test_the_same_game_by_orders_and_by_hand(tables: Tables, clock: VirtualClock) -> None:
    check_the_same(*with_and_without(tables, clock, most=40))


@pytest.mark.long
def test_the_same_whole_game_by_orders_and_by_hand(tables: Tables, clock: VirtualClock) -> None:
    ordered, by_hand = with_and_without(tables, clock, most=3000)
    assert "resign" not in {move for _, move, _ in ordered.game.entries}, "it was played to its end"
    check_the_same(ordered, by_hand)
    assert orders(ordered.game) == []


def test_a_chain_of_orders_goes_on_by_the_worker_to_the_same_end(
    tables: Tables, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, split = (Hands(tables.start(4), clock) for _ in range(2))
    for hands in (whole, split):
        for seat in (1, 2, 3):
            for order in EVERYDAY:
                hands.game.order(seat, **msgspec.to_builtins(order))
    whole.play(25)
    monkeypatch.setattr("games.table.answering.BOT_MOVES_AT_ONCE", 1)
    left_over = 0
    for entry in Move.objects.filter(game__public_id=whole.game.id, by="player").order_by("number"):
        split.game.play(entry.seat, json.loads(entry.move))
        left_over += split.game.game.bots_due
        while split.game.game.bots_due:
            assert tasks.answer_for_bots() == 1
    assert left_over > 3
    assert split.game.entries == whole.game.entries and split.game.state == whole.game.state


# -- no wait, no mail -------------------------------------------------------------------------------------------


def test_who_is_answered_for_is_not_waited_on_and_gets_no_mail_of_it(tables: Tables) -> None:
    game = tables.start(3)
    game.arrange(bidding())
    Notice.objects.all().delete()
    before = game.seat(2).wait
    game.order(2, type="bid_on_set", set="Indigo", amount=30)
    game.order(2, type="ask_if_cash_below", amount=50)
    game.play(1, PASS)
    assert game.entries[-1] == (2, "bid", "order") and game.state.owner[39] == 2
    assert (game.seat(2).wait, game.seat(2).due_at) == (before, None)
    told = Notice.objects.filter(seat=2).values_list("kind", flat=True)
    assert set(told) == {"orders"}, "what was done for him, and nothing else"


def test_who_is_answered_for_in_an_auction_is_not_told_that_it_opens(tables: Tables) -> None:
    game = tables.start(4, wish=lambda state: state.asked == 0 and state.decision == "buy")
    square = game.state.position[0]
    for seat in (1, 2, 3):
        game.order(seat, type="bid_on_square", square=square, amount=5 * seat)
    game.order(3, type="ask_at", decision="auction")
    first = game.state.seats_after(0)[0]
    game.order(first, type="ask_if_square", square=square)
    game.play(0, DECLINE)
    told = set(Notice.objects.filter(kind="auction").values_list("seat", flat=True))
    assert told == {3} - {first}
    assert game.asked.number == first


def test_a_giver_whose_offer_is_refused_by_an_order_goes_on_as_if_nothing_was(tables: Tables) -> None:
    game = tables.start(2)
    game.arrange(managing(0, **MOSS))
    game.order(1, type="refuse_below", least=12)
    Notice.objects.all().delete()
    wait = game.seat(0).wait
    game.play(0, offer(1, give=[1]))
    assert game.entries[-1] == (1, "refuse", "order")
    assert game.asked.number == 0 and game.seat(0).wait == wait and game.seat(1).due_at is None
    assert not Notice.objects.filter(kind__in=OF_A_WAIT).exists()
    game.play(0, offer(1, give=[1, 3]))
    assert game.asked.number == 1, "that one gains enough, so that he is asked"


def test_a_debt_is_raised_in_one_go(tables: Tables) -> None:
    game = tables.start(2)

    def poor_in_jail(state: State) -> None:
        state.turn, state.again, state.owner = 0, False, [-1] * 40
        state.owner[5] = state.owner[13] = state.owner[37] = 0
        state.cash[0], state.jail[0], state.position[0] = 0, 1, 10
        while len(set(state.chance.dice(state.rolls))) == 1:
            state.rolls += 1
        state.ask("jail", 0)

    game.arrange(poor_in_jail)
    game.order(0, type="in_jail", way="pay")
    assert game.asked.asked == "jail" and game.entries == [], "he has nothing to pay with"
    game.order(0, type="raise_debt", first="mortgages", last=[13])
    assert game.entries == []
    game.order(0, type="in_jail", way="roll")
    assert game.entries[:2] == [(0, "roll", "order"), (0, "mortgage", "order")]
    mortgaged = [event.square for event in game.events if event.__struct_config__.tag == "mortgaged"]
    assert mortgaged[0] == 5, "the cheapest of those that are not for last"


# -- leaving and taking off ---------------------------------------------------------------------------------------


def test_each_subject_is_kept_once(tables: Tables) -> None:
    game = tables.start(2)
    game.arrange(managing(0, **MOSS))
    for fields in (
        {"type": "bid_on_square", "square": 39, "amount": 5},
        {"type": "bid_on_square", "square": 37, "amount": 6},
        {"type": "bid_on_square", "square": 39, "amount": 7},
        {"type": "refuse_below", "least": 5},
        {"type": "ask_at", "decision": "debt"},
        {"type": "refuse_all"},
        {"type": "ask_at", "decision": "jail"},
    ):
        game.order(1, **fields)
    assert orders(game, 1) == [
        '{"type":"bid_on_square","square":37,"amount":6}',
        '{"type":"bid_on_square","square":39,"amount":7}',
        '{"type":"ask_at","decision":"debt"}',
        '{"type":"refuse_all"}',
        '{"type":"ask_at","decision":"jail"}',
    ]


def test_a_player_keeps_so_many_and_no_more(tables: Tables) -> None:
    game = tables.start(2)
    deeds = LANDLORD.rules.board.deeds
    several = [
        *({"type": "bid_on_square", "square": p, "amount": 1} for p in deeds),
        *({"type": "ask_if_square", "square": p} for p in deeds),
    ]
    for fields in several[:ORDERS_A_SEAT]:
        game.order(1, **fields)
    before = game.rows()
    with pytest.raises(table.TableError, match=f"You have left {ORDERS_A_SEAT} orders in this game"):
        game.order(1, **several[ORDERS_A_SEAT])
    assert game.rows() == before and len(orders(game)) == ORDERS_A_SEAT
    game.order(1, type="bid_on_square", square=1, amount=9)
    assert len(orders(game)) == ORDERS_A_SEAT, "what takes another's place is no more"
    game.order(0, type="refuse_all")
    table.take_order_off(game.id, game.people[1], StandingOrder.objects.filter(seat=1)[0].pk)
    game.order(1, **several[ORDERS_A_SEAT])
    assert len(orders(game, 1)) == ORDERS_A_SEAT


def test_one_that_has_acted_stands_and_does_no_more_once_it_is_taken_off(tables: Tables) -> None:
    game = tables.start(2)
    game.arrange(managing(0, **MOSS))
    game.order(1, type="refuse_all")
    game.play(0, offer(1, give=[1]))
    assert game.entries[-1] == (1, "refuse", "order")
    (pk,) = StandingOrder.objects.values_list("pk", flat=True)
    table.take_order_off(game.id, game.people[1], pk)
    game.play(0, offer(1, give=[1]))
    assert game.asked.number == 1
    with pytest.raises(table.TableError, match="no longer there"):
        table.take_order_off(game.id, game.people[1], pk)


def test_one_taken_off_before_the_worker_came_does_not_act(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    game = tables.start(3)
    game.arrange(bidding())
    game.order(2, type="bid_on_square", square=39, amount=9)
    monkeypatch.setattr("games.table.answering.BOT_MOVES_AT_ONCE", 0)
    game.play(1, PASS)
    assert game.game.bots_due
    table.take_order_off(game.id, game.people[2], StandingOrder.objects.get().pk)
    monkeypatch.setattr("games.table.answering.BOT_MOVES_AT_ONCE", 200)
    tasks.answer_for_bots()
    assert game.entries == [(1, "pass", "player")] and game.asked.number == 2 and not game.game.bots_due


def test_who_is_out_has_none_and_a_finished_game_neither(tables: Tables) -> None:
    game = tables.start(3)
    for seat in (0, 1, 2):
        for order in EVERYDAY[1:4]:
            game.order(seat, **msgspec.to_builtins(order))
    game.resign(1)
    assert not orders(game, 1) and len(orders(game)) == 6
    game.resign(2)
    assert game.game.status == "finished" and orders(game) == []


def test_one_that_names_what_is_not_there_is_refused(tables: Tables) -> None:
    game = tables.start(2)
    before = game.rows()
    for fields, sentence in (
        ({"type": "bid_on_set", "set": "Gold", "amount": 3}, "There is no set of this name"),
        ({"type": "bid_on_square", "square": 0, "amount": 3}, "Start can't be owned"),
        ({"type": "buy_if_left", "least": -1}, "from 0 to"),
    ):
        with pytest.raises(Exception, match=sentence):
            game.order(1, **fields)
    with pytest.raises(MalformedMove):
        game.order(1, type="in_jail", way="dig")
    assert game.rows() == before and orders(game) == []


# -- private -----------------------------------------------------------------------------------------------------


def test_nobody_else_is_told_of_one(tables: Tables, caplog: pytest.LogCaptureFixture) -> None:
    game = tables.start(3)
    before = game.rows()
    record = queries.record(game.id)
    readings = {seat: queries.table(game.id, game.people[seat]) for seat in (0, 2)}
    with caplog.at_level(0):
        game.order(1, type="bid_on_set", set="Indigo", amount=77)
        game.order(1, type="ask_if_square", square=37)
    assert "77" not in caplog.text and "bid_on_set" not in caplog.text
    rows = game.rows()
    for row in (*before[2], *rows[2]):
        row.pop("own_changes") if row["number"] == 1 else None
    assert rows == before, "nothing but what its owner's page depends on has changed"
    assert queries.record(game.id) == record
    for seat, reading in readings.items():
        now = queries.table(game.id, game.people[seat])
        assert now.orders == [] and now.stamp.etag == reading.stamp.etag and now.view == reading.view
    for name in ("ada", "cleo"):
        assert "Indigo" not in json.dumps(members.mails_as_data(person(name)))
    assert "Indigo" in json.dumps(members.mails_as_data(person("bob")))
    assert "Indigo" not in repr(StandingOrder.objects.first()) + str(StandingOrder.objects.first())


# -- how much it costs -----------------------------------------------------------------------------------------------


def statements(game: Played, seat: int, move: dict[str, Any]) -> int:
    """Count the statements of one move."""
    token = game.token(seat)
    with CaptureQueriesContext(connection) as caught:
        game.play(seat, move, token=token)
    return len(caught)


def test_orders_cost_a_decision_one_look_at_most(tables: Tables) -> None:
    plain, ordered = tables.start(3), tables.start(3)
    for seat in (1, 2):
        for p in LANDLORD.rules.board.deeds[:20]:
            ordered.order(seat, **msgspec.to_builtins(BidOnSquare(p, 1)))
        ordered.order(seat, **msgspec.to_builtins(AskIfSet()))
    for game in (plain, ordered):
        game.arrange(managing(0, s1=0, s3=1))
    assert statements(ordered, 0, {"type": "mortgage", "square": 1}) <= (
        statements(plain, 0, {"type": "mortgage", "square": 1}) + 1
    )


def test_a_wait_that_orders_leave_to_their_player_is_as_long_as_any_other(tables: Tables, clock: VirtualClock) -> None:
    game = tables.start(2, move_time=DAY)
    game.order(1, type="end_turn")
    game.order(1, type="ask_at", decision="buy")
    game.play(0, BUY, END_TURN)
    assert game.asked.due_at == clock.now + DAY * SECOND
