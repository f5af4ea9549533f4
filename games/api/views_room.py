"""Before a game: sitting down and standing up, seeds, Ready, the start; and a game once more."""

from collections.abc import Callable
from typing import Any

from rest_framework.response import Response

from accounts.models import User
from games import members, queries, table
from games.api import asking, shapes, telling
from games.api.base import ApiView
from games.api.documented import AT_TABLE, documented
from games.models import Game
from games.rules.errors import MalformedMove

PATH = ("game_id",)


class _Act(ApiView):
    def carry_out(self, game_id: str, act: Callable[[], object]) -> Response:
        """Do something at a table, and tell how it then stands."""

        def done() -> shapes.GameShape:
            act()
            return telling.game(game_id, self.who)

        return self.act(done)


class SitView(_Act):
    """`/api/v1/games/<id>/sit/`."""

    @documented(
        "sit",
        "Sit down at an open table; the last seat starts the game",
        body=asking.SitDown,
        gives=shapes.GameShape,
        path=PATH,
        acts=True,
        codes=(*AT_TABLE, "full", "bad_client_seed", "limit_reached"),
    )
    def post(self, request: Any, game_id: str) -> Response:
        """Take a seat."""
        asked, sitter = self.body(asking.SitDown), members.sitter(request.user)

        def sit() -> None:
            # A secret table is none to whoever has not its key.
            queries.stamp(game_id, self.who, asked.key)
            table.sit(game_id, sitter, asked.client_seed, key=asked.key)

        return self.carry_out(game_id, sit)


class SeedView(ApiView):
    """`/api/v1/games/<id>/seed/`."""

    @documented(
        "bring_seed",
        "Bring a seed of one’s own to an open table",
        body=asking.Seed,
        gives=shapes.Kept,
        path=PATH,
        acts=True,
        codes=(*AT_TABLE, "bad_client_seed"),
    )
    def post(self, request: Any, game_id: str) -> Response:
        """Keep the caller's seed."""
        asked = self.body(asking.Seed)

        def keep() -> shapes.Kept:
            kept = table.bring_seed(game_id, self.who, asked.client_seed)
            return shapes.Kept(kept, telling.game(game_id, self.who))

        return self.act(keep)


class StandUpView(ApiView):
    """`/api/v1/games/<id>/stand-up/`."""

    @documented(
        "stand_up",
        "Give one’s seat free again before the start",
        gives=shapes.Done,
        path=PATH,
        acts=True,
        codes=AT_TABLE,
    )
    def post(self, request: Any, game_id: str) -> Response:
        """Give the caller's seat free."""

        def stand_up() -> shapes.Done:
            table.stand_up(game_id, self.who)
            return shapes.Done()

        return self.act(stand_up)


class ReadyView(_Act):
    """`/api/v1/games/<id>/ready/`."""

    @documented(
        "ready",
        "Say that one is ready to start, or not any more",
        body=asking.Ready,
        gives=shapes.GameShape,
        path=PATH,
        acts=True,
        codes=AT_TABLE,
    )
    def post(self, request: Any, game_id: str) -> Response:
        """Note that the caller is ready."""
        ready = self.body(asking.Ready).ready
        return self.carry_out(game_id, lambda: table.get_ready(game_id, self.who, ready=ready))


class MoveTimeView(_Act):
    """`/api/v1/games/<id>/move-time/`."""

    @documented(
        "set_move_time",
        "Change the time for a move before the start, where the game lets its host; all are asked for Ready anew",
        body=asking.ChangeMoveTime,
        gives=shapes.GameShape,
        path=PATH,
        acts=True,
        codes=(*AT_TABLE, "bad_choice"),
    )
    def post(self, request: Any, game_id: str) -> Response:
        """Change it, as the host."""
        asked = self.body(asking.ChangeMoveTime)

        def change() -> None:
            try:
                table.set_move_time(game_id, self.who, asked.move_time)
            except MalformedMove as error:
                raise table.BadChoice(str(error)) from None

        return self.carry_out(game_id, change)


class StartView(_Act):
    """`/api/v1/games/<id>/start/`."""

    @documented(
        "start",
        "Start a table that one has opened",
        body=asking.Seed,
        gives=shapes.GameShape,
        path=PATH,
        acts=True,
        codes=(*AT_TABLE, "bad_client_seed"),
    )
    def post(self, request: Any, game_id: str) -> Response:
        """Start, as the opener."""
        asked = self.body(asking.Seed)
        return self.carry_out(game_id, lambda: table.start(game_id, self.who, asked.client_seed))


class CancelView(_Act):
    """`/api/v1/games/<id>/cancel/`."""

    @documented(
        "cancel", "Close a table that one has opened", gives=shapes.GameShape, path=PATH, acts=True, codes=AT_TABLE
    )
    def post(self, request: Any, game_id: str) -> Response:
        """Close the table, as its opener."""
        return self.carry_out(game_id, lambda: table.cancel(game_id, self.who))


class InviteView(_Act):
    """`/api/v1/games/<id>/invite/`."""

    @documented(
        "invite",
        "Ask a player by mail to sit down",
        body=asking.Invite,
        gives=shapes.GameShape,
        path=PATH,
        acts=True,
        codes=(*AT_TABLE, "bad_choice", "full", "limit_reached"),
    )
    def post(self, request: Any, game_id: str) -> Response:
        """Invite a player by name."""
        name = self.body(asking.Invite).name

        def invite() -> None:
            if queries.stamp(game_id, self.who).reader is None:
                raise table.NotSeated("Only those who sit at a table invite others to it.")
            # No text in PostgreSQL holds a NUL, not even one that is only asked for.
            known = name.isascii() and name.isprintable()
            invited = User.objects.filter(name__iexact=name, is_active=True).first() if known else None
            if invited is None:
                raise table.BadChoice("Nobody here has this name.")
            table.invite(game_id, self.who, invited.pk)

        return self.carry_out(game_id, invite)


class RematchView(ApiView):
    """`/api/v1/games/<id>/rematch/`."""

    @documented(
        "rematch",
        "Open the same table again after a game, or find the one that is open",
        gives=shapes.GameShape,
        path=PATH,
        acts=True,
        codes=(*AT_TABLE, "limit_reached"),
    )
    def post(self, request: Any, game_id: str) -> Response:
        """Open a rematch."""

        def again() -> shapes.GameShape:
            game: Game = table.rematch(game_id, members.sitter(request.user))
            return telling.game(game.public_id, self.who, game.link_key)

        return self.act(again)
