"""The players as the table lists them: money, net worth, squares by set, and how each one stands."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from games.models import Seat
from games.present.cast import Cast
from games.present.clocks import Due
from games.present.groups import Share, shares
from games.rules.interface import Strength
from games.rules.property.deeds import net_worth
from games.rules.property.rules import Rules
from games.rules.property.view import PropertyView

#: What somebody is asked, as the list of players says it.
ASKED = {
    "roll": "To roll the dice",
    "jail": "In jail, to decide how to leave",
    "buy": "To buy or decline",
    "auction": "To bid or pass",
    "manage": "To manage or end the turn",
    "trade": "To answer an offer",
    "debt": "To raise a debt",
}


#: How somebody left, as the list of players says it.
FATES: Mapping[str, str] = {
    Seat.Fate.BANKRUPT: "Bankrupt",
    Seat.Fate.RESIGNED: "Resigned",
    Seat.Fate.TIMED_OUT: "Out of time",
    Seat.Fate.AGREED: "Out as all agreed",
}


@dataclass(frozen=True)
class Known:
    """What the table knows of the players beside the view: deadlines, clocks that stand, how they left; by seat."""

    dues: Mapping[int, Due] = field(default_factory=dict)
    standing: Mapping[int, str] = field(default_factory=dict)
    fates: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Player:
    """A row of the players' table."""

    seat: int
    name: str
    you: bool
    bot: str
    money: int
    worth: int
    shares: Sequence[Share]
    states: Sequence[str]
    asked: bool
    out: bool
    due: Due | None = None


def players(
    rules: Rules, view: PropertyView, cast: Cast, strength: Strength | None, known: Known | None = None
) -> list[Player]:
    """List the players in turn order."""
    known = known or Known()
    return [
        Player(
            seat,
            cast.names[seat],
            seat == cast.reader,
            f"{strength} bot" if view.kinds[seat] == "bot" and strength else "",
            view.cash[seat],
            net_worth(rules.board, view, seat),
            shares(rules, view, seat),
            _states(view, seat, known),
            view.asked == seat,
            bool(view.place[seat]) and view.decision != "over",
            known.dues.get(seat),
        )
        for seat in view.order
    ]


def _states(view: PropertyView, seat: int, known: Known) -> list[str]:
    fate = FATES.get(known.fates.get(seat, ""))
    if view.decision == "over":
        return [f"Place {view.place[seat]}", *([fate] if fate else [])]
    if view.place[seat]:
        return [f"{fate or 'Out'}, in place {view.place[seat]}"]
    states = []
    if view.asked == seat:
        states.append(ASKED[view.decision])
    elif view.turn == seat:
        states.append("Has the turn")
    if view.jail[seat]:
        tries = view.jail[seat]
        states.append(f"In jail, {tries} {'try' if tries == 1 else 'tries'} left")
    held = len(view.cards[seat])
    if held:
        states.append("Holds a get-out card" if held == 1 else f"Holds {held} get-out cards")
    if known.standing.get(seat):
        states.append(known.standing[seat])
    return states
