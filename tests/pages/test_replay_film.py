"""The film of a game: put together step by step it is what the pages draw, for every step."""

import json
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from django.template.loader import render_to_string

from games.models import Game, Seat
from games.present import deeds, film, overlay, replay
from games.present.cast import Cast
from games.present.jumps import jumps
from games.present.players import players
from games.present.sentences import Teller
from games.present.table import log
from games.queries import ReplayReading, Told
from games.rules import record
from games.rules.interface import View
from games.rules.landlord import LANDLORD
from games.rules.property import events
from games.rules.property.deeds import net_worth
from games.rules.property.view import PropertyView
from tests.pages.page_tree import by_id, parse
from tests.proof.shown import told
from tests.rules.records import ROOT

RULES = LANDLORD.rules
RECORDS = ("bots-2-00", "random-3-37", "random-4-44", "random-2-57")

Entries = list[tuple[Told, PropertyView]]


def _entries(name: str) -> Entries:
    read = record.decode((ROOT / "tests/records" / f"{name}.json").read_bytes())
    return [(entry, _view(view)) for entry, view in told(read)]


def _view(view: View) -> PropertyView:
    assert isinstance(view, PropertyView)
    return view


def _cast(entries: Entries) -> Cast:
    return Cast([f"Player{n} <b>" for n in range(len(entries[0][1].cash))], None)


def _film(entries: Entries) -> dict[str, Any]:
    made: dict[str, Any] = json.loads(film.film(RULES, _cast(entries), entries))
    return made


def _played(made: dict[str, Any]) -> list[list[str]]:
    """Play a film as the page does: what stands in each place after each step."""
    places = [""] * (made["rows"] + len(made["order"]))
    shown = []
    for step in made["steps"]:
        for place, *numbers in step["places"]:
            places[place] = "".join(made["texts"][number] for number in numbers)
        shown.append(places[:])
    return shown


@pytest.mark.parametrize("name", RECORDS)
def test_every_step_is_what_the_pages_draw(name: str) -> None:
    entries = _entries(name)
    cast, made = _cast(entries), _film(entries)
    teller, shown = Teller(RULES, cast), _played(made)
    assert len(shown) == len(entries)
    for i, (entry, view) in enumerate(entries):
        step, places = made["steps"][i], shown[i]
        past = [event for earlier, _ in entries[max(0, i - film.BACK + 1) : i + 1] for event in earlier.events]
        drawn = overlay.overlay(RULES, view, teller, overlay.recent(past))
        assert f'<g aria-hidden="true">{"".join(places[: made["labels"]])}</g>' in drawn
        for p in range(40):
            assert places[made["labels"] + p] == overlay.label(RULES, view, cast, p)
            assert places[made["deeds"] + p] == deeds.now(RULES, view, cast, p)
        assert step["money"] == list(view.cash)
        assert step["worth"] == [net_worth(RULES.board, view, seat) for seat in range(len(view.cash))]
        assert step["lines"] == [[line.seat, line.text] for line in log(teller, [entry])[0].lines]
        assert step["open"] == view.position[view.turn]
        if entry.number >= 0:
            assert (step["seat"], step["by"]) == (entry.seat, entry.by)


@pytest.mark.parametrize("name", RECORDS[:2])
def test_every_row_of_players_is_the_pages_own(name: str) -> None:
    entries = _entries(name)
    made = _film(entries)
    cast, shown = _cast(entries), _played(made)
    for i, (_, view) in list(enumerate(entries))[::17]:
        table = render_to_string("games/_players.html", {"players": players(RULES, view, cast, None)})
        wanted = [ET.tostring(body) for body in parse(f"<div>{table}</div>".encode()).iter("tbody")]
        for place, seat in enumerate(made["order"]):
            before, between, after = shown[i][made["rows"] + place].split(made["gap"])
            row = f"{before}{view.cash[seat]}{between}{made['steps'][i]['worth'][seat]}{after}"
            body = next(parse(f"<table>{row}</table>".encode()).iter("tbody"))
            assert _plain(ET.tostring(body)) == _plain(wanted[place])


def _plain(markup: bytes) -> str:
    return "".join(markup.decode().split()).replace(">\\n<", "><")


def test_a_film_holds_no_seed_and_no_card_to_come() -> None:
    entries = _entries("random-3-37")
    text = film.film(RULES, _cast(entries), entries[:30]).decode()
    data = json.loads((ROOT / "tests/records/random-3-37.json").read_text())
    assert data["seed"] not in text and data["server_seed"] not in text
    assert '"chance"' not in text and '"decks"' not in text
    assert len(json.loads(text)["steps"]) == 30


def test_names_are_escaped_in_every_piece_of_markup() -> None:
    entries = _entries("random-3-37")[:80]
    made = _film(entries)
    for i, places in enumerate(_played(made)):
        markup = [*places[: made["labels"]], *places[made["rows"] :]]
        assert not any("Player0 <b>" in piece for piece in markup), i
    assert any("Player0 &lt;b&gt;" in piece for piece in made["texts"])


def test_a_step_sends_only_what_it_changes() -> None:
    entries = _entries("bots-2-00")
    made = _film(entries)
    for (before, after), step in zip(pairwise(_played(made)), made["steps"][1:], strict=True):
        changed = [place for place, (one, other) in enumerate(zip(before, after, strict=True)) if one != other]
        assert [place for place, *_ in step["places"]] == changed
    assert len(made["texts"]) == len(set(made["texts"])), "each piece is sent once"


# --- jumps ---


def test_turns_auctions_trades_and_leavings_are_listed_where_they_happened() -> None:
    entries = _entries("random-3-37")
    cast, entered = _cast(entries), [entry for entry, _ in entries]
    lists = {found.title: found.entries for found in jumps(RULES, cast, entered)}
    happened = {entry.number: entry.events for entry in entered}
    kinds = {"Trades": events.Traded, "Who left": events.Left, "Auctions": events.Declined}
    for title, kind in kinds.items():
        numbers = [number for number, told_ in happened.items() for event in told_ if isinstance(event, kind)]
        assert [jump.number for jump in lists[title]] == numbers, title
    turns = [event.seat for entry in entered for event in entry.events if isinstance(event, events.TurnBegan)]
    for seat in range(3):
        mine = lists[f"{cast.names[seat]}’s turns"]
        assert len(mine) == turns.count(seat)
        for jump in mine:
            assert any(isinstance(e, events.TurnBegan) and e.seat == seat for e in happened[jump.number])
    assert next(iter(lists)) == f"{cast.names[turns[0]]}’s turns"
    assert lists[next(iter(lists))][0].value == "start"


def test_the_page_has_every_jump_as_a_choice_of_a_form_that_needs_no_script() -> None:
    entries = _entries("random-3-37")
    seats = [Seat(number=n, kind=kind, name=f"Player{n}") for n, kind in enumerate(entries[0][1].kinds)]
    game = Game(
        public_id="bcdfghjkmnpq",
        ruleset=LANDLORD.key,
        status=Game.Status.FINISHED,
        placings=[[0], [1], [2]],
        commitment="c0" * 32,
    )
    reading = ReplayReading(game, seats, LANDLORD, None, 0, entries[1][1], [entry for entry, _ in entries])
    shown = render_to_string("games/replay.html", {**replay.context(reading), "game": game})
    form = by_id(parse(shown.encode()), "jump")
    assert form.get("method") == "get"
    values = [option.get("value") for option in form.iter("option")]
    assert len(values) > 100 and "start" in values
    [field] = [select for select in form.iter("select") if select.get("name")]
    assert field.get("name") == "move"
