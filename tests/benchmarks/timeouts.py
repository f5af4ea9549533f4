"""How late time-outs are: many live deadlines, a steady number due each second, then many at one instant.

On a PostgreSQL and a Redis of its own with beat and two workers of the clocks, first left alone, then with a worker
killed four times, then with PostgreSQL killed, which comes back by recovery.
"""

import json
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path

import psycopg

from tests.benchmarks.scale import sized
from tests.chaos.installation import Site
from tests.chaos.watch import Watch

Row = tuple[str, float, str]

#: Games with a deadline far ahead; those due each second, for so many seconds; and those at one instant after it.
LIVE = sized(30_000, 300, 300_000)
A_SECOND, SECONDS, AT_ONCE = sized(50, 5), sized(30, 4, 60), sized(300, 20)
#: Kills of workers, evenly over the steady part.
KILLS = 4
#: How long all may take to be made after the last of them is due, in seconds.
PATIENCE = 120.0
PROCESSES = ("clock-0", "clock-1", "beat-0")

COPY = """
INSERT INTO games_game (public_id, link_key, {game})
SELECT translate(substr(md5(%(name)s || n), 1, 12), '01ae', 'ghjk'),
    translate(substr(md5(n || 'key'), 1, 16), '01ae', 'ghjk'), {game}
FROM games_game, generate_series(1, %(number)s) AS n WHERE id = %(original)s
RETURNING id
"""


def figures() -> list[Row]:
    """Measure the time-outs. Gives rows of (what, figure, goal)."""
    with tempfile.TemporaryDirectory(prefix="landlord-timeouts-") as made:
        folder = Path(made)
        # PostgreSQL runs as another user than root does, who must reach its folder.
        folder.chmod(0o755)
        with Site(folder, PROCESSES) as site:
            original = json.loads(site.python("-m", "tests.chaos.prepare", "0", "1", "1"))["idle"][0]
            games = _Games(site.postgres.url, original)
            games.make("live", LIVE, lambda _: timedelta(days=2))
            site.start()
            watch = Watch(site.postgres.url)
            watch.start()
            _wait(lambda: len(watch.sweeps) > 1)
            try:
                return [
                    *_left_alone(games),
                    *_with_kills(games, site),
                    *_with_a_crash(games, site, watch),
                ]
            finally:
                watch.ends.set()
                watch.join(10)


class _Games:
    """Copies of one game of two, each with a deadline."""

    def __init__(self, url: str, original: str) -> None:
        self._url = url
        with self._connected() as connection:
            row = connection.execute("SELECT id FROM games_game WHERE public_id = %s", [original]).fetchone()
            assert row is not None
            self._original = row[0]

    def make(self, name: str, number: int, after: Callable[[int], timedelta]) -> datetime:
        """Make so many; the one of number n is due `after(n)` from the instant that is given back."""
        with self._connected() as connection:
            game, secret, seat = (
                self._columns(connection, table, but)
                for table, but in (
                    ("games_game", {"id", "public_id", "link_key", "rematch_of_id"}),
                    ("games_gamesecret", {"game_id"}),
                    ("games_seat", {"id", "game_id", "due_at", "since"}),
                )
            )
            made = connection.execute(
                COPY.format(game=game), {"name": name, "number": number, "original": self._original}
            ).fetchall()
            ids = [row[0] for row in made]
            connection.execute(
                f"INSERT INTO games_gamesecret (game_id, {secret}) SELECT n, {secret} FROM games_gamesecret,"
                " unnest(%s::bigint[]) AS n WHERE game_id = %s",
                [ids, self._original],
            )
            row = connection.execute("SELECT clock_timestamp()").fetchone()
            assert row is not None
            now: datetime = row[0]
            due = [now + after(n) for n in range(number)]
            connection.execute(
                f"INSERT INTO games_seat (game_id, due_at, since, {seat})"
                f" SELECT n, CASE WHEN due_at IS NULL THEN NULL ELSE due END, %s, {seat}"
                " FROM games_seat, unnest(%s::bigint[], %s::timestamptz[]) AS each(n, due) WHERE game_id = %s",
                [now, ids, due, self._original],
            )
        with psycopg.connect(self._url, autocommit=True) as connection:
            connection.execute("ANALYZE games_seat, games_game")
        return now

    def time_outs(self) -> list[tuple[int, datetime, datetime]]:
        """Give all time-outs: game, deadline, and when it was made."""
        with self._connected() as connection:
            statement = "SELECT game_id, due_at, at FROM games_move WHERE by = 'clock' ORDER BY id"
            return connection.execute(statement).fetchall()

    def overdue(self) -> int:
        """Count the deadlines that have passed and are still to be made."""
        with self._connected() as connection:
            row = connection.execute("SELECT count(*) FROM games_seat WHERE due_at < clock_timestamp()").fetchone()
            assert row is not None
            return int(row[0])

    def _connected(self) -> "psycopg.Connection":
        return psycopg.connect(self._url)

    def _columns(self, connection: "psycopg.Connection", table: str, but: set[str]) -> str:
        found = connection.execute(
            "SELECT column_name FROM information_schema.columns WHERE table_name = %s AND table_schema = 'public'",
            [table],
        )
        return ", ".join(f'"{name}"' for (name,) in found if name not in but)


def _due(games: _Games, name: str) -> tuple[datetime, int]:
    """Let the steady ones and then those at one instant come due; give when the last are, and how many there are."""
    steady = A_SECOND * SECONDS
    last = timedelta(seconds=SECONDS + 5)
    begun = games.make(name, steady + AT_ONCE, lambda n: timedelta(seconds=3 + n / A_SECOND) if n < steady else last)
    return begun + last, steady + AT_ONCE


def _made_since(games: _Games, before: int, number: int) -> list[tuple[int, datetime, datetime]]:
    deadline = time.monotonic() + SECONDS + PATIENCE
    while time.monotonic() < deadline:
        time.sleep(1)
        if len(games.time_outs()) - before >= number and not games.overdue():
            break
    return games.time_outs()[before:]


def _counts(made: list[tuple[int, datetime, datetime]], number: int, what: str) -> Iterator[Row]:
    yield f"time-outs {what}: early", sum(at <= due for _, due, at in made), "0"
    yield f"time-outs {what}: double", len(made) - len({game for game, _, _ in made}), "0"
    yield f"time-outs {what}: missed", number - len({game for game, _, _ in made}), "0"


def _left_alone(games: _Games) -> Iterator[Row]:
    last, number = _due(games, "alone")
    made = _made_since(games, 0, number)
    steady = sorted((at - due).total_seconds() for _, due, at in made if due < last)
    burst = [(at - due).total_seconds() for _, due, at in made if due >= last]
    what = f"{LIVE:,} live, {A_SECOND} due a second"
    yield f"time-outs, {what}: median late, s", steady[len(steady) // 2], ""
    yield f"time-outs, {what}: p99 late, s", steady[int(len(steady) * 0.99)], "< 2"
    yield f"time-outs, {AT_ONCE} at one instant: all within, s", max(burst), "<= 4"
    yield from _counts(made, number, "left alone")


def _with_kills(games: _Games, site: Site) -> Iterator[Row]:
    before = len(games.time_outs())
    _, number = _due(games, "kills")

    def kill() -> None:
        for turn in range(KILLS):
            time.sleep(SECONDS / KILLS)
            site.kill("clock", turn % 2)

    killer = threading.Thread(target=kill)
    killer.start()
    made = _made_since(games, before, number)
    killer.join()
    yield from _counts(made, number, f"with {KILLS} SIGKILLs of workers")
    yield "time-outs with SIGKILLs: latest, s", max((at - due).total_seconds() for _, due, at in made), ""


def _with_a_crash(games: _Games, site: Site, watch: Watch) -> Iterator[Row]:
    before, outages = len(games.time_outs()), len(watch.outages)
    _, number = _due(games, "crash")
    time.sleep(3 + SECONDS / 2)
    site.crash_postgres()
    made = _made_since(games, before, number)
    yield from _counts(made, number, "with a PostgreSQL crash")
    _, back = watch.outages[outages]
    overdue = [at.timestamp() - back for _, due, at in made if due.timestamp() + 0.5 < back < at.timestamp()]
    yield "time-outs overdue at PostgreSQL's return: cleared within, s", max(overdue, default=0.0), "<= 10"


def _wait(holds: Callable[[], bool], patience: float = 120.0) -> None:
    last = time.monotonic() + patience
    while not holds():
        if time.monotonic() > last:
            raise RuntimeError("Nobody looks at the clocks.")
        time.sleep(0.1)
