"""A table left open shows what others do, and loses nothing of what its reader was at."""

import re
from datetime import UTC, datetime, timedelta

from playwright.sync_api import Page, expect

from tests.browser.asking import only_asks
from tests.browser.conftest import Profile
from tests.browser.moments import Moments, may_bid, may_build, may_buy, may_trade
from tests.games.tables import BUY, END_TURN, RESIGN, Played

#: Milliseconds after which a table looks again while others are waited on, and while its reader is.
OFTEN, SELDOM = 2_000, 15_000
OFFERED = re.compile("You .* offer")
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


def _open(profile: Profile, moments: Moments, played: Played, *, seated: bool) -> Page:
    """Open a table under a clock that stands still until it is put forward."""
    context = profile()
    if seated:
        moments.seat(context, played)
    page = context.new_page()
    only_asks(page)
    page.clock.install(time=NOON)
    page.clock.pause_at(NOON + timedelta(minutes=1))
    page.goto(played.url())
    return page


def _looks(page: Page, milliseconds: int) -> int:
    """Put the clock forward, and give the status of the look that the page takes at the table."""
    with page.expect_response("**/live/") as answer:
        page.clock.fast_forward(milliseconds)
    return answer.value.status


def test_somebody_who_watches_sees_a_move_within_two_seconds(profile: Profile, moments: Moments) -> None:
    played = moments.at(may_buy)
    page = _open(profile, moments, played, seated=False)
    assert _looks(page, OFTEN) == 304, "nothing has changed"
    played.send(BUY)
    page.clock.fast_forward(OFTEN)
    expect(page.locator("#log-list li").first).to_contain_text("Guest bought")
    expect(page.get_by_role("status")).to_contain_text("Guest bought")
    expect(page.locator("#ask h2")).to_contain_text("Guest may build, trade and settle things")
    assert _looks(page, OFTEN) == 304, "the new table has a stamp of its own"


def test_a_look_at_a_table_that_waits_for_its_reader_is_seldom(profile: Profile, moments: Moments) -> None:
    played = moments.at(may_buy)
    page = _open(profile, moments, played, seated=True)
    asked = []
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/live/") else None)
    page.clock.fast_forward(SELDOM - 1_000)
    expect(page.locator("#ask")).to_be_visible()
    assert not asked
    assert _looks(page, 1_000) == 304


def test_whoever_watches_keeps_the_deed_and_the_place_in_the_log(profile: Profile, moments: Moments) -> None:
    played = moments.at(may_build)
    page = _open(profile, moments, played, seated=False)
    page.locator('#overlay a[data-square="39"]').click()
    log = page.locator("#log-list")
    log.evaluate("list => { list.scrollTop = 60; }")
    played.send(END_TURN)
    page.clock.fast_forward(OFTEN)
    expect(page.get_by_role("status")).not_to_be_empty()
    expect(page.locator("#sq-39")).to_be_visible()
    expect(page.locator("#sq-39")).to_be_focused()
    assert page.locator(".deed-of:visible").count() == 1
    assert log.evaluate("list => list.scrollTop") == 60


def test_an_offer_that_is_being_put_together_outlives_a_change_of_the_table(profile: Profile, moments: Moments) -> None:
    played = moments.at(may_trade)
    page = _open(profile, moments, played, seated=True)
    page.locator("#composer summary").click()
    page.locator("#resign summary").click()
    form = page.locator("#composer form")
    # The last ones, since the first is about to be mortgaged.
    give, get = (form.locator(f"input[name={name}]").last for name in ("give", "get"))
    give.check()
    get.check()
    form.get_by_label("you ask for it").check()
    form.get_by_label("Sum").fill("")
    form.get_by_label("Sum").press_sequentially("17")

    mine = [p for p, owner in enumerate(played.state.owner) if owner == 0]
    played.send({"type": "mortgage", "square": mine[0]})
    page.clock.fast_forward(SELDOM)
    expect(page.get_by_role("status")).to_contain_text("mortgage")
    expect(give).to_be_checked()
    expect(get).to_be_checked()
    expect(form.get_by_label("you ask for it")).to_be_checked()
    expect(form.get_by_label("Sum")).to_have_value("17")
    expect(form.get_by_label("Sum")).to_be_focused()
    expect(page.locator("#resign button")).to_be_visible()
    # And the offer can be made: it is the new table's.
    form.get_by_role("button", name="Make this offer").click()
    expect(page.locator("#log-list")).to_contain_text(OFFERED)
    assert page.get_by_role("alert").count() == 0


def test_an_amount_that_is_being_typed_into_a_bid_outlives_a_look(profile: Profile, moments: Moments) -> None:
    played = moments.at(may_bid, 4)
    page = _open(profile, moments, played, seated=True)
    bid = page.get_by_label("Your bid")
    bid.fill("3")
    assert _looks(page, SELDOM) == 304
    expect(bid).to_have_value("3")
    expect(bid).to_be_focused()


def test_the_end_of_a_game_comes_to_whoever_watches(profile: Profile, moments: Moments) -> None:
    played = moments.at(may_buy)
    page = _open(profile, moments, played, seated=False)
    played.send(RESIGN)
    page.clock.fast_forward(OFTEN)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Bot 1 beat Guest")
    expect(page.locator(".seeds")).to_contain_text(played.seed)
