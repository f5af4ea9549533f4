"""The verifier of Deedland against the sentences of its rules: auctions, managing, offers and debts."""

from typing import Any

import pytest

from tests.proof.deedland_table import Table, offer


def auction(*cash: int, seats: int = 3) -> Table:
    """An auction of square 5, which seat 0 has declined; with these sums of money."""
    table = Table((2, 3), seats=seats)
    table.cash[: len(cash)] = cash
    return table.does(0, "roll").does(0, "decline")


def test_an_auction_asks_the_decliner_first_and_goes_round() -> None:
    table = auction()
    assert table.waits("auction", 0) and table.refuses(1, "bid", amount=1) and table.refuses(0, "buy")
    table.does(0, "bid", amount=1).does(1, "bid", amount=2).does(2, "bid", amount=3)
    assert table.waits("auction", 0)
    table.does(0, "bid", amount=4).does(1, "pass").does(2, "pass")
    assert table.owner == {5: 0} and table.cash[0] == 149_996 and table.waits("manage", 0)


@pytest.mark.parametrize("amount", [0, -1, 5, 150_001, 6.0, True, "6", None, [6]])
def test_a_bid_is_whole_above_the_top_and_within_the_money(amount: Any) -> None:
    assert auction().does(0, "bid", amount=5).refuses(1, "bid", amount=amount)


def test_a_first_bid_is_at_least_one_and_at_most_all_the_money() -> None:
    assert auction().refuses(0, "bid", amount=0)
    assert not auction().refuses(0, "bid", amount=150_000)


def test_who_passes_is_out_of_the_auction() -> None:
    table = auction().does(0, "pass").does(1, "bid", amount=1).does(2, "bid", amount=2)
    assert table.waits("auction", 1) and table.does(1, "pass").owner == {5: 2}


def test_who_cannot_bid_is_passed_over_for_good() -> None:
    table = auction(150_000, 10).does(0, "bid", amount=10)
    assert table.waits("auction", 2)
    table = auction(0, 0, 0)
    assert table.owner == {} and table.waits("roll", 1)
    table = auction(150_000, 10, 0).does(0, "bid", amount=10)
    assert table.owner == {5: 0} and table.cash[0] == 149_990


def test_with_no_bid_the_deed_stays_with_the_bank() -> None:
    table = auction().does(0, "pass").does(1, "pass")
    assert table.waits("auction", 2)  # alone, and asked all the same
    assert table.does(2, "pass").owner == {}
    assert auction().does(0, "pass").does(1, "pass").does(2, "bid", amount=1).owner == {5: 2}


def test_nothing_is_managed_or_raised_in_an_auction() -> None:
    table = Table((2, 3)).owns(0, 38, 39).does(0, "roll").does(0, "decline")
    assert table.refuses(0, "mortgage", square=38) and table.refuses(0, "build", square=38)
    assert table.refuses(0, "offer", **offer(1, [38])) and table.refuses(0, "end_turn")


def test_an_auction_goes_on_without_a_leaver_who_was_asked() -> None:
    assert auction().does(0, "bid", amount=5).does(1, "resign").waits("auction", 2)
    assert auction(seats=4).does(0, "pass").does(1, "bid", amount=5).does(2, "pass").does(3, "resign").owner == {5: 1}


def test_when_the_top_bidder_leaves_the_next_lower_bid_still_in_stands() -> None:
    table = auction(seats=4).does(0, "bid", amount=5).does(1, "bid", amount=50).does(2, "bid", amount=60)
    table.does(3, "pass").does(0, "pass").does(2, "resign")
    assert table.owner == {5: 1} and table.cash[1] == 149_950 and table.waits("manage", 0)
    table = auction(seats=4).does(0, "bid", amount=5).does(1, "bid", amount=50).does(1, "resign")
    assert table.waits("auction", 2) and not table.refuses(2, "bid", amount=6)


def test_bids_of_those_who_passed_count_no_more_after_a_leaving() -> None:
    table = auction(seats=4).does(0, "bid", amount=5).does(1, "bid", amount=50).does(2, "bid", amount=60)
    table.does(3, "bid", amount=70).does(0, "bid", amount=80).does(1, "pass").does(0, "resign")
    assert table.waits("auction", 2) and table.refuses(2, "bid", amount=70)
    table = auction(seats=4).does(0, "pass").does(1, "bid", amount=50).does(2, "bid", amount=60).does(3, "pass")
    assert table.does(1, "pass").owner == {5: 2}


def test_nobody_who_is_out_of_an_auction_comes_back() -> None:
    table = auction(150_000, 10, 150_000, 150_000, seats=4).does(0, "bid", amount=10).does(2, "pass")
    table.does(0, "resign")
    assert table.waits("auction", 3) and table.does(3, "pass").owner == {} and table.waits("roll", 1)


def test_the_turn_passes_only_when_the_leaver_s_auction_is_over() -> None:
    table = Table((1, 1), (5, 5), seats=4).stands(0, 3).does(0, "roll").does(0, "decline").does(0, "resign")
    assert table.waits("auction", 1) and table.turn == 0
    table.does(1, "bid", amount=1).does(2, "pass").does(3, "pass")
    assert table.owner == {5: 1} and table.waits("roll", 1)


# -- managing --------------------------------------------------------------------------------------


def test_building_needs_the_whole_group_free_of_mortgages_and_the_money() -> None:
    assert Table().owns(0, 38).refuses(0, "build", square=38)
    assert Table().owns(0, 38).owns(1, 39).refuses(0, "build", square=38)
    assert Table().owns(0, 38).owns(0, 39, mortgaged=True).refuses(0, "build", square=38)
    assert Table().owns(0, 38, 39).has(0, 19_999).refuses(0, "build", square=38)
    assert Table().owns(0, 38, 39).has(0, 20_000).does(0, "build", square=38).cash[0] == 0
    assert Table().owns(1, 38, 39).refuses(0, "build", square=38)
    assert Table().owns(0, 5, 15, 25, 35, 14, 26).refuses(0, "build", square=5)
    assert Table().owns(0, 14, 26).refuses(0, "build", square=14)


def test_building_is_even_and_ends_with_the_hotel() -> None:
    table = Table().owns(0, 38, houses=1).owns(0, 39)
    assert table.refuses(0, "build", square=38) and not table.refuses(0, "build", square=39)
    assert Table().owns(0, 38, 39, houses=5).refuses(0, "build", square=38)
    assert Table().owns(0, 38, 39, houses=4).does(0, "build", square=38).houses[38] == 5


def test_selling_is_even_and_a_hotel_leaves_four_houses() -> None:
    table = Table().owns(0, 38, houses=5).owns(0, 39, houses=4)
    assert table.refuses(0, "sell", square=39)
    assert table.does(0, "sell", square=38).houses[38] == 4 and table.cash[0] == 160_000
    assert Table().owns(0, 38, 39).refuses(0, "sell", square=38)
    assert Table().owns(0, 5).refuses(0, "sell", square=5) and Table().owns(1, 1, 3, houses=1).refuses(
        0, "sell", square=1
    )


def test_mortgaging_needs_a_group_without_buildings() -> None:
    assert Table().owns(0, 38, houses=1).owns(0, 39).refuses(0, "mortgage", square=39)
    assert Table().owns(0, 39, mortgaged=True).refuses(0, "mortgage", square=39)
    assert Table().owns(1, 39).refuses(0, "mortgage", square=39)
    assert Table().owns(0, 39).does(0, "mortgage", square=39).cash[0] == 169_000
    assert Table().owns(0, 5).does(0, "mortgage", square=5).cash[0] == 160_000


def test_paying_off_costs_a_tenth_more() -> None:
    assert Table().owns(0, 38, mortgaged=True).has(0, 18_699).refuses(0, "unmortgage", square=38)
    assert Table().owns(0, 38, mortgaged=True).has(0, 18_700).does(0, "unmortgage", square=38).cash[0] == 0
    assert Table().owns(0, 38).refuses(0, "unmortgage", square=38)
    assert Table().owns(1, 38, mortgaged=True).refuses(0, "unmortgage", square=38)


@pytest.mark.parametrize("square", [0, 10, 40, -1, 39.0, True, "39", None, [39]])
def test_a_square_is_the_number_of_a_deed(square: Any) -> None:
    table = Table().owns(0, 1, 39)
    assert all(table.refuses(0, kind, square=square) for kind in ("build", "sell", "mortgage", "unmortgage"))


def test_one_manages_before_rolling_and_only_in_ones_own_turn() -> None:
    table = Table().owns(0, 38, 39).owns(1, 1, 3)
    assert not table.refuses(0, "mortgage", square=38)
    assert table.refuses(1, "build", square=1) and table.refuses(1, "mortgage", square=1)
    assert table.does(0, "build", square=38).waits("roll", 0)


# -- offers ----------------------------------------------------------------------------------------


def traders() -> Table:
    """Two with deeds about to trade, and a third."""
    return Table((1, 3)).owns(0, 39, 5).owns(1, 1, 14).owns(1, 3, mortgaged=True)


def test_an_offer_moves_deeds_and_money() -> None:
    table = traders().does(0, "offer", **offer(1, [39, 5], [3, 1], 0, 700))
    assert table.waits("trade", 1)
    assert table.refuses(0, "roll") and table.refuses(0, "accept") and table.refuses(2, "accept")
    assert table.refuses(1, "withdraw") and table.refuses(2, "withdraw") and table.refuses(0, "mortgage", square=39)
    table.does(1, "accept")
    assert table.owner == {39: 1, 5: 1, 1: 0, 3: 0, 14: 1} and table.mortgaged == {3}
    assert table.cash == [150_700, 149_300, 150_000] and table.waits("roll", 0)


def test_money_is_given_the_other_way() -> None:
    assert traders().does(0, "offer", **offer(1, [], [1], 700, 0)).does(1, "accept").cash[:2] == [149_300, 150_700]


@pytest.mark.parametrize("ending", [(1, "refuse"), (0, "withdraw")])
def test_an_offer_that_comes_to_nothing_is_the_only_one_to_that_player_this_turn(ending: tuple[int, str]) -> None:
    table = traders().does(0, "offer", **offer(1, [39])).does(*ending)
    assert table.waits("roll", 0) and table.owner[39] == 0
    assert table.refuses(0, "offer", **offer(1, [39])) and not table.refuses(0, "offer", **offer(2, [39]))
    assert table.does(0, "roll").refuses(0, "offer", **offer(1, [39]))


OFFERS: dict[str, dict[str, Any]] = {
    "to oneself": offer(0, [39]),
    "to nobody": offer(3, [39]),
    "to a number that is none": offer(1, [39]) | {"to": 1.0},
    "to a truth": offer(1, [39]) | {"to": True},
    "no deed": offer(1, [], [], 5),
    "money both ways": offer(1, [39], [], 1, 1),
    "a sum below 0": offer(1, [39], [], -1, 0),
    "the other sum below 0": offer(1, [39], [], 0, -1),
    "more than the giver has": offer(1, [], [1], 150_001),
    "more than the receiver has": offer(1, [39], [], 0, 150_001),
    "a sum with a point": offer(1, [39], [], 1.0),
    "a truth for a sum": offer(1, [39], [], 0, False),
    "a deed twice": offer(1, [39, 39]),
    "another's deed given": offer(1, [1]),
    "one's own deed got": offer(1, [39], [5]),
    "a deed of nobody's": offer(1, [39], [16]),
    "a square with a point": offer(1, [39.0]),
    "a text for a square": offer(1, ["39"]),
    "a text for the squares": offer(1, [39]) | {"get": "1"},
    "null for the squares": offer(1, [39]) | {"get": None},
}


@pytest.mark.parametrize("name", OFFERS)
def test_wrong_offers(name: str) -> None:
    assert traders().refuses(0, "offer", **OFFERS[name])


def test_streets_of_a_group_with_a_building_are_not_traded() -> None:
    table = Table().owns(0, 38, houses=1).owns(0, 39, 5).owns(1, 1, houses=1).owns(1, 3)
    assert table.refuses(0, "offer", **offer(1, [39])) and table.refuses(0, "offer", **offer(1, [5], [3]))
    assert not table.refuses(0, "offer", **offer(1, [5]))


def test_offers_are_made_by_the_turn_s_player_to_one_still_in() -> None:
    assert traders().refuses(1, "offer", **offer(0, [1]))
    assert Table(seats=4).owns(0, 39).does(2, "resign").refuses(0, "offer", **offer(2, [39]))


def test_offers_before_and_after_the_roll_count_as_one_turn_s() -> None:
    table = traders().does(0, "offer", **offer(1, [39])).does(1, "refuse").does(0, "roll")
    assert table.waits("manage", 0) and table.refuses(0, "offer", **offer(1, [39]))
    assert table.does(0, "offer", **offer(2, [39])).does(2, "accept").waits("manage", 0)


def test_a_receiver_s_or_giver_s_leaving_ends_an_offer() -> None:
    assert traders().does(0, "offer", **offer(1, [39])).does(1, "resign").waits("roll", 0)
    table = traders().does(0, "offer", **offer(1, [39])).does(0, "resign")
    assert table.waits("roll", 1) and 39 not in table.owner
    assert traders().does(0, "offer", **offer(1, [39])).does(2, "resign").waits("trade", 1)


# -- debts -----------------------------------------------------------------------------------------


def debtor() -> Table:
    """Seat 0 owes seat 1 a rent of 13,500 for square 39, and has 1,000 and a few things."""
    table = Table((1, 2)).owns(1, 39, houses=1).owns(1, 38, houses=1).owns(0, 1, 3, houses=1).owns(0, 5)
    return table.owns(0, 21, mortgaged=True).stands(0, 36).has(0, 1_000).does(0, "roll")


def test_a_debt_is_raised_by_selling_and_mortgaging_alone() -> None:
    table = debtor()
    assert table.waits("debt", 0) and table.refuses(0, "end_turn") and table.refuses(0, "build", square=1)
    assert table.refuses(0, "offer", **offer(1, [5])) and table.refuses(0, "unmortgage", square=21)
    assert table.refuses(0, "mortgage", square=1) and table.refuses(1, "mortgage", square=38)
    table.does(0, "sell", square=1).does(0, "mortgage", square=5)
    assert table.waits("manage", 0) and table.cash == [0, 163_500, 150_000]


def test_who_can_never_pay_is_bankrupt_at_once_and_all_goes_to_the_creditor() -> None:
    table = Table((1, 2)).owns(1, 39, houses=1).owns(1, 38, houses=1).owns(0, 1, 3, houses=2).keeps_card(0)
    table.owns(0, 21, mortgaged=True).stands(0, 36).has(0, 0)  # 10,000 for houses, 6,000 for deeds
    table.has(0, -2_501).does(0, "roll")
    assert table.out == [0] and table.cash == [0, 150_000 + 10_000 - 2_501, 150_000]
    assert table.owner == {39: 1, 38: 1, 1: 1, 3: 1, 21: 1} and table.houses[1] == table.houses[3] == 0
    assert table.mortgaged == {21} and table.card_holder == 1 and table.waits("roll", 1)


def test_who_can_just_pay_is_asked() -> None:
    table = Table((1, 2)).owns(1, 39, houses=1).owns(1, 38, houses=1).owns(0, 1, 3, houses=1)
    assert table.stands(0, 36).has(0, 13_500 - 5_000 - 6_000).does(0, "roll").waits("debt", 0)
    table = Table((1, 2)).owns(1, 39, houses=1).owns(1, 38, houses=1).owns(0, 1, 3, houses=1)
    assert table.stands(0, 36).has(0, 13_500 - 5_000 - 6_000 - 1).does(0, "roll").out == [0]


def test_all_goes_to_the_creditor_also_beyond_the_debt() -> None:
    table = Table((1, 2)).owns(1, 39, houses=1).owns(1, 38).stands(0, 36).has(0, 13_499).does(0, "roll")
    assert table.cash == [0, 163_499, 150_000]


def test_bankrupt_to_the_bank() -> None:
    table = Table((1, 2)).owns(0, 5).owns(0, 21, mortgaged=True).keeps_card(0).stands(0, 1).has(0, 9_999)
    table.does(0, "roll")
    assert table.out == [0] and table.owner == {} and table.mortgaged == set() and table.cash == [0, 150_000, 150_000]
    assert table.card_holder is None and table.deck[-1] == "F6"


def test_a_debt_paid_the_game_goes_on_where_it_stopped() -> None:
    table = Table((2, 2), deck="F14").owns(0, 39).stands(0, 4).has(0, 0).does(0, "roll")
    assert table.does(0, "mortgage", square=39).waits("manage", 0) and table.does(0, "end_turn").waits("roll", 0)
