"""The verifier of Deedland against the sentences of its rules: board, rent, turns, jail and cards."""

import pytest

from games.proof.deedland_verify import BASE_RENT, HOUSE_COST, HOUSE_SOLD, LOAN, PAYING_OFF, PRICE, STREET_GROUPS
from tests.proof.deedland_table import Table, offer


def test_the_board() -> None:
    streets = [street for group in STREET_GROUPS for street in group]
    assert len(STREET_GROUPS) == 8 and len(set(streets)) == 22
    assert sorted(PRICE) == sorted([*streets, 5, 15, 25, 35, 14, 26])
    assert [HOUSE_COST[group[0]] // 1000 for group in STREET_GROUPS] == [5, 5, 10, 10, 15, 15, 20, 20]
    assert [HOUSE_SOLD[group[0]] for group in STREET_GROUPS[::2]] == [2_500, 5_000, 7_500, 10_000]
    assert PRICE[5] == PRICE[35] == 20_000 and PRICE[14] == PRICE[26] == 15_000
    assert (LOAN[1], PAYING_OFF[1], LOAN[38], PAYING_OFF[38]) == (2_500, 2_750, 17_000, 18_700)


@pytest.mark.parametrize(("houses", "rent"), list(enumerate((2_700, 13_500, 40_500, 108_000, 148_500, 189_000))))
def test_rent_by_buildings(houses: int, rent: int) -> None:
    table = Table((1, 2)).owns(1, 39, houses=houses).stands(0, 36).has(0, 200_000).does(0, "roll")
    assert table.cash == [200_000 - rent, 150_000 + rent, 150_000]


@pytest.mark.parametrize("mortgaged", [False, True])
def test_a_bare_street_of_a_whole_group_earns_twice_its_rent_mortgages_notwithstanding(mortgaged: bool) -> None:
    table = Table((1, 2)).owns(1, 39).owns(1, 38, mortgaged=mortgaged).stands(0, 36).does(0, "roll")
    assert table.cash[1] == 150_000 + 2 * BASE_RENT[39]


def test_a_bare_street_earns_twice_whatever_stands_on_the_others() -> None:
    table = Table((1, 2)).owns(1, 39).owns(1, 38, houses=1).stands(0, 36).does(0, "roll")
    assert table.cash[1] == 155_400


def test_a_group_in_two_hands_earns_its_rent_once() -> None:
    assert Table((1, 2)).owns(1, 39).owns(2, 38).stands(0, 36).does(0, "roll").cash[1] == 152_700


def test_a_mortgaged_deed_earns_nothing_and_one_of_ones_own_costs_nothing() -> None:
    assert Table((1, 2)).owns(1, 39, mortgaged=True).stands(0, 36).does(0, "roll").cash == [150_000] * 3
    assert Table((1, 2)).owns(0, 39).stands(0, 36).does(0, "roll").cash == [150_000] * 3


@pytest.mark.parametrize(("others", "rent"), list(enumerate((2_500, 5_000, 10_000, 20_000))))
def test_stations_earn_by_their_number_mortgaged_ones_counted(others: int, rent: int) -> None:
    table = Table((2, 3)).owns(1, 5).owns(1, *(15, 25, 35)[:others], mortgaged=True).does(0, "roll")
    assert table.cash[1] == 150_000 + rent


@pytest.mark.parametrize(("owner", "factor"), [(1, 1000), (2, 400)])
def test_utilities_earn_by_the_roll(owner: int, factor: int) -> None:
    table = Table((2, 3)).owns(1, 14).owns(owner, 26, mortgaged=True).stands(0, 9).does(0, "roll")
    assert table.cash[1] == 150_000 + 5 * factor


def test_a_card_that_leads_to_a_utility_takes_the_same_roll() -> None:
    table = Table((2, 3), deck="F4").owns(1, 14).stands(0, 12).does(0, "roll")
    assert table.position[0] == 14 and table.cash[:2] == [148_000, 152_000]


def test_a_jailed_owner_collects() -> None:
    assert Table((1, 2)).owns(1, 39).jailed(1).stands(0, 36).does(0, "roll").cash[1] == 152_700


# -- turns -----------------------------------------------------------------------------------------


def test_a_game_begins_with_a_roll_that_the_player_makes() -> None:
    table = Table((1, 2))
    assert table.waits("roll", 0) and table.position == [0, 0, 0] and table.cash == [150_000] * 3
    for kind in ("end_turn", "buy", "decline", "pay_fine", "use_card", "pass", "accept", "refuse", "withdraw"):
        assert table.refuses(0, kind)
    assert table.refuses(1, "roll") and not table.refuses(0, "roll")


@pytest.mark.parametrize(("start", "cash"), [(37, 170_000), (36, 170_000), (30, 150_000)])
def test_the_salary_is_for_passing_or_reaching_start(start: int, cash: int) -> None:
    table = Table((1, 3)).owns(0, 34, 1).stands(0, start).does(0, "roll")
    assert table.cash[0] == cash and table.position[0] == (start + 4) % 40


@pytest.mark.parametrize(("start", "tax"), [(1, 20_000), (34, 10_000)])
def test_taxes(start: int, tax: int) -> None:
    assert Table((1, 2)).stands(0, start).does(0, "roll").cash == [150_000 - tax, 150_000, 150_000]


@pytest.mark.parametrize("square", [10, 20])
def test_on_a_corner_nothing_happens(square: int) -> None:
    table = Table((1, 2)).stands(0, square - 3).does(0, "roll")
    assert table.cash == [150_000] * 3 and table.tries == [0] * 3


def test_unowned_deeds_may_be_bought_with_enough_money() -> None:
    table = Table((2, 3)).has(0, 20_000).does(0, "roll")
    assert table.waits("buy", 0) and table.refuses(0, "end_turn") and table.refuses(1, "buy")
    table.does(0, "buy")
    assert table.owner == {5: 0} and table.cash[0] == 0 and table.waits("manage", 0)
    assert Table((2, 3)).has(0, 19_999).does(0, "roll").refuses(0, "buy")


def test_money_for_a_purchase_may_be_raised_and_nothing_else_done() -> None:
    table = Table((2, 3)).owns(0, 1).owns(0, 38, mortgaged=True).has(0, 19_000).does(0, "roll")
    assert table.refuses(0, "unmortgage", square=38) and table.refuses(0, "offer", **offer(1, [1]))
    table.does(0, "mortgage", square=1).does(0, "buy")
    assert table.cash[0] == 1_500


def test_a_double_brings_another_turn_after_managing_with_its_own_offers() -> None:
    table = Table((2, 2), (1, 2)).owns(0, 39).does(0, "offer", **offer(1, [39])).does(1, "refuse").does(0, "roll")
    assert table.cash[0] == 130_000 and table.waits("manage", 0)
    assert table.refuses(0, "roll") and table.refuses(0, "offer", **offer(1, [39]))
    table.does(0, "end_turn")
    assert table.waits("roll", 0) and not table.refuses(0, "offer", **offer(1, [39]))


def test_without_a_double_the_next_player_follows() -> None:
    assert Table((3, 1)).does(0, "roll").waits("roll", 1)


def test_the_third_double_in_a_row_leads_to_jail_and_ends_the_turn() -> None:
    table = Table((5, 5), (5, 5), (2, 2)).owns(0, 39).does(0, "roll").does(0, "end_turn")
    table.does(0, "roll").does(0, "end_turn").does(0, "roll")
    assert table.waits("roll", 1) and table.position[0] == 10 and table.tries[0] == 3


def test_doubles_of_another_turn_do_not_count_after_a_roll_without_one() -> None:
    table = Table((5, 5), (5, 5), (4, 6), (5, 5), (5, 5), (5, 5), seats=2).owns(0, 39).does(0, "roll")
    table.does(0, "end_turn").does(0, "roll").does(0, "end_turn").does(0, "roll")
    assert table.position[0] == 10 and table.tries[0] == 3  # by the square Go to jail
    table = Table((5, 5), (4, 6), (5, 5), (5, 5), seats=2).owns(0, 39).does(0, "roll").does(0, "end_turn")
    table.does(0, "roll").does(0, "end_turn").does(1, "roll").does(1, "end_turn").does(1, "roll")
    assert table.position[1] == 20 and table.tries[1] == 0 and table.waits("manage", 1)


def test_go_to_jail_leaves_managing_but_no_other_turn_and_no_salary() -> None:
    table = Table((2, 2)).owns(0, 39).stands(0, 26).does(0, "roll")
    assert table.position[0] == 10 and table.tries[0] == 3 and table.cash[0] == 150_000
    assert table.waits("manage", 0) and table.does(0, "end_turn").waits("roll", 1)


def test_the_site_ends_a_turn_when_nothing_else_is_open() -> None:
    assert Table((1, 3)).does(0, "roll").waits("roll", 1)
    assert Table((1, 3)).jailed(0).does(0, "roll").waits("roll", 1)
    # Somebody's tradable deed keeps the turn open; built and third parties' don't.
    assert Table((1, 3)).owns(2, 39).does(0, "roll").waits("manage", 0)
    assert Table((1, 3)).owns(2, 38, 39, houses=1).does(0, "roll").waits("roll", 1)
    table = Table((1, 3)).owns(2, 39).does(0, "roll").does(0, "offer", **offer(2, [], [39])).does(2, "refuse")
    assert table.waits("roll", 1)


def test_the_site_looks_again_when_another_leaves() -> None:
    assert Table((1, 3)).owns(2, 39).does(0, "roll").does(2, "resign").waits("roll", 1)


def test_a_deed_that_can_be_paid_off_keeps_the_turn_open_and_one_that_cannot_does_not() -> None:
    table = Table((1, 3), seats=2).owns(0, 1, mortgaged=True).has(0, 22_750).does(0, "roll")
    assert table.waits("manage", 0)
    table.does(0, "offer", **offer(1, [1])).does(1, "refuse")
    assert table.waits("manage", 0)
    table = Table((1, 3), seats=2).owns(0, 1, mortgaged=True).has(0, 22_749).does(0, "roll")
    assert table.does(0, "offer", **offer(1, [1])).does(1, "refuse").waits("roll", 1)


# -- jail ------------------------------------------------------------------------------------------


def test_the_fine_frees_and_rolls_at_once_with_another_turn_for_a_double() -> None:
    table = Table((2, 2), (5, 5), (5, 5)).owns(0, 14, 24).jailed(0).does(0, "pay_fine")
    assert table.cash[0] == 145_000 and table.position[0] == 14 and table.tries[0] == 0
    assert table.does(0, "end_turn").waits("roll", 0)
    table.does(0, "roll").does(0, "end_turn").does(0, "roll")
    assert table.tries[0] == 3 and table.position[0] == 10 and table.waits("roll", 1)


def test_the_fine_needs_the_money_and_the_card_its_holder() -> None:
    assert Table().jailed(0).has(0, 4_999).refuses(0, "pay_fine")
    assert Table().jailed(0).refuses(0, "use_card")
    assert Table().jailed(0).keeps_card(1).refuses(0, "use_card")
    assert Table().refuses(0, "pay_fine") and Table().keeps_card(0).refuses(0, "use_card")


def test_the_card_goes_to_the_bottom_before_the_roll() -> None:
    table = Table((3, 4), deck="F7").keeps_card(0).jailed(0).does(0, "use_card")
    assert table.card_holder is None and table.deck[-2:] == ["F6", "F7"] and table.cash[0] == 155_000


def test_a_double_in_jail_frees_and_moves_and_brings_no_other_turn() -> None:
    table = Table((2, 2)).owns(0, 14).jailed(0, 2).does(0, "roll")
    assert table.position[0] == 14 and table.tries[0] == 0 and table.cash[0] == 150_000
    assert table.does(0, "end_turn").waits("roll", 1)


def test_a_miss_costs_a_try_and_leaves_managing() -> None:
    table = Table((1, 2)).owns(0, 14).jailed(0).does(0, "roll")
    assert table.tries[0] == 2 and table.position[0] == 10 and table.waits("manage", 0)
    assert table.refuses(0, "pay_fine") and table.refuses(0, "roll")


def test_the_third_miss_costs_the_fine_and_moves_by_that_roll() -> None:
    table = Table((1, 3)).owns(0, 14).jailed(0, 1).does(0, "roll")
    assert table.tries[0] == 0 and table.position[0] == 14 and table.cash[0] == 145_000


def test_the_third_fine_may_be_a_debt_before_the_move() -> None:
    table = Table((1, 3)).owns(0, 39).jailed(0, 1).has(0, 1_000).does(0, "roll")
    assert table.waits("debt", 0) and table.position[0] == 10 and table.tries[0] == 0
    assert table.does(0, "mortgage", square=39).waits("buy", 0) and table.cash[0] == 15_000


def test_who_cannot_raise_the_third_fine_is_out() -> None:
    table = Table((1, 3)).jailed(0, 1).has(0, 4_999).does(0, "roll")
    assert table.out == [0] and table.waits("roll", 1) and table.state()["moves_after_fine"] is False


def test_one_may_manage_and_trade_in_jail_before_rolling() -> None:
    table = Table().owns(0, 38, 39).owns(1, 5).jailed(0).does(0, "build", square=38).does(0, "sell", square=38)
    table.does(0, "mortgage", square=38).does(0, "unmortgage", square=38)
    assert table.does(0, "offer", **offer(1, [], [5])).does(1, "accept").waits("jail", 0) and table.owner[5] == 0


# -- cards -----------------------------------------------------------------------------------------


def drawn(card: str, seats: int = 3) -> Table:
    """A table whose first player draws this card on square 2."""
    return Table((1, 1), seats=seats, deck=card).owns(0, 39).does(0, "roll")


@pytest.mark.parametrize(
    ("card", "gain"),
    [("F7", 5), ("F8", 3), ("F9", 2), ("F10", 10), ("F12", -1.5), ("F13", -3), ("F14", -10), ("F11", 2), ("F16", -5)],
)
def test_cards_that_pay_or_cost(card: str, gain: float) -> None:
    table = drawn(card)
    others = {"F11": 149_000, "F16": 152_500}.get(card, 150_000)
    assert table.cash == [150_000 + gain * 1_000, others, others]
    assert table.deck[-1] == card and table.waits("manage", 0)


def test_repairs_count_a_hotel_as_a_hotel() -> None:
    table = Table((1, 1), deck="F15").owns(0, 38, houses=5).owns(0, 39, houses=4).owns(1, 6, 7, 9, houses=1)
    assert table.does(0, "roll").cash == [130_000, 150_000, 150_000]


def test_forward_to_start_pays_the_salary() -> None:
    table = drawn("F1")
    assert table.position[0] == 0 and table.cash[0] == 170_000 and table.waits("manage", 0)


@pytest.mark.parametrize(("here", "station"), [(2, 5), (8, 15), (17, 25), (23, 25), (33, 35), (36, 5)])
def test_forward_to_the_nearest_station_ahead_at_its_ordinary_rent(here: int, station: int) -> None:
    table = Table((1, 1), deck="F2").owns(1, station).stands(0, here - 2).does(0, "roll")
    assert table.position[0] == station
    assert table.cash[0] == 150_000 - 2_500 + (20_000 if here == 36 else 0)


def test_a_station_reached_by_a_card_may_be_bought() -> None:
    assert drawn("F3").waits("buy", 0)


@pytest.mark.parametrize(("here", "there"), [(2, 39), (17, 14), (23, 20), (8, 5)])
def test_back_three_pays_no_salary(here: int, there: int) -> None:
    table = Table((1, 1), deck="F4").owns(0, 39, 14, 5).stands(0, here - 2).does(0, "roll")
    assert table.position[0] == there and table.cash[0] == 150_000


def test_back_three_may_reach_jail_or_another_card() -> None:
    table = Table((1, 2), deck="F4").owns(0, 1).stands(0, 30).does(0, "roll")
    assert table.position[0] == 10 and table.tries[0] == 3 and table.waits("manage", 0)
    table = Table((1, 2), deck="F4 F10").owns(0, 1).stands(0, 33).does(0, "roll")
    assert table.position[0] == 33 and table.cash[0] == 160_000 and table.deck[-2:] == ["F4", "F10"]


def test_the_card_to_jail() -> None:
    table = drawn("F5")
    assert table.position[0] == 10 and table.tries[0] == 3 and table.does(0, "end_turn").waits("roll", 1)


def test_the_get_out_card_is_kept() -> None:
    table = drawn("F6")
    assert table.card_holder == 0 and "F6" not in table.deck and len(table.deck) == 15


def test_the_birthday_is_paid_in_turn_order_one_debt_after_another() -> None:
    table = Table((1, 1), seats=4, deck="F11").owns(1, 1).owns(2, 3).has(1, 0).has(2, 999).does(0, "roll")
    assert table.waits("debt", 1) and table.refuses(0, "end_turn") and table.refuses(2, "mortgage", square=3)
    assert table.does(1, "mortgage", square=1).waits("debt", 2) and table.cash[:2] == [151_000, 1_500]
    assert table.does(2, "mortgage", square=3).waits("manage", 0) and table.cash == [153_000, 1_500, 3_499, 149_000]


def test_a_birthday_bankrupts_who_cannot_pay_and_the_list_goes_on() -> None:
    table = Table((1, 1), seats=4, deck="F11").keeps_card(1).owns(1, 1, mortgaged=True).has(1, 999).does(0, "roll")
    assert table.out == [1] and table.card_holder == 0 and table.owner == {1: 0} and table.mortgaged == {1}
    assert table.cash == [152_999, 0, 149_000, 149_000] and table.waits("manage", 0)


def test_a_payment_of_one_who_has_left_falls_away() -> None:
    table = Table((1, 1), seats=4, deck="F11").owns(1, 1).has(1, 0).does(0, "roll").does(2, "resign")
    assert table.does(1, "mortgage", square=1).cash == [152_000, 1_500, 0, 149_000]


def test_payments_to_one_who_has_left_fall_away_and_a_standing_one_is_the_bank_s() -> None:
    table = Table((1, 1), seats=4, deck="F11").owns(1, 1).has(1, 0).does(0, "roll").does(0, "resign")
    assert table.waits("debt", 1) and table.creditor is None
    assert table.does(1, "mortgage", square=1).waits("roll", 1) and table.cash == [0, 1_500, 150_000, 150_000]


def test_the_chair_pays_one_after_another_and_leaves_by_the_one_he_cannot_pay() -> None:
    table = Table((1, 1), seats=4, deck="F16").has(0, 3_000).does(0, "roll")
    assert table.out == [0] and table.cash == [0, 152_500, 150_500, 150_000] and table.waits("roll", 1)


def test_the_chair_raises_each_payment_by_itself() -> None:
    table = Table((1, 1), deck="F16").owns(0, 1, 3).has(0, 0).does(0, "roll").does(0, "mortgage", square=1)
    assert table.waits("debt", 0) and table.creditor == 2 and table.cash == [0, 152_500, 150_000]
    assert table.does(0, "mortgage", square=3).cash == [1_000, 152_500, 152_500]


def test_the_debtor_of_a_list_may_resign_and_the_list_goes_on() -> None:
    table = Table((1, 1), seats=4, deck="F11").owns(1, 1).has(1, 0).owns(0, 39).does(0, "roll").does(1, "resign")
    assert table.owner == {39: 0} and table.cash == [152_000, 0, 149_000, 149_000] and table.waits("manage", 0)


def test_a_double_that_drew_a_list_brings_another_turn_still() -> None:
    assert drawn("F11").does(0, "end_turn").waits("roll", 0)
