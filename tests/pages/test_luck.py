"""The report's page and charts, and the drawing of the picture: what is shown is what was found."""

import io
import re
from xml.etree.ElementTree import Element

import pytest
from django.template.loader import render_to_string
from PIL import Image

from games.analysis.report import report
from games.models import Game, Seat
from games.playback import Past
from games.present import chart, luck, picture, svgpath
from games.present.cast import Cast
from games.rules import record
from games.rules.landlord import LANDLORD
from games.rules.property.view import PropertyView
from tests.pages.page_tree import parse, text, with_class
from tests.proof.shown import told
from tests.rules.records import ROOT

RULES = LANDLORD.rules


def _past(name: str, reader: int | None = None) -> tuple[Past, list[luck.Told], PropertyView]:
    read = record.decode((ROOT / "tests/records" / f"{name}.json").read_bytes())
    entries = list(told(read))
    seats = [Seat(number=n, kind=seat.kind, name=f"Player{n}") for n, seat in enumerate(read.seats)]
    game = Game(
        public_id="bcdfghjkmnpq",
        ruleset="landlord",
        rules_version=1,
        status=Game.Status.FINISHED,
        placings=read.placings,
        move_count=len(read.moves),
    )
    last = entries[-1][1]
    assert isinstance(last, PropertyView)
    return Past(game, seats, reader), [entry for entry, _ in entries], last


@pytest.fixture(scope="module")
def page() -> Element:
    past, log, _ = _past("random-3-37", reader=1)
    shown = render_to_string("games/luck.html", {**luck.context(past, log), "game": past.game})
    assert "style=" not in shown and "<script" not in shown
    return parse(shown.encode())


def _tables(page: Element) -> list[list[list[str]]]:
    return [[[text(cell) for cell in row] for row in table.iter("tr")] for table in page.iter("table")]


def test_players_stand_in_the_order_of_their_places_and_the_reader_is_you(page: Element) -> None:
    rents = _tables(page)[0]
    assert [row[0] for row in rents[1:]] == ["Player0", "You", "Player2"]


def test_the_figures_are_those_of_the_analysis(page: Element) -> None:
    _, log, _ = _past("random-3-37")
    found = report(RULES, 3, [(entry.number, entry.events) for entry in log])
    shown = text(page)
    for player, row in zip(found.players, _tables(page)[0][1:], strict=True):
        # Each cell says what it is, for a phone, where the columns' heads are gone.
        assert row[1] == f"Received: {player.received.due}" and row[3] == f"Paid: {player.paid.due}"
        assert row[2].startswith(f"Mean: {round(player.received.expected)} ±")
        assert f"{player.rolls.count} rolls, {player.rolls.total} in all" in shown
    squares = _tables(page)[1]
    assert len(squares) - 1 == len(found.squares)
    assert squares[1][6] == f"Per price: {found.squares[0].per_price:.2f}"


def test_each_trade_leads_to_its_move(page: Element) -> None:
    _, log, _ = _past("random-3-37")
    found = report(RULES, 3, [(entry.number, entry.events) for entry in log])
    wanted = [trade.number for p in found.players for trade in (p.best_trade, p.worst_trade) if trade is not None]
    links = [a.get("href", "") for p in with_class(page, "trade") for a in p.iter("a")]
    assert [int(link.split("=")[1]) for link in links] == wanted and wanted


def test_bars_are_as_high_as_sums_were_rolled(page: Element) -> None:
    charts = list(with_class(page, "bars"))
    assert len(charts) == 3
    for drawn in charts:
        counts = [int(n) for n in re.findall(r"\d+: (\d+)", drawn.get("aria-label", ""))]
        heights = [
            float(luck.BARS_BASE - float(bar.get("d", "").split("V")[1].split("H")[0]))
            for bar in with_class(drawn, "bar")
        ]
        kept = [count for count in counts if count]
        assert len(heights) == len(kept)
        ratios = {round(height / count, 1) for height, count in zip(heights, kept, strict=True)}
        assert max(ratios) - min(ratios) < 0.2, "one scale for all"
        assert len(list(with_class(drawn, "mean"))) == 11


def test_a_game_without_trades_says_so() -> None:
    past, log, _ = _past("bots-2-00")
    kept = [entry for entry in log if not any(type(event).__name__ == "Traded" for event in entry.events)]
    shown = render_to_string("games/luck.html", {**luck.context(past, kept), "game": past.game})
    assert shown.count("No trade.") == 2


# --- charts with values below 0 ---


def test_lines_below_nothing_stay_within_the_chart() -> None:
    cast = Cast(["Ada", "Bob"], None)
    drawn = parse(str(chart.lines(cast, [[0, 5, -37], [0, -5, 61]], "two lines")).encode())
    for path in with_class(drawn, "ln"):
        numbers = [float(n) for n in re.findall(r"-?\d+\.?\d*", path.get("d", ""))]
        assert all(chart.LEFT <= x <= chart.RIGHT for x in numbers[::2])
        assert all(chart.TOP <= y <= chart.BOTTOM for y in numbers[1::2])
    rules = [text(e) for e in drawn.iter() if e.tag.endswith("text")]
    assert "−50" in rules and "75" in rules
    assert len(list(with_class(drawn, "zero"))) == 1


def test_the_scale_of_the_cursor_is_told_to_scripts() -> None:
    cast = Cast(["Ada", "Bob"], None)
    drawn = parse(str(chart.chart(cast, [[150, 300], [150, 0]], 1)).encode())
    assert drawn.get("data-count") == "2" and drawn.get("data-low") == "0"
    high = int(drawn.get("data-high", ""))
    left, right, top, bottom = map(int, drawn.get("data-box", "").split())
    [mark] = [use for use in drawn.iter() if use.get("data-seat") == "0"]
    assert float(mark.get("x", "")) == right - chart.MARK
    assert float(mark.get("y", "")) == pytest.approx(bottom - (bottom - top) * 300 / high - chart.MARK, abs=0.06)
    [gone] = [use for use in drawn.iter() if use.get("data-seat") == "1"]
    assert "hidden" in gone.attrib and left == chart.LEFT


# --- the picture ---


def test_paths_become_points() -> None:
    assert svgpath.lines("M1 2h3v-1l1 1z") == [[(1, 2), (4, 2), (4, 1), (5, 2), (1, 2)]]
    assert svgpath.lines("M0 0L1 1 2 2M5 5H6") == [[(0, 0), (1, 1), (2, 2)], [(5, 5), (6, 5)]]
    [curve] = svgpath.lines("M0 0q5 0 10 10t10 10")
    assert curve[0] == (0, 0) and curve[svgpath.PIECES] == (10, 10) and curve[-1] == (20, 20)
    assert svgpath.lines("M-.5.5l-1-2") == [[(-0.5, 0.5), (-1.5, -1.5)]]
    with pytest.raises(ValueError, match="no path command"):
        svgpath.lines("M0 0a1 1 0 0 1 2 2")


@pytest.mark.parametrize("name", ["bots-2-00", "random-3-37", "random-4-44"])
def test_the_picture_shows_owners_on_their_squares(name: str) -> None:
    past, _, view = _past(name)
    drawn = Image.open(io.BytesIO(picture.board(RULES, view, past.game.placings or [])))
    assert drawn.size == picture.SIZE
    rgb = drawn.convert("RGB")
    scale = picture.BOARD / 1040

    def at(x: float, y: float) -> tuple[int, ...]:
        found = rgb.getpixel((round(picture.MARGIN + x * scale), round(picture.MARGIN + y * scale)))
        assert isinstance(found, tuple)
        return found

    for p in RULES.board.deeds:
        box = picture.place(p).strip
        # Beside the mark, within the strip.
        colour = at(box.x + 7, box.y + 6)
        dark = view.owner[p] == 0
        assert (sum(colour) < 250) == dark, (p, colour, view.owner[p])
