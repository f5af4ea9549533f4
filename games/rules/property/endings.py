"""Leaving the game, bankrupt, resigned or timed out, and the end of it."""

import msgspec

from games.rules.property import draws, events, trades
from games.rules.property.deeds import give_to_bank, net_worth
from games.rules.property.events import AnyEvent
from games.rules.property.rules import LeavingReason, Rules
from games.rules.property.state import NOBODY, State


def leave(rules: Rules, state: State, seat: int, why: LeavingReason, log: list[AnyEvent]) -> None:
    """Put a seat out: its buildings are sold, its goods pass on, and what stood without it ends.

    Ends the game when one player is left, or no person or guest. Otherwise whose move it is, if the
    leaver was waited on or had the turn, is for the caller.
    """
    place = len(state.seats_in())
    state.place[seat] = place
    _pass_goods_on(rules, state, seat, why, place, log)
    if state.draw is not None:
        draws.end(state, seat, "left", log)
    left = state.seats_in()
    had_people = any(kind != "bot" for kind in state.kinds)
    if len(left) == 1 or (had_people and all(state.kinds[s] == "bot" for s in left)):
        _end(rules, state, left, log)
        return
    debt, offer = state.debt, state.offer
    if debt is not None:
        if debt.debtor == seat:
            state.debt = None
        elif debt.creditor == seat:
            state.debt = msgspec.structs.replace(debt, creditor=None)
    if offer is not None and seat in (offer.giver, offer.receiver):
        trades.end_offer(rules.board, state, offer, "left", log)


def _pass_goods_on(rules: Rules, state: State, seat: int, why: LeavingReason, place: int, log: list[AnyEvent]) -> None:
    board = rules.board
    heir = rules.policies.heir(state, seat, why)
    sold = 0
    squares = [p for p in board.deeds if state.owner[p] == seat]
    for p in squares:
        sold += state.houses[p] * (board.house_cost[p] // 2)
        state.houses[p] = 0
    cash = state.cash[seat] + sold
    state.cash[seat] = 0
    held = state.cards[seat]
    state.cards[seat] = []
    if heir is not None:
        state.cash[heir] += cash
        state.cards[heir] += held
        for p in squares:
            state.owner[p] = heir
    else:
        for p in squares:
            give_to_bank(state, p)
        for card in held:
            return_card(rules, state, card)
    log.append(events.Left(seat, why, place, heir, sold, cash, squares, held))


def return_card(rules: Rules, state: State, card: str) -> None:
    """Put a get-out card to the bottom of its own deck."""
    for deck, cards in zip(rules.decks, state.decks, strict=True):
        if card in deck.cards:
            cards.append(card)


def _end(rules: Rules, state: State, left: list[int], log: list[AnyEvent]) -> None:
    # Stable: of equals, the lower index in the turn order is placed higher.
    ranked = sorted(left, key=lambda s: -net_worth(rules.board, state, s))
    for place, seat in enumerate(ranked, 1):
        state.place[seat] = place
    _over(state, log)


def end_drawn(state: State, log: list[AnyEvent]) -> None:
    """End a game that all still in agree to call a draw: they share the first place."""
    for seat in state.seats_in():
        state.place[seat] = 1
    state.draw = None
    _over(state, log)


def _over(state: State, log: list[AnyEvent]) -> None:
    # Whatever stands comes to nothing.
    state.auction = state.offer = state.debt = None
    state.payments = []
    state.decision, state.asked = "over", NOBODY
    log.append(events.Ended(placings(state)))


def placings(state: State) -> list[list[int]]:
    """Give the places of a game that is over, first place first, each a list of seats, rising."""
    places = sorted(set(state.place))
    return [[seat for seat, got in enumerate(state.place) if got == place] for place in places]


def drop_from_auction(rules: Rules, state: State, seat: int, log: list[AnyEvent]) -> bool:
    """Take a leaver out of a standing auction. Gives True if the auction is over by that."""
    return state.auction is not None and rules.policies.bidding.drop(state, state.auction, seat, log)
