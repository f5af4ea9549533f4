"""What of a game may stand on pages elsewhere: a picture of its final board, and the board by itself.

Both are anybody's: no cookie is read, so a player sees there what everybody sees.
"""

from csp.decorators import csp_replace
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.clickjacking import xframe_options_exempt

from games import playback, queries, table
from games.models import Game
from games.pages import errors, kept
from games.playback import Past
from games.present import picture
from games.present import replay as present
from games.present.edition import edition
from games.present.table import rules_of
from games.rules.property.view import PropertyView
from games.who import ANYBODY


@errors.only("GET")
def board_picture(request: HttpRequest, game_id: str) -> HttpResponseBase:
    """Give the final board of a finished game as a PNG. It bears no name, so it stays right for ever."""
    past = _shown(game_id)
    if past.game.status != Game.Status.FINISHED:
        raise Http404("There is a picture of the final board when the game is over.")
    told = ("picture", edition(), past.game.public_id, past.game.move_count)

    def make() -> HttpResponse:
        name = "picture:" + ".".join(str(part) for part in told)
        return HttpResponse(kept.kept(name, lambda: _drawn(past)), content_type="image/png")

    return kept.answer(request, kept.tag(*told), make, private=False, max_age=30 * kept.DAY)


def embed(request: HttpRequest, game_id: str, number: int | None) -> HttpResponseBase:
    """Show the board alone after a move, None the last: for a frame on any page, without cookies or forms."""
    past = _shown(game_id)
    told = ("embed", edition(), number, *past.told)

    def make() -> HttpResponse:
        reading = queries.replay(game_id, number, ANYBODY)
        if reading is None:
            raise Http404("This game has no move of that number.")
        return render(request, "games/embed.html", {**present.board_alone(reading), "game": past.game})

    @csp_replace({"frame-ancestors": ["*"]})
    @xframe_options_exempt
    def framed(request: HttpRequest) -> HttpResponseBase:
        return kept.answer(request, kept.tag(*told), make, private=False)

    return framed(request)


def _shown(game_id: str) -> Past:
    try:
        return playback.past(game_id, ANYBODY)
    except (table.NoSuchTable, table.WrongTime) as refusal:
        raise Http404(str(refusal)) from None


def _drawn(past: Past) -> bytes:
    view = playback.final_view(past)
    assert isinstance(view, PropertyView)
    return picture.board(rules_of(past.rules), view, past.game.placings or [])
