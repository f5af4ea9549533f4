"""The database for a program that must not wait: reads run in a few threads, each with one connection."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from django.conf import settings
from django.db import close_old_connections

P = ParamSpec("P")
T = TypeVar("T")

#: Connections of the process. More would only wait for the one core that Python uses.
THREADS = 1 if settings.EMBEDDED else 3


class Database:
    """Runs reads, and gives their results to who waits for them."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="database")

    async def run(self, read: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Give what a read gives; raise what it raises."""

        def fresh() -> T:
            # As Django does around a request: a connection that the server has ended is opened anew.
            close_old_connections()
            try:
                return read(*args, **kwargs)
            finally:
                close_old_connections()

        return await asyncio.get_running_loop().run_in_executor(self._threads, fresh)

    def close(self) -> None:
        """Let the threads end."""
        self._threads.shutdown(wait=False, cancel_futures=True)
