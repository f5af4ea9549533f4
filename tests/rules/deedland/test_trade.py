"""Offers: one to each player a turn."""

from typing import Any

import pytest

from tests.rules.deedland.table import Table, group

OWNER = {1: 0, 3: 0, 5: 0, 15: 1, 25: 1, 39: 2}


def three(**given: Any) -> Table:
    """Give three players with a few deeds, seat 0 managing."""
    return Table(3, **({"owner": OWNER} | given))


def test_an_accepted_offer() -> None:
    """Offer: `give` squares of the giver, `get` squares of the receiver, and money."""
    table = three().play(0, "offer", to=1, give=[5, 1], get=[15], get_cash=700).play(1, "accept")
    assert (table.owned(0), table.owned(1)) == ([3, 15], [1, 5, 25])
    assert table.cash == [150_700, 149_300, 150_000]


def test_none_twice_in_any_order() -> None:
    """Offer: squares none twice, in any order."""
    assert "twice" in three().refused(0, "offer", to=1, give=[5, 5])
    three().play(0, "offer", to=1, give=[5, 1], get=[25, 15])


def test_to_one_other_still_in() -> None:
    """Offer: to one other player still in."""
    table = three(out=[1])
    assert table.refused(0, "offer", to=1, give=[5]) == "That player is out of the game."
    assert table.refused(0, "offer", to=0, give=[5]) == "An offer goes to another player."
    assert table.refused(0, "offer", to=7, give=[5]) == "There is no such seat to make an offer to."


@pytest.mark.parametrize("how", ["refuse", "accept", "withdraw"])
def test_one_offer_to_each_player_per_turn(how: str) -> None:
    """Offer: one offer to each player per turn, however it ends."""
    table = three().play(0, "offer", to=1, give=[5]).play(0 if how == "withdraw" else 1, how)
    assert table.refused(0, "offer", to=1, get=[15]) == "You have made that player an offer this turn."
    table.play(0, "offer", to=2, get=[39]).play(2, "refuse")
    assert "offer" not in table.legal(0)


def test_offers_of_the_roll_count_for_the_turn() -> None:
    """Offer: one before the roll is that turn's one to the player."""
    table = (
        three(rolls="1+2", at=[17, 0, 0]).begin(0).play(0, "offer", to=1, give=[5]).play(1, "refuse").play(0, "roll")
    )
    assert table.refused(0, "offer", to=1, give=[5])


def test_at_least_one_deed_moves() -> None:
    """Offer: at least one deed moves."""
    assert three().refused(0, "offer", to=1, give_cash=5) == "An offer has to move at least one square."


def test_the_sums() -> None:
    """Offer: at most one of the two sums is above 0, and the payer has it (ruling)."""
    table = three(cash=[100, 50, 0])
    assert "on both" in table.refused(0, "offer", to=1, give=[5], give_cash=1, get_cash=1)
    assert "less than 0" in table.refused(0, "offer", to=1, give=[5], give_cash=-1)
    assert "more than you have" in table.refused(0, "offer", to=1, give=[5], give_cash=101)
    assert "more than that player has" in table.refused(0, "offer", to=1, give=[5], get_cash=51)


def test_no_street_of_a_built_group() -> None:
    """Offer: no street of a group that has any building."""
    table = three(houses={1: 1})
    assert "has buildings" in table.refused(0, "offer", to=1, give=[3])
    assert "isn't owned" in table.refused(0, "offer", to=1, give=[39])


def test_mortgaged_deeds_pass_mortgaged() -> None:
    """Offer: mortgaged deeds pass mortgaged, at no fee."""
    table = three(mortgaged=[5]).play(0, "offer", to=1, give=[5]).play(1, "accept")
    assert (table.mortgages(), table.owned(1), table.cash) == ([5], [5, 15, 25], [150_000] * 3)


def test_the_get_out_card_is_not_traded() -> None:
    """Offer: the get-out card isn't traded."""
    table = three(cards=[["F6"], [], []]).play(0, "offer", to=1, give=[5]).play(1, "accept")
    assert table.state.cards == [["F6"], [], []]


def test_only_at_roll_jail_and_manage() -> None:
    """Offer: only at `roll`, `jail` and `manage`."""
    for table in (three().begin(0), three(jail=[3, 0, 0], at=[10, 0, 0]).begin(0), three()):
        before = table.asked
        table.play(0, "offer", to=1, give=[5])
        assert table.asked == ("trade", 1)
        assert table.play(1, "refuse").asked == before
    buying = three(rolls="1+3", at=[2, 0, 0]).roll(0)
    assert buying.asked == ("buy", 0)
    assert buying.refused(0, "offer", to=1, give=[5])


def test_only_the_receiver_is_waited_on() -> None:
    """Decisions: `trade`: the player offered to: `accept`, `refuse`; `withdraw` by the one who offered (ruling)."""
    table = three().play(0, "offer", to=1, give=[5])
    assert (table.legal(0), table.legal(1), table.legal(2)) == (
        ["resign", "withdraw"],
        ["accept", "refuse", "resign"],
        ["resign"],
    )


def test_the_givers_decision_is_what_it_was() -> None:
    """Offer: after it ends the giver's decision is what it was before, and so is the wait."""
    table = three().begin(0)
    wait = table.state.wait
    table.play(0, "offer", to=1, give=[5]).play(0, "withdraw")
    assert (table.asked, table.state.wait) == (("roll", 0), wait)


def test_the_receiver_leaves() -> None:
    """Offer: a receiver's leaving the game ends it."""
    table = three().play(0, "offer", to=1, give=[5]).play(1, "resign")
    assert (table.asked, table.state.offer) == (("manage", 0), None)


def test_the_giver_leaves() -> None:
    """Offer: a giver's leaving the game ends it, and the turn passes on."""
    table = three().play(0, "offer", to=1, give=[5]).play(0, "resign")
    assert (table.asked, table.state.offer) == (("roll", 1), None)


def test_the_payer_has_the_sum_when_it_is_made() -> None:
    """Exact points: the payer of an offer has the sum when it is made."""
    table = three(cash=[150_000, 2_500, 0]).play(0, "offer", to=1, give=[5], get_cash=2_500)
    assert table.play(1, "accept").cash == [152_500, 0, 0]


def test_deeds_alone_of_a_group_without_buildings() -> None:
    """Offer: a bare whole group may be broken up."""
    table = Table(owner={**group(1, 0), 5: 1}).play(0, "offer", to=1, give=[1], get=[5]).play(1, "accept")
    assert table.owned(1) == [1]
