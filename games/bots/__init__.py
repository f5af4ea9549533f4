"""The bots: a view and the legal moves in, a move out. They see neither state nor seed."""

from collections.abc import Callable
from typing import Any

from games.bots import draws, easy, hard, medium
from games.bots.knowledge import Knowledge, knowledge
from games.rules.interface import Legal, RuleSet, Strength
from games.rules.property.engine import PropertyGame
from games.rules.property.moves import AnyMove, PropertyMove
from games.rules.property.view import PropertyView

#: A bot gets the listing and its number when it asks for them: most moves need neither, and both take time.
Choose = Callable[[PropertyView, Callable[[], Legal], Callable[[], int], Knowledge], PropertyMove]

CHOOSERS: dict[Strength, Choose] = {
    "easy": easy.choose,
    "medium": medium.choose,
    "hard": hard.choose,
}


def answer(rule_set: RuleSet[Any], state: Any, seat: int, strength: Strength | None = None) -> PropertyMove:
    """Give a bot's move for a seat that is waited on; the strength is the game's own if none is given.

    The bot is handed what its seat may see, what it may do, and its own chance for this move.
    Raises TypeError for a game that has no bots.
    """
    if not isinstance(rule_set, PropertyGame):
        raise TypeError(f"There are no bots for {rule_set.key}.")
    level = strength or rule_set.strength(state)
    assert level is not None, "a game with a bot has a level"
    choose = CHOOSERS[level]
    return choose(
        rule_set.view(state, seat),
        lambda: rule_set.legal(state, seat),
        lambda: rule_set.bot_number(state, seat),
        knowledge(rule_set.rules),
    )


def answer_draw(rule_set: RuleSet[Any], state: Any, seat: int) -> AnyMove:
    """Give a bot's answer to the draw offer that stands and that its seat has still to answer.

    Raises TypeError for a game that has no bots.
    """
    if not isinstance(rule_set, PropertyGame):
        raise TypeError(f"There are no bots for {rule_set.key}.")
    return draws.answer(rule_set.view(state, seat), seat, knowledge(rule_set.rules))
