"""A game's record as a file, and the replay that steps through it."""

import gzip
import hashlib
import re

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.vary import vary_on_cookie

from games import guests, playback, queries, table
from games.pages import errors, kept, views_share
from games.pages.share import shared
from games.playback import Past
from games.present import film as present_film
from games.present import luck
from games.present import replay as present
from games.present.cast import Cast
from games.present.edition import edition
from games.present.table import rules_of

_NUMBER = re.compile(r"[0-9]{1,7}\Z")


@errors.only("GET")
@vary_on_cookie
def record(request: HttpRequest, game_id: str) -> HttpResponseBase:
    """Give the record: all that anyone needs to play the game again and check it.

    It is asked for anew each time, since a name in it may be deleted.
    """
    past = past_of(request, game_id)

    def make() -> HttpResponse:
        response = HttpResponse(queries.record(game_id, guests.who(request)), content_type="application/json")
        response["Content-Disposition"] = f'inline; filename="{game_id}.json"'
        return response

    return kept.answer(request, kept.tag("record", *past.told), make, private=past.game.secret_table)


@errors.only("GET")
def replay(request: HttpRequest, game_id: str) -> HttpResponseBase:
    """Show the board after move N (`?move=N`), the last (`?move=last`), or before the first one.

    With `?embed` only the board, for a page elsewhere.
    """
    number = _number(request.GET.get("move"))
    if "embed" in request.GET:
        return views_share.embed(request, game_id, number if "move" in request.GET else None)
    return _replay(request, game_id, number)


@vary_on_cookie
def _replay(request: HttpRequest, game_id: str, number: int | None) -> HttpResponse:
    try:
        reading = queries.replay(game_id, number, guests.who(request))
    except (table.NoSuchTable, table.WrongTime) as refusal:
        raise Http404(str(refusal)) from None
    if reading is None:
        raise Http404("This game has no move of that number.")
    context = {**present.context(reading), "game": reading.game, "reading": reading}
    context["share"] = shared(request, reading.game, reading.seats)
    response = render(request, "games/replay.html", context)
    patch_cache_control(response, private=True, no_cache=True)
    return response


@errors.only("GET")
@vary_on_cookie
def film(request: HttpRequest, game_id: str) -> HttpResponseBase:
    """Give the whole game for the replay page: what each move changes there."""
    past = past_of(request, game_id)
    told = ("film", edition(), *past.told)

    def make() -> HttpResponse:
        name = f"film:{hashlib.sha256(repr(told).encode()).hexdigest()}"
        # A finished game's is kept: nothing but a name in it can change. It takes a second to make.
        packed = kept.kept(name, lambda: _film(past)) if past.finished else _film(past)
        response = HttpResponse(packed, content_type="application/json")
        patch_vary_headers(response, ["Accept-Encoding"])
        if "gzip" in request.headers.get("Accept-Encoding", ""):
            response["Content-Encoding"] = "gzip"
        else:
            response.content = gzip.decompress(packed)
        return response

    return kept.answer(request, kept.tag(*told), make, private=True)


@errors.only("GET")
@vary_on_cookie
def report(request: HttpRequest, game_id: str) -> HttpResponseBase:
    """Show what luck and judgement did in a finished game."""
    past = past_of(request, game_id)
    if not past.finished:
        raise Http404("The report comes when the game is over.")
    context = luck.context(past, list(playback.entries(past)))
    response = render(request, "games/luck.html", {**context, "game": past.game})
    patch_cache_control(response, private=True, no_cache=True)
    return response


def past_of(request: HttpRequest, game_id: str) -> Past:
    """Give a game that has started to whoever asks. Raises Http404 with the reason."""
    try:
        return playback.past(game_id, guests.who(request))
    except (table.NoSuchTable, table.WrongTime) as refusal:
        raise Http404(str(refusal)) from None


def _film(past: Past) -> bytes:
    cast = Cast([seat.name for seat in past.seats], past.reader)
    made = present_film.film(rules_of(past.rules), cast, playback.played(past))
    return gzip.compress(made, 6, mtime=0)


def _number(text: str | None) -> int | None:
    if text is None or text == "start":
        return -1
    if text == "last":
        return None
    if not _NUMBER.match(text):
        raise Http404("Moves are found by their number, such as ?move=12.")
    return int(text)
