"""`manage.py make_history`: a made-up past in an empty database, for measuring."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from leaderboard.bar import Bar
from leaderboard.history import Size, make


class Command(BaseCommand):
    """Fills an empty database on PostgreSQL with players, finished games and ratings."""

    help = "Fill an empty database on PostgreSQL with made-up players, finished games and ratings, for measuring."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Name the sizes."""
        parser.add_argument("--players", type=int, default=100_000, help="how many players (100,000)")
        parser.add_argument("--games", type=int, default=1_000_000, help="how many finished games (1,000,000)")
        parser.add_argument("--with-moves", type=int, default=10_000, help="how many of them with records (10,000)")
        parser.add_argument("--seed", type=int, default=1, help="another number gives another history")

    def handle(self, *args: Any, **options: Any) -> None:
        """Make it. Raises CommandError for sizes that make no sense, and a database that is not empty."""
        size = Size(options["players"], options["games"], options["with_moves"])
        if size.players < 4 or size.games < 1 or not 0 <= size.with_moves <= size.games:
            raise CommandError("A history has four players or more, a game or more, and no more records than games.")
        try:
            make(size, options["seed"], Bar())
        except RuntimeError as refusal:
            raise CommandError(str(refusal)) from None
        self.stdout.write(f"{size.players} players, {size.games} games, records of {size.with_moves}.")
