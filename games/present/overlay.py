"""What changes on the board from move to move: owners, buildings, mortgages, pawns, the last roll."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from textwrap import wrap

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from games.present.cast import Cast
from games.present.geometry import SQUARES, Place, on_road, place, pushed_apart, trail, way
from games.present.groups import group_of
from games.present.once import once
from games.present.pieces import KEPT
from games.present.sentences import Teller
from games.present.sheet import CELL, VIEW_BOX, drawn
from games.rules.interface import Event
from games.rules.property import events
from games.rules.property.deeds import HOTEL
from games.rules.property.rules import Rules
from games.rules.property.state import NOBODY
from games.rules.property.view import PropertyView

#: The marks by seat, as drawn on pawns: disc, diamond, square, triangle.
PAWNS = (
    '<circle class="m0" r="20"/>',
    '<path class="m1" d="M0-23L23 0 0 23-23 0z"/>',
    '<path class="m2" d="M-18-18h36v36h-36z"/>',
    '<path class="m3" d="M0-23L22 18h-44z"/>',
)

#: Where pips lie on each face, in thirds from the die's middle.
PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)),
    6: ((-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)),
}

LONGEST_NAME = 14
#: Letters of a line about the last card.
LONGEST_LINE = 34


@dataclass(frozen=True)
class Recent:
    """The last roll, way and card, as far back as the events told reach."""

    roll: events.Rolled | None = None
    moved: events.Moved | None = None
    drew: events.Drew | None = None


def recent(happened: Iterable[Event]) -> Recent:
    """Find the last roll, way and card among events, oldest first."""
    roll = moved = drew = None
    for event in happened:
        match event:
            case events.Rolled():
                # A roll that leads nowhere leaves no trail of the one before.
                roll, moved = event, None
            case events.Moved():
                moved = event
            case events.Drew():
                drew = event
    return Recent(roll, moved, drew)


def overlay(rules: Rules, view: PropertyView, teller: Teller, last: Recent, links: str = "sq-") -> SafeString:
    """Give the changing drawing as an SVG element, with a link over each square that says all of it.

    `links` begins the id of the element that a square's link leads to; empty: no links, a picture.
    """
    cast = teller.cast
    body = "".join(piece for layer in layers(rules, view, teller, last) for piece in layer)
    if not links:
        return mark_safe(  # noqa: S308 - all texts went through format_html
            f'<svg class="board over" viewBox="{VIEW_BOX}" role="img" '
            f'aria-label="A game in play on the board">{body}</svg>'
        )
    anchors = "".join(_link(rules, view, cast, p, links) for p in range(len(rules.board.squares)))
    return mark_safe(  # noqa: S308 - all texts went through format_html
        f'<svg class="board over" viewBox="{VIEW_BOX}" role="group" '
        'aria-label="The board: its squares clockwise from the first at the top left">'
        f'<g aria-hidden="true">{body}</g>{anchors}</svg>'
    )


def layers(rules: Rules, view: PropertyView, teller: Teller, last: Recent) -> list[Sequence[str]]:
    """Give the drawing in layers, each a list of SVG fragments that make a whole when joined.

    First the squares by position, then the frame around the square asked about, the way last gone, the
    pawns, and the last roll. A replay sends only the layers that a move changes.
    """
    return [
        *([_square(rules, view, p)] if view.owner[p] != NOBODY else [] for p in range(len(rules.board.squares))),
        _asked(view, teller.cast),
        _trail(last),
        _pawns(rules, view, teller.cast),
        _cartouche(teller, view, last),
    ]


def label(rules: Rules, view: PropertyView, cast: Cast, p: int) -> str:
    """Say a square with all that is on it, for screen readers."""
    square = rules.board.squares[p]
    parts = [str(p), square.name]
    if square.set:
        parts.append(group_of(rules)[p].name)
    if square.price:
        owner = view.owner[p]
        if owner == NOBODY:
            parts.append(f"for sale at {square.price}")
        else:
            parts.append("yours" if owner == cast.reader else cast.whose(owner))
            if view.houses[p]:
                n = view.houses[p]
                parts.append("hotel" if n == HOTEL else f"{n} house{'s' if n > 1 else ''}")
            if view.mortgaged[p]:
                parts.append("mortgaged")
    here = [s for s in view.order if view.position[s] == p and not view.place[s]]
    for seat in here:
        verb = "are" if seat == cast.reader else "is"
        jailed = " in jail" if view.jail[seat] else ""
        parts.append(f"{cast.object(seat)} {verb} here{jailed}")
    return ", ".join(parts)


def _link(rules: Rules, view: PropertyView, cast: Cast, p: int, links: str) -> SafeString:
    return _anchor(links, p, label(rules, view, cast, p))


# Kept by all that it is made of: from one move to the next hardly any of the forty changes.
@lru_cache(KEPT)
def _anchor(links: str, p: int, says: str) -> SafeString:
    return format_html(
        '<a href="#{}{}" data-square="{}" aria-label="{}"><path d="{}"/></a>', links, p, p, says, place(p).square.path
    )


def _square(rules: Rules, view: PropertyView, p: int) -> str:
    made, key = _squares(rules), (p, view.owner[p], view.houses[p], view.mortgaged[p])
    if key not in made:
        made[key] = _owned(rules, *key)
    return made[key]


# Of forty squares, each with four owners at most, six ways to be built on, and mortgaged or not.
@once
def _squares(rules: Rules) -> dict[tuple[int, int, int, bool], str]:
    return {}


def _owned(rules: Rules, p: int, seat: int, houses: int, mortgaged: bool) -> str:
    at = place(p)
    parts = []
    if mortgaged:
        parts.append(f'<path class="sh" d="{at.field.path}"/>')
        parts.append(f'<path fill="url(#hx)" d="{at.field.path}"/>')
        parts.append(drawn(rules, rules.board.squares[p], mortgaged=True))
        parts.append(f'<path class="s" d="{at.field.path}"/>')
    x, y = at.strip.middle
    parts.append(f'<path class="o{seat}" d="{at.strip.path}"/>')
    parts.append(f'<use class="om{seat}" href="#m{seat}" x="{x - 12}" y="{y - 12}" width="24" height="24"/>')
    if houses:
        parts.append(_buildings(at, houses))
    return "".join(parts)


def _buildings(at: Place, houses: int) -> str:
    x, y = at.band.middle
    # On a small board one large building with its number stands for all of them.
    big_x, big_y = x + 7 * at.out[0], y + 7 * at.out[1]
    if houses == HOTEL:
        return (
            f'<g class="hs w"><path d="M{x - 12} {y - 11}h24v22h-24z"/>'
            f'<text class="hn" x="{x}" y="{y + 7}">H</text></g>'
            f'<g class="hs c"><path d="M{big_x - 21} {big_y - 18}h42v36h-42z"/>'
            f'<text class="hn" x="{big_x}" y="{big_y + 11}">H</text></g>'
        )
    small = []
    for i in range(houses):
        off = 2 * i - houses + 1
        dx, dy = (9 * off, 0) if at.out[0] == 0 else (0, 10 * off)
        small.append(f"M{x - 8 + dx} {y + 10 + dy}v-11l8-7 8 7v11z")
    return (
        f'<path class="hs w" d="{"".join(small)}"/>'
        f'<g class="hs c"><path d="M{big_x - 20} {big_y + 21}v-29l20-14 20 14v29z"/>'
        f'<text class="hn" x="{big_x}" y="{big_y + 16}">{houses}</text></g>'
    )


def _asked(view: PropertyView, cast: Cast) -> list[str]:
    if cast.reader is None or view.asked != cast.reader:
        return []
    if view.auction is not None:
        p = view.auction.square
    elif view.decision == "buy":
        p = view.position[view.asked]
    else:
        return []
    box = place(p).square
    return [f'<path class="ask" d="M{box.x - 3} {box.y - 3}h{box.w + 6}v{box.h + 6}h-{box.w + 6}z"/>']


def _trail(last: Recent) -> list[str]:
    moved = last.moved
    if moved is None or moved.start == moved.square:
        return []
    # Only a card leads backwards, and by a few squares.
    forward = moved.by == "roll" or (moved.square - moved.start) % SQUARES <= SQUARES - 4
    return [f'<path class="trl" d="{trail(moved.start, moved.square, forward)}"/>']


def _pawns(rules: Rules, view: PropertyView, cast: Cast) -> list[str]:
    seats = [s for s in view.order if not view.place[s]]
    free = [s for s in seats if not view.jail[s]]
    jailed = [s for s in seats if view.jail[s]]
    spots: dict[int, tuple[int, int]] = {}
    for seat, distance in zip(free, pushed_apart([way(view.position[s]) for s in free]), strict=True):
        spots[seat] = on_road(distance)
    corner = place(rules.board.jail).square
    x, y = corner.x + CELL.x + CELL.w // 2, corner.y + CELL.y + CELL.h // 2
    cell: Sequence[tuple[int, int]] = ((0, 0),) if len(jailed) == 1 else ((-19, -19), (19, 19), (19, -19), (-19, 19))
    for seat, (dx, dy) in zip(jailed, cell, strict=False):
        spots[seat] = (x + dx, y + dy)
    # The reader's own pawn and the one that is asked are drawn last, on top.
    drawn_last = sorted(seats, key=lambda s: (s == view.turn, s == cast.reader))
    return [_pawn(seat, spots[seat], cast, view) for seat in drawn_last]


def _pawn(seat: int, spot: tuple[int, int], cast: Cast, view: PropertyView) -> SafeString:
    halo = '<circle class="halo" r="27"/>' if seat == cast.reader == view.asked else ""
    return format_html(
        '<g class="pw" transform="translate({} {})">{}{}<text class="t{}" y="8">{}</text></g>',
        spot[0],
        spot[1],
        mark_safe(halo),  # noqa: S308
        mark_safe(PAWNS[seat]),  # noqa: S308
        seat,
        cast.mark(seat),
    )


def _cartouche(teller: Teller, view: PropertyView, last: Recent) -> list[str]:
    first, second = view.dice
    if not first:
        return []
    names, roll = teller.rules.board.squares, last.roll
    full, small = [], ""
    if roll is not None:
        who = _short(teller.cast.subject(roll.seat))
        line, then = who, ""
        if last.moved is not None:
            line = f"{who}, from {names[last.moved.start].name}"
            then = f"to {names[last.moved.square].name}"
        full += [("cx", 526, line), ("cx i", 547, then)]
        small = f"{who}: {first} + {second}"
    if last.drew is not None:
        drawer = _short(teller.cast.subject(last.drew.seat))
        said = wrap(f"{drawer}: {teller.card(last.drew.card)}", LONGEST_LINE)[:2]
        top = 613 if len(said) == 1 else 607
        full += [("ch", 588, "Last card"), *(("cx", top + 20 * i, line) for i, line in enumerate(said))]
    rule = '<path class="cl" d="M440 563h160"/>' if last.drew is not None else ""
    return [
        '<g><path class="cb" d="M370 398h300v244H370z"/><path class="cl" d="M378 406h284v228H378z"/>',
        '<g class="w"><text class="ch" x="520" y="437">Last roll</text>',
        _die(462, 474, 46, first),
        _die(520, 474, 46, second),
        f'<text class="cn" x="582" y="486">{first + second}</text>{rule}',
        *(format_html('<text class="{}" x="520" y="{}">{}</text>', *line) for line in full),
        '</g><g class="c">',
        _die(438, 478, 84, first),
        _die(540, 478, 84, second),
        f'<text class="cn" x="622" y="497">{first + second}</text>',
        '<path class="cl" d="M410 545h220"/>',
        format_html('<text class="cx" x="520" y="601">{}</text></g></g>', small),
    ]


def _die(x: int, y: int, size: int, face: int) -> str:
    half, step = size // 2, size * 0.27
    pips = "".join(f"M{x + dx * step:.1f} {y + dy * step:.1f}h.1" for dx, dy in PIPS[face])
    return (
        f'<path class="die" d="M{x - half} {y - half}h{size}v{size}h-{size}z"/>'
        f'<path class="pip" stroke-width="{size * 0.19:.1f}" d="{pips}"/>'
    )


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"
