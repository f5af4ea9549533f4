"""Several things done at one moment, each on a connection of its own to the database."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import connections

Work = Callable[[], Any]


def at_once(*works: Work) -> list[Any]:
    """Do things in as many threads, begun at one moment; give what came of each, in their order."""
    barrier = threading.Barrier(len(works))

    def run(work: Work) -> Any:
        try:
            # Connected before the moment, or whoever connects first has won already.
            connections["default"].ensure_connection()
            barrier.wait(30)
            return work()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(run, works))
