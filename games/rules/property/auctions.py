"""Auctions: one chance each to beat the best bid, or round and round until one is left."""

from dataclasses import dataclass

from games.rules.errors import IllegalMove
from games.rules.property import events, moves
from games.rules.property.events import AnyEvent
from games.rules.property.moves import AnyMove
from games.rules.property.state import Auction, State


def lowest(auction: Auction) -> int:
    """Give the least that a bid must be."""
    best = auction.best()
    return best[1] + 1 if best else 1


def raised(low: int, limit: int) -> int:
    """Give a bid within a limit for an auction that goes round: a fifth above the best, which is below `low`."""
    return min(limit, max(low, (low - 1) * 6 // 5))


def check_bid(state: State, auction: Auction, seat: int, amount: int) -> None:
    """Raise IllegalMove with the reason unless a bid beats the best one and is covered by cash."""
    low = lowest(auction)
    if amount < low:
        raise IllegalMove(f"A bid must be {low} or more.")
    if amount > state.cash[seat]:
        raise IllegalMove(f"You can't bid more than you have, {state.cash[seat]}.")


def _forget_bids(auction: Auction, seat: int) -> None:
    auction.bids = [bid for bid in auction.bids if bid[0] != seat]


def _leave(auction: Auction, seat: int) -> None:
    # Its bids are void: the best of those still in stands.
    _forget_bids(auction, seat)
    auction.queue = [s for s in auction.queue if s != seat]


def _close(state: State, auction: Auction, log: list[AnyEvent]) -> bool:
    state.auction = None
    best = auction.best()
    if best is None:
        log.append(events.Unsold(auction.square))
        return True
    seat, amount = best
    state.cash[seat] -= amount
    state.owner[auction.square] = seat
    log.append(events.Auctioned(seat, auction.square, amount))
    return True


@dataclass(frozen=True)
class OneChance:
    """The others have one chance each, from the decliner's left; see `rules.Bidding`."""

    one_chance: bool = True

    def queue(self, state: State, decliner: int) -> list[int]:
        """List the others still in, from the decliner's left."""
        return state.seats_after(decliner)

    def ask_next(self, state: State, auction: Auction, log: list[AnyEvent]) -> bool:
        """Ask the next in the queue who can make a legal bid. Gives True when the auction is over."""
        best = auction.best()
        while auction.queue:
            seat = auction.queue.pop(0)
            if state.cash[seat] > (best[1] if best else 0):
                state.ask("auction", seat)
                return False
            log.append(events.PassedOver(seat, auction.square))
        return _close(state, auction, log)

    def after_bid(self, auction: Auction, seat: int) -> None:
        """Do nothing: nobody is asked twice."""

    def after_pass(self, auction: Auction, seat: int) -> None:
        """Do nothing: who passes has not bid."""

    def drop(self, state: State, auction: Auction, seat: int, log: list[AnyEvent]) -> bool:
        """Go on without a seat that left the game. Gives True when the auction is over.

        Its bids are void: the best of those still in stands. Nobody is asked a second time.
        """
        _leave(auction, seat)
        return self.ask_next(state, auction, log) if state.asked == seat else False

    def bid_within(self, state: State, auction: Auction, seat: int, amount: int) -> AnyMove:
        """Give the bid within a limit: the least that nobody after can beat, else the whole limit.

        A bidder has one chance, and whoever is asked after him sees his bid. Bidding one more than the
        best so far, as in an auction that goes round, would only tell the next what to beat; so where
        somebody is asked after him all the same, he goes as far as he said he would. Whoever has no more
        than the best bid is not asked, so a bid of what the richest of them has is as good as the last one.
        """
        low = lowest(auction)
        limit = min(amount, state.cash[seat])
        if limit < low:
            return moves.PASS
        wins = max([low, *(state.cash[other] for other in auction.queue)])
        return moves.Bid(min(limit, wins))


@dataclass(frozen=True)
class RoundAndRound:
    """All still in, the decliner first, round and round; a pass is final; see `rules.Bidding`.

    The queue is who is still in the auction beside the one asked, in the order in which they are asked.
    Only bids of those still in it are kept, so the best of these is the top bid.
    """

    one_chance: bool = False

    def queue(self, state: State, decliner: int) -> list[int]:
        """List the decliner, if still in, and the others from his left."""
        return [decliner, *state.seats_after(decliner)]

    def ask_next(self, state: State, auction: Auction, log: list[AnyEvent]) -> bool:
        """Ask the next who can make a legal bid; over when the top bidder, or nobody, is left."""
        best = auction.best()
        while auction.queue and not (best is not None and auction.queue == [best[0]]):
            seat = auction.queue.pop(0)
            if state.cash[seat] > (best[1] if best else 0):
                state.ask("auction", seat)
                return False
            log.append(events.PassedOver(seat, auction.square))
            # Out of it with any bid of its own, which a leaving could make the top bid.
            _forget_bids(auction, seat)
            best = auction.best()
        return _close(state, auction, log)

    def after_bid(self, auction: Auction, seat: int) -> None:
        """Put the bidder at the end of the round."""
        auction.queue.append(seat)

    def after_pass(self, auction: Auction, seat: int) -> None:
        """Forget its bids: who passes is out of the auction."""
        _forget_bids(auction, seat)

    def drop(self, state: State, auction: Auction, seat: int, log: list[AnyEvent]) -> bool:
        """Go on without a seat that left the game. Gives True when the auction is over.

        Whoever is asked stays so, unless by this he is the top bidder and alone.
        """
        _leave(auction, seat)
        if state.asked == seat:
            return self.ask_next(state, auction, log)
        return bool(not auction.queue and auction.bids) and _close(state, auction, log)

    def bid_within(self, state: State, auction: Auction, seat: int, amount: int) -> AnyMove:
        """Give a bid a fifth above the best one, or what is left of the limit: it is asked again if beaten.

        One coin more would do, and two orders would bid a thousand times against each other.
        """
        low, limit = lowest(auction), min(amount, state.cash[seat])
        return moves.Bid(raised(low, limit)) if low <= limit else moves.PASS
