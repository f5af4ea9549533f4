"""`manage.py backup FILE`: a copy of the database, taken while the site works."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from landlord import backup


class Command(BaseCommand):
    """Write a copy of the database."""

    help = "Write all that the database holds at one moment to a new file, while games go on."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file."""
        parser.add_argument("file", type=Path, help="a new file, which only its owner may read")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write it. Raises CommandError if that can't be done."""
        try:
            backup.write(options["file"])
        except backup.BackupError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"Written to {options['file']}.")
