"""The sweep: what it finds, what it leaves alone, and what it does beside moves and other sweeps."""

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection, connections

from games import table, tasks
from games.models import Move, Seat, SiteClock, Standstill
from games.table import acts, playing, starting, sweeping
from tests.clock.processes import wait_until
from tests.clock.tables import BUY, Tables
from tests.clock.virtual import DAY, MINUTE, MS, SECOND, VirtualClock

both = pytest.mark.both_databases


@both
class TestWhatItFinds:
    def test_nothing_is_swept_before_half_a_second_has_passed(self, tables: Tables, clock: VirtualClock) -> None:
        game = tables.start(3, move_time=60)
        due = game.due
        for late in (-10, 0, 10, 499, 500):
            assert clock.sweep(due + late * MS) == 0
        assert clock.sweep(due + 501 * MS) == 1
        assert clock.sweep(due + 2 * SECOND) == 0

    def test_it_takes_the_due_ones_in_order_of_their_deadlines(
        self, tables: Tables, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        games = []
        for _ in range(4):
            games.append(tables.start(3, move_time=60).id)
            clock.go(SECOND)
        taken: list[str] = []
        expire = playing.expire_locked

        def noted(game_id: str) -> int:
            taken.append(game_id)
            return expire(game_id)

        monkeypatch.setattr(playing, "expire_locked", noted)
        assert clock.sweep(5 * MINUTE) == 4
        assert taken == games

    def test_it_makes_as_many_as_it_is_told_and_the_next_one_the_rest(
        self, tables: Tables, clock: VirtualClock
    ) -> None:
        games = [tables.start(3, move_time=60) for _ in range(3)]
        clock.go(5 * MINUTE)
        assert table.sweep(most=2) == 2
        assert table.sweep(most=2) == 1
        assert [game.entries for game in games] == [[(0, "timeout", "clock")]] * 3

    def test_a_sweep_goes_on_no_longer_than_its_heartbeat_allows(
        self, tables: Tables, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """On a slow machine a long queue of deadlines must not look like a standstill of the site."""
        games = [tables.start(3, move_time=60) for _ in range(4)]
        clock.go(5 * MINUTE)
        expire = playing.expire_locked

        def slow(game_id: str) -> int:
            clock.lapse(3 * SECOND)
            return expire(game_id)

        monkeypatch.setattr(playing, "expire_locked", slow)
        assert [table.sweep(), table.sweep(), table.sweep()] == [2, 2, 0]
        assert all(game.entries for game in games)

    def test_finished_paused_and_open_games_are_left_alone(self, tables: Tables, clock: VirtualClock) -> None:
        finished, paused = tables.start(move_time=60), tables.start(move_time=60)
        finished.resign(1)
        paused.answer(1, paused.propose(0, "pause", 1))
        assert clock.sweep(5 * MINUTE) == 0

    def test_one_broken_game_keeps_no_other_from_its_time_out(
        self, tables: Tables, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        broken, sound = tables.start(3, move_time=60), tables.start(3, move_time=60)
        expire = playing.expire_locked

        def fail(game_id: str) -> int:
            if game_id == broken.id:
                raise RuntimeError("broken")
            return expire(game_id)

        monkeypatch.setattr(playing, "expire_locked", fail)
        assert clock.sweep_after(sound.due) == 1
        assert sound.entries and not broken.entries
        # When it is mended it is as due as it was.
        monkeypatch.undo()
        monkeypatch.setattr("games.table.instant.read", lambda: clock.now)
        assert table.sweep() == 1 and broken.entries == [(0, "timeout", "clock")]

    def test_a_broken_game_keeps_no_bots_of_other_games_waiting(
        self, tables: Tables, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("games.table.answering.BOT_MOVES_AT_ONCE", 0)
        games = [tables.start(1, bots=2, ready=False, wish=lambda state: state.asked == 1) for _ in range(2)]
        monkeypatch.setattr("games.table.answering.BOT_MOVES_AT_ONCE", 200)
        answer = playing.answer_for_bots

        def fail(game_id: str) -> bool:
            if game_id == games[0].id:
                raise RuntimeError("broken")
            return answer(game_id)

        monkeypatch.setattr(table, "answer_for_bots", fail)
        assert tasks.answer_for_bots() == 2
        assert games[0].game.bots_due and not games[1].game.bots_due

    def test_the_task_sweeps(self, tables: Tables, clock: VirtualClock) -> None:
        game = tables.start(3, move_time=60)
        clock.go(game.due + SECOND)
        assert tasks.sweep() == 1

    def test_a_deadline_that_was_met_or_moved_meanwhile_is_looked_at_again(
        self, tables: Tables, clock: VirtualClock
    ) -> None:
        game = tables.start(3, move_time=60)
        due = game.due
        clock.go(MINUTE / 2)
        game.play(0, BUY)
        clock.go(due + SECOND)
        assert table.expire(game.id) == 0 and game.seat(0).place == 0

    def test_a_game_that_is_gone_is_told(self, clock: VirtualClock) -> None:
        with pytest.raises(table.NoSuchTable):
            table.expire("222222222222")


# -- beside others, in threads on PostgreSQL (SQLite has one writer at a time) ------------------------------


@pytest.fixture
def crowd(transactional_db: None, clock: VirtualClock, tables: Tables) -> Tables:
    """Tables on a database that several threads see."""
    return tables


@pytest.fixture
def beside() -> Any:
    """Do something in a thread with a connection of its own; gives its future."""
    pool = ThreadPoolExecutor(8)

    def run(work: Callable[[], Any]) -> Future[Any]:
        def closing() -> Any:
            try:
                return work()
            finally:
                connections.close_all()

        return pool.submit(closing)

    yield run
    pool.shutdown()


Beside = Callable[[Callable[[], Any]], "Future[Any]"]


class Held:
    """The write of a move, held with the game's lock in hand until let go."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, module: Any) -> None:
        self.holds, self.go = threading.Event(), threading.Event()
        save = module.save

        def held(*args: Any) -> None:
            self.holds.set()
            assert self.go.wait(20)
            save(*args)

        monkeypatch.setattr(module, "save", held)


def somebody_waits(number: int = 1) -> None:
    """Wait until so many wait for a lock that another holds."""

    def waiting() -> int:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(DISTINCT pid) FROM pg_locks JOIN pg_stat_activity USING (pid) "
                "WHERE NOT granted AND datname = current_database()"
            )
            found: int = cursor.fetchone()[0]
            return found

    wait_until(lambda: waiting() >= number)


def test_a_sweep_beside_a_move_that_arrived_in_time_leaves_it_alone(
    crowd: Tables, clock: VirtualClock, beside: Beside, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = crowd.start(move_time=60)
    token, due = game.token(0), game.due
    clock.go(due - 10 * MS)
    held = Held(monkeypatch, acts)
    move = beside(lambda: game.play(0, BUY, token=token))
    assert held.holds.wait(20)
    # A worker is at the deadline, and past the half second: the move holds the game, and the sweep passes it over.
    assert beside(lambda: clock.sweep(due + 2 * SECOND)).result(20) == 0
    # Told to look at this very game it waits, and finds that the deadline is met.
    looks = beside(lambda: table.expire(game.id))
    somebody_waits()
    held.go.set()
    assert move.result(20) == table.Answer(1)
    assert looks.result(20) == 0
    assert game.entries == [(0, "buy", "player")] and game.seat(0).place == 0


def test_a_move_that_arrived_in_time_and_waits_for_the_lock_is_taken_before_the_sweep(
    crowd: Tables, clock: VirtualClock, beside: Beside, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another's leaving holds the game; the move in time comes next, then the sweep."""
    game = crowd.start(3, move_time=60)
    due = game.due
    clock.go(due - 10 * MS)
    held = Held(monkeypatch, acts)
    leaving = beside(lambda: game.resign(2))
    assert held.holds.wait(20)
    token = str(int(game.token(0)) + 1)
    move = beside(lambda: game.play(0, BUY, token=token))
    somebody_waits()
    clock.go(due + 2 * SECOND)
    looks = beside(lambda: table.expire(game.id))
    somebody_waits(2)
    held.go.set()
    assert leaving.result(20).made == move.result(20).made == 1
    assert looks.result(20) == 0
    assert game.entries == [(2, "resign", "player"), (0, "buy", "player")]


@pytest.mark.parametrize("round_", range(5))
def test_a_late_move_and_a_sweep_at_once_make_one_time_out(
    crowd: Tables, clock: VirtualClock, beside: Beside, round_: int
) -> None:
    game = crowd.start(3, move_time=60)
    token = game.token(0)
    clock.go(game.due + SECOND)
    late = beside(lambda: game.play(0, BUY, token=token))
    sweep = beside(table.sweep)
    with pytest.raises(table.TooLate):
        late.result(20)
    assert sweep.result(20) in (0, 1)
    assert game.entries == [(0, "timeout", "clock")]


def test_sweeps_at_once_make_each_time_out_once(crowd: Tables, clock: VirtualClock, beside: Beside) -> None:
    games = [crowd.start(3, move_time=60) for _ in range(12)]
    clock.go(5 * MINUTE)
    sweeps = [beside(table.sweep) for _ in range(4)]
    made = [sweep.result(30) for sweep in sweeps]
    while any(not game.entries for game in games):
        # A sweep that found another at the heartbeat, or at a game, leaves it to the next.
        made.append(table.sweep())
    assert sum(made) == len(games) == Move.objects.filter(by="clock").count()
    assert [game.entries for game in games] == [[(0, "timeout", "clock")]] * len(games)


def test_a_sweep_takes_the_games_that_no_other_holds(
    crowd: Tables, clock: VirtualClock, beside: Beside, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [crowd.start(3, move_time=60) for _ in range(3)]
    clock.go(5 * MINUTE)
    held = Held(monkeypatch, acts)
    first = beside(table.sweep)
    assert held.holds.wait(20)
    monkeypatch.undo()
    monkeypatch.setattr("games.table.instant.read", lambda: clock.now)
    assert beside(table.sweep).result(20) == 2
    held.go.set()
    assert first.result(20) == 1
    assert [game.entries for game in games] == [[(0, "timeout", "clock")]] * 3


def test_a_sweep_without_the_heartbeat_leaves_all_to_the_one_that_has_it(
    crowd: Tables, clock: VirtualClock, beside: Beside, monkeypatch: pytest.MonkeyPatch
) -> None:
    crowd.start(3, move_time=60)
    clock.go(5 * MINUTE)
    holds, go = threading.Event(), threading.Event()
    note = sweeping._note_sweep

    def held(*args: Any) -> None:
        holds.set()
        assert go.wait(20)
        note(*args)

    monkeypatch.setattr(sweeping, "_note_sweep", held)
    first = beside(table.sweep)
    assert holds.wait(20)
    assert beside(table.sweep).result(20) == 0
    go.set()
    assert first.result(20) == 1


def test_a_game_that_starts_while_the_clocks_are_started_again_has_its_whole_first_wait(
    crowd: Tables, clock: VirtualClock, beside: Beside, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.stop_clocks()
    clock.go(DAY)
    held = Held(monkeypatch, starting)
    begins = beside(lambda: crowd.start(move_time=3600))
    assert held.holds.wait(20)
    # It has reckoned with the stop, and is not yet among the games that run.
    restart = beside(table.start_clocks)
    somebody_waits()
    held.go.set()
    game = begins.result(20)
    assert restart.result(20) == 1
    assert game.due == clock.now + 60 * MINUTE


def test_a_standstill_waits_for_a_move_under_way_and_moves_what_that_left(
    crowd: Tables, clock: VirtualClock, beside: Beside, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, other = crowd.start(move_time=3600), crowd.start(move_time=3600)
    token, due = game.token(0), other.due
    clock.lapse(MINUTE)
    held = Held(monkeypatch, acts)
    move = beside(lambda: game.play(0, BUY, token=token))
    assert held.holds.wait(20)
    sweep = beside(table.sweep)
    somebody_waits()
    held.go.set()
    assert move.result(20).made == 1
    assert sweep.result(20) == 0
    # The new wait began in the gap; the other game's ran when it began.
    assert game.due == clock.now + 60 * MINUTE and other.due == due + MINUTE


def test_two_sweeps_after_a_standstill_move_deadlines_once(crowd: Tables, clock: VirtualClock, beside: Beside) -> None:
    games = [crowd.start(move_time=60) for _ in range(5)]
    due = games[0].due
    clock.lapse(60 * MINUTE)
    sweeps = [beside(table.sweep) for _ in range(4)]
    assert [sweep.result(20) for sweep in sweeps] == [0] * 4
    assert {game.due for game in games} == {due + 60 * MINUTE}
    assert Standstill.objects.count() == 1


@both
def test_the_first_sweep_of_a_site_makes_its_row(tables: Tables, clock: VirtualClock) -> None:
    game = tables.start(3, move_time=60)
    SiteClock.objects.all().delete()
    clock.lapse(game.due + SECOND)
    # Nobody has ever looked: there is no telling how long that has been, so a late move is taken.
    game.play(0, BUY)
    clock.lapse(DAY)
    assert table.sweep() == 1
    assert SiteClock.objects.get().swept_at == clock.now
    assert Seat.objects.filter(fate="timed_out").count() == 1
