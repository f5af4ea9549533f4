"""Standing orders: what each does at its decision, and what it leaves to its player."""

import json
from typing import Any

import msgspec
import pytest

from games.rules.errors import IllegalMove, MalformedMove
from games.rules.landlord import LANDLORD
from games.rules.property import moves
from games.rules.property.ordering.bounds import MOST
from games.rules.property.orders import (
    AskAt,
    AskIfCashBelow,
    AskIfSet,
    AskIfSquare,
    BidOnSet,
    BidOnSquare,
    BidUpTo,
    BuyIfLeft,
    EndTurn,
    InJail,
    PropertyOrder,
    RaiseDebt,
    RefuseAll,
    RefuseBelow,
    RefuseOffers,
)
from tests.rules.table import Table
from tests.rules.test_orders import auctioned, let, made, offered_to, refused

FORMS: list[tuple[PropertyOrder, dict[str, Any]]] = [
    (BuyIfLeft(30), {"type": "buy_if_left", "least": 30}),
    (BidOnSquare(39, 40), {"type": "bid_on_square", "square": 39, "amount": 40}),
    (BidOnSet("Indigo", 40), {"type": "bid_on_set", "set": "Indigo", "amount": 40}),
    (RefuseAll(), {"type": "refuse_all"}),
    (RefuseBelow(5), {"type": "refuse_below", "least": 5}),
    (InJail("pay"), {"type": "in_jail", "way": "pay"}),
    (EndTurn(), {"type": "end_turn"}),
    (RaiseDebt("mortgages", [39, 5]), {"type": "raise_debt", "first": "mortgages", "last": [39, 5]}),
    (AskIfCashBelow(20), {"type": "ask_if_cash_below", "amount": 20}),
    (AskIfSquare(39), {"type": "ask_if_square", "square": 39}),
    (AskIfSet(), {"type": "ask_if_set"}),
    (AskAt("debt"), {"type": "ask_at", "decision": "debt"}),
]
STANDING = [order for order, _ in FORMS]


# -- form and bounds --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("order", "data"), FORMS)
def test_each_has_one_json_form(order: PropertyOrder, data: dict[str, Any]) -> None:
    assert msgspec.to_builtins(order) == data
    assert LANDLORD.decode_order(json.dumps(data)) == order
    assert LANDLORD.decode_order(msgspec.json.encode(order)) == order


@pytest.mark.parametrize(
    "data",
    [
        {"type": "in_jail", "way": "stay"},
        {"type": "ask_at", "decision": "over"},
        {"type": "ask_at", "decision": "offer"},
        {"type": "raise_debt", "first": "houses"},
        {"type": "raise_debt", "first": "cash", "last": []},
        {"type": "raise_debt", "first": "houses", "last": [1.0]},
        {"type": "raise_debt", "first": "houses", "last": 1},
        {"type": "refuse_all", "least": 1},
        {"type": "bid_on_set", "set": 8, "amount": 1},
        {"type": "buy_if_left", "least": True},
    ],
)
def test_what_has_not_that_form_is_refused(data: dict[str, Any]) -> None:
    with pytest.raises(MalformedMove, match=r"^That is no order of this game: .*\.$"):
        LANDLORD.decode_order(json.dumps(data))


@pytest.mark.parametrize("order", STANDING)
def test_each_may_be_left_at_any_time_and_stands_until_its_player_is_out_or_the_game_is_over(
    order: PropertyOrder,
) -> None:
    table = Table(3, owner={39: 1, 5: 0})
    for seat in (0, 1, 2):
        let(table, seat, order)
    table.play(2, "resign")
    assert [LANDLORD.order_stands(table.state, seat, order) for seat in (0, 1, 2)] == [True, True, False]
    table.play(1, "resign")
    assert not LANDLORD.order_stands(table.state, 0, order)


@pytest.mark.parametrize("make", [BuyIfLeft, RefuseBelow, lambda n: BidOnSquare(1, n), lambda n: BidOnSet("Moss", n)])
def test_sums_are_from_0_to_more_than_anybody_has(make: Any) -> None:
    table = Table(2, owner={39: 0})
    for fitting in (0, 1, MOST):
        let(table, 0, make(fitting))
    for amount in (-1, MOST + 1, 10**18):
        assert f"from 0 to {MOST}" in refused(table, 0, make(amount))


def test_nobody_has_less_than_0_so_that_asks_never() -> None:
    table = Table(2, owner={39: 0})
    let(table, 0, AskIfCashBelow(1))
    let(table, 0, AskIfCashBelow(MOST))
    for amount in (-1, 0, MOST + 1):
        assert f"from 1 to {MOST}" in refused(table, 0, AskIfCashBelow(amount))


@pytest.mark.parametrize("make", [lambda p: BidOnSquare(p, 5), AskIfSquare, lambda p: RaiseDebt("houses", [5, p])])
def test_squares_are_those_that_can_be_owned(make: Any) -> None:
    table = Table(2)
    for p in (1, 13, 35, 39):
        let(table, 0, make(p))
    for p in (-1, 40, 10**18):
        assert "no such square" in refused(table, 0, make(p))
    assert "Jail can't be owned" in refused(table, 0, make(10))
    assert "Fortune can't be owned" in refused(table, 0, make(2))


def test_a_square_is_kept_for_last_once() -> None:
    table = Table(2)
    let(table, 0, RaiseDebt("houses", list(LANDLORD.rules.board.deeds)))
    assert "names a square twice" in refused(table, 0, RaiseDebt("houses", [1, 3, 1]))


def test_sets_go_by_their_names_ferries_and_works_among_them() -> None:
    table = Table(2)
    names = ["Moss", "Slate", "Clay", "Teal", "Apple", "Amber", "Brick", "Indigo", "Ferries", "Works"]
    assert list(LANDLORD.rules.board.group_named) == names
    assert set(LANDLORD.rules.board.group_named.values()) == set(LANDLORD.rules.board.groups)
    for name in names:
        let(table, 0, BidOnSet(name, 5))
    for name in ("", "moss", "Moss ", "ferry", "39", "\u0000"):
        sentence = refused(table, 0, BidOnSet(name, 5))
        assert sentence == f"There is no set of this name. The sets are {', '.join(names)}."


def test_one_of_each_type_is_listed_and_may_be_left() -> None:
    table = Table(2, owner={39: 0})
    listed = LANDLORD.orders_open(table.state, 1)
    assert {type(order) for order in listed} == {type(order) for order in STANDING} | {RefuseOffers}
    for order in listed:
        let(table, 1, order)
    assert BidOnSquare(1, MOST) in listed and BidOnSet("Moss", MOST) in listed and AskAt("manage") in listed


def test_what_is_decided_now_is_what_the_list_names() -> None:
    buying = Table(2, rolls="2+3").begin(0)
    assert buying.asked == ("buy", 0)
    for seat in (0, 1):
        listed = LANDLORD.orders_open(buying.state, seat)
        for order in (BidOnSquare(5, MOST), BidOnSet("Ferries", MOST), AskIfSquare(5), AskAt("buy")):
            assert order in listed
    listed = LANDLORD.orders_open(auctioned([150, 150]).state, 0)
    for order in (BidOnSquare(39, MOST), BidOnSet("Indigo", MOST), AskIfSquare(39), AskAt("auction")):
        assert order in listed


# -- buying -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cash", "least", "buys"), [(46, 0, True), (45, 0, False), (76, 30, True), (75, 30, False)])
def test_it_buys_if_enough_is_left(cash: int, least: int, buys: bool) -> None:
    table = Table(2, cash=[cash, 150], at=[36, 0], rolls="1+2").begin(0)
    assert table.asked == ("buy", 0)
    assert made(table, 0, BuyIfLeft(least)) == (moves.BUY if buys else None)
    assert made(table, 1, BuyIfLeft(least)) is None


def test_it_buys_only_when_asked_to_buy() -> None:
    for table, seat in ((Table(2, owner={39: 0}), 0), (auctioned([150, 150]), 1), (offered_to(1), 1)):
        assert made(table, seat, BuyIfLeft(0)) is None


# -- auctions ----------------------------------------------------------------------------------------------


def test_a_bid_on_a_square_is_within_its_limit() -> None:
    table = auctioned([150, 150, 150])
    assert made(table, 1, BidOnSquare(39, 60)) == moves.Bid(60)
    assert made(table, 2, BidOnSquare(39, 60)) is None, "another is asked"
    table.play(1, "bid", amount=20)
    assert made(table, 2, BidOnSquare(39, 60)) == moves.Bid(21)
    assert made(table, 2, BidOnSquare(39, 20)) == moves.PASS
    assert made(table, 2, BidOnSquare(39, 0)) == moves.PASS
    assert made(table, 2, BidOnSquare(37, 60)) is None


def test_a_bid_on_a_set_is_for_each_of_its_squares() -> None:
    table = auctioned([150, 150])
    assert made(table, 1, BidOnSet("Indigo", 60)) == moves.Bid(1)
    assert made(table, 1, BidOnSet("Moss", 60)) is None
    ferry = Table(2, at=[3, 0], rolls="1+1").begin(0).play(0, "decline")
    assert made(ferry, 1, BidOnSet("Ferries", 60)) == moves.Bid(1)
    works = Table(2, at=[25, 0], rolls="1+1 1+2").begin(0).play(0, "decline")
    assert works.state.auction is not None and works.state.auction.square == 27
    assert made(works, 1, BidOnSet("Works", 0)) == moves.PASS


def test_the_square_comes_before_its_set_and_the_occasion_before_both() -> None:
    table = auctioned([150, 150, 150])
    on_set, on_square, once = BidOnSet("Indigo", 10), BidOnSquare(39, 20), BidUpTo(39, 30)
    for orders in ((on_set, on_square), (on_square, on_set)):
        assert made(table, 1, *orders) == moves.Bid(20)
        assert made(table, 1, *orders, once) == moves.Bid(30)
        assert made(table, 1, once, *orders) == moves.Bid(30)
    assert made(table, 1, BidOnSquare(37, 20), on_set) == moves.Bid(10)


def test_of_two_about_the_same_the_later_one_counts() -> None:
    table = auctioned([150, 150, 150])
    assert made(table, 1, BidOnSquare(39, 20), BidOnSquare(39, 5)) == moves.Bid(5)
    assert made(table, 1, BidOnSet("Indigo", 5), BidOnSet("Indigo", 20)) == moves.Bid(20)
    table = offered_to(1)
    assert made(table, 1, RefuseAll(), RefuseBelow(0)) is None
    assert made(table, 1, RefuseBelow(0), RefuseAll()) == moves.REFUSE


def test_whose_orders_answer_an_auction_ahead() -> None:
    table = auctioned([150, 150, 150, 150])
    assert LANDLORD.covered(table.state, 2, [BidOnSet("Indigo", 0)])
    assert LANDLORD.covered(table.state, 3, [BidUpTo(39, 4), AskAt("auction")])
    assert not LANDLORD.covered(table.state, 3, [BidOnSquare(39, 4), AskAt("auction")])
    assert not LANDLORD.covered(table.state, 2, [BidOnSet("Moss", 5)])
    assert not LANDLORD.covered(table.state, 2, [])
    assert not LANDLORD.covered(table.state, 0, [BidOnSquare(39, 4)]), "who declined has no chance"
    assert not LANDLORD.covered(table.state, 1, [BidOnSquare(39, 4)]), "who is asked now is not asked ahead"
    assert not LANDLORD.covered(Table(2).state, 1, [BidOnSquare(39, 4)])


# -- offers -----------------------------------------------------------------------------------------------


def test_all_offers_are_refused() -> None:
    table = offered_to(1)
    assert made(table, 1, RefuseAll()) == moves.REFUSE
    assert made(table, 0, RefuseAll()) is None and made(table, 2, RefuseAll()) is None


@pytest.mark.parametrize(
    ("fields", "gain"),
    [
        ({"give": [39]}, 46),
        ({"give": [39], "get_cash": 40}, 6),
        ({"give": [39], "get": [37]}, 2),
        ({"get": [37]}, -44),
        ({"give": [5]}, 12),
        ({"give": [5], "give_cash": 3, "get": [37]}, -29),
    ],
)
def test_offers_of_less_than_a_sum_are_refused(fields: dict[str, Any], gain: int) -> None:
    """A mortgaged square (5) counts half, as in net worth."""
    table = Table(3, owner={39: 0, 5: 0, 37: 1}, mortgaged=[5]).play(0, "offer", to=1, **fields)
    assert made(table, 1, RefuseBelow(gain + 1)) == moves.REFUSE
    assert made(table, 1, RefuseBelow(gain)) is None


def test_offers_are_refused_only_when_made() -> None:
    for order in (RefuseAll(), RefuseBelow(MOST)):
        assert made(Table(2, owner={39: 0}), 0, order) is None
        assert made(auctioned([150, 150]), 1, order) is None


# -- jail --------------------------------------------------------------------------------------------------


def jailed(cash: int = 150, cards: str = "") -> Table:
    return Table(2, cash=[cash, 150], cards=[cards.split(), []], jail=[3, 0], at=[10, 0], rolls="1+2").begin(0)


def test_in_jail_it_pays_uses_a_card_or_rolls() -> None:
    assert made(jailed(5), 0, InJail("pay")) == moves.PAY_FINE
    assert made(jailed(4), 0, InJail("pay")) is None
    assert made(jailed(cards="F8"), 0, InJail("card")) == moves.USE_CARD
    assert made(jailed(), 0, InJail("card")) is None
    assert made(jailed(0, "F8"), 0, InJail("roll")) == moves.ROLL
    assert made(jailed(), 1, InJail("roll")) is None


def test_out_of_jail_it_does_nothing() -> None:
    for way in ("pay", "card", "roll"):
        assert made(Table(2, owner={39: 0}, cards=[["F8"], []]), 0, InJail(way)) is None  # type: ignore[arg-type]


# -- each its own ------------------------------------------------------------------------------------------


def test_each_standing_order_answers_its_own_question() -> None:
    orders = (RaiseDebt("houses", []), InJail("roll"), RefuseAll(), BuyIfLeft(0), EndTurn(), BidOnSquare(39, 9))
    assert made(Table(2, owner={39: 0}), 0, *orders) == moves.END_TURN
    assert made(jailed(), 0, *orders) == moves.ROLL
    assert made(offered_to(1), 1, *orders) == moves.REFUSE
    assert made(auctioned([150, 150, 150]), 1, *orders) == moves.Bid(9)
    assert made(Table(2, rolls="1+2").begin(0), 0, *orders) == moves.BUY
    owing = Table(2, at=[36, 0], owner={39: 1, 5: 0}, cash=[1, 9], rolls="1+2").begin(0)
    assert made(owing, 0, *orders) == moves.Mortgage(5)


def test_an_order_for_a_seat_never_is_another_hand_than_its_players() -> None:
    """Record: `by` `order` stands for a person's or guest's move, never for a bot's or a time-out."""
    table = Table(3, kinds=["person", "guest", "bot"], owner={39: 0})
    for seat in (0, 1):
        LANDLORD.check_by(table.state, seat, moves.END_TURN, "order")
    with pytest.raises(IllegalMove):
        LANDLORD.check_by(table.state, 2, moves.END_TURN, "order")
    with pytest.raises(IllegalMove):
        LANDLORD.check_by(table.state, 0, moves.TIMEOUT, "order")
