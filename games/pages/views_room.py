"""The waiting room: sitting down and standing up, seeds, Ready, invitations, cancelling; and a game once more."""

import re
from collections.abc import Callable
from types import EllipsisType
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from accounts.models import User
from games import guests, members, queries, table
from games.pages import at_table, errors
from games.pages.forms import MoveTime
from games.pages.views_lobby import to_sign_in
from games.who import Who

#: A move time in a form, in seconds.
DIGITS = re.compile("[0-9]{1,7}")


@errors.only("POST")
def sit(request: HttpRequest, game_id: str) -> HttpResponse:
    """Take a seat, with the seed that the person brings; the last seat starts the game."""
    key = request.POST.get("key", "")
    if not isinstance(request.user, User):
        return to_sign_in(request, _address(game_id, key=key))
    given, sitter = _seed(request), members.sitter(request.user)
    try:
        table.sit(game_id, sitter, given, key=key)
    except table.TableError as refusal:
        return _refused(request, game_id, refusal, key)
    return _back(game_id, "seated" if given else "drawn")


@errors.only("POST")
def seed(request: HttpRequest, game_id: str) -> HttpResponse:
    """Keep the seed that a seated player brings; for the page's script as JSON, without a new page."""
    given = _seed(request)
    try:
        kept = table.bring_seed(game_id, guests.who(request), given)
    except table.TableError as refusal:
        if errors.wants_json(request):
            # The script tells it in place: the page itself stays as it is.
            return errors.answer(request, _status(refusal), str(refusal))
        return _refused(request, game_id, refusal)
    if errors.wants_json(request):
        return JsonResponse({"ok": True, "seed": kept})
    return _back(game_id, "seed" if given else "drawn")


@errors.only("POST")
def stand_up(request: HttpRequest, game_id: str) -> HttpResponse:
    """Give the reader's seat free again."""
    who = guests.who(request)
    try:
        table.stand_up(game_id, who)
    except table.TableError as refusal:
        return _refused(request, game_id, refusal)
    try:
        queries.stamp(game_id, who)
    except table.NoSuchTable:
        # Of a secret table who has neither seat nor invitation sees no more than its link shows.
        return _see_other(reverse("my-games"))
    return _back(game_id, "stood-up")


@errors.only("POST")
def ready(request: HttpRequest, game_id: str) -> HttpResponse:
    """Note that the reader is ready, or not any more; when all are, a full table starts."""
    say, told = request.POST.get("ready") != "no", request.POST.get("time", "")
    shown: int | EllipsisType | None = int(told) if DIGITS.fullmatch(told) else ...
    if told == "none":
        shown = None
    return _done(request, game_id, lambda who: table.get_ready(game_id, who, ready=say, told=shown))


@errors.only("POST")
def move_time(request: HttpRequest, game_id: str) -> HttpResponse:
    """Change the time for a move, as the host; whoever was ready is asked anew."""

    def change(who: Who) -> None:
        rules = queries.table(game_id, who, log=False).rules
        form = MoveTime(request.POST, tables=rules.tables)
        if not form.is_valid():
            raise table.BadChoice(form.wrong)
        table.set_move_time(game_id, who, form.move_time)

    return _done(request, game_id, change)


@errors.only("POST")
def cancel(request: HttpRequest, game_id: str) -> HttpResponse:
    """Close an open table, as its opener."""
    return _done(request, game_id, lambda who: table.cancel(game_id, who))


@errors.only("POST")
def invite(request: HttpRequest, game_id: str) -> HttpResponse:
    """Ask a named player by mail to sit down."""
    name = request.POST.get("name", "").strip()
    who = guests.who(request)
    try:
        if who.user is None or queries.stamp(game_id, who).reader is None:
            raise table.NotSeated("Only those who sit at a table invite others to it.")
        if not _could_be_a_name(name):
            raise table.BadChoice("Write a player’s name.")
        # Names are public, so who has which is no secret.
        invited = User.objects.filter(name__iexact=name, is_active=True).first()
        if invited is None:
            raise table.BadChoice(f"Nobody here is called {name}.")
        table.invite(game_id, who, invited.pk)
    except table.TableError as refusal:
        return _refused(request, game_id, refusal)
    return _back(game_id, "invited")


@errors.only("POST")
def rematch(request: HttpRequest, game_id: str) -> HttpResponse:
    """Open the same table once more after a game, or find the one that another player has opened."""
    if not isinstance(request.user, User):
        return to_sign_in(request, _address(game_id))
    try:
        again = table.rematch(game_id, members.sitter(request.user))
    except table.TableError as refusal:
        return _refused(request, game_id, refusal)
    return _back(again.public_id)


def _done(request: HttpRequest, game_id: str, act: Callable[[Who], object]) -> HttpResponse:
    try:
        act(guests.who(request))
    except table.TableError as refusal:
        return _refused(request, game_id, refusal)
    return _back(game_id)


def _refused(request: HttpRequest, game_id: str, refusal: table.TableError, key: str = "") -> HttpResponse:
    """Say why not, in the room itself where the reader may see it and the game has not started."""
    if isinstance(refusal, table.NoSuchTable):
        return errors.answer(request, 404, str(refusal))
    status = _status(refusal)
    try:
        queries.stamp(game_id, guests.who(request), key)
    except table.NoSuchTable as unknown:
        return errors.answer(request, 404, str(unknown))
    if errors.wants_json(request):
        return errors.answer(request, status, str(refusal))
    shown = at_table.context(request, game_id, str(refusal), key=key)
    return render(request, "games/table.html", shown, status=status)


def _status(refusal: table.TableError) -> int:
    match refusal:
        case table.TooMany():
            return 429
        case table.BadClientSeed() | table.BadChoice():
            return 400
        case table.NotSeated():
            return 403
        case table.NoSuchTable():
            return 404
        case _:
            return 409


def _seed(request: HttpRequest) -> str:
    return request.POST.get("client_seed", "").strip(" ")


def _could_be_a_name(name: str) -> bool:
    return name.isascii() and name.isprintable() and 0 < len(name) <= 20


def _address(game_id: str, **query: str) -> str:
    given = {name: value for name, value in query.items() if value}
    return reverse("game", args=[game_id]) + (f"?{urlencode(given)}" if given else "")


def _back(game_id: str, note: str = "") -> HttpResponse:
    return _see_other(_address(game_id, note=note))


def _see_other(address: str) -> HttpResponse:
    response = redirect(address)
    response.status_code = 303
    return response
