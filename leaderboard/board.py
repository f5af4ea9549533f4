"""What a page of the leaderboard shows, in three queries, a search in four, besides session, user and the head's."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import connection
from django.db.models import FilteredRelation, Q, QuerySet
from django.db.models.functions import Collate, Lower

from accounts.models import User
from leaderboard.ladder import PAGE, Kind, Ladder, ladder
from leaderboard.models import Rating, RatingKey

#: What a line shows of a rating.
SHOWN = ("rating", "sigma", "games", "wins", "places", "trend", "provisional", "last_played")

#: Up to so many people whose names begin alike are looked up one by one.
FEW = 500


@dataclass(frozen=True)
class Line:
    """A person on the leaderboard. `place` is None for whoever has none: a provisional rating, or none at all."""

    name: str
    place: int | None
    rating: Rating
    mine: bool = False


@dataclass(frozen=True)
class Mine:
    """The reader's own line: None before the first rated game. `asked`: the question has been answered."""

    line: Line | None
    listed: bool
    asked: bool
    page: int = 1


@dataclass(frozen=True)
class Board:
    """A page of the leaderboard, from 1 to `pages`; `more` than a search shows."""

    lines: Sequence[Line]
    number: int
    pages: int
    total: int
    more: bool = False


@dataclass(frozen=True)
class Mark:
    """A row of the leaderboard, by what it is ordered by: where a page begins or ends."""

    rating: int
    key: int


@dataclass(frozen=True)
class Stretch:
    """Rows of the leaderboard from one mark on, and the marks from which it goes on either way, if it does."""

    lines: Sequence[Line]
    before: Mark | None
    after: Mark | None


def page(kind: Kind, number: int, steps: Ladder) -> Board:
    """Give a page; the last one for a number beyond it. One query."""
    number = min(number, steps.pages)
    if not steps.total:
        return Board([], 1, 1, 0)
    rating, before = steps.begin(number)
    rows = kind.rows.filter(rating__lte=rating).order_by("-rating", "key")[before : before + PAGE]
    return Board(_lines(_with_names(rows), None if kind.provisional else steps), number, steps.pages, steps.total)


def stretch(kind: Kind, steps: Ladder, mark: Mark | None = None, *, back: bool = False) -> Stretch:
    """Give the rows below a mark, or, going back, those above it; without one the first. One query.

    However far down it is, the index leads there, and none is passed over but others of the same rating.
    """
    rows, order = kind.rows, ("rating", "-key") if back else ("-rating", "key")
    if mark is not None and back:
        rows = rows.filter(rating__gte=mark.rating).exclude(rating=mark.rating, key__gte=mark.key)
    elif mark is not None:
        rows = rows.filter(rating__lte=mark.rating).exclude(rating=mark.rating, key__lte=mark.key)
    found = _with_names(rows.order_by(*order)[: PAGE + 1])
    shown, more = found[:PAGE], len(found) > PAGE
    if back:
        shown.reverse()
    ends = [Mark(row.rating, row.key_id) for row in (shown[0], shown[-1])] if shown else [None, None]
    return Stretch(
        _lines(shown, None if kind.provisional else steps),
        ends[0] if (more if back else mark is not None) else None,
        ends[1] if (back or more) else None,
    )


def search(kind: Kind, beginning: str, steps: Ladder) -> Board:
    """Give those whose names begin like this, settled and provisional, the best first; two queries.

    `steps` are those of the settled ones.
    """
    rows = Rating.objects.filter(listed=True, ruleset=kind.ruleset)
    begins = beginning.lower()
    people = User.objects.alias(folded=_folded("name")).filter(folded__startswith=begins).order_by("folded")
    few = list(people.values_list("pk", flat=True)[: FEW + 1])
    # Which of the two finds the first fifty soon depends on how many there are, and the database guesses badly.
    if len(few) <= FEW:
        rows = rows.filter(key__user__in=few)
    else:
        rows = rows.alias(folded=_folded("key__user__name")).filter(folded__startswith=begins)
    lines = _lines(_with_names(rows.order_by("provisional", "-rating", "key")[: PAGE + 1]), steps)
    return Board(lines[:PAGE], 1, 1, len(lines), more=len(lines) > PAGE)


def mine(user: User, kind: Kind, steps: Ladder) -> Mine:
    """Give the reader's own line, listed or not; `steps` are those of the kind shown. One query."""
    row = (
        RatingKey.objects.filter(user=user)
        .annotate(own=FilteredRelation("ratings", condition=Q(ratings__ruleset=kind.ruleset)))
        .values_list("asked_at", "own__key", *(f"own__{name}" for name in SHOWN))
        .first()
    )
    asked_at, of, *values = row or (None, None)
    asked = user.on_leaderboard or asked_at is not None
    if of is None:
        return Mine(None, user.on_leaderboard, asked)
    rating = Rating(key_id=of, ruleset=kind.ruleset, **dict(zip(SHOWN, values, strict=True)))
    shown = rating.provisional == kind.provisional
    place = steps.place(rating.rating) if shown and not kind.provisional else None
    line = Line(user.name, place, rating, mine=True)
    return Mine(line, user.on_leaderboard, asked, steps.page_of(rating.rating) if shown else 1)


def place_of(row: Rating) -> tuple[int, int] | None:
    """Give a listed person's place among the settled, and how many these are; None without a place."""
    if row.provisional or not row.listed:
        return None
    steps = ladder(Kind(row.ruleset))
    return steps.place(row.rating), max(steps.total, 1)


def _folded(name: str) -> Collate:
    # By the letters' numbers, as the index is: the database's own language has another order.
    return Collate(Lower(name), "C" if connection.vendor == "postgresql" else "BINARY")


def _with_names(rows: QuerySet[Rating]) -> list[Rating]:
    of_user = ("key__user__name", "key__user__on_leaderboard", "key__user__is_active")
    return list(rows.select_related("key__user").only(*SHOWN, "key", "key__user", *of_user))


def _lines(rows: Sequence[Rating], steps: Ladder | None) -> list[Line]:
    lines = []
    for row in rows:
        user = row.key.user
        # The index may be a moment behind; what a person wants is in the person's own row.
        if user is None or not user.on_leaderboard or not user.is_active:
            continue
        place = None if steps is None or row.provisional else steps.place(row.rating)
        lines.append(Line(user.name, place, row))
    return lines
