"""Writes finished games of Deedland: `python -m tests.rules.deedland.make_records FOLDER NUMBER`.

NUMBER games of each seat count, of 30 to 600 moves: half of them random, of persons, guests and bots, with the
clock and draws among them; half of bots at all levels. Games that were drawn, in which somebody went bankrupt,
or in which a player not on turn was in debt, come first. With them ten games of what is rarer still.
"""

import sys
from pathlib import Path

from games.bots.selfplay import Plan, play
from games.rules import record
from games.rules.deedland import DEEDLAND
from games.rules.interface import STRENGTHS
from games.rules.property.events import Left, Owed
from games.rules.property.moves import AcceptDraw
from tests.rules.deedland.random_play import RandomGame


def random_games(folder: Path, seats: int, wanted: int) -> None:
    """Write random games, a third of them at least with each of what is rare."""
    rare = {"drawn": 0, "bankrupt": 0, "another's debt": 0}
    written, number = 0, seats - 2
    while written < wanted:
        game = RandomGame(number)
        number += 3
        seen: set[str] = set()
        while not game.over and len(game.entries) < 600:
            for event in game.play(game.next_entry(game.listings())):
                if isinstance(event, Left) and event.why == "bankrupt":
                    seen.add("bankrupt")
                elif isinstance(event, Owed) and event.seat != game.state.turn:
                    seen.add("another's debt")
        if not game.over or len(game.entries) < 30:
            continue
        if isinstance(game.entries[-1][1], AcceptDraw):
            seen.add("drawn")
        missing = [name for name, count in rare.items() if count < wanted // 3]
        if missing and not seen.intersection(missing):
            continue
        for name in seen:
            rare[name] += 1
        (folder / f"random-{seats}-{number - 3}.json").write_bytes(record.encode(game.record()))
        written += 1


#: Random games, found among the first 22,000, in which the clock comes to rest, or a card's payments wait for a debt.
RARE = {"rest": (2457, 2550, 6584, 7106, 9553, 21070), "list": (2083, 2189, 2249, 2281)}


def rare_games(folder: Path) -> None:
    """Write the random games of what hardly ever comes about."""
    for what, numbers in RARE.items():
        for number in numbers:
            game = RandomGame(number)
            while not game.over:
                game.play(game.next_entry(game.listings()))
            (folder / f"{what}-{len(game.kinds)}-{number}.json").write_bytes(record.encode(game.record()))


def games_of_bots(folder: Path, seats: int, wanted: int) -> None:
    """Write games of bots, one level after another."""
    for number in range(wanted):
        level = STRENGTHS[1 + number % 2] if number else STRENGTHS[0]
        plan = Plan(
            rule_set=DEEDLAND,
            games=1,
            seats=seats,
            bots=(level,) * seats,
            seed=f"kept {seats}",
            max_turns=1500,
            out=folder,
        )
        play(plan, number)
        (folder / f"{number:05d}.json").rename(folder / f"bots-{seats}-{number:02d}.json")


def main(folder: Path, wanted: int) -> None:
    """Write the games, named by seats and number."""
    folder.mkdir(parents=True, exist_ok=True)
    rare_games(folder)
    for seats in DEEDLAND.seats:
        random_games(folder, seats, wanted - wanted // 2)
        games_of_bots(folder, seats, wanted // 2)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
