"""The home page."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.vary import vary_on_cookie

from games import guests, lists
from games.pages import errors, views_lobby
from games.pages.forms import game_of, played
from games.present import home as present
from games.present import lobby
from games.who import Who

#: Open tables on the home page; the lobby has all of them.
OPEN_TABLES = 5


@errors.only("GET")
@vary_on_cookie
def home(request: HttpRequest) -> HttpResponse:
    """Show people their own games, and others the button, their games and a finished game; open tables to all.

    Others choose which game's board they see (`?game=`).
    """
    who = guests.who(request)
    if who.user is not None:
        response = render(request, "games/home_member.html", _of_member(request, who))
    else:
        response = render(request, "home.html", _of_guest(who, request.GET.get("game", "")))
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _of_guest(who: Who, game: str) -> dict[str, object]:
    pictured = game_of(game) or guests.RULES
    return {
        **present.context(who, lists.games_of_guest(who), lists.a_finished_game(), pictured),
        "boards": played(),
        **_offered(who),
        "keep_days": settings.GUEST_GAME_KEEP_DAYS,
    }


def _of_member(request: HttpRequest, who: Who) -> dict[str, object]:
    return {**views_lobby.own_games(request, who, views_lobby.hours_of(request)), **_offered(who)}


def _offered(who: Who) -> dict[str, object]:
    page = lists.open_tables(lists.Wanted(), who.user, length=OPEN_TABLES)
    return {
        "rows": [lobby.row(game, who) for game in page.games],
        "seats_choices": list(guests.RULES.seats),
        "at_once": guests.RULES,
        "other_games": [rules for rules in played() if rules is not guests.RULES],
    }
