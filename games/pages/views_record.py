"""A game's record as a file, and the replay that steps through it."""

import re

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.vary import vary_on_cookie

from games import guests, queries, table
from games.pages import errors
from games.present import replay as present

_NUMBER = re.compile(r"[0-9]{1,7}\Z")


@errors.only("GET")
def record(request: HttpRequest, game_id: str) -> HttpResponse:
    """Give the record: all that anyone needs to play the game again and check it."""
    try:
        written = queries.record(game_id)
    except (table.NoSuchTable, table.WrongTime) as refusal:
        raise Http404(str(refusal)) from None
    response = HttpResponse(written, content_type="application/json")
    response["Content-Disposition"] = f'inline; filename="{game_id}.json"'
    patch_cache_control(response, no_cache=True)
    return response


@errors.only("GET")
@vary_on_cookie
def replay(request: HttpRequest, game_id: str) -> HttpResponse:
    """Show the board after move N (`?move=N`), the last (`?move=last`), or before the first one."""
    try:
        reading = queries.replay(game_id, _number(request.GET.get("move")), guests.who(request))
    except (table.NoSuchTable, table.WrongTime) as refusal:
        raise Http404(str(refusal)) from None
    if reading is None:
        raise Http404("This game has no move of that number.")
    context = {**present.context(reading), "game": reading.game, "reading": reading}
    response = render(request, "games/replay.html", context)
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _number(text: str | None) -> int | None:
    if text is None or text == "start":
        return -1
    if text == "last":
        return None
    if not _NUMBER.match(text):
        raise Http404("Moves are found by their number, such as ?move=12.")
    return int(text)
