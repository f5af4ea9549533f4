"""A game that is read: as it stands, what has happened, its record, and the table after any move."""

from typing import Any

from django.conf import settings
from django.http import Http404
from django.http.request import split_domain_port
from msgspec import UNSET
from rest_framework.response import Response

from games import playback, queries
from games.api import asking, shapes, telling
from games.api.base import ApiView
from games.api.documented import documented, streamed
from games.api.problems import Refused
from games.rules.property.view import PropertyView


class GameView(ApiView):
    """`/api/v1/games/<id>/`."""

    @documented(
        "game", "Read a game as the caller may see it", gives=shapes.GameShape, path=("game_id",), query=asking.KeyQuery
    )
    def get(self, request: Any, game_id: str) -> Response:
        """Tell a game."""
        return Response(telling.game(game_id, self.who, self.query(asking.KeyQuery).key))


class EventsView(ApiView):
    """`/api/v1/games/<id>/events/`."""

    @documented(
        "events",
        "Read what has happened after an entry of the record",
        gives=shapes.Events,
        path=("game_id",),
        query=asking.EventsQuery,
        codes=("wrong_time",),
    )
    def get(self, request: Any, game_id: str) -> Response:
        """Tell entries of the record after a number."""
        asked = self.query(asking.EventsQuery)
        past = playback.past(game_id, self.who)
        entries = [telling.entry(each) for each in playback.entries(past, asked.since, asked.limit)]
        return Response(shapes.Events(entries, past.game.move_count - 1))


class StreamView(ApiView):
    """`/api/v1/games/<id>/stream/`, where the pages are: the stream is served by a process of its own."""

    @streamed(
        "stream",
        "Be told of the record’s entries as they are made",
        path=("game_id",),
        query=asking.StreamQuery,
    )
    def get(self, request: Any, game_id: str) -> Response:
        """Lead to the stream, where no proxy in front has led there already."""
        self.query(asking.StreamQuery)
        queries.stamp(game_id, self.who)
        if settings.TRUSTED_PROXIES:
            raise Refused("no_stream", "The proxy in front of this site does not know the way to the stream.")
        name, _ = split_domain_port(request.get_host())
        where = f"{request.scheme}://{name}:{settings.STREAM_PORT}{request.get_full_path()}"
        return Response(status=307, headers={"Location": where})


class RecordView(ApiView):
    """`/api/v1/games/<id>/record/`."""

    @documented(
        "record",
        "Read the whole record, by which anybody can play the game again and check it",
        gives="Record",
        path=("game_id",),
        codes=("wrong_time",),
    )
    def get(self, request: Any, game_id: str) -> Response:
        """Give the record."""
        return Response(queries.record(game_id, self.who))


class ReplayView(ApiView):
    """`/api/v1/games/<id>/replay/`."""

    @documented(
        "replay",
        "Read the table as it stood after an entry of the record",
        gives=shapes.State,
        path=("game_id",),
        query=asking.MoveQuery,
        codes=("wrong_time",),
    )
    def get(self, request: Any, game_id: str) -> Response:
        """Play the game again up to an entry."""
        move = self.query(asking.MoveQuery).move
        reading = queries.replay(game_id, None if move is UNSET else move, self.who)
        if reading is None:
            raise Refused("not_found", "This game has no entry of that number.")
        if not isinstance(reading.view, PropertyView):
            raise Http404
        entry = telling.entry(reading.log[reading.number + 1])
        return Response(shapes.State(reading.number, len(reading.log) - 2, reading.view, entry))
