"""`manage.py createsuperuser`: Django's own, written into the audit."""

from typing import Any

from django.contrib.auth.management.commands import createsuperuser

from accounts import audit
from accounts.models import User


class Command(createsuperuser.Command):
    """Make somebody who has all rights in the back room."""

    help = "Make somebody who has all rights in /admin/, once a second factor is set up there."

    def handle(self, *args: Any, **options: Any) -> Any:
        """Do it, and note whom it made."""
        before = set(User.objects.filter(is_superuser=True).values_list("pk", flat=True))
        done = super().handle(*args, **options)
        for user in User.objects.filter(is_superuser=True).exclude(pk__in=before):
            audit.by_command("create superuser", user)
        return done
