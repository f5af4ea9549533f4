"""How workers and beat come back to a broker that was away."""

from typing import Any

from celery.app.amqp import AMQP
from kombu.connection import Connection
from kombu.transport import redis
from redis.exceptions import ConnectionError as Lost

#: Seconds before a worker tries again, at most: deadlines wait for it.
LONGEST_PAUSE = 3


class _Channel(redis.Channel):
    """A channel that says so when its connection is lost.

    Whoever has taken something from it and comes back with it later, done or not, or closes it, else meets an error
    that Celery does not expect of a broker, and that ends the worker. Nothing is missed by what can't be given back:
    each task finds its work in the database, and the next tick comes within seconds.
    """

    def _connparams(self, *args: Any, **kwargs: Any) -> Any:
        if getattr(self.connection, "client", None) is None:
            raise Lost("This channel's connection to the broker was lost.")
        return super()._connparams(*args, **kwargs)


class _Transport(redis.Transport):
    """Redis, by such channels."""

    Channel = _Channel


class Eager(Connection):
    """A connection to the broker that is tried again every few seconds, however long it has been away.

    Celery has no setting for it, and by itself waits 2, 4, 6 and up to 30 seconds.
    """

    def ensure_connection(self, *args: Any, interval_max: float = LONGEST_PAUSE, **kwargs: Any) -> Any:
        """Have a connection, with pauses between the tries that don't grow beyond `interval_max`."""
        return super().ensure_connection(*args, interval_max=min(interval_max, LONGEST_PAUSE), **kwargs)

    def get_transport_cls(self) -> Any:
        """Give the transport of the broker's address; for Redis our own."""
        found = super().get_transport_cls()
        return _Transport if found is redis.Transport else found


class Broker(AMQP):
    """Celery's way to the broker, by such connections."""

    Connection = Eager
