"""The board, the figures, the deck and chance: what the formulas of the rules give."""

import pytest

from games.rules.chance import Chance, commitment, derive_seed
from games.rules.deedland import (
    BOARD,
    DECKS,
    DEEDLAND,
    base_rent,
    house_cost,
    mortgage_value,
    paying_off,
    station_rent,
    street_price,
)
from games.rules.errors import MalformedMove
from games.rules.property import cards
from games.rules.property.board import Square
from games.rules.property.deeds import charge
from tests.rules.deedland.table import OPTIONS, Table, group

SERVER_SEED = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
SEED = "f605e55489098b96abc9d2b2040bf03c77f8230b80422c0c0e4271cff9abfceb"
STREETS = [s for s in BOARD.squares if s.kind == "street"]


def named(name: str) -> Square:
    """Give the square of a name that only one has."""
    (square,) = (s for s in BOARD.squares if s.name == name)
    return square


# -- board -------------------------------------------------------------------------------------------------


def test_forty_squares() -> None:
    """Board: forty squares, 0 to 39, played in rising order and round again."""
    assert [s.position for s in BOARD.squares] == list(range(40))
    assert Table(rolls="1+2", at=[39, 0], fortune="F7").roll(0).at == [2, 0]


def test_kinds() -> None:
    """Board: 22 streets, 4 stations, 2 utilities, 6 Fortune squares, 2 taxes, 4 corners, each at its place."""
    where: dict[str, list[int]] = {}
    for square in BOARD.squares:
        where.setdefault(square.kind, []).append(square.position)
    assert len(where.pop("street")) == 22
    assert where == {
        "start": [0],
        "jail": [10],
        "rest": [20],
        "go_to_jail": [30],
        "ferry": [5, 15, 25, 35],
        "works": [14, 26],
        "card": [2, 8, 17, 23, 33, 36],
        "tax": [4, 37],
    }


@pytest.mark.parametrize(
    ("name", "position"),
    [
        ("Start", 0),
        ("Mill Lane", 1),
        ("Tanners Row", 3),
        ("Land Tax", 4),
        ("North Station", 5),
        ("Lantern Walk", 9),
        ("Jail", 10),
        ("The Gasworks", 14),
        ("River Ferry", 15),
        ("Town Square", 20),
        ("Poets Corner", 24),
        ("Tram Depot", 25),
        ("The Windmill", 26),
        ("Go to jail", 30),
        ("Glasshouse Lane", 34),
        ("Airfield", 35),
        ("Window Tax", 37),
        ("Crescent Gardens", 38),
        ("Lighthouse Point", 39),
    ],
)
def test_names(name: str, position: int) -> None:
    """Board: the place of each square is as the table says (ruling)."""
    assert named(name).position == position


def test_groups() -> None:
    """Board: groups 1 Brown, Sky, Pink, Orange, Red, Yellow, Green, 8 Blue, with their streets."""
    assert [(s.name, s.squares) for s in BOARD.sets] == [
        ("Brown", (1, 3)),
        ("Sky", (6, 7, 9)),
        ("Pink", (11, 12, 13)),
        ("Orange", (16, 18, 19)),
        ("Red", (21, 22, 24)),
        ("Yellow", (27, 28, 29)),
        ("Green", (31, 32, 34)),
        ("Blue", (38, 39)),
    ]
    assert list(BOARD.group_named)[8:] == ["Stations", "Utilities"]


def test_taxes() -> None:
    """Board: Land Tax is 20,000, Window Tax 10,000."""
    assert (named("Land Tax").tax, named("Window Tax").tax) == (20_000, 10_000)


# -- figures -----------------------------------------------------------------------------------------------

PRICES = "5 7 9 10 11 13 14 15 17 18 19 21 22 23 25 26 27 29 30 31 34 38"
RENTS = "4 5 6 7 8 9 10 11 12 13 14 15 16 16 18 19 19 21 21 22 24 27"


def test_street_prices() -> None:
    """Figures: street price is lo + (hi - lo) * i // (n - 1) (ruling)."""
    assert [street_price(2, i, 3) for i in range(3)] == [9_000, 10_000, 11_000]
    assert [s.price for s in STREETS] == [int(n) * 1_000 for n in PRICES.split()]


def test_base_rents() -> None:
    """Figures: street base rent is 100 * ((price + 700) // 1400) (ruling)."""
    assert [base_rent(price) for price in (5_000, 22_000, 38_000)] == [400, 1_600, 2_700]
    assert [s.rents[0] for s in STREETS] == [int(n) * 100 for n in RENTS.split()]


def test_base_rents_meet_the_ranges_of_the_seed() -> None:
    """Figures: base rents meet both ends of every range of the seed."""
    ends = [(BOARD.rents[s.squares[0]][0], BOARD.rents[s.squares[-1]][0]) for s in BOARD.sets]
    assert ends == [
        (400, 500),
        (600, 800),
        (900, 1_100),
        (1_200, 1_400),
        (1_500, 1_600),
        (1_800, 1_900),
        (2_100, 2_200),
        (2_400, 2_700),
    ]


def test_rents_of_buildings() -> None:
    """Figures: rent with 1, 2, 3, 4 houses, hotel is base x 5, 15, 40, 55, 70."""
    assert BOARD.rents[39][1:] == (13_500, 40_500, 108_000, 148_500, 189_000)
    state = Table(owner=group(8, 0), houses={38: 4, 39: 5}).state
    assert (charge(BOARD, state, 38, 0), charge(BOARD, state, 39, 0)) == (2_400 * 55, 189_000)


def test_double_rent_of_a_whole_group() -> None:
    """Figures: bare street of a group owned whole by one player: base x 2, mortgages notwithstanding (ruling)."""
    whole = Table(owner=group(2, 0), mortgaged=[6, 7]).state
    parted = Table(owner={**group(2, 0), 6: 1}).state
    assert (charge(BOARD, whole, 9, 0), charge(BOARD, parted, 9, 0)) == (1_600, 800)


def test_a_bare_street_beside_houses() -> None:
    """Exact points: a bare street has no building itself, whatever stands on the others."""
    state = Table(owner=group(2, 0), houses={6: 1, 7: 1}).state
    assert charge(BOARD, state, 9, 0) == 1_600


def test_house_costs() -> None:
    """Figures: one house costs 5000 * ((g + 1) // 2); the hotel is the fifth and costs the same."""
    assert [house_cost(g) for g in range(1, 9)] == [5_000, 5_000, 10_000, 10_000, 15_000, 15_000, 20_000, 20_000]
    assert [s.house_cost for s in BOARD.sets] == [house_cost(g) for g in range(1, 9)]
    table = Table(owner=group(8, 0), houses={38: 5, 39: 4}).play(0, "build", square=39)
    assert (table.cash[0], table.state.houses[39]) == (130_000, 5)


def test_station_rents() -> None:
    """Figures: station rent is 2500 * 2**(k-1), mortgaged ones counted (ruling); its price is 20,000 (ruling)."""
    assert [station_rent(k) for k in (1, 2, 3, 4)] == [2_500, 5_000, 10_000, 20_000]
    state = Table(owner={5: 0, 15: 0, 25: 0, 35: 1}, mortgaged=[5]).state
    assert (charge(BOARD, state, 15, 0), charge(BOARD, state, 35, 0)) == (10_000, 2_500)
    assert {BOARD.price[p] for p in (5, 15, 25, 35)} == {20_000}


def test_utility_rents() -> None:
    """Figures: utility rent is roll x 400; x 1,000 with both, mortgaged counted (ruling); price 15,000 (ruling)."""
    one, both = Table(owner={14: 0, 26: 1}).state, Table(owner={14: 0, 26: 0}, mortgaged=[26]).state
    assert (charge(BOARD, one, 14, 7), charge(BOARD, both, 14, 7)) == (2_800, 7_000)
    assert BOARD.price[14] == BOARD.price[26] == 15_000


def test_the_roll_of_a_utility() -> None:
    """Figures: "roll" is the two dice of this turn, also when a card brought you to the utility."""
    table = Table(rolls="2+4", at=[11, 0], owner={14: 1}, fortune="F4").roll(0)
    assert (table.at[0], table.cash) == (14, [150_000 - 2_400, 150_000 + 2_400])


def test_mortgage_values() -> None:
    """Figures: mortgage value is price // 2; paying it off costs m + m // 10."""
    assert (mortgage_value(5_000), paying_off(2_500)) == (2_500, 2_750)
    assert all(s.lifting == s.price // 2 * 11 // 10 for s in BOARD.squares)


def test_sales() -> None:
    """Figures: selling one building back gives house cost // 2."""
    for number, amount in ((1, 2_500), (3, 5_000), (5, 7_500), (7, 10_000)):
        p = BOARD.sets[number - 1].squares[0]
        table = Table(owner=group(number, 0), houses={p: 1}).play(0, "sell", square=p)
        assert table.cash[0] == 150_000 + amount


def test_amounts() -> None:
    """Figures: starting money 150,000; salary 20,000; fine 5,000."""
    amounts = DEEDLAND.rules.amounts
    assert (amounts.start, amounts.salary, amounts.fine) == (150_000, 20_000, 5_000)


def test_all_divisions_are_exact() -> None:
    """Figures: every division is exact in this game but the base rent's."""
    for square in BOARD.squares:
        assert square.price % 2 == square.mortgage % 10 == square.house_cost % 2 == 0


# -- cards and chance ----------------------------------------------------------------------------------------


def test_the_deck() -> None:
    """Cards: one deck of sixteen, with the kinds and sums of the table."""
    (deck,) = DECKS
    assert deck.cards == {
        "F1": cards.GoTo(0),
        "F2": cards.GoToNext("ferry"),
        "F3": cards.GoToNext("ferry"),
        "F4": cards.GoBack(3),
        "F5": cards.GoToJail(),
        "F6": cards.GetOut(),
        "F7": cards.Collect(5_000),
        "F8": cards.Collect(3_000),
        "F9": cards.Collect(2_000),
        "F10": cards.Collect(10_000),
        "F11": cards.CollectFromEach(1_000),
        "F12": cards.Pay(1_500),
        "F13": cards.Pay(3_000),
        "F14": cards.Pay(10_000),
        "F15": cards.Repairs(2_500, 10_000),
        "F16": cards.PayEach(2_500),
    }


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_two_to_four_seats(seats: int) -> None:
    """Board: two to four players."""
    with pytest.raises(MalformedMove, match="from 2 to 4"):
        DEEDLAND.start(["person"] * seats, Chance(SEED), OPTIONS)


def test_the_vectors_of_chance() -> None:
    """Vectors: commitment, seed, rolls 0..9, the Fortune deck, turn order and first decision."""
    assert commitment(SERVER_SEED) == "6c86c6aac5fb24bcf5d9939cb7d7d5645ce39418f449e03b262dd4fa14b4b92b"
    assert derive_seed(SERVER_SEED, ["ada", "bob", ""]) == SEED
    chance = Chance(SEED)
    rolls = "5+2 5+2 3+2 4+5 1+6 2+6 3+4 2+2 3+5 4+2"
    assert " ".join("{}+{}".format(*chance.dice(k)) for k in range(10)) == rolls
    options = {"move_time": 30, "bots": "easy"}
    state, _ = DEEDLAND.start(["person", "person", "bot"], chance, options)
    assert " ".join(state.decks[0]) == "F2 F4 F12 F1 F8 F7 F13 F6 F15 F5 F11 F9 F3 F14 F16 F10"
    assert (state.order, state.decision, state.asked, state.position) == ([0, 1, 2], "roll", 0, [0, 0, 0])


def test_the_opening() -> None:
    """Vectors: the opening, move by move."""
    options = {"move_time": 30, "bots": "easy"}
    table = Table(3, kinds=["person", "person", "bot"])
    table.state, _ = DEEDLAND.start(["person", "person", "bot"], Chance(SEED), options)
    table.play(0, "roll")
    assert table.at[0] == 7
    table.play(0, "buy")
    assert (table.cash[0], table.asked) == (140_000, ("manage", 0))
    table.play(0, "end_turn")
    assert table.asked == ("roll", 1)
    table.play(1, "roll")
    assert (table.at[1], table.cash[:2], table.asked) == (7, [140_700, 149_300], ("manage", 1))
    table.play(1, "offer", to=0, get=[7], give_cash=15_000).play(0, "accept")
    assert (table.owned(1), table.asked) == ([7], ("manage", 1))
    table.play(1, "end_turn").play(2, "roll").play(2, "decline")
    assert (table.at[2], table.asked) == (5, ("auction", 2))
    table.play(2, "bid", amount=9_000).play(0, "bid", amount=12_000).play(1, "pass")
    assert table.asked == ("auction", 2)
    table.play(2, "pass")
    assert (table.owned(0), table.asked) == ([5], ("manage", 2))
    table.play(2, "end_turn")
    assert table.asked == ("roll", 0)
    table.play(1, "offer_draw").play(0, "roll")
    assert table.happened("draw_ended") == [{"event": "draw_ended", "seat": 0, "how": "played_on"}]
    assert (table.at[0], table.asked, table.state.draw) == (16, ("buy", 0), None)
    assert table.cash == [143_700, 134_300, 150_000]
    assert (table.owned(0), table.owned(1)) == ([5], [7])
    assert table.state.rolls == 4
    assert table.state.decks[0][0] == "F2"
    assert all(table.offers(seat, "offer_draw") for seat in range(3))


def test_a_bots_own_chance() -> None:
    """Chance: a bot's own chance at ply q is draw("bot:SEAT", q)."""
    state, _ = DEEDLAND.start(["person", "bot"], Chance(SEED), {"move_time": None, "bots": "hard"})
    assert DEEDLAND.bot_number(state, 1) == Chance(SEED).draw("bot:1", 0)


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_the_bots_level_is_chosen(level: str) -> None:
    """Chance: the bots' level isn't drawn: the player chooses it."""
    state, _ = DEEDLAND.start(["person", "bot"], Chance(SEED), {"move_time": None, "bots": level})
    assert DEEDLAND.strength(state) == level


def test_rolls_are_counted_over_the_whole_game() -> None:
    """Chance: rolls count 0, 1, 2 over the whole game, jail rolls counted."""
    table = Table(rolls="1+2 3+4 1+3", jail=[0, 3], at=[0, 10]).roll(0).play(0, "buy").play(0, "end_turn")
    table.play(1, "roll").play(1, "offer", to=0, get=[3]).play(0, "refuse")
    assert (table.state.rolls, table.asked) == (2, ("roll", 0))


def test_its_other_groups_by_their_kind() -> None:
    """Board: four stations and two utilities are the groups beside the streets'."""
    groups = DEEDLAND.rules.board.other_group
    assert {kind: group.name for kind, group in groups.items()} == {"ferry": "Stations", "works": "Utilities"}
