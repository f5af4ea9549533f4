"""Tables in lists: the lobby, one's own games, and the form that opens a new one."""

from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlencode

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control
from django.utils.safestring import SafeString
from django.views.decorators.vary import vary_on_cookie

from accounts.models import User
from games import guests, lists, members, table
from games.pages import at_table, errors
from games.pages.forms import AgainstBots, Filters, NewTable, game_of, played
from games.present import lobby as present
from games.present import mine as present_mine
from games.present.clocks import Hours, time_in_words
from games.present.pieces import piece
from games.who import Who


@dataclass(frozen=True)
class _Looked:
    """What is looked for in a list of tables, and in which of the two."""

    given: tuple[tuple[str, str], ...]
    playing: bool

    @property
    def fields(self) -> Filters:
        """The form, filled in."""
        return Filters(dict(self.given))


_shown: Callable[[_Looked], SafeString] = piece("games/_filters.html", "looked")


@errors.only("GET")
@vary_on_cookie
def lobby(request: HttpRequest) -> HttpResponse:
    """Show public tables with a free seat, or public games in play, by what the reader looks for."""
    who, filters = guests.who(request), Filters(request.GET)
    given, number = filters.understood, filters.understood.get("page", 1)
    playing = given.get("show") == "play"
    wanted = filters.wanted
    page = lists.in_play(wanted, number) if playing else lists.open_tables(wanted, who.user, number)
    kept = {name: value for name, value in given.items() if name not in ("page", "show")}
    shown = {"show": "play"} if playing else {}
    context = {
        # As they count: what was not understood is not there.
        "filters": _shown(_Looked(tuple(kept.items()), playing=playing)),
        "left_out": filters.left_out,
        "filtered": bool(kept),
        "playing": playing,
        "rows": [present.row(game, who) for game in page.games],
        "open_query": urlencode(kept),
        "play_query": urlencode({**kept, "show": "play"}),
        "before": urlencode({**kept, **shown, "page": number - 1}) if number > 1 else "",
        "after": urlencode({**kept, **shown, "page": number + 1}) if page.more else "",
        "number": number,
    }
    return _private(render(request, "games/lobby.html", context))


@errors.only("GET")
@vary_on_cookie
def mine(request: HttpRequest) -> HttpResponse:
    """Show the reader's own games: those that wait first, by deadline; finished ones by pages."""
    who = guests.who(request)
    if not who.guest and who.user is None:
        return redirect_to_login(request.get_full_path())
    number = Filters({"page": request.GET.get("page", "")}).understood.get("page", 1)
    page = lists.finished(who, number)
    hours = hours_of(request)
    context = {
        **own_games(request, who, hours),
        "finished": [present_mine.finished(game, who, hours) for game in page.games],
        "before": urlencode({"page": number - 1}) if number > 1 else "",
        "after": urlencode({"page": number + 1}) if page.more else "",
        "number": number,
    }
    return _private(render(request, "games/mine.html", context))


@errors.only("GET", "POST")
@vary_on_cookie
def new(request: HttpRequest) -> HttpResponse:
    """Show the forms for a new table of a game, or open the table that is asked for.

    Without an account one plays against bots alone: where a game's tables are of two kinds, that form is here too.
    """
    given = request.POST if request.method == "POST" else request.GET
    rules = game_of(given.get("game", ""))
    status, refusal = 200, ""
    if rules is None:
        rules, status, refusal = played()[0], 400, "There is no game of this name here. These are the games:"
    alone = None if rules.tables.mixed else AgainstBots(rules=rules)
    if not isinstance(request.user, User) and (alone is None or request.method == "POST"):
        return to_sign_in(request, request.get_full_path())
    form = NewTable(request.POST if request.method == "POST" and not refusal else None, rules=rules)
    if form.is_bound and isinstance(request.user, User):
        if form.is_valid():
            try:
                game = table.open_table(rules, [members.sitter(request.user)], form.plan())
            except table.TooMany as too_many:
                status, refusal = 429, str(too_many)
            else:
                response = redirect("game", game.public_id)
                response.status_code = 303
                return response
        else:
            status = 400
    without = time_in_words(rules.tables.with_bots)
    context = {"form": form, "alone": alone, "without": without, "rules": rules, "games": played(), "refusal": refusal}
    return _private(render(request, "games/new.html", context, status=status))


def hours_of(request: HttpRequest) -> Hours:
    """Give the time now, to be told by the reader's clock."""
    zone = at_table.zone_of(request)
    return Hours(table.now(), zone, known=True) if zone is not None else Hours(table.now())


def own_games(request: HttpRequest, who: Who, hours: Hours) -> dict[str, object]:
    """Give what a list of one's own games shows: those going on, tables not started, invitations."""
    asked = lists.invitations(who.user) if who.user is not None else []
    return {
        **present_mine.context(lists.going_on(who), hours),
        "invitations": [present.asked(invitation) for invitation in asked],
    }


def to_sign_in(request: HttpRequest, back_to: str) -> HttpResponse:
    """Lead somebody without an account to the way in, and back from there."""
    response: HttpResponse = redirect_to_login(back_to)
    if request.method == "POST":
        # 303: whatever was sent, the way in is asked for with GET.
        response.status_code = 303
    return response


def _private(response: HttpResponse) -> HttpResponse:
    patch_cache_control(response, private=True, no_cache=True)
    return response
