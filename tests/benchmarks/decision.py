"""What one decision costs, by form and by API: four people, late in a long game, one web process.

Held against the floor's transaction of the same run. Times are those of one client on a connection that
stays open; queries are counted without BEGIN and COMMIT.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import msgspec

from tests.benchmarks import site
from tests.benchmarks.long_games import Decision, LongGame, long_game
from tests.benchmarks.pairs import WARM_UP, Pairs, paired, quantile
from tests.benchmarks.scale import sized
from tests.benchmarks.site import Browser, Connection, Row, Web

MOVES = 1000
PAIRS = sized(400, 6)
CLIENTS, EACH = 8, sized(150, 3)
ROUNDS = sized(5, 1)
GOAL = "<= 2.0"

Ways = dict[str, Callable[[LongGame, Decision], tuple[bytes, int]]]


class Players:
    """The four people with their sessions and tokens, and their requests in each of the ways to decide."""

    def __init__(self, people: Sequence[Any]) -> None:
        from accounts import tokens
        from accounts.models import PersonalToken

        self.browsers = [Browser(user) for user in people]
        self._tokens = [tokens.make(user, "benchmark", PersonalToken.Scope.PLAY) for user in people]

    def by_form(self, game: LongGame, decision: Decision) -> tuple[bytes, int]:
        """Give the request of a page without a script, and the status of its answer."""
        fields = {"token": decision.token, "move": decision.move}
        return self.browsers[decision.seat].post(f"/games/{game.id}/move/", fields), 303

    def by_script(self, game: LongGame, decision: Decision) -> tuple[bytes, int]:
        """Give the request of the page's script, which gets the new table in the answer."""
        fields = {"token": decision.token, "move": decision.move}
        request = self.browsers[decision.seat].post(f"/games/{game.id}/move/", fields, accept="application/json")
        return request, 200

    def by_api(self, game: LongGame, decision: Decision) -> tuple[bytes, int]:
        """Give the request of a program with a token of its own."""
        body = msgspec.json.encode({"token": decision.token, "moves": [msgspec.Raw(decision.move.encode())]})
        bearer = f"Bearer {self._tokens[decision.seat]}"
        return site.post(f"/api/v1/games/{game.id}/moves/", body, "application/json", authorization=bearer), 200


def floor(player: Browser, size: int) -> bytes:
    """Give the request of the floor's transaction, on a document of `size` bytes of its own."""
    from tests.benchmarks.floor.documents import of_size

    return player.post(f"/floor/{of_size(size).pk}/act/", {"token": "1000", "move": '{"type":"end_turn"}'})


def decisions(web: Web, game: LongGame, way: Callable[[LongGame, Decision], Any], floor: bytes) -> Pairs:
    """Make all decisions of a game, each beside the floor's transaction."""
    requests = [way(game, decision) for decision in game.decisions]
    with Connection(web.port) as one, Connection(web.port) as other:
        return paired(
            lambda n: one.time(*requests[n]), lambda _: other.time(floor, 303), len(requests) - WARM_UP, web.worked
        )


def queries_of(game: LongGame, request: Callable[[Any, Decision], Any], people: Sequence[Any]) -> int:
    """Give the most queries that one of a game's decisions makes."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    most = 0
    clients = []
    for user in people:
        clients.append(Client())
        clients[-1].force_login(user, backend="accounts.backends.ByAddress")
    for decision in game.decisions:
        with CaptureQueriesContext(connection) as captured:
            answer = request(clients[decision.seat], decision)
        assert answer.status_code in (200, 303), answer.content
        most = max(most, sum(not q["sql"].startswith(("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")) for q in captured))
    return most


def _by_form(client: Any, game: LongGame, decision: Decision, **headers: str) -> Any:
    fields = {"token": decision.token, "move": decision.move}
    return client.post(f"/games/{game.id}/move/", fields, headers={**headers, "host": "127.0.0.1"})


def at_once(port: int, lists: Sequence[Sequence[tuple[bytes, int]]]) -> tuple[list[float], float]:
    """Send lists of requests at the same time, each one after another; give all times in ms, and requests a second."""

    def client(requests: Sequence[tuple[bytes, int]]) -> list[float]:
        with Connection(port) as connection:
            return [connection.time(*request) for request in requests]

    begin = perf_counter()
    with ThreadPoolExecutor(len(lists)) as pool:
        times = [time for got in pool.map(client, lists) for time in got]
    return times, len(times) / (perf_counter() - begin)


def _one_client(web: Web, players: Players) -> list[Row]:
    rows: list[Row] = []
    ways = {
        "by form": (players.by_form, GOAL),
        "by API": (players.by_api, GOAL),
        "by script, the new table in the answer": (players.by_script, ""),
    }
    for number, (what, (way, goal)) in enumerate(ways.items()):
        game = long_game(MOVES, PAIRS + WARM_UP, number)
        pairs = decisions(web, game, way, floor(players.browsers[0], len(game.snapshot)))
        took, least, ratio = pairs.rows
        rows += [
            (f"one decision {what}, median ms", took, ""),
            ("  the floor's transaction beside it, median ms", least, ""),
            ("  ratio, median of pairs", ratio, goal),
            *worked(pairs),
        ]
    return rows


def worked(pairs: Pairs) -> list[Row]:
    """Give the rows of the web server's processor time."""
    one, other = pairs.work
    return [
        ("  processor time of the web process, mean ms", one, ""),
        ("  and for the floor", other, ""),
        ("  ratio of these", one / other if other else 0.0, ""),
    ]


def _many_clients(folder: Path, players: Players) -> list[Row]:
    """Give p50 and p99 at CLIENTS clients, and how many decisions two web processes make against one."""
    speeds: dict[int, list[float]] = {1: [], 2: []}
    spread, times = [], []
    games = [long_game(MOVES, 2 * ROUNDS * EACH, 100 + n) for n in range(CLIENTS)]
    done = 0
    with site.web(folder) as one, site.web(folder, 2) as two:
        for _ in range(ROUNDS):
            for processes, port in ((1, one.port), (2, two.port)):
                lists = [[players.by_form(g, d) for d in g.decisions[done : done + EACH]] for g in games]
                took, speed = at_once(port, lists)
                done += EACH
                speeds[processes].append(speed)
                if processes == 1:
                    times += took
                    spread.append(quantile(took, 0.99) / median(took))
    return [
        (f"one decision by form at {CLIENTS} clients, p50 ms", median(times), ""),
        ("  p99 ms", quantile(times, 0.99), ""),
        ("  p99 against p50, median of runs", median(spread), "<= 4"),
        (f"decisions a second, one web process, {CLIENTS} clients", median(speeds[1]), ""),
        ("decisions a second, two web processes", median(speeds[2]), ""),
        ("  two against one, median of pairs", median(b / a for a, b in zip(*speeds.values(), strict=True)), ">= 1.7"),
    ]


def figures() -> list[Row]:
    """Measure decisions. Gives rows of (what, figure, goal)."""
    with site.site() as folder:
        game = long_game(MOVES, 30, 900)
        players = Players(game.people)
        rows: list[Row] = [
            (
                "one decision by form, most queries",
                queries_of(game, lambda client, d: _by_form(client, game, d), game.people),
                "",
            ),
            ("size of the state, bytes", len(game.snapshot), ""),
        ]
        with site.web(folder) as web:
            rows += _one_client(web, players)
        return rows + _many_clients(folder, players)
