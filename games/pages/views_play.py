"""The one press that opens a table of one person against bots, with an account or without one."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse

from accounts.addresses import address_of
from accounts.models import User
from games import guests, members, table
from games.pages import errors
from games.pages.forms import AgainstBots, game_of

#: What a form may leave out, and what is meant then.
USUAL = {"seats": "2"}


@errors.only("POST")
def play(request: HttpRequest) -> HttpResponse:
    """Open a table against bots and show its commitment; it is started by a second request."""
    rules = game_of(request.POST.get("game", ""))
    if rules is None:
        return errors.answer(request, 400, "There is no game of this name here.")
    form = AgainstBots({**USUAL, **request.POST.dict()}, rules=rules)
    if not form.is_valid():
        return errors.answer(request, 400, form.wrong)
    seats, options = form.cleaned_data["seats"], form.options
    key = ""
    try:
        if isinstance(request.user, User):
            game = members.open_against_bots(request.user, seats, rules, options)
        else:
            key = guests.key_of(request) or guests.new_key()
            game = guests.open_game(key, address_of(request), seats, rules, options)
    except (guests.TooManyGames, table.TooMany) as refusal:
        return errors.answer(request, 429, str(refusal))
    address = reverse("game", args=[game.public_id])
    response: HttpResponse
    if errors.wants_json(request):
        start = reverse("game-start", args=[game.public_id])
        told = {"id": game.public_id, "commitment": game.commitment, "start": start, "table": address}
        response = JsonResponse(told, status=201)
    else:
        response = redirect(address)
        # 303: whatever the browser sent, it gets the table with GET.
        response.status_code = 303
    if key:
        guests.remember(response, key)
    return response
