"""The rules' section "Decisions": mortgage and unmortgage."""

import pytest

from tests.rules.table import Table


@pytest.mark.parametrize(("square", "value"), [(1, 5), (6, 7), (19, 13), (39, 23), (5, 12), (13, 10)])
def test_mortgage_borrows_half_the_price(square: int, value: int) -> None:
    """Decisions: mortgage `square`: owned, not mortgaged."""
    table = Table(2, owner={square: 0}).play(0, "mortgage", square=square)
    assert (table.cash[0], table.mortgages()) == (150 + value, [square])
    assert table.owned(0) == [square]


@pytest.mark.parametrize("square", [39, 0, 40, -1])
def test_owned(square: int) -> None:
    """Decisions: mortgage: owned."""
    table = Table(2, owner={5: 0, 37: 1})
    sentence = table.refused(0, "mortgage", square=square)
    assert ("isn't yours" in sentence) == (square in (0, 39))
    assert "isn't yours" in table.refused(0, "mortgage", square=37)


def test_not_mortgaged_already() -> None:
    """Decisions: mortgage: not mortgaged."""
    assert "already" in Table(2, owner={5: 0}, mortgaged=[5]).refused(0, "mortgage", square=5)


def test_no_building_on_that_square_itself() -> None:
    """Decisions: mortgage: no building on that square itself; others of its set may have some."""
    table = Table(2, owner={37: 0, 39: 0}, houses={37: 1})
    assert "Sell the buildings" in table.refused(0, "mortgage", square=37)
    table.play(0, "mortgage", square=39)
    assert table.mortgages() == [39]
    assert "mortgaged" in table.refused(0, "build", square=39)
    assert table.legal(0) == ["end_turn", "resign", "sell 37", "unmortgage 39"]


@pytest.mark.parametrize(("square", "cost"), [(1, 6), (19, 15), (39, 26), (5, 14), (13, 11)])
def test_lifting_costs_a_tenth_more_rounded_up(square: int, cost: int) -> None:
    """Decisions: unmortgage `square`: owned, mortgaged, cash enough."""
    table = Table(2, owner={square: 0}, mortgaged=[square]).play(0, "unmortgage", square=square)
    assert (table.cash[0], table.mortgages()) == (150 - cost, [])


def test_cash_enough() -> None:
    """Decisions: unmortgage: cash enough."""
    assert Table(2, owner={39: 0}, mortgaged=[39], cash=[26, 9]).offers(0, "unmortgage", square=39)
    table = Table(2, owner={39: 0}, mortgaged=[39], cash=[25, 9])
    sentence = table.refused(0, "unmortgage", square=39)
    assert "26" in sentence and "25" in sentence


def test_lifting_needs_a_mortgage_of_ones_own() -> None:
    """Decisions: unmortgage: owned, mortgaged."""
    table = Table(2, owner={39: 0, 37: 1}, mortgaged=[37])
    assert "isn't mortgaged" in table.refused(0, "unmortgage", square=39)
    assert "isn't yours" in table.refused(0, "unmortgage", square=37)
    assert "no such square" in table.refused(0, "unmortgage", square=40)


def test_raising_has_no_lifting() -> None:
    """Decisions: "raising" is `sell` and `mortgage`."""
    table = Table(2, owner={39: 1, 37: 0, 5: 0}, mortgaged=[5], at=[36, 0], cash=[3, 0], rolls="1+2")
    table.begin(0)
    assert table.legal(0) == ["mortgage 37", "resign"]
    assert "raise what you owe" in table.refused(0, "unmortgage", square=5)
    assert "raise what you owe" in table.refused(0, "build", square=37)
    assert "raise what you owe" in table.refused(0, "offer", to=1, give=[37])
