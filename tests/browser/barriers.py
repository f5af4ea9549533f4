"""Barriers of a page to people who can't see or point well, as axe finds them."""

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Page

#: The rules that the colours decide, which are what takes axe longest.
CONTRAST: dict[str, Any] = {"runOnly": ["color-contrast"]}


def barriers(page: Page, rules: dict[str, Any] | None = None) -> str:
    """Tell what barriers a page has as it is now, by all of axe's rules or by these; nothing if there are none."""
    # Half a megabyte of script, which a page needs once: with each look it would take a fifth of a second.
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    options = {"resultTypes": ["violations"], **(rules or {})}
    found = AxeResults(page.evaluate("options => axe.run(document, options)", options))
    return str(found.generate_report()) if found.violations_count else ""
