"""`manage.py verify`: check games against their seeds and the rules, in files or in the database."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import checking
from games.models import Game
from games.rules.record import verify_files


class Command(BaseCommand):
    """Say what is right and what is wrong, and exit 1 if anything is wrong."""

    help = "Check records in files, or all games of the database: ok, unfinished, or the first wrong move and why."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Take files, or that the database is meant."""
        parser.add_argument("files", nargs="*", metavar="FILE")
        parser.add_argument("--stored", action="store_true", help="check all games in the database that have started")

    def handle(self, *args: Any, **options: Any) -> None:
        """Verify them. Raises CommandError if nothing is named, or both."""
        if bool(options["files"]) == options["stored"]:
            raise CommandError("Name files of records, or --stored for the games in the database.")
        right = self._stored() if options["stored"] else verify_files(options["files"], self.stdout.write)
        if not right:
            sys.exit(1)

    def _stored(self) -> bool:
        looked, wrong = 0, 0
        for game_id in checking.started_games():
            try:
                checking.check(game_id)
            except checking.Wrong as error:
                wrong += 1
                self.stdout.write(f"{game_id}: wrong: {error}")
            except Game.DoesNotExist:
                # Purged since its number was read.
                continue
            looked += 1
        self.stdout.write(f"{looked} games checked, {wrong} wrong.")
        return not wrong
