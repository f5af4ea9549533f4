"""A process that stands still in the middle of a transaction loses it, so that it holds nobody else up.

One that is stopped (SIGSTOP, a machine that sleeps) while it holds a game's row would keep that game's
clock from being looked at, and one that holds the site's clock would keep all of them. PostgreSQL ends
such a session, and what it had not finished is as if it had never begun.
"""

from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

#: Nothing here leaves a transaction alone for so long, in seconds.
PATIENCE = 30


def guard_connections() -> None:
    """Have every new connection to PostgreSQL ended that leaves a transaction alone for too long."""
    connection_created.connect(_limit, dispatch_uid="games.stalled")


def _limit(sender: object, connection: BaseDatabaseWrapper, **kwargs: Any) -> None:
    # By a statement and not as an option of the connection, which connection poolers refuse.
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"SET idle_in_transaction_session_timeout = '{PATIENCE}s'")
