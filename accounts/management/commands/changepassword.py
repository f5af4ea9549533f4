"""`manage.py changepassword NAME`: Django's own, written into the audit."""

import getpass
from typing import Any

from django.contrib.auth.management.commands import changepassword

from accounts import audit
from accounts.models import User


class Command(changepassword.Command):
    """Set somebody's password: all browsers and programs of theirs are signed out."""

    help = "Set somebody's password. It ends all of the person's sessions and tokens."

    def handle(self, *args: Any, **options: Any) -> Any:
        """Do it, and note whose it was. Raises CommandError as Django's does."""
        done = super().handle(*args, **options)
        audit.by_command("set password", User.objects.get(name=options["username"] or getpass.getuser()))
        return done
