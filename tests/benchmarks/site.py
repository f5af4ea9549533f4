"""A site to be measured: a database of its own, Redis, and web processes with the product's own command line."""

import hashlib
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
from psycopg import sql

from tests import collected, services
from tests.landlord.server import ROOT, free_port

Row = tuple[str, float, str]

#: The number that stands for making the template database, while one process does.
MAKING = 6_0221


@contextmanager
def site() -> Iterator[Path]:
    """Set Django up, in this process, on a new database and an empty Redis; give a folder for what the run leaves."""
    services.provide()
    folder = Path(tempfile.mkdtemp(prefix="landlord-bench-"))
    server = os.environ["DATABASE_URL"]
    name = f"landlord_bench_{os.getpid()}"
    os.environ["REDIS_URL"] = services.start_redis(folder / "redis.sock")
    # Not what is measured: a line of the log for each request, and limits for programs.
    os.environ |= {
        "VAR_DIR": str(folder),
        "LOG_LEVEL": "WARNING",
        "API_ACTS_PER_MINUTE": "1000000",
        "API_READS_PER_MINUTE": "1000000",
        "DJANGO_SETTINGS_MODULE": "tests.benchmarks.settings",
    }
    template = _template(server)
    _on(server, "CREATE DATABASE {} TEMPLATE {}", name, template)
    os.environ["DATABASE_URL"] = _address(server, name)
    try:
        import django

        (folder / "static").mkdir()
        django.setup()
        yield folder
    finally:
        from django.db import connections

        connections.close_all()
        _on(server, "DROP DATABASE {} WITH (FORCE)", name)
        os.environ["DATABASE_URL"] = server
        services.stop()
        shutil.rmtree(folder, ignore_errors=True)


def _template(server: str) -> str:
    """Give the name of a migrated, empty database, made where it is not there yet."""
    told = hashlib.sha256()
    for path in sorted([*ROOT.glob("*/migrations/*.py"), Path(__file__).parent / "floor" / "models.py"]):
        told.update(path.read_bytes())
    name = f"landlord_bench_{told.hexdigest()[:12]}"
    with psycopg.connect(server, autocommit=True) as connection:
        # Of several benchmarks that begin at once one makes it, and the others wait.
        connection.execute("SELECT pg_advisory_lock(%s)", [MAKING])
        if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
            half = f"{name}_half"
            connection.execute(sql.SQL("DROP DATABASE IF EXISTS {}").format(sql.Identifier(half)))
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(half)))
            subprocess.run(
                [sys.executable, "manage.py", "migrate", "--run-syncdb", "--verbosity", "0"],
                cwd=ROOT,
                env={**os.environ, "DATABASE_URL": _address(server, half)},
                check=True,
            )
            connection.execute(
                sql.SQL("ALTER DATABASE {} RENAME TO {}").format(sql.Identifier(half), sql.Identifier(name))
            )
    return name


def _on(server: str, statement: str, *names: str) -> None:
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))  # type: ignore[arg-type]


def _address(server: str, name: str) -> str:
    return urlsplit(server)._replace(path=f"/{name}").geturl()


@contextmanager
def web(folder: Path, processes: int = 1) -> Iterator["Web"]:
    """Run the web server as the product does, with static files as collected."""
    from landlord import processes as programs
    from landlord.static_files import collect

    # What the tests keep collected is no other; without it each run would compress all of them.
    collected.lay_out(folder)
    collect()
    port = free_port()
    program = programs.web("127.0.0.1", port, processes, folder)
    with (folder / "web.log").open("ab") as log:
        server = subprocess.Popen(
            program.command,
            cwd=ROOT,
            env={**os.environ, **program.environment},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            process_group=0,
        )
    try:
        _wait_for(port, server, folder / "web.log")
        yield Web(port, server.pid)
    finally:
        server.terminate()
        server.wait(20)


class Web:
    """A web server that runs."""

    def __init__(self, port: int, pid: int) -> None:
        self.port, self._pid = port, pid
        children = Path(f"/proc/{pid}/task/{pid}/children")
        self._processes = [pid, *map(int, children.read_text().split())] if children.exists() else []

    def worked(self) -> float:
        """Give how long its processes have worked, in milliseconds of processor time; 0 where nothing tells."""
        return sum(map(worked, self._processes))


def worked(process: int) -> float:
    """Give how long a process has worked, in milliseconds of processor time; 0 where nothing tells."""
    tasks = Path(f"/proc/{process}/task")
    return (
        sum(int((task / "schedstat").read_text().split()[0]) for task in tasks.iterdir()) / 1e6
        if tasks.exists()
        else 0.0
    )


def _wait_for(port: int, server: subprocess.Popen[bytes], log: Path) -> None:
    last = time.monotonic() + 60
    while True:
        assert server.poll() is None and time.monotonic() < last, log.read_text()
        try:
            with Connection(port) as connection:
                connection.send(get("/healthz"))
            return
        except OSError:
            time.sleep(0.1)


class Connection:
    """A connection to the web server that stays open: sends requests as bytes, and costs next to nothing itself."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def __enter__(self) -> "Connection":
        return self

    def __exit__(self, *_error: object) -> None:
        self._socket.close()

    def send(self, request: bytes) -> tuple[int, bytes]:
        """Send a request; give the status of its answer, and the answer."""
        self._socket.sendall(request)
        got = self._socket.recv(262_144)
        while (end := got.find(b"\r\n\r\n")) < 0:
            got += self._more()
        head = got[:end].lower()
        status = int(head[9:12])
        at = head.find(b"content-length:")
        if at < 0:
            assert status == 304 or b"transfer-encoding" not in head, head
            return status, got
        length = end + 4 + int(head[at + 15 : head.find(b"\r", at) if head.find(b"\r", at) > 0 else None])
        while len(got) < length:
            got += self._more()
        return status, got

    def _more(self) -> bytes:
        more = self._socket.recv(262_144)
        if not more:
            raise ConnectionError("the server has closed the connection")
        return more

    def time(self, request: bytes, status: int) -> float:
        """Send a request that has to be answered with this status; give how long that took, in milliseconds."""
        begin = time.perf_counter()
        got, answer = self.send(request)
        took = 1000 * (time.perf_counter() - begin)
        assert got == status, answer[:3000]
        return took


class Browser:
    """Somebody signed in: makes requests with their session."""

    def __init__(self, user: Any) -> None:
        from django.middleware.csrf import _get_new_csrf_string, _mask_cipher_secret
        from django.test import Client

        client = Client()
        client.force_login(user, backend="accounts.backends.ByAddress")
        secret = _get_new_csrf_string()
        self.cookie = f"csrftoken={secret}; sessionid={client.cookies['sessionid'].value}"
        self.csrf = _mask_cipher_secret(secret)

    def get(self, path: str, **headers: str) -> bytes:
        """Give a GET as bytes."""
        return get(path, cookie=self.cookie, **headers)

    def post(self, path: str, fields: dict[str, str], **headers: str) -> bytes:
        """Give the sending of a form as bytes."""
        from urllib.parse import urlencode

        body = urlencode({"csrfmiddlewaretoken": self.csrf, **fields}).encode()
        return post(path, body, "application/x-www-form-urlencoded", cookie=self.cookie, **headers)


def get(path: str, **headers: str) -> bytes:
    """Give a GET as bytes; underscores of the headers' names are hyphens."""
    return f"GET {path} HTTP/1.1\r\n{_lines(headers)}\r\n".encode()


def post(path: str, body: bytes, content_type: str, **headers: str) -> bytes:
    """Give a POST as bytes."""
    lines = _lines({"content_type": content_type, "content_length": str(len(body)), **headers})
    return f"POST {path} HTTP/1.1\r\n{lines}\r\n".encode() + body


def _lines(headers: dict[str, str]) -> str:
    sent = {"host": "127.0.0.1", "accept_encoding": "gzip", **headers}
    return "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in sent.items())
