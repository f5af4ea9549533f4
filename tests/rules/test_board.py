"""The rules' section "Board": the forty squares and every figure on them."""

import pytest

from games.rules import landlord
from games.rules.landlord import BOARD, LANDLORD
from games.rules.property.deeds import charge
from tests.rules.table import Table

STREETS = (1, 3, 6, 7, 9, 11, 12, 14, 16, 18, 19, 21, 22, 24, 26, 28, 29, 31, 32, 34, 37, 39)
PRICES = (
    *(10, 12, 15, 16, 18, 19, 20, 22, 24, 26, 27),
    *(29, 30, 32, 34, 36, 37, 38, 39, 41, 44, 46),
)
BASE_RENTS = (1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 5, 5, 5)

#: Name and kind of each square, by position, as the rules' table has them.
SQUARES = """
Start/start, Wellhead Lane/street 1, Fortune/card, Fern Bank/street 1, Tithe/tax, Upper Ferry/ferry,
Shepherds Row/street 2, Fold Street/street 2, Post/card, Drovers Way/street 2, Jail/jail,
Quarry Road/street 3, Mason Street/street 3, The Mill/works, Kiln Hill/street 3, Mill Ferry/ferry,
Weir Street/street 4, Fortune/card, Fullers Yard/street 4, Dyers Lane/street 4, The Common/rest,
Orchard Street/street 5, Cider Row/street 5, Post/card, Market Cross/street 5, Town Ferry/ferry,
Guild Street/street 6, The Lock/works, Minster Close/street 6, Assembly Square/street 6,
Go to jail/go_to_jail, Lock Parade/street 7, Ropemaker Street/street 7, Fortune/card,
Chandlers Wharf/street 7, Harbour Ferry/ferry, Post/card, Customs Quay/street 8, Harbour Dues/tax,
Lighthouse Mole/street 8
"""


def test_two_three_or_four_seats() -> None:
    """Board: two, three or four seats."""
    assert list(LANDLORD.seats) == [2, 3, 4]


def test_forty_squares_by_name_and_kind() -> None:
    """Board: forty squares, 0 to 39, with these names, kinds and sets."""
    seen = []
    for square in BOARD.squares:
        kind = f"street {square.set}" if square.kind == "street" else square.kind
        seen.append(f"{square.name}/{kind}")
    assert seen == [part.strip() for part in SQUARES.replace("\n", " ").split(",")]
    assert [square.position for square in BOARD.squares] == list(range(40))


def test_eight_sets_by_name() -> None:
    """Board: sets 1 Moss, 2 Slate, 3 Clay, 4 Teal, 5 Apple, 6 Amber, 7 Brick, 8 Indigo."""
    names = ["Moss", "Slate", "Clay", "Teal", "Apple", "Amber", "Brick", "Indigo"]
    assert [(s.number, s.name) for s in BOARD.sets] == list(enumerate(names, 1))
    for street_set in BOARD.sets:
        of_set = [s.position for s in BOARD.squares if s.set == street_set.number]
        assert list(street_set.squares) == of_set
        assert {BOARD.house_cost[p] for p in of_set} == {street_set.house_cost}
    assert [p for s in BOARD.sets for p in s.squares] == list(STREETS)


def test_taxes() -> None:
    """Board: Tithe is a tax of 20, Harbour Dues one of 10."""
    assert {s.position: s.tax for s in BOARD.squares if s.tax} == {4: 20, 38: 10}


def test_deck_of_each_card_square() -> None:
    """Board: squares 2, 17, 33 draw from Fortune, 8, 23, 36 from Post."""
    decks = {s.position: LANDLORD.rules.decks[s.deck].name for s in BOARD.squares if s.kind == "card"}
    fortune = dict.fromkeys((2, 17, 33), "Fortune")
    assert decks == fortune | dict.fromkeys((8, 23, 36), "Post")


def test_street_prices() -> None:
    """Board: street price is 10 + (36*(p-1) + 19) // 38."""
    assert tuple(BOARD.price[p] for p in STREETS) == PRICES
    assert all(BOARD.price[p] == 10 + (36 * (p - 1) + 19) // 38 for p in STREETS)


def test_base_rents() -> None:
    """Board: street base rent is (price + 4) // 9."""
    assert tuple(BOARD.rents[p][0] for p in STREETS) == BASE_RENTS
    assert all(BOARD.rents[p][0] == (BOARD.price[p] + 4) // 9 for p in STREETS)


@pytest.mark.parametrize(("houses", "factor"), list(enumerate((4, 12, 25, 35, 45), 1)))
def test_rent_with_buildings(houses: int, factor: int) -> None:
    """Board: rent with 1, 2, 3, 4 houses, hotel is base x 4, 12, 25, 35, 45."""
    for p, base in zip(STREETS, BASE_RENTS, strict=True):
        owner = dict.fromkeys(BOARD.group[p], 0)
        table = Table(2, owner=owner, houses={p: houses})
        assert charge(BOARD, table.state, p, 7) == base * factor


def test_rents_of_the_dearest_street() -> None:
    """Board: p=39 charges 20, 60, 125, 175, 225 with 1, 2, 3, 4 houses, hotel."""
    assert BOARD.rents[39] == (5, 20, 60, 125, 175, 225)


def test_bare_street_of_a_parted_set_charges_its_base_rent() -> None:
    """Board: street base rent, where the set is not one player's."""
    table = Table(3, owner={37: 1, 39: 0}, at=[36, 0, 0], rolls="1+2", cash=[9, 9, 9])
    table.state.position[0] = 34
    table.begin(0)
    assert (table.at[0], table.cash) == (37, [4, 14, 9])


def test_bare_street_of_a_whole_set_charges_double() -> None:
    """Board: rent, bare street of a set owned whole by one player, is base x 2."""
    table = Table(2, owner={37: 1, 39: 1}, at=[36, 0], rolls="1+2", cash=[90, 9]).begin(0)
    assert table.cash == [80, 19]


@pytest.mark.parametrize("mortgaged", [[37], [37, 31]])
def test_double_rent_with_a_mortgaged_member(mortgaged: list[int]) -> None:
    """Board: base x 2 for a whole set, mortgaged members notwithstanding."""
    table = Table(2, owner={37: 1, 39: 1}, mortgaged=mortgaged, at=[36, 0], rolls="1+2").begin(0)
    assert table.cash == [140, 160]


def test_bare_street_beside_built_ones_charges_double() -> None:
    """Exact points: a bare street has no building itself, whatever stands on the others of its set."""
    owner = {37: 1, 39: 1}
    table = Table(2, owner=owner | {5: 0}, houses={37: 1}, at=[36, 0], rolls="1+2").begin(0)
    assert table.cash == [140, 160]


def test_house_costs_by_side() -> None:
    """Board: one house costs 5 * (p // 10 + 1), 5, 10, 15, 20 by side; the hotel is the fifth."""
    for p in range(40):
        assert BOARD.house_cost[p] == (5 * (p // 10 + 1) if p in STREETS else 0)
    assert [BOARD.house_cost[p] for p in (1, 11, 21, 31)] == [5, 10, 15, 20]


@pytest.mark.parametrize(("held", "fare"), [(1, 3), (2, 6), (3, 12), (4, 24)])
def test_ferry_fares(held: int, fare: int) -> None:
    """Board: ferry fare is 3 * 2**(k-1) for k ferries of its owner, mortgaged ones counted."""
    owner = dict.fromkeys([15, 5, 25, 35][:held], 1)
    table = Table(2, owner=owner, mortgaged=[5, 25, 35][: held - 1], at=[12, 0], rolls="1+2").begin(0)
    assert table.cash == [150 - fare, 150 + fare]


def test_ferries_of_two_owners_are_counted_apart() -> None:
    """Board: k is the number of ferries that the owner of this one holds."""
    table = Table(2, owner={5: 1, 15: 0, 25: 0, 35: 1}, at=[2, 0], rolls="1+2").begin(0)
    assert table.cash == [144, 156]


def test_ferry_price() -> None:
    """Board: ferry price is 8 x single fare = 24."""
    assert {BOARD.price[p] for p in (5, 15, 25, 35)} == {24}


@pytest.mark.parametrize("mortgaged", [[], [27]])
def test_works_charges(mortgaged: list[int]) -> None:
    """Board: works charge is roll x 3; roll x 8 if one owner holds both, mortgaged counted."""
    single = Table(2, owner={13: 1, 27: 0}, at=[8, 0], rolls="1+4").begin(0)
    assert single.cash == [135, 165]
    both = Table(2, owner={13: 1, 27: 1}, mortgaged=mortgaged, at=[8, 0], rolls="1+4").begin(0)
    assert both.cash == [110, 190]


def test_works_price() -> None:
    """Board: works price is 3 x 7 = 21."""
    assert [BOARD.price[p] for p in (13, 27)] == [21, 21]


def test_mortgage_values() -> None:
    """Board: mortgage value is price // 2; 46: 23."""
    assert all(BOARD.mortgage_value[p] == BOARD.price[p] // 2 for p in range(40))
    table = Table(2, owner={39: 0, 7: 0}).play(0, "mortgage", square=39)
    assert table.cash[0] == 150 + 23


def test_lifting_costs() -> None:
    """Board: lifting a mortgage costs m + (m + 9) // 10; 23: 26."""
    for p in BOARD.deeds:
        m = BOARD.mortgage_value[p]
        assert BOARD.lifting_cost[p] == m + (m + 9) // 10
    table = Table(2, owner={39: 0, 7: 0}, mortgaged=[39]).play(0, "unmortgage", square=39)
    assert table.cash[0] == 150 - 26


@pytest.mark.parametrize(("p", "amount"), [(1, 2), (11, 5), (21, 7), (31, 10)])
def test_selling_a_building_back(p: int, amount: int) -> None:
    """Board: selling one building back gives house cost // 2: 2, 5, 7, 10."""
    owner = dict.fromkeys(BOARD.group[p], 0)
    table = Table(2, owner=owner, houses={p: 1}).play(0, "sell", square=p)
    assert (table.cash[0], table.state.houses[p]) == (150 + amount, 0)


def test_starting_money_salary_fine() -> None:
    """Board: starting money 150; salary 20; fine 5."""
    amounts = LANDLORD.rules.amounts
    assert (amounts.start, amounts.salary, amounts.fine) == (150, 20, 5)


def test_what_can_be_owned() -> None:
    """Board: streets, ferries and works have a price, corners, cards and taxes none."""
    kinds = {s.kind for s in BOARD.squares if s.price}
    assert kinds == {"street", "ferry", "works"}
    assert len(BOARD.deeds) == 28
    assert len(BOARD.groups) == 10


def test_roll_is_that_of_this_turn_when_a_card_led_to_the_works() -> None:
    """Board: "roll" is the sum of the last two dice of this turn, also when a card brought you there."""
    table = Table(2, owner={27: 1}, at=[12, 0], rolls="2+3", fortune="F3").begin(0)
    assert (table.at[0], table.cash) == (27, [135, 165])


def test_roll_is_the_last_one_after_a_double() -> None:
    """Board: "roll" is the last roll of the turn where a double gave a second one."""
    table = Table(2, owner={13: 1}, at=[6, 0], rolls="2+2 1+2", post="P4").begin(0)
    assert table.at[0] == 10 + 3
    assert table.cash == [150 - 9, 150 + 9]


def test_figures_are_functions_of_position_alone() -> None:
    """Board: every figure comes from a formula of the position."""
    assert [landlord.street_price(p) for p in (1, 19, 39)] == [10, 27, 46]
    assert [landlord.base_rent(price) for price in (10, 27, 46)] == [1, 3, 5]
    assert [landlord.house_cost(p) for p in (9, 19, 29, 39)] == [5, 10, 15, 20]
    assert [landlord.fare(k) for k in (1, 2, 3, 4)] == [3, 6, 12, 24]
    assert landlord.lifting_cost(landlord.mortgage_value(46)) == 26
