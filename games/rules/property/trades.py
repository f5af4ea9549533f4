"""Offers: who may offer what to whom, and what happens when one ends."""

from typing import Literal

from games.rules.errors import IllegalMove
from games.rules.property import events, moves
from games.rules.property.board import Board
from games.rules.property.deeds import Holdings, tradable
from games.rules.property.events import AnyEvent
from games.rules.property.rules import Rules
from games.rules.property.state import Offer, Refusal, State


def may_offer(rules: Rules, state: State) -> bool:
    """Tell whether the turn's player may make any offer: one is left, and a square of the two may be traded."""
    receivers = rules.policies.offers.receivers(state)
    if not receivers:
        return False
    owner, board = state.owner, rules.board
    two = (state.turn, *receivers)
    return any(owner[p] in two and tradable(board, state, p) for p in board.deeds)


def check_offer(rules: Rules, state: State, seat: int, move: moves.Offer) -> None:
    """Raise IllegalMove with the reason unless the turn's player may make this offer."""
    to = move.to
    rules.policies.offers.check(state, to)
    if not 0 <= to < len(state.cash):
        raise IllegalMove("There is no such seat to make an offer to.")
    if to == seat:
        raise IllegalMove("An offer goes to another player.")
    if state.place[to]:
        raise IllegalMove("That player is out of the game.")
    if not move.give and not move.get:
        raise IllegalMove("An offer has to move at least one square.")
    _check_squares(rules.board, state, seat, move.give)
    _check_squares(rules.board, state, to, move.get)
    if move.give_cash < 0 or move.get_cash < 0:
        raise IllegalMove("A sum of money can't be less than 0.")
    if move.give_cash and move.get_cash:
        raise IllegalMove("Money can be on one side of an offer, not on both.")
    if move.give_cash > state.cash[seat]:
        raise IllegalMove(f"You can't offer more than you have, {state.cash[seat]}.")
    if move.get_cash > state.cash[to]:
        raise IllegalMove(f"You can't ask for more than that player has, {state.cash[to]}.")


def _check_squares(board: Board, state: State, seat: int, squares: list[int]) -> None:
    if len(set(squares)) != len(squares):
        raise IllegalMove("An offer names a square twice.")
    for p in squares:
        if not 0 <= p < len(board.squares):
            raise IllegalMove("There is no such square.")
        if state.owner[p] != seat:
            raise IllegalMove(f"{board.squares[p].name} isn't owned by the one who would give it.")
        if not tradable(board, state, p):
            raise IllegalMove(f"{board.squares[p].name} can't be traded: its set has buildings.")


def make_offer(rules: Rules, state: State, seat: int, move: moves.Offer, log: list[AnyEvent]) -> None:
    """Put an offer before its receiver; the giver's own wait stands still meanwhile."""
    state.offers += 1
    rules.policies.offers.note(state, move.to)
    state.offer = Offer(seat, move.to, move.give, move.get, move.give_cash, move.get_cash, state.decision, state.wait)
    state.ask("trade", move.to)
    log.append(events.Offered(seat, move.to, move.give, move.get, move.give_cash, move.get_cash))


def accept(state: State, offer: Offer, log: list[AnyEvent]) -> None:
    """Pass squares and money, and give the decision back to the giver."""
    for p in offer.give:
        state.owner[p] = offer.receiver
    for p in offer.get:
        state.owner[p] = offer.giver
    paid = offer.give_cash - offer.get_cash
    state.cash[offer.giver] -= paid
    state.cash[offer.receiver] += paid
    log.append(
        events.Traded(
            offer.giver,
            offer.receiver,
            offer.give,
            offer.get,
            offer.give_cash,
            offer.get_cash,
        )
    )
    _give_back(state, offer)


def end_offer(
    board: Board,
    state: State,
    offer: Offer,
    how: Literal["refused", "lapsed", "withdrawn", "left"],
    log: list[AnyEvent],
) -> None:
    """End an offer without a trade, and give the decision back to the giver."""
    if how in ("refused", "lapsed") and state.kinds[offer.giver] == "bot":
        _remember(board, state, offer)
    log.append(events.OfferEnded(offer.giver, offer.receiver, how))
    _give_back(state, offer)


def _give_back(state: State, offer: Offer) -> None:
    state.offer = None
    state.decision = offer.decision
    state.asked = offer.giver
    state.wait = offer.wait


def receivers_gain(board: Board, held: Holdings, offer: Offer | moves.Offer) -> int:
    """Give what an offer adds to its receiver's net worth."""
    gain = offer.give_cash - offer.get_cash
    for sign, squares in ((1, offer.give), (-1, offer.get)):
        for p in squares:
            gain += sign * (board.price[p] // 2 if held.mortgaged[p] else board.price[p])
    return gain


def _remember(board: Board, state: State, offer: Offer) -> None:
    # Bots ask for one square at a time, so the list stays short however long the game is.
    if len(offer.get) != 1:
        return
    worth = receivers_gain(board, state, offer)
    asked = (offer.giver, offer.receiver, offer.get[0])
    for i, refusal in enumerate(state.refusals):
        if (refusal.giver, refusal.receiver, refusal.square) == asked:
            state.refusals[i] = Refusal(*asked, max(refusal.worth, worth))
            return
    state.refusals.append(Refusal(*asked, worth))
