"""Offers: what both sides gain in net worth, and what has been refused already."""

from collections.abc import Sequence
from typing import NamedTuple

from games.bots.knowledge import Knowledge
from games.rules.property.moves import Offer, PropertyMove
from games.rules.property.view import PropertyView


def tradable(view: PropertyView, g: int, known: Knowledge) -> bool:
    """Tell whether the squares of a group may change hands: no building stands on any of them."""
    if not known.build_cost[g]:
        return True
    houses = view.houses
    return not any(houses[p] for p in known.groups[g])


def net_price(view: PropertyView, p: int, known: Knowledge) -> int:
    """Give what a square counts in net worth: its price, or half of it when mortgaged."""
    return known.price[p] // 2 if view.mortgaged[p] else known.price[p]


class Passing(NamedTuple):
    """A group that a trade makes whole (`sign` 1) in a seat's hand, or breaks (-1)."""

    group: int
    seat: int
    sign: int


def passings(
    view: PropertyView,
    seat: int,
    other: int,
    give: Sequence[int],
    get: Sequence[int],
    known: Knowledge,
) -> list[Passing]:
    """List what whole groups come into being and are broken when a seat gives and gets squares."""
    owner = view.owner
    after = list(owner)
    for p in get:
        after[p] = seat
    for p in give:
        after[p] = other
    changes: list[Passing] = []
    for g in sorted({known.group_of[p] for p in (*give, *get)}):
        members = known.groups[g]
        for sign, owners in ((-1, owner), (1, after)):
            holder = owners[members[0]]
            for p in members:
                if owners[p] != holder:
                    break
            else:
                changes.append(Passing(g, holder, sign))
    return changes


def refused_worth(view: PropertyView, receiver: int, square: int) -> int | None:
    """Give the most net worth that this seat offered for a square in vain, or None if it never did."""
    for refusal in view.refusals:
        if refusal.square == square and refusal.receiver == receiver and refusal.giver == view.seat:
            return refusal.worth
    return None


def offer(to: int, give: Sequence[int], get: int, money: int) -> PropertyMove:
    """Give the offer of squares for one square; `money` above 0 is paid, below 0 is asked for."""
    return Offer(to, list(give), [get], max(money, 0), max(-money, 0))
