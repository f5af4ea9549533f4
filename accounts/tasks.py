"""Upkeep of what people leave behind, and the mail about their accounts."""

from celery import shared_task
from django.core.management import call_command

from accounts import answers, outbox


@shared_task
def clear_sessions() -> None:
    """Delete sessions whose time is over, which Django keeps until somebody does, and old answers to programs."""
    call_command("clearsessions")
    answers.clear()


@shared_task
def deliver_account_mail() -> int:
    """Send the mails about accounts that are due; give how many were sent."""
    return outbox.deliver()
