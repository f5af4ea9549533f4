"""What a player may do whoever is waited on: leave, propose a pause or an end, offer a draw and answer one."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from games import guests, table
from games.models import Proposal
from games.pages import at_table, errors, moves
from games.who import Who


@errors.only("POST")
def resign(request: HttpRequest, game_id: str) -> HttpResponse:
    """Take the reader out of the game, whoever is waited on; the form asks once more by a box to tick."""

    def leave(who: Who) -> None:
        moves.sure(request)
        table.resign(game_id, who)

    return _answered(request, game_id, leave)


@errors.only("POST")
def propose(request: HttpRequest, game_id: str) -> HttpResponse:
    """Propose a pause of some days, or an end of the game as it stands."""

    def make(who: Who) -> None:
        kind, days = moves.read_proposal(request)
        table.propose(game_id, who, Proposal.Kind(kind), days)

    return _answered(request, game_id, make)


@errors.only("POST")
def answer_proposal(request: HttpRequest, game_id: str, number: int) -> HttpResponse:
    """Accept a proposal of somebody else's, or refuse it."""
    return _answered(
        request,
        game_id,
        lambda who: table.answer_proposal(game_id, who, number, yes=moves.read_answer(request)),
    )


@errors.only("POST")
def draw(request: HttpRequest, game_id: str) -> HttpResponse:
    """Offer a draw to all the others, or answer the offer that the form names."""

    def say(who: Who) -> None:
        token, accept = moves.read_draw(request)
        if accept is None:
            table.offer_draw(game_id, who)
        else:
            table.answer_draw(game_id, who, token, accept=accept)

    return _answered(request, game_id, say)


def _answered(request: HttpRequest, game_id: str, act: Callable[[Who], object]) -> HttpResponse:
    try:
        act(guests.who(request))
    except at_table.Refusal as refusal:
        return at_table.refused(request, game_id, refusal)
    return at_table.done(request, game_id)
