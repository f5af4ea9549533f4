"""Leaderboard and players' pages with 100,000 players and 1,000,000 finished games: server time, queries, plans.

On a PostgreSQL of its own, through Django's whole stack of middleware. `GAMES=50000` makes it smaller.
"""

import logging
import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import median
from typing import Any

from tests.benchmarks.web import Row, _site

#: Tables that grow with people and games: no page may read one of them from end to end.
LARGE = re.compile(r"Seq Scan on (accounts_user|games_game|games_seat|games_move|leaderboard_\w+)", re.IGNORECASE)
GOAL = "< 50"


def pages() -> list[tuple[str, str, str | None]]:
    """List what is looked at: what it is, its address, and the name of who looks, None for anybody.

    The keenest players have the most games; a history has to stand in the database.
    """
    from leaderboard.models import Rating

    by_games = Rating.objects.select_related("key__user").order_by("-games", "key")
    keenest, second = (row.key.user.name for row in by_games[:2] if row.key.user)
    usual = by_games[Rating.objects.count() // 2].key.user
    middle = Rating.objects.filter(listed=True, provisional=False).count() // 100
    assert usual is not None
    return [
        ("leaderboard, first page, by anybody", "/leaderboard/", None),
        ("leaderboard, first page, signed in", "/leaderboard/", usual.name),
        ("leaderboard, a page in the middle", f"/leaderboard/?page={max(middle, 1)}", usual.name),
        ("leaderboard, last page", "/leaderboard/?page=999999", usual.name),
        ("leaderboard, last thirty days", "/leaderboard/?period=30", usual.name),
        ("leaderboard, provisional ratings", "/leaderboard/?show=new", usual.name),
        ("leaderboard, search by one letter", "/leaderboard/?name=b", usual.name),
        ("leaderboard, search by three letters", f"/leaderboard/?name={usual.name[:3]}", usual.name),
        ("player with the usual number of games", f"/players/{usual.name}/", None),
        ("player with the most games", f"/players/{keenest}/", None),
        ("player with the most games, by the second", f"/players/{keenest}/", second),
        ("player with the most games, to themselves", f"/players/{keenest}/", keenest),
    ]


def queries_of(request: Callable[[], Any]) -> list[str]:
    """Give the statements that a request makes."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as captured:
        assert request().status_code == 200
    return [str(query["sql"]) for query in captured if str(query["sql"]).startswith("SELECT")]


def scans(statements: list[str]) -> list[str]:
    """Give the plans that read a large table from end to end."""
    from django.db import connection

    found = []
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute("EXPLAIN " + statement.replace("%", "%%"), ())
            plan = "\n".join(row[0] for row in cursor.fetchall())
            if LARGE.search(plan):
                found.append(f"{statement}\n{plan}")
    return found


def client_of(name: str | None) -> Any:
    """Give a browser, signed in as somebody if a name is given."""
    from django.test import Client

    from accounts.models import User

    client = Client()
    if name is not None:
        client.force_login(User.objects.get(name=name), backend="accounts.backends.ByAddress")
    return client


def served(client: Any, address: str) -> Callable[[], None]:
    """Give what serves a page as the web server has it served: Django's test client keeps each template's context."""
    from django.core.handlers.wsgi import WSGIHandler
    from django.test import RequestFactory

    cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
    application = WSGIHandler()

    def serve() -> None:
        environ = RequestFactory().get(address, headers={"cookie": cookies}).environ
        said: list[str] = []
        answer = application(environ, lambda status, _headers, _info=None: said.append(status))
        b"".join(answer)
        answer.close()
        assert said == ["200 OK"], said

    return serve


def _time(request: Callable[[], Any]) -> tuple[float, float]:
    """Give how long something took, and how much of that this process worked, in milliseconds."""
    begin, worked = time.perf_counter(), time.process_time()
    request()
    return 1000 * (time.perf_counter() - begin), 1000 * (time.process_time() - worked)


@contextmanager
def _history() -> Iterator[tuple[int, float]]:
    games = int(os.environ.get("GAMES", "1000000"))
    with _site():
        from leaderboard.history import Size, make

        begin = time.perf_counter()
        make(Size(max(games // 10, 100), games, games // 100))
        yield games, time.perf_counter() - begin


def figures() -> list[Row]:
    """Measure the pages. Gives rows of (what, figure, goal)."""
    # A line of the log for each request would be measured too, and read by nobody.
    logging.disable(logging.INFO)
    with _history() as (games, took):
        from django.core.cache import cache

        from games import table
        from leaderboard.step import OVERLAP, waiting

        rows: list[Row] = [(f"making {games:,} games, s", took, "")]
        for what, address, name in pages():
            client = client_of(name)
            statements = queries_of(lambda client=client, address=address: client.get(address))
            request = served(client, address)
            cache.clear()
            cold, _ = _time(request)
            times = [_time(request) for _ in range(40)]
            bad = scans(statements)
            for plan in bad:
                print(plan)
            rows += [
                (f"{what}: median ms", median(took for took, _ in times), GOAL),
                ("  fastest ms, as on a quiet machine", min(took for took, _ in times), GOAL),
                ("  of the median, ms of the web process's own work", median(worked for _, worked in times), ""),
                ("  the first time, with nothing in the cache, ms", cold, ""),
                ("  queries", len(statements), ""),
                ("  plans with a scan of a large table", len(bad), "0"),
            ]
        look = waiting(table.now() - OVERLAP)
        rows.append(("the worker's look for finished games, ms", median(_time(look.exists)[0] for _ in range(20)), ""))
        return rows
