"""The net-worth chart: ink lines told apart by stroke, named at their ends."""

from collections.abc import Sequence

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from games.present.cast import Cast

#: The chart's own units, as wide as a small phone's column, so that its words keep their size there.
WIDTH, HEIGHT = 340, 220
LEFT, RIGHT, TOP, BOTTOM = 40, 268, 12, 190
#: Points of a line at most: a long game's line has no more of them than can be seen.
POINTS = 180
NAME_STEP, LONGEST_NAME = 17, 8


def chart(cast: Cast, courses: Sequence[Sequence[int]], at: int | None) -> SafeString:
    """Draw net worth over the moves; `at` is the entry under the cursor, None for no cursor."""
    count = len(courses[0])
    top = _round_up(max(max(course) for course in courses))
    step = top // 4

    def x(i: int) -> float:
        return LEFT + (RIGHT - LEFT) * i / max(1, count - 1)

    def y(value: int) -> float:
        return BOTTOM - (BOTTOM - TOP) * value / top

    parts = []
    for value in range(0, top + 1, step):
        parts.append(f'<path class="gl" d="M{LEFT} {y(value):.1f}H{RIGHT}"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{value}</text>')
    for i, anchor in ((0, "start"), (count - 1, "end")):
        parts.append(f'<text x="{x(i):.1f}" y="{HEIGHT - 12}" text-anchor="{anchor}">{_move(i)}</text>')
    stride = max(1, -(-count // POINTS))
    kept = sorted({*range(0, count, stride), count - 1})
    for seat, course in enumerate(courses):
        # A line that has reached nothing stays there: it is drawn no further.
        points = [i for i in kept if course[i] or not i or course[i - 1]]
        line = "L".join(f"{x(i):.1f} {y(course[i]):.1f}" for i in points)
        parts.append(f'<path class="ln l{seat}" d="M{line}"/>')
    ends = _spread([y(course[-1]) for course in courses])
    for seat, end in enumerate(ends):
        name = cast.names[seat]
        short = name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"
        parts.append(f'<use href="#m{seat}" x="{RIGHT + 4}" y="{end - 7:.1f}" width="14" height="14"/>')
        parts.append(format_html('<text class="lb" x="{}" y="{}">{}</text>', RIGHT + 21, f"{end + 4:.1f}", short))
    if at is not None:
        parts.append(f'<path class="cur" d="M{x(at):.1f} {TOP - 6}V{BOTTOM + 4}"/>')
        parts += [
            f'<use href="#m{seat}" x="{x(at) - 8:.1f}" y="{y(course[at]) - 8:.1f}" width="16" height="16"/>'
            for seat, course in enumerate(courses)
            if course[at]
        ]
    finals = ", ".join(f"{cast.names[s]} {course[-1]}" for s, course in enumerate(courses))
    return format_html(
        '<svg class="chart" viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>',
        WIDTH,
        HEIGHT,
        f"Net worth over {count - 1} moves. At the end: {finals}",
        mark_safe("".join(parts)),  # noqa: S308 - numbers, and names that format_html escaped
    )


def _move(i: int) -> str:
    return "start" if i == 0 else f"move {i - 1}"


def _round_up(most: int) -> int:
    for step in (100, 200, 400, 800, 1000, 1200, 1600, 2000, 2400, 3200, 4000):
        if most <= step:
            return step
    return -(-most // 4000) * 4000


def _spread(wanted: Sequence[float]) -> list[float]:
    """Give heights near those wanted, a line of text apart, the lowest no lower than the axis."""
    order = sorted(range(len(wanted)), key=lambda i: -wanted[i])
    found = list(wanted)
    limit = float(BOTTOM)
    for i in order:
        found[i] = min(wanted[i], limit)
        limit = found[i] - NAME_STEP
    return found
