"""The home page, and the one press that opens a table against bots."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.vary import vary_on_cookie

from accounts.addresses import address_of
from accounts.models import User
from games import guests, lists, members, table
from games.pages import errors, views_lobby
from games.present import home as present
from games.present import lobby
from games.who import Who

#: The numbers of seats that may be played with, as a form has them.
SEATS = {str(n): n for n in guests.RULES.seats}
#: Open tables on the home page; the lobby has all of them.
OPEN_TABLES = 5


@errors.only("GET")
@vary_on_cookie
def home(request: HttpRequest) -> HttpResponse:
    """Show people their own games, and others the button, their games and a finished game; open tables to all."""
    who = guests.who(request)
    if who.user is not None:
        response = render(request, "games/home_member.html", _of_member(request, who))
    else:
        response = render(request, "home.html", _of_guest(who))
    patch_cache_control(response, private=True, no_cache=True)
    return response


@errors.only("POST")
def play(request: HttpRequest) -> HttpResponse:
    """Open a table for a guest and show its commitment; it is started by a second request."""
    seats = SEATS.get(request.POST.get("seats", "2"))
    if seats is None:
        return errors.answer(request, 400, "A game has two, three or four seats.")
    key = ""
    try:
        if isinstance(request.user, User):
            game = members.open_against_bots(request.user, seats)
        else:
            key = guests.key_of(request) or guests.new_key()
            game = guests.open_game(key, address_of(request), seats)
    except (guests.TooManyGames, table.TooMany) as refusal:
        return errors.answer(request, 429, str(refusal))
    address = reverse("game", args=[game.public_id])
    response: HttpResponse
    if errors.wants_json(request):
        start = reverse("game-start", args=[game.public_id])
        response = JsonResponse(
            {
                "id": game.public_id,
                "commitment": game.commitment,
                "start": start,
                "table": address,
            },
            status=201,
        )
    else:
        response = redirect(address)
        # 303: whatever the browser sent, it gets the table with GET.
        response.status_code = 303
    if key:
        guests.remember(response, key)
    return response


def _of_guest(who: Who) -> dict[str, object]:
    return {
        **present.context(who, lists.games_of_guest(who), lists.a_finished_game()),
        **_offered(who),
        "keep_days": settings.GUEST_GAME_KEEP_DAYS,
    }


def _of_member(request: HttpRequest, who: Who) -> dict[str, object]:
    return {**views_lobby.own_games(request, who, views_lobby.hours_of(request)), **_offered(who)}


def _offered(who: Who) -> dict[str, object]:
    page = lists.open_tables(lists.Wanted(), who.user, length=OPEN_TABLES)
    return {"rows": [lobby.row(game, who) for game in page.games], "seats_choices": list(guests.RULES.seats)}
