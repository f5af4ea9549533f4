"""The app of all games: rows, the one writer, pages, tasks."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Games: the guard of running games' secrets, and what follows from an account's ways."""

    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Guard the log of statements, which would else show what the secrets' table gets, and every connection.

        And listen to accounts.
        """
        from games import receivers  # noqa: F401
        from games.mail import tracking  # noqa: F401
        from games.secrecy import guard_statement_log
        from games.stalled import guard_connections

        guard_statement_log()
        guard_connections()
