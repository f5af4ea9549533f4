"""Whose rating it is: keys for people who play, and what is kept of those who go."""

from collections.abc import Collection

from django.contrib.auth import get_user_model
from django.db import transaction

from games.models import Game, Seat
from leaderboard.models import RatingKey, SeatKey


def key_of(user: int) -> RatingKey:
    """Give a user's key, made if there was none."""
    return RatingKey.objects.get_or_create(user_id=user)[0]


def make_keys(users: Collection[int]) -> None:
    """Make the keys that users lack. Somebody who goes at this moment gets none, and is no error."""
    known = RatingKey.objects.filter(user_id__in=users).values_list("user_id", flat=True)
    missing = sorted(set(users).difference(known))
    if not missing:
        return
    with transaction.atomic():
        # Their rows first: an account that is being deleted is waited for, and then is not here.
        here = get_user_model().objects.filter(pk__in=missing).order_by("pk").select_for_update(no_key=True)
        rows = [RatingKey(user_id=pk) for pk in here.values_list("pk", flat=True)]
        RatingKey.objects.bulk_create(rows, ignore_conflicts=True)


def keep_seats(user: int) -> None:
    """Keep which rated games were a person's, before the seats forget who sat there."""
    # Not an open table's: that seat will be somebody else's.
    begun = (Game.Status.RUNNING, Game.Status.FINISHED)
    seats = Seat.objects.filter(user_id=user, kind=Seat.Kind.PERSON, game__rated=True, game__status__in=begun)
    where = list(seats.values_list("game_id", "number"))
    if not where and not RatingKey.objects.filter(user_id=user).exists():
        return
    key = key_of(user)
    rows = [SeatKey(game_id=game, seat=number, key=key) for game, number in where]
    SeatKey.objects.bulk_create(rows, ignore_conflicts=True, batch_size=1000)


def keys_at(games: Collection[int]) -> dict[tuple[int, int], int]:
    """Tell whose the people's seats of games were: the key by (game, seat).

    A seat whose account went without a word, and one whose person has no key yet, is missing.
    """
    seats = Seat.objects.filter(game_id__in=games, kind=Seat.Kind.PERSON, user__rating_key__isnull=False)
    found = {(game, number): key for game, number, key in seats.values_list("game_id", "number", "user__rating_key")}
    left = SeatKey.objects.filter(game_id__in=games).values_list("game_id", "seat", "key_id")
    found.update({(game, seat): key for game, seat, key in left})
    return found


def find_nameless(games: Collection[int]) -> None:
    """Give a key of its own to each person's seat that nobody answers for any more and no key was kept of."""
    nameless = Seat.objects.filter(game_id__in=games, kind=Seat.Kind.PERSON, user__isnull=True)
    kept = set(SeatKey.objects.filter(game_id__in=games).values_list("game_id", "seat"))
    for game, seat in sorted(set(nameless.values_list("game_id", "number")) - kept):
        SeatKey.objects.create(game_id=game, seat=seat, key=RatingKey.objects.create())
