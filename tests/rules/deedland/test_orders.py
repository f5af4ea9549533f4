"""Early answers and standing orders at a table of Deedland."""

import random
from typing import Any

import pytest

from games.rules.chance import Chance
from games.rules.deedland import BOARD, DEEDLAND
from games.rules.errors import IllegalMove, RulesError
from games.rules.landlord import LANDLORD
from games.rules.property import moves, orders
from games.rules.property.ordering.bounds import most
from tests.rules.candidates import offered
from tests.rules.deedland.random_play import RandomGame
from tests.rules.deedland.table import Table, group

MOST = most(DEEDLAND.rules)


def ordered(table: Table, seat: int, *left: orders.PropertyOrder) -> Any:
    """Leave orders for a seat; give the move that they make, which must be legal."""
    for order in left:
        DEEDLAND.check_order(table.state, seat, order)
    move = DEEDLAND.ordered(table.state, seat, left)
    assert move is None or offered(DEEDLAND.legal(table.state, seat), seat, move)
    return move


def auction(**given: Any) -> Table:
    """Give an auction of square 3 in which seat 0, the decliner, is asked."""
    return Table(3, **({"rolls": "1+2", "owner": {39: 0}} | given)).roll(0).play(0, "decline")


def test_sums_grow_with_the_money() -> None:
    """Orders: the largest sum of an order is a thousand times Landlord's."""
    assert MOST == 100_000_000
    DEEDLAND.check_order(Table().state, 0, orders.BuyIfLeft(MOST))
    with pytest.raises(IllegalMove, match="from 0 to 100000000"):
        DEEDLAND.check_order(Table().state, 0, orders.BuyIfLeft(MOST + 1))


def test_bidding_round_and_round() -> None:
    """Orders: a bid within a limit is the least that beats the best, as often as it is asked."""
    table = auction()
    order = orders.BidOnSquare(3, 10)
    assert ordered(table, 0, order) == moves.Bid(1)
    table.play(0, "bid", amount=1).play(1, "bid", amount=9).play(2, "pass")
    assert ordered(table, 0, order) == moves.Bid(10)
    table.play(0, "bid", amount=10).play(1, "bid", amount=11)
    assert ordered(table, 0, order) == moves.PASS


def test_an_early_bid_stands_for_the_whole_auction() -> None:
    """Orders: an early bid acts whenever its seat is asked in that auction, and goes with it."""
    table = auction()
    order = orders.BidUpTo(3, 20)
    DEEDLAND.check_order(table.state, 1, order)
    table.play(0, "bid", amount=5)
    assert ordered(table, 1, order) == moves.Bid(6)
    assert DEEDLAND.covered(table.state, 2, [orders.BidOnSet("Brown", 3)])
    table.play(1, "bid", amount=6).play(2, "pass").play(0, "bid", amount=7)
    assert DEEDLAND.order_stands(table.state, 1, order)
    assert not DEEDLAND.order_stands(table.state, 2, orders.BidUpTo(3, 20))
    table.play(1, "pass")
    assert not DEEDLAND.order_stands(table.state, 1, order)


def test_a_bid_on_a_group() -> None:
    """Orders: groups have their own names, stations and utilities among them."""
    for name in ("Brown", "Blue", "Stations", "Utilities"):
        DEEDLAND.check_order(Table().state, 0, orders.BidOnSet(name, 5))
    with pytest.raises(IllegalMove, match="Stations, Utilities"):
        DEEDLAND.check_order(Table().state, 0, orders.BidOnSet("Ferries", 5))


def test_refusing_the_offers_of_a_turn() -> None:
    """Orders: offers can be refused ahead while one can still come: one to each player a turn."""
    table = Table(3, owner={39: 0}).manage(0)
    order = orders.RefuseOffers(table.state.turns)
    DEEDLAND.check_order(table.state, 1, order)
    table.play(0, "offer", to=1, give=[39])
    assert ordered(table, 1, order) == moves.REFUSE
    table.play(1, "refuse")
    assert not DEEDLAND.order_stands(table.state, 1, order)
    assert DEEDLAND.order_stands(table.state, 2, order)
    with pytest.raises(IllegalMove, match="No more offers can come"):
        DEEDLAND.check_order(table.state, 1, order)


def test_raising_a_debt() -> None:
    """Orders: a debt is raised within the rule that nothing stands on a mortgaged group."""
    owner = {39: 1, **group(2, 0), 5: 0}
    table = Table(rolls="1+2", at=[36, 0], owner=owner, houses={6: 1}, cash=[0, 0]).roll(0)
    assert ordered(table, 0, orders.RaiseDebt("mortgages", [])) == moves.MORTGAGE[5]
    assert ordered(table, 0, orders.RaiseDebt("houses", [])) == moves.SELL[6]
    assert ordered(table, 0, orders.RaiseDebt("mortgages", [5])) == moves.SELL[6]


def test_a_debtor_not_on_turn() -> None:
    """Orders: a debt of one who is not on turn is raised too."""
    table = Table(3, rolls="1+2", at=[5, 0, 0], cash=[0, 500, 5_000], fortune="F11", owner={5: 1}).roll(0)
    assert ordered(table, 1, orders.RaiseDebt("houses", [])) == moves.MORTGAGE[5]


def test_other_orders() -> None:
    """Orders: buying, jail, ending a turn and refusing work as in any game."""
    table = Table(rolls="1+2").roll(0)
    assert ordered(table, 0, orders.BuyIfLeft(140_000)) == moves.BUY
    assert ordered(table, 0, orders.BuyIfLeft(144_000)) is None
    table.play(0, "buy")
    assert ordered(table, 0, orders.EndTurn()) == moves.END_TURN
    assert ordered(table, 0, orders.EndTurn(), orders.AskAt("manage")) is None
    jailed = Table(jail=[3, 0], at=[10, 0]).begin(0)
    assert ordered(jailed, 0, orders.InJail("pay")) == moves.PAY_FINE
    assert ordered(Table().begin(0), 0, orders.EndTurn(), orders.InJail("roll")) is None


def test_orders_over_whole_games() -> None:
    """Orders: what may be left makes legal moves only, always the same, and leaves the state as it is."""
    made: set[type] = set()
    for number in range(40):
        game, rng = RandomGame(number), random.Random(number)
        kept: list[list[orders.PropertyOrder]] = [[] for _ in game.kinds]
        while not game.over and len(game.entries) < 250:
            state = game.state
            for seat, own in enumerate(kept):
                for order in DEEDLAND.orders_open(state, seat):
                    if isinstance(order, orders.AskAt | orders.AskIfCashBelow | orders.AskIfSquare | orders.AskIfSet):
                        continue
                    DEEDLAND.check_order(state, seat, order)
                    if rng.random() < 0.2:
                        own[:] = [o for o in own if o.subject != order.subject] + [order]
                own[:] = [o for o in own if DEEDLAND.order_stands(state, seat, o)]
            text = DEEDLAND.encode_state(state)
            move = DEEDLAND.ordered(state, state.asked, kept[state.asked])
            assert move == DEEDLAND.ordered(state, state.asked, kept[state.asked][::-1])
            assert DEEDLAND.encode_state(state) == text
            if move is None or DEEDLAND.clock_goes_on(state):
                game.play(game.next_entry(game.listings()))
            else:
                made.add(type(move))
                game.play((state.asked, move, "order"))
    assert made >= {moves.Bid, moves.Refuse, moves.EndTurn, moves.Roll, moves.Mortgage}


def test_a_bot_leaves_no_orders() -> None:
    """Orders: a bot answers when it is asked, not before."""
    table = Table(kinds=["bot", "person"])
    assert DEEDLAND.orders_open(table.state, 0) == []
    with pytest.raises(RulesError):
        DEEDLAND.check_order(table.state, 0, orders.EndTurn())
    assert [
        order.square for order in DEEDLAND.orders_open(table.state, 1) if isinstance(order, orders.BidOnSquare)
    ] == [BOARD.deeds[0]]


def test_an_order_rolls_when_there_is_nothing_else_to_do() -> None:
    """Orders: one to roll acts at the beginning of a turn, unless building or lifting a mortgage is possible."""
    assert ordered(Table(3, owner={39: 0}).begin(0), 0, orders.RollDice()) == moves.ROLL
    assert ordered(Table(3, owner=group(1, 0)).begin(0), 0, orders.RollDice()) is None
    assert ordered(Table(3, owner={39: 0}, mortgaged=[39]).begin(0), 0, orders.RollDice()) is None
    assert ordered(Table(3, owner={39: 0}).begin(0), 0, orders.RollDice(), orders.AskAt("roll")) is None
    assert ordered(Table(3, owner={39: 0}).begin(0), 1, orders.RollDice()) is None
    assert orders.RollDice() in DEEDLAND.orders_open(Table(3).begin(0).state, 0)


def test_orders_are_of_a_games_own_decisions() -> None:
    """Orders: where the site rolls, no order rolls, and nobody can be asked about it."""
    state, _ = LANDLORD.start(["person", "person"], Chance("0" * 64), {"move_time": 60})
    listed = LANDLORD.orders_open(state, 0)
    assert orders.RollDice() not in listed and orders.AskAt("roll") not in listed
    for order in (orders.RollDice(), orders.AskAt("roll")):
        with pytest.raises(IllegalMove, match="Nobody is ever asked that"):
            LANDLORD.check_order(state, 0, order)
