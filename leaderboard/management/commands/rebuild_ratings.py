"""`manage.py rebuild_ratings`: all ratings made anew, as after the operator has voided a game."""

from typing import Any

from django.core.management.base import BaseCommand

from accounts import audit
from leaderboard.bar import Bar
from leaderboard.rebuild import rebuild
from leaderboard.step import rate_overlooked


class Command(BaseCommand):
    """Derives all ratings from the finished games, in the order in which these were rated."""

    help = "Derive all ratings anew from the finished games, as after voiding one."

    def handle(self, *args: Any, **options: Any) -> None:
        """Rebuild, then rate what has no number yet, and tell how many games there were."""
        audit.by_command("rebuild ratings")
        done = rebuild(Bar())
        new = rate_overlooked()
        self.stdout.write(f"Ratings are made anew from {done} games" + (f", and {new} more." if new else "."))
