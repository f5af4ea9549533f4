"""The project: settings, addresses, queues."""

# Imported here so that every process that loads Django binds its tasks to this app.
from landlord.celery import app as celery_app

__all__ = ["celery_app"]
