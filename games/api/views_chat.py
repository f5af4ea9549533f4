"""Chat at the table, for programs: what the caller reads and writes there, and does about what others write."""

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
from games.api.problems import Refused
from games.api.shapes import Done, Instant
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
    """A message, numbered from 1 at its table. `seat` is where its writer sits now; None for who has stood up.

    `reported`: the caller has reported it.
    """

    number: int
    at: Instant
    seat: int | None
    name: str
    text: str
    yours: bool
    reported: bool


class ChatPage(msgspec.Struct):
    """Messages, oldest first; `more` if the table has others further on in the direction that was asked for."""

    messages: list[ChatMessage]
    more: bool


class MutedPlayer(msgspec.Struct):
    """Somebody whom the caller mutes, and since when."""

    name: str
    since: Instant


class MutedPlayers(msgspec.Struct):
    """Whom the caller mutes, by name: all of them, as no list is longer than 500."""

    muted: list[MutedPlayer]


schema.MORE += [NewMessage, ChatMessage, ChatPage, MutedPlayers]


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
        return ChatMessage(message.number, at, seat, self.request.user.name, message.text, yours=True, reported=False)


class MuteView(ApiView):
    """`/api/v1/games/<id>/chat/<number>/mute/`."""

    @documented(
        "mute",
        "Read nothing more of what the writer of a message writes, at any table; the writer is not told",
        gives=MutedPlayers,
        path=("game_id", "number"),
        acts=True,
        codes=("no_such_message", "wrong_time"),
    )
    def post(self, request: Any, game_id: str, number: int) -> Response:
        """Mute whoever wrote a message."""

        def mute() -> MutedPlayers:
            writing.mute(game_id, self.who, number)
            return _muted(request.user)

        return self.act(mute)


class ReportView(ApiView):
    """`/api/v1/games/<id>/chat/<number>/report/`."""

    @documented(
        "report_message",
        "Ask the staff to look at a message; twice is once",
        gives=Done,
        path=("game_id", "number"),
        acts=True,
        codes=("no_such_message", "wrong_time", "limit_reached"),
    )
    def post(self, request: Any, game_id: str, number: int) -> Response:
        """Report a message."""

        def report() -> Done:
            writing.report(game_id, self.who, number)
            return Done()

        return self.act(report)


class MutedView(ApiView):
    """`/api/v1/account/muted/`."""

    of_a_person = True

    @documented("list_muted", "List whom the caller mutes", gives=MutedPlayers, private=True, tag="people")
    def get(self, request: Any) -> Response:
        """List whom the caller mutes."""
        return Response(_muted(request.user))


class HearView(ApiView):
    """`/api/v1/account/muted/<name>/`."""

    @documented(
        "unmute",
        "Read again what somebody writes who was muted",
        gives=MutedPlayers,
        path=("name",),
        acts=True,
        absent="not_muted",
        tag="people",
    )
    def delete(self, request: Any, name: str) -> Response:
        """Hear somebody again."""

        def hear() -> MutedPlayers:
            if not writing.unmute(request.user, name):
                raise Refused("not_muted")
            return _muted(request.user)

        return self.act(hear)


def _muted(user: User) -> MutedPlayers:
    return MutedPlayers([MutedPlayer(each.muted.name, each.since) for each in reading.muted_by(user)])


def _told(found: ChatReading | None) -> ChatPage:
    if found is None:
        return ChatPage([], more=False)
    lines = [
        ChatMessage(each.number, each.at, each.seat, each.name, each.text, each.mine, each.reported)
        for each in found.lines
    ]
    return ChatPage(lines, found.more)
