"""Open streams: what each still has to tell, and the writing of it. None keeps more than its reader has taken."""

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from accounts.ways_in import WayIn
from landlord.stream.reading import Entry, Reader, Seen

Send = Callable[[dict[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Fetch = Callable[["ProgramStream"], Awaitable[Sequence[Entry]]]

#: Without news a comment is sent after so long, so that nobody on the way takes the connection for dead, in seconds.
HEARTBEAT = 15.0
#: A reader that takes nothing in for so long is dropped, in seconds.
PATIENCE = 20.0
#: When a browser that has lost its stream comes back, in milliseconds.
RETRY = 2000

# Why a stream ended.
GONE, REFUSED, SLOW, OVER = "gone", "refused", "slow", "over"


class Stream(ABC):
    """One reader's open stream of one game."""

    __slots__ = ("_wake", "check_at", "ending", "game_id", "payer", "reader", "sent_events", "way")

    kind = ""

    def __init__(self, game_id: str, reader: Reader, way: WayIn | None, payer: str) -> None:
        self.game_id = game_id
        self.reader = reader
        #: The session or token that opened it; None for who has no account.
        self.way = way
        #: By whom it is counted.
        self.payer = payer
        #: When the way in is looked at again, by the monotonic clock.
        self.check_at = time.monotonic()
        self.ending = ""
        self.sent_events = 0
        self._wake = asyncio.Event()

    @abstractmethod
    def show(self, seen: Seen) -> None:
        """Take in a look at the game; raises nothing."""

    @abstractmethod
    def hear(self, chat: int) -> None:
        """Take in how far the chat of the game has come; raises nothing."""

    @abstractmethod
    async def pending(self) -> bytes:
        """Give what is to be written now, and count it as written."""

    def end(self, why: str) -> None:
        """Have it end, for the first reason that is given."""
        self.ending = self.ending or why
        self._wake.set()

    async def write(self, send: Send) -> None:
        """Write until it ends. What is to be told is asked for anew each time: nothing queues up here."""
        await self._send(send, b"retry: %d\n\n" % RETRY)
        while self.ending not in (GONE, REFUSED, SLOW):
            self._wake.clear()
            if told := await self.pending():
                await self._send(send, told)
                continue
            if self.ending:
                return
            try:
                async with asyncio.timeout(HEARTBEAT):
                    await self._wake.wait()
            except TimeoutError:
                await self._send(send, b":\n\n")

    async def until_gone(self, receive: Receive) -> None:
        """Wait until the reader has gone, and end it then."""
        while (await receive())["type"] != "http.disconnect":
            continue
        self.end(GONE)

    async def _send(self, send: Send, told: bytes) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                await send({"type": "http.response.body", "body": told, "more_body": True})
        except TimeoutError:
            self.end(SLOW)


class TableStream(Stream):
    """For the page of a table: says that there is something new, and never what; the page then asks."""

    __slots__ = ("_chat", "_chat_told", "_shared", "_stamp", "_told")

    kind = "table"

    def __init__(self, game_id: str, reader: Reader, way: WayIn | None, payer: str) -> None:
        super().__init__(game_id, reader, way, payer)
        self._stamp: tuple[object, ...] | None = None
        self._told: tuple[object, ...] | None = None
        self._shared = ""
        self._chat = self._chat_told = 0

    def show(self, seen: Seen) -> None:
        """Note the stamp of this reader's page; end where there is none, or no more to come."""
        stamp = seen.stamps.get(self.reader)
        if stamp is None:
            self.end(REFUSED)
            return
        if (stamp.reader, *stamp.told) != self._stamp:
            self._stamp, self._shared = (stamp.reader, *stamp.told), stamp.shared
            self._wake.set()
        if seen.over:
            self.end(OVER)

    def hear(self, chat: int) -> None:
        """Note how far the chat has come."""
        if chat > self._chat:
            self._chat = chat
            self._wake.set()

    async def pending(self) -> bytes:
        """Give one event of the game, however much has changed: `now` at first, `changed` from then on; and one of
        the chat, without an id, since it is no news of the game.
        """
        told = b""
        if self._stamp != self._told:
            event = b"now" if self._told is None else b"changed"
            self._told = self._stamp
            self.sent_events += 1
            shared = self._shared.encode()
            told = b"id: %s\nevent: %s\ndata: %s\n\n" % (shared, event, shared)
        if self._chat != self._chat_told:
            self._chat_told = self._chat
            self.sent_events += 1
            told += b"event: chat\ndata: %d\n\n" % self._chat
        return told


class ProgramStream(Stream):
    """For programs: the entries of the record, each once, by their numbers."""

    __slots__ = ("_fetch", "_last", "_status", "sent")

    kind = "program"
    #: The id of the event that ends it, by which a client that comes back tells that it knows.
    END = "over"

    def __init__(self, game_id: str, reader: Reader, way: WayIn | None, payer: str, sent: int, fetch: Fetch) -> None:
        super().__init__(game_id, reader, way, payer)
        #: The number of the last entry that the reader has.
        self.sent = sent
        self._last = -2
        self._status = ""
        self._fetch = fetch

    def show(self, seen: Seen) -> None:
        """Note how far the record goes; end where this reader may not see it, or no more is to come."""
        if self.reader not in seen.stamps:
            self.end(REFUSED)
            return
        if seen.last > self._last:
            self._last = seen.last
            self._wake.set()
        if seen.over:
            self._status = seen.status
            self.end(OVER)

    def hear(self, chat: int) -> None:
        """Leave it: programs are told of the record alone."""

    async def pending(self) -> bytes:
        """Give the next entries, and after the last one of a game that is over the end."""
        if self.sent < self._last:
            found = await self._fetch(self)
            if found:
                self.sent = found[-1].number
                self.sent_events += len(found)
                return b"".join(b"id: %d\ndata: %s\n\n" % (entry.number, entry.json) for entry in found)
        if self.ending == OVER and self._status:
            status, self._status = self._status, ""
            self.sent_events += 1
            told = b'{"status":"%s","last":%d}' % (status.encode(), self._last)
            return b"id: %s\nevent: over\ndata: %s\n\n" % (self.END.encode(), told)
        return b""
