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
    for p in rules.board.deeds:
        if owner[p] == seat and not (mortgaged[p] or houses[p]):
            listed.append(MORTGAGE[p])
    listed += [SELL[p] for p in sellable(rules.board, state, seat)]


def _managing(rules: Rules, state: State, seat: int, listing: Legal) -> None:
    board = rules.board
    owner, mortgaged, houses = state.owner, state.mortgaged, state.houses
    cash, lifting, listed = state.cash[seat], board.lifting_cost, listing.moves
    for p in board.deeds:
        if owner[p] == seat:
            if mortgaged[p]:
                if cash >= lifting[p]:
                    listed.append(UNMORTGAGE[p])
            elif not houses[p]:
                listed.append(MORTGAGE[p])
    listed += [BUILD[p] for p in buildable(board, state, seat)]
    listed += [SELL[p] for p in sellable(board, state, seat)]
    left = rules.policies.offers_a_turn - state.offers
    if left > 0:
        squares = tradable_squares(rules, state)
        if any(squares):
            to = [s for s in range(len(squares)) if s != seat and not state.place[s]]
            listing.forms.append(OfferForm(to, squares, state.cash[:], left))


def tradable_squares(rules: Rules, state: State) -> list[list[int]]:
    """List by seat the squares that may change hands: those in sets without any building."""
    owner, houses = state.owner, state.houses
    squares: list[list[int]] = [[] for _ in state.cash]
    for group in rules.board.groups:
        for p in group:
            if houses[p]:
                break
        else:
            for p in group:
                if owner[p] != NOBODY:
                    squares[owner[p]].append(p)
    return squares
