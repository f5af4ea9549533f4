"""A stream's process on the tests' database, with a Redis of its own; games to be watched; and who watches them."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.test import Client

from accounts.models import User
from games import news
from tests.clock.processes import Installation, Process, wait_until
from tests.clock.tables import Played, Tables
from tests.landlord.server import free_port
from tests.stream.listener import Listener

#: So few that a test can have too many.
PER_PERSON = 3


class Streaming:
    """A full installation's Redis and stream."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.installation = Installation(folder)
        self.installation._environment |= {
            "SITE_URL": "http://127.0.0.1:1",
            "STREAM_PORT": str(self.port),
            "HOST": "127.0.0.1",
            "STREAMS_PER_PERSON": str(PER_PERSON),
        }
        self.redis = self.installation.redis
        self.process: Process

    def start(self) -> None:
        """Start the stream, and wait until it answers and hears Redis."""
        self.process = self.installation.run("stream")
        wait_until(lambda: b'"redis": "ok"' in self.get("/healthz").body)

    def get(self, path: str, **headers: str) -> Listener:
        """Ask for an address; one that can't be asked answers with nothing."""
        try:
            return Listener(self.port, path, **headers)
        except OSError:
            return Listener.__new__(_Nothing)


class _Nothing(Listener):
    body = b""
    status = 0


@pytest.fixture(scope="module")
def running(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Streaming]:
    assert django_settings.DATABASES["default"]["ENGINE"].endswith("postgresql")
    streaming = Streaming(tmp_path_factory.mktemp("stream"))
    with streaming.installation:
        streaming.start()
        yield streaming


@pytest.fixture
def stream(running: Streaming, transactional_db: None, monkeypatch: pytest.MonkeyPatch, settings: Any) -> Streaming:
    """The stream, hearing of what this process does."""
    settings.REDIS_URL = running.redis.url
    monkeypatch.setattr(news, "_bell", news._Bell())
    return running


@pytest.fixture
def tables(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Tables:
    return Tables(monkeypatch)


@pytest.fixture
def game(tables: Tables) -> Played:
    """A game of two that goes on for as long as somebody moves."""
    return tables.start(2, move_time=86_400)


@pytest.fixture
def cookie() -> Callable[[User], str]:
    """Give the cookie of a browser in which somebody signs in."""

    def of(user: User) -> str:
        client = Client()
        client.force_login(user, backend="accounts.backends.ByAddress")
        return f"sessionid={client.cookies['sessionid'].value}"

    return of
