"""The app's configuration."""

from django.apps import AppConfig


class LeaderboardConfig(AppConfig):
    """Ratings, the leaderboard and profiles."""

    name = "leaderboard"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Hear when an account goes, or changes what it shows."""
        from leaderboard import receivers  # noqa: F401
