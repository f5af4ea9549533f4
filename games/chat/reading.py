"""What one reader sees of a table's chat: by the rights of the table's page, without those whom the reader mutes.

People one of whom blocks the other see nothing of each other's.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from accounts.models import Block, User
from games import queries
from games.chat.models import Message, Mute, Report
from games.models import Game, Seat
from games.rules.registry import rule_set
from games.who import Who
from landlord.prepared import Prepared

#: Messages that are shown, or given, at a time.
PAGE = 20


@dataclass(frozen=True)
class Line:
    """A message as one reader sees it. `seat` is where its writer sits now, if still at this table."""

    number: int
    seat: int | None
    name: str
    at: datetime
    text: str
    mine: bool
    reported: bool


@dataclass(frozen=True)
class ChatReading:
    """The end of a chat, or a part of it, oldest message first; `more` if there are others before, or after a number.

    `may_write`: the reader sits here. `may_act`: the reader has an account, and can mute and report.
    `changes` is the chat's own count of changes, None where there is nothing that would tell it.
    """

    game: Game
    lines: Sequence[Line]
    more: bool
    may_write: bool
    may_act: bool
    changes: int | None

    @property
    def last(self) -> int:
        """The number of the last message shown; 0 if there is none."""
        return self.lines[-1].number if self.lines else 0


def is_open(game: Game, seats: Sequence[Seat]) -> bool:
    """Tell whether a table has a chat: two people sit there, or can come to sit there, and it is not closed."""
    if game.status == Game.Status.CLOSED:
        return False
    if game.bots_fill and not rule_set(game.ruleset, game.rules_version).tables.mixed:
        # One person plays there, also while the bots have not sat down yet.
        return False
    bots = sum(seat.kind == Seat.Kind.BOT for seat in seats)
    places = game.size if game.status == Game.Status.OPEN else len(seats)
    return places - bots > 1


def read(game_id: str, who: Who, key: str = "", **part: int | None) -> ChatReading | None:
    """Read a table's chat for somebody, in two queries; None where it has none. Raises NoSuchTable.

    `part` is `before` or `after`, the number of a message, and `most`.
    """
    seats = queries.stamped(game_id)
    stamp = queries.stamp_of(seats, who, key)
    return of_table(seats[0].game, seats, stamp.reader, who, **part)


def of_table(
    game: Game,
    seats: Sequence[Seat],
    reader: int | None,
    who: Who,
    *,
    before: int | None = None,
    after: int | None = None,
    most: int | None = PAGE,
) -> ChatReading | None:
    """Read the chat of a table that has been read and may be seen by who asks, in one query; None without a chat."""
    if not is_open(game, seats):
        return None
    most = most or PAGE
    if before is None and after is None and most == PAGE:
        # On each page of a table.
        rows = _last(chat=game.pk) if who.user is None else _last_for(chat=game.pk, user=who.user)
    else:
        found = _not_hidden(game.pk, who.user)
        if before is not None:
            found = found.filter(number__lt=before)
        if after is not None:
            found = found.filter(number__gt=after)
        rows = list(_told(found.order_by("number" if after is not None else "-number"), who.user)[: most + 1])
    more, rows = len(rows) > most, rows[:most]
    if after is None:
        rows.reverse()
    at = {seat.user_id: seat.number for seat in seats if seat.user_id is not None}
    lines = [
        Line(
            row["number"],
            at.get(row["author_id"]),
            row["name"],
            row["at"],
            row["text"],
            mine=row["author_id"] == who.user,
            reported=bool(row.get("reported")),
        )
        for row in rows
    ]
    changes = rows[0]["changes"] if rows else None
    may_write = reader is not None and who.user is not None
    return ChatReading(game, lines, more, may_write, who.user is not None, changes)


def seen_by(game: Game, seats: Sequence[Seat], user: int | None) -> QuerySet[Message]:
    """Give the messages of a table that a person sees, or that anybody sees who has no account."""
    if not is_open(game, seats):
        return Message.objects.none()
    return _not_hidden(game.pk, user)


def _not_hidden(chat: int, user: int | None) -> QuerySet[Message]:
    found = Message.objects.filter(chat_id=chat, taken_off=False)
    if user is None:
        return found
    author = OuterRef("author")
    apart = Block.objects.filter(Q(user=user, blocked=author) | Q(user=author, blocked=user))
    return found.exclude(Exists(Mute.objects.filter(user=user, muted=author))).exclude(Exists(apart))


@partial(Prepared, chat=int)
def _last(chat: int) -> QuerySet[Message, Any]:
    return _told(_not_hidden(chat, None).order_by("-number"), None)[: PAGE + 1]


@partial(Prepared, chat=int, user=int)
def _last_for(chat: int, user: int) -> QuerySet[Message, Any]:
    return _told(_not_hidden(chat, user).order_by("-number"), user)[: PAGE + 1]


def muted_by(user: User) -> list[Mute]:
    """List whom a person mutes, by name."""
    return list(Mute.objects.filter(user=user).select_related("muted").order_by("muted__name"))


def as_data(user: User) -> dict[str, Any]:
    """Give what of the chat is a person's own, for the download of own data."""
    written = (
        Message.objects.filter(author=user).order_by("pk").values("chat__game__public_id", "text", "at", "taken_off")
    )
    reports = Report.objects.filter(by=user).order_by("pk").values("message__chat__game__public_id", "at")
    return {
        "messages": [
            {"game": m["chat__game__public_id"], "at": m["at"], "text": m["text"], "taken_off": m["taken_off"]}
            for m in written
        ],
        "muted": [{"name": mute.muted.name, "since": mute.since} for mute in muted_by(user)],
        "reported": [{"game": r["message__chat__game__public_id"], "at": r["at"]} for r in reports],
    }


def _told(found: QuerySet[Message], user: int | None) -> QuerySet[Message, Any]:
    names: dict[str, Any] = {"name": F("author__name"), "changes": F("chat__changes")}
    if user is not None:
        names["reported"] = Exists(Report.objects.filter(message=OuterRef("pk"), by=user))
    return found.values("number", "author_id", "text", "at", **names)
