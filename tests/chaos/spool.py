"""A full disk where an embedded server keeps its mail: nothing is lost by it, and nothing is kept by halves.

The folder is a file system of 64 kB in memory, mounted for the run, which takes root's rights. Where it can't be
mounted this part is left out, and the summary says so.
"""

import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from email import message_from_bytes
from pathlib import Path
from typing import Any

from tests.chaos.evidence import Finding
from tests.landlord.server import ROOT, free_port

#: A notice is tried again a minute after the disk was full; with the time that a busy machine needs.
PATIENCE = 150.0
#: The start of so many games is told to two each, for which there is far too little room at first.
GAMES = 8
SMALL, LARGE = "size=64k", "size=16m"


class Spool:
    """An embedded server with a full disk for its mail; use it in a with statement."""

    def __init__(self, folder: Path, environment: Mapping[str, str]) -> None:
        self._var = folder / "embedded"
        self._mail = self._var / "mail"
        self._mail.mkdir(parents=True)
        self._log = folder / "embedded.log"
        self._server: subprocess.Popen[bytes] | None = None
        self._mounted = False
        self._findings: list[Finding] = []
        self._thread = threading.Thread(target=self._carry_out, daemon=True)
        self._failed: BaseException | None = None
        #: Why this part was left out, if it was; else what came of it.
        self.left_out = ""
        self.told = ""
        without = ("DATABASE_URL", "REDIS_URL", "EMAIL_URL", "SECRET_KEY", "SITE_URL")
        self._environment = {n: v for n, v in environment.items() if n not in without}
        self._environment |= {"VAR_DIR": str(self._var), "PORT": str(free_port()), "MAIL_SETTLES_SECONDS": "0"}

    def start(self) -> None:
        """Begin, beside all else."""
        self._thread.start()

    def finish(self) -> list[Finding]:
        """Wait until all of it is over, and give what must not be."""
        self._thread.join(PATIENCE * 2)
        if self._failed is not None:
            raise self._failed
        if self._thread.is_alive():
            self._findings.append(Finding("the mail's disk", "it did not come to an end"))
        return self._findings

    def __enter__(self) -> "Spool":
        return self

    def __exit__(self, *_error: object) -> None:
        self._stop_server()
        if self._mounted:
            subprocess.run(["umount", "-l", str(self._mail)], check=False)

    def _carry_out(self) -> None:
        try:
            if self._mount(SMALL):
                self._deliver_to_a_full_disk()
        except BaseException as error:  # noqa: BLE001 - told by `finish`
            self._failed = error

    def _mount(self, options: str) -> bool:
        command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(self._mail)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        except OSError as error:
            self.left_out = f"a small disk can't be mounted here ({error})"
            return False
        if done.returncode:
            self.left_out = f"a small disk can't be mounted here ({done.stderr.strip()})"
            return False
        self._mounted = True
        return True

    def _deliver_to_a_full_disk(self) -> None:
        command = [sys.executable, "-m", "tests.chaos.prepare", "0", "0", str(GAMES)]
        subprocess.run(command, cwd=ROOT, env=self._environment, check=True, capture_output=True)
        with self._log.open("ab") as log:
            self._server = subprocess.Popen(
                [sys.executable, "manage.py", "up"],
                cwd=ROOT,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                process_group=0,
            )
        if not self._wait_for("SELECT count(*) FROM games_notice WHERE attempts > 0 AND status = 'waiting'", 1):
            self._findings.append(Finding("the mail's disk", "no mail has failed for a full disk"))
        self._mount(f"remount,{LARGE}")
        self._wait_for(
            "SELECT count(*) = 0 FROM games_notice WHERE status IN ('waiting', 'taken') AND kind = 'started'", 1
        )
        self._stop_server()
        self._findings += self._checked()

    def _wait_for(self, statement: str, least: int) -> bool:
        last = time.monotonic() + PATIENCE
        while time.monotonic() < last:
            if self._read(statement)[0][0] >= least:
                return True
            time.sleep(0.5)
        return False

    def _read(self, statement: str) -> list[tuple[Any, ...]]:
        with contextlib.closing(sqlite3.connect(self._var / "landlord.sqlite3", timeout=30)) as database:
            return database.execute(statement).fetchall()

    def _stop_server(self) -> None:
        if self._server is None:
            return
        self._server.terminate()
        try:
            self._server.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(self._server.pid, signal.SIGKILL)
            self._server.wait(10)
        self._server = None

    def _checked(self) -> Iterator[Finding]:
        kept = Counter[str]()
        for file in self._mail.iterdir():
            message = message_from_bytes(file.read_bytes())
            if file.suffix != ".eml":
                yield Finding("the mail's disk", f"what could not be written was left: {file.name}")
            elif not file.read_bytes().rstrip().endswith(b"--"):
                yield Finding("the mail's disk", f"a mail is kept by half: {file.name}")
            else:
                kept[message["Message-ID"]] += 1
        rows = self._read("SELECT id, kind, status FROM games_notice")
        for number, kind, status in rows:
            times = kept[f"<notice.{number}@127.0.0.1>"]
            if times > 1 or (times == 1) != (status == "sent"):
                yield Finding("the mail's disk", f"{kind} notice {number} is {status}, and is kept {times} times")
            if kind == "started" and status != "sent":
                yield Finding("the mail's disk", f"{kind} notice {number} is {status}")
        self.told = f"{len(rows)} notices, {sum(kept.values())} mails kept"
