"""The leaderboard and players, for programs."""

import re
from typing import Annotated, Any, Literal

import msgspec
from django.urls import path
from msgspec import UNSET, Meta, UnsetType
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from accounts.models import User
from games.api import schema
from games.api.asking import Ruleset
from games.api.base import ApiView
from games.api.documented import documented
from games.api.problems import Refused
from games.api.shapes import Instant
from leaderboard import board, played, profile
from leaderboard.board import Mark
from leaderboard.forms import FIRST_GAME
from leaderboard.ladder import Kind, ladder
from leaderboard.models import Rating

Cursor = Annotated[str, Meta(max_length=200)] | UnsetType
#: Below a row of the leaderboard, or above it; then its rating and its key.
_MARK = re.compile(r"(below|above)_(-?[0-9]{1,9})_([1-9][0-9]{0,17})", re.ASCII)
_GAME = re.compile(r"[1-9][0-9]{0,17}", re.ASCII)


class BoardQuery(msgspec.Struct, forbid_unknown_fields=True):
    """Which ratings: of one game, settled or provisional ones, of whoever played ever or within 30 days."""

    ruleset: Ruleset = FIRST_GAME
    show: Literal["settled", "provisional"] = "settled"
    period: Literal["ever", "30"] = "ever"
    cursor: Cursor = UNSET


class RankedPlayer(msgspec.Struct):
    """A person on the leaderboard; `place` is None for a provisional rating."""

    name: str
    place: int | None
    rating: int
    games: int
    wins: int
    average_place: float
    provisional: bool
    last_played: Instant


class LeaderboardPage(msgspec.Struct):
    """A page of a game's leaderboard, on which `total` stand; `next` and `previous` are addresses, None at its ends."""

    ruleset: str
    players: list[RankedPlayer]
    total: int
    next: str | None
    previous: str | None


class PlayerQuery(msgspec.Struct, forbid_unknown_fields=True):
    """The cursor continues the list of finished games."""

    cursor: Cursor = UNSET


class PlayerRating(msgspec.Struct):
    """A rating in one game."""

    ruleset: str
    rating: int
    provisional: bool
    games: int
    wins: int
    average_place: float


class PlayedGame(msgspec.Struct):
    """A game of a player's; `place` is None while it runs, `change` where the rating did not move or is not shown."""

    id: str
    ruleset: str
    finished_at: Instant | None
    rated: bool
    place: int | None
    against: list[str]
    change: int | None


class PlayerShape(msgspec.Struct):
    """A player. `ratings` are empty for whoever does not show them.

    Of the last games with other people `over` are over, `timed_out` of them by a missed deadline. `next` is the
    address with older finished games, None where they end.
    """

    name: str
    ratings: list[PlayerRating]
    over: int
    timed_out: int
    playing: list[PlayedGame]
    finished: list[PlayedGame]
    next: str | None


schema.MORE += [LeaderboardPage, PlayerShape]


class LeaderboardView(ApiView):
    """`/api/v1/leaderboard/`."""

    @documented(
        "leaderboard",
        "Read the leaderboard",
        gives=LeaderboardPage,
        query=BoardQuery,
        codes=("bad_cursor",),
        tag="people",
    )
    def get(self, request: Any) -> Response:
        """Give a page of the leaderboard."""
        asked = self.query(BoardQuery)
        kind = Kind(asked.ruleset, provisional=asked.show == "provisional", active=asked.period == "30")
        steps = ladder(kind)
        back, mark = _marked(asked.cursor)
        shown = board.stretch(kind, steps, mark, back=back)
        page = LeaderboardPage(
            ruleset=asked.ruleset,
            players=[_line(each) for each in shown.lines],
            total=steps.total,
            next=_beside(request, "below", shown.after),
            previous=_beside(request, "above", shown.before),
        )
        return Response(page)


class PlayerView(ApiView):
    """`/api/v1/players/<name>/`."""

    @documented(
        "player",
        "Read about a player",
        gives=PlayerShape,
        path=("name",),
        query=PlayerQuery,
        codes=("bad_cursor",),
        tag="people",
    )
    def get(self, request: Any, name: str) -> Response:
        """Tell of a player."""
        older = self.query(PlayerQuery).cursor
        if older is not UNSET and not _GAME.fullmatch(older):
            raise Refused("bad_cursor")
        player = profile.find(name)
        if player is None:
            raise Refused("no_such_player")
        reader = request.user if isinstance(request.user, User) else None
        shown = profile.shows_rating(player, reader)
        finished = played.finished(player, reader, shown, None if older is UNSET else int(older))
        over, late = profile.reliability(player)
        told = PlayerShape(
            name=player.name,
            ratings=[_rating(row) for row in profile.ratings(player)] if shown else [],
            over=over,
            timed_out=late,
            playing=[_game(each) for each in played.in_play(player, reader).lines],
            finished=[_game(each) for each in finished.lines],
            next=_continued(request, str(finished.older)) if finished.older else None,
        )
        return Response(told)


def _marked(cursor: str | UnsetType) -> tuple[bool, Mark | None]:
    """Read a cursor of the leaderboard: whether it leads back, and from where. Raises Refused."""
    if cursor is UNSET:
        return False, None
    found = _MARK.fullmatch(cursor)
    if found is None:
        raise Refused("bad_cursor")
    return found[1] == "above", Mark(int(found[2]), int(found[3]))


def _beside(request: Any, way: str, mark: Mark | None) -> str | None:
    return None if mark is None else _continued(request, f"{way}_{mark.rating}_{mark.key}")


def _continued(request: Any, cursor: str) -> str:
    return str(replace_query_param(request.build_absolute_uri(), "cursor", cursor))


def _line(line: board.Line) -> RankedPlayer:
    row = line.rating
    return RankedPlayer(
        line.name,
        line.place,
        row.rating,
        row.games,
        row.wins,
        round(row.average_place, 4),
        row.provisional,
        row.last_played,
    )


def _rating(row: Rating) -> PlayerRating:
    return PlayerRating(row.ruleset, row.rating, row.provisional, row.games, row.wins, round(row.average_place, 4))


def _game(line: played.GameLine) -> PlayedGame:
    return PlayedGame(
        id=line.id,
        ruleset=line.ruleset,
        finished_at=line.finished_at,
        rated=line.rated,
        place=line.place or None,
        against=[other.name for other in line.others],
        change=line.change,
    )


urlpatterns = [
    path("v1/leaderboard/", LeaderboardView.as_view(), name="api-leaderboard"),
    path("v1/players/<player:name>/", PlayerView.as_view(), name="api-player"),
]
