"""The processes of an embedded server: started together, watched, stopped together."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from types import FrameType

# The worker looks up from an empty queue every two seconds.
PATIENCE = 8.0


@dataclass(frozen=True)
class Program:
    """One process to run: what people call it, its command line, whether its output is shown."""

    name: str
    command: list[str]
    shown: bool


#: Requests that the web server takes in at a time.
THREADS = 16


def web(host: str, port: int) -> Program:
    """Return the web server.

    More threads make no page faster. They are there for requests that come in slowly: one that stops in
    the middle of its form, as a phone that loses its network does, holds its thread until it is given up.
    """
    command = f"granian --interface wsgi --workers 1 --blocking-threads {THREADS} --no-ws --log-level error"
    return Program(
        "the web server",
        [sys.executable, "-m", *command.split(), "--host", host, "--port", str(port), "landlord.wsgi:application"],
        shown=True,
    )


def worker() -> Program:
    """Return the worker; its beat is a thread of it (landlord.celery.BeatThread)."""
    command = (
        "celery --quiet -A landlord worker --pool threads --concurrency 2 --loglevel WARNING "
        "--without-gossip --without-mingle --without-heartbeat"
    )
    # What matters goes to the log, on the other stream; here it only says that it obeys a signal.
    return Program("the worker", [sys.executable, "-m", *command.split()], shown=False)


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
            env=_environment(),
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


def _environment() -> dict[str, str]:
    # Celery warns each time it is started by root, which inside a container is usual.
    return {**os.environ, "PYTHONWARNINGS": "ignore:::celery.platforms"}
