"""What a player's page shows, to whom.

Whoever wants to be on the leaderboard shows the rating and what belongs to it; of others it is seen by themselves
alone. Games of secret tables are seen by their players alone. Everything is bounded, or one index's rows of one
person.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Prefetch, Q, QuerySet
from django.db.models.functions import Lower

from accounts.models import Block, User
from games.models import Game, Seat
from landlord.prepared import Prepared
from leaderboard import forms
from leaderboard.models import AnswerTimes, Rating, RatingChange
from leaderboard.rating import shown

#: Rated games on the chart.
CHARTED = 200
#: Games of a list, and those by which reliability is told.
GAMES, RECENT = 20, 500
#: What a line shows of a game.
SHOWN = ("public_id", "ruleset", "status", "finished_at", "rated", "void")
#: Seats at a table, as the record of places counts them.
MOST_SEATS = 4


@dataclass(frozen=True)
class Course:
    """A rating from game to game: what it was before the first and after each, and when they ended."""

    ratings: Sequence[int]
    times: Sequence[datetime]


@dataclass(frozen=True)
class GameLine:
    """A game on a player's page. `change` is how the rating moved, None where it did not or is not shown."""

    game: Game
    others: Sequence[Seat]
    place: int
    change: int | None

    @property
    def lost(self) -> int:
        """How much the rating fell."""
        return max(0, -(self.change or 0))

    @property
    def title(self) -> str:
        """Which game it was, for people."""
        return forms.GAMES[self.game.ruleset]


@dataclass(frozen=True)
class Games:
    """Games of one list, the newest first; `older` continues it, 0 if there are no more."""

    lines: Sequence[GameLine]
    older: int


@dataclass(frozen=True)
class Together:
    """Games that the reader and the player have both come to an end in, and who was ahead in how many."""

    games: int
    mine: int
    theirs: int


def find(name: str) -> User | None:
    """Give the player of this name, whatever its capitals."""
    found = _named(folded=name.lower())
    return found[0] if found else None


@partial(Prepared, folded=str)
def _named(folded: str) -> QuerySet[User]:
    return User.objects.alias(folded=Lower("name")).filter(folded=folded, is_active=True).order_by("pk")[:1]


def shows_rating(player: User, reader: User | None) -> bool:
    """Tell whether a reader may see what belongs to a player's rating."""
    return player.on_leaderboard or player == reader


def ratings(player: User) -> list[Rating]:
    """List a player's ratings, one a game, in the order in which the site names its games."""
    order = list(forms.GAMES)
    return sorted(_ratings(player=player.pk), key=lambda row: order.index(row.ruleset))


@partial(Prepared, player=int)
def _ratings(player: int) -> QuerySet[Rating]:
    return Rating.objects.filter(key__user=player).order_by("ruleset")


def course(rating: Rating) -> Course:
    """Give the course of a rating over its last games."""
    rows = RatingChange.objects.filter(key=rating.key_id, ruleset=rating.ruleset).order_by("-number")
    changes = rows.values_list("mu_before", "sigma_before", "mu", "sigma", "at")[:CHARTED]
    ratings: list[int] = []
    times: list[datetime] = []
    for mu_before, sigma_before, mu, sigma, at in reversed(changes):
        if not ratings:
            ratings.append(shown(mu_before, sigma_before))
        ratings.append(shown(mu, sigma))
        times.append(at)
    return Course(ratings, times)


def record(rating: Rating) -> dict[int, list[int]]:
    """Count places by the number of people at the table: for each number, how often each place."""
    rows = RatingChange.objects.filter(key=rating.key_id, ruleset=rating.ruleset)
    found: dict[int, list[int]] = {}
    for people, place, count in rows.values_list("people", "place").annotate(n=Count("pk")).order_by("people"):
        found.setdefault(people, [0] * people)[place - 1] = count
    return found


def in_play(player: User, reader: User | None) -> Games:
    """List the player's running games that the reader may see."""
    return _games(player, reader, Game.Status.RUNNING, with_changes=False, before=None)


def finished(player: User, reader: User | None, with_changes: bool, before: int | None = None) -> Games:
    """List the player's finished games that the reader may see, by when their tables were opened, the last one first.

    `before` is the number that a list before this one gave as `older`; `with_changes` tells how ratings moved.
    """
    return _games(player, reader, Game.Status.FINISHED, with_changes=with_changes, before=before)


def reliability(player: User) -> tuple[int, int]:
    """Give how many of the last games with other people are over for the player, and how many of these by a time-out.

    RECENT at most: whoever has played for years is judged by what is not long ago.
    """
    counted: list[tuple[int, int]] = _reliability(player=player.pk)
    return counted[0] if counted else (0, 0)


@partial(Prepared, player=int)
def _reliability(player: int) -> QuerySet[Seat, Any]:
    company = Seat.objects.filter(game=OuterRef("game")).exclude(kind=Seat.Kind.BOT).exclude(pk=OuterRef("pk"))
    over = Seat.objects.filter(Exists(company), user=player, place__gt=0).order_by("-game_id")[:RECENT]
    return _counted(Seat.objects.filter(pk__in=over.values("pk")), Q(), Q(fate=Seat.Fate.TIMED_OUT))


def answer_times(player: User) -> list[int]:
    """Give how many of the player's answers took how long, by answers.SPANS; empty if none is counted."""
    times: list[Sequence[int]] = _answer_times(player=player.pk)
    return list(times[0]) if times else []


@partial(Prepared, player=int)
def _answer_times(player: int) -> QuerySet[AnswerTimes, Any]:
    return AnswerTimes.objects.filter(user=player).values_list("counts", flat=True)


def together(player: User, reader: User) -> Together:
    """Count the games of the two."""
    counted = _together(player=player.pk, reader=reader.pk)
    return Together(*counted[0]) if counted else Together(0, 0, 0)


@partial(Prepared, player=int, reader=int)
def _together(player: int, reader: int) -> QuerySet[Seat, Any]:
    both = Seat.objects.filter(user=reader, place__gt=0, game__seats__user=player, game__seats__place__gt=0)
    theirs = F("game__seats__place")
    return _counted(both, Q(), Q(place__lt=theirs), Q(place__gt=theirs))


def is_blocked(player: User, reader: User) -> bool:
    """Tell whether the reader has the player on the block list."""
    return bool(_blocks(player=player.pk, reader=reader.pk))


@partial(Prepared, player=int, reader=int)
def _blocks(player: int, reader: int) -> QuerySet[Block, Any]:
    return Block.objects.filter(user=reader, blocked=player).values_list("pk")


def _games(player: User, reader: User | None, status: str, *, with_changes: bool, before: int | None) -> Games:
    if before is not None:
        found = list(_seats(player.pk, reader.pk if reader else None, status, before))
    elif reader is None:
        found = _first_for_anybody(player=player.pk, status=status)
    else:
        found = _first(player=player.pk, reader=reader.pk, status=status)
    page = found[:GAMES]
    changes = _changes(player, page) if with_changes else {}
    lines = [
        GameLine(
            seat.game,
            [other for other in seat.game.seats.all() if other.number != seat.number],
            seat.place,
            changes.get(seat.game_id),
        )
        for seat in page
    ]
    return Games(lines, page[-1].game_id if len(found) > GAMES else 0)


@partial(Prepared, player=int, status=str)
def _first_for_anybody(player: int, status: str) -> QuerySet[Seat]:
    return _seats(player, None, status)


@partial(Prepared, player=int, reader=int, status=str)
def _first(player: int, reader: int, status: str) -> QuerySet[Seat]:
    return _seats(player, reader, status)


def _seats(player: int, reader: int | None, status: str, before: int | None = None) -> QuerySet[Seat]:
    seats = _visible(Seat.objects.filter(user=player, game__status=status), reader)
    if before is not None:
        seats = seats.filter(game__lt=before)
    return (
        seats.select_related("game")
        .only("place", "number", *(f"game__{name}" for name in SHOWN))
        .prefetch_related(
            Prefetch("game__seats", Seat.objects.order_by("number").only("game", "number", "name", "kind", "user"))
        )
        .order_by("-game_id")[: GAMES + 1]
    )


def _counted(seats: QuerySet[Seat], *which: Q) -> QuerySet[Seat, Any]:
    # Seats of one person: so one row, or none where there is nothing to count.
    counts = {f"count_{n}": Count("pk", filter=of) if of else Count("pk") for n, of in enumerate(which)}
    return seats.order_by().values("user").annotate(**counts).values_list(*counts)


def _visible(seats: QuerySet[Seat], reader: int | None) -> QuerySet[Seat]:
    public = Q(game__secret_table=False)
    if reader is None:
        return seats.filter(public)
    return seats.filter(public | Exists(Seat.objects.filter(game=OuterRef("game"), user=reader)))


def _changes(player: User, seats: Sequence[Seat]) -> Mapping[int, int]:
    rows = RatingChange.objects.filter(key__user=player, game__in=[seat.game_id for seat in seats])
    return {change.game_id: change.by for change in rows}
