"""A player who picks at random among all that `legal` lists, resigning apart."""

import random
from typing import Any

from games.rules.interface import Legal
from games.rules.property import moves
from games.rules.property.moves import BidForm, OfferForm


def pick(rng: random.Random, legal: Legal, seat: int) -> Any:
    """Pick a move of a seat that is waited on: each exact move and each form equally likely.

    Resigning, which would end most games within ten moves, is left out.
    """
    exact, forms = legal.moves, legal.forms
    # The first move listed is always `resign`.
    i = 1 + int(rng.random() * (len(exact) - 1 + len(forms)))
    if i < len(exact):
        return exact[i]
    form = forms[i - len(exact)]
    if isinstance(form, BidForm):
        return moves.Bid(form.low + int(rng.random() * (form.high - form.low + 1)))
    return _offer(rng, form, seat)


def _offer(rng: random.Random, form: OfferForm, seat: int) -> moves.Offer:
    partners = [to for to in form.to if form.squares[seat] or form.squares[to]]
    to = partners[int(rng.random() * len(partners))]
    mine, theirs = form.squares[seat], form.squares[to]
    give = [p for p in mine if rng.random() < 0.2]
    get = [p for p in theirs if rng.random() < 0.2]
    if not give and not get:
        either = mine or theirs
        square = either[int(rng.random() * len(either))]
        (give if mine else get).append(square)
    give_cash = get_cash = 0
    if rng.random() < 0.5:
        give_cash = int(rng.random() * (form.cash[seat] + 1))
    else:
        get_cash = int(rng.random() * (form.cash[to] + 1))
    return moves.Offer(to, give, get, give_cash, get_cash)
