"""What holds after every move of every game of Deedland, in other words than the engine's."""

from collections.abc import Sequence
from typing import Any

import msgspec

from games.rules.deedland import BOARD, DECKS, DEEDLAND
from games.rules.property.events import cash_flow
from games.rules.property.state import NOBODY, State

DEEDS = BOARD.deeds
GROUPS = [street_set.squares for street_set in BOARD.sets]
ALL_CARDS = sorted(DECKS[0].cards)


def check_money(before: Sequence[int], events: Sequence[Any], state: State) -> None:
    """Money changes only by what the events say, and nobody has less than nothing."""
    cash = list(before)
    for event in events:
        for seat, amount in cash_flow(event):
            cash[seat] += amount
    assert cash == state.cash, f"events lead to {cash}, the state has {state.cash}"
    assert min(state.cash) >= 0, f"negative cash: {state.cash}"


def check_deeds(state: State) -> None:
    """Owners are in; buildings are even, on whole groups without a mortgage."""
    owner, houses, mortgaged, over = state.owner, state.houses, state.mortgaged, state.decision == "over"
    for p in range(40):
        seat = owner[p]
        if seat == NOBODY:
            assert not houses[p] and not mortgaged[p], f"nobody's square {p} is built or mortgaged"
        else:
            assert p in DEEDS and 0 <= seat < len(state.place)
            assert over or not state.place[seat], f"square {p} is owned by {seat}, who is out"
    for squares in GROUPS:
        here = [houses[p] for p in squares]
        assert 0 <= min(here) <= max(here) <= 5 and max(here) - min(here) <= 1, f"uneven on {squares}: {here}"
        if any(here):
            assert len({owner[p] for p in squares}) == 1, f"built on a parted group {squares}"
            assert not any(mortgaged[p] for p in squares), f"a mortgage on a built group {squares}"
    assert sum(houses) == sum(houses[p] for squares in GROUPS for p in squares)


def check_cards(state: State) -> None:
    """Every card is in exactly one place: the deck, or, the get-out card, with a player still in."""
    assert sorted([*state.decks[0], *(card for held in state.cards for card in held)]) == ALL_CARDS
    for seat, held in enumerate(state.cards):
        assert not held or (held == ["F6"] and (state.decision == "over" or not state.place[seat]))


def check_waiting(state: State) -> None:
    """Somebody who is in is waited on, for what stands; or the game is over and all have places."""
    decision, asked = state.decision, state.asked
    standing = (state.auction is not None, state.offer is not None, state.debt is not None)
    if decision == "over":
        assert asked == NOBODY and standing == (False, False, False)
        assert not state.payments and state.draw is None
        firsts = state.place.count(1)
        assert sorted(state.place) == [1] * firsts + list(range(firsts + 1, len(state.place) + 1))
        return
    assert len(state.seats_in()) >= 2
    assert not state.place[asked], f"seat {asked} is waited on, and out"
    assert standing == (decision == "auction", decision == "trade", decision == "debt")
    if decision in ("roll", "jail", "buy", "manage"):
        assert asked == state.turn
    assert decision != "jail" or state.jail[asked] > 0
    assert decision != "roll" or not state.jail[asked]
    assert decision == "debt" or not state.payments
    if state.debt is not None:
        assert asked == state.debt.debtor and state.cash[asked] < state.debt.amount
    if state.auction is not None:
        inside = [asked, *state.auction.queue]
        assert len(set(inside)) == len(inside) and not any(state.place[s] for s in inside)
        assert {seat for seat, _ in state.auction.bids} <= set(inside)
        assert [amount for _, amount in state.auction.bids] == sorted({amount for _, amount in state.auction.bids})
    for seat, tries in enumerate(state.jail):
        assert 0 <= tries <= 3
        assert not tries or state.position[seat] == 10
    assert 0 <= state.doubles <= 3


def check_draw(state: State) -> None:
    """A standing draw offer is of one still in, and somebody has still to answer it."""
    offer, told = state.draw, DEEDLAND.standing_draw(state)
    assert (offer is None) == (told is None)
    if offer is not None and told is not None:
        everybody = [offer.giver, *offer.accepted, *told.to_answer]
        assert told.to_answer and sorted(everybody) == sorted(state.seats_in())


def check_json(state: State) -> None:
    """The state's JSON gives exactly the state back, and the same JSON again."""
    text = DEEDLAND.encode_state(state)
    copy = DEEDLAND.decode_state(text)
    assert copy == state
    assert DEEDLAND.encode_state(copy) == text


def check_all(before: Sequence[int], events: Sequence[Any], state: State) -> None:
    """All of the above, after a move that began with the cash given and had these events."""
    check_money(before, events, state)
    check_deeds(state)
    check_cards(state)
    check_waiting(state)
    check_draw(state)
    check_json(state)
    assert DEEDLAND.decode_events(msgspec.json.encode(events)) == events
