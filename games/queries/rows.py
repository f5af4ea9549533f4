"""A game's rows as every reading begins with them."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, QuerySet, Subquery

from games.models import Game, GameSecret, Proposal, Seat, SiteClock, StandingOrder
from games.rules.chance import derive_seed
from games.rules.interface import RuleSet
from games.rules.registry import rule_set
from games.table import NoSuchTable, WrongTime
from landlord.prepared import Prepared


class Known(NamedTuple):
    """What the query of a game's row tells besides: the site's clock, and whether there is more to ask for."""

    stopped_at: datetime | None
    swept_at: datetime | None
    has_proposals: bool
    has_orders: bool


@partial(Prepared, game_id=str)
def _games(game_id: str) -> QuerySet[Game]:
    # Row, secrets and the site's clock in one statement, so that they are of one and the same moment.
    stopped, swept = (Subquery(SiteClock.objects.values(name)[:1]) for name in ("stopped_at", "swept_at"))
    # Most games have neither, and each query that is not made is a twentieth of a page.
    has = {
        f"has_{name}": Exists(model.objects.filter(game=OuterRef("pk")))
        for name, model in (("proposals", Proposal), ("orders", StandingOrder))
    }
    games = Game.objects.filter(public_id=game_id).select_related("secret")
    return games.annotate(stopped_at=stopped, swept_at=swept, **has)


@partial(Prepared, game=int)
def _seats(game: int) -> QuerySet[Seat]:
    return Seat.objects.filter(game=game).order_by("number")


def game_row(game_id: str) -> tuple[Game, GameSecret, list[Seat], RuleSet[Any], Known]:
    """Give a game, its secrets, its seats by number, its rules and what else is known. Raises NoSuchTable."""
    found = _games(game_id=game_id)
    if not found:
        raise NoSuchTable
    game = found[0]
    known = Known(*(getattr(game, name) for name in Known._fields))
    secret = game.secret
    # The game is handed on to pages; its secrets are not to hang on it.
    Game._meta.get_field("secret").delete_cached_value(game)  # noqa: SLF001
    seats = _seats(game=game.pk)
    for seat in seats:
        seat.game = game
    return game, secret, seats, rule_set(game.ruleset, game.rules_version), known


def started(game: Game) -> datetime:
    """Give when a game started. Raises WrongTime for one that has not."""
    if game.started_at is None:
        raise WrongTime("This game has not started yet.")
    return game.started_at


def seeds(secret: GameSecret, seats: Sequence[Seat]) -> tuple[str, str]:
    """Give the server's seed and the game's own: for games that are over, and for playing one again."""
    server_seed = secret.server_seed
    return server_seed, derive_seed(server_seed, [seat.client_seed for seat in seats])
