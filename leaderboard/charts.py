"""Drawings of ratings and answer times: plain SVG, in the ink of the site's other charts."""

from collections.abc import Sequence
from datetime import datetime

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from leaderboard.answers import SPANS

#: As wide as a small phone's column, so that words keep their size there.
WIDTH, HEIGHT = 340, 200
LEFT, RIGHT, TOP, BOTTOM = 40, 296, 10, 168
#: Dates along the axis at most.
DATES = 4
BAR_STEP, BAR_HEIGHT, BAR_LEFT, BAR_RIGHT = 26, 17, 88, 292
SPARK_WIDTH, SPARK_HEIGHT = 64, 18


def rating_chart(ratings: Sequence[int], times: Sequence[datetime], name: str, game: str) -> SafeString:
    """Draw a rating from game to game: `ratings` has the one before the first game too, `times` their ends."""
    low, high, step = scale(min(ratings), max(ratings))

    def x(n: int) -> float:
        return LEFT + (RIGHT - LEFT) * n / (len(ratings) - 1)

    def y(rating: int) -> float:
        return BOTTOM - (BOTTOM - TOP) * (rating - low) / (high - low)

    parts = []
    for value in range(low, high + 1, step):
        parts.append(f'<path class="gl" d="M{LEFT} {y(value):.1f}H{RIGHT}"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{value}</text>')
    for n, text in _dates(times):
        anchor = "end" if n == len(times) else "start" if n == 1 else "middle"
        parts.append(f'<text x="{x(n):.1f}" y="{BOTTOM + 20}" text-anchor="{anchor}">{text}</text>')
    line = f"M{x(0):.1f} {y(ratings[0]):.1f}"
    line += "".join(f"H{x(n):.1f}V{y(rating):.1f}" for n, rating in enumerate(ratings) if n)
    end = y(ratings[-1])
    parts.append(f'<path class="ln" d="{line}"/><circle class="dot" cx="{RIGHT}" cy="{end:.1f}" r="3.5"/>')
    parts.append(f'<text class="lb" x="{RIGHT + 7}" y="{end + 4:.1f}">{ratings[-1]}</text>')
    first, last = times[0], times[-1]
    label = (
        f"{name}’s rating in {game} over {len(times)} rated games, from {ratings[0]} before that of {_date(first)} "
        f"to {ratings[-1]} after that of {_date(last)}"
    )
    return _svg(WIDTH, HEIGHT, label, parts)


def answer_chart(counts: Sequence[int], name: str) -> SafeString:
    """Draw how many answers took how long; `counts` go by SPANS."""
    most = max(counts)
    parts = []
    for n, (span, count) in enumerate(zip(SPANS, counts, strict=True)):
        top = 4 + n * BAR_STEP
        base = top + BAR_HEIGHT - 4
        width = (BAR_RIGHT - BAR_LEFT) * count / most
        parts.append(f'<text x="{BAR_LEFT - 8}" y="{base}" text-anchor="end">{span.label}</text>')
        if count:
            parts.append(f'<path class="bar" d="M{BAR_LEFT} {top}h{max(width, 1):.1f}v{BAR_HEIGHT}H{BAR_LEFT}z"/>')
        parts.append(f'<text class="lb" x="{BAR_LEFT + width + 6:.1f}" y="{base}">{count}</text>')
    said = ", ".join(f"{span.label} {count}" for span, count in zip(SPANS, counts, strict=True))
    return _svg(WIDTH, 4 + BAR_STEP * len(SPANS), f"How long {name} takes to answer: {said}", parts)


def spark(trend: Sequence[int]) -> SafeString:
    """Draw the trend of the last games in a line of text: the rating before them, and after each."""
    low, span = min(trend), max(max(trend) - min(trend), 1)
    step = (SPARK_WIDTH - 6) / max(len(trend) - 1, 1)
    points = [
        f"{3 + n * step:.1f} {SPARK_HEIGHT - 3 - (SPARK_HEIGHT - 6) * (rating - low) / span:.1f}"
        for n, rating in enumerate(trend)
    ]
    games, by = len(trend) - 1, trend[-1] - trend[0]
    moved = f"up {by}" if by > 0 else f"down {-by}" if by < 0 else "as before"
    label = f"Last {games} game{'' if games == 1 else 's'}: {moved}"
    x, y = points[-1].split()
    return format_html(
        '<svg class="spark" viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>',
        SPARK_WIDTH,
        SPARK_HEIGHT,
        label,
        mark_safe(f'<path d="M{"L".join(points)}"/><circle cx="{x}" cy="{y}" r="2.5"/>'),  # noqa: S308 - numbers
    )


def scale(least: int, most: int) -> tuple[int, int, int]:
    """Give where an axis begins and ends that holds both, and the step of its lines: three to six of these."""
    for step in (10, 20, 50, 100, 200, 500, 1000):
        low = least // step * step
        high = max(-(-most // step) * step, low + 2 * step)
        if high - low <= 5 * step:
            break
    return low, high, step


def _dates(times: Sequence[datetime]) -> list[tuple[int, str]]:
    """Choose games along the axis whose dates are told: the first, the last, and some between, none twice."""
    last = len(times)
    marks = min(DATES, last)
    games = [1 + round((last - 1) * n / (marks - 1)) for n in range(marks)] if marks > 1 else [1]
    same_year = times[0].year == times[-1].year
    told: list[tuple[int, str]] = []
    for game in games:
        at = times[game - 1]
        text = f"{at.day} {at:%b}" if same_year else f"{at:%b %Y}"
        if not told or told[-1][1] != text:
            told.append((game, text))
    return told


def _date(at: datetime) -> str:
    return f"{at.day} {at:%B %Y}"


def _svg(width: int, height: int, label: str, parts: Sequence[str]) -> SafeString:
    return format_html(
        '<svg class="chart" viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>',
        width,
        height,
        label,
        mark_safe("".join(parts)),  # noqa: S308 - numbers and the module's own words
    )
