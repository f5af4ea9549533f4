"""The medium bot: sound habits by fixed measures, no reckoning ahead. Made to be quick."""

from collections.abc import Callable

from games.bots import raising
from games.bots.bidding import opening_or_raise
from games.bots.knowledge import Knowledge, Want
from games.bots.offers import net_price, offer, passings, refused_worth, tradable
from games.rules.interface import Legal
from games.rules.property.moves import (
    ACCEPT,
    BUILD,
    BUY,
    DECLINE,
    END_TURN,
    PASS,
    PAY_FINE,
    REFUSE,
    ROLL,
    UNMORTGAGE,
    USE_CARD,
    Bid,
    PropertyMove,
)
from games.rules.property.view import PropertyView

# Sums are for a start with 150, and grow with it.
#: Money kept when buying, and when building or lifting while no other player has buildings.
BUYING_RESERVE = 10
RESERVE = 25
#: What part of the dearest rent around is kept in hand.
RENT_KEPT = 0.35
#: What part of a set's worth is paid for completing one, and asked for completing another's.
OWN_SET, OTHERS_SET = 0.6, 0.45
#: An offer that was refused is raised by at least this much.
RAISE = 8
#: A mortgage is lifted when so much more than the reserve stays in hand.
LIFTING_RESERVE = 30


def choose(view: PropertyView, legal: Callable[[], Legal], number: Callable[[], int], known: Knowledge) -> PropertyMove:
    """Give the move of a medium bot."""
    match view.decision:
        case "manage":
            return _manage(view, known)
        case "roll":
            return ROLL
        case "buy":
            return _buy(view, known)
        case "auction":
            return _bid(view, known)
        case "jail":
            return _leave_jail(view, known)
        case "trade":
            return _answer(view, known)
        case _:
            move = raising.cheapest(view, _me(view), known)
            assert move is not None
            return move


def _me(view: PropertyView) -> int:
    assert view.seat is not None
    return view.seat


def _reserve(view: PropertyView, seat: int, known: Knowledge) -> int:
    dearest = 0
    if any(view.houses):
        owner, houses, rents = view.owner, view.houses, known.rents
        for p in known.deeds:
            if houses[p] and owner[p] != seat and rents[p][houses[p]] > dearest:
                dearest = rents[p][houses[p]]
    return max(int(RESERVE * known.scale), int(dearest * RENT_KEPT))


def _manage(view: PropertyView, known: Knowledge) -> PropertyMove:
    seat = _me(view)
    cash = view.cash[seat]
    owned = known.ownership(view.owner, len(view.cash))
    if owned.complete[seat]:
        move = _build(view, seat, cash - _reserve(view, seat, known), known)
        if move is not None:
            return move
    if view.offers_left:
        for want in owned.wants[seat]:
            if want.holder in view.offered:
                continue
            proposal = _propose(view, seat, want, known)
            if proposal is not None:
                return proposal
    if any(view.mortgaged):
        spare = cash - _reserve(view, seat, known) - int(LIFTING_RESERVE * known.scale)
        for p in owned.squares[seat]:
            if view.mortgaged[p] and known.lifting_cost[p] <= spare:
                return UNMORTGAGE[p]
    return END_TURN


def _build(view: PropertyView, seat: int, spare: int, known: Knowledge) -> PropertyMove | None:
    """Give the house that adds most rent for its cost, or the lifting that a set waits for."""
    owned = known.ownership(view.owner, len(view.cash))
    houses, mortgaged = view.houses, view.mortgaged
    best, most = None, 0.0
    for g in owned.complete[seat]:
        cost = known.build_cost[g]
        if not cost or cost > spare:
            continue
        fewest, square = 5, -1
        for p in known.groups[g]:
            if mortgaged[p]:
                if known.lifting_cost[p] <= spare:
                    return UNMORTGAGE[p]
                break
            # Of equals the last, which is the dearest street of its set.
            if houses[p] <= fewest:
                fewest, square = houses[p], p
        else:
            if fewest < 5:
                rate = known.rate[square]
                gain = (rate[min(fewest + 2, 5)] - rate[fewest]) / cost
                if gain > most:
                    best, most = square, gain
    return None if best is None else BUILD[best]


def _completes(view: PropertyView, seat: int, p: int, known: Knowledge) -> bool:
    owner = view.owner
    return all(owner[q] == seat for q in known.groups[known.group_of[p]] if q != p)


def _buy(view: PropertyView, known: Knowledge) -> PropertyMove:
    seat = _me(view)
    p = view.position[seat]
    cash, price = view.cash[seat], known.price[p]
    if cash < price:
        return DECLINE
    if cash - price >= BUYING_RESERVE * known.scale or _completes(view, seat, p, known):
        return BUY
    return DECLINE


def _bid(view: PropertyView, known: Knowledge) -> PropertyMove:
    seat = _me(view)
    auction = view.auction
    assert auction is not None
    p = auction.square
    g = known.group_of[p]
    limit = known.price[p]
    cash = view.cash[seat] - int(BUYING_RESERVE * known.scale)
    if _completes(view, seat, p, known):
        limit += int(known.set_worth[g] * OWN_SET)
        cash = view.cash[seat]
    elif any(_completes(view, other, p, known) for other in range(len(view.cash)) if not view.place[other]):
        limit += int(known.set_worth[g] * OTHERS_SET) // 2
    low = auction.best[1] + 1 if auction.best else 1
    limit = min(limit, cash)
    if low > limit:
        return PASS
    if not known.one_chance:
        return Bid(opening_or_raise(low, limit, p, known))
    # Nobody is asked twice, so a bid that is to hold goes high when others follow.
    return Bid(max(low, limit * 3 // 4) if auction.queue else low)


def _leave_jail(view: PropertyView, known: Knowledge) -> PropertyMove:
    seat = _me(view)
    owned = known.ownership(view.owner, len(view.cash))
    if owned.unowned * 3 < len(known.deeds):
        return ROLL
    if view.cards[seat]:
        return USE_CARD
    return PAY_FINE if view.cash[seat] >= known.fine + RESERVE * known.scale else ROLL


def _answer(view: PropertyView, known: Knowledge) -> PropertyMove:
    seat, standing = _me(view), view.offer
    assert standing is not None
    gain = _gain(
        view,
        seat,
        standing.giver,
        standing.get,
        standing.give,
        standing.give_cash - standing.get_cash,
        known,
    )
    return ACCEPT if gain >= 0 else REFUSE


def _gain(
    view: PropertyView,
    seat: int,
    other: int,
    give: list[int],
    get: list[int],
    money: int,
    known: Knowledge,
) -> float:
    """Give what a trade is worth to a seat: prices, money, sets won and lost, and the other's sets."""
    gain = float(money)
    for p in get:
        gain += net_price(view, p, known)
    for p in give:
        gain -= net_price(view, p, known)
    for g, holder, sign in passings(view, seat, other, give, get, known):
        worth = known.set_worth[g]
        gain += sign * worth * (OWN_SET if holder == seat else -OTHERS_SET)
    return gain


def _propose(view: PropertyView, seat: int, want: Want, known: Knowledge) -> PropertyMove | None:
    """Give an offer for a square that completes a set, if it is worth its price to both."""
    square, g, holder = want
    if not tradable(view, g, known):
        return None
    owned = known.ownership(view.owner, len(view.cash))
    get = [square]
    best: PropertyMove | None = None
    # A square that completes a set of the other's is the best coin; money alone is the second.
    coins: list[list[int]] = [
        [theirs.square]
        for theirs in owned.wants[holder]
        if theirs.holder == seat and theirs.group != g and tradable(view, theirs.group, known)
    ]
    coins.append([])
    refused = refused_worth(view, holder, square)
    for give in coins:
        mine = _gain(view, seat, holder, give, get, 0, known)
        theirs_gain = _gain(view, holder, seat, get, give, 0, known)
        if mine + theirs_gain <= 0:
            continue
        # What is gained is halved.
        money = int((mine - theirs_gain) / 2)
        worth = sum(net_price(view, p, known) for p in give) - net_price(view, square, known)
        if refused is not None and worth + money <= refused:
            money = refused - worth + max(1, int(RAISE * known.scale))
        if money > mine:
            continue
        if money > max(0, view.cash[seat] - int(RESERVE * known.scale)):
            continue
        money = max(money, -view.cash[holder])
        best = offer(holder, give, square, money)
        break
    return best
