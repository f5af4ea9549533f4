"""The rating step: gives finished rated games their numbers, and writes what they did to ratings, once each.

It may run any number of times, in any number of workers. Nobody calls it when a game ends: it finds the games.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Protocol

from django.db import connection, transaction
from django.db.models import Exists, Max, OuterRef, QuerySet

from games import table
from games.models import Game, Seat
from leaderboard import keys, listing
from leaderboard.models import RatedGame, Rating, RatingChange, RatingClock
from leaderboard.rating import SETTLED_AFTER, Skill, places_among, rate

#: Games of one transaction.
BATCH = 100
#: A game may be committed some time after it finished, since the time of its last move is that of the arrival.
#: Nothing waits for a lock so long.
OVERLAP = timedelta(hours=1)
#: Games whose ratings the leaderboard's line of a person shows.
TREND = 10


class Finished(Protocol):
    """What a rating needs of a finished game."""

    @property
    def pk(self) -> int:
        """The row's number."""

    @property
    def ruleset(self) -> str:
        """Which game it was."""

    @property
    def placings(self) -> Sequence[Sequence[int]] | None:
        """First place first, each a list of seats."""

    @property
    def finished_at(self) -> datetime | None:
        """When it ended."""


@dataclass
class Standings:
    """Ratings as they are between two games, by (key, ruleset); `changes` are those still to be written."""

    ratings: dict[tuple[int, str], Rating] = field(default_factory=dict)
    changes: list[RatingChange] = field(default_factory=list)

    def play(self, game: Finished, number: int, seat_keys: Mapping[int, int]) -> None:
        """Take a finished game in; `seat_keys` has the key of each person's seat. One person alone changes nothing."""
        if len(seat_keys) < 2:
            return
        assert game.placings is not None and game.finished_at is not None
        places = places_among(game.placings, seat_keys.keys())
        rows = {seat: self._of(key, game.ruleset, game.finished_at) for seat, key in seat_keys.items()}
        before = {seat: row.skill for seat, row in rows.items()}
        after = rate(places, before)
        for seat, place in sorted(places.items()):
            self._write(rows[seat], after[seat], place, game.finished_at)
            self.changes.append(
                RatingChange(
                    game_id=game.pk,
                    key_id=seat_keys[seat],
                    ruleset=game.ruleset,
                    number=number,
                    seat=seat,
                    place=place,
                    people=len(places),
                    mu_before=before[seat].mu,
                    sigma_before=before[seat].sigma,
                    mu=after[seat].mu,
                    sigma=after[seat].sigma,
                    at=game.finished_at,
                )
            )

    def _of(self, key: int, ruleset: str, at: datetime) -> Rating:
        found = self.ratings.get((key, ruleset))
        if found is None:
            new = Skill()
            found = self.ratings[key, ruleset] = Rating(
                key_id=key,
                ruleset=ruleset,
                mu=new.mu,
                sigma=new.sigma,
                rating=new.shown,
                games=0,
                wins=0,
                places=0,
                provisional=True,
                trend=[new.shown],
                last_played=at,
            )
        return found

    def _write(self, row: Rating, skill: Skill, place: int, at: datetime) -> None:
        row.mu, row.sigma, row.rating = skill.mu, skill.sigma, skill.shown
        row.games += 1
        row.wins += place == 1
        row.places += place
        row.provisional = row.games < SETTLED_AFTER
        row.trend = [*row.trend, skill.shown][-TREND - 1 :]
        row.last_played = max(row.last_played, at)


#: What a game changes in a rating.
CHANGED = (
    "mu",
    "sigma",
    "rating",
    "games",
    "wins",
    "places",
    "provisional",
    "trend",
    "last_played",
    "listed",
    "active",
)


def rate_finished() -> int:
    """Rate finished games until none is left, or another worker is at it; give how many got their number."""
    done = 0
    while True:
        began = table.now()
        games = list(waiting(_looked_to())[:BATCH].values_list("pk", flat=True))
        if not games:
            RatingClock.objects.filter(pk=1).update(looked_to=began)
            return done
        rated = rate_games(games)
        if not rated:
            return done
        done += rated


def rate_overlooked() -> int:
    """Rate games that finished long ago and have no number, such as one that is void no longer; give how many."""
    games = list(waiting(None).values_list("pk", flat=True))
    return sum(rate_games(games[begin : begin + BATCH]) for begin in range(0, len(games), BATCH))


def waiting(since: datetime | None) -> QuerySet[Game]:
    """Give the finished rated games without a number, in the order of their ends; since then, or all."""
    finished = Game.objects.filter(status=Game.Status.FINISHED, rated=True, void="")
    if since is not None:
        finished = finished.filter(finished_at__gte=since)
    return finished.exclude(Exists(RatedGame.objects.filter(game=OuterRef("pk")))).order_by("finished_at", "pk")


def rate_games(games: Collection[int]) -> int:
    """Rate those of these games that have no number yet, in one transaction; give how many got one.

    None, if another worker holds the lock.
    """
    keys.make_keys(_users_at(games))
    with transaction.atomic():
        clock = lock(wait=False)
        if clock is None:
            return 0
        # Read after the lock: another worker may have been here, or the operator.
        fresh = list(waiting(None).filter(pk__in=games).defer("opening"))
        ids = [game.pk for game in fresh]
        keys.find_nameless(ids)
        seat_keys = by_game(ids)
        # Somebody whose key is made by another transaction at this moment: the next step takes the game.
        fresh = [game for game in fresh if seat_keys[game.pk] is not None]
        standings = Standings(_ratings_of(seat_keys.values()))
        numbers = []
        for game in fresh:
            clock.number += 1
            numbers.append(RatedGame(game=game, number=clock.number))
            standings.play(game, clock.number, seat_keys[game.pk] or {})
        clock.save(update_fields=["number"])
        RatedGame.objects.bulk_create(numbers)
        RatingChange.objects.bulk_create(standings.changes)
        _save(standings)
    return len(fresh)


def lock(*, wait: bool) -> RatingClock | None:
    """Lock ratings until the transaction's end; None if another holds the lock and one does not wait."""
    skip = not wait and connection.features.has_select_for_update_skip_locked
    return RatingClock.objects.select_for_update(skip_locked=skip).filter(pk=_clock().pk).first()


def by_game(games: Collection[int]) -> dict[int, dict[int, int] | None]:
    """Give the key at each person's seat, by game; None for a game where one has no key yet."""
    found = keys.keys_at(games)
    result: dict[int, dict[int, int] | None] = {game: {} for game in games}
    people = Seat.objects.filter(game_id__in=games, kind=Seat.Kind.PERSON).order_by("game_id", "number")
    for game, seat in people.values_list("game_id", "number"):
        of_game, key = result[game], found.get((game, seat))
        if key is None:
            result[game] = None
        elif of_game is not None:
            of_game[seat] = key
    return result


def _clock() -> RatingClock:
    clock = RatingClock.objects.filter(pk=1).first()
    if clock is None:
        last = RatedGame.objects.aggregate(last=Max("number"))["last"] or 0
        clock, _ = RatingClock.objects.get_or_create(pk=1, defaults={"number": last})
    return clock


def _looked_to() -> datetime | None:
    looked_to = _clock().looked_to
    return looked_to and looked_to - OVERLAP


def _users_at(games: Collection[int]) -> set[int]:
    people = Seat.objects.filter(game_id__in=games, kind=Seat.Kind.PERSON, user__isnull=False)
    return set(people.values_list("user_id", flat=True).distinct())


def _ratings_of(seat_keys: Iterable[Mapping[int, int] | None]) -> dict[tuple[int, str], Rating]:
    everybody = {key for of_game in seat_keys if of_game for key in of_game.values()}
    return {(row.key_id, row.ruleset): row for row in Rating.objects.filter(key__in=everybody)}


def _save(standings: Standings) -> None:
    changed = {(change.key_id, change.ruleset) for change in standings.changes}
    rows = [standings.ratings[which] for which in sorted(changed)]
    listing.mark(rows)
    Rating.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["key", "ruleset"], update_fields=list(CHANGED)
    )
