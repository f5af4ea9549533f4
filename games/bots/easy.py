"""The easy bot: a beginner who buys what comes, builds slowly and trades late."""

from collections.abc import Callable

from games.bots import raising
from games.bots.bidding import opening_or_raise
from games.bots.knowledge import Knowledge
from games.bots.offers import net_price, offer, passings, refused_worth, tradable
from games.rules.interface import Legal
from games.rules.property.moves import (
    ACCEPT,
    BUY,
    DECLINE,
    END_TURN,
    PASS,
    REFUSE,
    ROLL,
    USE_CARD,
    Bid,
    Build,
    PropertyMove,
    Unmortgage,
)
from games.rules.property.view import PropertyView

#: Money kept in hand (all sums are for a start with 150), whatever there is to buy or build.
RESERVE = 40
#: In one of so many turns it builds, and in one of so many it thinks of a trade.
BUILDS, TRADES = 4, 8
#: A whole set counts as so many times its dearest street, beside the prices.
SET_PREMIUM = 2
#: Turns of the game before it first makes an offer.
PATIENCE = 60


def choose(view: PropertyView, legal: Callable[[], Legal], number: Callable[[], int], known: Knowledge) -> PropertyMove:
    """Give the move of an easy bot."""
    assert view.seat is not None
    seat = view.seat
    cash = view.cash[seat]
    reserve = int(RESERVE * known.scale)
    match view.decision:
        case "manage":
            return _manage(view, legal(), number(), known)
        case "buy":
            price = known.price[view.position[seat]]
            return BUY if cash - price >= reserve and number() % 4 else DECLINE
        case "auction":
            assert view.auction is not None
            low = view.auction.best[1] + 1 if view.auction.best else 1
            limit = min(known.price[view.auction.square] // 2, cash - reserve)
            if low > limit:
                return PASS
            return Bid(low if known.one_chance else opening_or_raise(low, limit, view.auction.square, known))
        case "roll":
            return ROLL
        case "jail":
            return USE_CARD if view.cards[seat] else ROLL
        case "trade":
            return _answer(view, known)
        case _:
            return raising.listed(legal().moves)


def _manage(view: PropertyView, legal: Legal, number: int, known: Knowledge) -> PropertyMove:
    assert view.seat is not None
    seat = view.seat
    spare = view.cash[seat] - int(RESERVE * known.scale)
    if spare > 0:
        if number % BUILDS == 0:
            for move in legal.moves:
                if isinstance(move, Build) and known.house_cost[move.square] <= spare:
                    return move
        for move in legal.moves:
            if isinstance(move, Unmortgage) and known.lifting_cost[move.square] * 3 <= spare:
                return move
        if view.turns > PATIENCE and view.offers_left and number // BUILDS % TRADES == 0:
            return _propose(view, seat, spare, known) or END_TURN
    return END_TURN


def _propose(view: PropertyView, seat: int, spare: int, known: Knowledge) -> PropertyMove | None:
    """Give an offer of money for a square that completes a set: twice the price, more once refused."""
    owned = known.ownership(view.owner, len(view.cash))
    for square, g, holder in owned.wants[seat]:
        # Where it leaves people alone, bots still trade with bots: their games would never end otherwise.
        if view.kinds[holder] != "bot" and not known.easy_offers_to_people:
            continue
        if holder in view.offered or not tradable(view, g, known):
            continue
        refused = refused_worth(view, holder, square)
        money = known.price[square] * 2
        if refused is not None:
            money = max(money, refused + net_price(view, square, known) + known.price[square] // 2)
        if money <= spare and money <= known.price[square] * 6:
            return offer(holder, [], square, money)
    return None


def _answer(view: PropertyView, known: Knowledge) -> PropertyMove:
    """Accept what adds a quarter to the prices given, and twice a street's price where a set is completed."""
    standing = view.offer
    assert standing is not None and view.seat is not None
    got = standing.give_cash + sum(net_price(view, p, known) for p in standing.give)
    given = standing.get_cash + sum(net_price(view, p, known) for p in standing.get)
    # Positive for what the bot itself wins or the other loses.
    for g, holder, sign in passings(view, view.seat, standing.giver, standing.get, standing.give, known):
        premium = sign * SET_PREMIUM * max(known.price[p] for p in known.groups[g])
        if holder == view.seat:
            got += premium
        else:
            given += premium
    return ACCEPT if got * 4 >= given * 5 else REFUSE
