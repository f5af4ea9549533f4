"""The players as the table lists them: money, net worth, squares by set, and how each one stands."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.present.cast import Cast
from games.present.groups import Share, shares
from games.rules.interface import Strength
from games.rules.property.deeds import net_worth
from games.rules.property.rules import Rules
from games.rules.property.view import PropertyView

#: What somebody is asked, as the list of players says it.
ASKED = {
    "jail": "In jail, to decide how to leave",
    "buy": "To buy or decline",
    "auction": "To bid or pass",
    "manage": "To manage or end the turn",
    "trade": "To answer an offer",
    "debt": "To raise a debt",
}


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


def players(rules: Rules, view: PropertyView, cast: Cast, strength: Strength | None) -> list[Player]:
    """List the players in turn order."""
    return [
        Player(
            seat,
            cast.names[seat],
            seat == cast.reader,
            f"{strength} bot" if view.kinds[seat] == "bot" and strength else "",
            view.cash[seat],
            net_worth(rules.board, view, seat),
            shares(rules, view, seat),
            _states(view, seat),
            view.asked == seat,
            bool(view.place[seat]) and view.decision != "over",
        )
        for seat in view.order
    ]


def _states(view: PropertyView, seat: int) -> list[str]:
    if view.decision == "over":
        return [f"Place {view.place[seat]}"]
    if view.place[seat]:
        return [f"Out, in place {view.place[seat]}"]
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
    return states
