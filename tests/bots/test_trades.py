"""Bots trade fairly: not to be fleeced, open to a fair price, and never asking twice the same."""

from itertools import pairwise

import pytest

from games.bots import answer
from games.rules.chance import Chance
from games.rules.landlord import LANDLORD
from games.rules.property import moves
from games.rules.property.moves import Offer
from games.rules.property.trades import receivers_gain
from tests.bots.tables import OPTIONS, position, reply

STRENGTHS = ("easy", "medium", "hard")
BOTH = ("medium", "hard")


def against_a_person(cash, owned, **more):
    return position(cash, owned, kinds=["person"] + ["bot"] * (len(cash) - 1), **more)


@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize("price", [0, 1, 27, 40])
def test_the_last_street_of_a_set_is_not_handed_over_for_a_song(strength, price):
    state = against_a_person([300, 100], {0: [16, 18], 1: [19, 22, 6, 9]})
    assert reply(state, strength, Offer(1, [], [19], price, 0)) == "refuse"


@pytest.mark.parametrize("strength", STRENGTHS)
def test_nor_for_a_loose_street_of_the_same_price(strength):
    state = against_a_person([300, 100], {0: [16, 18, 21], 1: [19, 6, 9]})
    assert reply(state, strength, Offer(1, [21], [19], 0, 0)) == "refuse"


@pytest.mark.parametrize("strength", BOTH)
def test_nor_to_somebody_who_is_poor_at_the_moment(strength):
    state = against_a_person([45, 100], {0: [16, 18, 21], 1: [19, 6, 9]})
    assert reply(state, strength, Offer(1, [], [19], 45, 0)) == "refuse"


@pytest.mark.parametrize("strength", STRENGTHS)
def test_nobody_pays_all_his_money_for_a_loose_street(strength):
    state = against_a_person([100, 150], {0: [1, 16], 1: [19, 6, 9]})
    assert reply(state, strength, Offer(1, [16], [], 0, 150)) == "refuse"


@pytest.mark.parametrize("strength", STRENGTHS)
def test_nobody_gives_something_for_nothing(strength):
    state = against_a_person([100, 150], {0: [1, 16], 1: [19, 6, 9]})
    assert reply(state, strength, Offer(1, [], [6], 0, 0)) == "refuse"


@pytest.mark.parametrize("strength", BOTH)
def test_a_whole_set_is_not_swapped_for_squares_of_the_same_price(strength):
    state = against_a_person([100, 150], {0: [21, 26, 31], 1: [16, 18, 19]})
    assert reply(state, strength, Offer(1, [21, 26, 31], [16, 18, 19], 0, 0)) == "refuse"


@pytest.mark.parametrize("strength", BOTH)
def test_mortgaged_squares_are_not_taken_for_the_price_of_free_ones(strength):
    state = against_a_person([100, 150], {0: [21, 26], 1: [22, 6]}, mortgaged=[21])
    assert reply(state, strength, Offer(1, [21], [22], 0, 0)) == "refuse"


@pytest.mark.parametrize("strength", STRENGTHS)
def test_a_generous_price_buys_the_last_street_of_a_set(strength):
    state = against_a_person([400, 100], {0: [16, 18], 1: [19, 22, 6, 9]})
    assert reply(state, strength, Offer(1, [], [19], 230, 0)) == "accept"


@pytest.mark.parametrize("strength", STRENGTHS)
def test_a_swap_by_which_each_side_gets_a_set_of_like_worth_is_welcome(strength):
    state = against_a_person([200, 200], {0: [16, 18, 21], 1: [22, 24, 19]})
    assert reply(state, strength, Offer(1, [21], [19], 10, 0)) == "accept"


@pytest.mark.parametrize("strength", STRENGTHS)
def test_a_loose_street_is_sold_for_more_than_its_price(strength):
    state = against_a_person([200, 100], {0: [1], 1: [16, 3]})
    assert reply(state, strength, Offer(1, [], [16], 36, 0)) == "accept"


@pytest.mark.parametrize("strength", BOTH)
def test_a_bot_that_lacks_one_street_offers_for_it(strength):
    state = position([200, 60], {0: [16, 18], 1: [19, 6]})
    move = answer(LANDLORD, state, 0, strength)
    assert isinstance(move, Offer)
    assert (move.to, move.get) == (1, [19])
    assert receivers_gain(LANDLORD.rules.board, state, move) > 0


@pytest.mark.parametrize("strength", BOTH)
def test_the_offer_for_a_street_gives_what_completes_a_set_for_the_other(strength):
    state = position([120, 120], {0: [16, 18, 21], 1: [22, 24, 19]})
    move = answer(LANDLORD, state, 0, strength)
    assert isinstance(move, Offer)
    assert (move.give, move.get) == ([21], [19])


@pytest.mark.parametrize("strength", BOTH)
def test_an_offer_refused_is_not_made_again_unless_it_is_better(strength):
    state = position([200, 60], {0: [16, 18], 1: [19, 6]})
    board, worths = LANDLORD.rules.board, []
    while len(worths) < 40:
        state.offers, state.turns = 0, state.turns + 1
        move = answer(LANDLORD, state, 0, strength)
        if not isinstance(move, Offer):
            break
        worths.append(receivers_gain(board, state, move))
        LANDLORD.apply(state, 0, move)
        LANDLORD.apply(state, 1, moves.REFUSE)
    assert 1 <= len(worths) < 20
    assert all(later > earlier for earlier, later in pairwise(worths))


@pytest.mark.parametrize("strength", STRENGTHS)
def test_a_person_who_refuses_everything_is_never_asked_twice_the_same(strength):
    board, asked = LANDLORD.rules.board, 0
    for game in range(3):
        state, _ = LANDLORD.start(["person", "bot", "bot"], Chance(f"{game + 3:064x}"), OPTIONS)
        best: dict[tuple[int, int, int], int] = {}
        while state.decision != "over" and state.turns < 500:
            seat = state.asked
            if seat == 0 and state.decision == "trade":
                offer = state.offer
                assert offer is not None
                key = (offer.giver, 0, offer.get[0])
                worth = receivers_gain(board, state, offer)
                assert worth > best.get(key, -1000)
                best[key], asked = worth, asked + 1
                move = moves.REFUSE
            else:
                move = answer(LANDLORD, state, seat, strength)
            LANDLORD.apply(state, seat, move)
    assert asked
