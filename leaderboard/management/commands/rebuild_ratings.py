"""`manage.py rebuild_ratings`: all ratings made anew, as after the operator has voided a game."""

import sys
import time
from typing import Any

from django.core.management.base import BaseCommand

from leaderboard.rebuild import rebuild
from leaderboard.step import rate_overlooked

WIDTH = 40


class Bar:
    """A progress bar on a terminal; nothing where nobody looks."""

    def __init__(self) -> None:
        self._drawn = 0.0

    def __call__(self, done: int, total: int) -> None:
        """Draw the bar, at most five times a second."""
        now = time.monotonic()
        if not sys.stderr.isatty() or (done < total and now - self._drawn < 0.2):
            return
        self._drawn = now
        full = WIDTH * done // total
        end = "\n" if done == total else ""
        sys.stderr.write(f"\r[{'#' * full}{'.' * (WIDTH - full)}] {done:,} of {total:,} games{end}")
        sys.stderr.flush()


class Command(BaseCommand):
    """Derives all ratings from the finished games, in the order in which these were rated."""

    help = "Derive all ratings anew from the finished games, as after voiding one."

    def handle(self, *args: Any, **options: Any) -> None:
        """Rebuild, then rate what has no number yet, and tell how many games there were."""
        done = rebuild(Bar())
        new = rate_overlooked()
        self.stdout.write(f"Ratings are made anew from {done} games" + (f", and {new} more." if new else "."))
