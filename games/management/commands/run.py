"""`manage.py run ROLE`: one process of a full installation."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from landlord import ports, processes


class Command(BaseCommand):
    """Become one of the roles of a full installation, with the command line that landlord.processes has for it."""

    help = "Run one process of a full installation, in the place of this one."
    # Whatever it becomes runs them.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the role."""
        parser.add_argument("role", choices=processes.ROLES, help="which process")

    def handle(self, *args: Any, **options: Any) -> None:
        """Start it. Raises CommandError where there is no queue to work on, or the port that it serves is taken."""
        role = options["role"]
        if settings.EMBEDDED:
            raise CommandError(
                "Without DATABASE_URL and REDIS_URL all of Landlord runs from one command: script/server."
            )
        if role in ("web", "stream"):
            port = settings.PORT if role == "web" else settings.STREAM_PORT
            if reason := ports.reason_against(settings.HOST, port):
                raise CommandError(reason)
        if role == "web":
            program = processes.web(settings.HOST, settings.PORT, settings.WEB_PROCESSES, settings.VAR_DIR)
        elif role == "stream":
            program = processes.stream(settings.HOST, settings.STREAM_PORT)
        elif role == "beat":
            program = processes.beat()
        else:
            program = processes.worker_of(role)
        processes.become(program)
