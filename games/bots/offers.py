"""Offers: what both sides gain in net worth, and what has been refused already."""

from collections.abc import Sequence

from games.bots.knowledge import Knowledge
from games.rules.property.moves import Offer, PropertyMove
from games.rules.property.view import PropertyView


def tradable(view: PropertyView, g: int, known: Knowledge) -> bool:
    """Tell whether the squares of a group may change hands: no building stands on any of them."""
    if not known.build_cost[g]:
        return True
    houses = view.houses
    for p in known.groups[g]:
        if houses[p]:
            return False
    return True


def net_price(view: PropertyView, p: int, known: Knowledge) -> int:
    """Give what a square counts in net worth: its price, or half of it when mortgaged."""
    return known.price[p] // 2 if view.mortgaged[p] else known.price[p]


def refused_worth(view: PropertyView, receiver: int, square: int) -> int | None:
    """Give the most net worth that this seat offered for a square in vain, or None if it never did."""
    for refusal in view.refusals:
        if (
            refusal.square == square
            and refusal.receiver == receiver
            and refusal.giver == view.seat
        ):
            return refusal.worth
    return None


def offer(to: int, give: Sequence[int], get: int, money: int) -> PropertyMove:
    """Give the offer of squares for one square; `money` above 0 is paid, below 0 is asked for."""
    return Offer(to, list(give), [get], max(money, 0), max(-money, 0))
