"""A new version comes while people play: process after process, and a migration beside the old program."""

import itertools
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests import collected, services
from tests.landlord.server import ROOT, free_port
from tests.operations.test_processes import new_database, until

pytestmark = [
    pytest.mark.xdist_group("server"),
    pytest.mark.skipif(
        os.environ.get("DATABASE_URL", "").startswith("sqlite"), reason="a full installation has PostgreSQL"
    ),
]

#: What a game's policy would rather do, first to last.
WISHES = ["build", "buy", "roll", "refuse", "pass", "decline", "end_turn", "sell", "mortgage"]
MOVES = 30
#: After so many moves nothing more is bought: who owns little ruins nobody, and the game must not end before the test.
#: Of a thousand such games two end within 400 moves, and one in five within 200 where all is bought.
BUYS = 10
#: What nobody wishes from then on.
COSTLY = {"build", "buy"}

TWO_PLAYERS = """
from accounts import tokens
from accounts.models import PersonalToken, User
for name in ("Ada", "Bob"):
    user = User.objects.create_user(f"{name.lower()}@example.org", name, "a long pass phrase")
    print(tokens.make(user, "test", PersonalToken.Scope.PLAY))
"""


class Site:
    """Processes of a full installation, of the program in any folder; use it in a with statement."""

    def __init__(self, folder: Path, database: str, queue: str) -> None:
        self.folder = folder
        self._running: list[subprocess.Popen[bytes]] = []
        kept = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
        self._environment = {
            **kept,
            "DATABASE_URL": database,
            "REDIS_URL": queue,
            "SITE_URL": "http://127.0.0.1",
            "API_ACTS_PER_MINUTE": "100000",
            "API_READS_PER_MINUTE": "100000",
            "LOG_LEVEL": "WARNING",
        }

    def var(self, tree: Path) -> Path:
        """Give the folder of what the program in a folder keeps."""
        return self.folder / f"var-{tree.name}"

    def environment(self, tree: Path, port: int = 0) -> dict[str, str]:
        here = {"VAR_DIR": str(self.var(tree)), "PORT": str(port or free_port()), "PYTHONPATH": str(tree)}
        return {**self._environment, **here}

    def manage(self, tree: Path, *words: str) -> str:
        """Run a command of the program in a folder."""
        done = subprocess.run(
            [sys.executable, "manage.py", *words],
            cwd=tree,
            env=self.environment(tree),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def run(self, tree: Path, role: str, port: int = 0) -> subprocess.Popen[bytes]:
        """Start a process of the program in a folder."""
        log = (self.folder / f"{tree.name}-{role}.log").open("ab")
        process = subprocess.Popen(
            [sys.executable, "manage.py", "run", role],
            cwd=tree,
            env=self.environment(tree, port),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
        )
        self._running.append(process)
        return process

    def web(self, tree: Path) -> tuple[subprocess.Popen[bytes], str]:
        """Start a web server and wait for its first answer; give it and its address."""
        port = free_port()
        process, address = self.run(tree, "web", port), f"http://127.0.0.1:{port}"
        until(lambda: _answers(address), f"{tree.name}: {(self.folder / f'{tree.name}-web.log').read_text()}")
        return process, address

    def __enter__(self) -> "Site":
        return self

    def __exit__(self, *_error: object) -> None:
        for process in self._running:
            process.terminate()
        for process in self._running:
            process.wait(30)


def _answers(address: str) -> bool:
    try:
        return httpx.get(f"{address}/rules/", timeout=10).status_code == 200
    except httpx.TransportError:
        return False


@contextmanager
def new_site() -> Iterator[Site]:
    # A socket's path has to be short.
    with (
        tempfile.TemporaryDirectory(prefix="landlord-new-") as name,
        new_database() as database,
        Site(Path(name), database, services.start_redis(Path(name) / "redis.sock")) as site,
    ):
        yield site


class Visitors:
    """Ask for a page again and again, each by a connection of its own, and count what comes of it."""

    def __init__(self, *addresses: str) -> None:
        self.addresses = list(addresses)
        self._enough = threading.Event()
        self.came: Counter[str] = Counter()
        self._threads = [threading.Thread(target=self._ask, daemon=True) for _ in range(4)]

    def _ask(self) -> None:
        turns = itertools.count()
        while not self._enough.is_set():
            # As a proxy does: in turn, and a server that takes no connection is passed over for the next.
            first = next(turns) % len(self.addresses)
            for address in (*self.addresses[first:], *self.addresses[:first]):
                try:
                    answer = httpx.get(f"{address}/rules/", timeout=30)
                except httpx.ConnectError:
                    continue
                except httpx.TransportError as error:
                    self.came[f"lost: {error!r}"] += 1
                    break
                self.came[str(answer.status_code)] += 1
                break
            else:
                self.came["no server"] += 1
            time.sleep(0.02)

    def go_on(self) -> None:
        """Wait until each has been served several times."""
        seen = sum(self.came.values())
        until(lambda: sum(self.came.values()) > seen + 40, "visitors go on")

    def __enter__(self) -> "Visitors":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._enough.set()
        for thread in self._threads:
            thread.join(40)


@pytest.mark.long
def test_one_web_server_after_the_other_is_replaced_and_no_request_is_lost() -> None:
    with new_site() as site:
        site.manage(ROOT, "migrate", "--verbosity", "0")
        collected.lay_out(site.var(ROOT))
        old, serving = zip(site.web(ROOT), site.web(ROOT), strict=True)
        with Visitors(*serving) as visitors:
            for process in old:
                # The new server first; then the proxy sends nobody to the old one any more, and what that one
                # has begun it ends. Whoever is on the way to the old one has arrived when all have come again: a
                # connection that a server has not yet taken in goes with it.
                serving = (*serving[1:], site.web(ROOT)[1])
                visitors.addresses = list(serving)
                visitors.go_on()
                process.send_signal(signal.SIGTERM)
                assert process.wait(30) == 0
                visitors.go_on()
        assert set(visitors.came) == {"200"}, visitors.came


class Game:
    """A game of two programs that speak to whichever web servers there are, and what has been confirmed to them."""

    def __init__(self, tokens: list[str], addresses: list[str]) -> None:
        self.addresses = addresses
        self._turns = itertools.count()
        self._asking = [httpx.Client(headers={"Authorization": f"Bearer {token}"}, timeout=60) for token in tokens]
        opened = self._post(0, "/api/v1/games/", {"seats": 2, "move_time": 86400})
        self.path = f"/api/v1/games/{opened['id']}/"
        self._post(1, f"{self.path}sit/", {"client_seed": "bob"})
        self.confirmed = 0

    def _address(self) -> str:
        return self.addresses[next(self._turns) % len(self.addresses)]

    def _post(self, seat: int, path: str, body: dict[str, Any]) -> Any:
        answer = self._asking[seat].post(self._address() + path, json=body)
        assert answer.status_code < 300, answer.text
        return answer.json()

    def move(self) -> bool:
        """Make a move of whoever is asked; tell whether the game goes on."""
        seen = self._asking[0].get(self._address() + self.path)
        assert seen.status_code == 200, seen.text
        if seen.json()["status"] != "running":
            return False
        seat = seen.json()["decisions"][0]["seat"]
        you = self._asking[seat].get(self._address() + self.path).json()["you"]
        legal = {move["type"]: move for move in you["legal"]["moves"]}
        left_out = COSTLY if self.confirmed >= BUYS else set()
        wish = next(legal[kind] for kind in WISHES if kind in legal and kind not in left_out)
        played = self._post(seat, f"{self.path}moves/", {"token": you["token"], "moves": [wish]})
        self.confirmed += played["made"]
        return True

    def move_count(self) -> int:
        return int(self._asking[0].get(self._address() + self.path).json()["move_count"])


def _before_the_newest_migration(folder: Path) -> Path:
    """Lay out the program as it was before the newest migration came."""

    def git(*words: str) -> bytes:
        return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, check=True).stdout

    newest = git("log", "-1", "--format=%H", "--", ":(glob)*/migrations/0*.py").decode().strip()
    tree = folder / "old"
    tree.mkdir()
    files = git("archive", "--format=tar", f"{newest}^")
    subprocess.run(["tar", "-x"], cwd=tree, input=files, check=True)
    return tree


@pytest.mark.long
def test_a_game_goes_on_while_the_database_is_migrated_beside_the_old_program(tmp_path: Path) -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("the old program comes out of git's history, and this folder has none")
    old = _before_the_newest_migration(tmp_path)
    with new_site() as site:
        for words in (("migrate",), ("collectstatic", "--noinput")):
            site.manage(old, *words, "--verbosity", "0")
        collected.lay_out(site.var(ROOT))
        tokens = site.manage(old, "shell", "--verbosity", "0", "-c", TWO_PLAYERS).split()[-2:]
        for role in ("worker", "clock", "beat"):
            site.run(old, role)
        server, there = site.web(old)
        game = Game(tokens, [there])
        for _ in range(MOVES):
            assert game.move()

        migration = threading.Thread(target=site.manage, args=(ROOT, "migrate", "--verbosity", "0"))
        migration.start()
        beside = 0
        while migration.is_alive() or beside < MOVES:
            assert game.move()
            beside += 1
        migration.join()
        for _ in range(MOVES):
            assert game.move(), "the old program plays on, on the new database"

        _, here = site.web(ROOT)
        game.addresses.append(here)
        for role in ("worker", "clock"):
            site.run(ROOT, role)
        for _ in range(MOVES):
            assert game.move(), "both play on, side by side"

        game.addresses.remove(there)
        server.terminate()
        assert server.wait(30) == 0
        for _ in range(MOVES):
            assert game.move(), "the new one plays on by itself"
        assert game.move_count() == game.confirmed
        assert site.manage(ROOT, "verify", "--stored") == "1 games checked, 0 wrong.\n"
