"""The project as an app: for its checks."""

from django.apps import AppConfig


class LandlordConfig(AppConfig):
    """What stands above all other apps."""

    name = "landlord"

    def ready(self) -> None:
        """Have `manage.py check` know the site's own checks."""
        from landlord import checks  # noqa: F401 - they register themselves
