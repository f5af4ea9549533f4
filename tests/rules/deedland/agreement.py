"""What `legal` says of a move, and what `apply` does with it, for some 150 moves in a state."""

import random
from typing import Any

from games.rules.deedland import DEEDLAND
from games.rules.errors import RulesError
from games.rules.property import moves
from games.rules.property.moves import BidForm, OfferForm
from games.rules.property.state import State
from tests.rules.candidates import candidates, offered

DRAWING = (moves.OFFER_DRAW, moves.ACCEPT_DRAW, moves.REFUSE_DRAW)


def check_agreement(state: State, rng: random.Random) -> int:
    """Check that `apply` takes exactly what `legal` offers, and that a refusal changes nothing.

    Gives the number of moves tried. The state itself is not touched: all is tried on copies.
    """
    text = DEEDLAND.encode_state(state)
    copy = DEEDLAND.decode_state(text)
    seats = range(len(state.cash))
    listings = {s: DEEDLAND.legal(state, s) for s in seats}
    tried = 0
    listed = [(s, move) for s in seats for move in listings[s].moves]
    drawing = [(s, move) for s in seats for move in DRAWING]
    nowhere = [(s, moves.TIMEOUT) for s in seats]
    for seat, move in [*candidates(state, rng), *listed, *drawing, *nowhere]:
        tried += 1
        right = seat in listings and offered(listings[seat], seat, move)
        sentence = _refusal(copy, seat, move)
        if sentence is None:
            assert right, f"{move} of seat {seat} is not offered, and accepted"
            copy = DEEDLAND.decode_state(text)
        else:
            assert not right, f"{move} of seat {seat} is offered, and refused: {sentence}"
            assert sentence[:1].isupper() and sentence.endswith("."), sentence
            assert DEEDLAND.encode_state(copy) == text, f"refusing {move} of {seat} left traces"
    for listing in listings.values():
        for form in listing.forms:
            assert isinstance(form, BidForm) or _usable(form, state.asked)
    return tried


def _usable(form: Any, seat: int) -> bool:
    assert isinstance(form, OfferForm)
    return form.left == len(form.to) and any(form.squares[seat] or form.squares[to] for to in form.to)


def _refusal(state: State, seat: int, move: Any) -> str | None:
    """Make a move; give the sentence it is refused with, or None."""
    try:
        DEEDLAND.apply(state, seat, move)
    except RulesError as error:
        return str(error)
    return None
