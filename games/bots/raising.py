"""Raising money: what to mortgage and which buildings to sell, the least painful first."""

from games.bots.knowledge import Knowledge, Ownership
from games.rules.property.moves import MORTGAGE, SELL, Mortgage, PropertyMove, Sell
from games.rules.property.view import PropertyView


def cheapest(view: PropertyView, seat: int, known: Knowledge) -> PropertyMove | None:
    """Give the move that raises money at the least loss of rent for each coin, or None.

    Mortgages come first, since a mortgaged square can be lifted at a tenth: squares outside whole sets,
    then whole groups without buildings. Buildings go only when nothing else is left.
    """
    owned = known.ownership(view.owner, len(view.cash))
    best: PropertyMove | None = None
    least = 0.0
    built = known.buildings_in_the_way(view.houses)
    for p in owned.squares[seat]:
        if view.mortgaged[p] or built[p]:
            continue
        loss = mortgage_loss(view, owned, seat, p, known)
        if best is None or loss < least:
            best, least = MORTGAGE[p], loss
    if best is not None:
        return best
    for g in owned.complete[seat]:
        members = known.groups[g]
        most = max(view.houses[p] for p in members)
        if not most:
            continue
        for p in members:
            if view.houses[p] == most:
                cost = known.house_cost[p]
                loss = (known.rate[p][most] - known.rate[p][most - 1]) / (cost // 2 or 1)
                if best is None or loss < least:
                    best, least = SELL[p], loss
    return best


def mortgage_loss(view: PropertyView, owned: Ownership, seat: int, p: int, known: Knowledge) -> float:
    """Give the rent lost in one opponent's turn for each coin that mortgaging a square raises."""
    g = known.group_of[p]
    loss = known.held_rate[g][owned.counts[seat][g]]
    if known.build_cost[g] and g in owned.complete[seat]:
        # No house can be built on the set until the mortgage is lifted.
        built = max(view.houses[q] for q in known.groups[g])
        loss += known.rate[p][min(built + 3, 5)]
    return loss / (known.mortgage_value[p] or 1)


def listed(moves: list[PropertyMove]) -> PropertyMove:
    """Give the first mortgage or sale in a listing: how a beginner raises money."""
    return next(move for move in moves if isinstance(move, Mortgage | Sell))
