"""Where the hub hears of changes: Redis, whose messages may be lost; and looks of its own, which lose none."""

import asyncio
import time
from typing import Any

import structlog
from django.conf import settings

from games import news
from landlord.stream.hub import Hub

log = structlog.get_logger(__name__)

#: Every so many seconds all watched games are looked at: while Redis is heard, while it is not, and embedded.
SAFETY, ALONE, EMBEDDED = 4.0, 1.0, 0.2
#: Every so many seconds it is looked whose way in is due.
CHECKS = 1.0
#: Redis is asked for a sign of life after so long, and given up when it gives none, in seconds.
QUIET, DEAD = 5.0, 12.0
#: Between two tries to reach Redis, in seconds.
AGAIN = 1.0


class Source:
    """Tells the hub what may have changed; each of its tasks goes on whatever the others meet."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._tasks: list[asyncio.Task[None]] = []
        #: Games of which it was said that something was written there.
        self._chats: set[str] = set()
        self._chatted = asyncio.Event()
        self._sooner = asyncio.Event()
        self.hears_redis = False
        #: When the games were last looked at with success, by the monotonic clock.
        self.looked_at = time.monotonic()

    def start(self) -> None:
        """Begin."""
        works = [self._look(), self._check(), self._look_at_chats()]
        works += [] if settings.EMBEDDED else [self._listen()]
        self._tasks = [asyncio.create_task(work) for work in works]

    async def stop(self) -> None:
        """End."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def take(self, message: str) -> None:
        """Take in one message."""
        kind, told = message[:2], message[2:]
        if kind == news.GAME:
            self._hub.changed(told)
        elif kind == news.CHAT:
            self._chats.add(told)
            self._chatted.set()
        elif message == news.ALL_GAMES:
            self._sooner.set()
        elif kind == news.SESSION:
            self._hub.suspect(session=told)
        elif kind == news.PERSON and told.isdecimal():
            self._hub.suspect(user=int(told))

    async def _look(self) -> None:
        while True:
            every = EMBEDDED if settings.EMBEDDED else SAFETY if self.hears_redis else ALONE
            try:
                async with asyncio.timeout(every):
                    await self._sooner.wait()
            except TimeoutError:
                pass
            self._sooner.clear()
            try:
                await self._hub.look_at_all()
                self.looked_at = time.monotonic()
            except Exception:
                log.exception("the watched games can't be looked at")
                await asyncio.sleep(ALONE)

    async def _look_at_chats(self) -> None:
        while True:
            await self._chatted.wait()
            self._chatted.clear()
            while self._chats:
                try:
                    await self._hub.chatted(self._chats.pop())
                except Exception:
                    # The look that comes by itself finds it.
                    log.exception("a chat can't be looked at")

    async def _check(self) -> None:
        while True:
            await asyncio.sleep(CHECKS)
            try:
                await self._hub.check()
            except Exception:
                log.exception("ways in can't be looked at")

    async def _listen(self) -> None:
        # Not at the top: an embedded server has no use for it, and it is slow to load.
        from redis.asyncio import Redis
        from redis.exceptions import RedisError

        while True:
            client = Redis.from_url(settings.REDIS_URL, socket_connect_timeout=QUIET, decode_responses=True)
            try:
                async with client.pubsub() as channel:
                    await channel.subscribe(news.CHANNEL)
                    await self._hear(channel)
            except (RedisError, OSError) as error:
                if self.hears_redis:
                    log.warning("redis is away, so the stream looks by itself", error=type(error).__name__)
            finally:
                self.hears_redis = False
                await client.aclose()
            await asyncio.sleep(AGAIN)

    async def _hear(self, channel: Any) -> None:
        heard = time.monotonic()
        while True:
            message = await channel.get_message(timeout=QUIET)
            if message is None:
                if time.monotonic() - heard > DEAD:
                    raise TimeoutError
                await channel.ping()
                continue
            heard = time.monotonic()
            if message["type"] == "subscribe":
                self.hears_redis = True
                # What was said before it was heard.
                self._sooner.set()
            elif message["type"] == "message":
                self.take(str(message["data"]))
