"""Positions set up by hand, and whole games, for the tests of the bots."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.bots import answer
from games.bots.selfplay import Plan, Played, run
from games.rules.chance import Chance
from games.rules.interface import Kind, Strength
from games.rules.landlord import LANDLORD
from games.rules.property import moves
from games.rules.property.moves import PropertyMove
from games.rules.property.state import NOBODY, State

OPTIONS = {"move_time": 86_400}


def position(
    cash: Sequence[int],
    owned: Mapping[int, Sequence[int]],
    *,
    turn: int = 0,
    decision: str = "manage",
    at: int = 0,
    kinds: Sequence[Kind] | None = None,
    houses: Mapping[int, int] | None = None,
    mortgaged: Sequence[int] = (),
) -> State:
    """Give a game in which the seats own these squares, and the turn's player is asked this."""
    state, _ = LANDLORD.start(kinds or ["bot"] * len(cash), Chance("5" * 64), OPTIONS)
    state.cash = list(cash)
    state.owner = [NOBODY] * 40
    for seat, squares in owned.items():
        for p in squares:
            state.owner[p] = seat
    for p, n in (houses or {}).items():
        state.houses[p] = n
    for p in mortgaged:
        state.mortgaged[p] = True
    state.turn, state.turns, state.offers, state.dice, state.again = turn, 40, 0, (1, 2), False
    state.position[turn] = at
    state.ask(decision, turn)  # type: ignore[arg-type]
    return state


def reply(state: State, strength: Strength, offer: moves.Offer) -> str:
    """Make an offer for the turn's player, and give the bot's answer: `accept` or `refuse`."""
    LANDLORD.apply(state, state.asked, offer)
    move = answer(LANDLORD, state, state.asked, strength)
    return {moves.ACCEPT: "accept", moves.REFUSE: "refuse"}[move]  # type: ignore[dict-item]


def is_listed(state: State, seat: int, move: PropertyMove) -> bool:
    """Tell whether a listing has a move, as it stands or by a form."""
    legal = LANDLORD.legal(state, seat)
    if move in legal.moves:
        return True
    for form in legal.forms:
        if isinstance(form, moves.BidForm) and isinstance(move, moves.Bid):
            return form.low <= move.amount <= form.high
        if isinstance(form, moves.OfferForm) and isinstance(move, moves.Offer):
            return (
                move.to in form.to
                and set(move.give) <= set(form.squares[seat])
                and set(move.get) <= set(form.squares[move.to])
                and move.give_cash <= form.cash[seat]
                and move.get_cash <= form.cash[move.to]
            )
    return False


def games(bots: str, number: int, seed: str = "tests", **changed: Any) -> list[Played]:
    """Play games of these bots (`hard,medium`), one strength a seat."""
    strengths: Any = tuple(bots.split(","))
    plan = Plan(
        rule_set=LANDLORD,
        games=number,
        seats=len(strengths),
        bots=strengths,
        seed=seed,
        max_turns=1500,
        out=changed.get("out"),
    )
    return list(run(plan, changed.get("jobs", 1)))


def share(played: Sequence[Played], strength: Strength) -> float:
    """Give what part of the decided games a strength won."""
    decided = [game for game in played if game.winner is not None]
    return sum(game.strengths[game.winner or 0] == strength for game in decided) / len(decided)
