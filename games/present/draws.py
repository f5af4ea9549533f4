"""An offer to end the game as a draw: what stands, who has answered, and whether the reader may make one."""

from dataclasses import dataclass

from games.present.cast import Cast, listing
from games.queries import TableReading
from games.rules.interface import DrawOffer
from games.rules.property import moves
from games.rules.property.view import PropertyView

MEANS = "The game is over then, and all who are still in share the first place. It can’t be undone."
PLAYING_ON = "Playing on without an answer is a refusal."


@dataclass(frozen=True)
class Standing:
    """A draw offer that is still to be answered; `may_answer` if by the reader, and `token` names it then."""

    title: str
    means: str
    answered: str
    may_answer: bool
    token: str


def standing(reading: TableReading, view: PropertyView, cast: Cast) -> Standing | None:
    """Give the draw offer that stands, as its reader sees it."""
    offer = reading.draw
    if offer is None:
        return None
    verb = "offer" if offer.giver == cast.reader else "offers"
    may_answer = cast.reader in offer.to_answer
    return Standing(
        f"{cast.subject(offer.giver)} {verb} a draw",
        f"{MEANS} {PLAYING_ON}" if may_answer else MEANS,
        _answered(offer, view, cast),
        may_answer,
        offer.token,
    )


def not_now(reading: TableReading, cast: Cast) -> str:
    """Say why the reader can't offer a draw now; empty if they can."""
    if reading.legal is not None and moves.OFFER_DRAW in reading.legal.moves:
        return ""
    if reading.draw is not None:
        return "A draw is offered, and is still to be answered."
    return "You have offered a draw, and can again after the next roll of the dice."


def _answered(offer: DrawOffer, view: PropertyView, cast: Cast) -> str:
    others = [seat for seat in view.order if not view.place[seat] and seat != offer.giver]
    accepted = [seat for seat in others if seat not in offer.to_answer]
    missing = f"Still to answer: {listing([cast.object(seat) for seat in offer.to_answer])}."
    if not accepted:
        return missing
    have = "have" if len(accepted) > 1 or accepted == [cast.reader] else "has"
    named = [cast.subject(seat) if seat == accepted[0] else cast.object(seat) for seat in accepted]
    return f"{listing(named)} {have} accepted. {missing}"
