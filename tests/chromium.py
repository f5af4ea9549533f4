"""Which browser the tests look at pages with."""

import os
import shutil

#: As Debian names them. The first has no windows to draw, and takes a quarter less of a processor for the same pages.
NAMES = ("chromium-headless-shell", "chromium")


def path() -> str | None:
    """Give the browser of this machine, or None where Playwright has its own."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
