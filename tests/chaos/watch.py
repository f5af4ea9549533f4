"""A look at the database five times a second from outside: when it was away, and when the clocks were looked at."""

import contextlib
import threading
import time
from datetime import datetime

import psycopg

EVERY = 0.2


class Watch(threading.Thread):
    """Notes when the database gave no answer and when it did again, and each time of a sweep that it saw."""

    def __init__(self, url: str) -> None:
        super().__init__(daemon=True)
        self._url = url
        self.ends = threading.Event()
        #: From the last answer to the first one after it, where one failed between the two.
        self.outages: list[tuple[float, float]] = []
        self.sweeps: list[datetime] = []
        self.slowest = 0.0

    def run(self) -> None:
        """Look until told to stop."""
        connection: psycopg.Connection | None = None
        answered, away = time.time(), False
        while not self.ends.wait(EVERY):
            try:
                if connection is None:
                    connection = psycopg.connect(self._url, autocommit=True, connect_timeout=2)
                row = connection.execute("SELECT swept_at FROM games_siteclock").fetchone()
            except psycopg.Error:
                away = True
                if connection is not None:
                    with contextlib.suppress(psycopg.Error):
                        connection.close()
                connection = None
                continue
            if away:
                self.outages.append((answered, time.time()))
            answered, away = time.time(), False
            if row is not None and (not self.sweeps or row[0] > self.sweeps[-1]):
                self.sweeps.append(row[0])
        if connection is not None:
            connection.close()
