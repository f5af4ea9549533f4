"""The home page: the board as a picture, the guest's games in words, the key to the board."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

from games.guests import RULES
from games.models import Game
from games.pages.present import overlay, sheet
from games.pages.present.cast import Cast
from games.pages.present.groups import PATTERNS, Group, groups
from games.pages.present.once import once
from games.pages.present.sentences import Teller
from games.pages.present.table import heading, rules_of
from games.rules.property import events
from games.rules.property.rules import Rules
from games.rules.property.view import PropertyView
from games.who import Who


@dataclass(frozen=True)
class Listed:
    """A game in a list: its heading, and how it stands for the reader."""

    game: Game
    heading: str
    state: str
    yours: bool


def context(who: Who, games: Sequence[Game], finished: Game | None) -> dict[str, Any]:
    """Give what `home.html` shows besides the seats to choose from."""
    rules = rules_of(RULES)
    return {
        "listed": [_listed(who, game) for game in games],
        "shown": None if finished is None else _listed(who, finished),
        "sheet": sheet.sheet(rules),
        "overlay": _picture(rules),
        "key": _key(rules),
        "others": [group for group in groups(rules) if not group.number],
    }


def _listed(who: Who, game: Game) -> Listed:
    seats = list(game.seats.all())
    reader = next((seat.number for seat in seats if who.sits_at(seat)), None)
    cast = Cast([seat.name for seat in seats], reader)
    match game.status:
        case Game.Status.OPEN:
            state = "Not started yet: it waits for your seed"
        case Game.Status.RUNNING:
            state = f"{_moves(game)} so far"
        case _:
            place = seats[reader].place if reader is not None else 0
            state = f"Over after {_moves(game)}" + (f": you came in place {place}" if place else "")
    yours = game.status != Game.Status.FINISHED and reader is not None
    return Listed(game, heading(cast, game), state, yours)


def _moves(game: Game) -> str:
    return f"{game.move_count} move" + ("" if game.move_count == 1 else "s")


def _key(rules: Rules) -> list[tuple[Group, str]]:
    return [(g, PATTERNS[g.number - 1]) for g in groups(rules) if g.number]


@once
def _picture(rules: Rules) -> SafeString:
    """Draw a position on the board that shows what can be seen there; it is of no game."""
    size = len(rules.board.squares)
    owner, houses, mortgaged = [-1] * size, [0] * size, [False] * size
    sets = rules.board.sets
    for seat, street_set, built in ((1, sets[0], 2), (1, sets[3], 1), (2, sets[5], 0), (0, sets[6], 4)):
        for p in street_set.squares:
            owner[p], houses[p] = seat, built
    for seat, p in ((0, 6), (2, 7), (2, 9), (2, 11), (1, 12), (0, 14), (1, 22), (1, 21), (0, 39)):
        owner[p] = seat
    for seat, kind in ((0, "ferry"), (2, "works")):
        for p in [q for q in rules.board.deeds if rules.board.kind[q] == kind][:3]:
            owner[p] = seat
    houses[34] = 5
    mortgaged[12] = mortgaged[22] = True
    view = PropertyView(
        seat=None,
        kinds=("guest", "bot", "bot"),
        order=(0, 1, 2),
        turn=0,
        turns=1,
        moves=0,
        rolls=1,
        decision="manage",
        asked=0,
        cash=(0, 0, 0),
        position=(24, 10, 13),
        jail=(0, 3, 0),
        cards=((), (), ()),
        place=(0, 0, 0),
        owner=tuple(owner),
        houses=tuple(houses),
        mortgaged=tuple(mortgaged),
        dice=(2, 6),
        offers_left=0,
        auction=None,
        offer=None,
        debt=None,
        refusals=(),
    )
    cast = Cast(("Ada", "Bob", "Wren"), None)
    last = overlay.Recent(events.Rolled(0, 2, 6, False), events.Moved(0, 16, 24, "roll"))
    return overlay.overlay(rules, view, Teller(rules, cast), last, links="")
