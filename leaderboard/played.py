"""A player's games, as their page and programs list them: running ones and finished ones, each in one query.

Games of secret tables are seen by their players alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from django.db.models import Exists, F, FilteredRelation, OuterRef, Q, QuerySet

from accounts.models import User
from games.models import Game, Seat
from landlord.prepared import Prepared
from leaderboard.profile import Player
from leaderboard.rating import shown

#: Games of a list.
GAMES = 20
#: Above every game's number.
_END = 2**63 - 1

#: What is read of the player's seat and its game, of each other seat, and of what it made of the player's rating.
_GAME = ("game", "place", *(f"game__{name}" for name in ("public_id", "ruleset", "rated", "void", "finished_at")))
_OTHER = tuple(f"other__{name}" for name in ("number", "name", "kind", "user"))
_CHANGE = tuple(f"change__{name}" for name in ("mu_before", "sigma_before", "mu", "sigma"))


class Other(NamedTuple):
    """Somebody else at the table. `leads`: the name is a player's who has a page."""

    name: str
    leads: bool


@dataclass(frozen=True)
class GameLine:
    """A game on a player's page. `change` is how the rating moved, None where it did not or is not shown."""

    id: str
    ruleset: str
    finished_at: datetime | None
    rated: bool
    #: Why the result was struck, if it was.
    void: str
    #: 0 while the player is in the game.
    place: int
    others: tuple[Other, ...]
    change: int | None


@dataclass(frozen=True)
class Games:
    """Games of one list, the newest first; `older` continues it, 0 if there are no more."""

    lines: Sequence[GameLine]
    older: int


def in_play(player: Player, reader: User | None) -> Games:
    """List the player's running games that the reader may see."""
    return _games(player, reader, Game.Status.RUNNING, None, _END)


def finished(player: Player, reader: User | None, with_changes: bool, before: int | None = None) -> Games:
    """List the player's finished games that the reader may see, by when their tables were opened, the last one first.

    `before` is the number that a list before this one gave as `older`; `with_changes` tells how ratings moved.
    """
    key = player.key if with_changes else None
    return _games(player, reader, Game.Status.FINISHED, key, _END if before is None else before)


def _games(player: Player, reader: User | None, status: str, key: int | None, before: int) -> Games:
    values = {"player": player.pk, "before": before}
    own = reader is not None and reader.pk == player.pk
    if reader is not None and not own:
        values["reader"] = reader.pk
    if key is not None:
        values["key"] = key
    rows = _query(status, own, reader is not None and not own, key is not None)(**values)
    found = [list(seats) for _, seats in groupby(rows, key=itemgetter(0))]
    page = found[:GAMES]
    return Games([_line(seats) for seats in page], page[-1][0][0] if len(found) > GAMES else 0)


# Hardly any game is running and most are finished: with that in its text the database plans a query once.
@cache
def _query(status: str, own: bool, by_somebody: bool, with_changes: bool) -> Prepared[tuple[Any, ...]]:
    def build(player: int, before: int, reader: int | None = None, key: int | None = None) -> Any:
        found = Seat.objects.filter(user=player, game__status=status, game__lt=before)
        if not own:
            found = _visible(found, reader)
        # First so many of the player's seats as a page has, and one more, in the order of the index by which they are
        # found. Only those have their games' other seats looked up, however many others the player has.
        seats = Seat.objects.filter(pk__in=found.order_by("-game_id").values("pk")[: GAMES + 1])
        columns = (*_GAME, *_OTHER)
        beside = ~Q(game__seats__number=F("number"))
        seats = seats.annotate(other=FilteredRelation("game__seats", condition=beside))
        if with_changes:
            mine = Q(game__rating_changes__key=key)
            seats = seats.annotate(change=FilteredRelation("game__rating_changes", condition=mine))
            columns += _CHANGE
        return seats.order_by("-game_id").values_list(*columns)

    kinds: dict[str, Any] = {"player": int, "before": int}
    if by_somebody:
        kinds["reader"] = int
    if with_changes:
        kinds["key"] = int
    return Prepared(build, **kinds)


def _visible(seats: QuerySet[Seat], reader: int | None) -> QuerySet[Seat]:
    public = Q(game__secret_table=False)
    if reader is None:
        return seats.filter(public)
    return seats.filter(public | Exists(Seat.objects.filter(game=OuterRef("game"), user=reader)))


def _line(rows: Sequence[tuple[Any, ...]]) -> GameLine:
    """Make a game's line of its rows, one for each other seat."""
    _, place, id_, ruleset, rated, void, finished_at = rows[0][: len(_GAME)]
    others = sorted(row[len(_GAME) : len(_GAME) + len(_OTHER)] for row in rows)
    return GameLine(
        id_,
        ruleset,
        finished_at,
        rated,
        void,
        place,
        tuple(
            Other(name, kind != Seat.Kind.BOT and user is not None)
            for number, name, kind, user in others
            if number is not None
        ),
        _change(*rows[0][len(_GAME) + len(_OTHER) :]),
    )


def _change(
    mu_before: float | None = None, sigma_before: float = 0.0, mu: float = 0.0, sigma: float = 0.0
) -> int | None:
    return None if mu_before is None else shown(mu, sigma) - shown(mu_before, sigma_before)
