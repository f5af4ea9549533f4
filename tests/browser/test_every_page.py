"""Every page, in the light and in the dark, at a desk and on a phone: barriers, and whether it fits."""

from typing import Any, Literal

import pytest
from playwright.sync_api import Page

from tests.browser.barriers import CONTRAST, barriers
from tests.browser.conftest import DESK, PHONE
from tests.browser.fits import assert_nothing_sticks_out
from tests.browser.moments import Moments
from tests.browser.places import OF_TABLES, PLACES
from tests.browser.places_deedland import OF_DEEDLAND
from tests.browser.places_people import OF_PEOPLE
from tests.browser.places_ratings import OF_RATINGS
from tests.browser.watch import Watch

Scheme = Literal["light", "dark"]
#: The rules that are looked by in some colours.
Looks = dict[Scheme, dict[str, Any]]

#: What the colours can't change is looked for once in each width.
RULES: Looks = {"light": {}, "dark": CONTRAST}
WIDTHS = {"desk": DESK, "phone": PHONE}
#: The ways in turn that states of one template are looked at in the ordinary run, one each.
WAYS: list[tuple[str, Scheme]] = [("desk", "light"), ("desk", "dark"), ("phone", "dark"), ("phone", "light")]
EVERY_PLACE = [*PLACES, *OF_TABLES, *OF_PEOPLE, *OF_DEEDLAND, *OF_RATINGS]


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
    looks = _looks(turn, long=pytestconfig.getoption("--long"))
    for width, window in WIDTHS.items():
        page.set_viewport_size(window)
        assert_nothing_sticks_out(page)
        for scheme, rules in looks[width].items():
            page.emulate_media(color_scheme=scheme)
            found = barriers(page, rules)
            assert not found, f"{width}, {scheme}: {found}"


def _looks(turn: int, *, long: bool) -> dict[str, Looks]:
    """Give for each width the colours that a place is looked at in, and by which rules."""
    if long:
        return dict.fromkeys(WIDTHS, RULES)
    place = EVERY_PLACE[turn]
    if place in OF_TABLES:
        width, scheme = WAYS[OF_TABLES.index(place) % len(WAYS)]
        return {name: {scheme: {}} if name == width else {} for name in WIDTHS}
    # Light in one width and dark in the other, in turn.
    light = turn % 2
    return {name: {"light": {}} if n == light else {"dark": RULES["dark"]} for n, name in enumerate(WIDTHS)}


def test_the_ordinary_run_sees_each_place_in_both_colours_or_one_of_many() -> None:
    for turn, place in enumerate(EVERY_PLACE):
        looks = _looks(turn, long=False)
        schemes = [scheme for found in looks.values() for scheme in found]
        assert sorted(schemes) == ["dark", "light"] or (place in OF_TABLES and len(schemes) == 1), place.name
    seen = [_looks(EVERY_PLACE.index(place), long=False) for place in OF_TABLES]
    assert {(width, scheme) for looks in seen for width, found in looks.items() for scheme in found} == set(WAYS)
