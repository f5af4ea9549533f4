"""The listing of what a seat may do: exact moves, and forms for a bid and an offer."""

from games.rules.interface import Legal
from games.rules.property import moves
from games.rules.property.deeds import buildable, sellable
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
            best = state.auction.best()
            listing.forms.append(BidForm(best[1] + 1 if best else 1, cash))
        case "trade":
            listing.moves += (moves.ACCEPT, moves.REFUSE)
        case _:
            _raising(rules, state, seat, listing.moves)


def _raising(rules: Rules, state: State, seat: int, listed: list[object]) -> None:
    owner, mortgaged, houses = state.owner, state.mortgaged, state.houses
    listed += [MORTGAGE[p] for p in rules.board.deeds if owner[p] == seat and not (mortgaged[p] or houses[p])]
    listed += [SELL[p] for p in sellable(rules.board, state, seat)]


def _managing(rules: Rules, state: State, seat: int, listing: Legal) -> None:
    board, listed, built = rules.board, listing.moves, any(state.houses)
    left = rules.policies.offers_a_turn - state.offers
    if left > 0:
        holdings = _holdings(rules, state)
        mine = holdings[seat]
        squares = _tradable(rules, state, holdings) if built else holdings
        if any(squares):
            to = [s for s in range(len(squares)) if s != seat and not state.place[s]]
            listing.forms.append(OfferForm(to, squares, state.cash[:], left))
    else:
        owner = state.owner
        mine = [p for p in board.deeds if owner[p] == seat]
    mortgaged, houses = state.mortgaged, state.houses
    cash, lifting = state.cash[seat], board.lifting_cost
    for p in mine:
        if mortgaged[p]:
            if cash >= lifting[p]:
                listed.append(UNMORTGAGE[p])
        elif not houses[p]:
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
