"""Two people write to each other beside the board, and a stranger reads along."""

import time
from collections.abc import Callable

import pytest
from django.core.cache import cache
from playwright.sync_api import Page, expect

from games import table
from games.who import Who
from tests.browser.conftest import PHONE, Profile
from tests.browser.places_people import sign_in
from tests.browser.test_stream import Running, note_hearing, running, until_it  # noqa: F401 - a fixture
from tests.games.company import open_table, person, sit

pytestmark = pytest.mark.xdist_group("server")

WITHIN = 0.5


def looks_of(page: Page, part: str) -> list[str]:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if part in request.url else None)
    return asked


def test_two_people_talk_live_and_a_stranger_reads_what_can_not_be_clicked(
    running: Running,  # noqa: F811
    profile: Profile,
    figure: Callable[[str], None],
    pytestconfig: pytest.Config,
) -> None:
    cache.clear()
    ada, bob = person("Ada"), person("Bob")
    game = open_table(ada)
    # Or her page would bring one, perhaps after the start.
    table.bring_seed(game.public_id, Who(user=ada.pk), "ada")
    url = f"{running.url}/games/{game.public_id}/"
    desk, phone = profile().new_page(), profile(viewport=PHONE, has_touch=True, is_mobile=True).new_page()
    stranger = profile().new_page()
    for page in (desk, phone, stranger):
        note_hearing(page)
    for page, user in ((desk, ada), (phone, bob)):
        page.goto(running.url)
        sign_in(page, user)
    # In the waiting room already; what is being typed outlives the start, which loads the page anew.
    desk.goto(url)
    until_it(desk, hears=True)
    expect(desk.locator("#chat")).to_have_attribute("open", "")
    desk.locator("#chat-text").fill("good luck, see https://example.org/rules")
    sit(game, bob)
    expect(desk.locator(".map .board").first).to_be_visible()
    expect(desk.locator("#chat-text")).to_have_value("good luck, see https://example.org/rules")

    for page in (phone, stranger):
        page.goto(url)
    for page in (desk, phone, stranger):
        until_it(page, hears=True)
    boards = [looks_of(page, f"/games/{game.public_id}/live/") for page in (desk, phone, stranger)]
    began = time.monotonic()
    desk.locator("#chat-text").press("Enter")
    expect(stranger.locator("#chat-lines")).to_contain_text("good luck")
    took = time.monotonic() - began
    figure(f"a message was on another's open page after {took:.2f} s")
    assert took < (WITHIN if pytestconfig.getoption("--long") else 10 * WITHIN)
    expect(desk.locator("#chat-text")).to_have_value("")
    # Folded on the phone, which says how much is new.
    expect(phone.locator("#chat [data-unread]")).to_have_text("1 new")
    phone.locator("#chat > summary").click()
    expect(phone.locator("#chat [data-unread]")).to_be_hidden()
    expect(phone.locator("#chat-lines a")).to_have_attribute("href", "https://example.org/rules")
    expect(phone.locator("#chat-lines a")).to_have_attribute("rel", "noopener nofollow ugc")
    expect(stranger.locator("#chat-lines a")).to_have_count(0)
    expect(stranger.locator("#write")).to_have_count(0)

    phone.locator("#chat-text").fill("<b>thanks</b>")
    phone.get_by_role("button", name="Send", exact=True).click()
    for page in (desk, stranger):
        expect(page.locator("#chat-lines .words").last).to_have_text("<b>thanks</b>")
    assert boards == [[], [], []], "no board was asked for because of a message"
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")

    # A move draws the board anew, and leaves alone what is being typed here.
    desk.locator("#chat-text").fill("half a sen")
    table.resign(game.public_id, Who(user=bob.pk))
    expect(desk.locator("#ask.result")).to_be_visible()
    expect(desk.locator("#chat-text")).to_have_value("half a sen")

    # Muted, Ada is read no more; reported, by the same way.
    phone.locator("#chat-lines .about > summary").first.click()
    phone.get_by_role("button", name="Report to the staff").click()
    expect(phone.locator("#chat [data-said]")).to_contain_text("staff")
    phone.get_by_role("button", name="Mute Ada").click()
    expect(phone.locator("#chat-lines")).not_to_contain_text("good luck")
    expect(phone.locator("#chat-lines")).to_contain_text("thanks")
