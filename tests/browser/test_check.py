"""*Check this game*: what the browser derives by itself, for every kept record and every damage it claims to see."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.models import Move
from games.rules import record
from games.rules.chance import Chance
from tests.browser.asking import asked_by
from tests.browser.conftest import Profile
from tests.browser.moments import Moments, at_the_end
from tests.browser.watch import Watch
from tests.proof import damages
from tests.proof.damages import SEEN_BY_ALL, SEEN_BY_ENGINE_AND_FILE, SEEN_BY_THE_BROWSER
from tests.proof.shown import read_by_the_check

RECORDS = sorted((Path(__file__).parents[1] / "records").glob("*.json"))
OF_DEEDLAND = sorted((Path(__file__).parents[1] / "records" / "deedland").glob("*.json"))

#: Runs the page's own module on a record and a film, and gives the lines that differ and what it derived.
CHECK = """async (given) => {
  const [record, shown, promised] = JSON.parse(given);
  const { check } = await import(document.querySelector('script[src*="js/check"]').src);
  const lines = await check(record, shown, promised);
  return {
    count: lines.length,
    differ: lines.filter((line) => !line.ok),
    what: [...new Set(lines.map((line) => line.what.replace(/ [0-9]+/, "")))],
    rolls: lines.rolls ?? null, decks: lines.decks ?? null,
  };
}"""


@pytest.fixture
def checker(page: Page, moments: Moments) -> Page:
    """A page that has the module."""
    page.goto(moments.at(at_the_end, 2).url("replay/"))
    expect(page.locator("#check form")).to_be_visible()
    return page


def _checked(page: Page, given: Any, shown: Any, promised: list[Any] | None = None) -> dict[str, Any]:
    # As one text: the driver takes seconds to hand over as many values one by one.
    found: dict[str, Any] = page.evaluate(CHECK, json.dumps([given, shown, promised or []]))
    return found


def test_every_kept_record_agrees_line_by_line(checker: Page, figure: Any, pytestconfig: pytest.Config) -> None:
    rolls = 0
    # A part of each kind; the long run has all.
    records = [*RECORDS, *OF_DEEDLAND] if pytestconfig.getoption("--long") else [*RECORDS[::4], *OF_DEEDLAND[::12]]
    for path in records:
        read = record.decode(path.read_bytes())
        found = _checked(checker, json.loads(path.read_text()), read_by_the_check(read))
        assert not found["differ"], (path.name, found["differ"])
        chance = Chance(str(read.seed))
        decks = {"landlord": {"fortune": 12, "post": 12}, "deedland": {"fortune": 16}}[read.ruleset]
        assert found["decks"] == {
            f"shuffle:{name}": chance.shuffle([f"{name[0].upper()}{n}" for n in range(1, size + 1)], f"shuffle:{name}")
            for name, size in decks.items()
        }, path.name
        assert found["count"] > len(read.moves) + found["rolls"] > len(read.moves)
        rolls += found["rolls"]
    figure(f"browser's check: {len(records)} records, {rolls} rolls, all agree")
    assert len(records) > 20


def test_it_sees_every_damage_to_a_record_that_it_claims_to_see(checker: Page) -> None:
    shown, whole = read_by_the_check(damages.decoded()), damages.game()
    assert not _checked(checker, whole, shown)["differ"]
    for name, damage in SEEN_BY_ALL.items():
        data = copy.deepcopy(whole)
        damage(data)
        assert _checked(checker, data, shown)["differ"], name


def test_it_sees_every_damage_to_what_is_shown(checker: Page) -> None:
    shown, whole = read_by_the_check(damages.decoded()), damages.game()
    for name, damage in SEEN_BY_THE_BROWSER.items():
        film = copy.deepcopy(shown)
        damage(film)
        assert film != shown, name
        assert _checked(checker, whole, film)["differ"], name


def test_it_says_nothing_of_what_it_does_not_look_at(checker: Page) -> None:
    shown, whole = read_by_the_check(damages.decoded()), damages.game()
    for name, damage in SEEN_BY_ENGINE_AND_FILE.items():
        data = copy.deepcopy(whole)
        damage(data)
        found = _checked(checker, data, shown)
        assert not found["differ"], name
    expect(checker.locator("#check")).to_contain_text("This doesn’t check the rules")


def test_a_commitment_that_somebody_kept_is_compared_too(checker: Page) -> None:
    shown, whole = read_by_the_check(damages.decoded()), damages.game()
    kept = [["Commitment that you kept", whole["commitment"]]]
    assert not _checked(checker, whole, shown, kept)["differ"]
    kept[0][1] = "0" * 64
    [wrong] = _checked(checker, whole, shown, kept)["differ"]
    assert wrong["what"] == "Commitment that you kept"


def test_the_button_asks_for_the_record_alone_and_tells_the_result(page: Page, moments: Moments) -> None:
    played = moments.at(at_the_end, 3)
    page.goto(played.url("replay/"))
    expect(page.locator("#slider")).to_be_visible()
    asked = asked_by(page)
    page.get_by_role("button", name="Check this game").click()
    status = page.locator("#check [role=status]")
    expect(status).to_contain_text("lines agree: commitment, seed, turn order,")
    expect(status).to_contain_text(f"{played.game.move_count} moves and the places")
    assert [url.split(played.id)[-1] for url in asked] == ["/record.json"]
    rows = page.locator("#check tbody tr")
    assert rows.count() > played.game.move_count
    assert page.locator("#check tr.differs").count() == 0
    # A line leads to its move.
    rows.filter(has_text="Roll 3").locator("a").first.click()
    expect(page.locator("#st-now")).not_to_have_text("The start")


def test_a_site_that_shows_another_die_is_found_out(page: Page, moments: Moments) -> None:
    played = moments.anew(at_the_end, 2)
    # What the site keeps of its past is not what the seed gives: one die of one move.
    row = next(m for m in Move.objects.filter(game=played.game, number__gt=10) if '"rolled"' in m.events)
    told = json.loads(row.events)
    event = next(event for event in told if event["event"] == "rolled")
    event["first"] = event["first"] % 6 + 1
    super(type(Move.objects.all()), Move.objects.filter(pk=row.pk)).update(events=json.dumps(told))
    page.goto(played.url("replay/"))
    expect(page.locator("#slider")).to_be_visible()
    page.get_by_role("button", name="Check this game").click()
    expect(page.locator("#check [role=status]")).to_contain_text("differ. They come first in the list.")
    first = page.locator("#check tbody tr").first
    expect(first).to_contain_text("differs")
    expect(first).to_contain_text("Roll")
    expect(first.locator("a")).to_have_text(str(row.number))


def test_a_wrong_commitment_of_ones_own_is_told_on_the_page(phone: Page, moments: Moments) -> None:
    played = moments.at(at_the_end, 2)
    phone.goto(played.url("replay/"))
    phone.get_by_label("The commitment that you kept, if you did").fill("ab" * 32)
    phone.get_by_role("button", name="Check this game").click()
    expect(phone.locator("#check [role=status]")).to_contain_text("1 of ")
    expect(phone.locator("#check tr.differs")).to_contain_text("Commitment that you kept")


def test_without_the_record_nothing_is_claimed(page: Page, moments: Moments, watch: Watch) -> None:
    watch.expect(503)
    page.route("**/record.json", lambda route: route.fulfill(status=503, body=""))
    page.goto(moments.at(at_the_end, 2).url("replay/"))
    page.get_by_role("button", name="Check this game").click()
    expect(page.locator("#check [role=status]")).to_contain_text("could not be read")
    assert page.locator("#check .found").is_hidden()


def test_without_scripts_the_other_ways_stand_there(profile: Profile, moments: Moments) -> None:
    page = profile(java_script_enabled=False).new_page()
    page.goto(moments.at(at_the_end, 2).url("replay/"))
    expect(page.get_by_role("button", name="Check this game")).to_be_hidden()
    expect(page.get_by_role("link", name="The verifier")).to_be_visible()
