"""A bid within a limit, of a bidder who has one chance."""

from games.rules.property import moves
from games.rules.property.moves import PropertyMove
from games.rules.property.state import Auction, State


def bid_within(state: State, auction: Auction, seat: int, amount: int) -> PropertyMove:
    """Give the bid within a limit: the least that nobody after can beat, else the whole limit.

    A bidder has one chance, and whoever is asked after him sees his bid. Bidding one more than the
    best so far, as in an auction that goes round, would only tell the next what to beat; so where
    somebody is asked after him all the same, he goes as far as he said he would. Whoever has no more
    than the best bid is not asked, so a bid of what the richest of them has is as good as the last one.
    """
    best = auction.best()
    low = best[1] + 1 if best else 1
    limit = min(amount, state.cash[seat])
    if limit < low:
        return moves.PASS
    wins = max([low, *(state.cash[other] for other in auction.queue)])
    return moves.Bid(min(limit, wins))
