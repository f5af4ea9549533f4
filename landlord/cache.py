"""The cache in full mode: Redis, and the process's own memory while Redis is away."""

from collections.abc import Callable
from typing import Any, TypeVar

import structlog
from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import ConnectionError as RedisAway
from redis.exceptions import TimeoutError as RedisSlow

log = structlog.get_logger(__name__)
T = TypeVar("T")


class RedisOrMemory(RedisCache):
    """Redis as the cache; what it can't answer is answered from this process's memory.

    Redis may be lost at any moment. Nothing kept here is lost for good with it, but limits on signing in
    count here: without an answer nobody could sign in, and an answer of "never seen" would lift them. So
    each process counts by itself until Redis is back.
    """

    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._memory = LocMemCache("while-redis-is-away", {"OPTIONS": {"MAX_ENTRIES": 10_000}})

    def _either(self, redis: Callable[[], T], memory: Callable[[], T]) -> T:
        try:
            return redis()
        except (RedisAway, RedisSlow) as error:
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
