"""Lobby, leaderboard and players' pages in a large history, and a decision beside it.

`--size full` makes 100,000 players and 1,000,000 finished games, which takes a quarter of an hour; without it
there are a fiftieth of them. Held against the floor's page of the same size; plans, too, since no page may read
a large table from end to end.
"""

import re
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from tests.benchmarks import site
from tests.benchmarks.scale import sized
from tests.benchmarks.site import Browser, Row

#: Tables that grow with people and games: no page may read one of them from end to end, once it fills so many of the
#: database's pages, of 8 KB each; a smaller one is read sooner than its index.
LARGE_FROM = 100
LARGE = re.compile(r"Seq Scan on (accounts_user|games_game|games_seat|games_move|leaderboard_\w+)", re.IGNORECASE)
GOAL = "<= 1.5"
GAMES = sized(20_000, 300, 1_000_000)
PAIRS = sized(100, 3)


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
        ("player with the usual number of games", f"/players/{usual.name}/", second),
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
        cursor.execute("SELECT relname FROM pg_class WHERE relkind = 'r' AND relpages >= %s", [LARGE_FROM])
        large = {name for (name,) in cursor.fetchall()}
        for statement in statements:
            cursor.execute("EXPLAIN " + statement.replace("%", "%%"), ())
            plan = "\n".join(row[0] for row in cursor.fetchall())
            if large.intersection(LARGE.findall(plan)):
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


def _decisions(web: site.Web, number: int) -> float:
    """Give the median time of a decision by form, in milliseconds."""
    from tests.benchmarks.decision import Players, decisions, floor
    from tests.benchmarks.long_games import long_game
    from tests.benchmarks.pairs import WARM_UP

    game = long_game(300, PAIRS + WARM_UP, number)
    players = Players(game.people)
    pairs = decisions(web, game, players.by_form, floor(players.browsers[0], len(game.snapshot)))
    # As a multiple of the floor's beside it: the machine may be busier at one time than at the other.
    return pairs.ratio


def _page(web: site.Web, what: str, address: str, name: str | None) -> list[Row]:
    from accounts.models import User
    from tests.benchmarks import pages as measured

    client = client_of(name)
    bad = scans(queries_of(lambda: client.get(address)))
    for plan in bad:
        print(plan)
    rows = [("  plans with a scan of a large table", float(len(bad)), "0" if GAMES >= 20_000 else "")]
    if name is not None:
        browser = Browser(User.objects.get(name=name))
        rows = [*measured.page(web, browser, address, what, GOAL), *rows]
    return rows


def _measure(folder: Path) -> list[Row]:
    from games import table
    from leaderboard.history import Size, make
    from leaderboard.step import OVERLAP, waiting

    begin = time.perf_counter()
    make(Size(max(GAMES // 10, 100), GAMES, GAMES // 100))
    rows: list[Row] = [(f"making {GAMES:,} games, s", time.perf_counter() - begin, "")]
    with site.web(folder) as web:
        behind = _decisions(web, 2)
        rows.append(("one decision beside them, as a multiple of the floor's", behind, ""))
        someone = pages()[1][2]
        for what, address, name in [("lobby", "/games/", someone), *pages()]:
            if name is not None:
                rows += _page(web, what, address, name)
    look = waiting(table.now() - OVERLAP)
    times = []
    for _ in range(20):
        begin = time.perf_counter()
        look.exists()
        times.append(1000 * (time.perf_counter() - begin))
    return [*rows, ("the worker's look for finished games, median ms", median(times), "")]


def figures() -> list[Row]:
    """Measure the pages. Gives rows of (what, figure, goal)."""
    with site.site() as folder:
        from django.db import connection

        with site.web(folder) as web:
            before = _decisions(web, 2)
        # A history is made in an empty database only.
        with connection.cursor() as cursor:
            cursor.execute("TRUNCATE accounts_user, games_game CASCADE")
        rows = _measure(folder)
    behind = next(figure for what, figure, _ in rows if what.startswith("one decision beside them"))
    return [
        *rows,
        ("one decision with no other game, as a multiple of the floor's", before, ""),
        (f"  beside {GAMES:,} finished games against none", behind / before, "<= 1.2"),
    ]
