"""The leaderboard's page, the answer to whether one wants to be on it, and players' pages."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.safestring import SafeString
from django.views.decorators.vary import vary_on_cookie

from accounts.models import User
from games.pages import errors
from games.present.pieces import piece
from leaderboard import answers, board, charts, listing, profile
from leaderboard.forms import FIRST_GAME, GAMES, Wishes
from leaderboard.ladder import Kind, ladder
from leaderboard.models import Rating
from leaderboard.rating import estimate, uncertainty

_NUMBERS = {2: "Two", 3: "Three", 4: "Four"}


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
        "own_line": None if mine is None or mine.line is None else _line(mine.line),
        "on_this_page": mine is not None and any(mine.line and line.name == mine.line.name for line in shown.lines),
        "lines": [_line(line, reader) for line in shown.lines],
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
    found = profile.find(name)
    if found is None:
        raise Http404("Nobody here has this name.")
    if found.name != name:
        return redirect("player", found.name)
    reader = request.user if isinstance(request.user, User) else None
    shown = profile.shows_rating(found, reader)
    older = request.GET.get("older", "")
    before = int(older) if older.isascii() and older.isdigit() and len(older) < 19 else None
    context = {
        "player": found,
        "own": found == reader,
        "shown": shown,
        "listed": found.on_leaderboard,
        "before": before,
        "finished": profile.finished(found, reader, shown, before),
    }
    if before is None:
        context |= _about(found, reader, shown)
    return _private(render(request, "leaderboard/player.html", context))


def _about(player: User, reader: User | None, shown: bool) -> dict[str, Any]:
    over, late = profile.reliability(player)
    times = profile.answer_times(player)
    others = reader if reader != player else None
    return {
        "ratings": [_rating(row, player) for row in profile.ratings(player)] if shown else [],
        "playing": profile.in_play(player, reader),
        "over": over,
        "all_over": over < profile.RECENT,
        "on_time": over - late,
        "share": round(100 * (over - late) / over) if over else None,
        "answers": sum(times),
        "answer_chart": charts.answer_chart(times, player.name) if sum(times) else "",
        "usually": answers.usually(times) if times else "",
        "together": profile.together(player, others) if others else None,
        "blocked": profile.is_blocked(player, others) if others else None,
    }


def _rating(row: Rating, player: User) -> dict[str, Any]:
    place = board.place_of(row)
    course = profile.course(row)
    record = profile.record(row)
    most = max(record, default=0)
    return {
        "game": GAMES[row.ruleset],
        "row": row,
        "estimate": estimate(row.mu),
        "place": place[0] if place else None,
        "of": place[1] if place else None,
        "chart": charts.rating_chart(course.ratings, course.times, player.name, GAMES[row.ruleset]),
        "charted": len(course.times),
        "places": range(1, most + 1),
        "record": [
            (_NUMBERS.get(people, str(people)), sum(counts), [*counts, *[None] * (most - people)])
            for people, counts in record.items()
        ],
    }


@dataclass(frozen=True)
class _Row:
    """A line of the leaderboard as it is shown; of the fifty on a page hardly any differs from one look to the next."""

    name: str
    place: int | None
    games: int
    wins: int
    rating: int
    sigma: float
    places: int
    trend: tuple[int, ...]
    mine: bool

    @property
    def uncertainty(self) -> int:
        """One deviation of the estimate, on the scale that is shown."""
        return uncertainty(self.sigma)

    @property
    def average(self) -> str:
        """The mean of the places."""
        return f"{self.places / self.games:.2f}"

    @property
    def spark(self) -> SafeString:
        """The ratings of the last games, drawn."""
        return charts.spark(self.trend)

    @property
    def html(self) -> SafeString:
        """Its row of the table."""
        return _shown(self)


_shown: Callable[[_Row], SafeString] = piece("leaderboard/_line.html", "line")


def _line(line: board.Line, reader: User | None = None) -> _Row:
    row = line.rating
    return _Row(
        line.name,
        line.place,
        row.games,
        row.wins,
        row.rating,
        row.sigma,
        row.places,
        tuple(row.trend),
        line.mine or (reader is not None and line.name == reader.name),
    )


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
