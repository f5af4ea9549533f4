"""The leaderboard and players, for programs."""

from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from django.urls import path
from msgspec import UNSET, Meta, UnsetType
from rest_framework.response import Response

from accounts.models import User
from accounts.names import LONGEST, SHORTEST
from games.api import documented as docs
from games.api import schema
from games.api.base import ApiView
from games.api.documented import documented
from games.api.problems import Refused
from leaderboard import board, profile
from leaderboard.forms import FIRST_GAME
from leaderboard.ladder import Kind, ladder
from leaderboard.models import Rating

docs.PATHS["name"] = {"type": "string", "pattern": f"^[A-Za-z0-9_-]{{{SHORTEST},{LONGEST}}}$"}


class BoardQuery(msgspec.Struct, forbid_unknown_fields=True):
    """Which ratings: settled or provisional ones, of whoever played ever or within 30 days."""

    show: Literal["settled", "provisional"] = "settled"
    period: Literal["ever", "30"] = "ever"
    page: Annotated[int, Meta(ge=1, le=1_000_000)] = 1


class RankedPlayer(msgspec.Struct):
    """A person on the leaderboard; `place` is None for a provisional rating."""

    name: str
    place: int | None
    rating: int
    games: int
    wins: int
    average_place: float
    provisional: bool
    last_played: datetime


class LeaderboardPage(msgspec.Struct):
    """A page of the leaderboard; beyond the last one it is the last."""

    players: list[RankedPlayer]
    page: int
    pages: int
    total: int


class PlayerQuery(msgspec.Struct, forbid_unknown_fields=True):
    """`older` continues the list of finished games."""

    older: Annotated[int, Meta(ge=1, le=999_999_999_999_999_999)] | UnsetType = UNSET


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
    finished_at: datetime | None
    rated: bool
    place: int | None
    against: list[str]
    change: int | None


class PlayerShape(msgspec.Struct):
    """A player. `ratings` are empty for whoever does not show them.

    Of the last games with other people `over` are over, `timed_out` of them by a missed deadline. `older` continues
    the finished games, None where they end.
    """

    name: str
    ratings: list[PlayerRating]
    over: int
    timed_out: int
    playing: list[PlayedGame]
    finished: list[PlayedGame]
    older: int | None


schema.MORE += [LeaderboardPage, PlayerShape]


class LeaderboardView(ApiView):
    """`/api/v1/leaderboard/`."""

    @documented("leaderboard", "Read the leaderboard", gives=LeaderboardPage, query=BoardQuery, tag="people")
    def get(self, request: Any) -> Response:
        """Give a page of the leaderboard."""
        asked = self.query(BoardQuery)
        kind = Kind(FIRST_GAME, provisional=asked.show == "provisional", active=asked.period == "30")
        shown = board.page(kind, asked.page, ladder(kind))
        return Response(LeaderboardPage([_line(each) for each in shown.lines], shown.number, shown.pages, shown.total))


class PlayerView(ApiView):
    """`/api/v1/players/<name>/`."""

    @documented(
        "player",
        "Read about a player",
        gives=PlayerShape,
        path=("name",),
        query=PlayerQuery,
        tag="people",
    )
    def get(self, request: Any, name: str) -> Response:
        """Tell of a player."""
        older = self.query(PlayerQuery).older
        player = profile.find(name)
        if player is None:
            raise Refused("no_such_player")
        reader = request.user if isinstance(request.user, User) else None
        shown = profile.shows_rating(player, reader)
        finished = profile.finished(player, reader, shown, None if older is UNSET else older)
        over, late = profile.reliability(player)
        told = PlayerShape(
            name=player.name,
            ratings=[_rating(row) for row in profile.ratings(player)] if shown else [],
            over=over,
            timed_out=late,
            playing=[_game(each) for each in profile.in_play(player, reader).lines],
            finished=[_game(each) for each in finished.lines],
            older=finished.older or None,
        )
        return Response(told)


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


def _game(line: profile.GameLine) -> PlayedGame:
    game = line.game
    return PlayedGame(
        id=game.public_id,
        finished_at=game.finished_at,
        rated=game.rated,
        place=line.place or None,
        against=[seat.name for seat in line.others],
        change=line.change,
    )


urlpatterns = [
    path("v1/leaderboard/", LeaderboardView.as_view(), name="api-leaderboard"),
    path("v1/players/<player:name>/", PlayerView.as_view(), name="api-player"),
]
