"""Addresses of the leaderboard and of players' pages."""

from django.urls import include, path, register_converter

from accounts.names import LONGEST, SHORTEST
from leaderboard import views


class PlayerName:
    """A player's name; what can't be one is no address of ours."""

    regex = f"[A-Za-z0-9_-]{{{SHORTEST},{LONGEST}}}"

    def to_python(self, value: str) -> str:
        """Give the name as it stands."""
        return value

    def to_url(self, value: str) -> str:
        """Give the name as it stands."""
        return value


register_converter(PlayerName, "player")

urlpatterns = [
    # By its name: the converter has to be known first.
    path("api/", include("leaderboard.api")),
    path("leaderboard/", views.leaderboard, name="leaderboard"),
    path("leaderboard/listing/", views.listing_answer, name="leaderboard-listing"),
    path("players/<player:name>/", views.player, name="player"),
]
