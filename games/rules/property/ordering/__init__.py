"""Orders at work: which may be left, which still stand, and the move that a seat's orders make.

All here only looks at the state, and gives the same for the same state and orders, always.
"""

from collections.abc import Sequence

from games.rules.errors import GameOver, IllegalMove, NotYourDecision
from games.rules.property.moves import AnyMove
from games.rules.property.ordering import asking, early, standing
from games.rules.property.orders import ASKING, EARLY, PropertyOrder
from games.rules.property.rules import Rules
from games.rules.property.state import State


def check_order(rules: Rules, state: State, seat: int, order: PropertyOrder) -> None:
    """Raise GameOver, NotYourDecision or IllegalMove unless a seat may leave this order now."""
    if state.decision == "over":
        raise GameOver("The game is over.")
    if not 0 <= seat < len(state.cash):
        raise NotYourDecision("There is no such seat in this game.")
    if state.place[seat]:
        raise NotYourDecision("You are out of this game.")
    if state.kinds[seat] == "bot":
        raise IllegalMove("A bot answers when it is asked, not before.")
    if isinstance(order, EARLY):
        early.check(rules, state, seat, order)
    elif isinstance(order, ASKING):
        asking.check(rules, order)
    else:
        standing.check(rules, order)


def order_stands(rules: Rules, state: State, seat: int, order: PropertyOrder) -> bool:
    """Tell whether an order may still act; once it may not, it never will again.

    A standing order, and an "ask me", goes with its player or the game: whoever owns its square now may
    lose it.
    """
    if state.decision == "over" or state.place[seat]:
        return False
    return early.stands(rules, state, seat, order) if isinstance(order, EARLY) else True


def orders_open(rules: Rules, state: State, seat: int) -> list[PropertyOrder]:
    """List the orders that a seat may leave now, one of each type.

    A sum in one is the most that it may be. Of an early answer the square and the turn are the only ones;
    a standing one may name any square that can be owned, any set and any decision: the one listed is what
    is being decided now, if that is one, else the first. `way`, `first` and `last` are free.
    """
    if state.decision == "over" or state.place[seat] or state.kinds[seat] == "bot":
        return []
    return [*early.listed(rules, state, seat), *standing.listed(rules, state), *asking.listed(rules, state)]


def ordered(rules: Rules, state: State, seat: int, orders: Sequence[PropertyOrder]) -> AnyMove | None:
    """Give the move that a seat's orders make now; None if it has to be asked in person.

    An early answer, given for this very occasion, comes before all others, also before an "ask me"; this
    before any standing order; and of these the more special one counts. Of two with the same subject the
    later one counts.
    """
    return _made(rules, state, seat, orders) if state.asked == seat else None


def covered(rules: Rules, state: State, seat: int, orders: Sequence[PropertyOrder]) -> bool:
    """Tell whether a seat that is still to bid in the standing auction is answered for by its orders.

    Nothing that they depend on changes within an auction, unless a player leaves.
    """
    auction = state.auction
    return auction is not None and seat in auction.queue and _made(rules, state, seat, orders) is not None


def _made(rules: Rules, state: State, seat: int, orders: Sequence[PropertyOrder]) -> AnyMove | None:
    if state.kinds[seat] == "bot":
        return None
    in_force = list({order.subject: order for order in orders}.values())
    for order in in_force:
        if isinstance(order, EARLY):
            move = early.answer(rules, state, seat, order)
            if move is not None:
                return move
    if any(isinstance(order, ASKING) and asking.applies(rules.board, state, seat, order) for order in in_force):
        return None
    return standing.answer(rules, state, seat, in_force)
