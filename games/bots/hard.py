"""The hard bot: weighs every move by the rent that it expects from it, its own and the others'."""

from collections.abc import Callable
from typing import NamedTuple

from games.bots import bargains, raising
from games.bots.bidding import opening_or_raise
from games.bots.knowledge import Knowledge, Ownership
from games.bots.position import standing, worth
from games.rules.interface import Legal
from games.rules.property.moves import (
    ACCEPT,
    BUILD,
    BUY,
    DECLINE,
    END_TURN,
    MORTGAGE,
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
#: Money kept when building: at least so much, and so much of the rents that a turn may bring.
LEAST_RESERVE = 8
DANGER_KEPT = 2.0
#: Money above the reserve that stays in hand when a mortgage outside a whole set is lifted.
LIFTING_RESERVE = 30
#: What part of the gain that it sees in a square a bot is ready to bid.
BOLDNESS = 0.8


class Target(NamedTuple):
    """A step of building: rent gained a turn for each coin, the group, the step's cost, and the move."""

    gain: float
    group: int
    cost: int
    move: PropertyMove


def choose(view: PropertyView, legal: Callable[[], Legal], number: Callable[[], int], known: Knowledge) -> PropertyMove:
    """Give the move of a hard bot."""
    assert view.seat is not None
    seat = view.seat
    match view.decision:
        case "manage":
            return _manage(view, seat, known)
        case "roll":
            return ROLL
        case "buy":
            return _buy(view, seat, known)
        case "auction":
            return _bid(view, seat, known)
        case "jail":
            return _leave_jail(view, seat, known)
        case "trade":
            return ACCEPT if bargains.accepts(view, seat, known) else REFUSE
        case _:
            move = raising.cheapest(view, seat, known)
            assert move is not None
            return move


def danger(view: PropertyView, seat: int, known: Knowledge) -> float:
    """Give the rent that a seat has to expect in one turn, anywhere on the board."""
    total = 0.0
    owner, houses, mortgaged = view.owner, view.houses, view.mortgaged
    counts = known.ownership(view.owner, len(view.cash)).counts
    for p in known.deeds:
        holder = owner[p]
        if holder != seat and holder >= 0 and not mortgaged[p]:
            if houses[p]:
                total += known.rate[p][houses[p]]
            else:
                g = known.group_of[p]
                total += known.held_rate[g][counts[holder][g]]
    return total


def _manage(view: PropertyView, seat: int, known: Knowledge) -> PropertyMove:
    cash = view.cash[seat]
    owned = known.ownership(view.owner, len(view.cash))
    least = int(LEAST_RESERVE * known.scale)
    reserve = least + int(DANGER_KEPT * danger(view, seat, known))
    if view.offers_left:
        for want in owned.wants[seat]:
            if want.holder in view.offered:
                continue
            proposal = bargains.propose(view, seat, want, cash - least, known)
            if proposal is not None:
                return proposal
    if owned.complete[seat]:
        move = _build(view, seat, reserve, known)
        if move is not None:
            return move
    # More than any step of building takes: what is lifted here is not borrowed on again at once.
    spare = cash - reserve - max(int(LIFTING_RESERVE * known.scale), known.dearest_step)
    if spare > 0:
        best, most = None, 0.0
        for p in owned.squares[seat]:
            if view.mortgaged[p] and known.lifting_cost[p] <= spare:
                gain = raising.mortgage_loss(view, owned, seat, p, known)
                if gain > most:
                    best, most = UNMORTGAGE[p], gain
        if best is not None:
            return best
    return END_TURN


def _build(view: PropertyView, seat: int, reserve: int, known: Knowledge) -> PropertyMove | None:
    """Give the house that brings most rent for its cost, or what has to be done first to build it."""
    owned = known.ownership(view.owner, len(view.cash))
    houses, mortgaged, cash = view.houses, view.mortgaged, view.cash[seat]
    targets: list[Target] = []
    for g in owned.complete[seat]:
        cost = known.build_cost[g]
        if not cost:
            continue
        members = known.groups[g]
        lift = [p for p in members if mortgaged[p]]
        if lift:
            price = sum(known.lifting_cost[p] for p in lift) + cost
            gain = known.set_rate[g][3] / (price + 3 * cost * len(members))
            lifting = known.lifting_cost[lift[0]]
            targets.append(Target(gain, g, lifting, UNMORTGAGE[lift[0]]))
            continue
        fewest = min(houses[p] for p in members)
        if fewest == 5:
            continue
        square = [p for p in members if houses[p] == fewest][-1]
        rate = known.rate[square]
        ahead = min(max(3, fewest + 1), 5)
        gain = (rate[ahead] - rate[fewest]) / (cost * (ahead - fewest))
        targets.append(Target(gain, g, cost, BUILD[square]))
    targets.sort(key=lambda target: (-target.gain, target.group))
    for target in targets:
        if cash - target.cost >= reserve:
            return target.move
    # A loan on a square that brings less than the house would is worth its tenth.
    loans = [
        (raising.mortgage_loss(view, owned, seat, p, known), p)
        for p in owned.squares[seat]
        if not (mortgaged[p] or houses[p] or _in_whole_set(owned, seat, p, known))
    ]
    raised = sum(known.mortgage_value[p] for _, p in loans)
    for target in targets:
        if cash + raised - target.cost >= reserve and min(loans)[0] < target.gain:
            return MORTGAGE[min(loans)[1]]
    return None


def _in_whole_set(owned: Ownership, seat: int, p: int, known: Knowledge) -> bool:
    g = known.group_of[p]
    return known.build_cost[g] > 0 and g in owned.complete[seat]


def _gain_of(view: PropertyView, seat: int, p: int, holder: int, known: Knowledge) -> float:
    """Give what an unowned square is worth to a seat when it goes to a holder for nothing."""
    seats = len(view.cash)
    owned = known.ownership(view.owner, seats)
    owner = list(view.owner)
    owner[p] = holder
    after = known.ownership(tuple(owner), seats)
    before = {
        s: standing(known, owned, view.houses, view.mortgaged, view.cash[s], s)
        for s in range(seats)
        if not view.place[s]
    }
    then = dict(before)
    then[holder] = standing(known, after, view.houses, view.mortgaged, view.cash[holder], holder)
    return worth(then, seat) - worth(before, seat)


def _buy(view: PropertyView, seat: int, known: Knowledge) -> PropertyMove:
    p = view.position[seat]
    if view.cash[seat] >= known.price[p]:
        return BUY
    gain = _gain_of(view, seat, p, seat, known)
    missing = known.price[p] - view.cash[seat]
    owned = known.ownership(view.owner, len(view.cash))
    loans = [
        (raising.mortgage_loss(view, owned, seat, q, known), q)
        for q in owned.squares[seat]
        if not (view.mortgaged[q] or view.houses[q])
        and known.group_of[q] not in owned.complete[seat]
        and known.group_of[q] != known.group_of[p]
    ]
    if sum(known.mortgage_value[q] for _, q in loans) >= missing and gain > known.price[p] * 1.3:
        return MORTGAGE[min(loans)[1]]
    return DECLINE


def _bid(view: PropertyView, seat: int, known: Knowledge) -> PropertyMove:
    auction = view.auction
    assert auction is not None
    p = auction.square
    gain = _gain_of(view, seat, p, seat, known)
    # Who would have it otherwise: the best bidder, or whoever it serves best.
    rivals = [s for s in range(len(view.cash)) if s != seat and not view.place[s]]
    loss = -min(_gain_of(view, seat, p, rival, known) for rival in rivals)
    limit = min(int((gain + max(loss, 0.0)) * BOLDNESS), view.cash[seat])
    low = auction.best[1] + 1 if auction.best else 1
    if low > limit:
        return PASS
    if not known.one_chance:
        return Bid(opening_or_raise(low, limit, p, known))
    if not auction.queue:
        return Bid(low)
    # Nobody is asked twice: a bid that is to hold must beat what those to come can pay.
    richest = max(view.cash[s] for s in auction.queue)
    return Bid(max(low, min(limit, richest)))


def _leave_jail(view: PropertyView, seat: int, known: Knowledge) -> PropertyMove:
    owned = known.ownership(view.owner, len(view.cash))
    # A turn outside brings its share of a salary, and squares while there are some.
    early = owned.unowned * 4 >= len(known.deeds)
    if not early and danger(view, seat, known) > known.salary / 6:
        return ROLL
    if view.cards[seat]:
        return USE_CARD
    return PAY_FINE if view.cash[seat] >= known.fine + LEAST_RESERVE * known.scale else ROLL
