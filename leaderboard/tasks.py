"""Celery's tasks: each a line that calls what does it."""

from celery import shared_task

from leaderboard import answers, listing, step


@shared_task
def rate_finished() -> int:
    """Rate games that have finished; give how many."""
    return step.rate_finished()


@shared_task
def rate_overlooked() -> int:
    """Rate games that finished long ago and were passed over; give how many."""
    return step.rate_overlooked()


@shared_task
def count_answers() -> int:
    """Count how long people took to answer; give how many answers are new."""
    return answers.count_answers()


@shared_task
def let_rest() -> int:
    """Note who has not played for thirty days; give how many."""
    return listing.let_rest()
