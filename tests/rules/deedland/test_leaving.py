"""Leaving the game, and its end."""

from typing import Any

import pytest

from games.rules.deedland import DEEDLAND
from tests.rules.deedland.table import Table, group


def in_debt(**given: Any) -> Table:
    """Give three players, seat 0 owing seat 1 2,700 for square 39, with more than that in goods."""
    first = {"rolls": "1+2", "at": [36, 0, 0], "cash": [100, 10, 20], "owner": {39: 1, **group(1, 0)}}
    return Table(3, **(first | given)).roll(0)


# -- goods ------------------------------------------------------------------------------------------------


def test_a_bankrupt_to_a_player() -> None:
    """Leaving: buildings go back at house cost // 2; then cash, deeds and the card go to the player he owed."""
    owner = {39: 1, **group(1, 0), 5: 0}
    table = in_debt(owner=owner, mortgaged=[1, 3, 5], cash=[100, 10, 20], cards=[["F6"], [], []])
    assert (table.cash, table.state.place, table.owned(1)) == ([0, 110, 20], [3, 0, 0], [1, 3, 5, 39])
    assert (table.mortgages(), table.state.cards) == ([1, 3, 5], [[], ["F6"], []])


def test_buildings_are_sold_first() -> None:
    """Leaving: each building is taken back by the bank at `house cost // 2`."""
    owner = {39: 1, 38: 1, **group(1, 0)}
    table = in_debt(owner=owner, houses={39: 4, 38: 4, 1: 1, 3: 1}, cash=[100, 10, 20])
    assert (table.cash, table.state.houses[1]) == ([0, 10 + 100 + 5_000, 20], 0)


def test_all_of_them_also_beyond_the_debt() -> None:
    """Leaving: all of them, also beyond the debt; a bankrupt's deeds count at their mortgage value only."""
    owner = {39: 1, 38: 1, 5: 0}
    table = in_debt(owner=owner, cash=[0, 0, 0], houses={38: 3, 39: 4})
    assert (table.owned(1), table.mortgages()) == ([5, 38, 39], [])


def test_a_bankrupt_to_the_bank() -> None:
    """Leaving: if he owed the bank, cash is gone, deeds return unowned and unmortgaged, the card to the bottom."""
    table = Table(3, rolls="1+2", at=[1, 0, 0], cash=[100, 0, 0], owner={5: 0}, mortgaged=[5], cards=[["F6"], [], []])
    table.roll(0)
    assert (table.state.place[0], table.cash, table.state.owner[5], table.mortgages()) == (3, [0, 0, 0], -1, [])
    assert table.state.decks[0][-1] == "F6"


def test_bought_by_whoever_lands_there() -> None:
    """Leaving: deeds that went back are to be bought by whoever lands there."""
    table = Table(3, rolls="1+2", owner={3: 0}).play(0, "resign").play(1, "roll")
    assert table.asked == ("buy", 1)


def test_who_resigns_is_bankrupt_to_the_bank() -> None:
    """Leaving: who resigns is bankrupt to the bank, also in a debt to a player: that debt comes to nothing."""
    table = in_debt(cards=[["F6"], [], []]).play(0, "resign")
    assert (table.cash, table.state.owner[1], table.state.cards[1]) == ([0, 10, 20], -1, [])
    assert (table.state.debt, table.asked) == (None, ("roll", 1))


def test_no_time_out_puts_anybody_out() -> None:
    """Leaving: no time-out puts anybody out."""
    table = Table(rolls="1+2 1+2 1+2 1+2", owner={39: 0})
    for _ in range(8):
        table.tick()
    assert table.state.place == [0, 0]


# -- places -----------------------------------------------------------------------------------------------


def test_places() -> None:
    """Leaving: his place is the number of players who were still in, himself included."""
    table = Table(4).play(2, "resign").play(1, "resign")
    assert table.state.place == [0, 3, 4, 0]


def test_resign_is_legal_for_every_player_still_in() -> None:
    """Decisions: `resign` is legal for every player still in, at any time."""
    table = Table(3, owner={5: 0}).play(0, "offer", to=1, give=[5])
    assert all(table.offers(seat, "resign") for seat in range(3))
    assert table.play(2, "resign").refused(2, "resign") == "You are out of this game."


# -- what stands ------------------------------------------------------------------------------------------


def test_the_creditor_leaves() -> None:
    """Leaving: if the creditor of a standing debt leaves, the same sum is owed to the bank (ruling)."""
    table = in_debt().play(1, "resign")
    assert (table.asked, table.cash) == (("debt", 0), [100, 0, 20])
    table.play(0, "mortgage", square=1).play(0, "mortgage", square=3)
    assert (table.cash, table.asked) == ([100 + 6_000 - 2_700, 0, 20], ("manage", 0))


def test_somebody_else_leaves() -> None:
    """Leaving: a debt goes on as it is when another leaves."""
    table = in_debt().play(2, "resign")
    assert (table.asked, table.state.debt and table.state.debt.creditor) == (("debt", 0), 1)


def test_the_turn_passes_on() -> None:
    """Leaving: if it was his turn, the turn passes on, without another turn for a double."""
    table = Table(3, rolls="1+1", at=[18, 0, 0], owner={39: 0}).roll(0)
    assert table.play(0, "resign").asked == ("roll", 1)


def test_only_once_another_players_debt_is_over() -> None:
    """Leaving: but only once a standing auction, or another player's standing debt, is over."""
    table = Table(3, rolls="1+1", at=[6, 0, 0], cash=[0, 500, 5_000], fortune="F11", owner={5: 1}).roll(0)
    assert table.asked == ("debt", 1)
    table.play(0, "resign")
    assert table.asked == ("debt", 1)
    # Owed to the bank now; what seat 2 had to pay falls away, and seat 0 has no other turn for its double.
    assert table.play(1, "mortgage", square=5).asked == ("roll", 1)
    assert table.cash == [0, 9_500, 5_000]


def test_another_leaves_at_roll() -> None:
    """Leaving: whoever is waited on stays so when another leaves."""
    table = Table(3).begin(0)
    wait = table.state.wait
    table.play(2, "resign")
    assert (table.asked, table.state.wait) == (("roll", 0), wait)


# -- the end ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["auction", "offer", "debt"])
def test_one_player_left(what: str) -> None:
    """Leaving: when one player is left, the game is over at once; an auction, offer or debt comes to nothing."""
    if what == "auction":
        table = Table(rolls="1+2").roll(0).play(0, "decline").play(0, "bid", amount=5).play(1, "resign")
    elif what == "offer":
        table = Table(owner={5: 0}).play(0, "offer", to=1, give=[5]).play(1, "resign")
    else:
        table = Table(rolls="1+2", owner={3: 1, 5: 0}, cash=[0, 0]).roll(0).play(1, "resign")
    state = table.state
    assert (table.placings, state.auction, state.offer, state.debt) == ([[0], [1]], None, None, None)
    assert (table.owned(0), table.asked) == ([] if what == "auction" else [5], ("over", -1))


def test_the_last_person_leaves() -> None:
    """Leaving: when the last person or guest leaves, the bots take the remaining places by net worth (ruling)."""
    kinds = ["guest", "bot", "bot"]
    table = Table(3, kinds=kinds, cash=[0, 5, 6], owner={5: 1}, mortgaged=[5]).play(0, "resign")  # type: ignore[arg-type]
    assert table.placings == [[1], [2], [0]]


def test_equal_bots() -> None:
    """Leaving: the lower index in the turn order placed higher where equal (ruling)."""
    table = Table(3, kinds=["bot", "person", "bot"], order=[2, 1, 0]).play(1, "resign")
    assert table.placings == [[2], [0], [1]]


def test_after_the_leavers_goods_have_gone() -> None:
    """Leaving: net worth as it is after the leaver's goods have gone."""
    first = {"rolls": "1+2", "at": [36, 0, 0], "cash": [4_000, 500, 600], "owner": {39: 1, 38: 1}}
    table = Table(3, kinds=["person", "bot", "bot"], **first, houses={39: 1, 38: 1}).roll(0)  # type: ignore[arg-type]
    assert (table.cash, table.placings) == ([0, 4_500, 600], [[1], [2], [0]])


def test_a_list_of_payments_comes_to_nothing() -> None:
    """Exact points: when the last person leaves, whatever stands, a list of payments included, comes to nothing."""
    first = {"rolls": "1+2", "at": [5, 0, 0], "cash": [0, 500, 5_000], "fortune": "F11", "owner": {5: 1}}
    table = Table(3, kinds=["person", "bot", "bot"], **first).roll(0).play(0, "resign")  # type: ignore[arg-type]
    assert (table.state.payments, table.state.debt, table.placings) == ([], None, [[1], [2], [0]])


def test_a_game_of_bots_plays_on() -> None:
    """Leaving: a game that never had a person or guest plays on to one player."""
    table = Table(3, kinds=["bot"] * 3).play(0, "resign")
    assert table.placings is None
    assert table.play(1, "resign").placings == [[2], [1], [0]]


def test_net_worth() -> None:
    """Leaving: net worth: cash + unmortgaged deeds + half of mortgaged ones + buildings at what they cost."""
    table = Table(owner={**group(1, 0), 5: 0}, houses={1: 1}, mortgaged=[5], cash=[7, 0])
    assert DEEDLAND.net_worths(table.state)[0] == 7 + 5_000 + 7_000 + 5_000 + 10_000
