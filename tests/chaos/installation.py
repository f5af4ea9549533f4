"""The site of a run: its servers and processes, each started anew a second after it has died."""

import contextlib
import http.client
import os
import secrets
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Collection
from pathlib import Path

import psutil
import redis

from landlord.processes import worker_of
from tests import collected
from tests.chaos.evidence import Down
from tests.chaos.post import Post
from tests.chaos.postgres import Postgres
from tests.clock.processes import ASKEW, Process, RealRedis
from tests.landlord.server import ROOT, free_port

#: What a manager of processes waits before it starts anew what has died.
RESTARTS_AFTER = 1.0
#: So much of what a process said last is kept of its end, in characters.
LAST_WORDS = 5000
#: What runs: name and role.
ROLES = {
    "web-0": "web",
    "web-1": "web",
    "clock-0": "clock",
    "clock-1": "clock",
    "worker-0": "worker",
    "worker-1": "worker",
    "mail-0": "mail",
    "beat-0": "beat",
    "stream-0": "stream",
}


class Site:
    """The whole site; use it in a with statement."""

    def __init__(self, folder: Path, names: Collection[str] = tuple(ROLES)) -> None:
        """Start the servers. `names` are the processes that run, of ROLES."""
        self.folder, self._names = folder, names
        collected.lay_out(folder / "var")
        self.post = Post()
        self.postgres = Postgres(folder)
        self.redis = RealRedis(folder)
        self.ports, self.stream_port = (free_port(), free_port()), free_port()
        self.downs: list[Down] = []
        #: Seconds from the start of all to the first look at the clocks and the first answers.
        self.startup = 0.0
        self._processes: dict[str, Process] = {}
        self._held: set[str] = set()
        self._askew: dict[str, float] = {}
        self._lock = threading.RLock()
        self._ends = threading.Event()
        self._manager = threading.Thread(target=self._restart_what_died, daemon=True)
        key = secrets.token_urlsafe(50)
        inherited = {n: v for n, v in os.environ.items() if n not in ("SECRET_KEY_FILE", "METRICS_TOKEN")}
        self.environment = {
            **inherited,
            "DJANGO_SETTINGS_MODULE": "landlord.settings",
            "DATABASE_URL": self.postgres.url,
            "REDIS_URL": self.redis.url,
            "SECRET_KEY": key,
            "SITE_URL": "http://chaos.localhost",
            "HOST": "127.0.0.1",
            "STREAM_PORT": str(self.stream_port),
            "EMAIL_URL": self.post.url,
            "VAR_DIR": str(folder / "var"),
            "LOG_LEVEL": "WARNING",
            "WEB_PROCESSES": "1",
            "MAIL_SETTLES_SECONDS": "1",
            # Not what is looked at here, and all comes from one address.
            "API_READS_PER_MINUTE": "1000000",
            "API_ACTS_PER_MINUTE": "1000000",
            "API_KEYS_PER_DAY": "1000000",
            "GAMES_PER_PERSON": "1000",
            "OPEN_TABLES_PER_PERSON": "100",
            "PYTHONWARNINGS": "ignore:::celery.platforms",
        }

    def start(self) -> None:
        """Start all processes, and wait until the web servers answer."""
        began = time.time()
        self.post.start()
        for name in self._names:
            self._start(name)
        for name in self._names:
            if ROLES[name] == "web":
                _wait_for_web(self.ports[int(name[-1])])
        self.startup = time.time() - began
        self._manager.start()

    def kill(self, role: str, which: int) -> None:
        """Kill a process with all that it has started."""
        name = f"{role}-{which}"
        with self._lock:
            if name not in self._held:
                self._processes[name].signal(signal.SIGKILL)

    def kill_askew(self, which: int, seconds: float) -> None:
        """Kill a worker of the clocks, whose own clock is off by so much when it comes back."""
        with self._lock:
            self._askew[f"clock-{which}"] = seconds
        self.kill("clock", which)

    def hold(self, *roles: str) -> None:
        """Kill all processes of these roles, and start none until `release`."""
        with self._lock:
            for name, role in ROLES.items():
                if role in roles and name in self._processes:
                    self._held.add(name)
                    self._processes[name].signal(signal.SIGKILL)

    def release(self) -> None:
        """Start again what was held dead."""
        with self._lock:
            self._held.clear()

    def crash_postgres(self) -> None:
        """Kill PostgreSQL, and start it again a second later."""
        down = self._down("postgres")
        self.postgres.kill()
        time.sleep(RESTARTS_AFTER)
        self.postgres.start()
        down.until = time.time()

    def crash_redis(self) -> None:
        """Kill Redis, and start it again a second later, empty."""
        down = self._down("redis")
        self.redis.kill()
        time.sleep(RESTARTS_AFTER)
        self.redis.start()
        down.until = time.time()

    def freeze_redis(self, seconds: float) -> None:
        """Let Redis answer nothing for so long."""
        down = self._down("redis")
        process = psutil.Process(self.redis._process.pid)
        process.suspend()
        time.sleep(seconds)
        process.resume()
        down.until = time.time()

    def flush_redis(self) -> None:
        """Empty Redis."""
        with contextlib.suppress(redis.RedisError):
            self.redis.client.flushall()

    def stop_processes(self) -> None:
        """Stop all processes in good order; the servers stay."""
        self._ends.set()
        if self._manager.is_alive():
            self._manager.join(30)
        with self._lock:
            for process in self._processes.values():
                process.signal(signal.SIGTERM)
            last = time.monotonic() + 15
            for process in self._processes.values():
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process._process.wait(max(0.1, last - time.monotonic()))
                process.kill()

    def manage(self, *arguments: str) -> str:
        """Run a command of manage.py on this site, and give what it printed."""
        return self.python("manage.py", *arguments)

    def python(self, *arguments: str) -> str:
        """Run Python on this site's database, and give what it printed."""
        done = subprocess.run(
            [sys.executable, *arguments], cwd=ROOT, env=self.environment, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise RuntimeError(f"{' '.join(arguments)}: {done.stderr[-3000:]}")
        return done.stdout

    @property
    def output(self) -> str:
        """What the processes have said."""
        return "\n".join(path.read_text() for path in sorted(self.folder.glob("*-*.log")))

    def __enter__(self) -> "Site":
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop_processes()
        self.post.stop()
        self.redis.kill()
        self.postgres.stop()

    def _down(self, name: str, how: str = "") -> Down:
        down = Down(name, time.time(), how=how)
        self.downs.append(down)
        return down

    def _start(self, name: str) -> None:
        role = ROLES[name]
        command = [sys.executable, "manage.py", "run", role]
        environment = self.environment
        askew = self._askew.pop(name, None)
        if role == "web":
            environment = {**environment, "PORT": str(self.ports[int(name[-1])])}
        elif askew is not None:
            command = [sys.executable, "-c", ASKEW, str(askew), str(time.time()), *worker_of(role).command[3:]]
        self._processes[name] = Process(command, environment, self.folder / f"{name}.log")

    def _restart_what_died(self) -> None:
        died: dict[str, Down] = {}
        while not self._ends.wait(0.1):
            with self._lock:
                for name, process in self._processes.items():
                    status = process._process.poll()
                    if status is None:
                        continue
                    if name not in died:
                        died[name] = self._down(name, f"exit status {status}, {process.output[-LAST_WORDS:]!r}")
                        # What it had started goes with it, as in a container.
                        process.signal(signal.SIGKILL)
                    if name not in self._held and time.time() - died[name].since >= RESTARTS_AFTER:
                        self._start(name)
                        died.pop(name).until = time.time()


def _wait_for_web(port: int, patience: float = 120.0) -> None:
    last = time.monotonic() + patience
    while time.monotonic() < last:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        with contextlib.suppress(OSError, http.client.HTTPException):
            connection.request("GET", "/healthz")
            if connection.getresponse().status < 500:
                return
        connection.close()
        time.sleep(0.1)
    raise RuntimeError("The web server did not answer.")
