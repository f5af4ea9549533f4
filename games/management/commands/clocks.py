"""`manage.py clocks stop|start|status`: all clocks of the site, for maintenance."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts import audit
from games import table
from games.models import SiteClock


class Command(BaseCommand):
    """Stop all clocks, start them again, or tell whether they run."""

    help = "Stop all clocks of the site, start them again with what was left to each, or tell whether they run."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take what to do."""
        parser.add_argument("what", choices=("stop", "start", "status"))

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it, and say how it is now. Raises CommandError where it is so already."""
        try:
            if options["what"] == "stop":
                table.stop_clocks()
                audit.by_command("stop clocks")
                self.stdout.write("All clocks are stopped. No deadline counts until: manage.py clocks start")
            elif options["what"] == "start":
                games = table.start_clocks()
                audit.by_command("start clocks")
                self.stdout.write(f"The clocks go on, in {games} running {'game' if games == 1 else 'games'}.")
            else:
                self.stdout.write(_status())
        except table.WrongTime as refusal:
            raise CommandError(str(refusal)) from None


def _status() -> str:
    site = SiteClock.objects.first()
    if site is None:
        return "No worker has looked at the clocks yet."
    age = (table.now() - site.swept_at).total_seconds()
    looked = f"A worker looked at them {max(age, 0):.1f} s ago."
    if site.stopped_at is not None:
        return f"All clocks have been stopped since {site.stopped_at:%Y-%m-%d %H:%M:%S} UTC. {looked}"
    return f"The clocks run. {looked}"
