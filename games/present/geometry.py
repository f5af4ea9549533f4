"""Where the forty squares lie on the sheet, in its own units: 1040 by 1040, clockwise from top left.

From the road outwards a square has a band (30), a text field (84 by 84) and an owner's strip (28).
"""

from dataclasses import dataclass
from functools import cache
from typing import Literal

SQUARES = 40
SHEET, CORNER, WIDTH = 1040, 142, 84
STRIP, BAND = 28, 30
#: The middle of the road that the pawns stand on, and the length of one side of it.
NEAR, FAR = 165, 875
ROAD = FAR - NEAR
#: How far apart pawns stand; round a corner it has to be more, since they lie nearer than the road is long.
PAWN, PAWN_AT_CORNER = 46, 60

Side = Literal["corner", "top", "right", "bottom", "left"]


@dataclass(frozen=True)
class Box:
    """A rectangle: left, top, width, height."""

    x: int
    y: int
    w: int
    h: int

    @property
    def path(self) -> str:
        """The rectangle as SVG path data."""
        return f"M{self.x} {self.y}h{self.w}v{self.h}h-{self.w}z"

    @property
    def middle(self) -> tuple[int, int]:
        """The rectangle's middle."""
        return self.x + self.w // 2, self.y + self.h // 2


@dataclass(frozen=True)
class Place:
    """A square's parts; a corner has only its `square`. `out` points from the road outwards."""

    side: Side
    square: Box
    field: Box
    band: Box
    strip: Box
    out: tuple[int, int]


@cache
def place(p: int) -> Place:
    """Give where the square at a position lies."""
    quarter, step = divmod(p, 10)
    edge = SHEET - CORNER
    if step == 0:
        box = Box(*[(0, 0), (edge, 0), (edge, edge), (0, edge)][quarter], CORNER, CORNER)
        return Place("corner", box, box, box, box, (0, 0))
    along = CORNER + WIDTH * (step - 1)
    if quarter >= 2:
        along = SHEET - along - WIDTH
    inner = CORNER - BAND
    match quarter:
        case 0:
            return Place(
                "top",
                Box(along, 0, WIDTH, CORNER),
                Box(along, STRIP, WIDTH, WIDTH),
                Box(along, inner, WIDTH, BAND),
                Box(along, 0, WIDTH, STRIP),
                (0, -1),
            )
        case 1:
            return Place(
                "right",
                Box(edge, along, CORNER, WIDTH),
                Box(edge + BAND, along, WIDTH, WIDTH),
                Box(edge, along, BAND, WIDTH),
                Box(SHEET - STRIP, along, STRIP, WIDTH),
                (1, 0),
            )
        case 2:
            return Place(
                "bottom",
                Box(along, edge, WIDTH, CORNER),
                Box(along, edge + BAND, WIDTH, WIDTH),
                Box(along, edge, WIDTH, BAND),
                Box(along, SHEET - STRIP, WIDTH, STRIP),
                (0, 1),
            )
        case _:
            return Place(
                "left",
                Box(0, along, CORNER, WIDTH),
                Box(STRIP, along, WIDTH, WIDTH),
                Box(inner, along, BAND, WIDTH),
                Box(0, along, STRIP, WIDTH),
                (-1, 0),
            )


def way(p: int) -> int:
    """Give how far along the road a square lies, from the first corner on."""
    quarter, step = divmod(p, 10)
    ahead = 0 if step == 0 else CORNER + WIDTH * (step - 1) + WIDTH // 2 - NEAR
    return quarter * ROAD + ahead


def on_road(distance: float) -> tuple[int, int]:
    """Give the point of the road at a distance from the first corner."""
    quarter, rest = divmod(round(distance) % (4 * ROAD), ROAD)
    return [
        (NEAR + rest, NEAR),
        (FAR, NEAR + rest),
        (FAR - rest, FAR),
        (NEAR, FAR - rest),
    ][quarter]


def pushed_apart(wanted: list[int]) -> list[float]:
    """Give distances along the road near those wanted, so that no two pawns cover each other."""
    order = sorted(range(len(wanted)), key=lambda i: (wanted[i], i))
    at = [float(wanted[i]) for i in order]
    around, n = 4 * ROAD, len(at)
    # Four pawns at most have to give way; each pass settles the nearest pairs.
    for _ in range(60):
        moved = False
        for i in range(n if n > 1 else 0):
            j = (i + 1) % n
            gap = at[j] - at[i] if j else at[j] + around - at[i]
            needed = PAWN if at[i] // ROAD == at[j] // ROAD else PAWN_AT_CORNER
            if gap < needed - 0.01:
                push = (needed - gap) / 2
                at[i] -= push
                at[j] += push
                moved = True
        if not moved:
            break
    result = [0.0] * n
    for k, i in enumerate(order):
        result[i] = at[k]
    return result


def trail(start: int, end: int, forward: bool) -> str:
    """Give the path along the road from one square to another, as SVG path data."""
    a, b = way(start), way(end)
    if not forward:
        a, b = b, a
    if b <= a:
        b += 4 * ROAD
    corners = [c * ROAD for c in range(9) if a < c * ROAD < b]
    points = [on_road(d) for d in (a, *corners, b)]
    if not forward:
        points.reverse()
    return "M" + "L".join(f"{x} {y}" for x, y in points)
