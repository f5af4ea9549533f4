"""The final board of a game as a PNG for link previews: drawn from the same places and map as the page's.

It bears no name: a player's may be deleted one day, and pictures stay in others' caches. Players are
told apart by the shape of their mark, as on the board.
"""

import re
from collections.abc import Sequence
from functools import cache
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from games.present import svgpath
from games.present.geometry import SHEET, Box, Place, on_road, place, pushed_apart, way
from games.present.groups import group_of
from games.present.places import numbered
from games.present.sheet import middle
from games.rules.property.deeds import HOTEL, net_worth
from games.rules.property.rules import Rules
from games.rules.property.state import NOBODY
from games.rules.property.view import PropertyView

SIZE = WIDTH, HEIGHT = 1200, 630
#: Drawn twice as large and then made smaller, so that edges are smooth.
TWICE = 2
#: So many colours are told apart from the full picture by nobody, and weigh a third of it.
COLOURS = 128
#: The board's side and its distance from the edge, in the picture's own points.
BOARD, MARGIN = 590, 20
COLUMN = MARGIN + BOARD + 46

# The light tokens of the pages.
PAPER, INK, INK_2, INK_3, RULE = "#f4eee0", "#1f2a2d", "#545a55", "#6d6a62", "#cdc3ac"
LAND, WATER, SHORE, ROAD, WASH, FIELD = "#f7f1e2", "#bcd5d6", "#5f8f96", "#f1e7cd", "#ece4d1", "#fbf8f0"
#: By the name of a set, which says its colour.
SETS = {
    "moss": "#47622f",
    "slate": "#54616d",
    "clay": "#a4562a",
    "teal": "#14696b",
    "apple": "#b4c65a",
    "amber": "#e0a92e",
    "brick": "#8c2f23",
    "indigo": "#343c86",
    "brown": "#6b4a2f",
    "sky": "#8cc4dd",
    "pink": "#e39ab8",
    "orange": "#d9772b",
    "red": "#a82a24",
    "yellow": "#ecc93a",
    "green": "#2f6b3c",
    "blue": "#2f4fa0",
}
#: How a line of the map is drawn, by its class: colour and width; and what it is filled with.
MAP_LINES = {"ct": ("#e0cdae", 1), "ct k": ("#cdb087", 1.5), "tr": (SHORE, 1.3), "rv": (SHORE, 1.4), "sea": (SHORE, 1)}
MAP_FILLS = {"mp": LAND, "rv": WATER, "sea": WATER}
#: The fill of each seat's mark and strip, as in the pages' styles.
MARKS = (INK, FIELD, INK_3, WASH)

_PATH = re.compile(r'<path (?:id="\w+" )?class="([^"]+)" d="([^"]+)"/>')
_PLACES = ("first", "second", "third", "fourth")


def board(rules: Rules, view: PropertyView, placings: Sequence[Sequence[int]]) -> bytes:
    """Draw the board of a finished game with the places beside it, 1200 by 630."""
    picture = Image.new("RGB", (WIDTH * TWICE, HEIGHT * TWICE), PAPER)
    pen = _Pen(ImageDraw.Draw(picture))
    _sheet(pen, rules)
    for p in rules.board.deeds:
        if view.owner[p] != NOBODY:
            _owned(pen, view, p)
    _pawns(pen, view)
    _beside(pen, rules, view, placings)
    written = BytesIO()
    picture.resize(SIZE, Image.Resampling.LANCZOS).quantize(COLOURS).save(written, "PNG", optimize=True)
    return written.getvalue()


class _Pen:
    """Draws in the units of the sheet, or of the picture where a method says so."""

    scale = BOARD * TWICE / SHEET

    def __init__(self, draw: ImageDraw.ImageDraw) -> None:
        self.draw = draw

    def _at(self, points: Sequence[svgpath.Point]) -> list[tuple[float, float]]:
        off = MARGIN * TWICE
        return [(off + x * self.scale, off + y * self.scale) for x, y in points]

    def box(self, box: Box, fill: str | None = None, line: str | None = INK, width: float = 1.6) -> None:
        corners = self._at([(box.x, box.y), (box.x + box.w, box.y + box.h)])
        self.draw.rectangle(corners, fill, line, max(1, round(width * self.scale)))

    def fill(self, points: Sequence[svgpath.Point], colour: str) -> None:
        self.draw.polygon(self._at(points), colour)

    def shape(self, points: Sequence[svgpath.Point], fill: str, width: float = 2) -> None:
        self.fill(points, fill)
        self.line([*points, points[0]], INK, width)

    def line(self, points: Sequence[svgpath.Point], colour: str, width: float) -> None:
        self.draw.line(self._at(points), colour, max(1, round(width * self.scale)), joint="curve")

    def disc(self, x: float, y: float, r: float, fill: str, width: float = 2) -> None:
        corners = self._at([(x - r, y - r), (x + r, y + r)])
        self.draw.ellipse(corners, fill, INK, max(1, round(width * self.scale)))

    def word(self, x: float, y: float, text: str, size: float, colour: str = INK) -> None:
        """Write a word around a point of the sheet."""
        (at,) = self._at([(x, y)])
        self.draw.text(at, text, colour, _font(round(size * self.scale)), anchor="mm")

    def beside(self, x: float, y: float, text: str, size: int, colour: str = INK, anchor: str = "ls") -> None:
        """Write in the picture's own points."""
        self.draw.text((x * TWICE, y * TWICE), text, colour, _font(size * TWICE), anchor=anchor)


@cache
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    # The font that comes with Pillow: the picture is the same on every machine.
    return ImageFont.load_default(size)


def _sheet(pen: _Pen, rules: Rules) -> None:
    pen.box(Box(0, 0, SHEET, SHEET), FIELD)
    pen.box(Box(142, 142, 756, 756), ROAD)
    for css, path in _PATH.findall(middle(rules)):
        if css in MAP_FILLS or css in MAP_LINES:
            for line in svgpath.lines(path):
                if css in MAP_FILLS:
                    pen.fill(line, MAP_FILLS[css])
                if css in MAP_LINES:
                    pen.line(line, *MAP_LINES[css])
    # What of the map lies beyond its frame is covered by the road.
    for box in (Box(142, 142, 756, 46), Box(142, 852, 756, 46), Box(142, 142, 46, 756), Box(852, 142, 46, 756)):
        pen.box(box, ROAD, None)
    pen.box(Box(188, 188, 664, 664), None, INK, 2.4)
    for square in rules.board.squares:
        at = place(square.position)
        pen.box(at.square, FIELD)
        x, y = at.field.middle
        if square.kind == "street":
            pen.box(at.band, SETS[group_of(rules)[square.position].colour])
        if square.price:
            pen.word(x, y, group_of(rules)[square.position].letters, 36)
        elif at.side == "corner":
            pen.word(x, y, square.name.removeprefix("The "), 22, INK_2)
        else:
            pen.word(x, y, square.name[0], 30, INK_3)
    pen.box(Box(142, 142, 756, 756), None, INK, 2.4)
    pen.box(Box(0, 0, SHEET, SHEET), None, INK, 3)


def _owned(pen: _Pen, view: PropertyView, p: int) -> None:
    at, seat = place(p), view.owner[p]
    if view.mortgaged[p]:
        box = at.field
        for step in range(0, 2 * box.w, 9):
            a, b = min(step, box.w), max(0, step - box.w)
            pen.line([(box.x + a, box.y + b), (box.x + b, box.y + a)], INK_3, 1.1)
        pen.box(box, None)
    pen.box(at.strip, MARKS[seat])
    x, y = at.strip.middle
    _mark(pen, x, y, 9, seat, on_own=True)
    if view.houses[p]:
        _buildings(pen, at, view.houses[p])


def _mark(pen: _Pen, x: float, y: float, r: float, seat: int, *, on_own: bool = False) -> None:
    fill = {0: FIELD, 1: INK, 2: FIELD, 3: WASH}[seat] if on_own else MARKS[seat]
    match seat:
        case 0:
            pen.disc(x, y, r, fill)
        case 1:
            pen.shape([(x, y - 1.15 * r), (x + 1.15 * r, y), (x, y + 1.15 * r), (x - 1.15 * r, y)], fill)
        case 2:
            s = 0.9 * r
            pen.shape([(x - s, y - s), (x + s, y - s), (x + s, y + s), (x - s, y + s)], fill)
        case _:
            pen.shape([(x, y - 1.1 * r), (x + 1.1 * r, y + 0.9 * r), (x - 1.1 * r, y + 0.9 * r)], fill)


def _buildings(pen: _Pen, at: Place, houses: int) -> None:
    x, y = at.band.middle
    if houses == HOTEL:
        pen.box(Box(x - 19, y - 13, 38, 26), FIELD)
        pen.word(x, y, "H", 22)
        return
    for i in range(houses):
        off = 2 * i - houses + 1
        dx, dy = (9.5 * off, 0.0) if at.out[0] == 0 else (0.0, 10.0 * off)
        a, b = x + dx, y + dy
        pen.shape([(a - 8, b + 9), (a - 8, b - 1), (a, b - 9), (a + 8, b - 1), (a + 8, b + 9)], FIELD, 1.8)


def _pawns(pen: _Pen, view: PropertyView) -> None:
    # The first is the only one in, unless bots were left alone.
    seats = [seat for seat in view.order if view.place[seat] <= 1]
    spots = pushed_apart([way(view.position[seat]) for seat in seats])
    for seat, distance in zip(seats, spots, strict=True):
        _mark(pen, *on_road(distance), 22, seat)


def _beside(pen: _Pen, rules: Rules, view: PropertyView, placings: Sequence[Sequence[int]]) -> None:
    right = WIDTH - 2 * MARGIN
    pen.beside(COLUMN, 108, rules.title, 62)
    pen.beside(COLUMN, 150, f"A game of {view.moves} moves, over {view.turns} turns", 23, INK_2)
    pen.draw.line([(COLUMN * TWICE, 178 * TWICE), (right * TWICE, 178 * TWICE)], INK, 2 * TWICE)
    pen.beside(right, 214, "net worth", 20, INK_2, "rs")
    y = 262
    for got, seats in numbered(placings):
        for seat in seats:
            unit = SHEET / BOARD
            _mark(pen, (COLUMN + 22 - MARGIN) * unit, (y - 12 - MARGIN) * unit, 20 * unit, seat)
            pen.beside(COLUMN + 66, y, _PLACES[got - 1], 36)
            pen.beside(right, y, str(net_worth(rules.board, view, seat)), 36, INK, "rs")
            pen.draw.line([(COLUMN * TWICE, (y + 24) * TWICE), (right * TWICE, (y + 24) * TWICE)], RULE, TWICE)
            y += 74
    pen.beside(COLUMN, HEIGHT - 34, "Step through it, and check every roll", 23, INK_2)
