"""script/server in a folder of its own, as a newcomer runs it."""

import os
import shutil
import signal
import socket
import subprocess
import threading
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def tree(folder: Path, *, with_environment: bool = True) -> Path:
    """Copy what git would give to somebody who clones, with what has changed since, to this folder."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    ).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    if with_environment:
        (folder / ".venv").symlink_to(ROOT / ".venv")
    return folder


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


class Server:
    """A script/server that runs; use it in a with statement."""

    def __init__(self, folder: Path, *, port: int | None = None, **environment: str) -> None:
        self.port = port or free_port()
        # Nothing of this run's own services: a newcomer has none.
        inherited = {
            name: value
            for name, value in os.environ.items()
            if name
            not in ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "SITE_URL", "EMAIL_URL", "DJANGO_SETTINGS_MODULE")
        }
        self._began = time.monotonic()
        self.seconds_to_address: float | None = None
        self.process = subprocess.Popen(
            ["script/server"],
            cwd=folder,
            env={**inherited, "PORT": str(self.port), **environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.lines: list[str] = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            if line.startswith("Landlord is at"):
                self.seconds_to_address = time.monotonic() - self._began
            self.lines.append(line.rstrip())

    @property
    def output(self) -> str:
        return "\n".join(self.lines)

    def wait_for_address(self, patience: float = 240) -> str:
        last = time.monotonic() + patience
        while self.seconds_to_address is None:
            assert self.process.poll() is None, self.output
            assert time.monotonic() < last, self.output
            time.sleep(0.02)
        return next(line for line in self.lines if line.startswith("Landlord is at")).split()[-1]

    def get(self, path: str = "/") -> urllib.request.addinfourl:
        return urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=20)

    def children(self) -> dict[int, str]:
        """The processes under this one, with their command lines."""
        listed = subprocess.run(
            ["ps", "-A", "-ww", "-o", "pid=,ppid=,args="], capture_output=True, check=True, text=True
        ).stdout
        rows = [line.split(None, 2) for line in listed.splitlines()]
        found = {self.process.pid: ""}
        for _generation in range(4):
            found |= {
                int(pid): args for pid, ppid, args in (row for row in rows if len(row) == 3) if int(ppid) in found
            }
        del found[self.process.pid]
        return found

    def end(self, number: int = signal.SIGINT, patience: float = 60) -> int:
        """Send the signal, and return the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.wait(patience)

    def wait(self, patience: float = 240) -> int:
        code = self.process.wait(patience)
        self._reader.join(5)
        return code

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_error: object) -> None:
        if self.process.poll() is None:
            self.end(signal.SIGTERM)


def alive(pids: list[int]) -> list[int]:
    """Those of these processes that still run."""
    running = []
    for pid in pids:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            continue
        running.append(pid)
    return running
