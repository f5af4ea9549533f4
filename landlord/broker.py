"""How workers and beat come back to a broker that was away."""

from typing import Any

from celery.app.amqp import AMQP
from kombu.connection import Connection

#: Seconds before a worker tries again, at most: deadlines wait for it.
LONGEST_PAUSE = 3


class Eager(Connection):
    """A connection to the broker that is tried again every few seconds, however long it has been away.

    Celery has no setting for it, and by itself waits 2, 4, 6 and up to 30 seconds.
    """

    def ensure_connection(self, *args: Any, interval_max: float = LONGEST_PAUSE, **kwargs: Any) -> Any:
        """Have a connection, with pauses between the tries that don't grow beyond `interval_max`."""
        return super().ensure_connection(*args, interval_max=min(interval_max, LONGEST_PAUSE), **kwargs)


class Broker(AMQP):
    """Celery's way to the broker, by such connections."""

    Connection = Eager
