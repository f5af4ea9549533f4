"""What holds after every move of every game of Landlord."""

from collections.abc import Sequence
from typing import Any

from games.rules.landlord import DECKS, LANDLORD
from games.rules.property.events import cash_flow
from games.rules.property.state import NOBODY, State

BOARD = LANDLORD.rules.board
DEEDS = BOARD.deeds
NO_DEEDS = [p for p in range(40) if p not in DEEDS]
SETS = [street_set.squares for street_set in BOARD.sets]
ALL_CARDS = sorted(card for deck in DECKS for card in deck.cards)
OWN_DECK = [set(deck.cards) for deck in DECKS]
GET_OUT = {"F8", "P3"}


def check_money(before: Sequence[int], events: Sequence[Any], state: State) -> None:
    """Money changes only by what the events say, and nobody has less than nothing."""
    cash = list(before)
    for event in events:
        for seat, amount in cash_flow(event):
            cash[seat] += amount
    assert cash == state.cash, f"events lead to {cash}, the state has {state.cash}"
    assert min(state.cash) >= 0, f"negative cash: {state.cash}"


def check_squares(state: State) -> None:
    """Every owner is in, or has got the place that ends the game; buildings are even, on whole sets."""
    owner, houses, mortgaged = state.owner, state.houses, state.mortgaged
    place = state.place
    over = state.decision == "over"
    left = len(place) - sum(1 for p in place if p) if not over else 0
    for p in DEEDS:
        seat = owner[p]
        if seat == NOBODY:
            assert not houses[p] and not mortgaged[p], f"nobody's square {p} is built or mortgaged"
        else:
            assert 0 <= seat < len(place), f"square {p} has owner {seat}"
            assert over or not place[seat], f"square {p} is owned by {seat}, who is out"
    assert over or left >= 2
    for p in NO_DEEDS:
        assert owner[p] == NOBODY and not houses[p] and not mortgaged[p], f"square {p} has goods"
    if any(houses):
        on_streets = 0
        for squares in SETS:
            here = [houses[p] for p in squares]
            most = max(here)
            on_streets += sum(here)
            if most:
                assert most <= 5 and most - min(here) <= 1, f"uneven on {squares}: {here}"
                assert len({owner[p] for p in squares}) == 1, f"built on a parted set {squares}"
                assert not any(houses[p] and mortgaged[p] for p in squares)
        assert min(houses) == 0 and on_streets == sum(houses)


def check_cards(state: State) -> None:
    """Every card is in exactly one place: its own deck, or, a get-out card, with a player still in."""
    everywhere: list[str] = []
    for deck, own in zip(state.decks, OWN_DECK, strict=True):
        assert own.issuperset(deck)
        everywhere += deck
    for seat, held in enumerate(state.cards):
        if held:
            assert GET_OUT.issuperset(held)
            assert state.decision == "over" or not state.place[seat]
            everywhere += held
    everywhere.sort()
    assert everywhere == ALL_CARDS


def check_waiting(state: State) -> None:
    """Somebody who is in is waited on, for what stands; or the game is over and all have places."""
    decision, asked = state.decision, state.asked
    standing = (state.auction is not None, state.offer is not None, state.debt is not None)
    if decision == "over":
        assert asked == NOBODY and standing == (False, False, False)
        assert sorted(state.place) == list(range(1, len(state.place) + 1))
        return
    assert not state.place[asked], f"seat {asked} is waited on, and out"
    assert standing == (decision == "auction", decision == "trade", decision == "debt")
    if decision in ("jail", "buy", "manage", "debt"):
        assert asked == state.turn
    if decision == "jail":
        assert state.jail[asked] > 0
    for seat, tries in enumerate(state.jail):
        assert 0 <= tries <= 3
        assert not tries or state.position[seat] == BOARD.jail
    assert all(0 <= p < 40 for p in state.position)


def check_json(state: State) -> None:
    """The state's JSON gives exactly the state back, and the same JSON again."""
    text = LANDLORD.encode_state(state)
    copy = LANDLORD.decode_state(text)
    assert copy == state
    assert LANDLORD.encode_state(copy) == text


def check_all(before: Sequence[int], events: Sequence[Any], state: State) -> None:
    """All of the above, after a move that began with the cash given and had these events."""
    check_money(before, events, state)
    check_squares(state)
    check_cards(state)
    check_waiting(state)
    check_json(state)
