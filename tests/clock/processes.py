"""Real workers, beat and Redis, started by a test, and killed by it where it wants."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import redis
from django.conf import settings

from landlord.processes import worker_of
from tests.landlord.server import ROOT, free_port
from tests.services import redis_program

#: Who waits longer waits for something that does not come.
PATIENCE = 60.0

#: Runs what follows with this process's own clock set to another time, which goes on from there.
ASKEW = """
import sys, time
from datetime import datetime, timedelta, timezone
import time_machine
ahead = timedelta(seconds=float(sys.argv.pop(1)))
time_machine.travel(datetime.now(timezone.utc) + ahead, tick=True).start()
assert abs(time.time() - float(sys.argv.pop(1)) - ahead.total_seconds()) < 60
from celery.__main__ import main
sys.exit(main())
"""


def wait_until(holds: Callable[[], Any], patience: float = PATIENCE) -> float:
    """Wait until something is so; give how long that took, in seconds. Fails after `patience`."""
    began = time.monotonic()
    while not holds():
        assert time.monotonic() - began < patience, "it did not come"
        time.sleep(0.02)
    return time.monotonic() - began


class RealRedis:
    """A Redis of the test's own, at one address all the time."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._port = folder, free_port()
        self.url = f"redis://127.0.0.1:{self._port}/0"
        self.client = redis.Redis(port=self._port)
        self.start()

    def start(self) -> None:
        """Start it, empty, and wait until it answers."""
        command = [
            redis_program(),
            "--port",
            str(self._port),
            "--bind",
            "127.0.0.1",
            "--save",
            "",
            "--appendonly",
            "no",
        ]
        self._process = subprocess.Popen(
            command, cwd=self._folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        wait_until(self._answers)

    def _answers(self) -> bool:
        with contextlib.suppress(redis.ConnectionError):
            return bool(self.client.ping())
        return False

    def kill(self) -> None:
        """Kill it: whatever it held is gone."""
        self._process.kill()
        self._process.wait(10)


class Process:
    """A process of Landlord's, in a group of its own."""

    def __init__(self, command: list[str], environment: dict[str, str], log: Path) -> None:
        self.log = log
        with log.open("ab") as stream:
            self._process = subprocess.Popen(
                command,
                cwd=ROOT,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=stream,
                stderr=stream,
                process_group=0,
            )

    def signal(self, number: int) -> None:
        """Send a signal to it and all that it has started."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, number)

    def kill(self) -> None:
        """End it at once, whatever it is at."""
        self.signal(signal.SIGKILL)
        self._process.wait(10)

    @property
    def output(self) -> str:
        return self.log.read_text()


class Installation:
    """Processes of a full installation on the database of the test; use it in a with statement."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.redis = RealRedis(folder)
        self._started: list[Process] = []
        address = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{settings.DATABASES['default']['NAME']}")
        self._environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "landlord.settings",
            "DATABASE_URL": address.geturl(),
            "REDIS_URL": self.redis.url,
            "VAR_DIR": str(folder),
            "LOG_LEVEL": "WARNING",
            "PYTHONWARNINGS": "ignore:::celery.platforms",
        }

    def run(self, role: str) -> Process:
        """Start a process as `manage.py run ROLE` does."""
        return self._start([sys.executable, "manage.py", "run", role], role)

    def run_askew(self, role: str, seconds: float) -> Process:
        """Start a worker whose own clock is ahead by so many seconds."""
        arguments = worker_of(role).command[3:]
        return self._start([sys.executable, "-c", ASKEW, str(seconds), str(time.time()), *arguments], role)

    def _start(self, command: list[str], role: str) -> Process:
        process = Process(command, self._environment, self._folder / f"{role}-{len(self._started)}.log")
        self._started.append(process)
        return process

    @property
    def output(self) -> str:
        return "\n".join(process.output for process in self._started)

    def __enter__(self) -> "Installation":
        return self

    def __exit__(self, *_error: object) -> None:
        for process in self._started:
            process.signal(signal.SIGCONT)
            process.kill()
        self.redis.kill()
