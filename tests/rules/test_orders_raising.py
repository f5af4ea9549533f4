"""The order that raises debts: which square comes next, and that it always comes to enough."""

from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.landlord import LANDLORD
from games.rules.property.deeds import raisable
from games.rules.property.orders import AskAt, RaiseDebt
from games.rules.property.state import Debt
from tests.rules.table import Table
from tests.rules.test_orders import made

First = Literal["houses", "mortgages"]
BOARD = LANDLORD.rules.board


def owing(amount: int, **setup: Any) -> Table:
    """Give a table where seat 0, with no cash, owes the bank a sum for a card."""
    table = Table(2, cash=[0, 150], **setup)
    table.state.debt = Debt(0, amount, None, "card", 2, "go_on")
    table.state.ask("debt", 0)
    assert raisable(BOARD, table.state, 0) >= amount
    return table


def raised(table: Table, order: RaiseDebt) -> list[str]:
    """Let an order raise a debt to the end; give its moves."""
    wait, done = table.state.wait, []
    while table.state.debt is not None:
        assert table.state.wait == wait, "one wait goes on"
        move = made(table, 0, order)
        name, square = type(move).__name__.lower(), move.square
        table.play(0, name, square=square)
        done.append(f"{name} {square}")
    return done


MIXED: dict[str, Any] = {"owner": {1: 0, 3: 0, 5: 0, 37: 0, 39: 0, 13: 0}, "houses": {1: 2, 3: 1}}
# By mortgages 5: 12, 13: 10, 37: 22, 39: 23, 1: 5, 3: 6; by each of the three houses 2.


@pytest.mark.parametrize(
    ("first", "amount", "moves"),
    [
        ("houses", 1, ["sell 1"]),
        ("houses", 5, ["sell 1", "sell 1", "sell 3"]),
        ("houses", 7, ["sell 1", "sell 1", "sell 3", "mortgage 13"]),
        ("mortgages", 1, ["mortgage 13"]),
        ("mortgages", 11, ["mortgage 13", "mortgage 5"]),
        ("mortgages", 23, ["mortgage 13", "mortgage 5", "mortgage 37"]),
        ("mortgages", 68, ["mortgage 13", "mortgage 5", "mortgage 37", "mortgage 39", "sell 1"]),
    ],
)
def test_houses_or_mortgages_first(first: First, amount: int, moves: list[str]) -> None:
    assert raised(owing(amount, **MIXED), RaiseDebt(first, [])) == moves


def test_what_is_no_part_of_a_whole_set_is_mortgaged_before_what_is_the_cheapest_first() -> None:
    table = owing(66, owner={1: 0, 3: 0, 39: 0, 37: 1, 5: 0, 15: 0, 25: 0})
    assert raised(table, RaiseDebt("houses", [])) == [
        "mortgage 5",
        "mortgage 15",
        "mortgage 25",
        "mortgage 39",
        "mortgage 1",
        "mortgage 3",
    ]


def test_the_cheapest_buildings_go_first_and_evenly_within_their_set() -> None:
    owner = dict.fromkeys((31, 32, 34, 6, 7, 9, 1, 3), 0)
    houses = {31: 1, 32: 1, 34: 1, 6: 1, 7: 2, 9: 2, 1: 1, 3: 0}
    table = owing(42, owner=owner, houses=houses)
    sold = [f"sell {p}" for p in (1, 7, 9, 6, 7, 9, 31, 32, 34)]
    assert raised(table, RaiseDebt("houses", [])) == sold


def test_what_was_mortgaged_before_is_left_as_it_is() -> None:
    table = owing(20, owner={13: 0, 5: 0, 27: 0}, mortgaged=[13])
    assert raised(table, RaiseDebt("mortgages", [])) == ["mortgage 5", "mortgage 27"]


# -- squares for last -----------------------------------------------------------------------------------------


def test_the_last_ones_come_only_when_nothing_else_is_left_in_their_own_order() -> None:
    table = owing(78, **MIXED)
    assert raised(table, RaiseDebt("mortgages", [13, 39, 5])) == [
        "mortgage 37",
        "sell 1",
        "sell 1",
        "mortgage 1",
        "sell 3",
        "mortgage 3",
        "mortgage 13",
        "mortgage 39",
        "mortgage 5",
    ]


def test_a_set_is_sold_evenly_also_where_one_of_it_is_for_last() -> None:
    owner, houses = {37: 0, 39: 0}, {37: 1, 39: 2}
    assert raised(owing(11, owner=owner, houses=houses), RaiseDebt("houses", [39])) == ["sell 39", "sell 37"]
    owner, houses = {37: 0, 39: 0, 5: 0}, {37: 1, 39: 2}
    assert raised(owing(13, owner=owner, houses=houses), RaiseDebt("houses", [39])) == ["mortgage 5", "sell 39"]


def test_of_a_last_square_the_buildings_are_sold_before_it_is_mortgaged() -> None:
    table = owing(62, owner={37: 0, 39: 0}, houses={37: 1, 39: 1})
    moves = raised(table, RaiseDebt("mortgages", [39, 37]))
    assert moves == ["sell 39", "mortgage 39", "sell 37", "mortgage 37"]


def test_squares_of_others_and_of_nobody_may_be_for_last() -> None:
    table = owing(12, owner={5: 0, 39: 1})
    assert raised(table, RaiseDebt("houses", [39, 37])) == ["mortgage 5"]


def test_it_asks_where_it_shall() -> None:
    assert made(owing(1, **MIXED), 0, RaiseDebt("houses", []), AskAt("debt")) is None


# -- enough, always ---------------------------------------------------------------------------------------------


@st.composite
def estates(draw: st.DrawFn) -> dict[str, Any]:
    """Draw what seat 0 owns, with buildings as they may stand."""
    owner, houses, mortgaged = {}, {}, []
    for group in BOARD.groups:
        whole = draw(st.sampled_from(("whole", "parts", "none")))
        mine = {"whole": group, "parts": tuple(p for p in group if draw(st.booleans())), "none": ()}[whole]
        owner |= dict.fromkeys(mine, 0)
        if whole == "whole" and BOARD.house_cost[group[0]] and draw(st.booleans()):
            low = draw(st.integers(0, 4))
            houses |= {p: low + draw(st.integers(0, 1)) for p in group}
            if low == 0:
                mortgaged += [p for p in group if not any(houses[q] for q in group) and draw(st.booleans())]
        else:
            mortgaged += [p for p in mine if draw(st.booleans())]
    return {"owner": owner, "houses": houses, "mortgaged": mortgaged}


@settings(max_examples=150, deadline=None)
@given(estate=estates(), first=st.sampled_from(("houses", "mortgages")), data=st.data())
def test_it_always_raises_enough_where_that_is_possible(estate: dict[str, Any], first: First, data: Any) -> None:
    table = Table(2, cash=[0, 150], **estate)
    most = raisable(BOARD, table.state, 0)
    if not most:
        return
    owed = data.draw(st.integers(1, most))
    last = data.draw(st.lists(st.sampled_from(BOARD.deeds), unique=True, max_size=28))
    moves = raised(owing(owed, **estate), RaiseDebt(first, last))
    assert moves == raised(owing(owed, **estate), RaiseDebt(first, last))
    # A square for last is touched only from when on no other has anything left to give.
    late = [int(move.split()[1]) in last for move in moves]
    if True in late:
        others = [p for p in estate["owner"] if p not in last]
        table = owing(owed, **estate)
        for move in moves[: late.index(True)]:
            kind, square = move.split()
            table.play(0, kind, square=int(square))
        listed = [m.square for m in LANDLORD.legal(table.state, 0).moves if hasattr(m, "square")]
        assert not set(listed) & set(others)
