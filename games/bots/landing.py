"""How often each square is come to, worked out from the rules by following the dice and the cards."""

from games.rules.property.cards import GoBack, GoTo, GoToJail, GoToNext
from games.rules.property.rules import Rules

#: Turns followed from an even spread over the board; the shares no longer change by then.
TURNS = 40

#: Where one comes to from a square: positions with their probabilities; None is jail.
Spread = dict[int | None, float]


def landings_per_turn(rules: Rules) -> tuple[float, ...]:
    """Give by square how often a player comes to it in one turn, on average over a long game.

    A Markov chain over the squares, doubles and cards included. Two simplifications, both small: every
    card of a deck is as likely at each draw, and who is in jail leaves it at the next turn.
    """
    size = len(rules.board.squares)
    reached = [_reached(rules, p) for p in range(size)]
    singles: list[Spread] = [{} for _ in range(size)]
    doubles: list[Spread] = [{} for _ in range(size)]
    for p in range(size):
        for first in range(1, 7):
            for second in range(1, 7):
                spread = doubles[p] if first == second else singles[p]
                for q, share in reached[(p + first + second) % size].items():
                    spread[q] = spread.get(q, 0.0) + share / 36
    jail = rules.board.jail
    start = [1 / size] * size
    landed = [0.0] * size
    for _ in range(TURNS):
        landed = [0.0] * size
        end = [0.0] * size
        here = start
        for k in range(rules.amounts.doubles_to_jail):
            again = [0.0] * size
            last = k == rules.amounts.doubles_to_jail - 1
            for p, weight in enumerate(here):
                if not weight:
                    continue
                for q, share in singles[p].items():
                    _arrive(weight * share, q, jail, landed, end)
                if last:
                    end[jail] += weight / 6
                    continue
                for q, share in doubles[p].items():
                    _arrive(weight * share, q, jail, landed, end if q is None else again)
            here = again
        start = end
    return tuple(landed)


def _arrive(weight: float, q: int | None, jail: int, landed: list[float], into: list[float]) -> None:
    if q is None:
        into[jail] += weight
    else:
        landed[q] += weight
        into[q] += weight


def _reached(rules: Rules, p: int) -> Spread:
    """Give where a player who comes to a square is when all is settled there."""
    board = rules.board
    size = len(board.squares)
    if board.kind[p] == "go_to_jail":
        return {None: 1.0}
    if board.kind[p] != "card":
        return {p: 1.0}
    spread: Spread = {}
    cards = rules.decks[board.squares[p].deck].cards
    for effect in cards.values():
        match effect:
            case GoTo(square):
                reached = _reached(rules, square)
            case GoToNext(kind):
                ahead = next(n for n in range(1, size) if board.kind[(p + n) % size] == kind)
                reached = {(p + ahead) % size: 1.0}
            case GoBack(squares):
                reached = _reached(rules, (p - squares) % size)
            case GoToJail():
                reached = {None: 1.0}
            case _:
                reached = {p: 1.0}
        for q, share in reached.items():
            spread[q] = spread.get(q, 0.0) + share / len(cards)
    return spread
