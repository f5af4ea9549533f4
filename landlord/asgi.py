"""The ASGI entry: what the stream's server loads. Pages are served by landlord.wsgi."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "landlord.settings")
django.setup()

from landlord.stream.app import Application  # noqa: E402

application = Application()
