"""The site as it runs in production, for a browser: `manage.py up` on the databases of this run.

A process of its own rather than pytest-django's live server, which is Django's development server in
a thread of the test. Here Granian answers, WhiteNoise serves the collected files by their hashed
names, everything is compressed, and the policy of what a page may load is in force. Tests share only
the database with it, so what they prepare there has to be committed.
"""

import fcntl
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

from tests import collected
from tests.landlord.server import ROOT, free_port

PATIENCE = 60

#: Games that one guest may have here at once: so few that a test can have too many.
GAMES_AT_ONCE = 4


class Site:
    """The running site; use it in a with statement."""

    def __init__(self, var: Path, **environment: str) -> None:
        # As a browser on this machine sees it: cookies belong to this name.
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.lines: list[str] = []
        self._var = var
        #: What the site finds in its environment beside what is there.
        self.environment = {
            "DJANGO_SETTINGS_MODULE": "landlord.settings",
            "SITE_URL": self.url,
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
            "VAR_DIR": str(var),
            "LOG_LEVEL": "WARNING",
            "GUEST_GAMES_PER_SESSION": str(GAMES_AT_ONCE),
            **environment,
        }

    def __enter__(self) -> "Site":
        self._var.mkdir(exist_ok=True)
        # Of several workers of a run the first lays out the static files, and the others find them.
        with (self._var / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not (self._var / "static").exists():
                collected.lay_out(self._var)
            self._start()
            self._wait()
        return self

    def __exit__(self, *_error: object) -> None:
        self._process.terminate()
        self._process.wait(20)
        self._reader.join(5)

    def _start(self) -> None:
        environment = {**os.environ, **self.environment}
        self._process = subprocess.Popen(
            [sys.executable, "manage.py", "up"],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._answers = threading.Event()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            self.lines.append(line.rstrip())
            if line.startswith("Landlord is at"):
                self._answers.set()
        self._answers.set()

    def _wait(self) -> None:
        last = time.monotonic() + PATIENCE
        self._answers.wait(PATIENCE)
        said = "\n".join(self.lines)
        assert time.monotonic() < last and self._process.poll() is None, f"the site does not run:\n{said}"

    def address(self, path: str) -> str:
        """Give the whole address of a path."""
        return self.url + path
