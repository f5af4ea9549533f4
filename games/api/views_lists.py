"""Whoever calls, lists of games, and the opening of a table."""

from typing import Any, cast

import msgspec
from django.db.models import QuerySet
from django.urls import reverse
from msgspec import UNSET
from rest_framework.pagination import CursorPagination
from rest_framework.response import Response

from accounts import mailing
from accounts.models import PersonalToken
from games import lists, members, table
from games.api import asking, shapes, telling
from games.api.base import ApiView
from games.api.documented import documented
from games.api.problems import Refused
from games.lists import Wanted
from games.models import Game
from games.rules.errors import MalformedMove
from games.rules.interface import RuleSet
from games.rules.registry import newest
from games.table import Plan


class _Made(msgspec.Struct):
    id: str


class ByNumber(CursorPagination):
    """Pages of a list by its rows' numbers, the newest first: what is opened meanwhile moves no page."""

    page_size = lists.PAGE_LENGTH
    ordering = "-id"

    def decode_cursor(self, request: Any) -> Any:
        """Read a cursor of ours. Raises Refused for anything else."""
        if "cursor" not in request.query_params:
            return None
        try:
            cursor = super().decode_cursor(request)
        except Exception as error:
            raise Refused("bad_cursor") from error
        position = cursor.position
        if position is None and not cursor.offset and not cursor.reverse:
            # What says nothing would be the first page again.
            raise Refused("bad_cursor")
        if position is not None and not (position.isascii() and position.isdigit() and len(position) < 19):
            raise Refused("bad_cursor")
        return cursor


class AccountView(ApiView):
    """`/api/v1/account/`."""

    of_a_person = True

    @documented("account", "Tell who calls", gives=shapes.Account, private=True, tag="people")
    def get(self, request: Any) -> Response:
        """Tell who calls."""
        user, token = request.user, request.auth
        mailbox = mailing.mailbox(user)
        account = shapes.Account(
            name=user.name,
            address=mailbox.address,
            address_confirmed=mailbox.confirmed,
            joined=user.joined,
            time_zone=user.time_zone,
            on_leaderboard=user.on_leaderboard,
            scope=cast("Any", str(token.scope)) if isinstance(token, PersonalToken) else None,
            waiting=lists.calls(user.pk)[0],
        )
        return Response(account)


class GamesView(ApiView):
    """`/api/v1/games/`."""

    @documented(
        "list_games",
        "List games",
        gives=shapes.GamePage,
        query=asking.ListQuery,
        codes=("bad_cursor", "not_authenticated"),
    )
    def get(self, request: Any) -> Response:
        """Give a page of a list of games."""
        asked = self.query(asking.ListQuery)
        if asked.show in ("mine", "finished") and self.who.user is None:
            raise Refused("not_authenticated")
        pages = ByNumber()
        games = pages.paginate_queryset(_listed(asked, self), request, self)
        lines = [telling.line(game, self.who) for game in games]
        return Response(shapes.GamePage(lines, pages.get_next_link(), pages.get_previous_link()))

    @documented(
        "open_game",
        "Open a table",
        body=asking.NewGame,
        gives=shapes.GameShape,
        status=201,
        acts=True,
        codes=("bad_choice", "limit_reached", "not_seated"),
    )
    def post(self, request: Any) -> Response:
        """Open a table; the caller takes its first seat."""
        asked = self.body(asking.NewGame)

        def opened() -> shapes.GameShape:
            rules = newest(asked.ruleset)
            game = table.open_table(rules, [members.sitter(request.user)], _plan(asked, rules))
            return telling.game(game.public_id, self.who)

        response = self.act(opened, status=201)
        if response.status_code == 201:
            # An answer that was kept with its key is text.
            told = response.data
            made = msgspec.json.decode(told, type=_Made).id if isinstance(told, bytes) else told.id
            response["Location"] = reverse("api-game", args=[made])
        return response


def _plan(asked: asking.NewGame, rules: RuleSet[Any]) -> Plan:
    tables = rules.tables
    if asked.bots is not None and not tables.levels:
        raise table.BadChoice("This game draws how strong its bots are: leave `bots` out.")
    move_time = asked.move_time
    if move_time is UNSET:
        move_time = tables.with_bots if asked.bots_fill else tables.with_people
    options = rules.options(move_time, asked.bots)
    try:
        rules.check_options(options)
    except MalformedMove as error:
        raise table.BadChoice(str(error)) from None
    return Plan(asked.seats, options, asked.rated, asked.secret, asked.bots_fill)


def _listed(asked: asking.ListQuery, view: ApiView) -> QuerySet[Game]:
    who = view.who
    match asked.show:
        case "mine":
            return _of_game(asked, lists.games_of(who, Game.Status.RUNNING, Game.Status.OPEN))
        case "finished":
            return _of_game(asked, lists.games_of(who, Game.Status.FINISHED))
    wanted = Wanted(
        ruleset="" if asked.ruleset is UNSET else asked.ruleset,
        seats=None if asked.seats is UNSET else asked.seats,
        band="" if asked.time is UNSET else asked.time,
        rated=None if asked.rated is UNSET else asked.rated == "true",
        least=asked.reliable,
    )
    return lists.games_in_play(wanted) if asked.show == "playing" else lists.tables_open(wanted, who.user)


def _of_game(asked: asking.ListQuery, games: QuerySet[Game]) -> QuerySet[Game]:
    return games if asked.ruleset is UNSET else games.filter(ruleset=asked.ruleset)
