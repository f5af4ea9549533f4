"""A made-up history is what play would have left, and no page reads a large table from end to end."""

from collections.abc import Iterator

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games import queries
from games.models import Game, Move, Seat
from games.who import ANYBODY
from leaderboard.history import Size, make
from leaderboard.models import Rating, RatingChange
from leaderboard.rebuild import rebuild
from leaderboard.step import rate_finished, waiting
from tests.benchmarks.ratings import client_of, pages, queries_of, scans
from tests.leaderboard.games import all_rows, game_of, person

pytestmark = pytest.mark.django_db(transaction=True)

SMALL = Size(players=150, games=1_500, with_moves=20, moves_each=10)


@pytest.fixture
def history(transactional_db: None) -> None:
    make(SMALL)


@pytest.fixture
def no_scans(history: None) -> Iterator[None]:
    """Have the planner scan a small table only where nothing else can be done, as it would scan a large one."""
    with connection.cursor() as cursor:
        cursor.execute("SET enable_seqscan = off")
        yield
        cursor.execute("RESET enable_seqscan")


def test_a_rebuild_finds_the_same_ratings(history: None) -> None:
    made = all_rows()
    assert RatingChange.objects.count() == Seat.objects.count() > 3_000
    assert rebuild() == SMALL.games
    assert all_rows() == made
    assert not waiting(None).exists() and Move.objects.count() == 200


def test_life_goes_on_in_it(history: None) -> None:
    game = game_of([person("Ada"), person("Bob")])
    assert rate_finished() == 1 and Rating.objects.filter(key__user__name="Ada").exists()
    assert queries.stamp(game.public_id, ANYBODY)


def test_no_page_scans_a_large_table(no_scans: None) -> None:
    found = []
    for what, address, name in pages():
        client = client_of(name)
        for plan in scans(queries_of(lambda: client.get(address))):  # noqa: B023 - called at once
            found.append(f"{what}:\n{plan}")  # noqa: PERF401
    assert not found, "\n\n".join(found)


def test_the_worker_s_look_reads_its_index(no_scans: None) -> None:
    newest = Game.objects.latest("finished_at").finished_at
    plan = waiting(newest).explain()
    assert "game_rated_by_end" in plan and "Seq Scan" not in plan, plan


def test_a_database_with_people_in_it_is_left_alone(transactional_db: None) -> None:
    person("Ada")
    with pytest.raises(CommandError, match="empty one only"):
        call_command("make_history", players=10, games=10, with_moves=0)
    assert not Game.objects.exists()


@pytest.mark.parametrize("size", [{"players": 3}, {"games": 0}, {"games": 5, "with_moves": 6}])
def test_sizes_that_make_no_sense_are_refused(transactional_db: None, size: dict[str, int]) -> None:
    with pytest.raises(CommandError, match="four players"):
        call_command("make_history", **{"players": 10, "games": 10, "with_moves": 0, **size})
