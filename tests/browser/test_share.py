"""The report, the board in another page's frame, the checked replay and the calendar's page, in browsers."""

import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Page, ViewportSize, expect

from accounts.models import User
from games.models import Game
from tests.browser.barriers import CONTRAST, barriers
from tests.browser.conftest import DESK, PHONE
from tests.browser.fits import assert_nothing_sticks_out
from tests.browser.moments import Moments, at_the_end
from tests.browser.site import Site
from tests.browser.watch import Watch

#: Gives the address of a page elsewhere that frames an address of ours.
Elsewhere = Callable[[str], str]

Scheme = Literal["light", "dark"]
#: Parts of a page that are wider than the room they have.
SCROLLING_BY_THEMSELVES = """() => [...document.querySelectorAll("main :is(div, section, table, ul)")]
  .filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.outerHTML.slice(0, 60))"""
RULES: dict[Scheme, dict[str, Any]] = {"light": {}, "dark": CONTRAST}
#: In each width what the ordinary run looks at. What the page has on a phone alone is seen there by all rules.
WAYS: list[tuple[str, ViewportSize, dict[Scheme, dict[str, Any]]]] = [
    ("desk", DESK, {"light": {}}),
    ("phone", PHONE, {"dark": {}}),
]


def _no_barrier(page: Page, *, long: bool) -> None:
    """Look at a page as it is now: at a desk in the light, on a phone in the dark; in the long run all."""
    page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true")
    for width, window, ordinary in WAYS:
        page.set_viewport_size(window)
        assert_nothing_sticks_out(page)
        for scheme, rules in RULES.items() if long else ordinary.items():
            page.emulate_media(color_scheme=scheme)
            found = barriers(page, rules)
            assert not found, f"{width}, {scheme}: {found}"


@pytest.fixture
def no_barrier(pytestconfig: pytest.Config) -> Callable[[Page], None]:
    """Look at a page as closely as this run does."""
    return partial(_no_barrier, long=pytestconfig.getoption("--long"))


def test_the_report_is_come_to_from_the_result_and_has_no_barrier(
    page: Page, moments: Moments, no_barrier: Callable[[Page], None]
) -> None:
    played = moments.at(at_the_end, 4)
    page.goto(played.url())
    page.get_by_role("link", name="Luck and play").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Luck and play")
    assert page.locator(".chart.bars").count() == 4
    expect(page.get_by_role("columnheader", name="Received")).to_be_visible()
    no_barrier(page)
    # On a phone no part of it scrolls sideways for itself either: each figure stands beside its name.
    assert page.evaluate(SCROLLING_BY_THEMSELVES) == []
    labels = page.locator(".rents tbody tr").first.locator(".lab:visible")
    assert labels.all_inner_texts() == ["Received: ", "Mean: ", "Paid: ", "Mean: ", "Luck: "]
    page.get_by_role("link", name="Step through the game").click()
    page.get_by_role("link", name="Luck and play").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Luck and play")


def test_a_replay_that_was_stepped_through_and_checked_has_no_barrier(
    page: Page, moments: Moments, no_barrier: Callable[[Page], None]
) -> None:
    played = moments.at(at_the_end, 3)
    page.goto(played.url("replay/"))
    expect(page.locator("#slider")).to_be_visible()
    page.keyboard.press("End")
    page.get_by_role("button", name="Check this game").click()
    expect(page.locator("#check .found")).to_be_visible()
    no_barrier(page)


@pytest.fixture
def elsewhere() -> Iterator[Elsewhere]:
    """A site that is not ours: another name and port of this machine, with one page that frames an address."""
    framed: list[str] = []

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            found = framed[0] if self.path == "/" else ""
            self.wfile.write(f'<title>Elsewhere</title><iframe title="it" width=500 height=560 src="{found}">'.encode())

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()

    def frame(address: str) -> str:
        framed[:] = [address]
        return f"http://localhost:{server.server_address[1]}/"

    yield frame
    server.shutdown()
    server.server_close()


def test_the_board_stands_in_a_page_of_another_site(
    page: Page, site: Site, moments: Moments, elsewhere: Elsewhere
) -> None:
    played = moments.at(at_the_end, 2)
    page.goto(elsewhere(site.address(played.url("?embed"))))
    inside = page.frame_locator("iframe")
    expect(inside.locator("svg.board.over")).to_be_visible()
    expect(inside.get_by_role("link")).to_have_attribute("target", "_blank")
    assert not page.context.cookies()


def test_no_other_page_stands_in_a_frame(
    page: Page, site: Site, moments: Moments, elsewhere: Elsewhere, watch: Watch
) -> None:
    played = moments.at(at_the_end, 2)
    page.goto(elsewhere(site.address(played.url())))
    page.wait_for_timeout(1_000)
    assert page.frame_locator("iframe").locator("svg.board").count() == 0
    # The browser says that it refused, which is what was to be seen.
    assert any("frame-ancestors" in problem for problem in watch.problems)
    watch.problems.clear()


def test_the_embedded_board_has_no_barrier(page: Page, moments: Moments, no_barrier: Callable[[Page], None]) -> None:
    played = moments.at(at_the_end, 3)
    page.goto(played.url("replay/?embed&move=40"))
    no_barrier(page)


def test_the_calendars_address_is_got_changed_and_taken_away(
    page: Page, site: Site, no_barrier: Callable[[Page], None]
) -> None:
    user = User.objects.create_user("ada@example.org", "Ada", "correct horse battery")
    client = Client()
    client.force_login(user)
    name = settings.SESSION_COOKIE_NAME
    page.context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": site.url}])
    page.goto("/accounts/settings/")
    page.get_by_role("link", name="Look at the calendar’s address").click()
    page.get_by_role("button", name="Give me an address").click()
    field = page.get_by_label("The address of your calendar")
    first = field.input_value()
    answer = page.request.get(first)
    assert answer.status == 200 and answer.text().startswith("BEGIN:VCALENDAR")
    no_barrier(page)
    page.get_by_role("button", name="Give me another address").click()
    expect(field).not_to_have_value(first)
    page.get_by_role("button", name="Take it away").click()
    expect(page.get_by_role("button", name="Give me an address")).to_be_visible()
    assert page.request.get(first).status == 404


@pytest.mark.parametrize("rest", ["", "replay/"])
def test_a_link_preview_finds_its_picture(page: Page, moments: Moments, rest: str) -> None:
    played = moments.at(at_the_end, 2)
    page.goto(played.url(rest))
    address = page.locator('meta[property="og:image"]').get_attribute("content") or ""
    size = page.evaluate(
        """async (address) => {
          const image = new Image();
          image.src = address;
          await image.decode();
          return [image.naturalWidth, image.naturalHeight];
        }""",
        address,
    )
    assert size == [1200, 630]
    assert page.locator('link[rel="canonical"]').get_attribute("href", timeout=1_000) == page.url.split("replay/")[0]
    assert Game.objects.get(public_id=played.id).status == "finished"
