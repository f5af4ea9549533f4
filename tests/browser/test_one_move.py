"""Two tabs, a double click, an old page: exactly one move is made, and nobody is left puzzled."""

from playwright.sync_api import BrowserContext, Page, expect

from games.models import Game
from tests.browser.asking import only_asks
from tests.browser.conftest import Profile
from tests.browser.moments import Moments, may_build, may_buy
from tests.browser.player import Player
from tests.browser.watch import Watch
from tests.games.tables import Played

ANSWERED = "That was already answered. Here is the table as it is now."
BUY = '#ask button[name=move][value=\'{"type":"buy"}\']'
DECLINE = '#ask button[name=move][value=\'{"type":"decline"}\']'


def _own_moves(played: Played) -> int:
    return played.game.moves.filter(seat=0, by="player").count()


def _open(context: BrowserContext, played: Played) -> Page:
    page = context.new_page()
    # Old pages are what is looked at here, and a page that hears of changes does not grow old.
    only_asks(page)
    page.goto(played.url())
    return page


def _same_question(one: Page, other: Page) -> None:
    for piece in ("#ask h2", "#players", "#log-list"):
        assert one.locator(piece).inner_text() == other.locator(piece).inner_text()


def test_of_two_tabs_one_makes_its_move_and_the_other_is_told_kindly(
    profile: Profile, moments: Moments, watch: Watch
) -> None:
    watch.expect(409)
    played, context = moments.at(may_buy), profile()
    moments.seat(context, played)
    first, second = _open(context, played), _open(context, played)
    before = _own_moves(played)
    Player(first).press(first.locator(BUY))
    Player(second).press(second.locator(DECLINE))
    expect(second.get_by_role("alert")).to_have_text(ANSWERED)
    _same_question(first, second)
    assert _own_moves(played) == before + 1
    # And from there the second tab plays on.
    Player(second).decide()
    assert _own_moves(played) > before + 1


def test_of_two_tabs_without_scripts_the_same(profile: Profile, moments: Moments, watch: Watch) -> None:
    watch.expect(409)
    played, context = moments.at(may_buy), profile(java_script_enabled=False)
    moments.seat(context, played)
    first, second = _open(context, played), _open(context, played)
    before = _own_moves(played)
    Player(first).press(first.locator(BUY))
    Player(second).press(second.locator(DECLINE))
    expect(second.get_by_role("alert")).to_have_text(ANSWERED)
    _same_question(first, second)
    assert _own_moves(played) == before + 1
    Player(second).decide()
    assert _own_moves(played) > before + 1


def test_two_clicks_in_one_moment_make_one_move(page: Page, moments: Moments) -> None:
    played = moments.at(may_buy)
    moments.seat(page.context, played)
    page.goto(played.url())
    before, last = _own_moves(played), Player(page).last
    page.locator(BUY).evaluate("button => { button.click(); button.click(); }")
    page.locator(f'#live-meta:not([data-last="{last}"])').wait_for(state="attached")
    assert _own_moves(played) == before + 1
    assert page.get_by_role("alert").count() == 0


def test_a_double_click_on_a_joined_move_makes_both_parts_once(page: Page, moments: Moments) -> None:
    played = moments.at(may_buy)
    moments.seat(page.context, played)
    page.goto(played.url())
    before, last = _own_moves(played), Player(page).last
    page.get_by_role("button", name="Buy and end turn").evaluate("button => { button.click(); button.click(); }")
    page.locator(f'#live-meta:not([data-last="{last}"])').wait_for(state="attached")
    made = played.game.moves.filter(seat=0, by="player").order_by("number").values_list("move", flat=True)
    assert list(made[before:]) == ['{"type":"buy"}', '{"type":"end_turn"}']


def test_two_clicks_without_scripts_make_one_move(profile: Profile, moments: Moments, watch: Watch) -> None:
    # The browser gives the first answer up for the second, which may be the one that comes too late.
    watch.allow(409)
    played, context = moments.at(may_buy), profile(java_script_enabled=False)
    moments.seat(context, played)
    page = _open(context, played)
    before = _own_moves(played)
    page.locator(BUY).dblclick()
    page.locator('#ask:not(:has(button[value=\'{"type":"buy"}\']))').wait_for()
    assert _own_moves(played) == before + 1


def test_a_double_press_on_the_home_page_opens_one_game(page: Page) -> None:
    page.goto("/")
    button = page.get_by_role("button", name="Play the bot now")
    button.evaluate("button => { button.click(); button.click(); }")
    page.wait_for_url("**/games/*/")
    assert Game.objects.count() == 1
    assert Game.objects.get().status == "running"


def test_a_page_that_comes_back_by_the_back_button_shows_the_table_as_it_is(profile: Profile, moments: Moments) -> None:
    played, context = moments.at(may_buy), profile()
    moments.seat(context, played)
    # Once more, with the cookies of the first time: only then does the browser keep the page as it was.
    page = _open(context, played)
    page.goto("/")
    page.goto(played.url())
    Player(page).press(page.locator(BUY))
    now = page.locator("#ask h2").inner_text()
    page.get_by_role("link", name="Fair play").first.click()
    page.wait_for_url("**/fair-play/")
    page.go_back()
    expect(page.locator("#ask h2")).to_have_text(now)


def test_an_old_page_of_a_game_that_has_ended_shows_the_result(
    profile: Profile, moments: Moments, watch: Watch
) -> None:
    watch.expect(409)
    played, context = moments.at(may_build), profile()
    moments.seat(context, played)
    first, second = _open(context, played), _open(context, played)
    Player(first).resign()
    second.get_by_role("button", name="End turn").click()
    expect(second.get_by_role("heading", level=1)).to_contain_text("beat you")
    expect(second.locator(".seeds")).to_contain_text(played.secret.server_seed)


def test_two_profiles_can_not_move_for_each_other(profile: Profile, moments: Moments) -> None:
    played = moments.at(may_buy)
    stranger = _open(profile(), played)
    assert stranger.locator("#ask button, #more button, #offer button").count() == 0
    expect(stranger.locator("#ask")).to_contain_text("You are watching this game.")
