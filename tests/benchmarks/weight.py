"""What each page weighs on the wire, on the first visit and after.

Starts the site on a database of its own, plays some way into a game of four, and loads each page in a
browser, by itself. Bytes are as transferred: compressed, headers included.
"""

import os
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests import chromium
from tests.browser.player import Player
from tests.browser.site import Site
from tests.browser.weight import FIRST, LATER, total, weigh

DECISIONS = 25

Row = tuple[str, float, str]


def figures() -> list[Row]:
    """Weigh the pages. Gives rows of (what, bytes, goal)."""
    # Embedded, as a newcomer has it.
    for name in ("DATABASE_URL", "REDIS_URL", "EMAIL_URL"):
        os.environ.pop(name, None)
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder, Site(Path(folder)) as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.path(), chromium_sandbox=os.geteuid() != 0)
        guest = browser.new_context(base_url=site.url)
        page = guest.new_page()
        table = _play(page)
        cookies = guest.cookies()
        pages = {
            "home": "/",
            "table": table,
            "replay": f"{table}replay/?move=last",
            "rules": "/rules/",
            "fair play": "/fair-play/",
        }
        for name, path in pages.items():
            limits = (f"<= {FIRST:,}", f"<= {LATER:,}") if path == table else ("", "")
            rows += _weigh(browser, site, cookies, name, path, limits)
        browser.close()
    return rows


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


def _weigh(
    browser: Browser, site: Site, cookies: list[Any], name: str, path: str, limits: tuple[str, str]
) -> list[Row]:
    with browser.new_context(base_url=site.url) as fresh:
        fresh.add_cookies(cookies)
        first, later = (total(weigh(fresh.new_page(), path)) for _visit in range(2))
    return [
        (f"{name}: bytes on the first visit", first, limits[0]),
        (f"{name}: bytes on the next", later, limits[1]),
    ]
