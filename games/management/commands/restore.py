"""`manage.py restore FILE`: a database made from a copy."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from games import table
from landlord import backup


class Command(BaseCommand):
    """Make the database from a copy, and leave its clocks stopped."""

    help = "Make an empty database what it was when a backup was written; all clocks are stopped then."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file."""
        parser.add_argument("file", type=Path, help="what `manage.py backup` has written")

    def handle(self, *args: Any, **options: Any) -> None:
        """Restore it. Raises CommandError if that can't be done."""
        try:
            backup.read(options["file"])
        except backup.BackupError as error:
            raise CommandError(str(error)) from None
        # The copy may be of an older version.
        call_command("migrate", interactive=False, verbosity=0)
        try:
            # Also makes up for the time since the copy, in which nothing looked at the clocks.
            table.stop_clocks()
        except table.WrongTime:
            self.stdout.write("The clocks had been stopped when the backup was written.")
        self.stdout.write(f"Restored from {options['file']}. All clocks are stopped.")
        self.stdout.write(
            "Check the games with `manage.py verify --stored`, then let them go on: `manage.py clocks start`."
        )
