"""What each card does."""

from typing import Any

import pytest

from games.rules.deedland import DEEDLAND
from games.rules.property import turn
from games.rules.property.cards import GoTo
from tests.rules.deedland.table import Table, group


def drawn(card: str, **given: Any) -> Table:
    """Give a table of three whose seat 0 has rolled to the card square 8 and drawn a card."""
    return Table(3, **({"rolls": "1+2", "at": [5, 0, 0], "fortune": card} | given)).roll(0)


@pytest.mark.parametrize("card", ["F1", "F2", "F4", "F5", "F7", "F11", "F12", "F15", "F16"])
def test_the_top_card_goes_to_the_bottom(card: str) -> None:
    """Cards: the top card goes to the bottom as it is drawn and is then carried out."""
    assert drawn(card).state.decks[0][-1] == card


def test_the_deck_is_shuffled_once() -> None:
    """Cards: shuffled once from the seed; a card that was drawn comes again after the others."""
    table = drawn("F7")
    assert table.state.decks[0] == [f"F{n}" for n in (*range(1, 7), *range(8, 17), 7)]


def test_the_get_out_card_is_kept() -> None:
    """Cards: the get-out card is kept by the player, until used, and then goes to the bottom."""
    table = drawn("F6", rolls="1+2 1+2 1+2 1+3")
    assert (table.state.cards[0], len(table.state.decks[0])) == (["F6"], 15)
    table.state.jail[0], table.state.position[0] = 3, 10
    table.begin(0).play(0, "use_card")
    assert (table.state.cards[0], table.state.decks[0][-1]) == ([], "F6")


def test_forward_to_start() -> None:
    """Cards: F1 forward to Start, which pays the salary."""
    table = drawn("F1")
    assert (table.at[0], table.cash[0]) == (0, 170_000)


@pytest.mark.parametrize(("start", "reached", "salary"), [(5, 15, 0), (14, 25, 0), (33, 5, 20_000), (20, 25, 0)])
def test_the_nearest_station(start: int, reached: int, salary: int) -> None:
    """Cards: F2, F3 the nearest station is the nearest one ahead (ruling), with salary for passing Start."""
    table = drawn("F3", at=[start, 0, 0])
    assert (table.at[0], table.asked, table.cash[0]) == (reached, ("buy", 0), 150_000 + salary)


def test_the_rent_of_the_station_is_the_ordinary_one() -> None:
    """Cards: the rent at the nearest station is the ordinary one."""
    assert drawn("F2", owner={15: 1, 25: 1}).cash == [145_000, 155_000, 150_000]


def test_back_three() -> None:
    """Cards: F4 back three squares; the square reached is settled as if rolled to: buying."""
    table = drawn("F4")
    assert (table.at[0], table.asked) == (5, ("buy", 0))


def test_back_three_to_rent() -> None:
    """Cards: the square reached is settled as if rolled to: rent."""
    assert drawn("F4", owner={5: 2}).cash == [147_500, 150_000, 152_500]


def test_back_three_to_another_card() -> None:
    """Cards: the square reached is settled as if rolled to: another card."""
    table = drawn("F4 F7", at=[33, 0, 0])
    assert (table.at[0], table.cash[0]) == (33, 155_000)


def test_back_three_to_jail() -> None:
    """Cards: the square reached is settled as if rolled to: jail."""
    table = drawn("F4", at=[30, 0, 0])
    assert (table.at[0], table.state.jail[0]) == (10, 3)


def test_back_three_from_two() -> None:
    """Cards: back three from square 2 reaches 39; moving back never pays the salary (ruling)."""
    table = drawn("F4", at=[39, 0, 0])
    assert (table.at[0], table.cash[0], table.asked) == (39, 170_000, ("buy", 0))


def test_forward_moves_at_least_one_square() -> None:
    """Cards: "forward" always moves at least one square, all the way round if need be."""
    table = Table(rolls="1+2", owner={5: 0})
    table.begin(0)
    table.state.position[0] = 5
    turn.run(turn._carry_out(DEEDLAND.rules, table.state, GoTo(5), table.events), DEEDLAND.rules, table.state, [])
    assert (table.at[0], table.cash[0]) == (5, 170_000)


def test_go_to_jail() -> None:
    """Cards: F5 go to jail, past Start without the salary."""
    table = drawn("F5", at=[33, 0, 0])
    assert (table.at[0], table.state.jail[0], table.cash[0]) == (10, 3, 150_000)


@pytest.mark.parametrize(
    ("card", "amount"),
    [("F7", 5_000), ("F8", 3_000), ("F9", 2_000), ("F10", 10_000), ("F12", -1_500), ("F13", -3_000), ("F14", -10_000)],
)
def test_sums(card: str, amount: int) -> None:
    """Cards: dividend 5,000 and 3,000, refund 2,000, inheritance 10,000, fines 1,500 and 3,000, fees 10,000."""
    assert drawn(card).cash == [150_000 + amount, 150_000, 150_000]


def test_repairs() -> None:
    """Cards: F15 repairs are 2,500 a house, 10,000 a hotel; a hotel is a hotel, not five houses (ruling)."""
    owner = {**group(2, 0), **group(3, 1)}
    table = drawn("F15", owner=owner, houses={6: 4, 7: 5, 9: 4, 11: 1})
    assert table.cash == [150_000 - 8 * 2_500 - 10_000, 150_000, 150_000]


def test_birthday() -> None:
    """Cards: F11 birthday: each other player pays you 1,000."""
    assert drawn("F11").cash == [152_000, 149_000, 149_000]


def test_chair() -> None:
    """Cards: F16 chair of the residents' committee: pay each other player 2,500."""
    assert drawn("F16").cash == [145_000, 152_500, 152_500]
