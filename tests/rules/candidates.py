"""Some 150 moves to try in a state, most of them wrong, and what `legal` says of each."""

import random
from collections.abc import Iterator
from typing import Any

from games.rules.errors import RulesError
from games.rules.interface import Legal
from games.rules.landlord import LANDLORD
from games.rules.property import moves
from games.rules.property.moves import BidForm, OfferForm
from games.rules.property.state import NOBODY, State

PLAIN = (
    moves.PAY_FINE,
    moves.USE_CARD,
    moves.ROLL,
    moves.BUY,
    moves.DECLINE,
    moves.PASS,
    moves.ACCEPT,
    moves.REFUSE,
    moves.WITHDRAW,
    moves.END_TURN,
    moves.RESIGN,
)
ON_SQUARE = (moves.Build, moves.Sell, moves.Mortgage, moves.Unmortgage)
HUGE = 10**30


def offered(listing: Legal, seat: int, move: Any) -> bool:
    """Tell whether a listing offers a move: by name, or within the bounds of a form."""
    if isinstance(move, moves.Bid):
        return any(isinstance(form, BidForm) and form.low <= move.amount <= form.high for form in listing.forms)
    if isinstance(move, moves.Offer):
        return any(isinstance(form, OfferForm) and _within(form, seat, move) for form in listing.forms)
    return move in listing.moves


def _within(form: OfferForm, seat: int, move: moves.Offer) -> bool:
    return (
        move.to in form.to
        and set(move.give) <= set(form.squares[seat])
        and set(move.get) <= set(form.squares[move.to])
        and len(set(move.give)) == len(move.give)
        and len(set(move.get)) == len(move.get)
        and bool(move.give or move.get)
        and 0 <= move.give_cash <= form.cash[seat]
        and 0 <= move.get_cash <= form.cash[move.to]
        and 0 in (move.give_cash, move.get_cash)
    )


def candidates(state: State, rng: random.Random) -> Iterator[tuple[int, Any]]:
    """Give (seat, move) pairs: every kind of move, in and out of bounds, by right and wrong seats."""
    seats = len(state.cash)
    asked = state.asked if state.asked != NOBODY else 0
    for move in PLAIN:
        for seat in range(-1, seats + 1):
            yield seat, move
    for kind in ON_SQUARE:
        # Every square of one's own, and a few of all the others, on the board and off it.
        own = [p for p in range(40) if state.owner[p] == asked]
        others = rng.sample(range(-1, 42), 9)
        for p in {*own, *others, HUGE}:
            yield asked, kind(p)
        yield (asked + 1) % seats, kind(rng.randrange(40))
    best = state.auction.best() if state.auction is not None else None
    amounts = {-HUGE, -1, 0, 1, 2, state.cash[asked], state.cash[asked] + 1, HUGE}
    if best is not None:
        amounts |= {best[1] - 1, best[1], best[1] + 1}
    for amount in amounts:
        yield asked, moves.Bid(amount)
    yield (asked + 1) % seats, moves.Bid(1)
    for _ in range(45):
        yield asked, offer(state, asked, rng)
    yield (asked + 1) % seats, offer(state, (asked + 1) % seats, rng)


def offer(state: State, seat: int, rng: random.Random) -> moves.Offer:
    """Give an offer that is about as often right as wrong in one or two points."""
    seats = len(state.cash)
    to = rng.choice([s for s in range(seats) if s != seat])
    mine = [p for p in range(40) if state.owner[p] == seat]
    theirs = [p for p in range(40) if state.owner[p] == to]
    give = rng.sample(mine, min(len(mine), rng.randrange(3)))
    get = rng.sample(theirs, min(len(theirs), rng.randrange(3)))
    give_cash = get_cash = 0
    if rng.random() < 0.5:
        give_cash = rng.choice([0, 1, state.cash[seat], rng.randint(0, state.cash[seat])])
    else:
        get_cash = rng.choice([0, 1, state.cash[to], rng.randint(0, state.cash[to])])
    for _ in range(rng.choice([0, 0, 1, 1, 2])):
        match rng.randrange(10):
            case 0:
                to = rng.choice([-1, seat, seats, HUGE, rng.randrange(seats)])
            case 1:
                give = give * 2
            case 2:
                get = get * 2
            case 3:
                give = [*give, rng.randint(-1, 40)]
            case 4:
                get = [*get, rng.randint(-1, 40)]
            case 5:
                give, get = [], []
            case 6:
                give_cash = rng.choice([-1, state.cash[seat] + 1, HUGE])
            case 7:
                get_cash = rng.choice([-1, HUGE, state.cash[to % seats] + 1])
            case 8:
                give_cash, get_cash = 1, 1
            case _:
                give, get = get, give
    return moves.Offer(to, give, get, give_cash, get_cash)


def check_agreement(state: State, rng: random.Random) -> int:
    """Check that `apply` takes exactly what `legal` offers, and that a refusal changes nothing.

    Gives the number of moves tried. The state itself is not touched: all is tried on copies.
    """
    text = LANDLORD.encode_state(state)
    copy = LANDLORD.decode_state(text)
    seats = range(len(state.cash))
    listings = {s: LANDLORD.legal(state, s) for s in seats}
    tried = 0
    listed = [(s, move) for s in seats for move in listings[s].moves]
    for seat, move in [*candidates(state, rng), *listed, *((s, moves.TIMEOUT) for s in seats)]:
        tried += 1
        if move is moves.TIMEOUT:
            right = state.asked == seat
        else:
            right = seat in listings and offered(listings[seat], seat, move)
        sentence = _refusal(copy, seat, move)
        if sentence is None:
            assert right, f"{move} of seat {seat} is not offered, and accepted"
            copy = LANDLORD.decode_state(text)
        else:
            assert not right, f"{move} of seat {seat} is offered, and refused: {sentence}"
            assert sentence[:1].isupper() and sentence.endswith("."), sentence
            assert LANDLORD.encode_state(copy) == text, f"refusing {move} of {seat} left traces"
    return tried


def _refusal(state: State, seat: int, move: Any) -> str | None:
    """Make a move; give the sentence it is refused with, or None."""
    try:
        LANDLORD.apply(state, seat, move)
    except RulesError as error:
        return str(error)
    return None
