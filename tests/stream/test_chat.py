"""The stream tells of the chat by an event of its own."""

import asyncio
from typing import Any

from django.core.cache import cache

from games.chat import writing
from games.models import Game
from games.queries import Stamp
from games.who import Who
from landlord.stream.hub import Hub
from landlord.stream.reading import Marks, Reader, Seen
from landlord.stream.streams import ProgramStream, TableStream
from tests.clock.tables import BUY, Played, person
from tests.stream.conftest import Streaming
from tests.stream.test_hub import run

GAME = "222222222222"


def test_a_message_is_heard_of_at_once_by_whoever_may_see_the_table_and_is_no_news_of_the_game(
    stream: Streaming, game: Played
) -> None:
    cache.clear()
    path = f"/stream/games/{game.id}/"
    with stream.get(path) as reader:
        reader.wait(1)
        writing.write(game.id, Who(user=person("ada").pk), "hello")
        heard = reader.wait(2)[1]
        assert (heard.name, heard.data, heard.id) == ("chat", "1", "")
        game.play(0, BUY)
        assert [event.name for event in reader.wait(3)] == ["now", "chat", "changed"]
        with stream.get(path) as later:
            assert [event.name for event in later.wait(2)] == ["now", "chat"], "whoever comes is told how it stands"


class Rows:
    """Stands for the database: a game, and how far its chat has come."""

    def __init__(self) -> None:
        self.written = 0

    async def run(self, read: Any, *args: Any) -> Any:
        await asyncio.sleep(0)
        return getattr(self, read.__name__)(*args)

    def look(self, _id: str, readers: Any, after: int | None = None, most: int = 0) -> Seen:
        return Seen(("running",), Game.Status.RUNNING, False, 0, {each: Stamp("", None, ()) for each in readers})

    def marks(self, ids: list[str]) -> dict[str, Marks]:
        return dict.fromkeys(ids, Marks(("running",), self.written))

    def chat(self, _id: str) -> int:
        return self.written


def test_a_message_of_which_no_word_came_is_found_and_told_once() -> None:
    async def meet() -> list[str]:
        rows = Rows()
        hub = Hub(rows)  # type: ignore[arg-type]
        page = TableStream(GAME, Reader(Who()), None, "")
        program = ProgramStream(GAME, Reader(Who()), None, "", 0, hub.entries)
        for stream in (page, program):
            await hub.join(stream)
        told = [await page.pending()]
        await hub.look_at_all()
        told.append(await page.pending())
        rows.written = 2
        await hub.look_at_all()
        await hub.chatted(GAME)
        told += [await page.pending(), await page.pending(), await program.pending()]
        await hub.chatted("333333333333")
        return [each.decode() for each in told]

    first, nothing, chat, once, program = run(meet())
    assert "event: now" in first and "chat" not in first
    assert chat == "event: chat\ndata: 2\n\n" and not nothing and not once and not program
