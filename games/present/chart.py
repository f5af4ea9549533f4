"""Charts over the moves of a game: ink lines told apart by stroke, named at their ends."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from games.present.cast import Cast

#: The chart's own units, as wide as a small phone's column, so that its words keep their size there.
WIDTH, HEIGHT = 340, 220
LEFT, RIGHT, TOP, BOTTOM = 40, 268, 12, 190
#: Points of a line at most: a long game's line has no more of them than can be seen.
POINTS = 180
NAME_STEP, LONGEST_NAME = 17, 8
#: Numbers whose quarters are round, and the width of a digit beside the axis.
ROUND = (20, 40, 80, 100, 200, 400, 800, 1000, 1200, 1600, 2000, 2400, 3200, 4000)
DIGIT = 7
#: Half the size of a mark on the cursor.
MARK = 8

#: Tells whether a line is drawn at an entry.
Drawn = Callable[[Sequence[int], int], bool]


@dataclass(frozen=True)
class Scale:
    """From entries and values to the chart's units: entries 0 to `count` - 1, values from `low` to `high`.

    `left` is where the axis stands: its numbers have to fit beside it.
    """

    count: int
    low: int
    high: int
    left: int = LEFT

    def x(self, i: int) -> float:
        """Where an entry lies."""
        return self.left + (RIGHT - self.left) * i / max(1, self.count - 1)

    def y(self, value: float) -> float:
        """Where a value lies."""
        return BOTTOM - (BOTTOM - TOP) * (value - self.low) / (self.high - self.low)


def chart(cast: Cast, courses: Sequence[Sequence[int]], at: int | None) -> SafeString:
    """Draw net worth over the moves; `at` is the entry under the cursor, None for no cursor."""
    count = len(courses[0])
    finals = ", ".join(f"{cast.names[s]} {course[-1]}" for s, course in enumerate(courses))
    label = f"Net worth over {count - 1} moves. At the end: {finals}"
    # A line that has reached nothing stays there: it is drawn no further.
    return lines(cast, courses, label, at, lambda course, i: bool(course[i] or not i or course[i - 1]))


def lines(
    cast: Cast,
    courses: Sequence[Sequence[int]],
    label: str,
    at: int | None = None,
    drawn: Drawn = lambda _course, _i: True,
) -> SafeString:
    """Draw a line a seat, given its value after the start and after each move.

    With a cursor the element tells its scale, so that a script can set the cursor elsewhere.
    """
    scale, step = _scale(courses)
    parts = []
    for value in range(scale.low, scale.high + 1, step):
        zero, y = "" if value or not scale.low else " zero", scale.y(value)
        parts.append(f'<path class="gl{zero}" d="M{scale.left} {y:.1f}H{RIGHT}"/>')
        parts.append(f'<text x="{scale.left - 6}" y="{y + 4:.1f}" text-anchor="end">{_number(value)}</text>')
    for i, anchor in ((0, "start"), (scale.count - 1, "end")):
        parts.append(f'<text x="{scale.x(i):.1f}" y="{HEIGHT - 12}" text-anchor="{anchor}">{_move(i)}</text>')
    stride = max(1, -(-scale.count // POINTS))
    kept = sorted({*range(0, scale.count, stride), scale.count - 1})
    for seat, course in enumerate(courses):
        line = "L".join(f"{scale.x(i):.1f} {scale.y(course[i]):.1f}" for i in kept if drawn(course, i))
        parts.append(f'<path class="ln l{seat}" d="M{line}"/>')
    ends = _spread([scale.y(course[-1]) for course in courses])
    for seat, end in enumerate(ends):
        name = cast.names[seat]
        short = name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"
        parts.append(f'<use href="#m{seat}" x="{RIGHT + 4}" y="{end - 7:.1f}" width="14" height="14"/>')
        parts.append(format_html('<text class="lb" x="{}" y="{}">{}</text>', RIGHT + 21, f"{end + 4:.1f}", short))
    told = ""
    if at is not None:
        parts.append(_cursor(scale, courses, at))
        told = (
            f' data-count="{scale.count}" data-low="{scale.low}" data-high="{scale.high}"'
            f' data-box="{scale.left} {RIGHT} {TOP} {BOTTOM}"'
        )
    return format_html(
        '<svg class="chart" viewBox="0 0 {} {}" role="img" aria-label="{}"{}>{}</svg>',
        WIDTH,
        HEIGHT,
        label,
        mark_safe(told),  # noqa: S308 - numbers
        mark_safe("".join(parts)),  # noqa: S308 - numbers, and names that format_html escaped
    )


def _cursor(scale: Scale, courses: Sequence[Sequence[int]], at: int) -> str:
    x = scale.x(at)
    marks = [
        f'<use href="#m{seat}" data-seat="{seat}" x="{x - MARK:.1f}" y="{scale.y(course[at]) - MARK:.1f}"'
        f' width="{2 * MARK}" height="{2 * MARK}"{"" if course[at] else " hidden"}/>'
        for seat, course in enumerate(courses)
    ]
    return f'<g class="cursor"><path class="cur" d="M{x:.1f} {TOP - 6}V{BOTTOM + 4}"/>{"".join(marks)}</g>'


def _move(i: int) -> str:
    return "start" if i == 0 else f"move {i - 1}"


def _number(value: int) -> str:
    return str(value) if value >= 0 else f"−{-value}"


def _scale(courses: Sequence[Sequence[int]]) -> tuple[Scale, int]:
    """Give the scale that all lines fit into, and the distance of its rules."""
    low = min(0, *(min(course) for course in courses))
    high = max(0, *(max(course) for course in courses))
    step = _round_up(high - low) // 4
    low, high = low // step * step, max(1, -(-high // step)) * step
    longest = max(len(_number(low)), len(_number(high)))
    return Scale(len(courses[0]), low, high, max(LEFT, DIGIT * longest + 8)), step


def _round_up(most: int) -> int:
    power = 1
    while most > 4000 * power:
        power *= 10
    return next(power * step for step in ROUND if most <= power * step)


def _spread(wanted: Sequence[float]) -> list[float]:
    """Give heights near those wanted, a line of text apart, the lowest no lower than the axis."""
    order = sorted(range(len(wanted)), key=lambda i: -wanted[i])
    found = list(wanted)
    limit = float(BOTTOM)
    for i in order:
        found[i] = min(wanted[i], limit)
        limit = found[i] - NAME_STEP
    return found
