"""What a started game's page shows between two changes, rendered once by a process and kept.

A game by correspondence is looked at more often than it changes. What is kept is rendered without the request, so
nothing of whoever asks can come into it but what it is kept by: whether they may see it is decided for each request
anew, and before.
"""

import re
import secrets
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe

from games import lists, queries
from games.models import Game, Seat
from games.pages import at_table, packed
from games.pages.share import shared
from games.pages.streaming import address
from games.present import clocks
from games.present import table as present
from games.present.lasting import holds_until
from games.present.pieces import Pieces
from games.rules.registry import rule_set
from games.table import NoSuchTable
from games.who import Who

#: So many parts of pages are kept by a process, of a hundred kilobytes each.
PARTS = 256
PAGE, LIVE = "games/_table.html", "games/_live.html"

# What differs from request to request is written in the place of these, which nobody can know.
_CSRF, _NOW, _CHAT = (secrets.token_hex(16) for _ in range(3))
_DIFFERS = re.compile(f"{_CSRF}|{_NOW}|{_CHAT}")


@dataclass(frozen=True)
class _Part:
    """A part of a page, and what the page around it needs to know; `until` is when it says something else.

    Its long stretches are blocks, and have marks in their places.
    """

    html: str
    blocks: Sequence[packed.Block]
    etag: str
    title: str
    orders: bool
    until: datetime | None


_parts: Pieces[_Part] = Pieces(PARTS)


@dataclass(frozen=True)
class Look:
    """Somebody looks at a table that they may see, at an instant of the site's clock."""

    request: HttpRequest
    who: Who
    seats: Sequence[Seat]
    stamp: queries.Stamp
    at: datetime

    @property
    def game(self) -> Game:
        """The game, without what happened at its start."""
        return self.seats[0].game

    @property
    def started(self) -> bool:
        """Whether the game has begun, so that there is a board to show."""
        return self.game.status in (Game.Status.RUNNING, Game.Status.FINISHED)


def page(look: Look) -> dict[str, Any]:
    """Give what `games/table.html` shows of a started game; its `blocks` go into what that gives."""
    elsewhere = lists.next_waiting(look.who, but_not=look.game.public_id)
    part = _part(look, PAGE, elsewhere)
    game, reader = look.game, look.stamp.reader
    rules = rule_set(game.ruleset, game.rules_version)
    before, after = _filled(look, part).split(_CHAT)
    return {
        "before_chat": mark_safe(before),  # noqa: S308 - a template's output
        "after_chat": mark_safe(after),  # noqa: S308 - a template's output
        "blocks": part.blocks,
        "doc_title": part.title,
        "orders": part.orders,
        "etag": part.etag,
        "game": game,
        "reading": queries.TableReading(game, list(look.seats), rules, reader),
        "seated": reader is not None,
        "status": game.status,
        "waiting_count": elsewhere.count + at_table.waits_here(look.seats, reader),
        "key": "",
        "share": shared(look.request, game, look.seats),
        "stream": address(look.request, game.public_id),
    }


def live(look: Look) -> HttpResponse:
    """Answer with the part of a started game's page that changes, and its ETag."""
    part = _part(look, LIVE, lists.next_waiting(look.who, but_not=look.game.public_id))
    response = HttpResponse(_filled(look, part), headers={"ETag": part.etag})
    packed.fill(look.request, response, part.blocks)
    return response


def _part(look: Look, template: str, elsewhere: lists.Waiting) -> _Part:
    of_reader = (template, str(at_table.zone_of(look.request)), look.who.user is not None, elsewhere)
    part = _parts.get((*of_reader, _told(look.stamp, look.seats)))
    if part is not None and (part.until is None or look.at < part.until):
        return part
    try:
        reading = queries.table(look.game.public_id, look.who, at=look.at)
    except NoSuchTable as gone:
        raise Http404(str(gone)) from None
    context = {
        **present.context(reading, at_table.zone_of(look.request)),
        **at_table.around(reading, look.who, elsewhere),
        "csrf_token": _CSRF,
        "chat_here": _CHAT,
    }
    if "now" in context:
        context["now"] = _NOW
    html, blocks = packed.marked(render_to_string(template, context), _DIFFERS)
    part = _Part(
        html,
        blocks,
        reading.stamp.etag,
        context["doc_title"],
        bool(context.get("orders")),
        holds_until(reading),
    )
    # What was read may be newer than what was asked about.
    _parts.keep((*of_reader, _told(reading.stamp, reading.seats)), part)
    return part


def _filled(look: Look, part: _Part) -> str:
    html = part.html
    if _CSRF in html:
        html = html.replace(_CSRF, get_token(look.request))
    return html.replace(_NOW, clocks.iso(look.at))


def _told(stamp: queries.Stamp, seats: Sequence[Seat]) -> Hashable:
    # The stamp has what moves with the game. Names and the operator's verdict change beside it, and whatever a row
    # will hold besides: so all that stands in the rows is part of the key, but who was seen when.
    rows = [tuple(getattr(seat, name) for name in _columns(Seat)) for seat in seats]
    game = seats[0].game
    return stamp.etag, str([getattr(game, name) for name in _columns(Game)]), tuple(rows)


@cache
def _columns(model: type[Model]) -> tuple[str, ...]:
    not_read = {"opening", "client_seed", "seen_at"}
    return tuple(field.attname for field in model._meta.concrete_fields if field.name not in not_read)  # noqa: SLF001
