"""Resigning by the table page: it is asked once more, and works whoever is waited on."""

from collections.abc import Callable
from typing import Any

import pytest

from games.models import Game
from tests.pages.page_tree import by_id, parse, text
from tests.pages.people import JSON, People

Make = Callable[..., People]


def test_the_form_says_what_follows_and_asks_once_more(people: Make) -> None:
    game = people(("Ada", "Bob", "Cid"))
    for reader in (0, 1, 2):
        resign = by_id(parse(game.page(reader).encode()), "resign")
        assert resign.tag == "details" and "open" not in resign.attrib
        assert "You leave the game in place 3." in text(resign)
        [box] = [i for i in resign.iter("input") if i.get("type") == "checkbox"]
        assert (box.get("name"), box.get("value")) == ("sure", "yes") and "required" in box.attrib


@pytest.mark.parametrize("form", [{}, {"sure": ""}, {"sure": "no"}, {"sure": ["yes"] * 2}, {"sure": "yes", "x": "1"}])
def test_without_the_tick_nobody_resigns(people: Make, form: dict[str, Any]) -> None:
    game = people()
    page = game.post(0, "resign/", **form)
    assert page.status_code == 400 and not game.seat(0).place
    if not form:
        assert "tick the box first" in page.content.decode()


def test_it_works_when_it_is_not_ones_turn_and_is_told_as_what_it_is(people: Make) -> None:
    game = people(("Ada", "Bob", "Cid"))
    assert game.state.asked == 0
    left = game.post(2, "resign/", sure="yes")
    assert left.status_code == 303 and left["Location"] == game.url()
    assert game.seat(2).fate == "resigned" and game.game.status == Game.Status.RUNNING
    assert "Cid resigned, which counts as a bankruptcy, in place 3." in game.page(0)
    assert "Resigned, in place 3" in text(by_id(parse(game.page(1).encode()), "players"))
    assert 'id="resign"' not in game.page(2)
    assert game.post(2, "resign/", sure="yes").status_code == 409


def test_the_last_to_stay_has_won(people: Make) -> None:
    game = people()
    answer = game.post(1, "resign/", JSON, sure="yes")
    assert answer.status_code == 200 and answer.json()["ok"] and 'data-status="finished"' in answer.json()["html"]
    assert "You beat Bob" in game.page(0)
    assert text(by_id(parse(game.page(0).encode()), "ah")) == "Places"


def test_nobody_resigns_for_another(people: Make) -> None:
    game = people()
    assert game.post(None, "resign/", sure="yes").status_code == 403
    assert game.game.move_count == 0
