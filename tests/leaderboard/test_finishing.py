"""However a game ends, and whoever rates it at the same time: one row for each of its people."""

import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connections

from accounts.leaving import delete_account
from accounts.models import User
from games import members, table
from games.models import Game, GameSecret, Seat, SiteClock
from games.rules.errors import RulesError
from games.rules.landlord import LANDLORD
from games.table import Plan, TableError
from games.who import Who
from leaderboard.models import RatedGame, Rating, RatingChange, RatingKey
from leaderboard.rebuild import rebuild
from leaderboard.step import rate_finished
from tests.leaderboard.games import all_rows, game_of, person

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

ROLL = '{"type":"roll"}'


def running_game(ada: User, bob: User) -> Game:
    """Have two people sit down to a rated game, which starts."""
    game = table.open_table(LANDLORD, [members.sitter(ada)], Plan(2, {"move_time": 86_400}, rated=True))
    table.sit(game.public_id, members.sitter(bob), "")
    return Game.objects.get(pk=game.pk)


def last_move(game: Game) -> tuple[int, str]:
    """Bring a game to where its next roll ends it; give who is to roll, and the token for it.

    The roller is in jail for the last try, owns nothing, and rolls no double: the fine can't be paid.
    """
    secret = GameSecret.objects.get(pk=game.pk)
    state = LANDLORD.decode_state(secret.snapshot)
    seat = state.turn
    state.jail[seat], state.cash[seat] = 1, 0
    state.ask("jail", seat)
    while not _ends(LANDLORD.encode_state(state), seat):
        state.rolls += 1
    secret.snapshot = LANDLORD.encode_state(state).decode()
    secret.save(update_fields=["snapshot"])
    Seat.objects.filter(game=game).update(due_at=None, left=None, asked="")
    Seat.objects.filter(game=game, number=seat).update(wait=state.wait, asked="jail", since=table.now())
    return seat, LANDLORD.token(state, seat, LANDLORD.resignation()) or ""


def _ends(snapshot: bytes, seat: int) -> bool:
    state = LANDLORD.decode_state(snapshot)
    LANDLORD.apply(state, seat, LANDLORD.decode_move(ROLL))
    return LANDLORD.outcome(state) is not None


def all_at_once(*works: Callable[[], Any]) -> None:
    """Do things in as many threads, each on a connection of its own; refusals of the table are no errors."""
    barrier = threading.Barrier(len(works))

    def run(work: Callable[[], Any]) -> None:
        barrier.wait(10)
        time.sleep(random.uniform(0, 0.004))
        try:
            work()
        except (TableError, RulesError):
            pass
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(works)) as pool:
        list(pool.map(run, works))


def race(round_: int, ada: User, bob: User) -> str:
    """Let one game end by last move, resignation or time-out, with two workers rating; tell which it was."""
    game = running_game(ada, bob)
    seat, token = last_move(game)
    users = [ada.pk, bob.pk]
    mover, other = Who(user=users[seat]), Who(user=users[1 - seat])
    table.sweep()
    # Not yet due, long due, or due in these very milliseconds.
    late = (timedelta(minutes=1), timedelta(seconds=-1), timedelta(milliseconds=random.uniform(0, 6)))[round_ % 3]
    Seat.objects.filter(game=game, number=seat).update(due_at=table.now() + late)
    all_at_once(
        lambda: table.play(game.public_id, mover, token, [ROLL]),
        lambda: table.resign(game.public_id, other),
        lambda: table.expire(game.public_id),
        rate_finished,
        rate_finished,
    )
    all_at_once(rate_finished, rate_finished)
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED
    fates = list(game.seats.order_by("number").values_list("fate", flat=True))
    winner = fates.index("")
    changes = list(RatingChange.objects.filter(game=game).order_by("place"))
    assert [change.place for change in changes] == [1, 2] and changes[0].seat == winner
    return next(fate for fate in fates if fate)


@pytest.mark.parametrize("rounds", [24, pytest.param(200, marks=pytest.mark.long)])
def test_last_move_against_resignation_against_time_out(
    rounds: int, transactional_db: None, settings: Any, figure: Callable[[str], None]
) -> None:
    settings.GAMES_PER_PERSON = 10_000
    ada, bob = person("Ada"), person("Bob")
    ends = Counter(race(round_, ada, bob) for round_ in range(rounds))
    figure(f"games that ended three ways at once, by the way that won: {dict(ends)}")
    assert set(ends) == {"bankrupt", "resigned", "timed_out"}
    assert RatedGame.objects.count() == rounds and RatingChange.objects.count() == 2 * rounds
    assert list(RatedGame.objects.order_by("number").values_list("number", flat=True)) == list(range(1, rounds + 1))
    live = all_rows()
    rebuild()
    assert all_rows() == live


def test_many_workers_rate_each_game_once(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("leaderboard.step.BATCH", 3)
    people = [person(f"Person{n}") for n in range(6)]
    for n in range(20):
        game_of([people[n % 6], people[(n + 1) % 6], people[(n + 3) % 6]])
    all_at_once(*[rate_finished] * 5)
    rate_finished()
    assert RatedGame.objects.count() == 20 and RatingChange.objects.count() == 60
    live = all_rows()
    rebuild()
    assert all_rows() == live


def test_an_account_that_is_deleted_ends_its_game_and_the_other_one_is_rated(transactional_db: None) -> None:
    ada, bob = person("Ada"), person("Bob")
    SiteClock.objects.create(swept_at=table.now())
    game = running_game(ada, bob)
    delete_account(bob)
    assert rate_finished() == 1
    mine, theirs = RatingChange.objects.filter(game=game).order_by("place")
    assert mine.key == RatingKey.objects.get(user=ada) and theirs.key.user is None
    assert Rating.objects.count() == 2


def test_accounts_deleted_while_their_games_are_rated_keep_their_keys(transactional_db: None) -> None:
    people = [person(f"Person{n}") for n in range(4)]
    for _ in range(5):
        game_of(people)
    all_at_once(rate_finished, rate_finished, *[lambda user=user: delete_account(user) for user in people[:2]])
    rate_finished()
    assert RatedGame.objects.count() == 5 and RatingChange.objects.count() == 20
    assert Rating.objects.count() == 4 and set(Rating.objects.values_list("games", flat=True)) == {5}
    assert RatingKey.objects.filter(user__isnull=False).count() == 2
