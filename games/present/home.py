"""The home page: the board as a picture, the guest's games in words, the key to the board."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

from games import bots, guests
from games.models import Game
from games.present import overlay, sheet
from games.present.cast import Cast
from games.present.groups import PATTERNS, Group, groups
from games.present.once import once
from games.present.sentences import Teller
from games.present.table import heading, rules_of
from games.rules.chance import Chance
from games.rules.interface import Kind, RuleSet
from games.rules.property.rules import Rules
from games.rules.property.view import PropertyView
from games.rules.registry import rule_set
from games.who import Who

#: The game on the home page's board, and how many of its moves have been made, at least.
PICTURED = Chance(f"{27:064x}")
PICTURED_MOVES = 181


@dataclass(frozen=True)
class Listed:
    """A game in a list: its heading, and how it stands for the reader."""

    game: Game
    heading: str
    state: str
    yours: bool


def context(
    who: Who, games: Sequence[Game], finished: Game | None, pictured: RuleSet[Any] = guests.RULES
) -> dict[str, Any]:
    """Give what `home.html` shows besides the seats to choose from; `pictured` is the game whose board is seen."""
    rules = rules_of(pictured)
    return {
        "listed": [_listed(who, game) for game in games],
        "shown": None if finished is None else _listed(who, finished),
        "sheet": sheet.sheet(rules),
        "overlay": _picture(rules),
        "pictured": rules,
        "key": _key(rules),
        "symbols": _symbols(rules),
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


def _symbols(rules: Rules) -> list[tuple[str, str]]:
    """List the drawings of squares that are in no set, and what each stands for."""
    squares = rules.board.squares
    others = [
        (sheet.icon_of(rules, squares[g.squares[0]]), f"{g.name} ({g.letters})") for g in groups(rules) if not g.number
    ]
    decks = [(icon, f"{deck.name}, a card") for icon, deck in zip(sheet.DECK_ICONS, rules.decks, strict=False)]
    return [*others, *decks, (sheet.ICONS["tax"], "a tax")]


@once
def _picture(rules: Rules) -> SafeString:
    """Draw the board in the middle of a game: three bots', always the same, at a move when there is much to see."""
    game, kinds = rule_set(rules.key, rules.version), list[Kind](["bot"] * 3)
    state, happened = game.start(kinds, PICTURED, game.options(rules.tables.with_bots, "medium"))
    while not (state.moves >= PICTURED_MOVES and any(state.houses)) and state.decision != "over":
        happened += game.apply(state, state.asked, bots.answer(game, state, state.asked, "medium"), "bot")
    cast = Cast(("Ada", "Bob", "Wren"), None)
    view = game.view(state, None)
    assert isinstance(view, PropertyView)
    return overlay.overlay(rules, view, Teller(rules, cast), overlay.recent(happened), links="")
