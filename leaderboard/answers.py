"""How long people take to answer, counted from the records as they grow.

An answer is a move that a person made by hand, right after an entry of somebody else's in the record; its
time is from that entry to it. What a player does next in the same turn is no answer, nor is what an early
answer did, nor a move about a draw, for which nobody is waited on. Open games with a move time of a day or
longer count, and nothing else: elsewhere the clock decides.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import takewhile

import msgspec
from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import F

from games import table
from games.models import Move
from games.rules.property import moves
from leaderboard.models import AnswerTimes
from leaderboard.step import lock

#: Entries of one transaction.
BATCH = 5000
#: Entries younger than this are left for later: one with a lower id might still be on its way.
SETTLES = timedelta(minutes=10)
#: Games with a shorter move time don't count (seconds).
SLOW = 86_400
#: Moves that answer no decision, as they are kept.
ABOUT_DRAWS = [msgspec.json.encode(move).decode() for move in (moves.OFFER_DRAW, moves.ACCEPT_DRAW, moves.REFUSE_DRAW)]
#: What "usually" means.
USUALLY = 0.75


@dataclass(frozen=True)
class Span:
    """Times shorter than `below` seconds, and not of a span before; `within` is how a sentence says so."""

    below: float
    label: str
    within: str


SPANS = (
    Span(60, "under 1 min", "within a minute"),
    Span(300, "1 to 5 min", "within five minutes"),
    Span(900, "5 to 15 min", "within a quarter of an hour"),
    Span(3600, "15 to 60 min", "within an hour"),
    Span(21_600, "1 to 6 h", "within six hours"),
    Span(43_200, "6 to 12 h", "within twelve hours"),
    Span(86_400, "12 to 24 h", "within a day"),
    Span(float("inf"), "over a day", "after more than a day"),
)
_EDGES = [span.below for span in SPANS]


def span_of(time: timedelta) -> int:
    """Tell which of SPANS a time falls into."""
    return min(bisect_right(_EDGES, time.total_seconds()), len(SPANS) - 1)


def usually(counts: Sequence[int]) -> str:
    """Say within what time three answers of four come; empty if there are none."""
    total, so_far = sum(counts), 0
    for span, count in zip(SPANS, counts, strict=True):
        so_far += count
        if total and so_far >= USUALLY * total:
            return span.within
    return ""


def count_answers() -> int:
    """Count the answers in entries that are new since the last time; give how many there were."""
    counted = 0
    while True:
        with transaction.atomic():
            clock = lock(wait=False)
            if clock is None:
                return counted
            last = _last_settled(clock.counted_to)
            if last is None:
                return counted
            counted += _count(clock.counted_to, last)
            clock.counted_to = last
            clock.save(update_fields=["counted_to"])


def _last_settled(since: int) -> int | None:
    before = table.now() - SETTLES
    new = Move.objects.filter(pk__gt=since).order_by("pk").values_list("pk", "at")[:BATCH]
    settled = [pk for pk, _ in takewhile(lambda entry: entry[1] < before, new)]
    return settled[-1] if settled else None


def _count(since: int, to: int) -> int:
    answers = (
        Move.objects.filter(pk__gt=since, pk__lte=to, by="player")
        .filter(game__secret_table=False, game__options__move_time__gte=SLOW)
        .filter(game__moves__number=F("number") - 1)
        .annotate(before=F("game__moves__at"), before_by=F("game__moves__seat"))
        .exclude(before_by=F("seat"))
        .exclude(move__in=ABOUT_DRAWS)
        .filter(game__seats__number=F("seat"), game__seats__user__isnull=False)
        .values_list("game__seats__user", "at", "before")
    )
    found: dict[int, list[int]] = {}
    for user, at, before in answers:
        found.setdefault(user, [0] * len(SPANS))[span_of(at - before)] += 1
    # Their rows first: an account that goes at this moment is waited for, and then is not here.
    here = get_user_model().objects.filter(pk__in=found).order_by("pk").select_for_update(no_key=True)
    for user in list(here.values_list("pk", flat=True)):
        times, new = AnswerTimes.objects.get_or_create(user_id=user, defaults={"counts": found[user]})
        if not new:
            times.counts = [was + more for was, more in zip(times.counts, found[user], strict=True)]
            times.save(update_fields=["counts"])
    return sum(map(sum, found.values()))
