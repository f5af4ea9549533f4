"""The settings under which tests run: those of the product, on services of the run's own."""

import os

from tests import services

services.provide()

from landlord.settings import *  # noqa: E402, F403
from landlord.settings import CACHES, DATABASES, EMBEDDED, STORAGES, VAR_DIR  # noqa: E402

# Workers share one Redis. Each has a database of its own in it, since clearing the cache clears a whole one.
if not EMBEDDED:
    CACHES["default"]["OPTIONS"]["db"] = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))

if EMBEDDED:
    # A file as in the product: SQLite in memory locks otherwise.
    DATABASES["default"]["TEST"] = {"NAME": str(VAR_DIR / f"tests-{os.getpid()}.sqlite3")}

# Pages name static files by the names they have in the tree, without a collecting before each run.
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
# Of the collected ones each new client of a test would read the whole list.
STATIC_ROOT = VAR_DIR / "no-static"
STATIC_ROOT.mkdir(exist_ok=True)

# Slow on purpose in the product, once per created user.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
