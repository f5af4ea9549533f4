"""The processes of Landlord, with their command lines; and those of an embedded server as a group.

Here alone it stands how each is started: `manage.py up` starts the embedded ones, `manage.py run ROLE`
becomes one of a full installation, which is what docker-compose.yml calls and what the tests run.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

# The worker looks up from an empty queue every two seconds.
PATIENCE = 8.0


#: The processes of a full installation, and the queues of those that are workers. Deadlines wait for nothing,
#: mail waits for other people's servers: so neither shares a process with the rest.
QUEUES = {"worker": ("games", "upkeep"), "mail": ("mail",), "clock": ("clock",)}
ROLES = ("web", "stream", *QUEUES, "beat")

#: Requests that a web process takes in at a time.
THREADS = 16
#: Tasks that a worker of a full installation has under way at a time; each keeps a database connection.
AT_ONCE = {"worker": 4, "mail": 2, "clock": 2}


@dataclass(frozen=True)
class Program:
    """One process to run: what people call it, its command line, whether its output is shown."""

    name: str
    command: list[str]
    shown: bool
    #: What it finds in its environment beside what is there.
    environment: dict[str, str] = field(default_factory=dict)


def web(host: str, port: int, processes: int = 1, var_dir: Path | None = None) -> Program:
    """Return the web server.

    More threads make no page faster. They are there for requests that come in slowly: one that stops in
    the middle of its form, as a phone that loses its network does, holds its thread until it is given up.
    Several processes put their counts together in a folder of `var_dir`, which is emptied here.
    """
    command = f"granian --interface wsgi --workers {processes} --blocking-threads {THREADS} --no-ws --log-level error"
    return Program(
        "the web server",
        [sys.executable, "-m", *command.split(), "--host", host, "--port", str(port), "landlord.wsgi:application"],
        shown=True,
        environment={} if var_dir is None else {"PROMETHEUS_MULTIPROC_DIR": _emptied(var_dir / f"metrics-{port}")},
    )


def stream(host: str, port: int) -> Program:
    """Return the stream's server, of which one process serves thousands of readers.

    A connection is a request here that goes on: so many may be under way as settings let in, and some that are
    refused. None sends more than a head of a few lines.
    """
    command = (
        "granian --interface asgi --workers 1 --http 1 --no-ws --backlog 4096 --backpressure 20000 "
        "--http1-buffer-size 16384 --log-level error"
    )
    return Program(
        "the stream",
        [sys.executable, "-m", *command.split(), "--host", host, "--port", str(port), "landlord.asgi:application"],
        shown=True,
    )


def worker() -> Program:
    """Return the embedded worker, which serves all queues; its beat is a thread of it (landlord.celery.BeatThread)."""
    command = (
        "celery --quiet -A landlord worker --pool threads --concurrency 2 --loglevel WARNING "
        "--without-gossip --without-mingle --without-heartbeat"
    )
    # What matters goes to the log, on the other stream; here it only says that it obeys a signal.
    return Program("the worker", [sys.executable, "-m", *command.split()], shown=False)


def worker_of(role: str) -> Program:
    """Return a worker of a full installation: `worker`, `mail` or `clock`. As many of each may run as wanted."""
    command = (
        f"celery --quiet -A landlord worker --hostname {role}@%h --queues {','.join(QUEUES[role])} "
        # One tick taken in ahead is enough: what waits here can't be taken by another worker.
        f"--pool threads --concurrency {AT_ONCE[role]} --prefetch-multiplier 1 --loglevel WARNING "
        "--without-gossip --without-mingle --without-heartbeat"
    )
    return Program(f"the {role} worker", [sys.executable, "-m", *command.split()], shown=True)


def beat() -> Program:
    """Return beat, of which exactly one runs. Its timetable is kept in memory (docs/decisions.md)."""
    command = "celery --quiet -A landlord beat --scheduler celery.beat:Scheduler --pidfile= --loglevel WARNING"
    return Program("beat", [sys.executable, "-m", *command.split()], shown=True)


def become(program: Program) -> None:
    """Run a program in the place of this process, so that signals reach it. Never returns."""
    os.execve(program.command[0], program.command, _environment(program))  # noqa: S606


class Group:
    """Programs that live and end together."""

    def __init__(self) -> None:
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self._told_to_stop = False

    def heed_signals(self) -> None:
        """Let Ctrl-C, SIGTERM and a closed terminal end the group and not this process at once."""

        def stop(_number: int, _frame: FrameType | None) -> None:
            self._told_to_stop = True

        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, stop)

    @property
    def told_to_stop(self) -> bool:
        """Whether a signal has asked for the end."""
        return self._told_to_stop

    def start(self, program: Program) -> None:
        """Start one more program."""
        # A process group of its own: Ctrl-C in the terminal reaches this process alone, which then
        # ends the others in good order.
        self._running[program.name] = subprocess.Popen(
            program.command,
            stdin=subprocess.DEVNULL,
            stdout=None if program.shown else subprocess.DEVNULL,
            process_group=0,
            env=_environment(program),
        )

    def ended(self) -> str | None:
        """Return the name of a program that has ended by itself, if one has."""
        return next((name for name, process in self._running.items() if process.poll() is not None), None)

    def stop(self) -> None:
        """End all programs, those that don't listen by force, with whatever they have started."""
        for process in self._running.values():
            if process.poll() is None:
                process.terminate()
        last = time.monotonic() + PATIENCE
        for process in self._running.values():
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(max(0.0, last - time.monotonic()))
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _environment(program: Program) -> dict[str, str]:
    # Celery warns each time it is started by root, which inside a container is usual.
    return {**os.environ, "PYTHONWARNINGS": "ignore:::celery.platforms", **program.environment}


def _emptied(folder: Path) -> str:
    # Counts of processes that have ended would be added to those of today's.
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return str(folder)
