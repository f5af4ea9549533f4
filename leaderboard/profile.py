"""What a player's page tells of the player, to whom. The games are in leaderboard.played.

Whoever wants to be on the leaderboard shows the rating and what belongs to it; of others it is seen by themselves
alone. Everything is bounded, or one index's rows of one person.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

from django.db.models import Case, Count, Exists, OuterRef, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce, Lower

from accounts.models import Block, User
from games.models import Seat
from games.present.pieces import Pieces
from landlord.prepared import Prepared
from leaderboard import forms
from leaderboard.models import Rating, RatingChange
from leaderboard.rating import Skill, shown

#: Rated games on the chart.
CHARTED = 200
#: Games by which reliability is told.
RECENT = 500
#: What is counted of so many players, and pairs of them, is kept.
COUNTS_KEPT = 4096


class Player(NamedTuple):
    """Whose page it is, for one reader."""

    pk: int
    name: str
    joined: datetime
    on_leaderboard: bool
    #: What the ratings go by; None before the first rated game.
    key: int | None
    #: How many answers took how long, by answers.SPANS; None if none is counted.
    answers: Sequence[int] | None
    #: The reader has the player on the block list.
    blocked: bool
    #: In how many games the player has a place, and the reader. A place is never taken back, so as long as the number
    #: is the same so is all that is counted in those games.
    over: int
    readers_over: int


@dataclass(frozen=True)
class Course:
    """A rating from game to game: what it was before the first and after each, and when they ended."""

    ratings: Sequence[int]
    times: Sequence[datetime]
    #: What it comes to.
    last: Skill | None


@dataclass(frozen=True)
class Together:
    """Games that the reader and the player have both come to an end in, and who was ahead in how many."""

    games: int
    mine: int
    theirs: int


def find(name: str, reader: User | None = None) -> Player | None:
    """Give the player of this name, whatever its capitals, as a reader finds them. One query."""
    found = _named(folded=name.lower(), reader=0 if reader is None else reader.pk)
    return Player(*found[0]) if found else None


@partial(Prepared, folded=str, reader=int)
def _named(folded: str, reader: int) -> QuerySet[User, tuple[Any, ...]]:
    people = User.objects.alias(folded=Lower("name")).filter(folded=folded, is_active=True)
    blocked = Exists(Block.objects.filter(user=reader, blocked=OuterRef("pk")))
    own = people.values_list(
        *("pk", "name", "joined", "on_leaderboard", "rating_key__pk", "answer_times__counts"),
        *(blocked, _over(OuterRef("pk")), _over(reader)),
    )
    return own.order_by("pk")[:1]


def _over(user: int | OuterRef) -> Coalesce:
    # Of the index of a person's games alone, with no look at rows.
    seats = Seat.objects.filter(user=user, place__gt=0).order_by().values("user")
    return Coalesce(Subquery(seats.annotate(n=Count("*")).values("n")), 0)


def shows_rating(player: Player, reader: User | None) -> bool:
    """Tell whether a reader may see what belongs to a player's rating."""
    return player.on_leaderboard or (reader is not None and player.pk == reader.pk)


def ratings(player: Player) -> list[Rating]:
    """List a player's ratings, one a game, in the order in which the site names its games."""
    if player.key is None:
        return []
    order = list(forms.GAMES)
    return sorted(_ratings(key=player.key), key=lambda row: order.index(row.ruleset))


@partial(Prepared, key=int)
def _ratings(key: int) -> QuerySet[Rating]:
    return Rating.objects.filter(key=key)


def course(rating: Rating) -> Course:
    """Give the course of a rating over its last games."""
    changes = _changes(key=rating.key_id, ruleset=rating.ruleset)[::-1]
    before = [shown(mu, sigma) for mu, sigma, *_ in changes[:1]]
    after = [shown(mu, sigma) for _, _, mu, sigma, _ in changes]
    last = Skill(*changes[-1][2:4]) if changes else None
    return Course([*before, *after], [at for *_, at in changes], last)


@partial(Prepared, key=int, ruleset=str)
def _changes(key: int, ruleset: str) -> QuerySet[RatingChange, tuple[Any, ...]]:
    rows = RatingChange.objects.filter(key=key, ruleset=ruleset).order_by("-number")
    return rows.values_list("mu_before", "sigma_before", "mu", "sigma", "at")[:CHARTED]


def record(rating: Rating) -> dict[int, list[int]]:
    """Count places by the number of people at the table: for each number, how often each place."""
    found: dict[int, list[int]] = {}
    for people, place, count in _places(key=rating.key_id, ruleset=rating.ruleset):
        found.setdefault(people, [0] * people)[place - 1] = count
    return found


@partial(Prepared, key=int, ruleset=str)
def _places(key: int, ruleset: str) -> QuerySet[RatingChange, tuple[Any, ...]]:
    rows = RatingChange.objects.filter(key=key, ruleset=ruleset)
    return rows.values_list("people", "place").annotate(n=Count("*")).order_by("people")


def reliability(player: Player) -> tuple[int, int]:
    """Give how many of the last games with other people are over for the player, and how many of these by a time-out.

    RECENT at most: whoever has played for years is judged by what is not long ago. One query, or none: it is kept
    until one more game is over for the player.
    """
    key = (player.pk, player.over)
    kept = _reliabilities.get(key)
    if kept is None:
        fates = _fates(player=player.pk)
        kept = len(fates), fates.count(Seat.Fate.TIMED_OUT)
        _reliabilities.keep(key, kept)
    return kept


_reliabilities = Pieces[tuple[int, int]](COUNTS_KEPT)


@partial(Prepared, player=int)
def _fates(player: int) -> QuerySet[Seat, str]:
    company = Seat.objects.filter(game=OuterRef("game")).exclude(kind=Seat.Kind.BOT).exclude(pk=OuterRef("pk"))
    over = Seat.objects.filter(Exists(company), user=player, place__gt=0).order_by("-game_id")
    return over.values_list("fate", flat=True)[:RECENT]


def together(player: Player, reader: User) -> Together:
    """Count the games of the two. One query, or none: it is kept until one more game is over for either."""
    key = (player.pk, player.over, reader.pk, player.readers_over)
    kept = _pairs.get(key)
    if kept is None:
        games = dict(_together(player=player.pk, reader=reader.pk))
        kept = Together(sum(games.values()), games.get(_MINE, 0), games.get(_THEIRS, 0))
        _pairs.keep(key, kept)
    return kept


_pairs = Pieces[Together](COUNTS_KEPT)


def forget() -> None:
    """Forget what is counted: for tests, where a database with other people in it has the same numbers."""
    _reliabilities.forget()
    _pairs.forget()


#: Who was ahead in a game of two people; neither where they tied.
_MINE, _THEIRS, _NEITHER = "mine", "theirs", "neither"


@partial(Prepared, uneven=True, player=int, reader=int)
def _together(player: int, reader: int) -> QuerySet[Seat, tuple[str, int]]:
    theirs = Seat.objects.filter(user=player, place__gt=0)
    ahead = Case(
        When(place__gt=OuterRef("place"), then=Value(_MINE)),
        When(place__lt=OuterRef("place"), then=Value(_THEIRS)),
        default=Value(_NEITHER),
    )
    # The games first, of which the index alone tells; places are compared in those that there are, mostly few.
    both = Seat.objects.filter(user=reader, place__gt=0, game__in=theirs.values("game"))
    of_each = theirs.filter(game=OuterRef("game")).order_by().values_list(ahead)[:1]
    return both.order_by().annotate(ahead=Subquery(of_each)).values_list("ahead").annotate(n=Count("*"))
