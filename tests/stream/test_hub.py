"""What the stream tells, where a look and a reader who joins cross each other. No process, no database."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import OperationalError

from games.models import Game
from games.queries import Stamp
from games.who import Who
from landlord.stream import app, reading
from landlord.stream.door import Asked
from landlord.stream.hub import Hub
from landlord.stream.reading import Entry, Reader, Seen
from landlord.stream.streams import ProgramStream

GAME = "222222222222"
READER = Reader(Who())


class Rows:
    """Stands for the database: a game of so many moves."""

    def __init__(self) -> None:
        self.moves = 0
        self.status: str = Game.Status.RUNNING
        self.fails = False

    async def run(self, read: Any, *args: Any) -> Any:
        await asyncio.sleep(0)
        if self.fails and read is reading.entries:
            raise OperationalError
        return getattr(self, read.__name__)(*args)

    def look(self, _id: str, readers: Any, after: int | None = None, most: int = 0) -> Seen:
        last = self.moves - 1
        came = [] if after is None else self.entries(GAME, after, most)
        mark = (self.status, self.moves)
        return Seen(mark, self.status, False, last, {each: Stamp("", None, ()) for each in readers}, came)

    def entries(self, _id: str, after: int, most: int) -> list[Entry]:
        return [Entry(number, b"{}") for number in range(after + 1, self.moves)][:most]


def run(main: Coroutine[Any, Any, list[str]]) -> list[str]:
    """Run it in a thread of its own: after a browser test the main thread of this process has a running loop."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, main).result()


def program(hub: Hub, sent: int) -> ProgramStream:
    return ProgramStream(GAME, READER, None, "", sent, hub.entries)


async def read(stream: ProgramStream) -> bytes:
    told = b""
    while more := await stream.pending():
        told += more
    return told


def ids(told: bytes) -> list[str]:
    return [line[4:].decode() for line in told.splitlines() if line.startswith(b"id: ")]


@pytest.mark.parametrize("behind", [0, 1, 2])
@pytest.mark.parametrize("over", [False, True])
def test_who_joins_before_the_look_that_a_move_calls_for_gets_that_move_at_once(*, behind: int, over: bool) -> None:
    async def meet() -> list[str]:
        rows = Rows()
        hub = Hub(rows)  # type: ignore[arg-type]
        rows.moves = 4
        first = program(hub, 3)
        await hub.join(first)
        rows.moves = 6
        hub.changed(GAME)
        while not await read(first):
            await asyncio.sleep(0)
        # Made, and not yet looked at.
        rows.moves = 8
        rows.status = Game.Status.FINISHED if over else Game.Status.RUNNING
        late = program(hub, 5 - behind)
        await hub.join(late)
        return ids(await read(late))

    numbers = [str(n) for n in range(6 - behind, 8)]
    assert run(meet()) == numbers + ["over"] * over


def test_a_stream_whose_entries_can_not_be_read_ends_and_is_begun_once() -> None:
    async def meet() -> list[str]:
        rows = Rows()
        hub = Hub(rows)  # type: ignore[arg-type]
        rows.moves, rows.fails = 4, True
        stream = program(hub, -2)
        await hub.join(stream)
        sent: list[str] = []

        async def send(message: Any) -> None:
            sent.append(message["type"] + (" goes on" if message.get("more_body") else ""))

        async def receive() -> Any:
            await asyncio.sleep(60)

        await app._run(stream, Asked(GAME, program=True), [], receive, send)
        return sent

    assert run(meet()) == ["http.response.start", "http.response.body goes on", "http.response.body"]
