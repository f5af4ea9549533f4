"""The app's configuration."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Who plays."""

    name = "accounts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Hear when somebody signs in."""
        from accounts import joining

        joining.listen()
