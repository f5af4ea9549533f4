"""How fast bots play: turns a second of one core, of four medium and of four hard ones."""

from games.bots.selfplay import Plan, play
from games.rules.interface import Strength
from games.rules.landlord import LANDLORD

GAMES = 30

GOALS: dict[Strength, str] = {"easy": "", "medium": ">= 15,000", "hard": ">= 1,500"}


def turns_per_second(strength: Strength, games: int = GAMES) -> float:
    """Give turns a second of processor time in games of four bots, whole games with all moves checked."""
    plan = Plan(
        rule_set=LANDLORD, games=games, seats=4, bots=(strength,) * 4, seed="benchmark", max_turns=1500, out=None
    )
    # The first game also works out the board.
    play(plan, games)
    played = [play(plan, number) for number in range(games)]
    return sum(game.turns for game in played) / sum(game.seconds for game in played)


def figures() -> list[tuple[str, float, str]]:
    """Measure the bots. Gives rows of (what, figure, goal)."""
    return [
        (f"self-play of four {strength} bots, turns/s", turns_per_second(strength), goal)
        for strength, goal in GOALS.items()
    ]
