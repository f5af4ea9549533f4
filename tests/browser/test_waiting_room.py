"""Two browsers in one waiting room: seeds drawn by themselves, what is typed stays, and the game opens for both."""

import re

import pytest
from playwright.sync_api import expect

from games.models import Game
from tests.browser.conftest import Profile
from tests.browser.places_people import sign_in
from tests.games.company import person


@pytest.mark.parametrize("scripts", [True, False])
def test_people_meet_by_a_secret_link_and_start_when_both_are_ready(profile: Profile, scripts: bool) -> None:
    ada, bob = profile(java_script_enabled=scripts).new_page(), profile(java_script_enabled=scripts).new_page()
    sign_in(ada, person("Ada"))
    sign_in(bob, person("Bob"))
    ada.goto("/games/new/")
    ada.get_by_label("1 minute", exact=True).check()
    ada.get_by_label("Only those with the link").check()
    ada.get_by_role("button", name="Open the table").click()
    game = Game.objects.get()
    expect(ada.locator("#commitment")).to_have_text(game.commitment)
    if scripts:
        # Drawn after the commitment came, kept by the site without a press, and shown again by the next reading.
        expect(ada.locator("#client_seed")).to_have_attribute("value", re.compile("^[0-9a-f]{32}$"))
        assert game.seats.get().client_seed == ada.locator("#client_seed").input_value()
        ada.locator("#client_seed").fill("half-typ")
    link = ada.locator("#link").input_value()
    bob.goto(link)
    expect(bob.locator("#client_seed")).to_have_value(re.compile("^[0-9a-f]{32}$" if scripts else "^$"))
    drawn = bob.locator("#client_seed").input_value()
    bob.get_by_role("button", name="Sit down").click()
    expect(bob.locator("main")).to_contain_text("You sit at this table now" if scripts else "the site drew one for you")
    if scripts:
        assert game.seats.get(number=1).client_seed == drawn
        expect(ada.locator("#room-seats")).to_contain_text("Bob")
        expect(ada.locator("#client_seed")).to_have_value("half-typ")
        expect(ada.locator("#say")).to_contain_text("All seats are taken")
    else:
        ada.reload()
    ada.get_by_role("button", name="Ready").click()
    expect(ada.locator("#ask")).to_contain_text("You are ready")
    bob.get_by_role("button", name="Ready").click()
    expect(bob.locator("#map")).to_be_visible()
    if not scripts:
        ada.reload()
    expect(ada.locator("#map")).to_be_visible()
    assert Game.objects.get().status == "running"
