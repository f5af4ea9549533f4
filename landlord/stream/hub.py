"""Who watches which game: each change is looked at once, and shown to all streams of its game."""

import asyncio
import time
from collections import deque
from collections.abc import Iterable, Sequence

import structlog
from django.conf import settings

from accounts import sessions, ways_in
from games.table import NoSuchTable
from landlord.stream import reading
from landlord.stream.database import Database
from landlord.stream.reading import Entry, Mark, Seen
from landlord.stream.streams import REFUSED, ProgramStream, Stream, TableStream

log = structlog.get_logger(__name__)

#: A way in is looked at again after so long, in seconds. Embedded nobody tells when one ends.
CHECKED_EVERY = 2.0 if settings.EMBEDDED else 60.0
#: Ways in that are looked at together at most.
CHECKED_AT_ONCE = 200
#: The last entries of a game that are kept for all its streams; who is further behind reads them for itself.
KEPT = 50
#: Entries that a stream takes at a time.
PAGE = 100


class Watch:
    """A game that somebody watches."""

    def __init__(self, game_id: str) -> None:
        self.game_id = game_id
        self.streams: set[Stream] = set()
        self.programs = 0
        self.mark: Mark | None = None
        #: What was last seen of its chat, which is looked at apart: a message is no change of the game.
        self.chat: int | None = None
        self.secret = False
        #: Looks follow one another, so that no older one comes after a newer one.
        self.lock = asyncio.Lock()
        self.look: asyncio.Task[None] | None = None
        #: Whether something was told of while a look was under way.
        self.again = False
        #: The last entries; the last of them has the number `known`.
        self.recent: deque[Entry] = deque(maxlen=KEPT)
        self.known: int | None = None


class Hub:
    """All open streams, by game."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._watched: dict[str, Watch] = {}

    @property
    def watched(self) -> int:
        """How many games are watched."""
        return len(self._watched)

    def streams(self) -> Iterable[Stream]:
        """Give all open streams."""
        return [stream for watch in self._watched.values() for stream in watch.streams]

    async def join(self, stream: Stream) -> None:
        """Show a new stream its game, and from then on what becomes of it. Raises NoSuchTable by the page's rights."""
        watch = self._watched.setdefault(stream.game_id, Watch(stream.game_id))
        watch.streams.add(stream)
        watch.programs += isinstance(stream, ProgramStream)
        stream.check_at = time.monotonic() + CHECKED_EVERY
        try:
            async with watch.lock:
                seen = await self._database.run(reading.look, stream.game_id, [stream.reader])
                if seen is None or stream.reader not in seen.stamps:
                    raise NoSuchTable
                watch.secret = seen.secret
                if watch.known is None and watch.programs:
                    watch.known = seen.last
                stream.show(seen)
                if watch.mark is None:
                    watch.mark = seen.mark
                if watch.chat is None and isinstance(stream, TableStream):
                    watch.chat = await self._database.run(reading.chat, stream.game_id)
                stream.hear(watch.chat or 0)
            if watch.mark != seen.mark:
                self.changed(stream.game_id)
        except BaseException:
            self.leave(stream)
            raise

    def leave(self, stream: Stream) -> None:
        """Forget a stream; twice is once."""
        watch = self._watched.get(stream.game_id)
        if watch is None or stream not in watch.streams:
            return
        watch.streams.discard(stream)
        watch.programs -= isinstance(stream, ProgramStream)
        if not watch.programs:
            watch.recent.clear()
            watch.known = None
        if not watch.streams:
            del self._watched[stream.game_id]

    def changed(self, game_id: str) -> None:
        """Look at a game, if somebody watches it. Told again during a look, it is looked at once more."""
        watch = self._watched.get(game_id)
        if watch is None:
            return
        if watch.look is not None and not watch.look.done():
            watch.again = True
            return
        watch.look = asyncio.create_task(self._look(watch))

    async def chatted(self, game_id: str) -> None:
        """Look at the chat of a game, if somebody watches it. Raises DatabaseError."""
        if game_id in self._watched:
            chat = await self._database.run(reading.chat, game_id)
            # Who watches may have changed meanwhile.
            if (watch := self._watched.get(game_id)) is not None:
                _hear(watch, chat)

    def suspect(self, *, user: int | None = None, session: str = "") -> None:
        """Have the ways in of a person's streams looked at again now, or those of a session, by its hashed key."""
        for stream in self.streams():
            way = stream.way
            if way is None:
                continue
            of_session = bool(session) and isinstance(way, ways_in.BySession) and sessions.hashed(way.key) == session
            if of_session or (user is not None and stream.reader.who.user == user):
                stream.check_at = 0.0

    async def look_at_all(self) -> None:
        """Find the games that have changed without a word of it. Raises DatabaseError."""
        if not self._watched:
            return
        marks = await self._database.run(reading.marks, list(self._watched))
        for game_id, watch in list(self._watched.items()):
            found = marks.get(game_id)
            if watch.mark is not None and (found is None or found.game != watch.mark):
                self.changed(game_id)
            if found is not None:
                _hear(watch, found.chat)

    async def check(self) -> None:
        """End the streams whose way in is no more, of those that are due to be looked at. Raises DatabaseError."""
        now = time.monotonic()
        due = sorted((s for s in self.streams() if s.check_at <= now), key=lambda s: s.check_at)[:CHECKED_AT_ONCE]
        if not due:
            return
        ways = {stream.way for stream in due if stream.way is not None}
        persons = await self._database.run(ways_in.persons, ways) if ways else {}
        for stream in due:
            stream.check_at = time.monotonic() + CHECKED_EVERY
            if stream.way is not None and persons.get(stream.way) != stream.reader.who.user:
                stream.end(REFUSED)
        # A secret table is seen by who sits there: that may have changed with no change of the game.
        for game_id in {stream.game_id for stream in due}:
            watch = self._watched.get(game_id)
            if watch is not None and watch.secret:
                self.changed(game_id)

    async def entries(self, stream: ProgramStream) -> Sequence[Entry]:
        """Give the entries that a stream has not had yet, or the first of them."""
        watch = self._watched.get(stream.game_id)
        kept = list(watch.recent) if watch is not None else []
        # A stream that has just joined may know of entries that the next look brings; who waits for it waits in vain
        # where the game is over by then.
        if kept and kept[0].number <= stream.sent + 1 <= kept[-1].number:
            return [entry for entry in kept if entry.number > stream.sent]
        return await self._database.run(reading.entries, stream.game_id, stream.sent, PAGE)

    async def _look(self, watch: Watch) -> None:
        while True:
            watch.again = False
            try:
                async with watch.lock:
                    # Who joins meanwhile waits for the lock, and is shown a look of its own.
                    streams = list(watch.streams)
                    readers = {stream.reader for stream in streams}
                    after = watch.known if watch.programs else None
                    seen = await self._database.run(reading.look, watch.game_id, readers, after, KEPT)
                    self._show(watch, streams, seen)
            except Exception:
                # The look that comes by itself finds that the mark is not the same.
                log.exception("a game can't be looked at", game=watch.game_id)
                return
            if not watch.again:
                return

    def _show(self, watch: Watch, streams: Iterable[Stream], seen: Seen | None) -> None:
        if seen is None:
            for stream in streams:
                stream.end(REFUSED)
            return
        watch.mark, watch.secret = seen.mark, seen.secret
        if watch.known is not None and seen.last > watch.known:
            if not seen.entries:
                watch.recent.clear()
            watch.recent.extend(seen.entries)
            watch.known = seen.last
        for stream in streams:
            stream.show(seen)


def _hear(watch: Watch, chat: int) -> None:
    # It only goes up: what was read earlier and comes later tells nothing.
    if chat > (watch.chat or 0):
        watch.chat = chat
        for stream in watch.streams:
            stream.hear(chat)
