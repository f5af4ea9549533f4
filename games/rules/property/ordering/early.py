"""Early answers: for one occasion, and gone with it."""

from games.rules.errors import IllegalMove, NotYourDecision
from games.rules.property import moves
from games.rules.property.auctions import lowest
from games.rules.property.moves import AnyMove
from games.rules.property.orders import BidUpTo, PropertyOrder, RefuseOffers
from games.rules.property.rules import Rules
from games.rules.property.state import Auction, State


def check(rules: Rules, state: State, seat: int, order: BidUpTo | RefuseOffers) -> None:
    """Raise NotYourDecision or IllegalMove unless a seat still in may leave this early answer now."""
    if isinstance(order, BidUpTo):
        _check_bid(state, seat, order.square, order.amount)
    else:
        _check_refusal(rules, state, seat, order.turn)


def _check_bid(state: State, seat: int, square: int, amount: int) -> None:
    auction = state.auction
    if auction is None or auction.square != square:
        raise IllegalMove("There is no auction for that square now.")
    if not _still_to_bid(state, auction, seat):
        raise NotYourDecision("You have no chance to bid left in this auction.")
    cash = state.cash[seat]
    if not _can_bid(state, auction, seat):
        raise IllegalMove(f"You have {cash}, which is not enough for a bid.")
    if not 0 <= amount <= cash:
        raise IllegalMove(f"Your bid can go up to any sum from 0, which is a pass, to what you have, {cash}.")


def _check_refusal(rules: Rules, state: State, seat: int, turn: int) -> None:
    if seat == state.turn:
        raise IllegalMove("It is your own turn: nobody else makes offers in it.")
    if turn != state.turns:
        raise IllegalMove("Offers can be refused ahead only for the turn that goes on now.")
    if not _offers_may_come(rules, state, seat):
        raise IllegalMove("No more offers can come to you in this turn.")


def stands(rules: Rules, state: State, seat: int, order: BidUpTo | RefuseOffers) -> bool:
    """Tell whether the occasion of an early answer is still to come, for a seat still in."""
    if isinstance(order, BidUpTo):
        auction = state.auction
        return auction is not None and auction.square == order.square and _still_to_bid(state, auction, seat)
    return order.turn == state.turns and _offers_may_come(rules, state, seat)


def listed(rules: Rules, state: State, seat: int) -> list[PropertyOrder]:
    """List the early answers that a seat still in may leave now; a bid's amount is the most that it may be."""
    found: list[PropertyOrder] = []
    auction = state.auction
    if auction is not None and _still_to_bid(state, auction, seat) and _can_bid(state, auction, seat):
        found.append(BidUpTo(auction.square, state.cash[seat]))
    if seat != state.turn and _offers_may_come(rules, state, seat):
        found.append(RefuseOffers(state.turns))
    return found


def answer(rules: Rules, state: State, seat: int, order: BidUpTo | RefuseOffers) -> AnyMove | None:
    """Give the move that an early answer makes for the seat asked; None if it is for another occasion."""
    if isinstance(order, BidUpTo):
        auction = state.auction
        if auction is None or auction.square != order.square:
            return None
        return rules.policies.bidding.bid_within(state, auction, seat, order.amount)
    return moves.REFUSE if state.decision == "trade" and order.turn == state.turns else None


def _still_to_bid(state: State, auction: Auction, seat: int) -> bool:
    return seat == state.asked or seat in auction.queue


def _can_bid(state: State, auction: Auction, seat: int) -> bool:
    return state.cash[seat] >= lowest(auction)


def _offers_may_come(rules: Rules, state: State, seat: int) -> bool:
    # Also while the turn's player is asked something else: he may come to offering in the same turn.
    offer = state.offer
    if offer is not None and offer.receiver == seat:
        return True
    return not state.place[state.turn] and seat in rules.policies.offers.receivers(state)
