"""Real Celery workers, beat, Redis and PostgreSQL: deadlines are kept whatever happens to the processes."""

import signal
import threading
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection, connections

from games import table
from games.models import Game, Move, Seat, SiteClock, Standstill
from games.rules.errors import RulesError
from tests.clock.crowds import copies
from tests.clock.processes import Installation, wait_until
from tests.clock.tables import BUY, DECLINE, END_TURN, PASS, Played, Tables
from tests.clock.virtual import MINUTE, MS, SECOND

# They start processes, and measure how late these are: side by side they would measure each other.
pytestmark = [pytest.mark.xdist_group("server"), pytest.mark.django_db(transaction=True)]

#: A due decision is timed out within this.
WITHIN = 2 * SECOND
#: So many due decisions that a sweep is at them for a while.
MANY = 120


@pytest.fixture
def installed(transactional_db: None, tmp_path: Path) -> Iterator[Installation]:
    assert connection.vendor == "postgresql"
    with Installation(tmp_path) as installation:
        yield installation


@pytest.fixture
def game(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Played:
    """A game of two: who is timed out in it has lost."""
    return Tables(monkeypatch).start(2, move_time=3600)


def by_clock() -> int:
    return Move.objects.filter(by="clock").count()


def sweeping() -> bool:
    """Whether somebody has looked at the clocks within this second."""
    site = SiteClock.objects.first()
    return site is not None and table.now() - site.swept_at < SECOND


def set_due(game: Played, after: timedelta) -> None:
    Seat.objects.filter(game__public_id=game.id, due_at__isnull=False).update(due_at=table.now() + after)


def lateness() -> timedelta:
    """How long after its deadline the latest time-out was made."""
    return max(move.at - move.due_at for move in Move.objects.filter(by="clock") if move.due_at)


def assert_each_was_made_once(games: list[Played]) -> None:
    """Each game has one time-out in its record, which verifies, and all that follows from it."""
    assert by_clock() == len(games) == Move.objects.filter(by="clock").values("game").distinct().count()
    assert not Seat.objects.filter(due_at__isnull=False, game__public_id__in=[game.id for game in games]).exists()
    for game in games:
        assert game.entries[-1] == (0, "timeout", "clock") and game.game.status == "finished"
        assert game.game.move_count == len(game.entries) == game.state.moves
        assert game.verdict() == "ok"


def test_a_due_decision_is_timed_out_within_two_seconds(
    installed: Installation, game: Played, figure: Callable[[str], None]
) -> None:
    installed.run("beat")
    installed.run("clock")
    wait_until(sweeping)
    due = table.now() + 1500 * MS
    games = copies(game, 20, lambda n: due + n * 100 * MS)
    wait_until(lambda: by_clock() == len(games))
    assert_each_was_made_once(games)
    figure(f"a due decision is timed out by beat and worker after at most {lateness().total_seconds():.2f} s")
    assert lateness() <= WITHIN, installed.output
    assert game.entries == []


def test_a_worker_killed_in_mid_sweep_leaves_each_due_decision_to_be_executed_once(
    installed: Installation, game: Played
) -> None:
    due = table.now() - SECOND
    games = copies(game, MANY, lambda n: due)
    installed.run("beat")
    worker = installed.run("clock")
    wait_until(lambda: by_clock() >= 10)
    worker.kill()
    executed = by_clock()
    assert executed < len(games), "the worker was killed in the middle of it"
    # Nothing of the transaction that it was in is there.
    assert Game.objects.filter(status="finished").count() == executed
    installed.run("clock")
    wait_until(lambda: by_clock() == len(games))
    assert_each_was_made_once(games)


def test_a_worker_that_is_stopped_in_mid_sweep_and_comes_back_late_does_no_harm(
    installed: Installation, game: Played
) -> None:
    due = table.now() - SECOND
    games = copies(game, MANY, lambda n: due)
    installed.run("beat")
    stopped = installed.run("clock")
    wait_until(lambda: by_clock() >= 10)
    stopped.signal(signal.SIGSTOP)
    assert by_clock() < len(games), "the worker was stopped in the middle of it"
    other = installed.run("clock")
    # It has two threads, each with one game in its hands at most. If it has the site's clock in its hands the
    # database takes that from it after half a minute (games.stalled).
    wait_until(lambda: by_clock() >= len(games) - 2)
    stopped.signal(signal.SIGCONT)
    wait_until(lambda: by_clock() == len(games))
    other.kill()
    time.sleep(1.5)
    assert_each_was_made_once(games)


def test_redis_flushed_and_restarted_under_load_loses_nothing(
    installed: Installation, game: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = Tables(monkeypatch).start(1, bots=2, move_time=3600)
    for role in ("beat", "clock", "worker"):
        installed.run(role)
    wait_until(sweeping)
    began = table.now()
    games = copies(game, 80, lambda n: began + SECOND + n * 100 * MS)
    # Bots' answers are left to the worker, so that they too need the queue.
    monkeypatch.setattr("games.table.answering.BOT_MOVES_AT_ONCE", 1)
    made: list[int] = []
    done = threading.Event()
    player = threading.Thread(target=_play_on, args=(played, made, done))
    player.start()
    try:
        wait_until(lambda: by_clock() >= 20)
        installed.redis.client.flushall()
        wait_until(lambda: by_clock() >= 40)
        installed.redis.kill()
        time.sleep(1)
        installed.redis.start()
        wait_until(lambda: by_clock() == len(games))
    finally:
        done.set()
        player.join(20)
    assert_each_was_made_once(games)
    # No move that was answered for is missing, and no bot is left waiting.
    wait_until(lambda: not played.game.bots_due)
    entries = played.entries
    assert len(made) >= 3 and sum(by == "player" for *_, by in entries) == len(made)
    assert played.state.moves == len(entries) == played.game.move_count
    # And what is due afterwards is as soon made as ever.
    wait_until(sweeping)
    (last,) = copies(game, 1, lambda n: table.now() + SECOND)
    wait_until(lambda: last.entries)
    entry = Move.objects.get(game__public_id=last.id)
    assert entry.due_at is not None and entry.at - entry.due_at <= WITHIN


def _play_on(game: Played, made: list[int], done: threading.Event) -> None:
    """Play seat 0 by habit whenever it is asked, until told to stop."""
    try:
        while not done.is_set() and game.game.status == "running":
            for move in (END_TURN, DECLINE, PASS, {"type": "refuse"}, {"type": "roll"}):
                try:
                    game.play(0, move)
                except (RulesError, table.TableError):
                    continue
                made.append(1)
                break
            time.sleep(0.05)
    finally:
        connections.close_all()


@pytest.mark.parametrize("ahead", [300, -300])
def test_a_worker_whose_own_clock_is_five_minutes_off_changes_nothing(
    installed: Installation, game: Played, ahead: int
) -> None:
    installed.run("beat")
    installed.run_askew("clock", ahead)
    wait_until(sweeping)
    begun = table.now()
    site = SiteClock.objects.get()
    assert abs(begun - site.swept_at) < 2 * SECOND
    (due,) = copies(game, 1, lambda n: begun + SECOND)
    (later,) = copies(game, 1, lambda n: begun + 4 * MINUTE)
    wait_until(lambda: due.entries)
    entry = Move.objects.get(game__public_id=due.id)
    assert entry.due_at is not None and timedelta(0) < entry.at - entry.due_at <= WITHIN
    assert abs(entry.at - table.now()) < MINUTE
    time.sleep(1.5)
    assert later.entries == [] and not Standstill.objects.exists()


def test_players_move_while_no_worker_is_there_and_nothing_is_lost(game: Played) -> None:
    """The move path needs neither worker nor Redis."""
    game.play(0, BUY)
    assert game.entries == [(0, "buy", "player")]
