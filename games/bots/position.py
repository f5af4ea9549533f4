"""The hard bot's judgement: what a position is worth to each seat, in money.

Goods at their price, and for HORIZON turns the rent that a seat takes less the rent that others take.
A seat that owns a set is credited with the houses that its money would put there: so a set is worth
more to who can build on it, and money more to who has a set.
"""

from collections.abc import Sequence
from typing import NamedTuple

from games.bots.knowledge import Knowledge, Ownership

#: For how many turns of each opponent rent is counted.
HORIZON = 15
#: Money (for a start with 150) that a seat keeps in hand when it builds.
KEPT = 10
#: What part of the loan on squares outside whole sets is reckoned as money for building.
BORROWED = 0.5
#: A building is worth less than it cost, as it sells for half.
BUILDING_LOSS = 0.25
#: Rent that another seat takes weighs less than one's own: with two at the table no trade could please both otherwise.
OTHERS = 0.5


class Standing(NamedTuple):
    """What a seat has: goods in money, and the rent it takes from one opponent in one turn."""

    goods: float
    rent: float


def standing(
    known: Knowledge,
    owned: Ownership,
    houses: Sequence[int],
    mortgaged: Sequence[bool],
    cash: float,
    seat: int,
    prospect: float = 0.0,
) -> Standing:
    """Judge what a seat has, with the houses that it could build: at once, or with money to come too."""
    goods, rent, loans = cash, 0.0, 0
    counts, held_rate, group_of = owned.counts[seat], known.held_rate, known.group_of
    price, complete, build_cost = known.price, owned.complete[seat], known.build_cost
    for p in owned.squares[seat]:
        g = group_of[p]
        if mortgaged[p]:
            goods += price[p] - known.lifting_cost[p]
            continue
        goods += price[p]
        if g in complete and build_cost[g]:
            continue
        rent += held_rate[g][counts[g]]
        loans += known.mortgage_value[p]
    if not complete:
        return Standing(goods, rent)
    money = max(0.0, cash - KEPT * known.scale) + BORROWED * loans + prospect
    for g in known.best_sets:
        if g not in complete:
            continue
        members, cost, rates = known.groups[g], build_cost[g], known.set_rate[g]
        built = 0
        for p in members:
            built += houses[p]
            if mortgaged[p]:
                money -= known.lifting_cost[p]
        all_cost = cost * len(members)
        goods += built * cost * (1 - BUILDING_LOSS)
        level = built / len(members)
        if money > 0:
            more = min(5 - level, money / all_cost)
            goods -= more * all_cost * BUILDING_LOSS
            money -= more * all_cost
            level += more
        whole = int(level)
        rent += rates[whole]
        if whole < 5:
            rent += (rates[whole + 1] - rates[whole]) * (level - whole)
    return Standing(goods, rent)


def worth(standings: dict[int, Standing], seat: int) -> float:
    """Give what a position is worth to a seat, by the standings of all who are in."""
    mine = standings[seat]
    others = len(standings) - 1
    against = 0.0
    for other, theirs in standings.items():
        if other != seat:
            against += theirs.rent
    return mine.goods + HORIZON * (mine.rent * others - OTHERS * against)
