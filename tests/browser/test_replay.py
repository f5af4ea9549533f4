"""The replay: a whole game without a reload, every step as the server draws it, and fast."""

import json
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.asking import asked_by
from tests.browser.fits import assert_nothing_sticks_out
from tests.browser.moments import Moments, at_the_end, in_the_middle
from tests.games.tables import Played

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)

#: What a step may take, in milliseconds, until it is laid out.
QUICK = 50

#: All that a step changes, as text: drawing without the layers' own elements, labels, deeds, players, sentences.
SHOWN = """() => {
  const layers = document.querySelector("#overlay .over > g").innerHTML.replaceAll(/<\\/?g>/g, "");
  const squares = [...document.querySelectorAll("#overlay a")].map((a) => a.getAttribute("aria-label"));
  const now = [...document.querySelectorAll(".deed-of .now")].map((p) => p.textContent);
  const players = document.querySelector("#players table").textContent.replaceAll(/\\s+/g, "");
  const bodies = [...document.querySelectorAll("#players tbody")].map((body) => body.className.trim());
  const told = [...document.querySelectorAll("#told li")].map((li) => li.textContent.trim());
  const marks = [...document.querySelectorAll("#told li")].map((li) => li.querySelector("use")?.getAttribute("href"));
  const cursor = [...document.querySelectorAll(".chart .cursor *")].filter((e) => !e.hasAttribute("hidden")).map(
    (e) => [e.getAttribute("d"), e.getAttribute("x"), e.getAttribute("y")].join(" "));
  const steps = [...document.querySelectorAll(".ctl > *")].map((e) => `${e.textContent} ${e.getAttribute("href")}`);
  const heading = document.getElementById("st").textContent.replaceAll(/\\s+/g, " ").trim();
  const open = document.querySelector(".deed-of.open")?.id;
  return { layers, squares, now, players, bodies, told, marks, cursor, steps, heading, open, title: document.title };
}"""

#: Steps to a move by the slider's own event, and measures until the page is laid out again.
TIMED = """(number) => {
  const slider = document.getElementById("slider");
  const start = performance.now();
  slider.value = number;
  slider.dispatchEvent(new Event("input", { bubbles: true }));
  return Promise.resolve().then(() => Promise.resolve()).then(() => {
    document.body.getBoundingClientRect();
    document.getElementById("overlay").getBoundingClientRect();
    return performance.now() - start;
  });
}"""


def _ready(page: Page) -> None:
    expect(page.locator("#slider")).to_be_visible()


def _open(page: Page, moments: Moments, seats: int = 3, *, rest: str = "replay/") -> Played:
    played = moments.at(at_the_end, seats)
    page.goto(played.url(rest))
    _ready(page)
    return played


def _stopped(page: Page) -> None:
    """Let the page's clock stand still until it is put forward."""
    page.clock.install(time=NOON)
    page.clock.pause_at(NOON + timedelta(minutes=1))


def _numbers(text: str) -> list[float]:
    return [float(number) for number in re.findall(r"-?\d+\.?\d*", text)]


def _same(ours: dict[str, Any], theirs: dict[str, Any], where: object) -> None:
    for name, wanted in theirs.items():
        if name == "cursor":
            # Python and browsers round a tie differently.
            pairs = zip(" ".join(ours[name]).split(), " ".join(wanted).split(), strict=True)
            assert all(
                abs(a - b) <= 0.11 for one, other in pairs for a, b in zip(_numbers(one), _numbers(other), strict=True)
            ), (where, ours[name], wanted)
        else:
            assert ours[name] == wanted, (where, name)


def test_a_whole_game_is_there_in_two_requests_and_no_step_makes_another(page: Page, moments: Moments) -> None:
    asked = asked_by(page)
    played = _open(page, moments)
    own = [url for url in asked if "/static/" not in url]
    assert [url.split(played.id)[-1] for url in own] == ["/replay/", "/replay.json"]
    asked.clear()
    last = played.game.move_count - 1
    for key in ("End", "ArrowLeft", "Home", "ArrowRight"):
        page.keyboard.press(key)
    expect(page.locator("#st")).to_have_text(re.compile(rf"Move 0\s+of {last}"))
    assert not asked


@pytest.mark.parametrize("seats", [2, 4])
def test_each_step_shows_what_the_server_would(page: Page, moments: Moments, seats: int) -> None:
    played = _open(page, moments, seats)
    other = page.context.new_page()
    other.route("**/js/replay*.js", lambda route: route.fulfill(content_type="text/javascript", body=""))
    last = played.game.move_count - 1
    # Forwards, far back, to both ends: each is come to from another.
    for number in (0, 1, 2, last // 3, last // 3 + 1, last // 2, last, last - 1, 7, -1):
        page.evaluate(TIMED, number)
        other.goto(played.url(f"replay/?move={'start' if number < 0 else number}"))
        _same(page.evaluate(SHOWN), other.evaluate(SHOWN), number)
    other.close()


def test_a_step_takes_less_than_fifty_milliseconds(page: Page, moments: Moments, figure: Any) -> None:
    played = _open(page, moments, 4)
    last = played.game.move_count - 1
    # Each step by the better of two: what runs beside the browser only ever adds.
    rounds = [[page.evaluate(TIMED, number) for number in range(last + 1)] for _round in range(2)]
    single = [min(pair) for pair in zip(*rounds, strict=True)]
    jumps = [page.evaluate(TIMED, number) for number in (-1, last) * 5]
    median, worst = sorted(single)[len(single) // 2], max(single)
    figure(f"replay: {last + 1} steps, median {median:.1f} ms, slowest {worst:.1f} ms; end to end {max(jumps):.1f} ms")
    assert sorted(single)[int(len(single) * 0.95)] < QUICK
    assert median < QUICK / 2 and sorted(jumps)[len(jumps) // 2] < QUICK


def test_the_address_follows_and_leads_back_to_this_very_move(page: Page, moments: Moments) -> None:
    played = _open(page, moments)
    for _press in range(5):
        page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"\?move=4$"))
    told = page.locator("#told").inner_text()
    assert page.evaluate("history.length") <= 2, "stepping fills nobody's history"
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy a link to this move").click()
    expect(page.locator("#copy")).to_have_text("Copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.endswith(f"/games/{played.id}/replay/?move=4")
    page.goto(copied)
    _ready(page)
    assert page.locator("#told").inner_text() == told


def test_it_plays_by_itself_at_three_speeds_and_pauses(page: Page, moments: Moments) -> None:
    _stopped(page)
    _open(page, moments)
    heading = page.locator("#st-now")
    assert page.locator("[name=pace]").count() == 3
    for pace, (name, wait) in enumerate((("Slow", 2400), ("Steady", 1000), ("Fast", 250))):
        page.get_by_text(name, exact=True).click()
        page.get_by_role("button", name="Play").click()
        for step in range(2):
            number = 2 * pace + step
            page.clock.run_for(wait - 20)
            expect(heading).to_have_text(f"Move {number - 1}" if number else "The start")
            page.clock.run_for(20)
            expect(heading).to_have_text(f"Move {number}")
        page.get_by_role("button", name="Pause").click()
        page.clock.run_for(5_000)
        expect(heading).to_have_text(f"Move {2 * pace + 1}")


def test_playing_stops_at_the_end_and_begins_anew_from_there(page: Page, moments: Moments) -> None:
    _stopped(page)
    played = _open(page, moments, 2)
    last = played.game.move_count - 1
    page.evaluate(TIMED, last - 1)
    page.get_by_role("button", name="Play").click()
    page.clock.run_for(1_100)
    expect(page.locator("#st-now")).to_have_text(f"Move {last}")
    expect(page.locator("#run")).to_have_text("Play")
    page.locator("#run").click()
    expect(page.locator("#st-now")).to_have_text("The start")
    page.clock.run_for(1_100)
    expect(page.locator("#st-now")).to_have_text("Move 0")


def test_turns_auctions_trades_and_leavings_are_gone_to_from_lists(page: Page, moments: Moments) -> None:
    played = _open(page, moments, 4)
    kinds, which = page.locator("#jump-kind select"), page.locator("#jump select[name=move]")
    film = json.loads(page.evaluate("JSON.stringify(document.getElementById('replay').film)"))
    titles = kinds.locator("option").all_inner_texts()
    names = [seat.name for seat in played.game.seats.order_by("number")]
    assert titles[:4] == [f"{names[seat]}’s turns" for seat in film["order"]]
    assert "Auctions" in titles and "Who left" in titles
    seen = {
        "Auctions": "declined",
        "Trades": "traded",
        "Who left": "left",
        titles[0]: "turn_began",
        titles[3]: "turn_began",
    }
    for title, event in seen.items():
        if title not in titles:
            continue
        kinds.select_option(label=title)
        options = which.locator("option").all()
        value = options[-1].get_attribute("value") or ""
        which.select_option(value)
        if len(options) == 1:
            page.locator("#jump button").click()
        number = -1 if value == "start" else int(value)
        expect(page.locator("#st-now")).to_have_text("The start" if number < 0 else f"Move {number}")
        assert event in [found["event"] for found in film["steps"][number + 1]["events"]], title
    page.locator("#goto input").fill("9")
    page.locator("#goto button").click()
    expect(page.locator("#st-now")).to_have_text("Move 9")


def test_the_slider_works_by_keyboard_and_says_where_it_is(page: Page, moments: Moments) -> None:
    played = _open(page, moments)
    last = played.game.move_count - 1
    slider = page.get_by_role("slider", name="Move")
    slider.focus()
    for key, number in (("ArrowRight", 0), ("ArrowRight", 1), ("ArrowLeft", 0), ("End", last), ("Home", -1)):
        page.keyboard.press(key)
        expect(page.locator("#st-now")).to_have_text("The start" if number < 0 else f"Move {number}")
        said = "The start" if number < 0 else f"Move {number} of {last}"
        expect(slider).to_have_attribute("aria-valuetext", said)
        expect(slider).to_be_focused()


def test_what_happened_is_announced_once_the_reader_rests(page: Page, moments: Moments) -> None:
    _open(page, moments)
    said = page.locator("#said")
    expect(said).to_be_empty()
    for _press in range(6):
        page.keyboard.press("ArrowRight")
    expect(said).to_have_text(re.compile(r"\w+.*\."))
    assert said.inner_text().split() == page.locator("#told").inner_text().split()


def test_a_control_that_leads_nowhere_keeps_the_focus(page: Page, moments: Moments) -> None:
    _open(page, moments)
    forward = page.locator('.ctl [data-key="End"]')
    forward.focus()
    page.keyboard.press("Enter")
    expect(forward).to_have_attribute("aria-disabled", "true")
    expect(forward).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(forward).to_have_attribute("href", re.compile(r"\?move=\d+"))


@pytest.mark.parametrize("on", ["page", "phone"])
def test_pressing_and_dragging_on_the_chart_moves_the_cursor(
    on: str, request: pytest.FixtureRequest, moments: Moments
) -> None:
    page: Page = request.getfixturevalue(on)
    played = _open(page, moments)
    last = played.game.move_count - 1
    chart = page.locator(".replay .chart")
    chart.scroll_into_view_if_needed()
    box = chart.bounding_box()
    assert box is not None
    unit = box["width"] / 340

    def at(share: float) -> tuple[float, float]:
        return box["x"] + (40 + 228 * share) * unit, box["y"] + box["height"] / 2

    page.mouse.click(*at(0.5))
    middle = round(0.5 * (last + 1)) - 1
    expect(page.locator("#st-now")).to_have_text(re.compile(rf"Move ({middle - 1}|{middle}|{middle + 1})$"))
    page.mouse.move(*at(0.2))
    page.mouse.down()
    page.mouse.move(*at(0.9), steps=5)
    page.mouse.up()
    far = round(0.9 * (last + 1)) - 1
    expect(page.locator("#st-now")).to_have_text(re.compile(rf"Move ({far - 2}|{far - 1}|{far}|{far + 1}|{far + 2})$"))
    page.mouse.move(*at(0.1))
    expect(page.locator("#st-now")).to_have_text(re.compile(rf"Move ({far - 2}|{far - 1}|{far}|{far + 1}|{far + 2})$"))


def test_the_list_of_moves_has_all_and_shows_where_one_is(page: Page, moments: Moments) -> None:
    played = _open(page, moments)
    entries = page.locator("#moves-list a")
    assert entries.count() == played.game.move_count + 1
    entries.nth(31).click()
    expect(page.locator("#st-now")).to_have_text("Move 30")
    expect(page.locator("#moves-list [aria-current]")).to_have_text(re.compile("^30"))
    expect(page.locator("#moves-list [aria-current]")).to_be_in_viewport()
    assert page.locator('#moves-list a[tabindex="0"]').count() == 1


def test_a_game_in_play_is_stepped_through_too(page: Page, moments: Moments) -> None:
    played = moments.at(in_the_middle, 3)
    moments.seat(page.context, played)
    page.goto(played.url("replay/?move=last"))
    _ready(page)
    assert page.locator("#check").count() == 0
    page.keyboard.press("Home")
    expect(page.locator("#st-now")).to_have_text("The start")
    page.keyboard.press("End")
    expect(page.locator("#st-now")).to_have_text(f"Move {played.game.move_count - 1}")


def test_it_fits_a_phone(phone: Page, moments: Moments) -> None:
    _open(phone, moments, 4, rest="replay/?move=60")
    assert_nothing_sticks_out(phone)
    expect(phone.locator("#slider")).to_be_in_viewport()


def test_where_the_answer_does_not_come_the_links_still_lead_to_pages(page: Page, moments: Moments) -> None:
    played = moments.at(at_the_end, 2)
    page.route("**/replay.json", lambda route: route.fulfill(status=200, content_type="text/plain", body="no JSON"))
    page.goto(played.url("replay/"))
    page.get_by_role("link", name="Forward", exact=True).click()
    expect(page).to_have_url(re.compile(r"\?move=0$"))
    expect(page.locator("#st")).to_have_text(re.compile(r"Move 0\b"))
