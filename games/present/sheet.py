"""The part of the board that never changes in a game: squares, names, prices and the map within.

The map is a drawing of the game's own, `games/board/<key>.svg`; a set is coloured by its name.
"""

from collections.abc import Sequence

from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from games.present.geometry import CORNER, NEAR, ROAD, SHEET, Box, place
from games.present.groups import group_of, groups
from games.present.once import once
from games.rules.property.board import Square
from games.rules.property.rules import Rules

VIEW_BOX = "-6 -6 1052 1052"

#: Icons in `games/board/defs.svg`, by what a square is called; those of decks by their order.
ICONS = {"ferry": "iY", "works": "iW", "station": "iS", "utility": "iU", "tax": "iT"}
DECK_ICONS = ("iF", "iP")

#: What a corner shows, from its own left and top, and where its words stand.
CORNER_DRAWINGS = {
    "start": "M37 57q11-9 22 0t22 0 22 0M37 71q11-9 22 0t22 0 22 0M37 85q11-9 22 0t22 0 22 0",
    "jail": "M56 10h76v76h-76zM69 10v76M82 10v76M94 10v76M106 10v76M119 10v76",
    "rest": "M41 83v-10m-11 0q-6-24 11-28 17 4 11 28zM95 83v-10m-13 0q-6-30 13-34 19 4 13 34zM23 83h96",
    "go_to_jail": "M41 85v-42h60v42M56 43v42M71 43v42M86 43v42M31 85h80",
}

#: The jail's cell, within the jail's square.
CELL = Box(56, 10, 76, 76)

LONGEST_LINE = 9
#: A longer name of a corner is broken where the board is small, a longer price stands below the name.
LONGEST_CORNER = 10
LONGEST_BESIDE = 3


@once
def sheet(rules: Rules) -> SafeString:
    """Give the whole static drawing as an SVG element, hidden from screen readers."""
    edges = "".join(place(square.position).square.path for square in rules.board.squares)
    parts = [
        f'<svg class="board" viewBox="{VIEW_BOX}" aria-hidden="true">',
        f"<defs>{_defs(rules)}</defs>",
        f'<path class="ol" d="M-5-5h{SHEET + 10}v{SHEET + 10}H-5z"/>',
        f'<path class="sh" d="M0 0h{SHEET}v{SHEET}H0z"/>',
        f'<path class="rd" d="{_ring().path}"/>',
        f'<path class="rc" d="M{NEAR} {NEAR}h{ROAD}v{ROAD}h-{ROAD}z"/>',
        middle(rules),
        *(drawn(rules, square) for square in rules.board.squares),
        f'<path class="s" d="{edges}"/>',
        f'<path class="nl" d="M0 0h{SHEET}v{SHEET}H0z{_ring().path}"/></svg>',
    ]
    # Numbers, fragments of ours, and texts that format_html has escaped.
    return mark_safe("".join(part.replace("\n", "") for part in parts))  # noqa: S308


@once
def middle(rules: Rules) -> str:
    """Give the map in the middle of the board as SVG elements."""
    return render_to_string(f"games/board/{rules.key}.svg")


def icon_of(rules: Rules, square: Square) -> str:
    """Give the id of the icon of a square that is neither a street nor a corner."""
    if square.kind == "card":
        return DECK_ICONS[square.deck]
    other = rules.board.other_group.get(square.kind)
    return ICONS[other.one if other else square.kind]


def _defs(rules: Rules) -> str:
    colours = [group.colour for group in groups(rules) if group.number]
    return render_to_string("games/board/defs.svg", {"colours": colours})


def drawn(rules: Rules, square: Square, *, mortgaged: bool = False) -> SafeString:
    """Draw a square's band, icon and words; those of a mortgaged one stand out from its hatching."""
    if place(square.position).side == "corner":
        return _corner(rules, square)
    at = place(square.position)
    x, y, halo = at.field.x, at.field.y, " h" if mortgaged else ""
    price = "mortgaged" if mortgaged else str(square.price or square.tax or "")
    if square.kind == "street":
        group = group_of(rules)[square.position]
        lines = square.name.rsplit(" ", 1)
        band = "" if mortgaged else f'<path class="bd" fill="url(#p{group.number})" d="{at.band.path}"/>'
        first = 28 if len(lines) == 2 else 37
        return mark_safe(  # noqa: S308
            band
            + _lines(lines, x + 42, y + first, 18, "n" + halo)
            + _text("r" + halo + (" rm" if mortgaged else ""), x + 42, y + 72, price)
            + _text("k c" + halo, x + 42, y + 55, group.letters)
        )
    icon = icon_of(rules, square)
    lines = [square.name] if len(square.name) <= LONGEST_LINE else square.name.rsplit(" ", 1)
    # Where there is much to say the icon moves up, and the price goes to the bottom as a street's.
    full = mortgaged or len(price) > LONGEST_BESIDE
    beside = bool(price) and not full
    first = {1: 64 if square.kind == "card" else 62, 2: 58}[len(lines)]
    if full:
        first = 47 if len(lines) == 2 else 54
    small = (27, 24) if beside else (42, 18 if full else 30)
    words = _lines(lines, x + 42, y + first, 15 if full else 17, "n" + halo)
    if mortgaged:
        words += _text("r h rm", x + 42, y + 78, price)
    elif full:
        words += _text("r", x + 42, y + 79, price)
    elif price:
        words += _text("r", x + 64, y + 31, price)
    return mark_safe(  # noqa: S308
        f'<use class="ic w" href="#{icon}" transform="translate({x + small[0]} {y + small[1]})"/>'
        f'<use class="ic c" href="#{icon}" transform="translate({x + 42} {y + 42}) scale(1.75)"/>' + words
    )


def _corner(rules: Rules, square: Square) -> SafeString:
    box = place(square.position).square
    middle = box.x + 71
    words = {
        "start": ((71, 37, square.name), (71, 119, f"+{rules.amounts.salary}")),
        "jail": ((94, 106, square.name), (71, 130, "or just visiting")),
    }.get(square.kind, ((71, 113, square.name),))
    full = [_text("r" if i else "n", box.x + x, box.y + y, s) for i, (x, y, s) in enumerate(words)]
    shape = CORNER_DRAWINGS[square.kind]
    short = square.name.removeprefix("The ")
    small = short.rsplit(" ", 1) if len(short) > LONGEST_CORNER else [short]
    return mark_safe(  # noqa: S308
        f'<path class="g" transform="translate({box.x} {box.y})" d="{shape}"/>'
        + "".join(full)
        + _lines(small, middle, box.y + (127 if len(small) == 1 else 108), 27, "d c")
    )


def _lines(lines: Sequence[str], x: int, y: int, step: int, css: str) -> SafeString:
    return mark_safe(  # noqa: S308
        "".join(_text(css, x, y + i * step, line) for i, line in enumerate(lines))
    )


def _text(css: str, x: int, y: int, text: str) -> SafeString:
    return format_html('<text class="{}" x="{}" y="{}">{}</text>', css, x, y, text)


def _ring() -> Box:
    return Box(CORNER, CORNER, SHEET - 2 * CORNER, SHEET - 2 * CORNER)
