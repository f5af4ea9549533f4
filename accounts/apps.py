"""The app's configuration."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Who plays."""

    name = "accounts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Hear when somebody signs in, and when a way in may have ended."""
        from accounts import joining, ways_in

        joining.listen()
        ways_in.listen()
