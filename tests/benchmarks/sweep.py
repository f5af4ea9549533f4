"""What the site's clock costs: a sweep with nothing due among many live deadlines, and one time-out.

On a PostgreSQL of its own, by one sweep in this process, without Celery. The time-out's transaction is held
against the floor's, called as a function.
"""

import json
import time
from collections.abc import Callable
from datetime import timedelta
from statistics import median
from typing import Any

from tests.benchmarks import site
from tests.benchmarks.pairs import WARM_UP, paired
from tests.benchmarks.scale import sized
from tests.benchmarks.site import Row

#: Live deadlines while the sweep with nothing due is measured, sweeps, and games that are due.
LIVE, SWEEPS, DUE = sized(20_000, 100, 300_000), sized(200, 3), sized(300, 10)


def _floor(number: int) -> None:
    from django.db import transaction

    from tests.benchmarks.floor.models import Document, Entry

    with transaction.atomic():
        row = Document.objects.select_for_update().get(pk=number)
        document = json.loads(row.body)
        document["moves"] += 1
        row.body = json.dumps(document)
        row.changes += 1
        row.save(update_fields=["body", "changes"])
        Entry.objects.create(document=row, number=row.changes, text='{"type":"end_turn"}')


class Asked:
    """Times each query; transactions' own statements are not among them. Milliseconds."""

    def __init__(self) -> None:
        self.took: list[float] = []

    def __call__(self, execute: Callable[..., Any], *args: Any) -> Any:
        """Carry out a query, as Django's `execute_wrapper` asks."""
        begin = time.perf_counter()
        try:
            return execute(*args)
        finally:
            self.took.append(1000 * (time.perf_counter() - begin))


def _timed(work: object) -> float:
    assert callable(work)
    begin = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - begin)


def figures() -> list[Row]:
    """Measure the sweep. Gives rows of (what, figure, goal)."""
    with site.site():
        import pytest
        from django.db import connection

        from games import table
        from games.models import GameSecret, Move
        from tests.benchmarks.floor.documents import of_size
        from tests.clock.crowds import copies
        from tests.clock.tables import Tables

        game = Tables(pytest.MonkeyPatch()).start(3, move_time=604_800)
        for _ in range(max(LIVE // 1000, 1)):
            copies(game, min(LIVE, 1000), lambda n: table.now() + timedelta(days=1, seconds=n))
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
        table.sweep()
        empty, in_database = [], []
        for _ in range(SWEEPS):
            asked = Asked()
            with connection.execute_wrapper(asked):
                empty.append(_timed(table.sweep))
            in_database.append(sum(asked.took))
        queries = len(asked.took)
        due = copies(game, DUE + WARM_UP, lambda n: table.now() - timedelta(seconds=5))
        document = of_size(len(GameSecret.objects.get(game=game.game).snapshot)).pk
        pairs = paired(
            lambda n: _timed(lambda: table.expire(due[n].id)), lambda _: _timed(lambda: _floor(document)), DUE
        )
        assert Move.objects.filter(by="clock").count() == DUE + WARM_UP
        took, least, ratio = pairs.rows
        return [
            (f"sweep, nothing due, {LIVE:,} live deadlines, median ms", median(empty), ""),
            ("  of that in the database, median ms", median(in_database), "<= 3"),
            ("  queries", queries, ""),
            ("one time-out's transaction, median ms", took, ""),
            ("  the floor's transaction beside it, median ms", least, ""),
            ("  ratio, median of pairs", ratio, "<= 2.5"),
        ]
