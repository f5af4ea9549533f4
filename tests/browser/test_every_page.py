"""Every page, in the light and in the dark, at a desk and on a phone: barriers, and whether it fits."""

from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.conftest import DESK, PHONE
from tests.browser.fits import assert_nothing_sticks_out
from tests.browser.moments import Moments
from tests.browser.places import PLACES, Place
from tests.browser.places_people import OF_PEOPLE
from tests.browser.places_ratings import OF_RATINGS
from tests.browser.watch import Watch

Scheme = Literal["light", "dark"]

#: What the colours can't change is looked for once in each width.
RULES: dict[Scheme, dict[str, Any]] = {"light": {}, "dark": {"runOnly": ["color-contrast"]}}


@pytest.mark.parametrize("place", [*PLACES, *OF_PEOPLE, *OF_RATINGS], ids=lambda place: place.name)
def test_axe_finds_no_barrier_and_nothing_sticks_out(place: Place, page: Page, moments: Moments, watch: Watch) -> None:
    if place.status != 200:
        watch.expect(place.status)
    place.bring(page, moments)
    # What is folded away is part of the page as well.
    page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true")
    for width, window in (("desk", DESK), ("phone", PHONE)):
        page.set_viewport_size(window)
        assert_nothing_sticks_out(page)
        for scheme, rules in RULES.items():
            page.emulate_media(color_scheme=scheme)
            found = Axe().run(page, options={"resultTypes": ["violations"], **rules})
            assert not found.violations_count, f"{width}, {scheme}: {found.generate_report()}"
