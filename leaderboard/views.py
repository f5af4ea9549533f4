"""The leaderboard's page, the answer to whether one wants to be on it, and players' pages."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.timezone import localtime
from django.views.decorators.vary import vary_on_cookie

from accounts.models import User
from games.pages import errors
from leaderboard import answers, board, lines, listing, played, profile
from leaderboard.forms import FIRST_GAME, GAMES, Wishes
from leaderboard.ladder import Kind, ladder
from leaderboard.models import Rating
from leaderboard.profile import Player


@errors.only("GET")
@vary_on_cookie
def leaderboard(request: HttpRequest) -> HttpResponse:
    """Show a page of the leaderboard, or those whose names begin as the reader asks; the reader's own line with it."""
    wishes = Wishes(request.GET)
    given = wishes.cleaned_data
    begins = given.get("name", "")
    kind = Kind(wishes.game_key, provisional=given.get("show") == "new", active=given.get("period") == "30")
    if begins:
        kind = Kind(kind.ruleset)
    steps = ladder(kind)
    reader = request.user if isinstance(request.user, User) else None
    shown = board.search(kind, begins, steps) if begins else board.page(kind, given.get("page") or 1, steps)
    mine = board.mine(reader, kind, steps) if reader else None
    context = {
        "board": shown,
        "kind": kind,
        "mine": mine,
        "own_line": None if mine is None or mine.line is None else lines.row(mine.line, mine=True),
        "on_this_page": mine is not None and any(mine.line and line.name == mine.line.name for line in shown.lines),
        "lines": [lines.row(line, mine=reader is not None and line.name == reader.name) for line in shown.lines],
        "begins": begins,
        "left_out": wishes.left_out,
        "games": GAMES if len(GAMES) > 1 else {},
        "game": GAMES[kind.ruleset],
        "links": _links(kind),
        "before": _query(kind, page=shown.number - 1) if shown.number > 1 else "",
        "after": _query(kind, page=shown.number + 1) if shown.number < shown.pages else "",
        "my_page": _query(kind, page=mine.page) if mine else "",
        "form": wishes,
    }
    return _private(render(request, "leaderboard/leaderboard.html", context))


@errors.only("POST")
def listing_answer(request: HttpRequest) -> HttpResponse:
    """Keep a person's answer to whether the leaderboard may list them."""
    if not isinstance(request.user, User):
        return redirect_to_login(reverse("leaderboard"))
    wanted = request.POST.get("listed")
    if wanted not in ("yes", "no"):
        return errors.answer(request, 400, "Say yes or no: may the leaderboard list you?")
    listing.answer(request.user, wanted == "yes")
    told = "You are on the leaderboard." if wanted == "yes" else "The leaderboard does not list you."
    messages.success(request, f"{told} The settings change it at any time.")
    response = redirect("leaderboard")
    response.status_code = 303
    return response


@errors.only("GET")
@vary_on_cookie
def player(request: HttpRequest, name: str) -> HttpResponse:
    """Show a player's page."""
    reader = request.user if isinstance(request.user, User) else None
    found = profile.find(name, reader)
    if found is None:
        raise Http404("Nobody here has this name.")
    if found.name != name:
        return redirect("player", found.name)
    shown = profile.shows_rating(found, reader)
    older = request.GET.get("older", "")
    before = int(older) if older.isascii() and older.isdigit() and len(older) < 19 else None
    games = played.finished(found, reader, shown, before)
    year = localtime().year
    context = {
        "player": found,
        "own": reader is not None and found.pk == reader.pk,
        "shown": shown,
        "listed": found.on_leaderboard,
        "before": before,
        "finished": [lines.finished(line, year, with_change=shown) for line in games.lines],
        "older": games.older,
    }
    if before is None:
        context |= _about(found, reader, shown)
    return _private(render(request, "leaderboard/player.html", context))


def _about(player: Player, reader: User | None, shown: bool) -> dict[str, Any]:
    over, late = profile.reliability(player)
    times = player.answers or ()
    ratings = profile.ratings(player) if shown else []
    running = played.in_play(player, reader)
    others = reader if reader is not None and reader.pk != player.pk else None
    return {
        "ratings": [_rating(row) for row in ratings],
        "courses": [lines.course(row, player, n, several=len(ratings) > 1) for n, row in enumerate(ratings, 1)],
        "playing": [lines.playing(line) for line in running.lines],
        "more_in_play": bool(running.older),
        "over": over,
        "all_over": over < profile.RECENT,
        "on_time": over - late,
        "share": round(100 * (over - late) / over) if over else None,
        "answers": lines.answer_times(times, player.name) if sum(times) else "",
        "usually": answers.usually(times) if times else "",
        "together": profile.together(player, others) if others else None,
    }


def _rating(row: Rating) -> dict[str, Any]:
    place, of = board.place_of(row) or (None, None)
    return {"game": GAMES[row.ruleset], "row": row, "place": place, "of": of}


def _links(kind: Kind) -> dict[str, str]:
    return {
        "settled": _query(Kind(kind.ruleset, active=kind.active)),
        "new": _query(Kind(kind.ruleset, provisional=True, active=kind.active)),
        "ever": _query(Kind(kind.ruleset, provisional=kind.provisional)),
        "lately": _query(Kind(kind.ruleset, provisional=kind.provisional, active=True)),
    }


def _query(kind: Kind, page: int = 1) -> str:
    parts: dict[str, object] = {}
    if kind.ruleset != FIRST_GAME:
        parts["game"] = kind.ruleset
    if kind.active:
        parts["period"] = "30"
    if kind.provisional:
        parts["show"] = "new"
    if page > 1:
        parts["page"] = page
    return urlencode(parts)


def _private(response: HttpResponse) -> HttpResponse:
    patch_cache_control(response, private=True, no_cache=True)
    return response
