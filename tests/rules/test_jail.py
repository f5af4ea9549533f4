"""The rules' section "Decisions": jail."""

import pytest

from tests.rules.table import Table


def jailed(rolls: str = "", tries: int = 3, **setup: object) -> Table:
    """Give a table where seat 0 is asked how to get out of jail."""
    setup = {"owner": {39: 0}} | setup
    table = Table(2, jail=[tries, 0], at=[10, 0], rolls=rolls, **setup)  # type: ignore[arg-type]
    return table.begin(0)


def test_what_is_legal_in_jail() -> None:
    """Decisions: jail: pay_fine (cash >= 5), use_card (holds one), roll; managing."""
    all_ways = jailed(cards=[["P3"], []])
    assert all_ways.legal(0) == ["mortgage 39", "offer", "pay_fine", "resign", "roll", "use_card"]
    poor = jailed(cash=[4, 9])
    assert poor.legal(0) == ["mortgage 39", "offer", "resign", "roll"]
    assert "5" in poor.refused(0, "pay_fine") and "4" in poor.refused(0, "pay_fine")
    assert "no get-out card" in poor.refused(0, "use_card")
    assert jailed(cash=[5, 9]).offers(0, "pay_fine")


def test_jail_moves_at_no_other_decision() -> None:
    """Decisions: pay_fine, use_card and roll at `jail` only."""
    table = Table(2, owner={39: 0}, cards=[["F8"], []])
    for kind in ("pay_fine", "use_card", "roll"):
        assert "manage or end" in table.refused(0, kind)
        assert "Another player" in table.refused(1, kind)


def test_managing_in_jail() -> None:
    """Decisions: jail: managing; the decision goes on."""
    table = jailed(owner={39: 0, 37: 0})
    wait = table.state.wait
    table.play(0, "build", square=39).play(0, "sell", square=39)
    table.play(0, "mortgage", square=39).play(0, "unmortgage", square=39)
    assert (table.asked, table.state.wait) == (("jail", 0), wait)


def test_paying_the_fine() -> None:
    """Decisions: jail: `pay_fine`: free, then rolls as in step 2."""
    table = jailed("4+6").play(0, "pay_fine")
    assert (table.cash[0], table.state.jail[0], table.at[0]) == (145, 0, 20)
    assert table.asked == ("manage", 0)
    assert table.happened("freed") == [{"event": "freed", "seat": 0, "how": "fine"}]


@pytest.mark.parametrize(("way", "left"), [("pay_fine", 145), ("use_card", 150)])
def test_doubles_are_counted_from_none_after_leaving(way: str, left: int) -> None:
    """Decisions: jail: rolls with no doubles counted yet: a double rolls again, the third jails."""
    # 10 + 10 = 20, + 10 = 30 would be jail: 5+5 20, then 2+2 24 (own), then the third double.
    table = jailed("5+5 2+2 1+1", owner={39: 0, 24: 0}, cards=[["F8"], []]).play(0, way)
    assert (table.at[0], table.state.jail[0], table.state.rolls) == (10, 3, 3)
    assert table.cash[0] == left


def test_use_card() -> None:
    """Decisions: jail: `use_card`: free, then rolls as in step 2; nothing is paid."""
    table = jailed("4+6", cards=[["P3"], []]).play(0, "use_card")
    assert (table.cash[0], table.state.jail[0], table.at[0]) == (150, 0, 20)
    assert table.happened("used_card") == [{"event": "used_card", "seat": 0, "card": "P3"}]


@pytest.mark.parametrize("held", [["F8", "P3"], ["P3", "F8"]])
def test_the_fortune_card_is_used_first(held: list[str]) -> None:
    """Decisions: jail: if he holds both get-out cards the Fortune one is used first."""
    table = jailed("4+6", cards=[held, []]).play(0, "use_card")
    assert table.state.cards[0] == ["P3"]
    assert table.bottom[0] == "F8"


def test_a_double_frees_and_moves_with_no_second_roll() -> None:
    """Decisions: jail: `roll`: a double frees him and moves him by it, no second roll (ruling)."""
    table = jailed("5+5").play(0, "roll")
    assert (table.at[0], table.state.jail[0], table.state.rolls) == (20, 0, 1)
    assert (table.cash[0], table.asked) == (150, ("manage", 0))


def test_a_double_out_of_jail_onto_a_free_square_gives_no_second_roll_after_buying() -> None:
    """Turn 4: no second roll if the player left jail by this roll."""
    table = jailed("2+2").play(0, "roll")
    assert table.asked == ("buy", 0)
    table.play(0, "buy")
    assert (table.at[0], table.asked, table.state.rolls) == (14, ("manage", 0), 1)


@pytest.mark.parametrize("tries", [3, 2])
def test_a_failed_try_goes_straight_to_managing(tries: int) -> None:
    """Decisions: jail: otherwise one try is gone; tries left: straight to step 5."""
    table = jailed("1+2", tries).play(0, "roll")
    assert (table.at[0], table.state.jail[0], table.asked) == (10, tries - 1, ("manage", 0))
    assert table.cash[0] == 150


def test_the_third_failure_costs_the_fine_and_moves() -> None:
    """Decisions: jail: after the third he owes the fine, and is then moved by that third roll."""
    table = jailed("4+6", 1).play(0, "roll")
    assert (table.cash[0], table.at[0], table.state.jail[0]) == (145, 20, 0)
    assert (table.state.rolls, table.asked) == (1, ("manage", 0))


def test_the_fine_may_be_a_debt() -> None:
    """Decisions: jail: a debt if need be; he is out of jail, on square 10, while he owes the fine."""
    table = jailed("4+6", 1, cash=[4, 9]).play(0, "roll")
    assert (table.asked, table.at[0], table.state.jail[0]) == (("debt", 0), 10, 0)
    assert table.state.debt is not None and table.state.debt.amount == 5
    assert table.state.debt.creditor is None
    table.play(0, "mortgage", square=39)
    # Paid at once, and moved by the third roll.
    assert (table.cash[0], table.at[0], table.state.rolls) == (4 + 23 - 5, 20, 1)
    assert table.asked == ("manage", 0)


def test_the_fine_may_be_a_bankruptcy() -> None:
    """Decisions: debt: bankrupt at once, by the fine too."""
    table = jailed("4+6", 1, cash=[4, 9], owner={39: 1}).play(0, "roll")
    assert table.asked == ("over", -1)
    assert (table.cash, table.owned(1)) == ([0, 9], [39])


def test_three_tries_take_three_turns() -> None:
    """Turn: to jail: three tries, one a turn."""
    # Seat 1 goes from 10 to 20, to 30 and so to jail, where it fails too.
    table = Table(2, owner={39: 0, 37: 1}, at=[27, 0], rolls="1+2 4+6 1+2 4+6 2+3 4+6 1+5").begin(0)
    assert table.state.jail == [3, 0]
    table.play(0, "end_turn").play(1, "end_turn").play(0, "roll")
    assert table.state.jail == [2, 0]
    table.play(0, "end_turn").play(1, "end_turn").play(0, "roll")
    assert table.state.jail == [1, 0]
    table.play(0, "end_turn")
    assert table.state.jail == [1, 3]
    table.play(1, "end_turn").play(0, "roll")
    assert (table.state.jail, table.at[0], table.cash[0]) == ([0, 3], 16, 145)


def test_nothing_is_asked_of_who_visits() -> None:
    """Board: corner 10: just visiting, or inside."""
    table = Table(2, at=[10, 0], owner={39: 0}, rolls="4+6").begin(0)
    assert (table.at[0], table.asked) == (20, ("manage", 0))
