"""`manage.py void GAME --reason TEXT`: strike a rated game's result, or let it count again."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts import audit
from games import table


class Command(BaseCommand):
    """Strike the result of a rated game, or lift that."""

    help = "Strike the result of a rated game: it moves no rating, and its page says why."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the game, and why or that it counts again."""
        parser.add_argument("game", help="the twelve letters in the address of its page")
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("--reason", help="why, in one line that the game's page shows")
        what.add_argument("--lift", action="store_true", help="let the result count again")

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it, and say so. Raises CommandError for an unknown game, or one that there is nothing to do with."""
        game_id = options["game"]
        try:
            if options["lift"]:
                table.lift_void(game_id)
                audit.by_command("lift void", f"games.game {game_id}")
                self.stdout.write(f"The result of {game_id} counts again.")
            else:
                table.void(game_id, options["reason"])
                audit.by_command("void", f"games.game {game_id}", options["reason"])
                self.stdout.write(f"The result of {game_id} is struck, and its page says why.")
        except table.NoSuchTable:
            raise CommandError(f"There is no game {game_id}.") from None
        except table.TableError as refusal:
            raise CommandError(str(refusal)) from None
