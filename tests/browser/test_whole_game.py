"""The main job, end to end: a guest comes, plays the bot, and checks the game."""

import re

from playwright.sync_api import Page, expect

from games.rules.chance import commitment, derive_seed
from games.rules.record import decode, verify
from tests.browser.fits import assert_nothing_sticks_out
from tests.browser.player import Player

#: One game in a hundred takes 200 decisions; none of some thousands took 400.
MOST_DECISIONS = 600


def _begin(page: Page, *, touch: bool) -> str:
    """Press the one button, and give the commitment that the site showed before the seed was drawn."""
    page.goto("/")
    assert_nothing_sticks_out(page)
    two = page.locator(".seg label", has_text="2")
    button = page.get_by_role("button", name="Play the bot now")
    for thing in (two, button):
        if touch:
            thing.tap()
        else:
            thing.click()
    page.wait_for_url(re.compile(r"/games/[a-z0-9]{12}/$"))
    return page.locator("#log .promise code").inner_text()


def _seeds(page: Page) -> dict[str, str]:
    terms, values = page.locator(".seeds dt"), page.locator(".seeds dd")
    return dict(zip(terms.all_inner_texts(), values.all_inner_texts(), strict=True))


def _assert_result(page: Page, promised: str) -> None:
    """The end shows places, net worths and seeds, and the site has kept its promise."""
    expect(page.get_by_role("heading", level=1)).to_contain_text("beat")
    rows = page.locator(".places tbody tr")
    assert [row.split()[0] for row in rows.all_inner_texts()] == ["1", "2"]
    expect(page.locator(".places")).to_contain_text("(you)")
    shown = _seeds(page)
    server_seed, client_seed = shown["Server seed, now published"], shown["Client seed of Guest"]
    assert shown["Commitment, shown before the game"] == promised == commitment(server_seed)
    assert re.fullmatch("[0-9a-f]{32}", client_seed), "the browser drew it"
    assert shown["Seed of the game"] == derive_seed(server_seed, [client_seed, ""])


def _assert_record_verifies(page: Page, promised: str) -> int:
    """The record that is linked verifies; gives how many moves it has."""
    address = page.get_by_role("link", name="The record", exact=True).get_attribute("href")
    assert address
    answer = page.request.get(address)
    assert answer.status == 200
    record = decode(answer.body())
    assert record.commitment == promised
    assert verify(record).startswith("ok")
    return len(record.moves)


def _move(number: int) -> re.Pattern[str]:
    return re.compile(rf"\bMove {number}\b")


def _assert_replay_steps(page: Page, moves: int, *, touch: bool) -> None:
    replay = page.get_by_role("link", name="Step through the game")
    if touch:
        replay.tap()
    else:
        replay.click()
    heading, last = page.locator("#st"), moves - 1
    expect(heading).to_have_text("The start")
    assert_nothing_sticks_out(page)
    for step, shown in (
        ("Forward", _move(0)),
        ("Forward", _move(1)),
        ("Back", _move(0)),
        ("Last", _move(last)),
        ("First", "The start"),
    ):
        link = page.get_by_role("link", name=step, exact=True)
        if touch:
            link.tap()
        else:
            link.click()
        expect(heading).to_have_text(shown)
    assert_nothing_sticks_out(page)
    page.get_by_role("spinbutton", name="Move").fill(str(last // 2))
    page.locator("#goto").get_by_role("button", name="Go there").click()
    expect(heading).to_have_text(_move(last // 2))
    # The page writes it there when the steps have come to rest.
    expect(page).to_have_url(re.compile(rf"\?move={last // 2}$"))


def test_a_guest_plays_a_whole_game_from_the_home_page_and_checks_it(page: Page) -> None:
    promised = _begin(page, touch=False)
    player = Player(page)
    player.play(MOST_DECISIONS)
    assert player.over
    _assert_result(page, promised)
    moves = _assert_record_verifies(page, promised)
    _assert_replay_steps(page, moves, touch=False)
    _assert_arrow_keys_step(page, moves)

    page.goto("/")
    expect(page.get_by_role("heading", name="Your games")).to_be_visible()
    assert page.get_by_role("link", name="Open the replay").count() == 1


def _assert_arrow_keys_step(page: Page, moves: int) -> None:
    heading, last = page.locator("#st"), moves - 1
    for key, shown in (
        ("Home", "The start"),
        ("ArrowRight", _move(0)),
        ("ArrowRight", _move(1)),
        ("ArrowLeft", _move(0)),
        ("End", _move(last)),
    ):
        page.keyboard.press(key)
        expect(heading).to_have_text(shown)


def test_the_same_on_a_phone_where_nothing_sticks_out_of_the_page(phone: Page) -> None:
    promised = _begin(phone, touch=True)
    player = Player(phone, touch=True)
    for _decision in range(MOST_DECISIONS):
        if player.over:
            break
        assert_nothing_sticks_out(phone)
        player.decide()
    assert player.over
    assert_nothing_sticks_out(phone)
    _assert_result(phone, promised)
    moves = _assert_record_verifies(phone, promised)
    _assert_replay_steps(phone, moves, touch=True)


def test_the_commitment_is_on_the_page_before_the_browser_draws_its_seed(page: Page) -> None:
    page.goto("/")
    # The start is held back, and what the page shows meanwhile is read.
    started = []
    page.route("**/start/", lambda route: started.append(route))
    page.get_by_role("button", name="Play the bot now").click()
    promise = page.locator("[data-promise]")
    expect(promise).to_contain_text(re.compile("The site promised [0-9a-f]{64}"))
    shown = re.findall("[0-9a-f]{64}", promise.inner_text())[0]
    expect(promise).to_be_visible()
    with page.expect_navigation():
        started[0].continue_()
    assert page.locator("#log .promise code").inner_text() == shown


def test_a_guest_resigns_in_two_steps_and_plays_again(page: Page) -> None:
    promised = _begin(page, touch=False)
    player = Player(page)
    player.play(2)
    player.resign()
    assert player.over
    _assert_result(page, promised)
    first = page.url
    page.get_by_role("button", name="Play again").click()
    expect(page.locator("#ask.ask-box, #ask.wait-box")).to_be_visible()
    assert page.url != first
