"""The rules' sections "Leaving the game" and, for time-outs, "Clock"."""

import pytest

from games.rules.landlord import BOARD
from games.rules.property.deeds import net_worth
from tests.rules.table import Table

SLATE = {6: 0, 7: 0, 9: 0}


@pytest.mark.parametrize("how", ["resign", "timeout"])
def test_goods_go_to_the_bank(how: str) -> None:
    """Leaving: cash is gone, squares return unowned and unmortgaged, cards to the bottom of their decks."""
    owner = SLATE | {5: 0, 39: 1}
    table = Table(3, owner=owner, houses={6: 1}, mortgaged=[5], cards=[["P3", "F8"], [], []], rolls="1+2")
    table.manage(0).play(0, how)
    assert (table.cash, table.owned(0), table.owned(1)) == ([0, 150, 150], [], [39])
    assert (table.mortgages(), sum(table.state.houses)) == ([], 0)
    assert (table.state.cards[0], table.bottom) == ([], ["F8", "P3"])
    assert (table.state.place, table.asked) == ([3, 0, 0], ("buy", 1))


def bankrupt_to_1(**setup: object) -> Table:
    """Let seat 0 come to 39, of a whole set of seat 1's with two houses: rent 60, beyond its means."""
    owner = {39: 1, 37: 1, 6: 0, 7: 0, 9: 0}
    setup = {"owner": owner, "cash": [3, 100, 100], "houses": {39: 2, 37: 2}} | setup
    return Table(3, at=[36, 0, 0], rolls="1+2 1+2", **setup).begin(0)  # type: ignore[arg-type]


def test_goods_go_to_the_creditor() -> None:
    """Leaving: cash, squares and get-out cards go to the creditor, if he himself owes a player."""
    table = bankrupt_to_1(cards=[["F8"], ["P3"], []])
    assert (table.cash, table.owned(1)) == ([0, 103, 100], [6, 7, 9, 37, 39])
    assert table.state.cards == [[], ["P3", "F8"], []]
    assert (table.state.place, table.asked) == ([3, 0, 0], ("buy", 1))


def test_mortgaged_squares_stay_mortgaged() -> None:
    """Leaving: squares pass to the creditor; mortgaged ones stay mortgaged."""
    assert bankrupt_to_1(mortgaged=[6, 9]).mortgages() == [6, 9]


def test_buildings_go_back_to_the_bank_first() -> None:
    """Leaving: each building goes back to the bank at house cost // 2; then cash passes."""
    houses = {39: 4, 37: 4, 6: 3, 7: 2, 9: 2}
    table = bankrupt_to_1(houses=houses)
    # 7 buildings at 2 each.
    assert (table.cash, table.owned(1)) == ([0, 117, 100], [6, 7, 9, 37, 39])
    assert [table.state.houses[p] for p in (6, 7, 9, 37, 39)] == [0, 0, 0, 4, 4]
    left = table.happened("left")[0]
    assert (left["sold"], left["cash"], left["heir"]) == (14, 17, 1)


def test_a_hotel_goes_back_as_five_buildings() -> None:
    """Leaving: each building at house cost // 2, a hotel five times."""
    table = bankrupt_to_1(houses={39: 5, 37: 5, 6: 5, 7: 5, 9: 5})
    assert table.cash == [0, 100 + 3 + 30, 100]


@pytest.mark.parametrize("how", ["resign", "timeout"])
def test_a_debtor_who_leaves_gives_all_to_his_creditor(how: str) -> None:
    """Leaving: bankrupt, resigned and timed out are one thing: the creditor gets all, beyond the debt."""
    owner = {39: 1, 5: 0, 15: 0, 25: 0}
    table = Table(3, owner=owner, cash=[4, 100, 100], at=[36, 0, 0], rolls="1+2 1+2").begin(0)
    assert table.asked == ("debt", 0)
    table.play(0, how)
    assert (table.cash, table.owned(1)) == ([0, 104, 100], [5, 15, 25, 39])
    assert table.asked == ("buy", 1)


def test_a_bank_debtor_who_leaves_gives_nothing_to_anybody() -> None:
    """Leaving: else: only a debt to a player has an heir."""
    table = Table(3, owner={5: 0}, cash=[10, 9, 9], at=[1, 0, 0], rolls="1+2 1+2").begin(0)
    assert table.asked == ("debt", 0)
    table.play(0, "resign")
    assert (table.cash, table.state.owner[5]) == ([0, 9, 9], -1)


def test_a_creditor_who_leaves_gives_nothing_to_his_debtor() -> None:
    """Leaving: if he himself owes a player: a creditor's own goods go to the bank."""
    table = Table(3, owner={39: 1, 5: 0}, cash=[0, 9, 9], at=[36, 0, 0], rolls="1+2").begin(0)
    table.play(1, "resign")
    assert (table.cash, table.state.owner[39]) == ([0, 0, 9], -1)


def test_his_place_is_the_number_of_players_who_were_still_in() -> None:
    """Leaving: his place is the number of players who were still in, himself included."""
    table = Table(4, owner={39: 0})
    for seat, place in ((2, 4), (1, 3)):
        table.play(seat, "resign")
        assert table.state.place[seat] == place
    table.play(3, "resign")
    assert (table.state.place, table.asked) == ([1, 3, 4, 2], ("over", -1))


def test_if_it_was_his_turn_the_turn_passes_on() -> None:
    """Leaving: if it was his turn, the turn passes on."""
    table = Table(3, owner={39: 0}, rolls="1+2").manage(1).play(1, "resign")
    assert (table.state.turn, table.asked) == (2, ("buy", 2))


@pytest.mark.parametrize("decision", ["jail", "buy", "manage", "debt"])
def test_the_turns_player_may_leave_at_each_decision(decision: str) -> None:
    """Clock: the turn's player at `jail`, `buy`, `manage`, `debt`: at the deadline he is out."""
    setups: dict[str, dict[str, object]] = {
        "jail": {"jail": [2, 0, 0], "at": [10, 0, 0], "rolls": "1+2"},
        "buy": {"at": [0, 0, 0], "rolls": "1+2 1+2"},
        "manage": {"at": [6, 0, 0], "owner": {9: 0}, "rolls": "1+2 1+2"},
        "debt": {"at": [1, 0, 0], "cash": [0, 9, 9], "owner": {5: 0, 15: 0}, "rolls": "1+2 1+2"},
    }
    for how in ("timeout", "resign"):
        table = Table(3, **setups[decision])  # type: ignore[arg-type]
        table.begin(0)
        assert table.asked == (decision, 0)
        table.play(0, how)
        assert (table.state.place, table.asked) == ([3, 0, 0], ("buy", 1))
        assert table.happened("left")[0]["why"] == {"timeout": "timeout", "resign": "resigned"}[how]


def test_leaving_out_of_turn_leaves_the_turn_alone() -> None:
    """Leaving: a turn goes on when another leaves; his wait goes on too."""
    table = Table(3, owner={39: 0})
    wait = table.state.wait
    table.play(2, "resign")
    assert (table.asked, table.state.wait, table.state.turn) == (("manage", 0), wait, 0)


def test_leaving_while_another_decides_at_jail() -> None:
    """Leaving: a wait at `jail` goes on when another leaves."""
    table = Table(3, jail=[1, 0, 0], at=[10, 0, 0]).begin(0).play(1, "resign")
    assert table.asked == ("jail", 0)


def test_leaving_in_jail() -> None:
    """Leaving: who is in jail leaves as anybody."""
    table = Table(3, jail=[0, 2, 0], at=[0, 10, 0], owner={39: 0}, rolls="1+2").manage(0)
    table.play(1, "resign").play(0, "end_turn")
    assert table.asked == ("buy", 2)


def test_who_is_out_can_do_nothing() -> None:
    """Decisions: only a player still in has moves."""
    table = Table(3, owner={39: 0}, out=[2])
    assert table.legal(2) == []
    for kind in ("resign", "end_turn", "pass", "accept", "withdraw", "timeout"):
        assert "out of this game" in table.refused(2, kind)


# -- the end of the game ------------------------------------------------------------------------------


@pytest.mark.parametrize("leaver", [0, 1])
def test_when_one_player_is_left_the_game_is_over_at_once(leaver: int) -> None:
    """Leaving: when one player is left, the game is over at once and he is first."""
    table = Table(2, owner={39: 0}).play(leaver, "resign")
    places = [2, 1] if leaver == 0 else [1, 2]
    assert (table.state.place, table.asked) == (places, ("over", -1))
    assert table.happened("ended") == [{"event": "ended", "placings": [[1 - leaver], [leaver]]}]


def test_bankruptcy_ends_a_game_of_two() -> None:
    """Leaving: bankruptcy of the last but one ends the game, with no further roll."""
    table = Table(2, owner={39: 1, 37: 1}, cash=[1, 9], at=[36, 0], rolls="1+2").begin(0)
    assert (table.asked, table.cash, table.state.rolls) == (("over", -1), [0, 10], 1)


def test_a_standing_offer_comes_to_nothing() -> None:
    """Leaving: a standing offer comes to nothing at the end."""
    for leaver in (0, 1):
        table = Table(2, owner={39: 0}).play(0, "offer", to=1, give=[39]).play(leaver, "resign")
        assert (table.asked, table.state.offer) == (("over", -1), None)
        assert table.owned(1) == []
        assert table.owned(0) == ([] if leaver == 0 else [39])


def test_a_standing_debt_comes_to_nothing() -> None:
    """Leaving: a standing debt comes to nothing when its creditor leaves a game of two."""
    table = Table(2, owner={39: 1, 5: 0}, cash=[4, 9], at=[36, 0], rolls="1+2").begin(0)
    table.play(1, "resign")
    assert (table.asked, table.state.debt, table.cash) == (("over", -1), None, [4, 0])
    assert table.state.place == [1, 2]


def test_the_last_persons_leaving_ends_the_game() -> None:
    """Leaving: when the last person or guest leaves, the game is over too."""
    for kind in ("person", "guest"):
        table = Table(3, kinds=[kind, "bot", "bot"], owner={39: 1}).play(0, "resign")
        assert table.asked == ("over", -1)
        assert table.state.place == [3, 1, 2]


def test_a_guest_keeps_the_game_going() -> None:
    """Leaving: the last person or guest: either keeps it going."""
    table = Table(4, kinds=["person", "guest", "bot", "bot"], owner={39: 1}, rolls="1+2").manage(0)
    table.play(0, "resign")
    assert table.asked[0] != "over"
    table.play(1, "resign")
    assert table.asked == ("over", -1)


def test_a_bots_leaving_does_not_end_it() -> None:
    """Leaving: only the last person's or guest's leaving ends a game with several left."""
    table = Table(4, kinds=["person", "bot", "bot", "bot"], owner={39: 0}).play(1, "resign")
    assert table.asked == ("manage", 0)


def test_bots_take_the_remaining_places_by_net_worth() -> None:
    """Leaving: the bots take the remaining places by net worth."""
    table = Table(4, kinds=["bot", "bot", "person", "bot"], cash=[100, 120, 500, 110], owner={39: 0, 1: 3})
    table.play(2, "resign")
    # 146, 120, 120: of the equals the lower index in the turn order is placed higher.
    assert table.state.place == [1, 2, 4, 3]


def test_of_equals_the_lower_index_in_the_turn_order_is_higher() -> None:
    """Leaving: the lower index in the turn order placed higher where equal (ruling)."""
    table = Table(4, order=[3, 2, 1, 0], kinds=["bot", "person", "bot", "bot"], owner={39: 3})
    table.state.cash = [150, 9, 150, 150 - 46]
    table.play(1, "resign")
    assert table.state.place == [3, 4, 2, 1]


def test_net_worth_is_that_after_the_leavers_goods_have_gone() -> None:
    """Leaving: by net worth as it is after the leaver's goods have gone: to a bot, for one."""
    # The person owes 60 to bot 1, cannot pay, and leaves it 3 + 12 of net worth: more than bot 2 has.
    table = Table(
        3,
        kinds=["person", "bot", "bot"],
        owner={39: 1, 37: 1, 3: 0},
        houses={39: 2, 37: 2},
        cash=[3, 100, 100 + 46 + 44 + 80 + 14],
        at=[36, 0, 0],
        rolls="1+2",
    ).begin(0)
    assert (table.asked, table.state.place) == (("over", -1), [3, 1, 2])


def test_the_last_persons_time_out_ends_it_too() -> None:
    """Leaving: bankrupt, resigned and timed out are one thing."""
    table = Table(3, kinds=["person", "bot", "bot"], owner={39: 0}).play(0, "timeout")
    assert table.asked == ("over", -1)


def test_the_last_person_leaves_while_bots_decide() -> None:
    """Leaving: a standing auction, offer or debt comes to nothing when the last person leaves."""
    kinds = ["person", "bot", "bot"]
    auction = Table(3, kinds=kinds, at=[0, 36, 0], rolls="1+2").begin(1).play(1, "decline")  # type: ignore[arg-type]
    auction.play(2, "bid", amount=9)
    assert auction.asked == ("auction", 0)
    auction.play(0, "resign")
    assert (auction.asked, auction.state.auction, auction.cash[2]) == (("over", -1), None, 150)
    offer = Table(3, kinds=kinds, owner={39: 1}).manage(1)  # type: ignore[arg-type]
    offer.play(1, "offer", to=2, give=[39]).play(0, "resign")
    assert (offer.asked, offer.state.offer, offer.owned(1)) == (("over", -1), None, [39])
    debt = Table(3, kinds=kinds, owner={39: 2, 5: 1}, at=[0, 36, 0], cash=[9, 0, 9], rolls="1+2")  # type: ignore[arg-type]
    debt.begin(1).play(0, "resign")
    assert (debt.asked, debt.state.debt, debt.cash) == (("over", -1), None, [0, 0, 9])


def test_a_game_of_bots_plays_on_to_one() -> None:
    """Leaving: a game that never had a person or guest plays on to one player."""
    table = Table(3, kinds=["bot", "bot", "bot"], owner={39: 1}, rolls="1+2").manage(0)
    table.play(0, "resign")
    assert table.asked[0] != "over"
    table.play(1, "resign")
    assert table.state.place == [3, 2, 1]


def test_nothing_is_legal_when_the_game_is_over() -> None:
    """Leaving: the game is over: nobody moves any more."""
    table = Table(2, owner={39: 0}).play(1, "resign")
    for seat in (0, 1):
        assert table.legal(seat) == []
        for kind in ("resign", "end_turn", "timeout"):
            assert table.refused(seat, kind) == "The game is over."


def test_there_is_no_lap_limit() -> None:
    """Leaving: there is no lap limit: the number of turns ends nothing."""
    table = Table(2, owner={39: 0, 37: 1}, rolls=" ".join(["4+6"] * 4))
    table.state.turns = 10**6
    table.play(0, "end_turn")
    assert table.asked == ("manage", 1)


def test_net_worth() -> None:
    """Leaving: net worth: cash + price of unmortgaged squares + price // 2 of mortgaged + buildings."""
    owner = {39: 0, 37: 0, 19: 0, 5: 0, 13: 0, 1: 1}
    table = Table(2, owner=owner, houses={39: 5, 37: 4}, mortgaged=[19, 13], cash=[7, 3])
    expected = 7 + 46 + 44 + 27 // 2 + 24 + 21 // 2 + 9 * 20
    assert net_worth(BOARD, table.state, 0) == expected
    assert net_worth(BOARD, table.state, 1) == 3 + 10


# -- the clock's entry ----------------------------------------------------------------------------------


def test_only_the_one_waited_on_can_be_timed_out() -> None:
    """Clock: nobody is put out by what others do: a time-out has the seat waited on."""
    table = Table(3, owner={39: 0})
    for seat in (1, 2):
        assert "waited on only" in table.refused(seat, "timeout")


def test_the_giver_of_a_standing_offer_cannot_be_timed_out() -> None:
    """Clock: while an offer stands the giver's clock stops."""
    table = Table(2, owner={39: 0}).play(0, "offer", to=1, give=[39])
    assert "waited on only" in table.refused(0, "timeout")


def test_another_players_leaving_starts_no_new_wait() -> None:
    """Clock: another player's leaving changes no deadline of a wait that goes on."""
    tables = [
        Table(4, owner={39: 0}),
        Table(4, jail=[1, 0, 0, 0], at=[10, 0, 0, 0]).begin(0),
        Table(4, rolls="1+2").begin(0),
        Table(4, rolls="1+2").begin(0).play(0, "decline"),
        Table(4, owner={39: 0}).play(0, "offer", to=1, give=[39]),
    ]
    for table in tables:
        before = (table.asked, table.state.wait)
        table.play(3, "resign")
        assert (table.asked, table.state.wait) == before


def test_each_new_decision_is_a_new_wait() -> None:
    """Clock: each new decision starts a new wait, even for the same player."""
    table = Table(2, owner={5: 0}, at=[0, 0], rolls="1+2").begin(0)
    waits = [table.state.wait]
    table.play(0, "decline")
    waits.append(table.state.wait)
    table.play(1, "pass")
    waits.append(table.state.wait)
    assert waits == sorted(set(waits))
