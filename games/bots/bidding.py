"""Bids in an auction that goes round and round until one bidder is left."""

from games.bots.knowledge import Knowledge
from games.rules.property.auctions import raised

#: The first bid is this part of the price.
OPENING = 10


def opening_or_raise(low: int, limit: int, square: int, known: Knowledge) -> int:
    """Give a bid within a limit: a tenth of the price to begin with, then a fifth above the best."""
    return min(limit, max(raised(low, limit), known.price[square] // OPENING))
