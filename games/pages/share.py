"""What others' pages are told of a finished game: its address, title, description and picture."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse

from games.models import Game, Seat
from games.present.cast import Cast, listing
from games.present.table import heading
from games.rules.registry import rule_set


@dataclass(frozen=True)
class Shared:
    """A game as a link preview shows it; addresses are whole."""

    address: str
    title: str
    description: str
    picture: str
    picture_says: str


def shared(request: HttpRequest, game: Game, seats: Sequence[Seat]) -> Shared | None:
    """Give what is shared of a game, the same whoever looks; None while it goes on, and of a secret table always."""
    if game.status != Game.Status.FINISHED or game.secret_table:
        return None
    moves = f"{game.move_count} move{'' if game.move_count == 1 else 's'}"
    places = [listing([seats[n].name for n in placed]) for placed in game.placings or ()]
    told = "; ".join(f"{n}. {names}" for n, names in enumerate(places, 1))
    title = rule_set(game.ruleset, game.rules_version).title
    return Shared(
        address=request.build_absolute_uri(reverse("game", args=[game.public_id])),
        title=heading(Cast([seat.name for seat in seats], None), game),
        description=f"A game of {title} over {moves}. {told}. Step through it, and check every roll.",
        picture=request.build_absolute_uri(reverse("board-picture", args=[game.public_id])),
        picture_says="The board at the end of the game",
    )
