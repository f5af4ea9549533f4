"""Whether a bot agrees to a draw: only where it is behind.

It compares net worths, which everybody sees, and asks nothing of chance: so the same offer at the same table
always gets the same answer, and a bot that is ahead can't be talked out of its game.
"""

from games.bots.knowledge import Knowledge
from games.rules.property.deeds import net_worth
from games.rules.property.moves import ACCEPT_DRAW, REFUSE_DRAW, AnyMove
from games.rules.property.view import PropertyView

#: It agrees while it is worth at most this part of the richest other still in.
BEHIND = 0.75


def answer(view: PropertyView, seat: int, known: Knowledge) -> AnyMove:
    """Give a bot's answer to the standing draw offer."""
    board = known.rules.board
    richest = max(net_worth(board, view, s) for s, place in enumerate(view.place) if not place and s != seat)
    return ACCEPT_DRAW if net_worth(board, view, seat) <= BEHIND * richest else REFUSE_DRAW
