"""All ratings made anew from the finished games, in the order of the numbers that they got when they were rated."""

from collections.abc import Callable

from django.db import transaction

from games.models import Game, Seat
from leaderboard import keys, listing, step
from leaderboard.models import RatedGame, Rating, RatingChange

#: Games read at once, and rows written at once.
CHUNK = 1000

Progress = Callable[[int, int], None]


def rebuild(progress: Progress = lambda done, total: None) -> int:
    """Derive every rating and every change of one again, in one transaction; give how many games have a number.

    Games that are void by now are left out, and those that are void no longer come in where they were. The step
    stands still meanwhile, and pages show what was before. `progress` is told how many games of how many are done.
    """
    with transaction.atomic():
        step.lock(wait=True)
        total, done = RatedGame.objects.count(), 0
        RatingChange.objects.all().delete()
        Rating.objects.all().delete()
        standings = step.Standings()
        last = 0
        while chunk := list(RatedGame.objects.filter(number__gt=last).order_by("number")[:CHUNK]):
            _play(chunk, standings)
            RatingChange.objects.bulk_create(standings.changes, batch_size=CHUNK)
            standings.changes.clear()
            last, done = chunk[-1].number, done + len(chunk)
            progress(done, total)
        rows = [standings.ratings[which] for which in sorted(standings.ratings)]
        for begin in range(0, len(rows), CHUNK):
            listing.mark(rows[begin : begin + CHUNK])
        Rating.objects.bulk_create(rows, batch_size=CHUNK)
    return done


def _play(chunk: list[RatedGame], standings: step.Standings) -> None:
    ids = [row.pk for row in chunk]
    games = Game.objects.filter(pk__in=ids, void="", status=Game.Status.FINISHED).only(
        "ruleset", "placings", "finished_at"
    )
    found = {game.pk: game for game in games}
    people = Seat.objects.filter(game_id__in=ids, kind=Seat.Kind.PERSON, user__rating_key__isnull=True)
    keys.make_keys(set(people.filter(user__isnull=False).values_list("user_id", flat=True)))
    keys.find_nameless(ids)
    seat_keys = step.by_game(ids)
    for row in chunk:
        game, of_game = found.get(row.pk), seat_keys[row.pk]
        if game is not None and of_game:
            standings.play(game, row.number, of_game)
