"""Early answers: what a player says before being asked, and the moves it makes when he is."""

import json
from typing import Any

import msgspec
import pytest

from games.rules.errors import GameOver, IllegalMove, MalformedMove, NotYourDecision, RulesError
from games.rules.landlord import LANDLORD
from games.rules.property import moves
from games.rules.property.orders import BidUpTo, EndTurn, PropertyOrder, RefuseOffers
from tests.rules.candidates import offered
from tests.rules.table import Table

END_TURN = EndTurn()


def auctioned(cash: list[int], **setup: Any) -> Table:
    """Give a table where seat 0 has declined square 39, and the others are asked from its left."""
    return (
        Table(len(cash), cash=cash, at=[36] + [0] * (len(cash) - 1), rolls="1+2 1+2", **setup)
        .begin(0)
        .play(0, "decline")
    )


def offered_to(seat: int, **setup: Any) -> Table:
    """Give a table of three where seat 0, which manages square 39, has offered it to a seat."""
    return Table(3, owner={39: 0, 5: 0, 37: 1}, rolls="1+2", **setup).play(0, "offer", to=seat, give=[39])


def made(table: Table, seat: int, *orders: PropertyOrder) -> Any:
    """Give the move that orders make for a seat; check that asking changes nothing, and that it is legal."""
    before = LANDLORD.encode_state(table.state)
    move = LANDLORD.ordered(table.state, seat, orders)
    assert LANDLORD.encode_state(table.state) == before
    if move is not None:
        assert offered(LANDLORD.legal(table.state, seat), seat, move)
        LANDLORD.check_by(table.state, seat, move, "order")
    return move


def let(table: Table, seat: int, order: PropertyOrder) -> Table:
    """Leave an order that must be open to a seat now."""
    LANDLORD.check_order(table.state, seat, order)
    assert LANDLORD.order_stands(table.state, seat, order)
    return table


def early_open(table: Table, seat: int) -> list[PropertyOrder]:
    """List the early answers that are open to a seat."""
    return [order for order in LANDLORD.orders_open(table.state, seat) if order.occasion]


def refused(table: Table, seat: int, order: PropertyOrder, kind: type[RulesError] = IllegalMove) -> str:
    """Check that an order may not be left, by that kind of error; give the sentence that says why."""
    with pytest.raises(RulesError) as caught:
        LANDLORD.check_order(table.state, seat, order)
    assert type(caught.value) is kind
    sentence = str(caught.value)
    assert sentence[:1].isupper() and sentence.endswith(".")
    return sentence


# -- their form -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "data"),
    [
        (BidUpTo(39, 40), {"type": "bid_up_to", "square": 39, "amount": 40}),
        (END_TURN, {"type": "end_turn"}),
        (RefuseOffers(7), {"type": "refuse_offers", "turn": 7}),
    ],
)
def test_each_has_one_json_form(order: PropertyOrder, data: dict[str, Any]) -> None:
    assert msgspec.to_builtins(order) == data
    assert LANDLORD.decode_order(json.dumps(data)) == order
    assert LANDLORD.decode_order(msgspec.json.encode(order)) == order


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"null",
        b"[]",
        b"{}",
        b"\xff",
        b"[" * 100_000,
        b'{"type":"pass"}',
        b'{"type":"BidUpTo","square":39,"amount":4}',
        b'{"type":"end_turn","turn":1}',
        b'{"type":"bid_up_to","square":39}',
        b'{"type":"bid_up_to","square":39,"amount":4,"seat":1}',
        b'{"type":"bid_up_to","square":39,"amount":4.0}',
        b'{"type":"bid_up_to","square":39,"amount":true}',
        b'{"type":"bid_up_to","square":"39","amount":4}',
        b'{"type":"refuse_offers"}',
        b'{"type":"refuse_offers","turn":null}',
    ],
)
def test_what_has_not_that_form_is_refused(data: bytes) -> None:
    with pytest.raises(MalformedMove, match=r"^That is no order of this game: .*\.$"):
        LANDLORD.decode_order(data)


# -- a bid ahead ----------------------------------------------------------------------------------------


def test_a_bid_ahead_waits_for_the_bidders_turn() -> None:
    table = let(auctioned([150, 150, 150]), 2, BidUpTo(39, 60))
    assert made(table, 2, BidUpTo(39, 60)) is None
    table.play(1, "bid", amount=20)
    assert made(table, 2, BidUpTo(39, 60)) == moves.Bid(21)


def test_the_last_bidder_bids_the_least_that_wins() -> None:
    table = auctioned([150, 150, 150]).play(1, "pass")
    assert made(table, 2, BidUpTo(39, 60)) == moves.Bid(1)
    table.play(2, "bid", amount=1)
    assert table.state.owner[39] == 2


def test_a_bidder_with_others_after_him_goes_to_his_limit() -> None:
    """Decisions: auction: he has one chance, and whoever comes after sees his bid."""
    assert made(auctioned([150, 150, 150]), 1, BidUpTo(39, 60)) == moves.Bid(60)


def test_others_who_could_not_beat_the_bid_are_no_reason_to_go_higher() -> None:
    """Decisions: auction: whoever has no more than the best bid is passed over, so what the richest has wins."""
    table = auctioned([150, 150, 30, 20])
    assert made(table, 1, BidUpTo(39, 60)) == moves.Bid(30)
    table.play(1, "bid", amount=30)
    assert table.state.owner[39] == 1
    assert made(auctioned([150, 150, 30, 20]), 1, BidUpTo(39, 29)) == moves.Bid(29)
    assert made(auctioned([150, 150, 0, 0]), 1, BidUpTo(39, 60)) == moves.Bid(1)


def test_a_bid_ahead_is_at_most_the_bidders_cash() -> None:
    assert made(auctioned([150, 44, 150]), 1, BidUpTo(39, 60)) == moves.Bid(44)


def test_a_limit_that_is_beaten_passes() -> None:
    table = auctioned([150, 150, 150]).play(1, "bid", amount=60)
    assert made(table, 2, BidUpTo(39, 60)) == moves.PASS
    assert made(table, 2, BidUpTo(39, 61)) == moves.Bid(61)


def test_a_bid_for_another_square_does_not_act() -> None:
    assert made(auctioned([150, 150]), 1, BidUpTo(37, 60)) is None


def test_whoever_is_asked_now_may_leave_a_bid_too() -> None:
    table = let(auctioned([150, 150]), 1, BidUpTo(39, 60))
    assert made(table, 1, BidUpTo(39, 60)) == moves.Bid(1)


def test_only_those_with_a_chance_left_leave_a_bid() -> None:
    table = auctioned([150, 150, 150, 150]).play(1, "pass")
    for seat in (0, 1):
        assert "no chance to bid" in refused(table, seat, BidUpTo(39, 5), NotYourDecision)
    for seat in (2, 3):
        let(table, seat, BidUpTo(39, 5))


def test_a_bid_ahead_needs_an_auction_for_that_square() -> None:
    assert "no auction" in refused(Table(2, owner={39: 0}), 1, BidUpTo(39, 5))
    assert "no auction" in refused(auctioned([150, 150]), 1, BidUpTo(37, 5))


def test_who_wants_nothing_says_so_ahead_with_a_bid_of_0() -> None:
    table = auctioned([150, 150, 90])
    LANDLORD.check_order(table.state, 2, BidUpTo(39, 0))
    table.play(1, "pass")
    assert LANDLORD.ordered(table.state, 2, [BidUpTo(39, 0)]) == moves.PASS


@pytest.mark.parametrize("amount", [-1, 91, 10**30])
def test_a_bid_ahead_is_from_1_to_what_the_bidder_has(amount: int) -> None:
    assert "to what you have, 90." in refused(auctioned([150, 150, 90]), 2, BidUpTo(39, amount))
    for fitting in (1, 90):
        let(auctioned([150, 150, 90]), 2, BidUpTo(39, fitting))


def test_whoever_cannot_beat_the_best_bid_leaves_none() -> None:
    table = auctioned([150, 150, 150, 30]).play(1, "bid", amount=30)
    assert "not enough" in refused(table, 3, BidUpTo(39, 30))
    assert early_open(table, 3) == [RefuseOffers(table.state.turns)]
    assert "not enough" in refused(auctioned([150, 150, 0]), 2, BidUpTo(39, 1))


def test_a_bid_ahead_stands_until_its_chance_is_gone() -> None:
    table, bid = auctioned([150, 150, 150, 150]), BidUpTo(39, 60)
    assert not LANDLORD.order_stands(table.state, 0, bid)
    assert not LANDLORD.order_stands(table.state, 1, BidUpTo(37, 60))
    for seat in (1, 2, 3):
        assert LANDLORD.order_stands(table.state, seat, bid)
    table.play(1, "pass").play(2, "resign")
    assert [LANDLORD.order_stands(table.state, s, bid) for s in (1, 2, 3)] == [False, False, True]
    table.play(3, "pass")
    assert table.state.auction is None
    assert not LANDLORD.order_stands(table.state, 3, bid)


# -- the end of a turn ahead ----------------------------------------------------------------------------

MANAGERS: list[tuple[dict[str, Any], bool]] = [
    ({"owner": {39: 0}}, True),
    ({"owner": {37: 0, 39: 0}}, False),
    ({"owner": {37: 0, 39: 0}, "cash": [19, 150]}, True),
    ({"owner": {37: 0, 39: 0}, "houses": {37: 5, 39: 5}}, True),
    ({"owner": {37: 0, 39: 0}, "houses": {37: 1}}, False),
    ({"owner": {39: 0}, "mortgaged": [39]}, False),
    ({"owner": {39: 0}, "mortgaged": [39], "cash": [25, 150]}, True),
    ({"owner": {39: 0}, "mortgaged": [39], "cash": [26, 150]}, False),
    ({"owner": {39: 1}, "mortgaged": [39]}, True),
]


@pytest.mark.parametrize(("setup", "ends"), MANAGERS)
def test_it_ends_a_turn_unless_building_or_lifting_is_possible(setup: dict[str, Any], ends: bool) -> None:
    table = let(Table(2, **setup), 0, END_TURN)
    assert made(table, 0, END_TURN) == (moves.END_TURN if ends else None)


def test_it_never_answers_jail_a_purchase_a_debt_a_bid_or_an_offer() -> None:
    jailed = Table(2, jail=[2, 0], at=[10, 0], owner={39: 0}).begin(0)
    buying = Table(2, rolls="1+2").begin(0)
    owing = Table(2, owner={39: 1, 5: 0}, cash=[1, 9], at=[36, 0], rolls="1+2").begin(0)
    asked = [jailed.asked, buying.asked, owing.asked]
    assert asked == [("jail", 0), ("buy", 0), ("debt", 0)]
    for table in (jailed, buying, owing):
        assert made(let(table, 0, END_TURN), 0, END_TURN) is None
    assert made(auctioned([150, 150]), 1, END_TURN) is None
    assert made(offered_to(1), 1, END_TURN) is None


def test_it_stays_from_turn_to_turn() -> None:
    table = Table(2, owner={39: 0, 5: 1}, rolls="4+6 4+6 4+6")
    for seat in (0, 1, 0):
        assert table.asked == ("manage", seat)
        assert LANDLORD.order_stands(table.state, 0, END_TURN)
        assert made(table, 1 - seat, END_TURN) is None
        assert made(table, seat, END_TURN) == moves.END_TURN
        table.play(seat, "end_turn")


# -- offers refused ahead -------------------------------------------------------------------------------


def test_offers_refused_ahead_are_refused() -> None:
    table = Table(3, owner={39: 0, 37: 1})
    order = RefuseOffers(table.state.turns)
    let(table, 1, order).play(0, "offer", to=1, give=[39])
    assert made(table, 1, order) == moves.REFUSE
    assert made(table, 2, order) is None
    table.play(1, "refuse").play(0, "offer", to=1, get=[37])
    assert made(table, 1, order) == moves.REFUSE


def test_a_standing_offer_can_be_refused_with_all_that_follow() -> None:
    table = offered_to(1)
    assert made(let(table, 1, RefuseOffers(0)), 1, RefuseOffers(0)) == moves.REFUSE


def test_offers_are_refused_ahead_in_one_turn_only() -> None:
    table = Table(3, owner={39: 0, 37: 2, 5: 1}, rolls="4+6 4+6")
    order = RefuseOffers(table.state.turns)
    let(table, 1, order).play(0, "end_turn").play(1, "end_turn").play(2, "offer", to=1, give=[37])
    assert made(table, 1, order) is None
    assert not LANDLORD.order_stands(table.state, 1, order)


def test_offers_are_refused_ahead_only_for_the_turn_that_goes_on() -> None:
    table = Table(3, owner={39: 0})
    for turn in (-1, 1, 10**30):
        assert "the turn that goes on" in refused(table, 1, RefuseOffers(turn))


def test_in_ones_own_turn_there_is_nothing_to_refuse() -> None:
    table = Table(3, owner={39: 0})
    assert "your own turn" in refused(table, 0, RefuseOffers(0))
    assert early_open(table, 0) == []


def test_nothing_is_refused_ahead_once_the_offers_are_used_up() -> None:
    table = offered_to(1).play(1, "refuse").play(0, "offer", to=2, give=[39])
    order = RefuseOffers(table.state.turns)
    assert LANDLORD.order_stands(table.state, 2, order)
    assert "No more offers" in refused(table, 1, order)
    table.play(2, "refuse")
    assert "No more offers" in refused(table, 2, order)
    assert [LANDLORD.order_stands(table.state, s, order) for s in (1, 2)] == [False, False]


def test_whose_turn_it_is_makes_no_offers_when_he_has_left() -> None:
    """Leaving: a standing auction goes on without him, and then the turn passes on."""
    table = auctioned([150] * 4)
    order = RefuseOffers(table.state.turns)
    let(table, 1, order).play(0, "resign")
    assert table.asked == ("auction", 1)
    assert "No more offers" in refused(table, 1, order)
    assert not LANDLORD.order_stands(table.state, 1, order)


# -- who may leave which, and several at once -------------------------------------------------------------


def test_each_may_leave_what_is_open_to_him() -> None:
    table = auctioned([150, 90, 80])
    turn = table.state.turns
    assert early_open(table, 0) == []
    assert early_open(table, 1) == [BidUpTo(39, 90), RefuseOffers(turn)]
    assert early_open(table, 2) == [BidUpTo(39, 80), RefuseOffers(turn)]


EACH: list[PropertyOrder] = [BidUpTo(39, 5), END_TURN, RefuseOffers(0)]


@pytest.mark.parametrize("order", EACH)
def test_who_is_out_leaves_none(order: PropertyOrder) -> None:
    table = Table(3, owner={39: 0}, out=[2])
    assert "out of this game" in refused(table, 2, order, NotYourDecision)
    assert LANDLORD.orders_open(table.state, 2) == []
    assert not LANDLORD.order_stands(table.state, 2, order)


@pytest.mark.parametrize("order", EACH)
def test_a_bot_leaves_none(order: PropertyOrder) -> None:
    table = auctioned([150, 150, 150], kinds=["person", "bot", "person"])
    assert "bot" in refused(table, 1, order)
    assert LANDLORD.orders_open(table.state, 1) == []
    assert made(table, 1, BidUpTo(39, 5)) is None


@pytest.mark.parametrize("order", EACH)
def test_none_is_left_when_the_game_is_over(order: PropertyOrder) -> None:
    table = Table(2, owner={39: 0}).play(0, "resign")
    for seat in (0, 1):
        assert "over" in refused(table, seat, order, GameOver)
        assert LANDLORD.orders_open(table.state, seat) == []
        assert not LANDLORD.order_stands(table.state, seat, order)
        assert made(table, seat, order) is None


@pytest.mark.parametrize("seat", [-1, 3])
def test_there_is_such_a_seat(seat: int) -> None:
    assert "no such seat" in refused(Table(3, owner={39: 0}), seat, END_TURN, NotYourDecision)


def test_without_an_order_the_seat_is_asked_in_person() -> None:
    assert made(Table(2, owner={39: 0}), 0) is None


def test_each_order_answers_its_own_question() -> None:
    orders = (BidUpTo(39, 60), RefuseOffers(0), END_TURN)
    assert made(Table(2, owner={39: 0}), 0, *orders) == moves.END_TURN
    assert made(offered_to(1), 1, *orders) == moves.REFUSE
    assert made(auctioned([150, 150, 150]), 1, *orders) == moves.Bid(60)


def test_of_two_for_the_same_question_the_later_one_counts() -> None:
    table = auctioned([150, 150, 150])
    assert made(table, 1, BidUpTo(39, 60), END_TURN, BidUpTo(39, 40)) == moves.Bid(40)
    assert made(table, 1, BidUpTo(39, 40), END_TURN, BidUpTo(39, 60)) == moves.Bid(60)
