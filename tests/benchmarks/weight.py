"""What each page weighs on the wire, on the first visit and after: `python -m tests.benchmarks.weight`.

Starts the site on a database of its own, plays some way into a game of four, and loads each page in a
browser, by itself. Bytes are as transferred: compressed, headers included.
"""

import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.player import Player
from tests.browser.site import Site
from tests.browser.weight import FIRST, LATER, told, total, weigh

DECISIONS = 25


def main() -> None:
    """Print the weights, and say whether those of the table are within their limits."""
    # Embedded, as a newcomer has it.
    for name in ("DATABASE_URL", "REDIS_URL"):
        os.environ.pop(name, None)
    program = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with tempfile.TemporaryDirectory() as folder, Site(Path(folder)) as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, chromium_sandbox=os.geteuid() != 0)
        guest = browser.new_context(base_url=site.url)
        page = guest.new_page()
        table = _play(page)
        cookies = guest.cookies()
        for path in ("/", table, f"{table}replay/?move=last", "/rules/", "/fair-play/"):
            _print(browser, site, cookies, path, limited=path == table)
        browser.close()


def _play(page: Page) -> str:
    while True:
        page.goto("/")
        page.locator(".seg label", has_text="4").click()
        page.get_by_role("button", name="Play the bot now").click()
        page.wait_for_url("**/games/*/")
        player = Player(page)
        player.play(DECISIONS)
        if not player.over:
            return "/" + page.url.split("/", 3)[3]


def _print(browser: Browser, site: Site, cookies: list[Any], path: str, *, limited: bool) -> None:
    with browser.new_context(base_url=site.url) as fresh:
        fresh.add_cookies(cookies)
        first, later = (weigh(fresh.new_page(), path) for _visit in range(2))
    print(f"{path}: {total(first):,} bytes on the first visit, {total(later):,} on the next")
    if limited:
        print(told(first))
        print(f"limits of a table page: {FIRST:,} and {LATER:,}")
        assert total(first) <= FIRST and total(later) <= LATER


if __name__ == "__main__":
    main()
