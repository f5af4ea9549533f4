"""How many stand at each rating: what places and pages of the leaderboard are counted by.

Counting those above somebody row by row would take longer with every player. The ladder has a step for each
rating that is shown, some hundreds, and is kept for a minute; so places are as of the last minute.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate

import structlog
from django.core.cache import cache
from django.db.models import Count, QuerySet
from django.db.models.functions import Now

from leaderboard.listing import ACTIVE
from leaderboard.models import Rating

log = structlog.get_logger(__name__)

#: Rows of a page.
PAGE = 50
#: Seconds for which the ladder is kept.
KEPT = 60


@dataclass(frozen=True)
class Kind:
    """Which people a ladder is of: one game's, settled or provisional, ever or active within thirty days."""

    ruleset: str
    provisional: bool = False
    active: bool = False

    @property
    def rows(self) -> QuerySet[Rating]:
        """The ratings of this kind that may be listed. It is the same question at any time, so that it can be kept."""
        rows = Rating.objects.filter(listed=True, ruleset=self.ruleset, provisional=self.provisional)
        return rows.filter(active=True, last_played__gte=Now() - ACTIVE) if self.active else rows


@dataclass(frozen=True)
class Ladder:
    """The ratings that somebody has, the highest first, and how many have each."""

    ratings: Sequence[int]
    counts: Sequence[int]
    #: How many stand above each step; the last one is all.
    above: Sequence[int] = field(init=False)
    #: The ratings with their sign turned: in the order in which they can be looked up.
    _rising: Sequence[int] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "above", [0, *accumulate(self.counts)])
        object.__setattr__(self, "_rising", [-rating for rating in self.ratings])

    @property
    def total(self) -> int:
        """How many there are."""
        return self.above[-1]

    @property
    def pages(self) -> int:
        """How many pages they fill; an empty one is a page."""
        return max(1, -(-self.total // PAGE))

    def place(self, rating: int) -> int:
        """Give the place of a rating: one more than there are above it."""
        return self.above[bisect_left(self._rising, -rating)] + 1

    def page_of(self, rating: int) -> int:
        """Give the page on which a rating's first row stands."""
        return min(self.pages, (self.place(rating) - 1) // PAGE + 1)

    def begin(self, page: int) -> tuple[int, int]:
        """Give where a page of those there are begins: the rating, and how many rows of it stand before."""
        first = (page - 1) * PAGE
        step = bisect_right(self.above, first) - 1
        return self.ratings[step], first - self.above[step]


def ladder(kind: Kind) -> Ladder:
    """Give a ladder as it was within the last minute; one query, or none."""
    name = f"ladder:{kind.ruleset}:{kind.provisional:d}:{kind.active:d}"
    try:
        steps = cache.get(name)
    except Exception:
        # Redis may be away at any moment, and then it is counted each time.
        log.exception("the ladder can't be kept")
        return Ladder(*count(kind))
    if steps is None:
        steps = count(kind)
        cache.set(name, steps, KEPT)
    return Ladder(*steps)


def count(kind: Kind) -> tuple[list[int], list[int]]:
    """Count the ladder's steps: their ratings, the highest first, and how many stand on each."""
    steps = list(kind.rows.values_list("rating").annotate(n=Count("*")).order_by("-rating"))
    return [rating for rating, _ in steps], [n for _, n in steps]
