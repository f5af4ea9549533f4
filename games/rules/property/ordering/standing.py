"""Standing orders: what they do at their decision, until they are taken off."""

from collections.abc import Sequence

from games.rules.errors import IllegalMove
from games.rules.property import moves
from games.rules.property.board import Board
from games.rules.property.deeds import buildable
from games.rules.property.moves import AnyMove
from games.rules.property.ordering.bounds import (
    check_decision,
    check_set,
    check_square,
    check_sum,
    most,
    square_to_name,
)
from games.rules.property.ordering.raising import next_raise
from games.rules.property.orders import (
    BidOnSet,
    BidOnSquare,
    BuyIfLeft,
    EndTurn,
    InJail,
    PropertyOrder,
    RaiseDebt,
    RefuseAll,
    RefuseBelow,
    RollDice,
)
from games.rules.property.rules import Rules
from games.rules.property.state import State
from games.rules.property.trades import receivers_gain


def check(rules: Rules, order: PropertyOrder) -> None:
    """Raise IllegalMove unless its squares, its set and its sums are within bounds, and the game asks for it."""
    board = rules.board
    match order:
        case BuyIfLeft(least) | RefuseBelow(least):
            check_sum(rules, least)
        case BidOnSquare(square, amount):
            check_square(board, square)
            check_sum(rules, amount)
        case BidOnSet(name, amount):
            check_set(board, name)
            check_sum(rules, amount)
        case RaiseDebt(_, last):
            for p in last:
                check_square(board, p)
            if len(set(last)) != len(last):
                raise IllegalMove("An order names a square twice.")
        case RollDice():
            check_decision(rules, "roll")
        case _:
            pass


def listed(rules: Rules, state: State) -> list[PropertyOrder]:
    """List one of each type, with the most that its sum may be."""
    board, highest = rules.board, most(rules)
    p = square_to_name(board, state)
    its_set = next(name for name, squares in board.group_named.items() if p in squares)
    return [
        EndTurn(),
        BuyIfLeft(highest),
        BidOnSquare(p, highest),
        BidOnSet(its_set, highest),
        RefuseAll(),
        RefuseBelow(highest),
        *([RollDice()] if "roll" in rules.decisions else []),
        InJail("roll"),
        RaiseDebt("houses", []),
    ]


def answer(rules: Rules, state: State, seat: int, orders: Sequence[PropertyOrder]) -> AnyMove | None:
    """Give the move that standing orders make for the seat asked; None if none answers.

    Of the orders, no two have the same subject, so at most one answers, but in an auction: there the bid
    on the square comes before the bid on its set.
    """
    if state.auction is not None:
        return _bid(rules, state, seat, orders)
    made = (_answer(rules, state, seat, order) for order in orders)
    return next((move for move in made if move is not None), None)


def _bid(rules: Rules, state: State, seat: int, orders: Sequence[PropertyOrder]) -> AnyMove | None:
    auction, bidding = state.auction, rules.policies.bidding
    assert auction is not None
    on_set: AnyMove | None = None
    for order in orders:
        match order:
            case BidOnSquare(auction.square, amount):
                return bidding.bid_within(state, auction, seat, amount)
            case BidOnSet(name, amount) if auction.square in rules.board.group_named[name]:
                on_set = bidding.bid_within(state, auction, seat, amount)
            case _:
                pass
    return on_set


def _answer(rules: Rules, state: State, seat: int, order: PropertyOrder) -> AnyMove | None:
    match state.decision, order:
        case "buy", BuyIfLeft(least):
            left = state.cash[seat] - rules.board.price[state.position[seat]]
            return moves.BUY if left >= least else None
        case "trade", RefuseAll():
            return moves.REFUSE
        case "trade", RefuseBelow(least):
            assert state.offer is not None
            return moves.REFUSE if receivers_gain(rules.board, state, state.offer) < least else None
        case "roll", RollDice():
            return None if _can_build_or_lift(rules.board, state, seat) else moves.ROLL
        case "jail", InJail(way):
            return _leave_jail(rules, state, seat, way)
        case "manage", EndTurn():
            return None if _can_build_or_lift(rules.board, state, seat) else moves.END_TURN
        case "debt", RaiseDebt():
            return next_raise(rules, state, seat, order)
        case _:
            return None


def _leave_jail(rules: Rules, state: State, seat: int, way: str) -> AnyMove | None:
    match way:
        case "pay":
            return moves.PAY_FINE if state.cash[seat] >= rules.amounts.fine else None
        case "card":
            return moves.USE_CARD if state.cards[seat] else None
        case _:
            return moves.ROLL


def _can_build_or_lift(board: Board, state: State, seat: int) -> bool:
    cash, owner, mortgaged = state.cash[seat], state.owner, state.mortgaged
    lifts = any(owner[p] == seat and mortgaged[p] and cash >= board.lifting_cost[p] for p in board.deeds)
    return lifts or bool(buildable(board, state, seat))
