"""Draw offers: an end that all who are still in agree to. No decision waits for one."""

from games.rules.errors import IllegalMove, NotYourDecision
from games.rules.property import events, moves
from games.rules.property.events import AnyEvent
from games.rules.property.moves import AnyMove
from games.rules.property.rules import Made, Rules
from games.rules.property.state import DrawOffer, State


def check_known(rules: Rules, move: AnyMove) -> None:
    """Raise IllegalMove if the game has no such move."""
    if type(move) not in rules.moves:
        raise IllegalMove("There is no such move in this game.")


def to_answer(state: State, offer: DrawOffer) -> list[int]:
    """List who has still to answer a standing draw offer, from the left of the one who made it."""
    return [seat for seat in state.seats_after(offer.giver) if seat not in offer.accepted]


def listed(state: State, seat: int) -> list[AnyMove]:
    """List the draw moves of a seat that is still in, waited on or not."""
    offer = state.draw
    if offer is None:
        return [] if seat in state.draw_offers else [moves.OFFER_DRAW]
    return [moves.ACCEPT_DRAW, moves.REFUSE_DRAW] if seat in to_answer(state, offer) else []


def make(state: State, seat: int, log: list[AnyEvent]) -> None:
    """Put a draw offer before all the others. Raises IllegalMove with the reason if it can't be made."""
    if state.draw is not None:
        raise IllegalMove("There is a draw offer already: it has to be answered first.")
    if seat in state.draw_offers:
        raise IllegalMove("You have offered a draw since the dice were last rolled.")
    state.draw = DrawOffer(seat, state.moves, [])
    state.draw_offers.append(seat)
    log.append(events.DrawOffered(seat))


def standing(state: State, seat: int) -> DrawOffer:
    """Give the draw offer that a seat has still to answer. Raises IllegalMove or NotYourDecision if none."""
    offer = state.draw
    if offer is None:
        raise IllegalMove("There is no draw offer to answer.")
    if seat == offer.giver:
        raise NotYourDecision("The draw offer is your own: the others answer it.")
    if seat in offer.accepted:
        raise NotYourDecision("You have accepted the draw: an answer can't be changed.")
    return offer


def accept(state: State, offer: DrawOffer, seat: int, log: list[AnyEvent]) -> bool:
    """Accept for a seat. Gives True when all have, and the game is to end."""
    offer.accepted.append(seat)
    log.append(events.DrawAccepted(seat))
    return not to_answer(state, offer)


def end(state: State, seat: int, how: events.DrawEnding, log: list[AnyEvent]) -> None:
    """End a standing draw offer, by what a seat did."""
    state.draw = None
    log.append(events.DrawEnded(seat, how))


def note_answers(state: State, made: Made) -> None:
    """Keep how many of the last entries are answers to a draw offer."""
    answered = isinstance(made.move, moves.AcceptDraw | moves.RefuseDraw)
    state.draw_answers = state.draw_answers + 1 if answered else 0


def play_on(state: State, made: Made, log: list[AnyEvent]) -> None:
    """End a standing draw offer if a move other than an answer was made by one who has still to answer."""
    offer = state.draw
    if offer is not None and made.seat in to_answer(state, offer) and not isinstance(made.move, moves.DrawMove):
        end(state, made.seat, "played_on", log)
