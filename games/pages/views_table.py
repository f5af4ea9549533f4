"""The table: its page, its live part, its start, and the moves."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.views.decorators.vary import vary_on_cookie

from games import guests, queries, table
from games.pages import errors, moves
from games.present import table as present
from games.rules.errors import MalformedMove, RulesError
from games.who import Who

# What a redirect after a post may say on the page that it leads to.
NOTES = {
    "drawn": "You brought no seed of your own, so the site drew one for you. "
    "It is published with the game when it ends.",
    "left-out": "The first part was done. More happened then than you could know, so you are asked again.",
}


@errors.only("GET")
@vary_on_cookie
def game(request: HttpRequest, game_id: str) -> HttpResponse:
    """Show the table as this reader sees it."""
    notice = NOTES.get(request.GET.get("note", ""), "")
    response = render(request, "games/table.html", _context(request, game_id, notice))
    patch_cache_control(response, private=True, no_cache=True)
    return response


@errors.only("GET")
@vary_on_cookie
def live(request: HttpRequest, game_id: str) -> HttpResponse:
    """Give the part of the table page that changes; 304 while it is the same. Writes nothing."""
    try:
        etag = queries.stamp(game_id, guests.who(request)).etag
    except table.NoSuchTable as refusal:
        raise Http404(str(refusal)) from None
    response = get_conditional_response(request, etag=etag)
    if response is None:
        context = _context(request, game_id)
        response = render(request, "games/_live.html", context)
        # What was rendered may be newer than what was asked about.
        etag = str(context["etag"])
    response["ETag"] = etag
    patch_cache_control(response, private=True, no_cache=True)
    return response


@errors.only("POST")
def start(request: HttpRequest, game_id: str) -> HttpResponse:
    """Start an open table with the client seed that the player brings."""
    given = request.POST.get("client_seed", "").strip(" ")
    try:
        table.start(game_id, guests.who(request), given)
    except (table.TableError, RulesError) as refusal:
        return _refused(request, game_id, refusal)
    return _done(request, game_id, "" if given else "drawn")


@errors.only("POST")
def move(request: HttpRequest, game_id: str) -> HttpResponse:
    """Make a move of the reader's, and show the table after the bots' answers."""
    who = guests.who(request)
    try:
        token, posted = moves.read(request)
        answer = table.play(game_id, who, token, posted)
    except (moves.BadForm, table.TableError, RulesError) as refusal:
        return _refused(request, game_id, refusal)
    return _done(request, game_id, "left-out" if answer.left_out else "")


def _done(request: HttpRequest, game_id: str, note: str) -> HttpResponse:
    if errors.wants_json(request):
        return _fragment(request, game_id, NOTES.get(note, ""), 200)
    address = reverse("game", args=[game_id])
    response = redirect(f"{address}?note={note}" if note else address)
    response.status_code = 303
    return response


def _refused(request: HttpRequest, game_id: str, refusal: Exception) -> HttpResponse:
    """Say why not, on the current table where the reader has a seat there."""
    sentence = str(refusal)
    if isinstance(refusal, table.NoSuchTable):
        return errors.answer(request, 404, sentence)
    if isinstance(refusal, table.NotSeated):
        return errors.answer(request, 403, sentence)
    bad = isinstance(refusal, moves.BadForm | MalformedMove | table.BadClientSeed)
    status = 400 if bad else 409
    if not _may_see(game_id, guests.who(request)):
        return errors.answer(request, status, sentence)
    if errors.wants_json(request):
        return _fragment(request, game_id, sentence, status)
    return render(request, "games/table.html", _context(request, game_id, sentence), status=status)


def _may_see(game_id: str, who: Who) -> bool:
    try:
        return queries.stamp(game_id, who).reader is not None
    except table.NoSuchTable:
        return False


def _fragment(request: HttpRequest, game_id: str, notice: str, status: int) -> JsonResponse:
    context = _context(request, game_id, notice)
    return JsonResponse(
        {
            "ok": status == 200,
            "status": status,
            "notice": notice,
            "html": render_to_string("games/_live.html", context, request),
            "etag": context["etag"],
        },
        status=status,
    )


def _context(request: HttpRequest, game_id: str, notice: str = "") -> dict[str, object]:
    try:
        reading = queries.table(game_id, guests.who(request))
    except table.NoSuchTable as refusal:
        raise Http404(str(refusal)) from None
    return {
        **present.context(reading),
        "game": reading.game,
        "reading": reading,
        "notice": notice,
        "etag": reading.stamp.etag,
    }
