"""The embedded server keeps deadlines too: its one worker, with beat as a thread, on SQLite."""

import json
import sqlite3
import time
import urllib.parse
import urllib.request
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

import pytest

from tests import collected
from tests.landlord.server import Server, tree

pytestmark = pytest.mark.xdist_group("server")


class Visitor:
    """A guest with a browser's cookies."""

    def __init__(self, address: str) -> None:
        self._address = address.rstrip("/")
        self._cookies = CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self._cookies))
        self.get("/")

    def get(self, path: str) -> str:
        with self._opener.open(self._address + path, timeout=20) as response:
            text: str = response.read().decode()
            return text

    def post(self, path: str, **form: str) -> Any:
        token = next(cookie.value for cookie in self._cookies if cookie.name == "csrftoken")
        data = urllib.parse.urlencode({**form, "csrfmiddlewaretoken": token or ""}).encode()
        request = urllib.request.Request(self._address + path, data, {"Accept": "application/json"})
        with self._opener.open(request, timeout=20) as response:
            return json.loads(response.read())


def rows(database: Path, statement: str, *values: object) -> list[Any]:
    with closing(sqlite3.connect(database, timeout=20)) as connection, connection:
        return connection.execute(statement, values).fetchall()


def test_a_due_decision_is_timed_out(tmp_path: Path, figure: Callable[[str], None]) -> None:
    folder = tree(tmp_path / "tree")
    collected.lay_out(folder / "var")
    database = folder / "var" / "landlord.sqlite3"
    with Server(folder) as server:
        visitor = Visitor(server.wait_for_address())
        game = visitor.post("/play/", seats="2")
        visitor.post(game["start"], client_seed="ada")
        # Nobody waits a week in a test.
        due = datetime.now(UTC) + timedelta(seconds=3)
        rows(database, "UPDATE games_seat SET due_at = ? WHERE due_at IS NOT NULL", f"{due:%Y-%m-%d %H:%M:%S.%f}")
        last = time.monotonic() + 30
        while not (made := rows(database, "SELECT move, at FROM games_move WHERE by = 'clock'")):
            assert time.monotonic() < last, server.output
            time.sleep(0.1)
        (move, at), *more = made
        late = datetime.fromisoformat(f"{at}+00:00") - due
        figure(f"script/server: a due decision is timed out after {late.total_seconds():.2f} s")
        assert more == [] and json.loads(move)["type"] == "timeout"
        assert timedelta(seconds=0.5) < late < timedelta(seconds=5), server.output
        asked = rows(database, "SELECT place, fate, due_at FROM games_seat WHERE kind = 'guest'")
        # At an auction it would have been the chance alone.
        assert asked == [(2, "timed_out", None)] or asked[0][0] == 0
        assert visitor.get(game["table"])
        assert "Traceback" not in server.output
