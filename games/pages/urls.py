"""The addresses of the web pages."""

from django.urls import path, register_converter

from games.models import ID_LENGTH, ID_LETTERS
from games.pages import rules_page, views_home, views_record, views_table


class GameId:
    """A game's public id; what can't be one is no address of ours."""

    regex = f"[{ID_LETTERS}]{{{ID_LENGTH}}}"

    def to_python(self, value: str) -> str:
        """Give the id as it stands."""
        return value

    def to_url(self, value: str) -> str:
        """Give the id as it stands."""
        return value


register_converter(GameId, "game")

urlpatterns = [
    path("", views_home.home, name="home"),
    path("play/", views_home.play, name="play"),
    path("games/<game:game_id>/", views_table.game, name="game"),
    path("games/<game:game_id>/start/", views_table.start, name="game-start"),
    path("games/<game:game_id>/move/", views_table.move, name="move"),
    path("games/<game:game_id>/live/", views_table.live, name="game-live"),
    path("games/<game:game_id>/record.json", views_record.record, name="record"),
    path("games/<game:game_id>/replay/", views_record.replay, name="replay"),
    path("rules/", rules_page.rules, name="rules"),
    path("fair-play/", rules_page.fair_play, name="fair-play"),
]
