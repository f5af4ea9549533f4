"""`manage.py purge`: delete now what the worker deletes every hour."""

from typing import Any

from django.core.management.base import BaseCommand

from games import upkeep


class Command(BaseCommand):
    """Delete guests' old games, closed tables, and the outbox of games that are long over."""

    help = "Delete guests' games after GUEST_GAME_KEEP_DAYS, and after 30 days closed tables and games' old mails."

    def handle(self, *args: Any, **options: Any) -> None:
        """Delete them and tell how many went."""
        gone = upkeep.purge()
        for number, one, more in (
            (gone.guests_games, "guest's game", "guests' games"),
            (gone.closed_tables, "closed table", "closed tables"),
            (gone.notices, "entry of the outbox", "entries of the outbox"),
        ):
            self.stdout.write(f"{number} {one if number == 1 else more} deleted.")
