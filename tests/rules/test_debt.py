"""The rules' section "Decisions": debt."""

import pytest

from tests.rules.table import Table


def owing(cash: int = 0, **setup: object) -> Table:
    """Give a table where seat 0 owes 5 to seat 1 for 39, and can raise 12 with square 5."""
    setup = {"owner": {39: 1, 5: 0}, "cash": [cash, 100, 100]} | setup
    table = Table(3, at=[36, 0, 0], **({"rolls": "1+2"} | setup))  # type: ignore[arg-type]
    return table.begin(0)


def test_whoever_owes_more_than_his_cash_raises_it() -> None:
    """Decisions: debt: whoever owes more than his cash raises it; the debtor is waited on."""
    table = owing(4)
    assert (table.asked, table.legal(0)) == (("debt", 0), ["mortgage 5", "resign"])
    assert table.cash == [4, 100, 100]
    debt = table.state.debt
    assert debt is not None and (debt.debtor, debt.amount, debt.creditor) == (0, 5, 1)
    assert table.happened("owed") == [{"event": "owed", "seat": 0, "creditor": 1, "amount": 5, "why": "rent"}]


def test_cash_that_covers_it_is_paid_at_once() -> None:
    """Turn 3: pay the charge; nobody is asked while his cash covers it."""
    table = owing(5)
    assert (table.asked, table.cash) == (("manage", 0), [0, 105, 100])


def test_the_debtor_is_the_turns_player() -> None:
    """Decisions: debt: the debtor, always the turn's player; nobody else is waited on."""
    table = owing()
    assert table.state.turn == 0
    for seat in (1, 2):
        assert table.legal(seat) == ["resign"]
        assert "Another player" in table.refused(seat, "mortgage", square=39)


def test_the_site_pays_as_soon_as_cash_covers_it() -> None:
    """Decisions: debt: as soon as cash covers it the site pays and the turn goes on."""
    table = owing().play(0, "mortgage", square=5)
    assert (table.cash, table.asked) == ([7, 105, 100], ("manage", 0))
    assert table.state.debt is None


def test_step_by_step() -> None:
    """Decisions: debt: as soon as cash covers it, not before; the wait goes on."""
    owner = {39: 1, 1: 0, 3: 0}
    table = owing(0, owner=owner, houses={1: 1, 3: 1})
    wait = table.state.wait
    table.play(0, "sell", square=1)
    assert (table.asked, table.cash, table.state.wait) == (("debt", 0), [2, 100, 100], wait)
    table.play(0, "sell", square=3)
    assert (table.asked, table.cash) == (("debt", 0), [4, 100, 100])
    table.play(0, "mortgage", square=3)
    assert (table.asked, table.cash) == (("manage", 0), [5, 105, 100])


@pytest.mark.parametrize(("cash", "in_debt"), [(5, True), (4, False)])
def test_what_he_can_raise(cash: int, in_debt: bool) -> None:
    """Decisions: debt: cash + all buildings sold + everything unmortgaged mortgaged."""
    # Rent of 39 in a whole set: 10. Square 1 raises 5; square 3 is mortgaged already.
    owner = {39: 1, 37: 1, 1: 0, 3: 0}
    table = owing(cash, owner=owner, mortgaged=[3], rolls="1+2 1+2")
    assert (table.asked[0] == "debt") == in_debt
    assert (table.state.place[0] == 0) == in_debt


@pytest.mark.parametrize(("cash", "in_debt"), [(7, True), (6, False)])
def test_what_he_can_raise_with_buildings(cash: int, in_debt: bool) -> None:
    """Decisions: debt: buildings count at what the bank pays for them, a hotel five times."""
    owner = {39: 1, 37: 1, 1: 0, 3: 0}
    houses = {39: 2, 37: 2, 1: 5, 3: 5}
    # Rent 60; two hotels sell for 10 each, the two streets give 5 + 6: 31 but for the cash.
    table = owing(cash + 22, owner=owner, houses=houses, rolls="1+2 1+2")
    assert (table.asked[0] == "debt") == in_debt


def test_cash_that_is_exactly_the_debt_covers_it() -> None:
    """Decisions: debt: as soon as cash covers it the site pays and the turn goes on: to the last penny."""
    table = owing(0, owner={39: 1, 1: 0})
    assert table.asked == ("debt", 0)
    table.play(0, "mortgage", square=1)
    assert (table.asked, table.cash) == (("manage", 0), [0, 105, 100])


def test_bankrupt_at_once_without_being_asked() -> None:
    """Decisions: debt: if it is less than the debt, he is bankrupt at once, without being asked."""
    table = owing(4, owner={39: 1, 1: 2}, rolls="1+2 1+2")
    assert (table.state.place, table.cash) == ([3, 0, 0], [0, 104, 100])
    assert table.asked == ("buy", 1)
    left = table.happened("left")[0]
    assert (left["why"], left["heir"], left["cash"]) == ("bankrupt", 1, 4)


def test_a_debt_to_the_bank() -> None:
    """Decisions: debt: tax and cards are owed to the bank."""
    tax = Table(2, owner={5: 0}, at=[1, 0], cash=[19, 9], rolls="1+2").begin(0)
    debt = tax.state.debt
    assert debt is not None and (debt.amount, debt.creditor, debt.why) == (20, None, "tax")
    tax.play(0, "mortgage", square=5)
    assert (tax.cash, tax.asked) == ([11, 9], ("manage", 0))
    card = Table(2, owner={5: 0}, at=[14, 0], cash=[9, 9], rolls="1+2", fortune="F11").begin(0)
    debt = card.state.debt
    assert debt is not None and (debt.amount, debt.creditor, debt.why) == (10, None, "card")
    owner = {5: 0, 37: 0, 39: 0}
    setup = {"owner": owner, "houses": {37: 1, 39: 1}, "fortune": "F12"}
    repairs = Table(2, at=[14, 0], cash=[5, 9], rolls="1+2", **setup).begin(0)  # type: ignore[arg-type]
    debt = repairs.state.debt
    assert debt is not None and (debt.amount, debt.creditor, debt.why) == (6, None, "repairs")


def test_the_turn_goes_on_where_it_stopped() -> None:
    """Decisions: debt: the turn goes on where it stopped: after a double with the second roll."""
    table = Table(3, owner={39: 1, 5: 0}, cash=[0, 9, 9], at=[35, 0, 0], rolls="2+2 4+6").begin(0)
    table.play(0, "mortgage", square=5)
    assert (table.at[0], table.cash, table.asked) == (9, [27, 14, 9], ("buy", 0))


def test_the_debt_is_a_new_wait() -> None:
    """Clock: each new decision starts a new wait, even for the same player."""
    table = owing()
    debt_wait = table.state.wait
    table.play(0, "mortgage", square=5)
    assert table.state.wait > debt_wait


def test_the_creditor_leaves() -> None:
    """Leaving: if the creditor of a standing debt leaves, the same sum is owed to the bank (ruling)."""
    table = owing(4).play(1, "resign")
    debt = table.state.debt
    assert debt is not None and (debt.amount, debt.creditor) == (5, None)
    assert table.asked == ("debt", 0)
    table.play(0, "mortgage", square=5)
    assert table.cash == [11, 0, 100]


def test_the_creditors_leaving_starts_no_new_wait() -> None:
    """Clock: another player's leaving changes no deadline of a wait that goes on."""
    table = owing()
    wait = table.state.wait
    table.play(1, "resign")
    assert table.state.wait == wait


def test_a_third_players_leaving_changes_nothing_of_the_debt() -> None:
    """Leaving: only the creditor's leaving turns the debt to the bank."""
    table = owing().play(2, "resign")
    assert table.state.debt is not None and table.state.debt.creditor == 1


def test_bankrupt_after_the_creditor_left() -> None:
    """Leaving: then cash is gone and squares return to the bank, as he owes no player."""
    table = owing(rolls="1+2 1+2").play(1, "resign").play(0, "resign")
    assert (table.asked, table.cash, table.owned(2)) == (("over", -1), [0, 0, 100], [])
