"""How workers and beat come back to a broker that was away."""

from typing import Any

import structlog
from celery.app.amqp import AMQP
from kombu.connection import Connection

log = structlog.get_logger(__name__)

#: Seconds before a worker tries again, at most: deadlines wait for it.
LONGEST_PAUSE = 3


class Eager(Connection):
    """A connection to the broker that is tried again every few seconds, however long it has been away.

    Celery has no setting for it, and by itself waits 2, 4, 6 and up to 30 seconds.
    """

    def ensure_connection(self, *args: Any, interval_max: float = LONGEST_PAUSE, **kwargs: Any) -> Any:
        """Have a connection, with pauses between the tries that don't grow beyond `interval_max`."""
        return super().ensure_connection(*args, interval_max=min(interval_max, LONGEST_PAUSE), **kwargs)

    def maybe_close_channel(self, channel: Any) -> None:
        """Close a channel, in whatever state it is.

        To close one puts back what was taken and not done yet. After a lost connection that may fail in ways that
        Celery does not expect, and then ended the worker. Nothing is missed by it: each task finds its work in the
        database, and the next tick comes within seconds.
        """
        try:
            super().maybe_close_channel(channel)
        except Exception:
            log.warning("a channel to the broker was lost", exc_info=True)


class Broker(AMQP):
    """Celery's way to the broker, by such connections."""

    Connection = Eager
