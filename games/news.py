"""News of games, for whoever has a table open: rung after each commit, heard by the stream (landlord.stream).

A message says that something has changed and never what. It may be lost: the stream also looks by itself. So
nothing here waits for Redis: a thread of its own sends, and what it can't send it drops.
"""

import os
import queue
import threading
import time
from typing import Any

import structlog
from django.conf import settings
from django.db import transaction

log = structlog.get_logger(__name__)

#: The one channel. Several sites on one Redis hear each other's, and know none of the games.
CHANNEL = "landlord:news"
#: What a message begins with: a game's public id follows (of the game, or of its chat alone), a person's number, a
#: session's hashed key, or nothing.
GAME, CHAT, PERSON, SESSION, ALL_GAMES = "g:", "c:", "p:", "s:", "*"

#: Messages that wait for a Redis that does not answer; those beyond are dropped.
MOST_WAITING = 1000
#: Sent at once at most.
MOST_AT_ONCE = 100
#: How long Redis may take, and for how long it is left alone when it took longer, in seconds.
PATIENCE, LEFT_ALONE = 0.5, 2.0


def of_game(public_id: str) -> None:
    """Tell, once the transaction is committed, that a game has changed for somebody."""
    _ring(GAME + public_id)


def of_chat(public_id: str) -> None:
    """Tell, once the transaction is committed, that something was written at a game's table, or taken away there."""
    _ring(CHAT + public_id)


def of_all_games() -> None:
    """Tell, once the transaction is committed, that many games have changed."""
    _ring(ALL_GAMES)


def of_person(user: int) -> None:
    """Tell, once the transaction is committed, that somebody may have lost a way in: password, token, account."""
    _ring(f"{PERSON}{user}")


def of_session(hashed_key: str) -> None:
    """Tell, once the transaction is committed, that a session has ended; by the hash of its key."""
    _ring(SESSION + hashed_key)


def _ring(message: str) -> None:
    # Embedded there is no Redis: the stream looks into the database several times a second.
    if not settings.EMBEDDED:
        transaction.on_commit(lambda: _bell.ring(message), robust=True)


class _Bell:
    """Sends messages from a thread of its own, which the first message starts."""

    def __init__(self) -> None:
        self._waiting: queue.Queue[str] = queue.Queue(MOST_WAITING)
        self._lock = threading.Lock()
        self._process = 0

    def ring(self, message: str) -> None:
        """Have a message sent; dropped where too many wait."""
        # A process that was forked from this one has no thread.
        if self._process != os.getpid():
            with self._lock:
                if self._process != os.getpid():
                    self._process = os.getpid()
                    threading.Thread(target=self._send, name="news", daemon=True).start()
        try:
            self._waiting.put_nowait(message)
        except queue.Full:
            return

    def _send(self) -> None:
        # Not at the top: an embedded server has no use for it, and it is slow to load.
        import redis

        client = redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=PATIENCE, socket_timeout=PATIENCE)
        while True:
            # Of several changes of one game one message is enough.
            messages = dict.fromkeys([self._waiting.get(), *self._more()])
            try:
                self._publish(client, list(messages))
            except redis.RedisError as error:
                log.warning(
                    "redis is away, so news of games wait for the stream's own look", error=type(error).__name__
                )
                time.sleep(LEFT_ALONE)
                # By then the stream has looked by itself.
                self._more(MOST_WAITING)
            except Exception:
                log.exception("news of games can't be sent")
                time.sleep(LEFT_ALONE)

    def _more(self, most: int = MOST_AT_ONCE) -> list[str]:
        found: list[str] = []
        while len(found) < most:
            try:
                found.append(self._waiting.get_nowait())
            except queue.Empty:
                break
        return found

    def _publish(self, client: Any, messages: list[str]) -> None:
        sending = client.pipeline(transaction=False)
        for message in messages:
            sending.publish(CHANNEL, message)
        sending.execute()


_bell = _Bell()
