"""The app of all games: rows, the one writer, pages, tasks."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Games, and the guard that keeps a running game's secrets out of the log."""

    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Guard the log of statements, which would else show what the secrets' table gets."""
        from games.secrecy import guard_statement_log

        guard_statement_log()
