"""The table by keyboard alone."""

import re

from playwright.sync_api import Page, expect

from tests.browser.moments import Moments, may_build, may_buy

#: Where the focus is: the part of the page, and the square if it is one on the board.
FOCUS = """() => {
  const element = document.activeElement;
  const part = element.closest("#overlay, #ask, #more, #offer, #log, #deeds, header, footer");
  return [part?.id || part?.tagName || element.className, element.dataset?.square ?? null, element.tagName];
}"""
MOST_STOPS = 60


def _focus(page: Page) -> tuple[str, str | None, str]:
    part, square, tag = page.evaluate(FOCUS)
    return part, square, tag


def _tab_to(page: Page, part: str, tag: str) -> None:
    """Press Tab until the focus is on such an element of a part of the page."""
    passed = []
    for _stop in range(MOST_STOPS):
        page.keyboard.press("Tab")
        here, _, on = _focus(page)
        if (here, on) == (part, tag):
            return
        passed.append((here, on))
    raise AssertionError(f"Tab does not come to a {tag} in {part}, only to {passed}")


def test_the_board_is_one_stop_and_arrow_keys_walk_around_it(page: Page, moments: Moments) -> None:
    played = moments.at(may_build)
    moments.seat(page.context, played)
    page.goto(played.url())
    _tab_to(page, "overlay", "a")
    page.keyboard.press("Home")
    walk = (
        ("", 0),
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        # Across the board, and back.
        ("ArrowDown", 29),
        ("ArrowUp", 1),
        ("ArrowLeft", 0),
        ("ArrowDown", 39),
        ("End", 39),
        ("ArrowUp", 0),
    )
    for key, square in walk:
        if key:
            page.keyboard.press(key)
        assert _focus(page)[:2] == ("overlay", str(square)), key
    page.keyboard.press("Tab")
    assert _focus(page)[0] != "overlay", "the board is one stop"
    page.keyboard.press("Shift+Tab")
    assert _focus(page)[:2] == ("overlay", "0"), "it keeps its place"


def test_enter_opens_the_title_deed_and_the_focus_goes_there(page: Page, moments: Moments) -> None:
    played = moments.at(may_build)
    moments.seat(page.context, played)
    page.goto(played.url())
    _tab_to(page, "overlay", "a")
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    deed = page.locator("#sq-39")
    expect(deed).to_be_visible()
    expect(deed).to_be_focused()
    expect(deed).to_be_in_viewport()
    assert page.locator(".deed-of:visible").count() == 1


def test_the_first_stops_lead_to_the_move_and_enter_makes_it(page: Page, moments: Moments) -> None:
    played = moments.at(may_buy)
    moments.seat(page.context, played)
    page.goto(played.url())
    for _link in range(2):
        page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to your move")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert _focus(page)[::2] == ("ask", "BUTTON")
    before = played.game.moves.filter(seat=0, by="player").count()
    last = page.locator("#live-meta").get_attribute("data-last")
    page.keyboard.press("Enter")
    page.locator(f'#live-meta:not([data-last="{last}"])').wait_for(state="attached")
    assert played.game.moves.filter(seat=0, by="player").count() > before
    # The button is gone with the question; who goes on by Tab comes to the next one's.
    assert _focus(page)[0] == "ask"
    page.keyboard.press("Tab")
    assert _focus(page)[::2] == ("ask", "BUTTON")


def test_what_happened_is_announced_with_the_next_question(page: Page, moments: Moments) -> None:
    played = moments.at(may_buy)
    moments.seat(page.context, played)
    page.goto(played.url())
    status = page.get_by_role("status")
    expect(status).to_be_empty()
    _tab_to(page, "ask", "BUTTON")
    page.keyboard.press("Enter")
    expect(status).to_have_text(re.compile(r"^You bought .+\?$"))


def test_an_offer_is_put_together_and_resigning_is_asked_twice_by_keyboard(page: Page, moments: Moments) -> None:
    played = moments.at(may_build)
    moments.seat(page.context, played)
    page.goto(played.url())
    _tab_to(page, "offer", "SUMMARY")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    for _stop in range(MOST_STOPS):
        if page.evaluate("document.activeElement.matches('[name=give]')"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Space")
    assert page.locator("#composer [name=give]:checked").count() == 1
    expect(page.locator("#composer .preview")).to_be_visible()

    page.evaluate("document.querySelector('#ask').focus()")
    for _stop in range(MOST_STOPS):
        if page.evaluate("document.activeElement.matches('#resign summary')"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_label("Yes, I leave this game for good")).to_be_focused()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    expect(page.locator("#resign button")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("beat you")
