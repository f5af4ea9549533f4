"""Early answers act in the table: as the player's own moves, at once where they can, and are forgotten in time."""

from typing import Any

import pytest

from games import queries, table, tasks
from games.models import StandingOrder
from games.rules.errors import IllegalMove, MalformedMove, NotYourDecision, StaleDecision
from games.rules.property.state import State
from tests.clock.tables import BUY, DECLINE, END_TURN, PASS, Played, Tables, offer
from tests.clock.test_deadlines import MOSS, managing
from tests.clock.virtual import MINUTE, VirtualClock

pytestmark = pytest.mark.both_databases


def orders(game: Played) -> list[tuple[int, str]]:
    return list(StandingOrder.objects.filter(game__public_id=game.id).values_list("seat", "order"))


def last_bidder(game: Played) -> tuple[int, int]:
    """Decline as seat 0; give who is asked for a bid, and who will be after that."""
    game.play(0, DECLINE)
    first = game.asked.number
    return first, ({1, 2} - {first}).pop()


def test_a_bid_left_before_the_chance_is_made_when_it_comes(tables: Tables) -> None:
    game = tables.start(3)
    square = game.state.position[0]
    first, last = last_bidder(game)
    game.order(last, type="bid_up_to", square=square, amount=40)
    assert game.entries == [(0, "decline", "player")] and len(orders(game)) == 1
    game.play(first, {"type": "bid", "amount": 7})
    assert game.entries[1:] == [(first, "bid", "player"), (last, "bid", "order")]
    assert game.state.owner[square] == last
    assert orders(game) == [], "it was for that auction only"


def test_a_lapse_before_it_lets_it_act_too(tables: Tables, clock: VirtualClock) -> None:
    game = tables.start(3, move_time=60)
    square = game.state.position[0]
    first, last = last_bidder(game)
    game.order(last, type="bid_up_to", square=square, amount=40)
    assert clock.sweep_after(game.due) == 1
    assert game.entries[1:] == [(first, "timeout", "clock"), (last, "bid", "order")]


def test_one_left_when_asked_acts_at_once(tables: Tables) -> None:
    game = tables.start(3)
    square = game.state.position[0]
    first, last = last_bidder(game)
    game.order(first, type="bid_up_to", square=square, amount=3)
    assert game.entries[-1] == (first, "bid", "order") and game.asked.number == last
    assert orders(game) == []


def test_the_end_of_a_turn_ahead(tables: Tables) -> None:
    game = tables.start(2)
    game.arrange(managing(0, s6=1))
    game.order(0, type="end_turn")
    assert game.entries == [(0, "end_turn", "order")]
    assert [seat for seat, _ in orders(game)] == [0], "it stands for every turn"


def test_not_where_something_could_be_built(tables: Tables) -> None:
    game = tables.start(2)
    game.arrange(managing(0, **MOSS))
    game.order(0, type="end_turn")
    assert game.entries == [] and game.asked.number == 0


def test_offers_refused_ahead_for_one_turn(tables: Tables) -> None:
    game = tables.start(2)
    game.arrange(managing(0, **MOSS))
    game.order(1, type="refuse_offers", turn=game.state.turns)
    game.play(0, offer(1, give=[1], get_cash=20))
    assert game.entries[-1] == (1, "refuse", "order") and len(orders(game)) == 1
    game.play(0, END_TURN)
    assert orders(game) == [], "that turn is over"


def test_one_of_a_type_takes_the_place_of_the_one_before(tables: Tables) -> None:
    game = tables.start(3)
    square = game.state.position[0]
    first, last = last_bidder(game)
    for amount in (3, 40, 5):
        game.order(last, type="bid_up_to", square=square, amount=amount)
    game.order(last, type="end_turn")
    kept = dict(enumerate(order for _, order in orders(game)))
    assert kept == {0: f'{{"type":"bid_up_to","square":{square},"amount":5}}', 1: '{"type":"end_turn"}'}
    game.play(first, {"type": "bid", "amount": 10})
    assert game.entries[-1] == (last, "pass", "order")


def test_it_is_seen_by_its_owner_alone_and_taken_off_by_nobody_else(tables: Tables) -> None:
    game = tables.start(2)
    game.order(1, type="end_turn")
    (pk,) = StandingOrder.objects.values_list("pk", flat=True)
    stamps = {seat: queries.stamp(game.id, who).etag for seat, who in game.people.items()}
    assert [key for key, _ in queries.table(game.id, game.people[1]).orders] == [pk]
    assert queries.table(game.id, game.people[0]).orders == []
    before = game.rows()
    with pytest.raises(table.TableError, match="no longer there"):
        table.take_order_off(game.id, game.people[0], pk)
    assert game.rows() == before
    table.take_order_off(game.id, game.people[1], pk)
    assert orders(game) == []
    assert queries.stamp(game.id, game.people[0]).etag == stamps[0]
    assert queries.stamp(game.id, game.people[1]).etag != stamps[1]


def test_it_is_kept_in_one_form_whatever_was_sent(tables: Tables) -> None:
    game = tables.start(2)
    table.leave_order(game.id, game.people[1], '{ "type" :\n "end_turn" }' + " " * 5000)
    assert orders(game) == [(1, '{"type":"end_turn"}')]


@pytest.mark.parametrize(
    ("seat", "order", "refusal"),
    [
        (1, {"type": "bid_up_to", "square": 39, "amount": 3}, IllegalMove),
        (0, {"type": "refuse_offers", "turn": 1}, IllegalMove),
        (1, {"type": "refuse_offers", "turn": 99}, IllegalMove),
        (1, {"type": "resign"}, MalformedMove),
    ],
)
def test_one_that_could_never_act_is_refused(tables: Tables, seat: int, order: Any, refusal: type[Exception]) -> None:
    game = tables.start(2)
    before = game.rows()
    with pytest.raises(refusal):
        game.order(seat, **order)
    assert game.rows() == before and orders(game) == []


def test_who_leaves_leaves_no_order_behind(tables: Tables, clock: VirtualClock) -> None:
    game = tables.start(3, move_time=60)
    for seat in (0, 1):
        game.order(seat, type="end_turn")
    game.resign(1)
    assert [seat for seat, _ in orders(game)] == [0]
    with pytest.raises(NotYourDecision):
        game.order(1, type="end_turn")
    clock.sweep_after(game.due)
    assert orders(game) == []


def test_an_order_changes_no_deadline_and_is_no_move(tables: Tables, clock: VirtualClock) -> None:
    game = tables.start(3, move_time=600)
    due, changed = game.due, game.game.moved_at
    clock.go(MINUTE)
    game.order(1, type="end_turn")
    assert game.due == due and game.game.moved_at == changed and game.game.move_count == 0


def nothing_to_decide(state: State) -> None:
    """Nobody can pay for anything, and whoever is asked can only pass or end his turn: bots and orders go on alone."""
    state.turn, state.again = 0, False
    state.owner = [1] * 40
    state.mortgaged = [True] * 40
    state.cash = [30, 30]
    state.ask("manage", 0)


def test_a_chain_of_orders_and_bots_is_bounded_and_goes_on_by_the_worker(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = tables.start(1, bots=1, ready=False)
    whole.arrange(nothing_to_decide)
    whole.order(0, type="end_turn")
    made = whole.entries
    assert len(made) > 6 and {by for *_, by in made} == {"order", "bot"}
    split = tables.start(1, bots=1, ready=False)
    split.arrange(nothing_to_decide)
    monkeypatch.setattr("games.table.answering.BOT_MOVES_AT_ONCE", 3)
    split.order(0, type="end_turn")
    assert split.entries == made[:3] and split.game.bots_due
    rounds = 0
    while split.game.bots_due:
        tasks.answer_for_bots()
        rounds += 1
    assert split.entries == made and rounds >= len(made) // 3 - 1
    assert split.state == whole.state


def test_an_order_left_over_for_the_worker_is_made_once(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.table.answering.BOT_MOVES_AT_ONCE", 0)
    game = tables.start(2)
    game.arrange(managing(0, s6=1))
    game.order(0, type="end_turn")
    assert game.game.bots_due and game.entries == []
    monkeypatch.setattr("games.table.answering.BOT_MOVES_AT_ONCE", 200)
    assert tasks.answer_for_bots() == 1
    assert game.entries == [(0, "end_turn", "order")] and not game.game.bots_due
    assert tasks.answer_for_bots() == 0


@pytest.mark.parametrize("by", ["sweep", "late move"])
def test_an_order_that_no_worker_has_come_to_was_still_in_time(
    tables: Tables, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch, by: str
) -> None:
    monkeypatch.setattr("games.table.answering.BOT_MOVES_AT_ONCE", 0)
    game = tables.start(3, move_time=60)
    square = game.state.position[0]
    first, last = last_bidder(game)
    game.order(last, type="bid_up_to", square=square, amount=9)
    game.play(first, PASS)
    assert game.game.bots_due and game.asked.number == last
    monkeypatch.setattr("games.table.answering.BOT_MOVES_AT_ONCE", 200)
    token = game.token(last)
    if by == "sweep":
        assert clock.sweep_after(game.due) == 0
    else:
        clock.go(game.due + MINUTE)
        with pytest.raises(StaleDecision, match="already answered"):
            game.play(last, PASS, token=token)
    assert game.entries[1:3] == [(first, "pass", "player"), (last, "bid", "order")]
    assert game.state.owner[square] == last and not game.game.bots_due


def test_a_person_who_answers_before_the_worker_is_taken(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    game = tables.start(3)
    square = game.state.position[0]
    first, last = last_bidder(game)
    game.order(last, type="bid_up_to", square=square, amount=9)
    monkeypatch.setattr("games.table.answering.BOT_MOVES_AT_ONCE", 0)
    game.play(first, PASS)
    assert game.game.bots_due
    game.play(last, {"type": "bid", "amount": 20})
    monkeypatch.setattr("games.table.answering.BOT_MOVES_AT_ONCE", 200)
    tasks.answer_for_bots()
    assert game.entries[1:] == [(first, "pass", "player"), (last, "bid", "player")]
    assert game.state.owner[square] == last and orders(game) == []
    assert [(e.seat, e.amount) for e in game.events if e.__struct_config__.tag == "auctioned"] == [(last, 20)]


def test_buying_goes_on_by_hand(tables: Tables) -> None:
    game = tables.start(2)
    game.order(0, type="end_turn")
    game.play(0, BUY)
    assert game.entries[:2] == [(0, "buy", "player"), (0, "end_turn", "order")]
