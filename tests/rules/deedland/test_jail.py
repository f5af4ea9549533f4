"""Getting out of jail."""

import pytest

from tests.rules.deedland.table import Table


def jailed(rolls: str, tries: int = 3, **given: object) -> Table:
    """Give a table whose seat 0 is asked how to get out of jail, and owns a deed to manage."""
    return Table(**({"rolls": rolls, "jail": [tries, 0], "at": [10, 0], "owner": {39: 0}} | given)).begin(0)  # type: ignore[arg-type]


def test_the_moves() -> None:
    """Decisions: `jail`: `pay_fine` (cash >= 5,000), `use_card` (holds it), `roll`; managing."""
    both = jailed("", cards=[["F6"], []])
    assert both.legal(0) == ["mortgage 39", "offer", "pay_fine", "resign", "roll", "use_card"]
    poor = jailed("", cash=[4_999, 0])
    assert poor.legal(0) == ["mortgage 39", "offer", "resign", "roll"]
    assert poor.refused(0, "pay_fine") == "The fine is 5000, and you have 4999."
    assert poor.refused(0, "use_card") == "You hold no get-out card."


def test_pay_fine() -> None:
    """Jail: `pay_fine`: free, and rolls at once (ruling) as an ordinary roll."""
    table = jailed("1+2").play(0, "pay_fine")
    assert (table.state.jail[0], table.cash[0], table.at[0], table.asked) == (0, 145_000, 13, ("buy", 0))


def test_use_card() -> None:
    """Jail: `use_card`: free, and rolls at once; the card goes to the bottom of the deck."""
    table = jailed("1+2", cards=[["F6"], []]).play(0, "use_card")
    assert (table.state.jail[0], table.cash[0], table.at[0]) == (0, 150_000, 13)
    assert table.state.decks[0][-1] == "F6"


@pytest.mark.parametrize("way", ["pay_fine", "use_card"])
def test_doubles_are_counted_from_none(way: str) -> None:
    """Jail: doubles are counted from none, and a double then may have another turn (exact point)."""
    table = jailed("2+2 1+2", cards=[["F6"], []]).play(0, way).play(0, "buy")
    assert table.state.doubles == 1
    assert table.play(0, "end_turn").asked == ("roll", 0)


def test_another_turn_after_fine_or_card() -> None:
    """Exact points: who paid the fine or used the card and then rolls a double may have another turn."""
    assert jailed("2+2").play(0, "pay_fine").play(0, "buy").play(0, "end_turn").asked == ("roll", 0)


def test_a_double_frees() -> None:
    """Jail: a double frees him and moves him by it, with no other turn."""
    table = jailed("2+2").play(0, "roll")
    assert (table.state.jail[0], table.at[0], table.asked) == (0, 14, ("buy", 0))
    assert table.play(0, "buy").play(0, "end_turn").asked == ("roll", 1)


def test_no_double() -> None:
    """Jail: otherwise one try is gone; tries left: straight to step 4."""
    table = jailed("1+2").play(0, "roll")
    assert (table.state.jail[0], table.at[0], table.asked) == (2, 10, ("manage", 0))
    assert table.play(0, "end_turn").asked == ("roll", 1)


def test_the_third_miss() -> None:
    """Jail: after the third he owes the fine, and is then moved by that third roll."""
    table = jailed("1+2", tries=1).play(0, "roll")
    assert (table.state.jail[0], table.cash[0], table.at[0], table.asked) == (0, 145_000, 13, ("buy", 0))


def test_the_third_miss_in_debt() -> None:
    """Jail: the fine after the third is a debt if need be."""
    table = jailed("1+2", tries=1, cash=[0, 0]).play(0, "roll")
    assert (table.asked, table.at[0]) == (("debt", 0), 10)
    table.play(0, "mortgage", square=39)
    assert (table.cash[0], table.at[0], table.asked) == (14_000, 13, ("buy", 0))


def test_the_first_roll_of_the_turn_is_no_decision_of_jail() -> None:
    """Jail: landing on the jail square by an ordinary roll is just visiting."""
    table = Table(rolls="1+2", at=[7, 0], owner={39: 0}).roll(0)
    assert (table.at[0], table.state.jail[0]) == (10, 0)
    assert table.refused(0, "pay_fine").startswith("That can't be done now")
