"""The leaderboard and players' pages in a browser: answered, found, blocked, and worked by keys."""

import pytest
from playwright.sync_api import Page, expect

from accounts.models import Block, User
from leaderboard.models import RatingKey
from tests.browser.conftest import DESK, PHONE
from tests.browser.places_people import sign_in
from tests.browser.places_ratings import people
from tests.browser.site import Site
from tests.browser.watch import Watch


@pytest.mark.parametrize("window", [DESK, PHONE], ids=["desk", "phone"])
def test_somebody_is_asked_once_and_is_listed_then(
    page: Page, site: Site, watch: Watch, window: dict[str, int]
) -> None:
    page.set_viewport_size(window)  # type: ignore[arg-type]
    people()
    me = User.objects.get(name="Hidden")
    sign_in(page, me)
    page.goto("/leaderboard/")
    expect(page.locator(".own")).to_contain_text("Hidden (you)")
    page.get_by_role("button", name="List me", exact=True).click()
    expect(page.get_by_role("status")).to_contain_text("You are on the leaderboard")
    expect(page.get_by_role("button", name="List me", exact=True)).to_have_count(0)
    # Whoever asks next finds the name on the list, once.
    expect(page.get_by_role("link", name="Hidden")).to_have_count(2)
    me.refresh_from_db()
    assert me.on_leaderboard and RatingKey.objects.get(user=me).asked_at


def test_a_player_is_found_by_keys_and_blocked(page: Page, site: Site, watch: Watch) -> None:
    people()
    sign_in(page, User.objects.get(name="Bob"))
    page.goto("/leaderboard/")
    page.get_by_label("Name begins with").fill("ad")
    page.keyboard.press("Enter")
    page.get_by_role("rowheader", name="Ada").get_by_role("link").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Ada")
    expect(page.get_by_role("img", name="Ada’s rating in Landlord over")).to_be_visible()
    expect(page.get_by_text("games together")).to_be_visible()
    page.get_by_role("button", name="Block Ada").press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Ada is on your list")
    assert Block.objects.filter(user__name="Bob", blocked__name="Ada").exists()


def test_one_s_own_line_stays_in_sight(page: Page, site: Site, watch: Watch) -> None:
    page.set_viewport_size({"width": 360, "height": 400})
    people()
    sign_in(page, User.objects.get(name="Hidden"))
    page.goto("/leaderboard/")
    page.locator(".ladder").scroll_into_view_if_needed()
    line = page.locator(".own")
    expect(line).to_be_in_viewport()
    page.evaluate("document.querySelector('.ladder tbody tr').scrollIntoView()")
    expect(line).to_be_in_viewport()
