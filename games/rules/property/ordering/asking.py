"""Ask me: where one of these applies, no standing order answers."""

from collections.abc import Sequence
from typing import get_args

from games.rules.property.board import Board
from games.rules.property.ordering.bounds import (
    check_decision,
    check_square,
    check_sum,
    most,
    square_in_question,
    square_to_name,
)
from games.rules.property.orders import AskAt, Asked, AskIfCashBelow, AskIfSet, AskIfSquare, PropertyOrder
from games.rules.property.rules import Rules
from games.rules.property.state import NOBODY, Offer, State

Asking = AskIfCashBelow | AskIfSquare | AskIfSet | AskAt


def check(rules: Rules, order: Asking) -> None:
    """Raise IllegalMove unless its square or its sum is within bounds, and its decision one of the game."""
    match order:
        case AskIfCashBelow(amount):
            check_sum(rules, amount, least=1)
        case AskIfSquare(square):
            check_square(rules.board, square)
        case AskAt(decision):
            check_decision(rules, decision)
        case _:
            pass


def listed(rules: Rules, state: State) -> list[PropertyOrder]:
    """List one of each type, with the most that its sum may be."""
    kinds: Sequence[Asked] = [kind for kind in get_args(Asked) if kind in rules.decisions]
    now = next((kind for kind in kinds if kind == state.decision), kinds[0])
    return [AskIfCashBelow(most(rules)), AskIfSquare(square_to_name(rules.board, state)), AskIfSet(), AskAt(now)]


def applies(board: Board, state: State, seat: int, order: Asking) -> bool:
    """Tell whether the seat asked wants to be asked about this in person."""
    match order:
        case AskIfCashBelow(amount):
            return state.cash[seat] < amount
        case AskIfSquare(square):
            return _is_about(state, square)
        case AskIfSet():
            return _touches_a_set(board, state)
        case _:
            return state.decision == order.decision


def _is_about(state: State, square: int) -> bool:
    offer = state.offer
    if offer is not None:
        return square in offer.give or square in offer.get
    return square == square_in_question(state)


def _touches_a_set(board: Board, state: State) -> bool:
    """Tell whether a set, all ferries or both works may become one player's now, or cease to be.

    A purchase or an auction: all others of its group are one player's, whoever that is. An offer: by it
    a group would be another's than before as a whole, or one player's no more.
    """
    if state.offer is not None:
        return _passes_a_set(board, state, state.offer)
    p = square_in_question(state)
    if p is None:
        return False
    holders = {state.owner[q] for q in board.group[p] if q != p}
    return len(holders) == 1 and NOBODY not in holders


def _passes_a_set(board: Board, state: State, offer: Offer) -> bool:
    after = state.owner[:]
    for p in offer.give:
        after[p] = offer.receiver
    for p in offer.get:
        after[p] = offer.giver
    groups = {board.group[p] for p in (*offer.give, *offer.get)}
    return any(_whole(state.owner, group) != _whole(after, group) for group in groups)


def _whole(owner: Sequence[int], group: Sequence[int]) -> int:
    holders = {owner[p] for p in group}
    return holders.pop() if len(holders) == 1 else NOBODY
