"""Early answers: what a player says before being asked, and the moves that it makes when he is.

They are kept outside of the state, which knows nothing of them: nobody sees one before it acts, and
what it does is a move like any other. All here only looks at the state.
"""

from collections.abc import Sequence

import msgspec

from games.rules.errors import GameOver, IllegalMove, NotYourDecision
from games.rules.interface import snake_case
from games.rules.property import moves
from games.rules.property.legal import legal
from games.rules.property.moves import PropertyMove
from games.rules.property.rules import Rules
from games.rules.property.state import Auction, State


class _Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=snake_case, gc=False):
    pass


class BidUpTo(_Order, frozen=True):
    """Bid for the square of the standing auction, at most this much (0: pass); good for that auction only."""

    square: int
    amount: int


class EndTurn(_Order, frozen=True):
    """End my turn unless I can build or lift a mortgage: in every turn, until taken off."""


class RefuseOffers(_Order, frozen=True):
    """Refuse whatever is offered to me in the turn of this number (`State.turns`), another's."""

    turn: int


PropertyOrder = BidUpTo | EndTurn | RefuseOffers


def check_order(rules: Rules, state: State, seat: int, order: PropertyOrder) -> None:
    """Raise GameOver, NotYourDecision or IllegalMove unless a seat may leave this early answer now."""
    if state.decision == "over":
        raise GameOver("The game is over.")
    if not 0 <= seat < len(state.cash):
        raise NotYourDecision("There is no such seat in this game.")
    if state.place[seat]:
        raise NotYourDecision("You are out of this game.")
    if state.kinds[seat] == "bot":
        raise IllegalMove("A bot answers when it is asked, not before.")
    match order:
        case BidUpTo(square, amount):
            _check_bid(state, seat, square, amount)
        case RefuseOffers(turn):
            _check_refusal(rules, state, seat, turn)
        case _:
            pass


def _check_bid(state: State, seat: int, square: int, amount: int) -> None:
    auction = state.auction
    if auction is None or auction.square != square:
        raise IllegalMove("There is no auction for that square now.")
    if not _still_to_bid(state, auction, seat):
        raise NotYourDecision("You have no chance to bid left in this auction.")
    best, cash = auction.best(), state.cash[seat]
    if cash <= (best[1] if best else 0):
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


def order_stands(rules: Rules, state: State, seat: int, order: PropertyOrder) -> bool:
    """Tell whether an early answer may still act; once it may not, it never will again."""
    if state.decision == "over" or state.place[seat]:
        return False
    match order:
        case BidUpTo(square, _):
            auction = state.auction
            return auction is not None and auction.square == square and _still_to_bid(state, auction, seat)
        case RefuseOffers(turn):
            return turn == state.turns and _offers_may_come(rules, state, seat)
        case _:
            return True


def orders_open(rules: Rules, state: State, seat: int) -> list[PropertyOrder]:
    """List the early answers that a seat may leave now; a bid's amount is the most that it may be."""
    if state.decision == "over" or state.place[seat] or state.kinds[seat] == "bot":
        return []
    listed: list[PropertyOrder] = [EndTurn()]
    auction = state.auction
    if auction is not None and _still_to_bid(state, auction, seat):
        best, cash = auction.best(), state.cash[seat]
        if cash > (best[1] if best else 0):
            listed.append(BidUpTo(auction.square, cash))
    if seat != state.turn and _offers_may_come(rules, state, seat):
        listed.append(RefuseOffers(state.turns))
    return listed


def ordered(rules: Rules, state: State, seat: int, orders: Sequence[PropertyOrder]) -> PropertyMove | None:
    """Give the move that a seat's early answers make now; None if it has to be asked in person.

    Of two that answer the same question the later one counts.
    """
    if state.asked != seat or state.kinds[seat] == "bot":
        return None
    made = (_answer(rules, state, seat, order) for order in reversed(orders))
    return next((move for move in made if move is not None), None)


def _answer(rules: Rules, state: State, seat: int, order: PropertyOrder) -> PropertyMove | None:
    match order:
        case BidUpTo(square, amount) if state.auction is not None and state.auction.square == square:
            return _bid(state, state.auction, seat, amount)
        case RefuseOffers(turn) if state.decision == "trade" and turn == state.turns:
            return moves.REFUSE
        case EndTurn() if state.decision == "manage":
            listed = legal(rules, state, seat).moves
            wanted = any(isinstance(move, moves.Build | moves.Unmortgage) for move in listed)
            return None if wanted else moves.END_TURN
        case _:
            return None


def _bid(state: State, auction: Auction, seat: int, amount: int) -> PropertyMove:
    """Give the bid within a limit: the least that nobody after can beat, else the whole limit.

    A bidder has one chance, and whoever is asked after him sees his bid. Bidding one more than the
    best so far, as in an auction that goes round, would only tell the next what to beat; so where
    somebody is asked after him all the same, he goes as far as he said he would. Whoever has no more
    than the best bid is not asked, so a bid of what the richest of them has is as good as the last one.
    """
    best = auction.best()
    low = best[1] + 1 if best else 1
    limit = min(amount, state.cash[seat])
    if limit < low:
        return moves.PASS
    wins = max([low, *(state.cash[other] for other in auction.queue)])
    return moves.Bid(min(limit, wins))


def _still_to_bid(state: State, auction: Auction, seat: int) -> bool:
    return seat == state.asked or seat in auction.queue


def _offers_may_come(rules: Rules, state: State, seat: int) -> bool:
    # Also while the turn's player is asked something else: he may come to offering in the same turn.
    offer = state.offer
    if offer is not None and offer.receiver == seat:
        return True
    return not state.place[state.turn] and state.offers < rules.policies.offers_a_turn
