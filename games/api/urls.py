"""The addresses of the API, below /api/."""

from django.urls import path, re_path, register_converter

from games.api import docs, views_chat, views_game, views_lists, views_play, views_room
from games.api.base import Nowhere
from games.api.documented import GAME_ID, NAME, ROW


class GameId:
    """A game's public id; what can't be one is no address of ours."""

    regex = GAME_ID.strip("^$")

    def to_python(self, value: str) -> str:
        """Give the id as it stands."""
        return value

    def to_url(self, value: str) -> str:
        """Give the id as it stands."""
        return value


class RowNumber:
    """The number of a row: no longer than the database's own can be."""

    regex = ROW.strip("^$")

    def to_python(self, value: str) -> int:
        """Give the number."""
        return int(value)

    def to_url(self, value: int) -> str:
        """Write the number."""
        return str(value)


class Name:
    """A player's name."""

    regex = NAME.strip("^$")

    def to_python(self, value: str) -> str:
        """Give the name as it stands."""
        return value

    def to_url(self, value: str) -> str:
        """Give the name as it stands."""
        return value


# The pages have converters of their own: neither of the two faces knows the other.
register_converter(GameId, "api_game")
register_converter(RowNumber, "api_row")
register_converter(Name, "api_name")

GAME = "v1/games/<api_game:game_id>/"

urlpatterns = [
    path("docs/", docs.page, name="api-docs"),
    path("docs/bot.py", docs.bot, name="api-bot"),
    path("schema/", docs.schema, name="api-schema"),
    path("v1/account/", views_lists.AccountView.as_view(), name="api-account"),
    path("v1/account/muted/", views_chat.MutedView.as_view(), name="api-muted"),
    path("v1/account/muted/<api_name:name>/", views_chat.HearView.as_view(), name="api-hear"),
    path("v1/games/", views_lists.GamesView.as_view(), name="api-games"),
    path(GAME, views_game.GameView.as_view(), name="api-game"),
    path(f"{GAME}events/", views_game.EventsView.as_view(), name="api-events"),
    path(f"{GAME}stream/", views_game.StreamView.as_view(), name="api-stream"),
    path(f"{GAME}chat/", views_chat.ChatView.as_view(), name="api-chat"),
    path(f"{GAME}chat/<api_row:number>/mute/", views_chat.MuteView.as_view(), name="api-mute"),
    path(f"{GAME}chat/<api_row:number>/report/", views_chat.ReportView.as_view(), name="api-report"),
    path(f"{GAME}record/", views_game.RecordView.as_view(), name="api-record"),
    path(f"{GAME}replay/", views_game.ReplayView.as_view(), name="api-replay"),
    path(f"{GAME}sit/", views_room.SitView.as_view(), name="api-sit"),
    path(f"{GAME}seed/", views_room.SeedView.as_view(), name="api-seed"),
    path(f"{GAME}stand-up/", views_room.StandUpView.as_view(), name="api-stand-up"),
    path(f"{GAME}ready/", views_room.ReadyView.as_view(), name="api-ready"),
    path(f"{GAME}move-time/", views_room.MoveTimeView.as_view(), name="api-move-time"),
    path(f"{GAME}start/", views_room.StartView.as_view(), name="api-start"),
    path(f"{GAME}cancel/", views_room.CancelView.as_view(), name="api-cancel"),
    path(f"{GAME}invite/", views_room.InviteView.as_view(), name="api-invite"),
    path(f"{GAME}rematch/", views_room.RematchView.as_view(), name="api-rematch"),
    path(f"{GAME}moves/", views_play.MovesView.as_view(), name="api-moves"),
    path(f"{GAME}resign/", views_play.ResignView.as_view(), name="api-resign"),
    path(f"{GAME}proposals/", views_play.ProposalsView.as_view(), name="api-proposals"),
    path(f"{GAME}proposals/<api_row:number>/", views_play.ProposalView.as_view(), name="api-proposal"),
    path(f"{GAME}orders/", views_play.OrdersView.as_view(), name="api-orders"),
    path(f"{GAME}orders/<api_row:number>/", views_play.OrderView.as_view(), name="api-order"),
]

#: After all others below /api/: what is nowhere is told as a problem document.
nowhere = [re_path(r"^", Nowhere.as_view(schema=None), name="api-nowhere")]
