"""What a decision and the pages cost: database queries (BEGIN and COMMIT apart), server time, answer sizes.

On a PostgreSQL of its own, through Django's whole stack of middleware, by a guest in a game of two.
"""

import gzip
import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from statistics import median
from typing import Any

import msgspec

#: The first of these that a decision offers is what the guest does; what is not named ends no game.
HABITS = ("end_turn", "decline", "pass", "refuse", "roll", "sell", "mortgage")

Row = tuple[str, float, str]


@dataclass
class _Costs:
    """What requests of one kind cost, one entry each."""

    queries: list[int] = field(default_factory=list)
    milliseconds: list[float] = field(default_factory=list)
    response: Any = None


@contextmanager
def _site() -> Iterator[None]:
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django
    from django.test.utils import setup_test_environment, teardown_test_environment

    django.setup()
    from django.db import connection

    from tests import services

    setup_test_environment()
    name = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0)
    try:
        yield
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)
        teardown_test_environment()
        services.stop()


def _measure(costs: _Costs, request: Callable[[], Any]) -> Any:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as captured:
        begin = time.perf_counter()
        costs.response = request()
        costs.milliseconds.append(1000 * (time.perf_counter() - begin))
    ends = ("BEGIN", "COMMIT")
    costs.queries.append(sum(not query["sql"].startswith(ends) for query in captured))
    return costs.response


def _play(client: Any, decisions: int) -> tuple[str, _Costs]:
    """Play a guest's game of two by habit, and give its address and what each decision cost."""
    from games import queries
    from games.models import Seat
    from games.who import Who

    accept = {"accept": "application/json"}
    opened = client.post("/play/", {"seats": 2}, headers=accept).json()
    client.post(opened["start"], {"client_seed": "benchmark"}, headers=accept)
    who = Who(guest=Seat.objects.get(game__public_id=opened["id"], number=0).guest_key)
    costs = _Costs()
    for _ in range(decisions):
        reading = queries.table(opened["id"], who)
        if reading.legal is None or reading.game.status == "finished":
            break
        listed = msgspec.to_builtins(reading.legal.moves)
        move = next(m for habit in HABITS for m in listed if m["type"] == habit)
        form = {"token": reading.token, "move": json.dumps(move)}
        _measure(costs, lambda form=form: client.post(f"{opened['table']}move/", form))
    return opened["table"], costs


def figures() -> list[Row]:
    """Measure the site. Gives rows of (what, figure, goal)."""
    with _site():
        from django.test import Client

        client = Client()
        # A guest who buys nothing is out after some forty decisions: several games, one after another.
        decisions, games = _Costs(), []
        for _ in range(6):
            table, costs = _play(client, 400)
            games.append((len(costs.queries), table))
            decisions.queries += costs.queries
            decisions.milliseconds += costs.milliseconds
        open_table, _ = _play(client, 12)
        page, unchanged, replay = _Costs(), _Costs(), _Costs()
        for _ in range(30):
            _measure(page, lambda: client.get(open_table, headers={"accept-encoding": "gzip"}))
        etag = client.get(f"{open_table}live/")["ETag"]
        for _ in range(30):
            _measure(unchanged, lambda: client.get(f"{open_table}live/", headers={"if-none-match": etag}))
        longest = max(games)[1]
        for _ in range(10):
            _measure(replay, lambda: client.get(f"{longest}replay/?move=last"))
        assert unchanged.response.status_code == 304
        return [
            ("decisions measured", len(decisions.queries), ""),
            ("one decision by POST, bots included, most queries", max(decisions.queries), "<= 12"),
            ("one decision by POST, median ms", median(decisions.milliseconds), ""),
            ("table page, most queries", max(page.queries), "<= 8"),
            ("table page, median ms", median(page.milliseconds), ""),
            ("table page itself, bytes compressed", _size(page.response), ""),
            ("unchanged table (304), most queries", max(unchanged.queries), "<= 3"),
            ("unchanged table (304), median ms", median(unchanged.milliseconds), ""),
            ("replay at the last move, queries", max(replay.queries), ""),
            ("replay at the last move, median ms", median(replay.milliseconds), ""),
        ]


def _size(response: Any) -> int:
    compressed = response.headers.get("Content-Encoding") == "gzip"
    return len(response.content if compressed else gzip.compress(response.content))
