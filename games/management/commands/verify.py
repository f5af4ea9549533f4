"""`manage.py verify FILE...`: check finished games against their seeds and the rules."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.rules.record import verify_files


class Command(BaseCommand):
    """Print one line a file, and exit 1 if any is wrong."""

    help = "Check game records: ok, unfinished, or the number of the first wrong move and why."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Take one file or more."""
        parser.add_argument("files", nargs="+", metavar="FILE")

    def handle(self, *args: Any, **options: Any) -> None:
        """Verify each file."""
        if not verify_files(options["files"], self.stdout.write):
            sys.exit(1)
