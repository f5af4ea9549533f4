"""Ask me: where one of these applies no standing order answers, and an early answer does all the same."""

from typing import Any

import pytest

from games.rules.property import moves
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
    RefuseOffers,
)
from tests.rules.table import Table
from tests.rules.test_orders import auctioned, made

EVERYTHING: tuple[PropertyOrder, ...] = (
    BuyIfLeft(0),
    BidOnSquare(39, 50),
    BidOnSet("Indigo", 50),
    RefuseAll(),
    InJail("roll"),
    EndTurn(),
    RaiseDebt("houses", []),
)


def buying(p: int, owner: dict[int, int], seats: int = 3, **setup: Any) -> Table:
    """Give a table where seat 0 is asked to buy a square."""
    table = Table(seats, owner=owner, at=[(p - 3) % 40] + [0] * (seats - 1), rolls="1+2 1+2", **setup).begin(0)
    assert table.asked == ("buy", 0)
    return table


def offered(owner: dict[int, int], **fields: Any) -> Table:
    """Give a table where seat 0 has made seat 1 an offer."""
    return Table(3, owner=owner).play(0, "offer", to=1, **fields)


def at(kind: str) -> tuple[Table, int]:
    """Give a table with a decision of a kind, and the seat that is asked; all but 1 of its cash is gone."""
    match kind:
        case "jail":
            table = Table(3, cash=[1] * 3, jail=[3, 0, 0], at=[10, 0, 0], rolls="1+2").begin(0)
        case "buy":
            table = buying(37, {}, cash=[45, 1, 1])
            table.state.cash[0] = 45
        case "auction":
            table = auctioned([1, 1, 1])
        case "trade":
            table = Table(3, cash=[1] * 3, owner={5: 0}).play(0, "offer", to=1, give=[5])
        case "debt":
            table = Table(3, at=[36, 0, 0], owner={39: 1, 5: 0}, cash=[1, 1, 1], rolls="1+2").begin(0)
        case _:
            table = Table(3, cash=[1] * 3, owner={5: 0})
    assert table.asked[0] == kind
    return table, table.asked[1]


KINDS = ("jail", "buy", "auction", "manage", "trade", "debt")


@pytest.mark.parametrize("kind", KINDS)
def test_it_asks_at_every_decision_of_its_kind_and_at_no_other(kind: Any) -> None:
    table, seat = at(kind)
    assert made(table, seat, *EVERYTHING) is not None
    for other in KINDS:
        asks = made(table, seat, *EVERYTHING, AskAt(other)) is None  # type: ignore[arg-type]
        assert asks == (other == kind)
    assert made(table, seat, *(AskAt(k) for k in KINDS), *EVERYTHING) is None  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", KINDS)
def test_it_asks_whatever_it_is_while_cash_is_below_a_sum(kind: str) -> None:
    table, seat = at(kind)
    cash = table.state.cash[seat]
    assert made(table, seat, *EVERYTHING, AskIfCashBelow(cash + 1)) is None
    assert made(table, seat, AskIfCashBelow(cash), *EVERYTHING) is not None
    table.state.cash[1 - seat] = 0
    assert made(table, seat, AskIfCashBelow(cash), *EVERYTHING) is not None, "others' cash is nothing to it"


def test_an_early_answer_was_given_for_this_very_occasion() -> None:
    asking = (AskAt("auction"), AskAt("trade"), AskIfCashBelow(9999), AskIfSet(), AskIfSquare(39))
    table = auctioned([150, 150, 150])
    assert made(table, 1, *asking, *EVERYTHING) is None
    assert made(table, 1, BidUpTo(39, 7), *asking, *EVERYTHING) == moves.Bid(7)
    table = offered({39: 0, 37: 1}, give=[39])
    assert made(table, 1, *asking, *EVERYTHING) is None
    assert made(table, 1, *EVERYTHING, *asking, RefuseOffers(table.state.turns)) == moves.REFUSE


# -- a square -----------------------------------------------------------------------------------------------


def test_it_asks_where_a_purchase_or_an_auction_is_about_its_square() -> None:
    table = buying(39, {})
    assert made(table, 0, *EVERYTHING, AskIfSquare(37)) == moves.BUY
    assert made(table, 0, *EVERYTHING, AskIfSquare(39)) is None
    table.play(0, "decline")
    assert made(table, 1, *EVERYTHING, AskIfSquare(37)) == moves.Bid(50)
    assert made(table, 1, *EVERYTHING, AskIfSquare(39)) is None


@pytest.mark.parametrize(("square", "asks"), [(39, True), (37, True), (5, False), (1, False)])
def test_it_asks_where_an_offer_moves_its_square_either_way(square: int, asks: bool) -> None:
    table = offered({39: 0, 37: 1, 5: 1}, give=[39], get=[37])
    assert (made(table, 1, *EVERYTHING, AskIfSquare(square)) is None) == asks


def test_a_square_is_no_matter_of_jail_managing_or_debts() -> None:
    for kind in ("jail", "manage", "debt"):
        table, seat = at(kind)
        for p in (5, 10, 39):
            assert made(table, seat, *EVERYTHING, AskIfSquare(p), AskIfSet()) is not None


# -- a set --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("p", "owner", "asks"),
    [
        (39, {}, False),
        (39, {37: 0}, True),
        (39, {37: 2}, True),
        (32, {31: 1}, False),
        (32, {31: 1, 34: 2}, False),
        (32, {31: 1, 34: 1}, True),
        (5, {15: 1, 25: 1}, False),
        (5, {15: 1, 25: 1, 35: 1}, True),
        (13, {27: 2}, True),
    ],
)
def test_it_asks_where_a_purchase_would_complete_a_set_of_anybody(p: int, owner: dict[int, int], asks: bool) -> None:
    table = buying(p, owner)
    assert (made(table, 0, *EVERYTHING, AskIfSet()) is None) == asks
    table.play(0, "decline")
    bids = (*EVERYTHING, *(BidOnSquare(q, 3) for q in (p, 39)))
    assert (made(table, 1, *bids, AskIfSet()) is None) == asks


@pytest.mark.parametrize(
    ("owner", "fields", "asks"),
    [
        ({39: 0, 37: 1}, {"give": [39]}, True),  # the receiver's
        ({39: 0, 37: 1}, {"get": [37]}, True),  # the giver's
        ({39: 0, 37: 1}, {"give": [39], "get": [37]}, False),
        ({39: 0, 37: 2}, {"give": [39]}, False),
        ({39: 0, 37: 0}, {"give": [39]}, True),  # broken
        ({39: 1, 37: 1, 1: 0}, {"give": [1], "get": [39]}, True),  # the receiver's own broken
        ({39: 0, 37: 0}, {"give": [39, 37]}, True),  # another's as a whole
        ({31: 0, 32: 1, 34: 2}, {"give": [31]}, False),
        ({31: 0, 32: 1, 34: 1}, {"give": [31]}, True),
        ({1: 0, 3: 1, 31: 0}, {"give": [31, 1]}, True),  # one of two is enough
        ({5: 0, 15: 1, 25: 1, 35: 1}, {"give": [5]}, True),
    ],
)
def test_it_asks_where_an_offer_would_complete_or_break_a_set(
    owner: dict[int, int], fields: dict[str, Any], asks: bool
) -> None:
    table = offered(owner, **fields)
    assert (made(table, 1, *EVERYTHING, AskIfSet()) is None) == asks
