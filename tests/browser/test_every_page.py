"""Every page, in the light and in the dark, at a desk and on a phone: barriers, and whether it fits."""

from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.conftest import DESK, PHONE
from tests.browser.fits import assert_nothing_sticks_out
from tests.browser.moments import Moments
from tests.browser.places import PLACES
from tests.browser.places_deedland import OF_DEEDLAND
from tests.browser.places_people import OF_PEOPLE
from tests.browser.places_ratings import OF_RATINGS
from tests.browser.watch import Watch

Scheme = Literal["light", "dark"]

#: What the colours can't change is looked for once in each width.
RULES: dict[Scheme, dict[str, Any]] = {"light": {}, "dark": {"runOnly": ["color-contrast"]}}
WIDTHS = {"desk": DESK, "phone": PHONE}
EVERY_PLACE = [*PLACES, *OF_PEOPLE, *OF_DEEDLAND, *OF_RATINGS]


@pytest.mark.parametrize("turn", range(len(EVERY_PLACE)), ids=[place.name for place in EVERY_PLACE])
def test_axe_finds_no_barrier_and_nothing_sticks_out(
    turn: int, page: Page, moments: Moments, watch: Watch, pytestconfig: pytest.Config
) -> None:
    place = EVERY_PLACE[turn]
    if place.status != 200:
        watch.expect(place.status)
    place.bring(page, moments)
    # What is folded away is part of the page as well.
    page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true")
    whole = pytestconfig.getoption("--long")
    for number, (width, window) in enumerate(WIDTHS.items()):
        page.set_viewport_size(window)
        assert_nothing_sticks_out(page)
        # The ordinary run looks at each place light in one width and dark in the other, in turn.
        schemes = RULES if whole else ("light" if (turn + number) % 2 else "dark",)
        for scheme in schemes:
            page.emulate_media(color_scheme=scheme)
            found = Axe().run(page, options={"resultTypes": ["violations"], **RULES[scheme]})
            assert not found.violations_count, f"{width}, {scheme}: {found.generate_report()}"
