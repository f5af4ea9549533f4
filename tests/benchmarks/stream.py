"""The stream with 2,000 readers on one process: its memory for each, and how soon a move reaches them.

Time runs from the sending of a move by a form to the arrival of the event at an open page's stream: with each
reader at another game, and with all of them at the one that the move is made in.
"""

import os
import resource
import selectors
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from statistics import median

from tests.benchmarks import site
from tests.benchmarks.long_games import LongGame, long_game
from tests.benchmarks.pairs import quantile
from tests.benchmarks.scale import sized
from tests.benchmarks.site import Browser, Connection, Row
from tests.landlord.server import ROOT, free_port

STREAMS = sized(2000, 20)
MOVES = sized(60, 3)
#: Opened at a time, so that the server's queue of new connections is not what is measured.
AT_ONCE = 100
#: Between two moves, in seconds: a move's events are all there before the next one.
PAUSE = 0.25
PATIENCE = 60.0
GOAL = "< 0.5"


class Server:
    """The stream's process, as the product runs it."""

    def __init__(self, port: int, process: subprocess.Popen[bytes]) -> None:
        self.port, self._pid = port, process.pid

    def memory(self) -> float:
        """Give what its processes have in memory, in kilobytes."""
        children = Path(f"/proc/{self._pid}/task/{self._pid}/children").read_text().split()
        return sum(_resident(int(pid)) for pid in (self._pid, *children))


def _resident(pid: int) -> float:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return float(next(line.split()[1] for line in lines if line.startswith("VmRSS")))


@contextmanager
def served(folder: Path) -> Iterator[Server]:
    """Run the stream's server."""
    from landlord import processes

    port = free_port()
    limits = dict.fromkeys(("STREAMS_PER_PERSON", "STREAMS_PER_ADDRESS", "STREAMS_AT_ONCE"), "100000")
    with (folder / "stream.log").open("ab") as log:
        process = subprocess.Popen(
            processes.stream("127.0.0.1", port).command,
            cwd=ROOT,
            env={**os.environ, **limits},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            process_group=0,
        )
    try:
        last = time.monotonic() + PATIENCE
        while True:
            assert process.poll() is None and time.monotonic() < last, (folder / "stream.log").read_text()
            try:
                with Connection(port) as connection:
                    assert connection.send(site.get("/healthz"))[0] == 200
                break
            except OSError:
                time.sleep(0.1)
        yield Server(port, process)
    finally:
        process.terminate()
        process.wait(20)


class Readers:
    """Open streams, read by a thread: when each was told of something, by the clock that moves are timed by."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._selector = selectors.DefaultSelector()
        self._sockets: list[socket.socket] = []
        self._ends = False
        self._lock = threading.Lock()
        self._heard: list[tuple[int, float]] = []
        self._greeted = 0
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def open(self, game_ids: Sequence[str]) -> None:
        """Open a stream for each game named, as many times as it is, and wait until all have been answered."""
        for begin in range(0, len(game_ids), AT_ONCE):
            for game_id in game_ids[begin : begin + AT_ONCE]:
                made = socket.create_connection(("127.0.0.1", self._port), timeout=PATIENCE)
                made.sendall(site.get(f"/stream/games/{game_id}/", accept="text/event-stream"))
                made.setblocking(False)
                self._sockets.append(made)
                self._selector.register(made, selectors.EVENT_READ, len(self._sockets) - 1)
            _until(lambda: self._greeted == len(self._sockets))

    def heard(self) -> list[tuple[int, float]]:
        """Give which streams have been told of a change since this was asked last, and when."""
        with self._lock:
            heard, self._heard = self._heard, []
        return heard

    def close(self) -> None:
        """Close them all."""
        self._ends = True
        self._thread.join()
        for made in self._sockets:
            made.close()

    def _read(self) -> None:
        while not self._ends:
            for key, _ in self._selector.select(0.05):
                got = key.fileobj.recv(65_536)  # type: ignore[union-attr]
                now = time.perf_counter()
                assert got, "the stream was closed"
                if b"event: now" in got:
                    self._greeted += 1
                if b"event: changed" in got:
                    with self._lock:
                        self._heard.append((key.data, now))


def _until(holds: Callable[[], bool]) -> None:
    last = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < last, "the streams did not answer"
        time.sleep(0.005)


def arrivals(web: Connection, game: LongGame, moves: range, readers: Readers, hearers: int) -> list[float]:
    """Make moves of a game, and give how long each took to reach each of its readers, in seconds."""
    browsers = [Browser(user) for user in game.people]
    took: list[float] = []
    for number in moves:
        decision = game.decisions[number]
        fields = {"token": decision.token, "move": decision.move}
        request = browsers[decision.seat].post(f"/games/{game.id}/move/", fields)
        readers.heard()
        begin = time.perf_counter()
        status, answer = web.send(request)
        assert status == 303, answer[:2000]
        found: list[tuple[int, float]] = []
        last = time.monotonic() + 10
        while len(found) < hearers:
            assert time.monotonic() < last, f"{len(found)} of {hearers} heard of a move"
            time.sleep(0.002)
            found += readers.heard()
        took += [at - begin for _, at in found]
        time.sleep(PAUSE)
    return took


def _rows(what: str, took: Sequence[float]) -> list[Row]:
    return [
        (f"{what}: median s", median(took), GOAL),
        (f"{what}: p99 s", quantile(took, 0.99), GOAL),
        (f"{what}: slowest s", max(took), ""),
    ]


def figures() -> list[Row]:
    """Measure the stream. Gives rows of (what, figure, goal)."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, STREAMS + 1000)), hard))
    with site.site() as folder:
        from games import table
        from games.models import Game
        from tests.clock.crowds import copies
        from tests.clock.tables import Played

        game = long_game(60, 3 * MOVES)
        quiet = Played(long_game(0, 1, 1).id, {})
        copies(quiet, STREAMS - 1, lambda _: table.now() + timedelta(days=1))
        others = list(Game.objects.exclude(public_id=game.id).values_list("public_id", flat=True)[: STREAMS - 1])
        rows: list[Row] = []
        with site.web(folder) as web, served(folder) as server, Connection(web.port) as connection:
            alone = Readers(server.port)
            # The first makes the process load what it needs.
            alone.open([game.id])
            rows += _rows("a move, 1 stream open", arrivals(connection, game, range(MOVES), alone, 1))
            before = server.memory()
            alone.open(others)
            rows.append(
                (f"memory of each of {STREAMS:,} streams, kB", (server.memory() - before) / len(others), "< 100")
            )
            took = arrivals(connection, game, range(MOVES, 2 * MOVES), alone, 1)
            rows += _rows(f"a move, {STREAMS:,} streams open, each at another game", took)
            alone.close()
            time.sleep(1)
            together = Readers(server.port)
            together.open([game.id] * STREAMS)
            rows.append((f"memory with {STREAMS:,} at one game, of the process, MB", server.memory() / 1000, ""))
            took = arrivals(connection, game, range(2 * MOVES, 3 * MOVES), together, STREAMS)
            rows += _rows(f"a move, all {STREAMS:,} at its game", took)
            together.close()
        return rows
