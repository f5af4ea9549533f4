"""The board, the deeds, the picture and the replay of Deedland: drawn by the same code from its own data."""

import io
import re
from pathlib import Path
from typing import Any

import pytest
from django.template.loader import render_to_string
from PIL import Image

from games.present import deeds, overlay, picture, replay, sheet, strip, worth
from games.present.cast import Cast
from games.present.chart import chart
from games.present.groups import groups
from games.present.jumps import jumps
from games.present.places import numbered
from games.rules.deedland import DEEDLAND
from games.rules.interface import RuleSet
from games.rules.landlord import LANDLORD
from games.rules.property.deeds import net_worth
from games.rules.registry import PLAYED, newest
from tests.pages.page_tree import by_id, parse, text
from tests.pages.readings import Table, tables

RULES, BOARD = DEEDLAND.rules, DEEDLAND.rules.board
GAMES = [newest(key) for key in PLAYED]
STATIC = Path(__file__).parents[2] / "static"


def late(number: int, least: int = 150) -> Table:
    """Give a table in the middle of a game, or at its end if that comes first."""
    for table in tables(range(number, number + 1), rules=DEEDLAND):
        if table.state.moves >= least:
            break
    return table


def ended(wanted: Any) -> Table:
    """Give the first table that has ended as one wants."""
    for table in tables(range(40), most=3000, rules=DEEDLAND):
        if table.random.over and wanted(table):
            return table
    raise AssertionError("no game of forty ended so")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_groups_are_told_apart_without_their_colour(game: RuleSet[Any]) -> None:
    rules = game.rules  # type: ignore[attr-defined]
    found = groups(rules)
    assert len({group.letters for group in found}) == len(found) == 10
    drawn = sheet.sheet(rules)
    patterns = re.findall(r'<pattern id="p(\d)" class="(\w+)"', drawn)
    assert patterns == [(str(s.number), s.name.lower()) for s in rules.board.sets]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_each_set_has_a_colour_by_day_and_by_night_that_can_be_written_on(game: RuleSet[Any]) -> None:
    rules = game.rules  # type: ignore[attr-defined]
    css, tokens = ((STATIC / name).read_text() for name in ("site.css", "tokens.css"))
    by_day, by_night = tokens.split("@media (prefers-color-scheme:dark)")
    for group in groups(rules):
        if not group.number:
            continue
        [(fill, on)] = re.findall(rf"\.{group.colour}{{--set:var\((--\w+)\);--set-on:var\((--[\w-]+)\)}}", css)
        for part in (by_day, by_night):
            colour, letters = (re.findall(rf"{token}:(#\w{{6}})", part)[0] for token in (fill, on))
            assert contrast(colour, letters) >= 4.5, group.name
        # The picture is drawn by day.
        assert picture.SETS[group.colour] == re.findall(rf"{fill}:(#\w{{6}})", by_day)[0]


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def test_the_sheet_shows_every_name_and_price_and_an_icon_of_its_own_for_each_kind() -> None:
    drawn = sheet.sheet(RULES)
    shown = text(parse(str(drawn).encode()))
    for square in BOARD.squares:
        assert all(word in shown for word in square.name.split())
        if square.price or square.tax:
            assert str(square.price or square.tax) in shown
    used = set(re.findall(r'href="#(i\w)"', drawn))
    assert used == {"iF", "iS", "iU", "iT"}
    assert used <= set(re.findall(r'<g id="(\w+)"', drawn))


def test_each_game_has_a_map_of_its_own() -> None:
    maps = [sheet.middle(game.rules) for game in GAMES]
    assert len(set(maps)) == len(GAMES)
    assert "Airfield" in sheet.middle(RULES)


def test_a_deed_says_every_figure() -> None:
    for square in BOARD.squares:
        deed = deeds.deed(RULES, square)
        figures = [figure for column in deed.columns for _, figure in column]
        words = {what for column in deed.columns for what, _ in column}
        if square.kind == "street":
            bare = square.rents[0]
            expected = [square.price, bare, 2 * bare, *square.rents[1:], square.house_cost, square.house_cost // 2]
            assert figures == [str(n) for n in (*expected, square.mortgage, square.lifting)]
        elif square.price:
            assert figures[0] == str(square.price) and figures[-2:] == [str(square.mortgage), str(square.lifting)]
            assert len(figures) == 3 + len(square.rents)
            assert not any("are" in word or "arge" in word for word in words)
        else:
            assert deed.text and not figures
        assert len(deed.cards) == (16 if square.kind == "card" else 0)


def test_the_strip_and_the_labels_say_what_a_station_and_a_utility_charge() -> None:
    table = late(1)
    view, cast = DEEDLAND.view(table.state, 0), Cast([s.name for s in table.seats], 0)
    said = [deeds.now(RULES, view, cast, p) for p in range(40)]
    for p in BOARD.deeds:
        if table.state.owner[p] >= 0 and not table.state.mortgaged[p] and BOARD.kind[p] == "ferry":
            assert "rent" in said[p]
    assert not any("fare" in sentence or "ferry" in sentence for sentence in said)
    assert len(strip.strip(RULES, view, cast)) == 9


@pytest.mark.parametrize("number", range(4))
def test_the_replay_page_is_whole_at_any_time(number: int) -> None:
    for table in tables(range(number, number + 1), rules=DEEDLAND):
        if table.state.moves % 211 and not table.random.over:
            continue
        reading = table.replayed()
        context = {**replay.context(reading), "game": reading.game}
        tree = parse(render_to_string("games/replay.html", context).encode())
        found = [e.get("id") for e in tree.iter() if e.get("id")]
        assert len(found) == len(set(found))
        assert text(by_id(tree, "told"))
        courses = worth.courses(RULES, len(table.seats), (told.events for told in table.log))
        last = [course[-1] for course in courses]
        assert last == [net_worth(BOARD, table.state, seat) for seat in range(len(last))]


def test_a_drawn_game_can_be_looked_back_at() -> None:
    table = ended(lambda t: len(t.game.placings[0]) > 1)
    reading = table.replayed()
    told = replay.context(reading)["told"]
    assert "draw between" in told.lines[-1].text
    cast = Cast([seat.name for seat in table.seats], 0)
    assert "Draw offers" in [found.title for found in jumps(RULES, cast, table.log)]
    drawn = picture.board(RULES, DEEDLAND.view(table.state, None), table.game.placings)
    assert Image.open(io.BytesIO(drawn)).size == (1200, 630)


def test_places_after_a_shared_one_are_counted_on() -> None:
    assert list(numbered([[0, 2], [1], [3]])) == [(1, [0, 2]), (3, [1]), (4, [3])]
    assert list(numbered([[1], [0]])) == [(1, [1]), (2, [0])]


def test_large_sums_fit_beside_the_axis_of_a_chart() -> None:
    cast = Cast(("Ada", "Bob"), None)
    small, large = (chart(cast, [[0, most], [0, 0]], None) for most in (150, 754_000))
    ticks = [int(n) for n in re.findall(r'text-anchor="end">(\d+)<', large)]
    assert ticks[:5] == [0, 200_000, 400_000, 600_000, 800_000]
    left_of = [float(re.findall(r'class="gl[^"]*" d="M([\d.]+) ', drawn)[0]) for drawn in (small, large)]
    assert left_of[0] == 40 and left_of[1] >= 6 * 7


def test_the_last_card_is_written_on_two_lines_if_it_is_long() -> None:
    for table in tables(range(12), rules=DEEDLAND):
        last = overlay.recent(table.log[-1].events)
        if last.drew is not None and last.drew.card == "F15":
            break
    teller = replay.Teller(RULES, Cast([seat.name for seat in table.seats], 0))
    drawn = overlay.overlay(RULES, DEEDLAND.view(table.state, 0), teller, last)
    lines = re.findall(r'<text class="cx" x="520" y="(?:607|627)">([^<]+)<', drawn)
    assert " ".join(lines).endswith("repairs, 2500 a house and 10000 a hotel")
    assert all(len(line) <= 34 for line in lines)


def test_landlord_still_calls_its_squares_by_their_names() -> None:
    kinds = {p: deeds.deed(LANDLORD.rules, LANDLORD.rules.board.squares[p]) for p in (5, 13)}
    assert kinds[5].columns[0][1][0] == "Fare, 1 owned" and kinds[13].columns[1][0][0] == "Charge"
    assert kinds[5].group is not None and kinds[5].group.whole == "all the ferries"
