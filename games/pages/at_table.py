"""What every view of a table answers with: the page or its live part, with a sentence, by the right status."""

from collections.abc import Callable, Sequence
from datetime import tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse

from accounts.models import User
from games import guests, lists, queries, table
from games.models import Seat
from games.pages import errors, moves, streaming
from games.present import room
from games.present import table as present
from games.present.clocks import Hours
from games.rules.errors import MalformedMove, RulesError
from games.who import Who

# What a redirect after a post may say on the page that it leads to.
NOTES = {
    "drawn": "You brought no seed of your own, so the site drew one for you. "
    "It is published with the game when it ends.",
    "left-out": "The first part was done. More happened then than you could know, so you are asked again.",
    "seated": "You sit at this table now.",
    "stood-up": "Your seat is free again.",
    "seed": "Your seed is kept.",
    "order": "Your order is taken. What it did at once, if anything, is in the log; what stands is listed under "
    "“Your standing orders”.",
    "cancelled": "That order is cancelled.",
    "invited": "The invitation is on its way.",
}

#: Of these, what is also for somebody without a seat: an address that was passed on says nothing of its sender's acts.
NOTES_FOR_ALL = frozenset({"stood-up"})

#: What a request to a table may raise for its player to read.
Refusal = (moves.BadForm, table.TableError, RulesError)

_BAD = moves.BadForm | MalformedMove | table.BadClientSeed | table.BadChoice


def context(
    request: HttpRequest,
    game_id: str,
    notice: str = "",
    *,
    key: str | None = None,
    reading: queries.TableReading | None = None,
) -> dict[str, object]:
    """Give what the table page and its live part show to who asks. Raises Http404.

    `key` is that of a secret table's link, where it does not stand in the address; `reading` is the table's,
    where it has been read.
    """
    who, key = guests.who(request), key_of(request) if key is None else key
    try:
        reading = queries.table(game_id, who, key) if reading is None else reading
    except table.NoSuchTable as refusal:
        raise Http404(str(refusal)) from None
    elsewhere = lists.next_waiting(who, but_not=game_id)
    return {
        **(_room(reading, zone_of(request)) if reading.view is None else {}),
        **present.context(reading, zone_of(request)),
        **around(reading, who, elsewhere),
        "notice": notice,
        "key": key,
        "waiting_count": elsewhere.count + waits_here(reading.seats, reading.reader),
        "etag": reading.stamp.etag,
        "stream": streaming.address(request, game_id, key),
    }


def around(reading: queries.TableReading, who: Who, elsewhere: lists.Waiting) -> dict[str, object]:
    """Give what the parts of a table's page show beside the table itself; `elsewhere` are the reader's other games."""
    return {
        "game": reading.game,
        "reading": reading,
        "next": elsewhere,
        "rematch": _may_ask_for_another(reading, who),
        "signed_in": who.user is not None,
    }


def _room(reading: queries.TableReading, zone: tzinfo | None) -> dict[str, object]:
    assert reading.now is not None
    hours = Hours(reading.now, zone, known=True) if zone is not None else Hours(reading.now)
    invited = lists.invited(reading.game) if reading.reader is not None else []
    return {"room": room.room(reading, hours, invited)}


def _may_ask_for_another(reading: queries.TableReading, who: Who) -> bool:
    # Against bots alone one plays again; with people, the same ones are asked.
    people = sum(seat.kind != Seat.Kind.BOT for seat in reading.seats)
    return reading.reader is not None and who.user is not None and people > 1


def waits_here(seats: Sequence[Seat], reader: int | None) -> bool:
    """Tell whether a table waits for the reader."""
    return reader is not None and seats[reader].waited_on


def key_of(request: HttpRequest) -> str:
    """Give the key of a secret table's link, if the address has one."""
    return request.GET.get("key", "")


def zone_of(request: HttpRequest) -> tzinfo | None:
    """Give the time zone of who is signed in; None for anybody else."""
    user = request.user
    if not isinstance(user, User):
        return None
    try:
        return ZoneInfo(user.time_zone)
    except (ZoneInfoNotFoundError, ValueError):
        # A zone that was known when it was chosen, and that this machine has not.
        return None


def done(
    request: HttpRequest,
    game_id: str,
    note: str = "",
    reading: queries.TableReading | None = None,
    *,
    page: str = "game",
) -> HttpResponse:
    """Answer a post that was carried out: by the live part for a script, else by the way to the table.

    `reading` is the table as it was left, where it is known; `page` is where the form was, if not at the table.
    """
    if errors.wants_json(request):
        return _fragment(request, game_id, NOTES.get(note, ""), 200, reading)
    address = reverse(page, args=[game_id])
    response = redirect(f"{address}?note={note}" if note else address)
    response.status_code = 303
    return response


def refused(
    request: HttpRequest,
    game_id: str,
    refusal: Exception,
    page: Callable[[str, int], HttpResponse | None] = lambda _sentence, _status: None,
) -> HttpResponse:
    """Say why not, on the current table where the reader has a seat there.

    `page` gives another page for a sentence and a status, that on which the form was; None where there is none now.
    """
    sentence = str(refusal)
    if isinstance(refusal, table.NoSuchTable):
        return errors.answer(request, 404, sentence)
    if isinstance(refusal, table.NotSeated):
        return errors.answer(request, 403, sentence)
    status = 429 if isinstance(refusal, table.TooMany) else 400 if isinstance(refusal, _BAD) else 409
    if not _may_see(game_id, guests.who(request)):
        return errors.answer(request, status, sentence)
    if errors.wants_json(request):
        return _fragment(request, game_id, sentence, status)
    if (answer := page(sentence, status)) is not None:
        return answer
    shown = render(request, "games/table.html", context(request, game_id, sentence), status=status)
    return streaming.allow(request, shown)


def _may_see(game_id: str, who: Who) -> bool:
    try:
        return queries.stamp(game_id, who).reader is not None
    except table.NoSuchTable:
        return False


def _fragment(
    request: HttpRequest, game_id: str, notice: str, status: int, reading: queries.TableReading | None = None
) -> JsonResponse:
    shown = context(request, game_id, notice, reading=reading)
    return JsonResponse(
        {
            "ok": status == 200,
            "status": status,
            "notice": notice,
            "html": render_to_string("games/_live.html", shown, request),
            "etag": shown["etag"],
        },
        status=status,
    )
