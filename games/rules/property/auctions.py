"""An auction: everybody in its queue has one chance to beat the best bid."""

from games.rules.errors import IllegalMove
from games.rules.property import events
from games.rules.property.events import PropertyEvent
from games.rules.property.state import Auction, State


def open_auction(state: State, square: int, queue: list[int], log: list[PropertyEvent]) -> bool:
    """Begin an auction. Gives True if it is over at once, nobody being able to bid."""
    state.auction = Auction(square, queue, [])
    return ask_next(state, state.auction, log)


def ask_next(state: State, auction: Auction, log: list[PropertyEvent]) -> bool:
    """Ask the next in the queue who can make a legal bid. Gives True when the auction is over."""
    best = auction.best()
    while auction.queue:
        seat = auction.queue.pop(0)
        if state.cash[seat] > (best[1] if best else 0):
            state.ask("auction", seat)
            return False
        log.append(events.PassedOver(seat, auction.square))
    _close(state, auction, log)
    return True


def check_bid(state: State, auction: Auction, seat: int, amount: int) -> None:
    """Raise IllegalMove with the reason unless a bid beats the best one and is covered by cash."""
    best = auction.best()
    low = best[1] + 1 if best else 1
    if amount < low:
        raise IllegalMove(f"A bid must be {low} or more.")
    if amount > state.cash[seat]:
        raise IllegalMove(f"You can't bid more than you have, {state.cash[seat]}.")


def drop(state: State, auction: Auction, seat: int, log: list[PropertyEvent]) -> bool:
    """Go on without a seat that left the game. Gives True when the auction is over.

    Its bids are void: the best of those still in stands. Nobody is asked a second time.
    """
    auction.bids = [bid for bid in auction.bids if bid[0] != seat]
    auction.queue = [s for s in auction.queue if s != seat]
    return ask_next(state, auction, log) if state.asked == seat else False


def _close(state: State, auction: Auction, log: list[PropertyEvent]) -> None:
    state.auction = None
    best = auction.best()
    if best is None:
        log.append(events.Unsold(auction.square))
        return
    seat, amount = best
    state.cash[seat] -= amount
    state.owner[auction.square] = seat
    log.append(events.Auctioned(seat, auction.square, amount))
