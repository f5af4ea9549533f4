"""A table page is light on the wire; `python -m tests.benchmarks weight` prints what it weighs."""

import pytest

from tests.browser.conftest import Profile
from tests.browser.moments import Moments, Wish, in_the_middle, may_build
from tests.browser.weight import FIRST, LATER, told, total, weigh


@pytest.mark.parametrize("wish", [in_the_middle, may_build], ids=lambda wish: wish.__name__)
def test_a_table_page_in_the_middle_of_a_game_is_light(profile: Profile, moments: Moments, wish: Wish) -> None:
    played, context = moments.at(wish, 4), profile()
    moments.seat(context, played)
    first = weigh(context.new_page(), played.url())
    assert {piece.path.rsplit(".", 1)[-1] for piece in first} >= {"css", "js", "svg"}, "all of it was weighed"
    assert total(first) <= FIRST, told(first)
    later = weigh(context.new_page(), played.url())
    assert 0 < total(later) <= LATER, told(later)
    assert len([piece for piece in later if piece.bytes]) == 1, f"only the page itself comes again:\n{told(later)}"
