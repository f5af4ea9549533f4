"""How many waits of a four-person game are left once three of its players have orders: the same games, both ways."""

from statistics import median

from games.rules.interface import STRENGTHS
from games.rules.property.orders import AskIfSet
from tests.rules.ordered_play import EVERYDAY, share_of_waits

GAMES = 60


def figures() -> list[tuple[str, float, str]]:
    """Count waits with and without orders. Gives rows of (what, figure, goal)."""
    rows = [
        (
            f"waits left with orders of three in four, {strength} hands, median",
            median(share_of_waits(number, strength) for number in range(GAMES)),
            "< 0.5",
        )
        for strength in STRENGTHS
    ]
    asked = median(share_of_waits(number, orders=(*EVERYDAY, AskIfSet())) for number in range(GAMES))
    return [*rows, ("likewise, medium hands, asked wherever a set is at stake", asked, "")]
