"""The commands of docker-compose.yml, run for real: on PostgreSQL and Redis, with the environment that it sets."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from landlord import processes
from tests import services
from tests.landlord.server import ROOT, free_port
from tests.operations.compose import compose

pytestmark = [
    pytest.mark.xdist_group("server"),
    pytest.mark.skipif(
        os.environ.get("DATABASE_URL", "").startswith("sqlite"), reason="a full installation has PostgreSQL"
    ),
]
#: One for each process of the run.
NAME = f"landlord_in_full_{os.getpid()}"
TOKEN = "a token of more than twenty letters"
PATIENCE = 60.0


def until(true: Callable[[], bool], what: str, patience: float = PATIENCE) -> None:
    last = time.monotonic() + patience
    while not true():
        assert time.monotonic() < last, what
        time.sleep(0.1)


class Installation:
    """A full installation in a folder: each process with the command of its service."""

    def __init__(self, folder: Path, database: str, queue: str) -> None:
        self.folder = folder
        self.port = free_port()
        self.services = compose()["services"]
        # What stands for the addresses that only the containers' network has.
        self.here = {
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
            "STREAM_PORT": str(free_port()),
            "DATABASE_URL": database,
            "REDIS_URL": queue,
            "SECRET_KEY_FILE": str(folder / "keys" / "secret-key"),
            "EMAIL_URL": "smtp://127.0.0.1:9",
            "METRICS_TOKEN": TOKEN,
        }
        self.running: dict[str, subprocess.Popen[str]] = {}

    def environment(self, role: str) -> dict[str, str]:
        set_there = self.services[role]["environment"]
        assert set(self.here) <= set(set_there)
        given = {name: "" if value is None else str(value) for name, value in set_there.items()} | self.here
        return {"PATH": os.environ["PATH"], "VAR_DIR": str(self.folder / "var"), **given}

    def command(self, role: str) -> list[str]:
        python, *rest = self.services[role]["command"]
        assert python == "python"
        return [sys.executable, *rest]

    def run(self, role: str, *others: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "manage.py", *others] if others else self.command(role)
        return subprocess.run(
            command, cwd=ROOT, env=self.environment(role), capture_output=True, text=True, check=False
        )

    def start(self, role: str) -> None:
        log = (self.folder / f"{role}.log").open("a")
        self.running[role] = subprocess.Popen(
            self.command(role), cwd=ROOT, env=self.environment(role), stdout=log, stderr=log, text=True
        )

    def end(self, role: str, number: int = signal.SIGTERM) -> int:
        process = self.running.pop(role)
        process.send_signal(number)
        return process.wait(30)

    def healthy(self, role: str) -> bool:
        """Ask as the container's health check does."""
        test = self.services[role].get("healthcheck", {}).get("test") or ["CMD", "python", "landlord/alive.py", "web"]
        assert test[:2] == ["CMD", "python"]
        done = subprocess.run(
            [sys.executable, *test[2:]], cwd=ROOT, env=self.environment(role), capture_output=True, check=False
        )
        return done.returncode == 0

    def get(self, path: str, **headers: str) -> tuple[int, str]:
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as refused:
            return refused.code, refused.read().decode()
        except OSError as error:
            return 0, str(error)

    def log(self, role: str) -> str:
        return (self.folder / f"{role}.log").read_text()


@contextmanager
def new_database() -> Iterator[str]:
    """A database beside the tests' own."""
    address = os.environ["DATABASE_URL"]
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(NAME)))
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(NAME)))
        yield re.sub(r"(//[^/?]*/)[^/?]*", rf"\g<1>{NAME}", address)
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(NAME)))


@pytest.fixture(scope="module")
def full() -> Iterator[Installation]:
    # A socket's path has to be short.
    folder = Path(tempfile.mkdtemp(prefix="landlord-full-"))
    with new_database() as database:
        installation = Installation(folder, database, services.start_redis(folder / "redis.sock"))
        try:
            migrated = installation.run("migrate")
            assert migrated.returncode == 0, migrated.stderr
            # As the image is built.
            collected = installation.run("web", "collectstatic", "--noinput", "--verbosity", "0")
            assert collected.returncode == 0, collected.stderr
            for role in processes.ROLES:
                installation.start(role)
            yield installation
        finally:
            for process in installation.running.values():
                process.terminate()
            for process in installation.running.values():
                process.wait(30)
            shutil.rmtree(folder, ignore_errors=True)


def test_the_whole_site_comes_up_and_is_well(full: Installation) -> None:
    until(lambda: full.get("/healthz")[0] == 200, f"{full.get('/healthz')} {full.log('clock')}{full.log('beat')}")
    found = json.loads(full.get("/healthz")[1])
    assert found["ok"] and found["database"] == found["queue"] == "ok"
    assert found["sweep_age_seconds"] < 5
    for role in processes.ROLES:
        until(lambda role=role: full.healthy(role), f"{role}: {full.log(role)}", 30)  # type: ignore[misc]
        assert full.running[role].poll() is None
    status, page = full.get("/")
    assert status == 200 and "Play the bot now" in page
    sheet = re.search(r'href="(/static/[^"]+\.css)"', page)
    assert sheet and full.get(sheet[1])[0] == 200


def test_the_key_was_drawn_once_for_all_and_is_its_owners(full: Installation) -> None:
    key = Path(full.here["SECRET_KEY_FILE"])
    assert len(key.read_text()) >= 50
    assert key.stat().st_mode & 0o777 == 0o600


def test_a_process_that_runs_says_so_and_one_that_is_gone_does_not(full: Installation) -> None:
    until(lambda: full.healthy("mail"), full.log("mail"), 30)
    assert full.end("mail") == 0
    mark = full.folder / "var" / "alive" / "mail"
    an_hour_ago = time.time() - 3600
    os.utime(mark, (an_hour_ago, an_hour_ago))
    assert not full.healthy("mail")
    full.start("mail")
    until(lambda: full.healthy("mail"), full.log("mail"), 30)


def test_the_counts_of_all_web_processes_stand_together(full: Installation) -> None:
    until(lambda: full.get("/healthz")[0] in (200, 503), "no answer")
    asked = {"Authorization": f"Bearer {TOKEN}"}
    counted = re.compile(r'landlord_request_seconds_count\{method="GET",status="2xx",view="rules"\} ([0-9.]+)')

    def rules_pages() -> float:
        status, text = full.get("/metrics", **asked)
        assert status == 200
        found = counted.search(text)
        return float(found[1]) if found else 0.0

    before = rules_pages()
    for _ in range(12):
        assert full.get("/rules/")[0] == 200
    # Whichever process is asked.
    assert {rules_pages() for _ in range(4)} == {before + 12}
    files = list((full.folder / "var" / f"metrics-{full.port}").glob("histogram_*.db"))
    assert len(files) == 2
    assert full.get("/metrics")[0] == 403


def test_ticks_leave_no_lines_and_requests_leave_one(full: Installation) -> None:
    until(lambda: full.healthy("clock"), full.log("clock"), 30)
    assert "sweep" not in full.log("clock").replace("look at the clocks", "")
    assert "task_" not in full.log("beat")
    full.get("/fair-play/")
    until(lambda: "fair-play" in full.log("web"), full.log("web"), 10)
    lines = [json.loads(line) for line in full.log("web").splitlines() if "fair-play" in line]
    assert [line["event"] for line in lines] == ["request_finished"]
    assert lines[0]["request"] == "GET fair-play" and len(lines[0]["request_id"]) == 36
    assert "127.0.0.1" not in full.log("web")


@pytest.mark.parametrize("role", processes.ROLES)
def test_sigterm_ends_a_process_in_good_order(full: Installation, role: str) -> None:
    until(lambda: full.healthy(role), full.log(role), 30)
    assert full.end(role) == 0
    assert "Traceback" not in full.log(role), full.log(role)
    full.start(role)
    until(lambda: full.get("/healthz")[0] == 200, full.log(role))
