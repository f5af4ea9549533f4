"""The rules' section "Decisions": build and sell."""

import pytest

from tests.rules.table import Table

SLATE = {6: 0, 7: 0, 9: 0}


def test_a_house_is_built_for_its_cost() -> None:
    """Decisions: build `square`: for the cost of one house."""
    table = Table(2, owner=SLATE).play(0, "build", square=7)
    assert (table.cash[0], table.state.houses[7]) == (145, 1)
    assert table.happened("built") == [{"event": "built", "seat": 0, "square": 7, "houses": 1, "amount": 5}]


def test_the_whole_set_must_be_ones_own() -> None:
    """Decisions: build: the player owns the whole set."""
    for owner in ({6: 0, 7: 0}, {6: 0, 7: 0, 9: 1}):
        table = Table(2, owner=owner)
        assert "wholly yours" in table.refused(0, "build", square=7)
    others = Table(2, owner=dict.fromkeys(SLATE, 1) | {5: 0})
    assert "wholly yours" in others.refused(0, "build", square=7)


@pytest.mark.parametrize("mortgaged", [6, 9])
def test_none_of_it_mortgaged(mortgaged: int) -> None:
    """Decisions: build: none of it mortgaged."""
    table = Table(2, owner=SLATE, mortgaged=[mortgaged])
    assert "mortgaged" in table.refused(0, "build", square=6)


def test_the_fewest_buildings_of_its_set() -> None:
    """Decisions: build: the square has the fewest buildings of its set."""
    table = Table(2, owner=SLATE, houses={6: 1, 7: 1})
    assert "evenly" in table.refused(0, "build", square=6)
    assert [m for m in table.legal(0) if m.startswith("build")] == ["build 9"]
    table.play(0, "build", square=9)
    assert [m for m in table.legal(0) if m.startswith("build")] == ["build 6", "build 7", "build 9"]


def test_the_hotel_is_the_fifth() -> None:
    """Board: the hotel is the fifth building, at the price of a house."""
    table = Table(2, owner=SLATE, houses={6: 4, 7: 4, 9: 4}).play(0, "build", square=6)
    assert (table.state.houses[6], table.cash[0]) == (5, 145)


def test_fewer_than_five() -> None:
    """Decisions: build: fewer than five."""
    table = Table(2, owner=SLATE, houses={6: 5, 7: 5, 9: 5})
    assert "hotel stands there" in table.refused(0, "build", square=6)
    uneven = Table(2, owner=SLATE, houses={6: 5, 7: 4, 9: 4})
    assert "hotel stands there" in uneven.refused(0, "build", square=6)
    assert uneven.offers(0, "build", square=7)


def test_he_has_the_money() -> None:
    """Decisions: build: and he has the money."""
    assert Table(2, owner=SLATE, cash=[5, 9]).play(0, "build", square=6).cash[0] == 0
    sentence = Table(2, owner=SLATE, cash=[4, 9]).refused(0, "build", square=6)
    assert "5" in sentence and "4" in sentence


@pytest.mark.parametrize("square", [0, 2, 5, 13, 20, -1, 40, 10**20])
def test_streets_only(square: int) -> None:
    """Decisions: build: a set is one of streets; ferries and works have none."""
    owner = dict.fromkeys((5, 15, 25, 35, 13, 27), 0)
    table = Table(2, owner=owner)
    sentence = table.refused(0, "build", square=square)
    assert ("streets only" in sentence) == (0 <= square < 40)


def test_houses_and_hotels_never_run_out() -> None:
    """Decisions: build: houses and hotels never run out: all 22 streets can have a hotel."""
    streets = [p for p in range(40) if p in HOUSES]
    table = Table(2, owner=dict.fromkeys(streets, 0) | {5: 1}, cash=[10_000, 0])
    for _ in range(5):
        for p in streets:
            table.play(0, "build", square=p)
    assert table.state.houses == [5 if p in streets else 0 for p in range(40)]
    assert table.cash[0] == 10_000 - 5 * sum(HOUSES.values())


HOUSES = {
    **dict.fromkeys((1, 3, 6, 7, 9), 5),
    **dict.fromkeys((11, 12, 14, 16, 18, 19), 10),
    **dict.fromkeys((21, 22, 24, 26, 28, 29), 15),
    **dict.fromkeys((31, 32, 34, 37, 39), 20),
}


def test_any_number_of_houses_in_one_turn() -> None:
    """Decisions: manage: managing goes on until `end_turn`."""
    table = Table(2, owner=SLATE)
    for p in (6, 7, 9, 9, 7, 6):
        table.play(0, "build", square=p)
    assert (table.cash[0], table.asked) == (120, ("manage", 0))


def test_only_ones_own_turn() -> None:
    """Decisions: managing is the turn's player's."""
    table = Table(2, owner=dict.fromkeys(SLATE, 1) | {5: 0}, houses={6: 1}).manage(0)
    for kind in ("build", "sell", "mortgage", "unmortgage"):
        assert "Another player" in table.refused(1, kind, square=7)
    assert "Another player" in table.refused(1, "offer", to=0, get=[5])


def test_a_building_is_sold() -> None:
    """Decisions: sell `square`: at house cost // 2."""
    table = Table(2, owner=SLATE, houses={6: 1}).play(0, "sell", square=6)
    assert (table.cash[0], table.state.houses[6]) == (152, 0)


def test_the_most_buildings_of_its_set() -> None:
    """Decisions: sell: the square has the most buildings of its set."""
    table = Table(2, owner=SLATE, houses={6: 2, 7: 1, 9: 1})
    assert "evenly" in table.refused(0, "sell", square=7)
    assert [m for m in table.legal(0) if m.startswith("sell")] == ["sell 6"]
    table.play(0, "sell", square=6)
    assert [m for m in table.legal(0) if m.startswith("sell")] == ["sell 6", "sell 7", "sell 9"]


def test_at_least_one() -> None:
    """Decisions: sell: at least one."""
    table = Table(2, owner=SLATE | {5: 0}, houses={6: 1})
    for square in (7, 5):
        assert "Nothing is built" in table.refused(0, "sell", square=square)
    assert "isn't yours" in table.refused(0, "sell", square=39)
    assert "no such square" in table.refused(0, "sell", square=40)


def test_a_hotel_is_sold_as_one_building() -> None:
    """Decisions: sell: a hotel becomes four houses."""
    table = Table(2, owner=SLATE, houses={6: 5, 7: 5, 9: 5}).play(0, "sell", square=9)
    assert (table.state.houses[9], table.cash[0]) == (4, 152)


def test_another_players_buildings() -> None:
    """Decisions: sell: one's own only."""
    table = Table(2, owner=dict.fromkeys(SLATE, 1) | {5: 0}, houses={6: 1})
    assert "isn't yours" in table.refused(0, "sell", square=6)


def test_selling_keeps_the_wait() -> None:
    """Clock: building, selling, mortgaging and lifting change no deadline of a wait that goes on."""
    table = Table(2, owner=SLATE)
    wait = table.state.wait
    table.play(0, "build", square=6).play(0, "sell", square=6)
    table.play(0, "mortgage", square=6).play(0, "unmortgage", square=6)
    assert table.state.wait == wait
