"""A player's standing orders at a table: their page, and leaving and cancelling them, from there or from the table."""

from collections.abc import Callable
from functools import partial

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control

from games import guests, queries, table
from games.pages import at_table, errors, moves
from games.present import table as present
from games.who import Who

#: By this a form says that it stood on the page of the orders, to which its answer leads back.
BACK = "?from=orders"


@errors.only("GET", "POST")
def orders(request: HttpRequest, game_id: str) -> HttpResponse:
    """Show the reader's orders and all forms for more, or keep an order that was sent; it acts at once if it can."""
    if request.method == "POST":
        return _answered(
            request, game_id, lambda who: table.leave_order(game_id, who, moves.read_order(request)), "order"
        )
    # Before the start, for who is out, and after the end there are none: the table says how it stands.
    return _page(request, game_id, at_table.NOTES.get(request.GET.get("note", ""), "")) or redirect("game", game_id)


@errors.only("POST")
def take_off(request: HttpRequest, game_id: str, number: int) -> HttpResponse:
    """Forget an order of the reader's."""
    return _answered(request, game_id, lambda who: table.take_order_off(game_id, who, number), "cancelled")


def _answered(request: HttpRequest, game_id: str, act: Callable[[Who], object], note: str) -> HttpResponse:
    from_page = request.GET.get("from") == "orders"
    try:
        act(guests.who(request))
    except at_table.Refusal as refusal:
        if from_page:
            return at_table.refused(request, game_id, refusal, partial(_page, request, game_id))
        return at_table.refused(request, game_id, refusal)
    return at_table.done(request, game_id, note, page="game-orders" if from_page else "game")


def _page(request: HttpRequest, game_id: str, notice: str, status: int = 200) -> HttpResponse | None:
    try:
        reading = queries.table(game_id, guests.who(request), log=False)
    except table.NoSuchTable as refusal:
        raise Http404(str(refusal)) from None
    if reading.reader is None:
        raise PermissionDenied("Orders are left by who plays at this table.")
    shown = present.orders_page(reading)
    if shown is None:
        return None
    response = render(
        request, "games/orders.html", {**shown, "game": reading.game, "notice": notice, "back": BACK}, status=status
    )
    patch_cache_control(response, private=True, no_store=True)
    return response
