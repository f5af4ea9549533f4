"""`manage.py purge_guests`: delete guests' old games now, as the worker does every hour."""

from typing import Any

from django.core.management.base import BaseCommand

from games.guests import purge_old_games


class Command(BaseCommand):
    """Delete guests' games that have not changed for GUEST_GAME_KEEP_DAYS."""

    help = "Delete guests' games that have not changed for GUEST_GAME_KEEP_DAYS days."

    def handle(self, *args: Any, **options: Any) -> None:
        """Delete them and tell how many went."""
        gone = purge_old_games()
        self.stdout.write(f"{gone} {'game' if gone == 1 else 'games'} deleted.")
