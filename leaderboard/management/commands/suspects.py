"""`manage.py suspects`: signs of two accounts that play into one hand."""

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts import audit
from games import table
from leaderboard.bar import Bar
from leaderboard.suspects import Pair, suspects


class Command(BaseCommand):
    """Lists pairs of players whose rated games look made for one of them. docs/ratings.md tells the method."""

    help = "List pairs of players whose rated games look as if one were played for the other."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Name the period."""
        parser.add_argument("--days", type=int, default=90, help="games that ended within so many days (90)")

    def handle(self, *args: Any, **options: Any) -> None:
        """List them. Raises CommandError for a period that is none."""
        if not 1 <= options["days"] <= 36_500:
            raise CommandError("The period has 1 to 36500 days.")
        audit.by_command("look", "suspects")
        found = suspects(table.now() - timedelta(days=options["days"]), Bar())
        for pair in found:
            self.stdout.write(_line(pair))
        if not found:
            self.stdout.write("No signs.")


def _line(pair: Pair) -> str:
    told = (
        f"{pair.giver} for {pair.taker}: {pair.games} of {pair.giver}'s {pair.of} rated games were together, "
        f"{pair.taker} ahead in {pair.ahead}, rating gained {pair.gained:+}"
    )
    if pair.always_together:
        told += "; always the same pair"
    if pair.gifts:
        told += f"; given away, then resigned: {', '.join(pair.gifts)}"
    return told
