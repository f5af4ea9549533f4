"""`manage.py suspend NAME`: keep a person out, or let them in again."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts import audit, suspending
from games import table


class Command(BaseCommand):
    """Suspend a person, or lift it."""

    help = (
        "Suspend a person: signed out everywhere, no sign-in, no mail of games, no seat at open tables. "
        "Running games go on by the clock."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the name, and what else to do."""
        parser.add_argument("name", help="the name that others see")
        also = parser.add_mutually_exclusive_group()
        also.add_argument("--lift", action="store_true", help="let the person in again")
        also.add_argument("--resign", action="store_true", help="also resign the person's running games, for good")

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it, and tell what was done. Raises CommandError for a name that nobody has, or nothing to lift."""
        try:
            user = suspending.named(options["name"])
        except suspending.NoSuchPerson as unknown:
            raise CommandError(str(unknown)) from None
        if options["lift"]:
            if user.is_active:
                raise CommandError(f"{user.name} is not suspended.")
            suspending.lift(user)
            audit.by_command("lift suspension", user)
            self.stdout.write(f"{user.name} may sign in again.")
            return
        ended = suspending.suspend(user)
        audit.by_command("suspend", user, "games resigned" if options["resign"] else "")
        self.stdout.write(f"{user.name} is suspended; signed out of {ended} {'browser' if ended == 1 else 'browsers'}.")
        left = table.leave(user.pk, running=options["resign"])
        games = "game or table" if left == 1 else "games and tables"
        self.stdout.write(f"{left} {games} left. " + ("" if options["resign"] else "Running games go on by the clock."))
