"""What each move does: check it, then change the state, then take the steps that follow."""

from collections.abc import Callable

from games.rules.errors import GameOver, IllegalMove, NotYourDecision
from games.rules.property import auctions, deeds, events, moves, trades, turn
from games.rules.property.endings import drop_from_auction, leave
from games.rules.property.events import PropertyEvent
from games.rules.property.moves import PropertyMove
from games.rules.property.rules import Rules
from games.rules.property.state import DecisionKind, State

MANAGING = frozenset({"jail", "manage"})
RAISING = frozenset({"jail", "manage", "buy", "debt"})


def apply(rules: Rules, state: State, seat: int, move: PropertyMove) -> list[PropertyEvent]:
    """Make a seat's move. Raises GameOver, NotYourDecision or IllegalMove, the state being as it was."""
    if state.decision == "over":
        raise GameOver("The game is over.")
    if not 0 <= seat < len(state.cash):
        raise NotYourDecision("There is no such seat in this game.")
    if state.place[seat]:
        raise NotYourDecision("You are out of this game.")
    log: list[PropertyEvent] = []
    step = HANDLERS[type(move)](rules, state, seat, move, log)
    state.moves += 1
    turn.run(step, rules, state, log)
    return log


def _asked(state: State, seat: int, decisions: frozenset[str]) -> None:
    if state.asked != seat:
        raise NotYourDecision("Another player is waited on.")
    if state.decision not in decisions:
        raise IllegalMove(f"That can't be done now: you are asked about something else, {ASKED[state.decision]}.")


# How each decision is called in a refusal.
ASKED: dict[DecisionKind, str] = {
    "jail": "how to get out of jail",
    "buy": "whether to buy the square",
    "auction": "for a bid",
    "manage": "to manage or end your turn",
    "trade": "to answer an offer",
    "debt": "to raise what you owe",
}

JAIL = frozenset({"jail"})
BUYING = frozenset({"buy"})
AUCTION = frozenset({"auction"})
MANAGE = frozenset({"manage"})
TRADE = frozenset({"trade"})


def _pay_fine(rules: Rules, state: State, seat: int, move: PropertyMove, log: list[PropertyEvent]) -> turn.Step | None:
    _asked(state, seat, JAIL)
    if state.cash[seat] < rules.amounts.fine:
        raise IllegalMove(f"The fine is {rules.amounts.fine}, and you have {state.cash[seat]}.")
    return turn.leave_jail_by_fine


def _use_card(rules: Rules, state: State, seat: int, move: PropertyMove, log: list[PropertyEvent]) -> turn.Step | None:
    _asked(state, seat, JAIL)
    if not state.cards[seat]:
        raise IllegalMove("You hold no get-out card.")
    return turn.leave_jail_by_card


def _roll(rules: Rules, state: State, seat: int, move: PropertyMove, log: list[PropertyEvent]) -> turn.Step | None:
    _asked(state, seat, JAIL)
    return turn.try_for_double


def _buy(rules: Rules, state: State, seat: int, move: PropertyMove, log: list[PropertyEvent]) -> turn.Step | None:
    _asked(state, seat, BUYING)
    p = state.position[seat]
    price = rules.board.price[p]
    if state.cash[seat] < price:
        raise IllegalMove(f"The price is {price}, and you have {state.cash[seat]}.")
    state.cash[seat] -= price
    state.owner[p] = seat
    log.append(events.Bought(seat, p, price))
    return turn.go_on


def _decline(rules: Rules, state: State, seat: int, move: PropertyMove, log: list[PropertyEvent]) -> turn.Step | None:
    _asked(state, seat, BUYING)
    p = state.position[seat]
    log.append(events.Declined(seat, p))
    queue = rules.policies.auction_queue(state, seat)
    return turn.go_on if auctions.open_auction(state, p, queue, log) else None


def _bid(rules: Rules, state: State, seat: int, move: PropertyMove, log: list[PropertyEvent]) -> turn.Step | None:
    assert isinstance(move, moves.Bid)
    _asked(state, seat, AUCTION)
    auction = state.auction
    assert auction is not None
    auctions.check_bid(state, auction, seat, move.amount)
    auction.bids.append((seat, move.amount))
    log.append(events.BidMade(seat, auction.square, move.amount))
    return turn.go_on if auctions.ask_next(state, auction, log) else None


def _pass(rules: Rules, state: State, seat: int, move: PropertyMove, log: list[PropertyEvent]) -> turn.Step | None:
    _asked(state, seat, AUCTION)
    return _no_bid(state, seat, False, log)


def _no_bid(state: State, seat: int, lapsed: bool, log: list[PropertyEvent]) -> turn.Step | None:
    auction = state.auction
    assert auction is not None
    log.append(events.Passed(seat, auction.square, lapsed))
    return turn.go_on if auctions.ask_next(state, auction, log) else None


def _square(rules: Rules, p: int) -> int:
    if not 0 <= p < len(rules.board.squares):
        raise IllegalMove("There is no such square.")
    return p


def _build(rules: Rules, state: State, seat: int, move: PropertyMove, log: list[PropertyEvent]) -> turn.Step | None:
    assert isinstance(move, moves.Build)
    _asked(state, seat, MANAGING)
    p = _square(rules, move.square)
    deeds.check_build(rules.board, state, seat, p)
    cost = rules.board.house_cost[p]
    state.cash[seat] -= cost
    state.houses[p] += 1
    log.append(events.Built(seat, p, state.houses[p], cost))
    return _managed(state)


def _sell(rules: Rules, state: State, seat: int, move: PropertyMove, log: list[PropertyEvent]) -> turn.Step | None:
    assert isinstance(move, moves.Sell)
    _asked(state, seat, RAISING)
    p = _square(rules, move.square)
    deeds.check_sell(rules.board, state, seat, p)
    amount = rules.board.house_cost[p] // 2
    state.cash[seat] += amount
    state.houses[p] -= 1
    log.append(events.Sold(seat, p, state.houses[p], amount))
    return _managed(state)


def _mortgage(rules: Rules, state: State, seat: int, move: PropertyMove, log: list[PropertyEvent]) -> turn.Step | None:
    assert isinstance(move, moves.Mortgage)
    _asked(state, seat, RAISING)
    p = _square(rules, move.square)
    deeds.check_mortgage(state, seat, p)
    amount = rules.board.mortgage_value[p]
    state.cash[seat] += amount
    state.mortgaged[p] = True
    log.append(events.Mortgaged(seat, p, amount))
    return _managed(state)


def _unmortgage(
    rules: Rules, state: State, seat: int, move: PropertyMove, log: list[PropertyEvent]
) -> turn.Step | None:
    assert isinstance(move, moves.Unmortgage)
    _asked(state, seat, MANAGING)
    p = _square(rules, move.square)
    deeds.check_unmortgage(rules.board, state, seat, p)
    cost = rules.board.lifting_cost[p]
    state.cash[seat] -= cost
    state.mortgaged[p] = False
    log.append(events.Lifted(seat, p, cost))
    return _managed(state)


def _managed(state: State) -> turn.Step | None:
    # The wait goes on, unless a debt is covered by now or nothing but end_turn is left.
    if state.decision == "debt":
        return turn.pay_debt
    return turn.still_manage if state.decision == "manage" else None


def _offer(rules: Rules, state: State, seat: int, move: PropertyMove, log: list[PropertyEvent]) -> turn.Step | None:
    assert isinstance(move, moves.Offer)
    _asked(state, seat, rules.policies.offer_decisions)
    trades.check_offer(rules, state, seat, move)
    trades.make_offer(state, seat, move, log)
    return None


def _accept(rules: Rules, state: State, seat: int, move: PropertyMove, log: list[PropertyEvent]) -> turn.Step | None:
    _asked(state, seat, TRADE)
    assert state.offer is not None
    trades.accept(state, state.offer, log)
    return _managed(state)


def _refuse(rules: Rules, state: State, seat: int, move: PropertyMove, log: list[PropertyEvent]) -> turn.Step | None:
    _asked(state, seat, TRADE)
    assert state.offer is not None
    trades.end_offer(rules.board, state, state.offer, "refused", log)
    return _managed(state)


def _withdraw(rules: Rules, state: State, seat: int, move: PropertyMove, log: list[PropertyEvent]) -> turn.Step | None:
    if state.offer is None or state.offer.giver != seat:
        raise IllegalMove("You have no standing offer to withdraw.")
    trades.end_offer(rules.board, state, state.offer, "withdrawn", log)
    return _managed(state)


def _end_turn(rules: Rules, state: State, seat: int, move: PropertyMove, log: list[PropertyEvent]) -> turn.Step | None:
    _asked(state, seat, MANAGE)
    log.append(events.TurnEnded(seat, False))
    return turn.next_turn


def _resign(rules: Rules, state: State, seat: int, move: PropertyMove, log: list[PropertyEvent]) -> turn.Step | None:
    if seat == state.turn and state.auction is None:
        return turn.leave_turn(rules, state, "resigned", log)
    # Out of turn; or in it, while an auction stands: then the turn passes on once that is over.
    leave(rules, state, seat, "resigned", log)
    if drop_from_auction(state, seat, log):
        return turn.go_on
    return turn.still_manage if state.decision == "manage" else None


def _timeout(rules: Rules, state: State, seat: int, move: PropertyMove, log: list[PropertyEvent]) -> turn.Step | None:
    if state.asked != seat:
        raise NotYourDecision("The clock runs against the player waited on only.")
    if state.decision not in rules.policies.lapses:
        return turn.leave_turn(rules, state, "timeout", log)
    if state.offer is None:
        return _no_bid(state, seat, True, log)
    trades.end_offer(rules.board, state, state.offer, "lapsed", log)
    return _managed(state)


Handler = Callable[[Rules, State, int, PropertyMove, list[PropertyEvent]], turn.Step | None]

HANDLERS: dict[type[PropertyMove], Handler] = {
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
}
