"""What each move does: check it, then change the state, then take the steps that follow."""

from collections.abc import Callable

from games.rules.errors import GameOver, IllegalMove, NotYourDecision
from games.rules.interface import By
from games.rules.property import auctions, deeds, draws, events, moves, trades, turn
from games.rules.property.endings import drop_from_auction, end_drawn, leave
from games.rules.property.events import AnyEvent
from games.rules.property.moves import AnyMove
from games.rules.property.rules import Made, Rules, Step
from games.rules.property.state import Auction, DecisionKind, State

MANAGING = frozenset({"roll", "jail", "manage"})
RAISING = frozenset({"roll", "jail", "manage", "buy", "debt"})


def apply(rules: Rules, state: State, seat: int, move: AnyMove, by: By = "player") -> list[AnyEvent]:
    """Make a seat's move, by whose hand it may be. Raises GameOver, NotYourDecision or IllegalMove.

    If it raises, the state is as it was.
    """
    if state.decision == "over":
        raise GameOver("The game is over.")
    if not 0 <= seat < len(state.cash):
        raise NotYourDecision("There is no such seat in this game.")
    if state.place[seat]:
        raise NotYourDecision("You are out of this game.")
    log: list[AnyEvent] = []
    wait = state.wait
    step = HANDLERS[type(move)](rules, state, seat, move, log)
    state.moves += 1
    turn.run(step, rules, state, log)
    if rules.policies.after_move is not None:
        rules.policies.after_move(state, Made(seat, move, by, wait), log)
    return log


def _asked(state: State, seat: int, decisions: frozenset[str]) -> None:
    if state.asked != seat:
        raise NotYourDecision("Another player is waited on.")
    if state.decision not in decisions:
        raise IllegalMove(f"That can't be done now: you are asked about something else, {ASKED[state.decision]}.")


# How each decision is called in a refusal.
ASKED: dict[DecisionKind, str] = {
    "roll": "to roll the dice",
    "jail": "how to get out of jail",
    "buy": "whether to buy the square",
    "auction": "for a bid",
    "manage": "to manage or end your turn",
    "trade": "to answer an offer",
    "debt": "to raise what you owe",
}

JAIL = frozenset({"jail"})
ROLLING = frozenset({"roll", "jail"})
BUYING = frozenset({"buy"})
AUCTION = frozenset({"auction"})
MANAGE = frozenset({"manage"})
TRADE = frozenset({"trade"})


def _pay_fine(rules: Rules, state: State, seat: int, move: AnyMove, log: list[AnyEvent]) -> Step | None:
    _asked(state, seat, JAIL)
    if state.cash[seat] < rules.amounts.fine:
        raise IllegalMove(f"The fine is {rules.amounts.fine}, and you have {state.cash[seat]}.")
    return turn.leave_jail_by_fine


def _use_card(rules: Rules, state: State, seat: int, move: AnyMove, log: list[AnyEvent]) -> Step | None:
    _asked(state, seat, JAIL)
    if not state.cards[seat]:
        raise IllegalMove("You hold no get-out card.")
    return turn.leave_jail_by_card


def _roll(rules: Rules, state: State, seat: int, move: AnyMove, log: list[AnyEvent]) -> Step | None:
    _asked(state, seat, ROLLING)
    return turn.try_for_double if state.decision == "jail" else turn.roll


def _buy(rules: Rules, state: State, seat: int, move: AnyMove, log: list[AnyEvent]) -> Step | None:
    _asked(state, seat, BUYING)
    p = state.position[seat]
    price = rules.board.price[p]
    if state.cash[seat] < price:
        raise IllegalMove(f"The price is {price}, and you have {state.cash[seat]}.")
    state.cash[seat] -= price
    state.owner[p] = seat
    log.append(events.Bought(seat, p, price))
    return turn.go_on


def _decline(rules: Rules, state: State, seat: int, move: AnyMove, log: list[AnyEvent]) -> Step | None:
    _asked(state, seat, BUYING)
    p = state.position[seat]
    log.append(events.Declined(seat, p))
    bidding = rules.policies.bidding
    state.auction = Auction(p, bidding.queue(state, seat), [])
    return turn.go_on if bidding.ask_next(state, state.auction, log) else None


def _bid(rules: Rules, state: State, seat: int, move: AnyMove, log: list[AnyEvent]) -> Step | None:
    assert isinstance(move, moves.Bid)
    _asked(state, seat, AUCTION)
    auction = state.auction
    assert auction is not None
    auctions.check_bid(state, auction, seat, move.amount)
    auction.bids.append((seat, move.amount))
    log.append(events.BidMade(seat, auction.square, move.amount))
    bidding = rules.policies.bidding
    bidding.after_bid(auction, seat)
    return turn.go_on if bidding.ask_next(state, auction, log) else None


def _pass(rules: Rules, state: State, seat: int, move: AnyMove, log: list[AnyEvent]) -> Step | None:
    _asked(state, seat, AUCTION)
    return _no_bid(rules, state, seat, False, log)


def _no_bid(rules: Rules, state: State, seat: int, lapsed: bool, log: list[AnyEvent]) -> Step | None:
    auction = state.auction
    assert auction is not None
    log.append(events.Passed(seat, auction.square, lapsed))
    bidding = rules.policies.bidding
    bidding.after_pass(auction, seat)
    return turn.go_on if bidding.ask_next(state, auction, log) else None


def _square(rules: Rules, p: int) -> int:
    if not 0 <= p < len(rules.board.squares):
        raise IllegalMove("There is no such square.")
    return p


def _build(rules: Rules, state: State, seat: int, move: AnyMove, log: list[AnyEvent]) -> Step | None:
    assert isinstance(move, moves.Build)
    _asked(state, seat, MANAGING)
    p = _square(rules, move.square)
    deeds.check_build(rules.board, state, seat, p)
    cost = rules.board.house_cost[p]
    state.cash[seat] -= cost
    state.houses[p] += 1
    log.append(events.Built(seat, p, state.houses[p], cost))
    return _managed(state)


def _sell(rules: Rules, state: State, seat: int, move: AnyMove, log: list[AnyEvent]) -> Step | None:
    assert isinstance(move, moves.Sell)
    _asked(state, seat, RAISING)
    p = _square(rules, move.square)
    deeds.check_sell(rules.board, state, seat, p)
    amount = rules.board.house_cost[p] // 2
    state.cash[seat] += amount
    state.houses[p] -= 1
    log.append(events.Sold(seat, p, state.houses[p], amount))
    return _managed(state)


def _mortgage(rules: Rules, state: State, seat: int, move: AnyMove, log: list[AnyEvent]) -> Step | None:
    assert isinstance(move, moves.Mortgage)
    _asked(state, seat, RAISING)
    p = _square(rules, move.square)
    deeds.check_mortgage(rules, state, seat, p)
    amount = rules.board.mortgage_value[p]
    state.cash[seat] += amount
    state.mortgaged[p] = True
    log.append(events.Mortgaged(seat, p, amount))
    return _managed(state)


def _unmortgage(rules: Rules, state: State, seat: int, move: AnyMove, log: list[AnyEvent]) -> Step | None:
    assert isinstance(move, moves.Unmortgage)
    _asked(state, seat, MANAGING)
    p = _square(rules, move.square)
    deeds.check_unmortgage(rules.board, state, seat, p)
    cost = rules.board.lifting_cost[p]
    state.cash[seat] -= cost
    state.mortgaged[p] = False
    log.append(events.Lifted(seat, p, cost))
    return _managed(state)


def _managed(state: State) -> Step | None:
    # The wait goes on, unless a debt is covered by now or nothing but end_turn is left.
    if state.decision == "debt":
        return turn.pay_debt
    return turn.still_manage if state.decision == "manage" else None


def _offer(rules: Rules, state: State, seat: int, move: AnyMove, log: list[AnyEvent]) -> Step | None:
    assert isinstance(move, moves.Offer)
    _asked(state, seat, rules.policies.offer_decisions)
    trades.check_offer(rules, state, seat, move)
    trades.make_offer(rules, state, seat, move, log)
    return None


def _accept(rules: Rules, state: State, seat: int, move: AnyMove, log: list[AnyEvent]) -> Step | None:
    _asked(state, seat, TRADE)
    assert state.offer is not None
    trades.accept(state, state.offer, log)
    return _managed(state)


def _refuse(rules: Rules, state: State, seat: int, move: AnyMove, log: list[AnyEvent]) -> Step | None:
    _asked(state, seat, TRADE)
    assert state.offer is not None
    trades.end_offer(rules.board, state, state.offer, "refused", log)
    return _managed(state)


def _withdraw(rules: Rules, state: State, seat: int, move: AnyMove, log: list[AnyEvent]) -> Step | None:
    if state.offer is None or state.offer.giver != seat:
        raise IllegalMove("You have no standing offer to withdraw.")
    trades.end_offer(rules.board, state, state.offer, "withdrawn", log)
    return _managed(state)


def _end_turn(rules: Rules, state: State, seat: int, move: AnyMove, log: list[AnyEvent]) -> Step | None:
    _asked(state, seat, MANAGE)
    log.append(events.TurnEnded(seat, False))
    return rules.chain.turn_over


def _resign(rules: Rules, state: State, seat: int, move: AnyMove, log: list[AnyEvent]) -> Step | None:
    debt = state.debt
    if debt is not None and debt.debtor == seat:
        return turn.leave_as_debtor(rules, state, debt, "resigned", log)
    if seat == state.turn and state.auction is None and debt is None:
        return turn.leave_turn(rules, state, "resigned", log)
    # Out of turn; or in it, while an auction or another's debt stands: then it passes on once that is over.
    leave(rules, state, seat, "resigned", log)
    if drop_from_auction(rules, state, seat, log):
        return turn.go_on
    return turn.still_manage if state.decision == "manage" else None


def _timeout(rules: Rules, state: State, seat: int, move: AnyMove, log: list[AnyEvent]) -> Step | None:
    draws.check_known(rules, move)
    if state.asked != seat:
        raise NotYourDecision("The clock runs against the player waited on only.")
    if state.decision not in rules.policies.lapses:
        return turn.leave_turn(rules, state, "timeout", log)
    if state.offer is None:
        return _no_bid(rules, state, seat, True, log)
    trades.end_offer(rules.board, state, state.offer, "lapsed", log)
    return _managed(state)


def _offer_draw(rules: Rules, state: State, seat: int, move: AnyMove, log: list[AnyEvent]) -> Step | None:
    draws.check_known(rules, move)
    draws.make(state, seat, log)
    return None


def _accept_draw(rules: Rules, state: State, seat: int, move: AnyMove, log: list[AnyEvent]) -> Step | None:
    if draws.accept(state, draws.standing(state, seat), seat, log):
        end_drawn(state, log)
    return None


def _refuse_draw(rules: Rules, state: State, seat: int, move: AnyMove, log: list[AnyEvent]) -> Step | None:
    draws.standing(state, seat)
    draws.end(state, seat, "refused", log)
    return None


Handler = Callable[[Rules, State, int, AnyMove, list[AnyEvent]], Step | None]

HANDLERS: dict[type[AnyMove], Handler] = {
    moves.PayFine: _pay_fine,
    moves.UseCard: _use_card,
    moves.Roll: _roll,
    moves.Buy: _buy,
    moves.Decline: _decline,
    moves.Bid: _bid,
    moves.Pass: _pass,
    moves.Build: _build,
    moves.Sell: _sell,
    moves.Mortgage: _mortgage,
    moves.Unmortgage: _unmortgage,
    moves.Offer: _offer,
    moves.Accept: _accept,
    moves.Refuse: _refuse,
    moves.Withdraw: _withdraw,
    moves.EndTurn: _end_turn,
    moves.Resign: _resign,
    moves.Timeout: _timeout,
    moves.OfferDraw: _offer_draw,
    moves.AcceptDraw: _accept_draw,
    moves.RefuseDraw: _refuse_draw,
}
