"""What the site's clock costs: a sweep with nothing due among many running games, and time-outs a second.

On a PostgreSQL of its own, by one sweep in this process, without Celery.
"""

import time
from datetime import timedelta
from statistics import median

from tests.benchmarks.web import Row, _site

#: Games that run while the empty sweep is measured, and games that are due.
RUNNING, DUE = 20_000, 400


def figures() -> list[Row]:
    """Measure the sweep. Gives rows of (what, figure, goal)."""
    with _site():
        import pytest
        from django.db import connection
        from django.test.utils import CaptureQueriesContext

        from games import table
        from games.models import Move
        from tests.clock.crowds import copies
        from tests.clock.tables import Tables

        game = Tables(pytest.MonkeyPatch()).start(3, move_time=604_800)
        for _ in range(RUNNING // 1000):
            copies(game, 1000, lambda n: table.now() + timedelta(days=1, seconds=n))
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
        table.sweep()
        empty = []
        for _ in range(200):
            begin = time.perf_counter()
            assert table.sweep() == 0
            empty.append(1000 * (time.perf_counter() - begin))
        with CaptureQueriesContext(connection) as captured:
            table.sweep()
        queries = sum(not query["sql"].startswith(("BEGIN", "COMMIT")) for query in captured)
        copies(game, DUE, lambda n: table.now() - timedelta(seconds=1))
        begin, made = time.perf_counter(), 0
        while made < DUE:
            made += table.sweep()
        seconds = time.perf_counter() - begin
        assert Move.objects.filter(by="clock").count() == made
        return [
            (f"sweep, nothing due, {RUNNING:,} games running, median ms", median(empty), ""),
            ("sweep, nothing due, slowest of 200, ms", max(empty), ""),
            ("sweep, nothing due, queries", queries, ""),
            (f"time-outs a second, {DUE} due at once", made / seconds, ""),
        ]
