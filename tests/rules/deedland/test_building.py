"""Building, selling, mortgaging and paying off."""

from tests.rules.deedland.table import Table, group


def test_build_a_whole_group() -> None:
    """Build: the player owns the whole group."""
    table = Table(owner={6: 0, 7: 0, 9: 1})
    assert table.refused(0, "build", square=6) == "You can build only on a set that is wholly yours."


def test_build_none_mortgaged() -> None:
    """Build: none of it mortgaged."""
    assert "mortgaged" in Table(owner=group(2, 0), mortgaged=[9]).refused(0, "build", square=6)


def test_build_evenly() -> None:
    """Build: the street has the fewest buildings of its group."""
    table = Table(owner=group(2, 0)).play(0, "build", square=6)
    assert "evenly" in table.refused(0, "build", square=6)
    assert table.play(0, "build", square=7).play(0, "build", square=9).offers(0, "build", square=6)


def test_build_fewer_than_five() -> None:
    """Build: fewer than five; the fifth is the hotel."""
    table = Table(owner=group(1, 0), houses={1: 4, 3: 5}).play(0, "build", square=1)
    assert table.refused(0, "build", square=1) == "A hotel stands there already."


def test_build_needs_money() -> None:
    """Build: and he has the money."""
    table = Table(owner=group(3, 0), cash=[10_000, 0]).play(0, "build", square=11)
    assert table.cash[0] == 0
    assert table.refused(0, "build", square=12) == "A house there costs 10000, and you have 0."


def test_buildings_never_run_out() -> None:
    """Build: houses and hotels never run out (ruling)."""
    owner = {p: 0 for number in range(1, 9) for p in group(number, 0)}
    table = Table(owner=owner, cash=[3_000_000, 0])
    for _ in range(5):
        for p in owner:
            table.play(0, "build", square=p)
    assert sum(table.state.houses) == 22 * 5


def test_sell_evenly() -> None:
    """Sell: the street has the most buildings of its group (at least one)."""
    table = Table(owner=group(2, 0), houses={6: 2, 7: 1, 9: 1})
    assert "evenly" in table.refused(0, "sell", square=7)
    assert table.play(0, "sell", square=6).cash[0] == 152_500
    assert Table(owner=group(2, 0)).refused(0, "sell", square=6) == "Nothing is built there."


def test_a_hotel_sold_leaves_four_houses() -> None:
    """Sell: a hotel sold leaves four houses."""
    table = Table(owner=group(1, 0), houses={1: 5, 3: 5}).play(0, "sell", square=1)
    assert (table.state.houses[1], table.cash[0]) == (4, 152_500)


def test_mortgage() -> None:
    """Mortgage: owned, not mortgaged: the bank pays half its price."""
    table = Table(owner={39: 0}).play(0, "mortgage", square=39)
    assert (table.cash[0], table.mortgages()) == (169_000, [39])
    assert table.refused(0, "mortgage", square=39) == "That square is mortgaged already."
    assert table.refused(0, "mortgage", square=5) == "That square isn't yours."


def test_no_building_anywhere_on_its_group() -> None:
    """Mortgage: no building anywhere on its group."""
    table = Table(owner=group(2, 0), houses={6: 1})
    assert table.refused(0, "mortgage", square=9) == "Sell the buildings of its group first."
    assert table.refused(0, "mortgage", square=6) == "Sell the buildings on it first."
    assert table.legal(0) == ["build 7", "build 9", "end_turn", "resign", "sell 6"]
    assert table.play(0, "sell", square=6).play(0, "mortgage", square=9).mortgages() == [9]


def test_unmortgage() -> None:
    """Unmortgage: owned, mortgaged, cash enough."""
    table = Table(owner={39: 0}, mortgaged=[39], cash=[20_900, 0]).play(0, "unmortgage", square=39)
    assert (table.cash[0], table.mortgages()) == (0, [])
    poor = Table(owner={39: 0, 1: 0}, mortgaged=[39], cash=[20_899, 0])
    assert poor.refused(0, "unmortgage", square=39) == "Lifting that mortgage costs 20900, and you have 20899."
