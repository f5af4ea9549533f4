"""The addresses of the web pages."""

from django.urls import include, path, register_converter

from games.models import ID_LENGTH, ID_LETTERS
from games.pages import rules_page, views_chat, views_home, views_orders, views_play, views_table, views_wishes


class GameId:
    """A game's public id; what can't be one is no address of ours."""

    regex = f"[{ID_LETTERS}]{{{ID_LENGTH}}}"

    def to_python(self, value: str) -> str:
        """Give the id as it stands."""
        return value

    def to_url(self, value: str) -> str:
        """Give the id as it stands."""
        return value


class RowNumber:
    """The number of a row: no longer than the database's own can be."""

    regex = "[1-9][0-9]{0,17}"

    def to_python(self, value: str) -> int:
        """Give the number."""
        return int(value)

    def to_url(self, value: int) -> str:
        """Write the number."""
        return str(value)


register_converter(GameId, "game")
register_converter(RowNumber, "row")

urlpatterns = [
    path("", views_home.home, name="home"),
    path("play/", views_play.play, name="play"),
    path("", include("games.pages.urls_lobby")),
    path("games/<game:game_id>/", views_table.game, name="game"),
    path("games/<game:game_id>/start/", views_table.start, name="game-start"),
    path("games/<game:game_id>/move/", views_table.move, name="move"),
    path("games/<game:game_id>/live/", views_table.live, name="game-live"),
    path("games/<game:game_id>/resign/", views_wishes.resign, name="game-resign"),
    path("games/<game:game_id>/propose/", views_wishes.propose, name="game-propose"),
    path("games/<game:game_id>/proposals/<row:number>/", views_wishes.answer_proposal, name="game-proposal"),
    path("games/<game:game_id>/draw/", views_wishes.draw, name="game-draw"),
    path("games/<game:game_id>/orders/", views_orders.orders, name="game-orders"),
    path("games/<game:game_id>/orders/<row:number>/off/", views_orders.take_off, name="game-order-off"),
    path("games/<game:game_id>/chat/", views_chat.chat, name="chat"),
    path("games/<game:game_id>/chat/live/", views_chat.live, name="chat-live"),
    path("games/<game:game_id>/chat/about/", views_chat.about, name="chat-about"),
    path("accounts/settings/chat/", views_chat.settings, name="chat-settings"),
    path("", include("games.pages.urls_past")),
    path("", include("games.pages.urls_mail")),
    path("rules/", rules_page.rules, name="rules"),
    path("rules/<slug:key>/", rules_page.rules, name="rules"),
    path("fair-play/", rules_page.fair_play, name="fair-play"),
]
