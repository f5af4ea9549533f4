"""While PostgreSQL is away everybody is told so, in a sentence and with a time to come again; the log in a line."""

import http.client
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import DatabaseError, OperationalError, connection, connections, transaction
from django.test import RequestFactory

from games import database
from landlord import failing
from tests import collected
from tests.chaos.installation import Site
from tests.clock.processes import wait_until
from tests.landlord.server import ROOT, free_port
from tests.operations.test_reconnecting import end

pytestmark = pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite is no server that can be away")

#: Asks a site whose database is at an address where nothing listens, through all that a web server calls.
ASKS = """
import json, sys
from django.core.wsgi import get_wsgi_application
from django.test import RequestFactory
site = get_wsgi_application()
told = []
for method, path, accept, headers in json.loads(sys.argv[1]):
    asked = getattr(RequestFactory(), method)(path, headers={"accept": accept, "host": "127.0.0.1", **headers})
    status = []
    body = b"".join(site(asked.environ, lambda line, headers: status.extend([line, dict(headers)])))
    told.append({"status": int(status[0][:3]), "headers": status[1], "body": body.decode()})
print(json.dumps(told))
"""
GAME = "/games/bcdfghjkmnpq/"
HTML, JSON = "text/html", "application/json"
#: Whose session, and whose token, can't be looked up.
SOMEBODY = {"cookie": "sessionid=abcdefghijklmnopqrstuvwxyz012345"}
ASKED: list[tuple[str, str, str, dict[str, str]]] = [
    ("get", "/", HTML, {}),
    ("get", GAME, HTML, {}),
    ("get", GAME, JSON, {}),
    ("get", "/", HTML, SOMEBODY),
    ("post", "/accounts/login/", HTML, {}),
    ("get", "/api/v1/games/", JSON, {}),
    ("get", "/api/v1/games/bcdfghjkmnpq/", JSON, SOMEBODY),
    ("post", "/api/v1/games/", JSON, {"authorization": "Bearer landlord_" + 43 * "a"}),
]


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Any], list[Any]]:
    """The answers, and the lines of the log."""
    var = tmp_path_factory.mktemp("away")
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "landlord.settings",
        "DATABASE_URL": f"postgres://postgres@127.0.0.1:{free_port()}/nothing",
        "LOG_LEVEL": "INFO",
        "VAR_DIR": str(var),
    }
    # Pages know their static files by what has been collected.
    collected.lay_out(var)
    run = subprocess.run(
        [sys.executable, "-c", ASKS, json.dumps(ASKED)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-3000:]
    return json.loads(run.stdout), [json.loads(line) for line in run.stderr.splitlines() if line.startswith("{")]


# One worker asks for all of them.
@pytest.mark.xdist_group("away")
@pytest.mark.parametrize("number", range(len(ASKED)), ids=[f"{m} {p} {a}" for m, p, a, _ in ASKED])
def test_it_is_told_with_a_time_to_come_again(answers: tuple[list[Any], list[Any]], number: int) -> None:
    method, path, accept, _ = ASKED[number]
    answer = answers[0][number]
    if method == "post" and path.startswith("/accounts/"):
        # A form from nowhere is refused before anything is looked up.
        assert answer["status"] == 403
        return
    assert answer["status"] == 503, answer
    assert answer["headers"]["Retry-After"] == str(database.RETRY_AFTER)
    assert "no-store" in answer["headers"]["Cache-Control"]
    if path.startswith("/api/"):
        told = json.loads(answer["body"])
        assert answer["headers"]["Content-Type"] == "application/problem+json"
        assert (told["status"], told["code"], told["detail"]) == (503, "unavailable", database.SENTENCE)
    elif accept == JSON:
        assert json.loads(answer["body"]) == {"ok": False, "status": 503, "notice": database.SENTENCE}
    else:
        assert database.SENTENCE in answer["body"] and "<h1>Not at the moment</h1>" in answer["body"]


def test_the_log_has_one_short_line_of_each(answers: tuple[list[Any], list[Any]]) -> None:
    lines = [line for line in answers[1] if line["event"].startswith("request_")]
    assert len(lines) == len(ASKED)
    told = [line for line in lines if line["code"] == 503]
    assert len(told) == len(ASKED) - 1 and all(line["why"] == database.AWAY for line in told)
    assert not any("exception" in line or "Traceback" in json.dumps(line) for line in answers[1])


@pytest.mark.parametrize(
    ("path", "kind"), [("/api/v1/games/", "application/problem+json"), ("/games/", "application/json")]
)
def test_what_fails_around_a_view_is_answered_in_its_form(rf: RequestFactory, path: str, kind: str) -> None:
    try:
        raise OperationalError("the connection has been ended") from psycopg.errors.AdminShutdown("ended")
    except OperationalError:
        answer = failing.failed(rf.get(path, headers={"accept": JSON}))
    assert (answer.status_code, answer["Retry-After"]) == (503, str(database.RETRY_AFTER))
    assert answer["Content-Type"] == kind and database.SENTENCE in json.loads(answer.content).values()


@pytest.mark.long
def test_pages_programs_and_streams_find_it_again_when_it_is_back(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    for folder in (tmp_path.parent, tmp_path.parent.parent):
        # PostgreSQL runs as another user than root does, who must reach its folder.
        folder.chmod(0o755)
    with Site(tmp_path, ("web-0", "stream-0", "clock-0", "beat-0")) as site:
        (game,) = json.loads(site.python("-m", "tests.chaos.prepare", "0", "1", "1"))["idle"]
        site.start()
        web, stream = site.ports[0], site.stream_port

        def asked() -> list[int]:
            paths = ((web, f"/games/{game}/"), (web, f"/api/v1/games/{game}/"), (stream, f"/stream/games/{game}/"))
            return [_status(port, path) for port, path in paths]

        wait_until(lambda: asked() == [200, 200, 200])
        site.postgres.kill()
        assert asked() == [503, 503, 503]
        log = (tmp_path / "web-0.log").read_text()
        assert database.AWAY in log and "Traceback" not in log
        site.postgres.start()
        wait_until(lambda: asked() == [200, 200, 200])


def _status(port: int, path: str) -> int:
    connected = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        connected.request("GET", path)
        answer = connected.getresponse()
        if answer.status == 503:
            assert answer.headers["Retry-After"] == str(database.RETRY_AFTER)
        return answer.status
    except OSError:
        return 0
    finally:
        connected.close()


@pytest.fixture
def fresh(transactional_db: None) -> Iterator[None]:
    yield
    connections.close_all()


def run(*statements: str) -> None:
    """Run statements in one transaction; at END the server ends its connection."""
    with transaction.atomic(), connection.cursor() as cursor:
        for statement in statements:
            if statement == "END":
                cursor.execute("SELECT pg_backend_pid()")
                end(cursor.fetchone()[0])
            else:
                cursor.execute(statement)


@pytest.mark.usefixtures("fresh")
class TestWhatCountsAsAway:
    def test_a_connection_that_the_server_has_ended(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            end(cursor.fetchone()[0])
            with pytest.raises(DatabaseError) as told:
                cursor.execute("SELECT 1")
            assert database.is_away(told.value)

    def test_one_that_ends_within_a_transaction(self) -> None:
        with pytest.raises(DatabaseError) as told:
            run("END", "SELECT 1")
        assert database.is_away(told.value)

    @pytest.mark.parametrize(
        ("statement", "kind"),
        [("SELECT pg_sleep(9)", OperationalError), ("SELECT 1/0", DatabaseError), ("SELECT nothing", DatabaseError)],
    )
    def test_no_statement_that_fails(self, statement: str, kind: type[DatabaseError]) -> None:
        with pytest.raises(kind) as told:
            run("SET LOCAL statement_timeout = 50", statement)
        assert not database.is_away(told.value)

    def test_no_mistake_of_ours(self) -> None:
        assert not database.is_away(ValueError("a mistake")) and not database.is_away(None)
