"""A progress bar for commands that take minutes."""

import sys
import time

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
