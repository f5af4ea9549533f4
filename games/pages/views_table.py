"""The table: its page, its live part, its start, and the moves."""

from datetime import datetime

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.cache import get_conditional_response, patch_cache_control
from django.views.decorators.vary import vary_on_cookie

from games import guests, queries, table
from games.models import Seat
from games.pages import at_table, between, errors, moves, packed, streaming, views_share
from games.pages.share import shared
from games.present import clocks
from games.who import Who

#: By this header the script of a page says that it is in sight, and not in a tab behind others.
IN_SIGHT = "X-In-Sight"
#: The time by the site's clock, for the page's countdowns: a browser's own may be wrong.
NOW = "X-Now"


@errors.only("GET")
def game(request: HttpRequest, game_id: str) -> HttpResponseBase:
    """Show the table as this reader sees it; a visit is noted as one. With `?embed` only the board as it stands."""
    if "embed" in request.GET:
        return views_share.embed(request, game_id, None)
    return _table(request, game_id)


@vary_on_cookie
def _table(request: HttpRequest, game_id: str) -> HttpResponse:
    who = guests.who(request)
    seats, stamp = _stamped(request, game_id, who)
    look = between.Look(request, who, seats, stamp, table.now())
    _note_visit(request, stamp, look.at)
    note = request.GET.get("note", "")
    notice = at_table.NOTES.get(note, "") if look.stamp.reader is not None or note in at_table.NOTES_FOR_ALL else ""
    if look.started and not notice:
        shown = between.page(look)
    else:
        shown = at_table.context(request, game_id, notice)
        shown["share"] = shared(request, look.game, look.seats)
    response = render(request, "games/table.html", shown)
    if "blocks" in shown:
        packed.fill(request, response, shown["blocks"])
    patch_cache_control(response, private=True, no_cache=True)
    return streaming.allow(request, response)


@errors.only("GET")
@vary_on_cookie
def live(request: HttpRequest, game_id: str) -> HttpResponse:
    """Give the part of the table page that changes; 304 while it is the same.

    Writes nothing but, at most twice a minute, that a page in sight of its reader asked.
    """
    who = guests.who(request)
    seats, stamp = _stamped(request, game_id, who)
    instant = None
    if IN_SIGHT in request.headers:
        instant = table.now()
        _note_visit(request, stamp, instant)
    etag = stamp.etag
    response = get_conditional_response(request, etag=etag)
    if response is None:
        look = between.Look(request, who, seats, stamp, instant or table.now())
        # What is rendered may be newer than what was asked about.
        if look.started:
            response = between.live(look)
        else:
            context = at_table.context(request, game_id)
            response = render(request, "games/_live.html", context)
            response["ETag"] = str(context["etag"])
    else:
        response["ETag"] = etag
    if instant is not None:
        response[NOW] = clocks.iso(instant)
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _stamped(request: HttpRequest, game_id: str, who: Who) -> tuple[list[Seat], queries.Stamp]:
    seats = queries.stamped(game_id)
    try:
        return seats, queries.stamp_of(seats, who, at_table.key_of(request))
    except table.NoSuchTable as refusal:
        raise Http404(str(refusal)) from None


@errors.only("POST")
def start(request: HttpRequest, game_id: str) -> HttpResponse:
    """Start an open table with the client seed that the player brings."""
    given = request.POST.get("client_seed", "").strip(" ")
    try:
        table.start(game_id, guests.who(request), given)
    except at_table.Refusal as refusal:
        return at_table.refused(request, game_id, refusal)
    # A form without the field starts with the seed that was brought before.
    return at_table.done(request, game_id, "drawn" if "client_seed" in request.POST and not given else "")


@errors.only("POST")
def move(request: HttpRequest, game_id: str) -> HttpResponse:
    """Make a move of the reader's, and show the table after the bots' answers."""
    who = guests.who(request)
    # For a script, which shows the table at once; a browser reads it when it comes to the page.
    left: list[queries.TableReading] = []
    keep = (lambda after, seat: left.append(queries.left(after, seat))) if errors.wants_json(request) else None
    try:
        token, posted = moves.read(request)
        answer = table.play(game_id, who, token, posted, told=keep)
    except at_table.Refusal as refusal:
        return at_table.refused(request, game_id, refusal)
    return at_table.done(request, game_id, "left-out" if answer.left_out else "", left[0] if left else None)


def _note_visit(request: HttpRequest, stamp: queries.Stamp, instant: datetime) -> None:
    # A browser that fetches a page ahead shows it to nobody yet; HEAD never does.
    ahead = "prefetch" in request.headers.get("Sec-Purpose", "") + request.headers.get("Purpose", "")
    if stamp.seat is not None and request.method == "GET" and not ahead:
        table.note_presence(stamp.seat, instant)
