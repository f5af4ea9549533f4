"""A game of Deedland with half a minute a move, in three browsers: two friends play it, somebody else watches.

Both play from the page for a new table to the last move; what is to come is laid out, so that it is soon over.
"""

import re
import statistics
import time
from collections.abc import Callable
from datetime import datetime

import pytest
from django.core.cache import cache
from playwright.sync_api import Page, expect

from games.models import Game, GameSecret
from games.rules.deedland import DEEDLAND
from games.rules.property.state import State
from tests.browser.conftest import PHONE, Profile
from tests.browser.moments import Moments
from tests.browser.places_people import sign_in
from tests.browser.site import Site
from tests.games.company import person
from tests.pages.friends import lay_out

#: Seconds within which a move is on the others' screens, and by which a countdown may be wrong.
WITHIN, RIGHT = 0.5, 0.3
#: A move is measured so often.
MOVES = 5
WELL_STREET = 7

#: A browser whose clock is an hour fast. What it counts by itself it counts as it did.
FAST = """
const real = Date, ahead = 3600 * 1000;
globalThis.Date = class extends real {
  constructor(...given) { given.length ? super(...given) : super(real.now() + ahead); }
  static now() { return real.now() + ahead; }
};
"""
#: Notes when which move has come to the page, and when each second was shown to be left.
NOTES = """
globalThis.shown = {}, globalThis.counted = [];
const now = () => performance.timeOrigin + performance.now();
new MutationObserver(() => {
  const last = document.getElementById("live-meta")?.dataset.last, due = document.querySelector("#ask [data-due]");
  if (last !== undefined) shown[last] ??= now();
  const left = due?.querySelector("[data-left]").textContent;
  if (left && counted.at(-1)?.[1] !== left) counted.push([due.dataset.due, left, now()]);
}).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
"""


def state_of(game: Game) -> State:
    return DEEDLAND.decode_state(GameSecret.objects.get(pk=game.pk).snapshot)


def press(page: Page, name: str | re.Pattern[str]) -> None:
    page.locator("#ask, #more, #together").get_by_role("button", name=name).first.click()


def wait(page: Page, what: str) -> None:
    # The page's policy lets no text be run as a script, which Playwright's own way to wait would do.
    until = time.monotonic() + 15
    while not page.evaluate(what):
        assert time.monotonic() < until, what
        page.wait_for_timeout(20)


def test_two_play_to_a_draw_and_a_third_watches(site: Site, profile: Profile) -> None:
    cache.clear()
    users = [person("Ada"), person("Bob")]
    host, guest = profile().new_page(), profile(viewport=PHONE).new_page()
    for page, user in zip((host, guest), users, strict=True):
        sign_in(page, user)

    # From the page for a new table to the start, by the link that the host passes on.
    host.goto("/games/new/?game=deedland")
    friends = host.get_by_role("form", name="With friends")
    friends.get_by_label("Anybody").check()
    friends.get_by_role("button", name="Open the table").click()
    link = host.get_by_label("The link to this table")
    guest.goto(link.input_value())
    guest.get_by_role("button", name="Sit down").click()
    expect(host.locator("#room-seats")).to_contain_text("Bob")
    guest.get_by_role("button", name="Ready").click()
    host.get_by_role("button", name="Ready").click()
    host.get_by_role("button", name="Start the game").click()
    expect(host.locator("#map .board").first).to_be_visible()
    expect(guest.locator("#map .board").first).to_be_visible()
    game = Game.objects.get()
    watching = profile().new_page()
    watching.goto(f"/games/{game.public_id}/")

    # Whoever has the first turn lands on Well Street, and the other one's card is a birthday.
    first = state_of(game).turn
    cash = [150_000, 150_000]
    cash[first] = 6_400
    lay_out(game.public_id, rolls="3+4 1+1", fortune="F11", cash=cash)
    mover, other = (host, guest) if not first else (guest, host)
    name, others = ("Ada", "Bob") if not first else ("Bob", "Ada")
    press(mover, "Roll the dice")
    press(mover, "Decline")

    # An auction of several rounds.
    for page, amount in ((mover, 4_000), (other, 5_000), (mover, 6_000)):
        page.get_by_label("Your bid").fill(str(amount))
        press(page, "Bid this")
    expect(watching.locator("#ask")).to_contain_text(f"{name} bids 6000, the best so far.")
    press(other, "Pass")
    press(mover, "End turn")
    assert state_of(game).owner[WELL_STREET] == first

    # A word beside the board.
    host.locator("#chat-text").fill("well bid")
    host.locator("#chat-text").press("Enter")
    for page in (host, watching):
        expect(page.locator("#chat-lines .words")).to_have_text("well bid")

    # A birthday: who is not on turn has 400 left, and raises what it costs.
    press(other, "Roll the dice")
    expect(mover.locator("#ask h2")).to_have_text("Raise 600 more")
    expect(watching.locator("#ask h2")).to_have_text(f"{name} has to raise 1000 for {others}.")
    press(mover, re.compile(r"^Mortgage: \+5000"))
    expect(other.locator("#ask .flag > b")).to_have_text("Your move")
    assert state_of(game).cash[first] == 4_400

    # A draw, by agreement.
    other.locator("#agree summary").click()
    press(other, "Offer a draw")
    expect(watching.locator("#together")).to_contain_text(f"{others} offers a draw")
    press(mover, "Accept the draw")
    for page, words in ((mover, f"You and {others}"), (other, f"{name} and you"), (watching, "Ada and Bob")):
        expect(page.get_by_role("heading", level=1)).to_have_text(
            re.compile(rf"({words}|{' and '.join(reversed(words.split(' and ')))}) played to a draw", re.IGNORECASE)
        )
    game.refresh_from_db()
    assert game.placings == [[0, 1]]


def test_a_move_is_seen_at_once_and_the_countdown_is_the_sites_whatever_the_browser_says(
    moments: Moments, profile: Profile, figure: Callable[[str], None], pytestconfig: pytest.Config
) -> None:
    # Beside other tests a machine may be late by itself.
    patience = 1 if pytestconfig.getoption("--long") else 4
    game = moments.friends().let(rolls="3+4")
    watching, right = profile().new_page(), profile()
    context = profile()
    context.add_init_script(FAST)
    moments.sign_in(context, game, 1)
    moments.sign_in(right, game, 0)
    wrong, mine = context.new_page(), right.new_page()
    for page in (watching, wrong, mine):
        page.add_init_script(NOTES)
        with page.expect_event("request", lambda request: "/stream/" in request.url):
            page.goto(game.url())
    assert wrong.evaluate("Date.now() - (performance.timeOrigin + performance.now())") > 3_500_000
    wrong.wait_for_timeout(1_500)

    # Bids go to and fro: each is on both other screens.
    game.move(0, {"type": "roll"})
    game.move(0, {"type": "decline"})
    took = []
    for number in range(MOVES):
        seat = number % 2
        sent = time.time()
        game.move(seat, {"type": "bid", "amount": 100 * (number + 1)})
        last = game.state.moves - 1
        for page in (watching, mine, wrong):
            wait(page, f"'{last}' in shown")
            took.append(page.evaluate("last => shown[last]", str(last)) / 1000 - sent)
    figure(f"a move was on other screens after {statistics.median(took):.2f} s, {max(took):.2f} s at most")
    assert statistics.median(took) <= WITHIN * patience, took

    # Each second turns when it does by the site's clock.
    off = []
    for page in (watching, wrong, mine):
        page.evaluate("counted.length = 0")
        wait(page, "counted.length > 3")
        for due, left, at in page.evaluate("counted.slice(1)"):
            rest = datetime.fromisoformat(due).timestamp() - at / 1000
            off.append(abs(rest - (int(left.split()[0]) + 1)))
    figure(f"countdowns were {statistics.median(off):.3f} s off, {max(off):.3f} s at most")
    assert statistics.median(off) <= RIGHT and max(off) <= RIGHT * patience, off


def test_who_presses_while_a_second_is_left_is_in_time(moments: Moments, profile: Profile) -> None:
    game = moments.friends().let(rolls="3+4")
    context = profile()
    context.add_init_script(FAST)
    moments.sign_in(context, game, 0)
    page = context.new_page()
    page.goto(game.url())
    game.sweep()
    game.expire_in(4)
    page.reload()
    expect(page.locator("#ask [data-left]")).to_have_text("1 s")
    press(page, "Roll the dice")
    expect(page.locator("#ask h2")).to_have_text("Buy Well Street for 10000?")
    assert game.game.moves.get().by == "player"


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_a_guest_plays_against_bots_of_a_chosen_level(profile: Profile, scripts: bool) -> None:
    page = profile(java_script_enabled=scripts).new_page()
    page.goto("/")
    page.get_by_role("link", name="play Deedland").click()
    page.locator("form[data-play]").get_by_text("2", exact=True).click()
    page.get_by_text("Easy", exact=True).click()
    page.get_by_role("button", name="Play Deedland now").click()
    if not scripts:
        page.get_by_role("button", name="Start the game").click()
    expect(page.locator("#live-meta")).to_contain_text("Deedland, easy bots · no clock")
    game = Game.objects.get()
    assert (game.size, game.options, game.status) == (3, {"move_time": None, "bots": "easy"}, "running")
