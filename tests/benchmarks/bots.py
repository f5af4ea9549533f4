"""How fast bots play: turns a second of one core, of four medium and of four hard ones."""

from games.bots.selfplay import Plan, play
from games.rules.interface import Strength
from games.rules.landlord import LANDLORD

GAMES = 30


def turns_per_second(strength: Strength, games: int = GAMES) -> float:
    """Give turns a second of processor time in games of four bots, whole games with all moves checked."""
    plan = Plan(
        rule_set=LANDLORD, games=games, seats=4, bots=(strength,) * 4, seed="benchmark", max_turns=1500, out=None
    )
    # The first game also works out the board.
    play(plan, games)
    played = [play(plan, number) for number in range(games)]
    return sum(game.turns for game in played) / sum(game.seconds for game in played)


def main() -> None:
    """Print the figures."""
    for strength, wanted in (("easy", None), ("medium", 15_000), ("hard", 1_500)):
        target = "" if wanted is None else f" (wanted: {wanted:,})"
        print(f"self-play of four {strength} bots: {turns_per_second(strength):,.0f} turns a second{target}")


if __name__ == "__main__":
    main()
