"""What the pages cost: the table to a member, its unchanged answer, lobby, leaderboard, a profile.

One web process and one client, held against the floor's page of the same size, and the floor's 304.
"""

from collections.abc import Callable

from tests.benchmarks import site
from tests.benchmarks.decision import worked
from tests.benchmarks.long_games import LongGame, long_game
from tests.benchmarks.pairs import paired
from tests.benchmarks.scale import sized
from tests.benchmarks.site import Browser, Connection, Row, Web

PAIRS = sized(300, 5)
#: With hardly anything in the database; `ratings` has them in a large history.
OTHERS = {"home": "/", "lobby": "/games/", "leaderboard": "/leaderboard/", "profile": "/players/ada/"}


def plain(connection: Connection, browser: Browser, path: str) -> int:
    """Give how many bytes a page has, not compressed."""
    status, answer = connection.send(browser.get(path, accept_encoding="identity"))
    assert status == 200, answer[:3000]
    return len(answer) - answer.find(b"\r\n\r\n") - 4


def sent(connection: Connection, browser: Browser, path: str) -> int:
    """Give how many bytes a page has as it is sent: compressed, with headers."""
    return len(connection.send(browser.get(path))[1])


def floor_page(connection: Connection, browser: Browser, size: int, wire: int) -> str:
    """Make a page of the floor's that is as large as a page of `size` bytes, and `wire` as sent; give its address.

    Text that is drawn takes a while to compress, as a real page's does, and one letter again and again does not.
    """
    from tests.benchmarks.floor.documents import for_page

    empty = plain(connection, browser, f"/floor/{for_page().pk}/")
    # A page smaller than that of forty squares is held against it as it is.
    fill = max(size - empty, 0) // 40
    low, high = 0, 1000
    while high - low > 1:
        drawn = (low + high) // 2
        address = f"/floor/{for_page(fill, drawn).pk}/"
        low, high = (low, drawn) if sent(connection, browser, address) > wire else (drawn, high)
    address = f"/floor/{for_page(fill, low).pk}/"
    assert size < empty or abs(plain(connection, browser, address) - size) < 40 + size // 500
    return address


def page(
    web: Web, browser: Browser, path: str, what: str, goal: str, before: Callable[[], object] = lambda: None
) -> list[Row]:
    """Measure a page beside the floor's of its size; `before` is done before each look at it, and not timed."""
    with Connection(web.port) as one, Connection(web.port) as other:
        size = plain(one, browser, path)
        wire = sent(one, browser, path)
        beside = floor_page(other, browser, size, wire)
        product, floor = browser.get(path), browser.get(beside)

        def look(_: int) -> float:
            before()
            return one.time(product, 200)

        pairs = paired(look, lambda _: other.time(floor, 200), PAIRS, web.worked)
        took, least, ratio = pairs.rows
        floor_wire = sent(other, browser, beside)
    return [
        (f"{what}, median ms", took, ""),
        ("  bytes", size, ""),
        ("  bytes as sent: compressed, with headers", wire, ""),
        ("  and of the floor's page", floor_wire, ""),
        ("  the floor's page beside it, median ms", least, ""),
        ("  ratio, median of pairs", ratio, goal),
        *worked(pairs),
    ]


def unchanged(web: Web, browser: Browser, game: LongGame) -> list[Row]:
    """Measure the answer that a table is unchanged beside the floor's."""
    from tests.benchmarks.floor.documents import of_size

    document = of_size(len(game.snapshot))
    live, least = f"/games/{game.id}/live/", f"/floor/{document.pk}/live/"
    with Connection(web.port) as one, Connection(web.port) as other:
        head = one.send(browser.get(live))[1].split(b"\r\n\r\n")[0].decode()
        etag = next(line for line in head.splitlines() if line.lower().startswith("etag:")).split(":", 1)[1].strip()
        # Compressed answers have a weak one, by which a browser asks as well.
        product = browser.get(live, if_none_match=etag)
        floor = browser.get(least, if_none_match=f'"{document.pk}.0"')
        pairs = paired(lambda _: one.time(product, 304), lambda _: other.time(floor, 304), PAIRS, web.worked)
        took, other_took, ratio = pairs.rows
    return [
        ("unchanged table (304), median ms", took, ""),
        ("  the floor's 304 beside it, median ms", other_took, ""),
        ("  ratio, median of pairs", ratio, "<= 1.3"),
        *worked(pairs),
    ]


def change(game_id: str) -> None:
    """Change something at a table, so that no page of it that is kept may be shown."""
    from django.db.models import F

    from games.models import Game

    Game.objects.filter(public_id=game_id).update(changes=F("changes") + 1)


def queries(browser: Browser, path: str, **headers: str) -> int:
    """Give how many queries a request makes."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    client = Client(headers={"cookie": browser.cookie, "host": "127.0.0.1", **headers})
    with CaptureQueriesContext(connection) as captured:
        answer = client.get(path)
    assert answer.status_code in (200, 304), answer.content
    return sum(not query["sql"].startswith(("BEGIN", "COMMIT")) for query in captured)


def figures() -> list[Row]:
    """Measure the pages. Gives rows of (what, figure, goal)."""
    with site.site() as folder:
        # Far enough ahead that somebody else is asked too: who is out of the game waits for nothing.
        game = long_game(1000, 60)
        seats = list(dict.fromkeys(decision.seat for decision in game.decisions))
        asked, waiting = (Browser(game.people[seat]) for seat in seats[:2])
        path = f"/games/{game.id}/"
        rows: list[Row] = []
        with site.web(folder) as web:
            rows += page(web, asked, path, "table page of the member who is asked", "<= 1.0")
            rows += [("  queries", queries(asked, path), "")]
            rows += page(web, waiting, path, "table page of a member who waits", "<= 1.0")
            rows += page(web, waiting, path, "table page, the first look after a change", "", lambda: change(game.id))
            rows += unchanged(web, asked, game)
            for what, address in OTHERS.items():
                rows += page(web, asked, address, what, "")
        return rows
