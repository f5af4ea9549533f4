"""Writes finished random games to a folder: `python -m tests.rules.make_records FOLDER NUMBER [orders]`.

NUMBER games of each seat count, of 30 to 600 moves, with persons, guests and bots, as they come; games
in which nobody went bankrupt count for at most a third. With `orders` people have orders, which
make moves of most types.
"""

import sys
from pathlib import Path

from games.rules import record
from tests.rules.ordered_play import OrderedGame
from tests.rules.random_play import RandomGame


def with_orders(folder: Path, wanted: int) -> None:
    """Write games in which orders made moves of eight types or more, named by seats and number."""
    for seats in (2, 3, 4):
        written, number = 0, seats - 2
        while written < wanted:
            game = OrderedGame(number)
            while not game.over and len(game.entries) < 600:
                game.look()
                if not game.act():
                    game.play(game.next_entry(game.listings()))
            if game.over and len({type(move) for move in game.acted}) >= 8:
                (folder / f"orders-{seats}-{number}.json").write_bytes(record.encode(game.record()))
                written += 1
            number += 3


def main(folder: Path, wanted: int) -> None:
    """Write the games, named by seats and number."""
    for seats in (2, 3, 4):
        written = without_bankruptcy = 0
        number = seats - 2
        while written < wanted:
            game = RandomGame(number)
            number += 3
            bankrupt = False
            while not game.over and len(game.entries) < 600:
                events = game.play(game.next_entry(game.listings()))
                bankrupt |= any(getattr(e, "why", "") == "bankrupt" for e in events)
            if not game.over or len(game.entries) < 30:
                continue
            without_bankruptcy += not bankrupt
            if not bankrupt and without_bankruptcy > wanted // 3:
                continue
            path = folder / f"random-{seats}-{number - 3}.json"
            path.write_bytes(record.encode(game.record()))
            written += 1


if __name__ == "__main__":
    make = with_orders if sys.argv[3:] == ["orders"] else main
    make(Path(sys.argv[1]), int(sys.argv[2]))
