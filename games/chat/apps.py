"""The app of the chat: rows of its own, and what follows from an account's ways."""

from django.apps import AppConfig


class ChatConfig(AppConfig):
    """Chat at the table."""

    name = "games.chat"
    label = "chat"
    verbose_name = "Chat at the table"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Listen to accounts."""
        from games.chat import receivers  # noqa: F401
