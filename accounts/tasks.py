"""Upkeep of what people leave behind."""

from celery import shared_task
from django.core.management import call_command


@shared_task
def clear_sessions() -> None:
    """Delete sessions whose time is over; Django keeps them until somebody does."""
    call_command("clearsessions")
