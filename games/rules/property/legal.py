"""The listing of what a seat may do: exact moves, and forms for a bid and an offer."""

from games.rules.interface import Legal
from games.rules.property import draws, moves
from games.rules.property.auctions import lowest
from games.rules.property.deeds import buildable, built_on_group, mortgageable, sellable
from games.rules.property.moves import BUILD, MORTGAGE, SELL, UNMORTGAGE, BidForm, OfferForm
from games.rules.property.rules import Rules
from games.rules.property.state import NOBODY, State


def legal(rules: Rules, state: State, seat: int) -> Legal:
    """List what a seat may do; nothing when it is out or the game is over."""
    if state.decision == "over" or state.place[seat]:
        return Legal([], [])
    listing = Legal([moves.RESIGN], [])
    if state.asked == seat:
        _answers(rules, state, seat, listing)
    elif state.offer is not None and state.offer.giver == seat:
        listing.moves.append(moves.WITHDRAW)
    if rules.draws:
        listing.moves += draws.listed(state, seat)
    return listing


def _answers(rules: Rules, state: State, seat: int, listing: Legal) -> None:
    cash = state.cash[seat]
    match state.decision:
        case "manage":
            listing.moves.append(moves.END_TURN)
            _managing(rules, state, seat, listing)
        case "buy":
            listing.moves.append(moves.DECLINE)
            if cash >= rules.board.price[state.position[seat]]:
                listing.moves.append(moves.BUY)
            _raising(rules, state, seat, listing.moves)
        case "roll":
            listing.moves.append(moves.ROLL)
            _managing(rules, state, seat, listing)
        case "jail":
            listing.moves.append(moves.ROLL)
            if cash >= rules.amounts.fine:
                listing.moves.append(moves.PAY_FINE)
            if state.cards[seat]:
                listing.moves.append(moves.USE_CARD)
            _managing(rules, state, seat, listing)
        case "auction":
            listing.moves.append(moves.PASS)
            assert state.auction is not None
            listing.forms.append(BidForm(lowest(state.auction), cash))
        case "trade":
            listing.moves += (moves.ACCEPT, moves.REFUSE)
        case _:
            _raising(rules, state, seat, listing.moves)


def _raising(rules: Rules, state: State, seat: int, listed: list[object]) -> None:
    listed += [MORTGAGE[p] for p in mortgageable(rules, state, seat)]
    listed += [SELL[p] for p in sellable(rules.board, state, seat)]


def _managing(rules: Rules, state: State, seat: int, listing: Legal) -> None:
    board, listed, built = rules.board, listing.moves, any(state.houses)
    policies = rules.policies
    left = policies.offers.left(state)
    if left > 0:
        holdings = _holdings(rules, state)
        mine = holdings[seat]
        squares = _tradable(rules, state, holdings) if built else holdings
        to = policies.offers.receivers(state)
        if squares[seat] or any(squares[s] for s in to):
            listing.forms.append(OfferForm(to, squares, state.cash[:], left))
    else:
        owner = state.owner
        mine = [p for p in board.deeds if owner[p] == seat]
    mortgaged = state.mortgaged
    blocked = built_on_group(board, state.houses) if policies.mortgages_bare_groups else state.houses
    cash, lifting = state.cash[seat], board.lifting_cost
    for p in mine:
        if mortgaged[p]:
            if cash >= lifting[p]:
                listed.append(UNMORTGAGE[p])
        elif not blocked[p]:
            listed.append(MORTGAGE[p])
    listed += [BUILD[p] for p in buildable(board, state, seat)]
    if built:
        listed += [SELL[p] for p in sellable(board, state, seat)]


def _holdings(rules: Rules, state: State) -> list[list[int]]:
    owner = state.owner
    squares: list[list[int]] = [[] for _ in state.cash]
    for p in rules.board.deeds:
        holder = owner[p]
        if holder != NOBODY:
            squares[holder].append(p)
    return squares


def _tradable(rules: Rules, state: State, holdings: list[list[int]]) -> list[list[int]]:
    houses = state.houses
    in_built_sets = {
        p
        for street_set in rules.board.sets
        if any(map(houses.__getitem__, street_set.squares))
        for p in street_set.squares
    }
    return [[p for p in squares if p not in in_built_sets] for squares in holdings]
