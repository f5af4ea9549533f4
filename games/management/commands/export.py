"""`manage.py export NAME`: all that the site keeps about a person, as that person can download it."""

import json
import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.core.serializers.json import DjangoJSONEncoder

from accounts import audit, leaving, suspending


class Command(BaseCommand):
    """Write a person's data as JSON."""

    help = "Write all that the site keeps about a person as JSON, the same as the person's own download."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the name, and where to."""
        parser.add_argument("name", help="the name that others see")
        parser.add_argument(
            "--out", type=Path, help="a new file that only its owner may read; without, standard output"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Write it. Raises CommandError for a name that nobody has, and for a file that can't be made."""
        try:
            user = suspending.named(options["name"])
        except suspending.NoSuchPerson as unknown:
            raise CommandError(str(unknown)) from None
        audit.by_command("export", user)
        text = json.dumps(leaving.own_data(user), cls=DjangoJSONEncoder, indent=1, ensure_ascii=False)
        if options["out"] is None:
            self.stdout.write(text)
            return
        try:
            # An address is in it.
            handle = os.open(options["out"], os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text + "\n")
        except OSError as error:
            raise CommandError(f"{options['out']} can't be written: {error.strerror}.") from None
        self.stdout.write(f"Written to {options['out']}.")
