"""Chat at the table, for programs: what the caller may read there, and what the caller writes."""

from datetime import datetime
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType
from rest_framework.response import Response

from accounts.models import User
from games import queries
from games.api import schema
from games.api.base import ApiView
from games.api.documented import AT_TABLE, documented
from games.api.shapes import Instant
from games.chat import reading, writing
from games.chat.models import LONGEST, Message
from games.chat.reading import ChatReading

#: Messages that one answer gives.
MOST = 100
_Number = Annotated[int, Meta(ge=0, le=999_999_999)] | UnsetType


class ChatQuery(msgspec.Struct, forbid_unknown_fields=True):
    """Which messages: the newest ones, the first of those after a number, or the last of those before one.

    `key` is that of a secret table's link, for whoever has no seat there yet.
    """

    after: _Number = UNSET
    before: _Number = UNSET
    limit: Annotated[int, Meta(ge=1, le=MOST)] = reading.PAGE
    key: Annotated[str, Meta(max_length=64)] = ""


class NewMessage(msgspec.Struct, forbid_unknown_fields=True):
    """What is to be written: plain text, 12 lines at most. Characters that nobody sees are left out."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST)]


class ChatMessage(msgspec.Struct):
    """A message, numbered from 1 at its table. `seat` is where its writer sits now; None for who has stood up."""

    number: int
    at: Instant
    seat: int | None
    name: str
    text: str
    yours: bool


class ChatPage(msgspec.Struct):
    """Messages, oldest first; `more` if the table has others further on in the direction that was asked for."""

    messages: list[ChatMessage]
    more: bool


schema.MORE += [NewMessage, ChatMessage, ChatPage]


class ChatView(ApiView):
    """`/api/v1/games/<id>/chat/`."""

    @documented(
        "chat",
        "Read what was written at the table, without those whom the caller mutes or blocks",
        gives=ChatPage,
        path=("game_id",),
        query=ChatQuery,
    )
    def get(self, request: Any, game_id: str) -> Response:
        """Tell messages."""
        asked, user = self.query(ChatQuery), request.user
        if isinstance(user, User) and not user.table_chat:
            queries.stamp(game_id, self.who, asked.key)
            return Response(ChatPage([], more=False))
        after, before = (None if number is UNSET else number for number in (asked.after, asked.before))
        found = reading.read(game_id, self.who, asked.key, after=after, before=before, most=asked.limit)
        return Response(_told(found))

    @documented(
        "write",
        "Write at a table where one sits and others can",
        body=NewMessage,
        gives=ChatMessage,
        path=("game_id",),
        acts=True,
        codes=(*AT_TABLE, "bad_choice", "limit_reached"),
    )
    def post(self, request: Any, game_id: str) -> Response:
        """Write a message."""
        text = self.body(NewMessage).text

        def write() -> ChatMessage:
            return self._written(game_id, writing.write(game_id, self.who, text))

        return self.act(write)

    def _written(self, game_id: str, message: Message) -> ChatMessage:
        seat = queries.stamp(game_id, self.who).reader
        at: datetime = message.at
        return ChatMessage(message.number, at, seat, self.request.user.name, message.text, yours=True)


def _told(found: ChatReading | None) -> ChatPage:
    if found is None:
        return ChatPage([], more=False)
    lines = [ChatMessage(each.number, each.at, each.seat, each.name, each.text, each.mine) for each in found.lines]
    return ChatPage(lines, found.more)
