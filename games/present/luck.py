"""The report on luck and play: what `games/luck.html` shows of a finished game."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from games.analysis.report import SUMS, TURNS_AFTER, Player, Report, Rolls, Trade, Yield, report
from games.playback import Past
from games.present.cast import Cast
from games.present.chart import lines
from games.present.groups import Group, group_of
from games.present.sentences import Teller
from games.present.table import heading, rules_of
from games.queries import Told
from games.rules.property.rules import Rules

#: The small chart of one player's rolls, in its own units.
BARS_WIDTH, BARS_HEIGHT, BARS_TOP, BARS_BASE = 264, 128, 10, 104
#: Ways of 36 to roll a sum.
WAYS = {total: 6 - abs(total - 7) for total in SUMS}


@dataclass(frozen=True)
class TradeShown:
    """A trade as the page tells it."""

    number: int
    what: str
    sentence: str
    change: str


@dataclass(frozen=True)
class Side:
    """A row of the rents: what fell due, what was expected, give or take how much, and which way that was."""

    due: int
    expected: int
    spread: int


@dataclass(frozen=True)
class Shown:
    """One player in the report."""

    seat: int
    name: str
    you: bool
    rolls: Rolls
    more: int
    more_doubles: int
    bars: SafeString
    paid: Side
    received: Side
    luck: str
    trades: int
    told: Sequence[TradeShown]


@dataclass(frozen=True)
class SquareShown:
    """A square in the report, and how long its bar is, of 100."""

    name: str
    group: Group
    row: Yield
    owner: str
    per_price: str
    bar: int


def context(past: Past, log: Sequence[Told]) -> dict[str, Any]:
    """Give what the page shows, given all that happened, oldest first."""
    cast = Cast([seat.name for seat in past.seats], past.reader)
    rules = rules_of(past.rules)
    found = report(rules, len(cast.names), [(told.number, told.events) for told in log])
    places = [seat for placed in past.game.placings or () for seat in placed]
    most = max(1, *(max(player.rolls.by_sum.values()) for player in found.players))
    return {
        "heading": heading(cast, past.game),
        "players": [_shown(rules, cast, found.players[seat], most) for seat in places],
        "luck": _luck_chart(cast, found),
        "squares": _squares(rules, cast, found.squares),
        "turns_after": TURNS_AFTER,
    }


def _shown(rules: Rules, cast: Cast, player: Player, most: int) -> Shown:
    rolls, teller = player.rolls, Teller(rules, cast)
    one = player.best_trade is not None and player.worst_trade is None
    pair = (("Only trade" if one else "Best trade", player.best_trade), ("Worst trade", player.worst_trade))
    return Shown(
        seat=player.seat,
        name=cast.subject(player.seat),
        you=player.seat == cast.reader,
        rolls=rolls,
        more=round(100 * rolls.as_many_or_more),
        more_doubles=round(100 * rolls.as_many_doubles_or_more),
        bars=_bars(cast, player, most),
        paid=Side(player.paid.due, round(player.paid.expected), round(player.paid.spread)),
        received=Side(player.received.due, round(player.received.expected), round(player.received.spread)),
        luck=_signed(round(player.rent_luck)),
        trades=len(player.trades),
        told=[_trade(teller, what, trade) for what, trade in pair if trade is not None],
    )


def _trade(teller: Teller, what: str, trade: Trade) -> TradeShown:
    return TradeShown(trade.number, what, teller.sentence(trade.event), _signed(trade.change))


def _luck_chart(cast: Cast, found: Report) -> SafeString:
    courses = [[round(value) for value in course] for course in found.rent_luck]
    ends = ", ".join(f"{cast.names[s]} {_signed(course[-1])}" for s, course in enumerate(courses))
    return lines(cast, courses, f"Rent luck over {len(courses[0]) - 1} moves. At the end: {ends}")


def _squares(rules: Rules, cast: Cast, squares: Sequence[Yield]) -> list[SquareShown]:
    most = max((row.per_price or 0 for row in squares), default=0) or 1
    return [
        SquareShown(
            rules.board.squares[row.square].name,
            group_of(rules)[row.square],
            row,
            cast.subject(row.seat),
            "" if row.per_price is None else f"{row.per_price:.2f}",
            round(100 * (row.per_price or 0) / most),
        )
        for row in squares
    ]


def _bars(cast: Cast, player: Player, most: int) -> SafeString:
    """Draw how often each sum was rolled, with a stroke where it lies on average."""
    rolls, step = player.rolls, BARS_WIDTH // len(SUMS)
    height = (BARS_BASE - BARS_TOP) / most
    parts = []
    for i, total in enumerate(SUMS):
        x, count = i * step, rolls.by_sum[total]
        mean = BARS_BASE - height * rolls.count * WAYS[total] / 36
        if count:
            top = BARS_BASE - height * count
            parts.append(f'<path class="bar" d="M{x + 3} {BARS_BASE}V{top:.1f}H{x + step - 3}V{BARS_BASE}z"/>')
        parts.append(f'<path class="mean" d="M{x} {mean:.1f}H{x + step}"/>')
        parts.append(f'<text x="{x + step // 2}" y="{BARS_BASE + 17}" text-anchor="middle">{total}</text>')
    told = ", ".join(f"{total}: {count}" for total, count in rolls.by_sum.items())
    return format_html(
        '<svg class="chart bars" viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>',
        BARS_WIDTH,
        BARS_HEIGHT,
        f"How often {cast.object(player.seat)} rolled each sum. {told}",
        mark_safe("".join(parts)),  # noqa: S308 - numbers
    )


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"
