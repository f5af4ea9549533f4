"""What a page of the leaderboard shows, in three queries at most, besides user and the head's."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache, partial
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import FilteredRelation, Q, QuerySet, Subquery
from django.db.models.functions import Collate, Lower

from accounts.models import User
from landlord.prepared import Prepared
from leaderboard.ladder import PAGE, Kind, Ladder, ladder
from leaderboard.models import Rating, RatingKey

#: Up to so many people whose names begin alike are looked up one by one.
FEW = 500
#: Of pages that begin among people of one rating so many statements are kept.
PAGES_KEPT = 128


class Standing(NamedTuple):
    """What a line shows of a rating (models.Rating says what it is), with whose it is: the key."""

    key: int
    rating: int
    sigma: float
    games: int
    wins: int
    places: int
    trend: Sequence[int]
    provisional: bool
    last_played: datetime

    @property
    def average_place(self) -> float:
        """The mean of the places."""
        return self.places / self.games


#: A line's columns: of the rating, and of the person.
_COLUMNS = (*Standing._fields, "key__user__name", "key__user__on_leaderboard", "key__user__is_active")


@dataclass(frozen=True)
class Line:
    """A person on the leaderboard. `place` is None for whoever has none: a provisional rating, or none at all."""

    name: str
    place: int | None
    rating: Standing


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
    rows = _from(kind, before)(rating=rating)
    return Board(_lines(rows, None if kind.provisional else steps), number, steps.pages, steps.total)


@lru_cache(PAGES_KEPT)
def _from(kind: Kind, before: int) -> Prepared[tuple[Any, ...]]:
    def build(rating: int) -> QuerySet[Rating, tuple[Any, ...]]:
        rows = kind.rows.filter(rating__lte=rating).order_by("-rating", "key")
        return rows.values_list(*_COLUMNS)[before : before + PAGE]

    return Prepared(build, rating=int)


def stretch(kind: Kind, steps: Ladder, mark: Mark | None = None, *, back: bool = False) -> Stretch:
    """Give the rows below a mark, or, going back, those above it; without one the first. One query.

    However far down it is, the index leads there, and none is passed over but others of the same rating.
    """
    rows, order = kind.rows, ("rating", "-key") if back else ("-rating", "key")
    if mark is not None and back:
        rows = rows.filter(rating__gte=mark.rating).exclude(rating=mark.rating, key__gte=mark.key)
    elif mark is not None:
        rows = rows.filter(rating__lte=mark.rating).exclude(rating=mark.rating, key__lte=mark.key)
    found = list(rows.order_by(*order).values_list(*_COLUMNS)[: PAGE + 1])
    shown, more = found[:PAGE], len(found) > PAGE
    if back:
        shown.reverse()
    ends = [Mark(rating, key) for key, rating, *_ in (shown[0], shown[-1])] if shown else [None, None]
    return Stretch(
        _lines(shown, None if kind.provisional else steps),
        ends[0] if (more if back else mark is not None) else None,
        ends[1] if (back or more) else None,
    )


def search(kind: Kind, beginning: str, steps: Ladder) -> Board:
    """Give those whose names begin like this, settled and provisional, the best first; one query, or two.

    `steps` are those of the settled ones.
    """
    begins = beginning.lower()
    # By the letters' numbers the names that begin so stand from there up to what follows all of them.
    asked = {"ruleset": kind.ruleset, "begins": begins, "ends": begins[:-1] + chr(ord(begins[-1]) + 1)}
    # One letter begins many names, where there are many people.
    first, then = (_among_few, _among_many) if begins[1:] else (_among_many, _among_few)
    lines = _lines(first(**asked) or then(**asked), steps)
    return Board(lines[:PAGE], 1, 1, len(lines), more=len(lines) > PAGE)


# Which of the two finds the first fifty soon depends on how many there are, and the database guesses badly. So each
# says first whether it is the one: where it is not, it ends at that.
@partial(Prepared, uneven=True, ruleset=str, begins=str, ends=str)
def _among_few(ruleset: str, begins: str, ends: str) -> QuerySet[Rating, tuple[Any, ...]]:
    named = _named(begins, ends)
    rows = Rating.objects.alias(beyond=_beyond_few(named)).filter(beyond=None, ruleset=ruleset)
    return _best(rows.filter(key__user__in=named.values("pk")[:FEW]))


@partial(Prepared, uneven=True, ruleset=str, begins=str, ends=str)
def _among_many(ruleset: str, begins: str, ends: str) -> QuerySet[Rating, tuple[Any, ...]]:
    rows = Rating.objects.alias(beyond=_beyond_few(_named(begins, ends)), folded=_folded("key__user__name"))
    many = rows.filter(beyond__isnull=False, ruleset=ruleset)
    return _best(many.filter(folded__gte=begins, folded__lt=ends))


def _beyond_few(named: QuerySet[User]) -> Subquery:
    # The first of those that are too many. Asked for in the index's order, by which it is come to in so many steps:
    # without one, names in no order are gone through until so many are found.
    return Subquery(named.values("pk")[FEW : FEW + 1])


def _named(begins: str, ends: str) -> QuerySet[User]:
    people = User.objects.alias(folded=_folded("name")).filter(folded__gte=begins, folded__lt=ends)
    # As the index has them, so that it is read no further than is wanted.
    return people.order_by("folded")


def _best(rows: QuerySet[Rating]) -> QuerySet[Rating, tuple[Any, ...]]:
    listed = rows.filter(listed=True).order_by("provisional", "-rating", "key")
    return listed.values_list(*_COLUMNS)[: PAGE + 1]


def mine(user: User, kind: Kind, steps: Ladder) -> Mine:
    """Give the reader's own line, listed or not; `steps` are those of the kind shown. One query."""
    rows = _own(user=user.pk, ruleset=kind.ruleset)
    asked_at, *values = rows[0] if rows else (None, None)
    asked = user.on_leaderboard or asked_at is not None
    if values[0] is None:
        return Mine(None, user.on_leaderboard, asked)
    row = Standing(*values)
    shown = row.provisional == kind.provisional
    place = steps.place(row.rating) if shown and not kind.provisional else None
    line = Line(user.name, place, row)
    return Mine(line, user.on_leaderboard, asked, steps.page_of(row.rating) if shown else 1)


@partial(Prepared, user=int, ruleset=str)
def _own(user: int, ruleset: str) -> QuerySet[RatingKey, tuple[Any, ...]]:
    keys = RatingKey.objects.filter(user=user)
    own = keys.annotate(own=FilteredRelation("ratings", condition=Q(ratings__ruleset=ruleset)))
    return own.values_list("asked_at", *(f"own__{name}" for name in Standing._fields))


def place_of(row: Rating) -> tuple[int, int] | None:
    """Give a listed person's place among the settled, and how many these are; None without a place."""
    if row.provisional or not row.listed:
        return None
    steps = ladder(Kind(row.ruleset))
    return steps.place(row.rating), max(steps.total, 1)


def _folded(name: str) -> Collate:
    # By the letters' numbers, as the index is: the database's own language has another order.
    return Collate(Lower(name), "C" if connection.vendor == "postgresql" else "BINARY")


def _lines(rows: Iterable[tuple[Any, ...]], steps: Ladder | None) -> list[Line]:
    lines = []
    for *values, name, wants, active in rows:
        # The index may be a moment behind; what a person wants is in the person's own row. There is none for whom
        # the account has gone.
        if not wants or not active:
            continue
        row = Standing(*values)
        place = None if steps is None or row.provisional else steps.place(row.rating)
        lines.append(Line(name, place, row))
    return lines
