"""Workers outlive a restart of the database: the connection that broke is not used again."""

import threading
from typing import Any

import pytest
from celery import shared_task
from django.db import connection, connections

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite has no server that restarts"),
]


@shared_task
def look() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def test_tasks_connect_anew_when_the_database_has_restarted(transactional_db: None) -> None:
    told: list[Any] = []

    def work() -> None:
        # A thread of its own, as a worker has: its connection lives as long as it does.
        try:
            told.append(look.apply().get())
            end(told[0])
            told.extend(look.apply(throw=False).result for _ in range(3))
        finally:
            connections.close_all()

    thread = threading.Thread(target=work)
    thread.start()
    thread.join(30)
    first, *after = told
    assert len(after) == 3 and all(isinstance(pid, int) and pid != first for pid in after), after


def end(pid: int) -> None:
    """End a connection as the server does when it stops."""

    def tell() -> None:
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])
        finally:
            connections.close_all()

    other = threading.Thread(target=tell)
    other.start()
    other.join(10)
