"""Static files, collected under var/ when they have changed and not at every start."""

import hashlib
from pathlib import Path
from typing import Any

import django
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from whitenoise.storage import CompressedManifestStaticFilesStorage  # type: ignore[import-untyped]


class Storage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """The collected files; their addresses have a fingerprint in them, and each is worked out once by a process.

    The list of the fingerprints is read when a process starts, so an address can't change while it runs.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._addresses: dict[str | None, str] = {}

    def url(self, name: str | None, force: bool = False) -> str:
        """Give a file's address. Raises ValueError for one that was not collected."""
        if name not in self._addresses:
            self._addresses[name] = super().url(name, force)
        return self._addresses[name]


def collect() -> bool:
    """Collect and compress the static files; return False when nothing has changed since."""
    stamp = Path(settings.STATIC_ROOT) / ".collected"
    wanted = _fingerprint()
    if stamp.exists() and stamp.read_text() == wanted:
        return False
    # Old names stay: a page that is open asks for them until it is loaded anew.
    call_command("collectstatic", interactive=False, verbosity=0)
    stamp.write_text(wanted)
    return True


def _fingerprint() -> str:
    digest = hashlib.sha256(django.__version__.encode())
    for finder in get_finders():
        for name, storage in finder.list([]):
            about = Path(storage.path(name)).stat()
            digest.update(f"{name} {about.st_size} {about.st_mtime_ns}\n".encode())
    return digest.hexdigest()
