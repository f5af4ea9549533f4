"""The caches in full mode: Redis; and while Redis is away the process's own memory, or for sessions nothing."""

import time
from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

import structlog
from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.core.cache.backends.dummy import DummyCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import ConnectionError as RedisAway
from redis.exceptions import TimeoutError as RedisSlow

log = structlog.get_logger(__name__)
T = TypeVar("T")

#: For so long after it did not answer Redis isn't asked, in seconds: one that hangs costs each question its
#: time, and a sign-in asks twenty.
LEFT_ALONE = 2.0
#: A session is looked for in the database again after this, in seconds: one that was ended while Redis was
#: away is still there when it comes back.
SESSION_KEPT = 600


class RedisOrMemory(RedisCache):
    """Redis as the cache; what it can't answer is answered from this process's memory.

    Redis may be lost at any moment. Nothing kept here is lost for good with it, but limits on signing in
    count here: without an answer nobody could sign in, and an answer of "never seen" would lift them. So
    each process counts by itself until Redis is back.
    """

    #: Until when each server is left alone, by the monotonic clock, for all threads of the process.
    _left_alone: ClassVar[dict[str, float]] = {}

    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._server = str(server)
        self._memory: BaseCache = LocMemCache("while-redis-is-away", {"OPTIONS": {"MAX_ENTRIES": 10_000}})

    def _either(self, redis: Callable[[], T], memory: Callable[[], T]) -> T:
        if time.monotonic() < self._left_alone.get(self._server, 0.0):
            return memory()
        try:
            return redis()
        except (RedisAway, RedisSlow) as error:
            self._left_alone[self._server] = time.monotonic() + LEFT_ALONE
            log.warning("redis is away, so this process remembers by itself", error=type(error).__name__)
            return memory()

    def add(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> Any:
        """Keep a value unless there is one."""
        return self._either(
            lambda: super(RedisOrMemory, self).add(key, value, timeout=timeout, version=version),
            lambda: self._memory.add(key, value, timeout=timeout, version=version),
        )

    def get(self, key: Any, default: Any = None, version: Any = None) -> Any:
        """Give a value."""
        return self._either(
            lambda: super(RedisOrMemory, self).get(key, default, version),
            lambda: self._memory.get(key, default, version),
        )

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> Any:
        """Keep a value."""
        return self._either(
            lambda: super(RedisOrMemory, self).set(key, value, timeout=timeout, version=version),
            lambda: self._memory.set(key, value, timeout=timeout, version=version),
        )

    def incr(self, key: Any, delta: int = 1, version: Any = None) -> Any:
        """Count up. Raises ValueError for a key that is not there."""
        return self._either(
            lambda: super(RedisOrMemory, self).incr(key, delta, version),
            lambda: self._memory.incr(key, delta, version),
        )

    def delete(self, key: Any, version: Any = None) -> Any:
        """Forget a value."""
        return self._either(
            lambda: super(RedisOrMemory, self).delete(key, version), lambda: self._memory.delete(key, version)
        )

    def has_key(self, key: Any, version: Any = None) -> bool:
        """Tell whether there is a value."""
        return bool(
            self._either(
                lambda: super(RedisOrMemory, self).has_key(key, version), lambda: self._memory.has_key(key, version)
            )
        )


class RedisOrNothing(RedisOrMemory):
    """Redis for sessions, whose truth is the database; while Redis is away each is read from there.

    A process that kept them by itself would let in who has signed out by another one.
    """

    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._memory = DummyCache("", {})

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> Any:
        """Keep a value, for SESSION_KEPT at most."""
        lasts = min(timeout, SESSION_KEPT) if isinstance(timeout, int | float) else SESSION_KEPT
        return super().set(key, value, timeout=lasts, version=version)
