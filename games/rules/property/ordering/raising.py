"""How an order raises a debt: one sale or one mortgage at a time, until the site can take what is owed."""

from games.rules.property.deeds import mortgageable, owns_group, sellable
from games.rules.property.moves import MORTGAGE, SELL, AnyMove
from games.rules.property.orders import RaiseDebt
from games.rules.property.rules import Rules
from games.rules.property.state import State


def next_raise(rules: Rules, state: State, seat: int, order: RaiseDebt) -> AnyMove:
    """Give the next of the moves by which an order raises a debt.

    A square that is not among the `last` ones comes before one that is. Of the others:

    - "houses": a building is sold while there is one to sell, then a square mortgaged; "mortgages": the
      other way round.
    - Buildings go where they cost least, and where that is equal on the square that comes first on the
      board (evenly within a set, as always: the square has the most buildings of its set).
    - Mortgages go first on squares whose set, ferries or works are not wholly the debtor's; of these, and
      then of the others, on the cheapest, and where that is equal on the first on the board.

    Of the `last` ones the first in their own order on which anything can be sold or mortgaged, even where
    that is sold only because its set has to be sold evenly.

    Whoever is asked can raise what he owes (else he would be out), and no move changes what can be raised
    in all: so this always gives a move, and always comes to enough.
    """
    board = rules.board
    sales = sellable(board, state, seat)
    mortgages = mortgageable(rules, state, seat)
    last = order.last
    selling = min((p for p in sales if p not in last), key=lambda p: (board.house_cost[p], p), default=None)
    lending = min(
        (p for p in mortgages if p not in last),
        key=lambda p: (owns_group(board, state, p), board.price[p], p),
        default=None,
    )
    if selling is not None and (order.first == "houses" or lending is None):
        return SELL[selling]
    if lending is not None:
        return MORTGAGE[lending]
    p = next(p for p in last if p in sales or p in mortgages)
    return SELL[p] if p in sales else MORTGAGE[p]
