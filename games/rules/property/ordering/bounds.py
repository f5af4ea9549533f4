"""What an order may name: squares that can be owned, sets by name, sums that a game can come to."""

from games.rules.errors import IllegalMove
from games.rules.property.board import Board
from games.rules.property.rules import Rules
from games.rules.property.state import DecisionKind, State

#: The largest sum that an order may name, for a start with 150: more than anybody ever has.
MOST = 100_000


def most(rules: Rules) -> int:
    """Give the largest sum that an order may name in a game: it grows with the money at the start."""
    return MOST * rules.amounts.start // 150


def check_square(board: Board, p: int) -> None:
    """Raise IllegalMove unless a square can be owned."""
    if not 0 <= p < len(board.squares):
        raise IllegalMove("There is no such square.")
    if not board.price[p]:
        raise IllegalMove(f"{board.squares[p].name} can't be owned.")


def check_set(board: Board, name: str) -> None:
    """Raise IllegalMove unless there is a set of this name."""
    if name not in board.group_named:
        raise IllegalMove(f"There is no set of this name. The sets are {', '.join(board.group_named)}.")


def check_sum(rules: Rules, amount: int, least: int = 0) -> None:
    """Raise IllegalMove unless a sum is within bounds."""
    if not least <= amount <= most(rules):
        raise IllegalMove(f"The sum is a whole number from {least} to {most(rules)}.")


def check_decision(rules: Rules, kind: DecisionKind) -> None:
    """Raise IllegalMove unless players are asked this in a game."""
    if kind not in rules.decisions:
        raise IllegalMove("Nobody is ever asked that in this game.")


def square_in_question(state: State) -> int | None:
    """Give the square that a purchase or an auction is about now."""
    if state.auction is not None:
        return state.auction.square
    return state.position[state.turn] if state.decision == "buy" else None


def square_to_name(board: Board, state: State) -> int:
    """Give the square in question, else the first that can be owned."""
    p = square_in_question(state)
    return board.deeds[0] if p is None else p
