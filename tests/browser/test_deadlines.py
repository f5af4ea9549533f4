"""Deadlines, agreements, orders and resigning, as people at one table see them in their browsers."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import BrowserContext, Page, Response, expect

from games import clock, table
from games.models import Seat, StandingOrder
from games.present import clocks
from tests.browser.asking import only_asks
from tests.browser.conftest import Profile
from tests.browser.moments import Moments
from tests.pages.people import People

#: Milliseconds after which a table looks again while its reader is waited on, and while others are.
SELDOM, OFTEN = 15_000, 2_000
NOON = datetime(2020, 2, 29, 12, tzinfo=UTC)

Open = Callable[..., Page]


@pytest.fixture
def game(moments: Moments) -> People:
    """A game of Ada and Bob, who have accounts; Ada is asked whether to buy, and has a day."""
    return moments.people(("Ada", "Bob"))


@pytest.fixture
def at_table(moments: Moments, profile: Profile, game: People) -> Open:
    """Opens the table in a browser of a seat's own, or of a stranger's; with `still` its clock stands."""

    def open_page(seat: int | None, *, still: bool = False, **options: object) -> Page:
        context: BrowserContext = profile(**options)
        if seat is not None:
            moments.sign_in(context, game, seat)
        page = context.new_page()
        if still:
            only_asks(page)
            page.clock.install(time=NOON)
            page.clock.pause_at(NOON + timedelta(minutes=1))
        page.goto(game.url())
        return page

    return open_page


def due_in(game: People, left: timedelta) -> datetime:
    """Move the deadline of who is asked to so long from now."""
    at = table.now() + left
    Seat.objects.filter(game__public_id=game.id, due_at__isnull=False).update(due_at=at)
    return at


def test_a_deadline_counts_down_and_passes_in_sight_of_both(game: People, at_table: Open) -> None:
    ada, bob = at_table(0), at_table(1)
    # The pages are there: now the deadline comes near, and both hear of it as of any change.
    due_in(game, timedelta(seconds=12))
    game.post(1, "propose/", kind="pause", days=1)
    left = bob.locator("#ask [data-left]")
    expect(left).to_have_text(re.compile(r"\d+ s"))
    first = int((left.text_content() or "").split()[0])
    expect(left).to_have_text(re.compile(rf"^({first - 1}|{first - 2}|{first - 3}) s$"))
    expect(bob.locator("#players .due")).to_contain_text("then Ada is out of the game")
    ada.reload()
    for page in (ada, bob):
        expect(page.locator("#ask [data-over]")).to_be_visible(timeout=20_000)
    # No sweep has looked since the game began, which would be a standstill.
    game.sweep()
    bob.wait_for_timeout(clock.GRACE / timedelta(milliseconds=1) + 100)
    assert table.sweep() == 1
    # Nobody moves, and nobody loads the page anew.
    expect(bob.get_by_role("heading", level=1)).to_have_text("You beat Ada")
    expect(ada.get_by_role("heading", level=1)).to_have_text("Bob beat you")
    expect(ada.locator("#log-list")).to_contain_text("You ran out of time, which counts as a bankruptcy, in place 2.")


def test_a_browser_whose_clock_is_years_behind_counts_by_the_sites(game: People, at_table: Open) -> None:
    page = at_table(0, still=True)
    expect(page.locator("#ask [data-left]")).to_have_text("23 h 59 min")
    page.clock.fast_forward(2_000)
    expect(page.locator("#ask [data-left]")).to_have_text("23 h 59 min")


def test_what_has_passed_says_so_while_the_form_stays(game: People, at_table: Open) -> None:
    page = at_table(0, still=True)
    expect(page.locator("#ask [data-over]")).not_to_be_visible()
    page.locator("#ask [data-due]").evaluate("due => { due.dataset.due = '2020-01-01T00:00:00.000Z'; }")
    page.clock.fast_forward(1_000)
    expect(page.locator("#ask [data-over]")).to_be_visible()
    expect(page.locator("#ask [data-over]")).to_have_text("Time is over; the site settles this in a moment.")
    expect(page.locator("#ask [data-running]")).not_to_be_visible()
    expect(page.get_by_role("button", name="Decline")).to_be_enabled()


@pytest.mark.parametrize(
    "left",
    [
        timedelta(days=6, hours=23, minutes=30),
        timedelta(days=2, minutes=30),
        timedelta(hours=47, minutes=59, seconds=30),
        timedelta(hours=1, seconds=30),
        timedelta(minutes=59, seconds=30),
        timedelta(minutes=10, seconds=30),
    ],
)
def test_the_script_tells_what_is_left_as_the_site_does(game: People, at_table: Open, left: timedelta) -> None:
    page = at_table(0, still=True)
    start = datetime.fromisoformat(page.locator("#live-meta").get_attribute("data-now") or "")
    page.locator("#ask [data-due]").evaluate("(due, at) => { due.dataset.due = at; }", clocks.iso(start + left))
    page.clock.fast_forward(1_000)
    expect(page.locator("#ask [data-left]")).to_have_text(clocks.left_in_words(left - timedelta(seconds=1)))


def test_a_stranger_reads_times_in_the_browsers_zone(game: People, at_table: Open) -> None:
    at = game.seat(0).due_at
    assert at is not None
    page = at_table(None, timezone_id="Asia/Tokyo")
    expect(page.locator("#ask time")).to_have_text(clocks.wall(at, ZoneInfo("Asia/Tokyo")))
    plain = at_table(None, timezone_id="Asia/Tokyo", java_script_enabled=False)
    expect(plain.locator("#ask time")).to_have_text(clocks.wall(at, UTC))


#: Counts how often a page has planned its next look.
COUNT_PLANS = """() => {
  window.plans = 0;
  const set = window.setTimeout;
  window.setTimeout = (act, ...rest) => { window.plans += act.name === "look"; return set(act, ...rest); };
}"""


def next_look(page: Page, pause: int) -> Response:
    """Let a page's time pass until it looks, and wait until it has planned the look after that."""
    plans = page.evaluate("window.plans")
    with page.expect_response("**/live/") as looked:
        page.clock.fast_forward(pause)
    # The answer is here before the page has done with it; time that passed before its plan would bring no look.
    for _ in range(500):
        if page.evaluate("window.plans") > plans:
            return looked.value
        page.wait_for_timeout(20)
    raise AssertionError("The page plans no look.")


def test_a_page_says_that_it_is_in_sight_only_while_it_is(game: People, at_table: Open) -> None:
    page = at_table(1, still=True)
    page.evaluate(COUNT_PLANS)
    assert game.seat(1).seen_at is not None
    Seat.objects.update(seen_at=None)
    page.evaluate("Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })")
    hidden = next_look(page, 40_000)
    assert "x-in-sight" not in hidden.request.headers and game.seat(1).seen_at is None
    page.evaluate("delete document.hidden")
    shown = next_look(page, 40_000)
    assert shown.request.headers["x-in-sight"] == "1"
    assert game.seat(1).seen_at is not None and game.seat(0).seen_at is None
    # And not again at once.
    again = next_look(page, OFTEN)
    assert "x-in-sight" not in again.request.headers


def test_a_pause_is_proposed_in_one_browser_and_accepted_in_another(game: People, at_table: Open) -> None:
    ada, bob = at_table(0, still=True), at_table(1)
    bob.locator("#agree summary").click()
    days = bob.get_by_label("Days")
    days.fill("4")
    bob.get_by_role("button", name="Propose a pause").click()
    expect(bob.locator("#together h2")).to_have_text("You propose a pause of 4 days")
    assert bob.get_by_role("button", name="Accept").count() == 0
    ada.clock.fast_forward(SELDOM)
    expect(ada.locator("#together h2")).to_have_text("Bob proposes a pause of 4 days")
    expect(ada.get_by_role("status")).to_contain_text("Bob proposes a pause of 4 days.")
    ada.get_by_role("button", name="Accept").click()
    for page in (ada, bob):
        expect(page.locator("#clocks")).to_contain_text("As all agreed, all clocks stand until")
        expect(page.locator("#ask .due")).to_contain_text("left when the clocks go on")
        assert page.locator("#together h2").count() == 0


def test_what_is_being_filled_in_outlives_a_change_of_the_table(game: People, at_table: Open) -> None:
    ada = at_table(0, still=True)
    ada.locator("#resign summary").click()
    ada.locator("#agree summary").click()
    ada.locator("#orders > summary").click()
    bid = ada.locator("form[data-keep=onward-bid]")
    bid.get_by_label("Bid up to").fill("33")
    bid.get_by_label("at auction for").select_option("Market Cross, price 32")
    ada.get_by_label("Days").fill("9")
    game.post(1, "propose/", kind="end")
    ada.clock.fast_forward(SELDOM)
    expect(ada.locator("#together h2")).to_have_text("Bob proposes to end the game as it stands")
    expect(ada.get_by_label("Days")).to_have_value("9")
    expect(ada.get_by_label("Days")).to_be_focused()
    expect(ada.locator("#resign button")).to_be_visible()
    expect(bid.get_by_label("Bid up to")).to_have_value("33")
    expect(bid.get_by_label("at auction for")).to_have_value("24")


def test_an_order_is_left_cancelled_and_left_again_and_nobody_else_sees_it(game: People, at_table: Open) -> None:
    game.move(0, {"type": "decline"})
    # Of two, the other one is asked at once: she may leave what ends her turns.
    ada, bob = at_table(0), at_table(1)
    ada.locator("#orders > summary").click()
    ada.get_by_role("button", name="End my turns").click()
    expect(ada.locator("#orders .standing")).to_contain_text("End my turn unless I can build or lift a mortgage")
    ada.get_by_role("button", name="Cancel").click()
    expect(ada.get_by_role("button", name="End my turns")).to_be_visible()
    expect(ada.locator("#ask .notice")).to_have_text("That order is cancelled.")
    assert not StandingOrder.objects.exists()
    ada.get_by_role("button", name="End my turns").click()
    expect(ada.locator("#orders .standing")).to_be_visible()
    bob.reload()
    assert "order" not in bob.locator("#log").inner_text()
    assert bob.locator("#orders .standing").count() == 0
    assert StandingOrder.objects.count() == 1


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_an_order_left_where_a_decision_is_made_acts_in_the_others_turn(
    game: People, at_table: Open, scripts: bool
) -> None:
    game.move(0, {"type": "buy"})
    [square] = [p for p, owner in enumerate(game.state.owner) if owner == 0]
    offer = {"type": "offer", "to": 1, "give": [square], "get": [], "give_cash": 0}
    game.move(0, {**offer, "get_cash": 40})
    bob = at_table(1, java_script_enabled=scripts)
    # By keyboard: to the fold, into the field, and on to the button.
    bob.locator("#always-trade > summary").focus()
    bob.keyboard.press("Enter")
    bob.get_by_label("Refuse offers by which I gain, by price, less than").first.fill("5")
    bob.keyboard.press("Tab")
    bob.keyboard.press("Enter")
    expect(bob.locator("#log-list")).to_contain_text("You refused Ada’s offer, by your standing order.")
    expect(bob.locator("#orders > summary")).to_have_text("Your standing orders, 1 standing")
    game.move(0, {**offer, "get_cash": 41})
    if not scripts:
        bob.reload()
    refused = bob.locator("#since li", has_text="You refused Ada’s offer, by your standing order.")
    expect(refused).to_have_count(2)
    assert game.game.moves.filter(seat=1, by="order").count() == 2


def test_a_bid_is_left_ahead_and_acts(profile: Profile, moments: Moments) -> None:
    game = moments.people(("Ada", "Bob", "Cid"))
    game.move(0, {"type": "decline"})
    asked = game.state.asked
    later = 3 - asked
    context = profile()
    moments.sign_in(context, game, later)
    page = context.new_page()
    page.goto(game.url())
    page.locator("#orders > summary").click()
    page.get_by_label("in this auction, up to").fill("12")
    page.get_by_role("button", name="Leave this bid").click()
    expect(page.locator("#orders .standing")).to_contain_text("Bid up to 12 for")
    game.move(asked, {"type": "bid", "amount": 5})
    expect(page.locator("#log-list")).to_contain_text(re.compile("You bid 6 for .*, by your standing order."))
    expect(page.locator("#since")).to_contain_text("You bid 6 for")
    expect(page.locator("#orders .standing")).to_have_count(0)


def test_resigning_out_of_turn_takes_three_presses_and_works_without_scripts(game: People, at_table: Open) -> None:
    bob = at_table(1, java_script_enabled=False)
    button = bob.locator("#resign button")
    expect(button).not_to_be_visible()
    bob.locator("#resign summary").click()
    button.click()
    # The browser itself asks for the tick.
    assert game.game.status == "running"
    bob.get_by_label("Yes, I leave this game for good").check()
    button.click()
    expect(bob.get_by_role("heading", level=1)).to_have_text("Ada beat you")
