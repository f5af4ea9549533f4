"""What pages with a chat on them are made of: at the table, and by itself."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games import guests, queries
from games.chat import reading as chats
from games.chat.reading import ChatReading
from games.pages import at_table, kept
from games.present import chat as present
from games.present.clocks import Hours


def is_wanted(request: HttpRequest) -> bool:
    """Tell whether who asks has not switched the chat off."""
    return not isinstance(request.user, User) or request.user.table_chat


def at_the_table(request: HttpRequest, table: queries.TableReading, key: str) -> dict[str, Any]:
    """Give what the table's page shows of its chat, in one query; empty where there is none, or none is wanted."""
    if not is_wanted(request):
        return {}
    reading = chats.of_table(table.game, table.seats, table.reader, guests.who(request))
    if reading is None:
        return {}
    # Whoever has just written without a script comes back to the open chat.
    return {**context(request, reading, key), "unfolded": request.GET.get("chat") == "open"}


def context(request: HttpRequest, reading: ChatReading, key: str = "") -> dict[str, Any]:
    """Give what is shown of a chat."""
    zone = at_table.zone_of(request)
    hours = Hours(timezone.now()) if zone is None else Hours(timezone.now(), zone, known=True)
    query = f"?{urlencode({'key': key})}" if key else ""
    return {
        "chat": present.section(reading, hours),
        "game": reading.game,
        "live": reverse("chat-live", args=[reading.game.public_id]) + query,
        "whole": reverse("chat", args=[reading.game.public_id]) + query,
        "etag": etag(reading, zone),
    }


def etag(reading: ChatReading, zone: object) -> str:
    """Name what a reader is shown of a chat: as long as it is the same, so is the answer."""
    return kept.tag(reading.game.public_id, reading.lines, reading.more, reading.may_write, reading.may_act, str(zone))
