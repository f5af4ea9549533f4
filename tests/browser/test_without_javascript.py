"""Everything but live update works with scripts switched off."""

import json
import re

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from games.rules.chance import commitment
from tests.browser.conftest import Profile
from tests.browser.moments import Moments, at_the_end, may_trade
from tests.browser.player import Player
from tests.browser.watch import Watch
from tests.games.tables import Played


@pytest.fixture
def plain(profile: Profile) -> Page:
    """A page without scripts, of somebody who was never here."""
    return profile(java_script_enabled=False).new_page()


def _played(page: Page) -> Played:
    return Played(page.url.rstrip("/").split("/")[-1], Client(), "")


def test_a_game_is_opened_started_with_ones_own_seed_and_played(plain: Page) -> None:
    plain.goto("/")
    plain.locator(".seg label", has_text="3").click()
    plain.get_by_role("button", name="Play the bot now").click()
    expect(plain.get_by_role("button", name="Start the game")).to_be_visible()
    played = _played(plain)
    promised = plain.locator("#commitment").inner_text()
    assert promised == commitment(played.secret.server_seed)
    assert played.game.status == "open", "nothing is drawn before the seed is brought"

    plain.get_by_role("textbox", name="Your seed").fill("my-own.seed_1")
    plain.get_by_role("button", name="Start the game").click()
    expect(plain.locator("#log .promise")).to_contain_text(promised)
    seats = list(played.game.seats.order_by("number").values_list("client_seed", flat=True))
    assert seats == ["my-own.seed_1", "", ""]

    player = Player(plain)
    for _decision in range(15):
        player.decide()
        if player.over:
            break
    assert played.game.moves.filter(seat=0, by="player").count() >= len(player.pressed) > 0
    assert len(player.pressed) == 15 or player.over


def test_without_a_seed_of_ones_own_the_site_draws_one_and_says_so(plain: Page) -> None:
    plain.goto("/")
    plain.get_by_role("button", name="Play the bot now").click()
    plain.get_by_role("button", name="Start the game").click()
    expect(plain.get_by_role("alert")).to_contain_text("the site drew one for you")


def test_a_title_deed_opens_by_a_link(plain: Page, moments: Moments) -> None:
    played = moments.at(may_trade)
    moments.seat(plain.context, played)
    plain.goto(played.url())
    for square in (39, 5):
        deed = plain.locator(f"#sq-{square}")
        plain.locator(f'#overlay a[data-square="{square}"]').click()
        expect(plain).to_have_url(re.compile(f"#sq-{square}$"))
        expect(deed).to_be_visible()
        expect(deed).to_be_in_viewport()
    expect(plain.locator("#sq-39")).not_to_be_visible()


def test_an_offer_is_put_together_and_answered(plain: Page, moments: Moments) -> None:
    played = moments.at(may_trade)
    moments.seat(plain.context, played)
    plain.goto(played.url())
    plain.locator("#composer summary").click()
    form = plain.locator("#composer form")
    give, get = (form.locator(f"input[name={name}]").first for name in ("give", "get"))
    squares = [int(box.get_attribute("value") or "") for box in (give, get)]
    give.check()
    get.check()
    form.get_by_label("Sum").fill("3")
    form.get_by_label("you ask for it").check()
    before = played.game.move_count
    Player(plain).press(form.get_by_role("button", name="Make this offer"))

    offer, answer = played.game.moves.filter(number__gte=before).order_by("number")[:2]
    assert played.state.decision != "trade", "the bot has answered"
    assert offer.seat == 0 and answer.seat == 1
    expected = {"type": "offer", "to": 1, "give": squares[:1], "get": squares[1:], "give_cash": 0, "get_cash": 3}
    assert json.loads(offer.move) == expected
    assert json.loads(answer.move)["type"] in ("accept", "refuse")
    expect(plain.locator("#log-list")).to_contain_text(re.compile("You .* offer"))


def test_an_offer_of_nothing_is_refused_in_words_and_the_table_stays(
    plain: Page, moments: Moments, watch: Watch
) -> None:
    watch.expect(409)
    played = moments.at(may_trade)
    moments.seat(plain.context, played)
    plain.goto(played.url())
    before = played.rows()
    plain.locator("#composer summary").click()
    plain.get_by_role("button", name="Make this offer").click()
    expect(plain.get_by_role("alert")).to_be_visible()
    expect(plain.locator("#ask button").first).to_be_visible()
    assert played.rows() == before


def test_the_replay_is_stepped_through_by_links(plain: Page, moments: Moments) -> None:
    played = moments.at(at_the_end)
    plain.goto(played.url())
    plain.get_by_role("link", name="Step through the game").click()
    heading, last = plain.locator("#st"), played.game.move_count - 1
    expect(heading).to_have_text("The start")
    for step, number in (("Forward", 0), ("Forward", 1), ("Back", 0), ("Last", last), ("Back", last - 1)):
        plain.get_by_role("link", name=step, exact=True).click()
        expect(heading).to_have_text(re.compile(rf"\bMove {number}\b"))
        assert plain.url.endswith(f"?move={number}")
    plain.get_by_role("link", name="First", exact=True).click()
    expect(heading).to_have_text("The start")
    plain.get_by_role("spinbutton", name="Move").fill("7")
    plain.locator("#goto").get_by_role("button", name="Go there").click()
    expect(heading).to_have_text(re.compile(r"\bMove 7\b"))
