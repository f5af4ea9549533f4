"""`manage.py up`: the whole of Landlord from one command, until Ctrl-C."""

import http.client
import os
import time
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from landlord import ports, processes, static_files

WAIT_FOR_ANSWER = 120.0
LOOK_EVERY = 0.05


class Command(BaseCommand):
    """Start the web server, the stream and the worker, and stop them together."""

    help = "Migrate, start the web server, the stream and one worker, and print the address once it answers."
    # They would load every page's code for nothing: the web server does so anyway.
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        """Run until a signal comes or one of the processes ends."""
        host, port = settings.HOST, settings.PORT
        if reason := ports.reason_against(host, port):
            raise CommandError(reason)
        # Nobody types the stream's port, so it may be any: all that are started here are told.
        os.environ["STREAM_PORT"] = str(stream_port := ports.this_or_another(host, settings.STREAM_PORT))

        group = processes.Group()
        group.heed_signals()
        try:
            call_command("migrate", interactive=False, verbosity=0)
            static_files.collect()
        except (DatabaseError, OSError) as error:
            where = f" VAR_DIR is {settings.VAR_DIR}." if settings.EMBEDDED else ""
            raise CommandError(f"Landlord can't use what it keeps its games and files in: {error}.{where}") from error
        try:
            group.start(processes.web(host, port))
            if settings.EMBEDDED:
                group.start(processes.worker())
            if self._answers(group, host, port):
                # Only now: pages ask by themselves until it is there, and it would hold the first one back.
                group.start(processes.stream(host, stream_port))
                address = ports.address(host, port)
                self.stdout.write(f"Landlord is at {address}")
                if settings.MAIL_IS_SHOWN:
                    self.stdout.write(f"It sends no mail out, and shows what it would send at {address}mail/")
                self.stdout.write("Ctrl-C stops it.")
                self.stdout.flush()
            self._watch(group)
            self.stdout.write("Landlord is stopping.")
            self.stdout.flush()
        finally:
            group.stop()

    def _answers(self, group: processes.Group, host: str, port: int) -> bool:
        """Wait for the first answer; False when the group is to end, or has lost a process, before it."""
        last = time.monotonic() + WAIT_FOR_ANSWER
        while not group.told_to_stop and not group.ended():
            connection = http.client.HTTPConnection(ports.reachable(host), port, timeout=WAIT_FOR_ANSWER)
            try:
                connection.request("GET", "/", headers={"Host": f"localhost:{port}"})
                status = connection.getresponse().status
            except OSError as error:
                if time.monotonic() > last:
                    raise CommandError(f"The web server did not answer within {WAIT_FOR_ANSWER:.0f} s.") from error
                time.sleep(LOOK_EVERY)
            else:
                if status >= http.client.INTERNAL_SERVER_ERROR:
                    raise CommandError(f"Landlord stops, because its first page is an error ({status}). See above.")
                return True
            finally:
                connection.close()
        return False

    def _watch(self, group: processes.Group) -> None:
        """Wait until the group is told to stop; raise CommandError when a process ends by itself."""
        while not group.told_to_stop:
            if name := group.ended():
                raise CommandError(f"Landlord stops, because {name} has ended by itself. What it said is above.")
            time.sleep(LOOK_EVERY)
