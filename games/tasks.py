"""Celery's tasks: each a few lines that call the table or the guests."""

import structlog
from celery import shared_task

from games import table, upkeep
from games.mail import delivery
from games.models import Game

log = structlog.get_logger(__name__)

#: How many games one run of the sweep answers for.
SWEEP = 50


@shared_task
def answer_for_bots() -> int:
    """Make the bots' moves that a player's request left over; give how many games had some."""
    due = Game.objects.filter(bots_due=True).order_by("moved_at")
    game_ids = list(due.values_list("public_id", flat=True)[:SWEEP])
    for game_id in game_ids:
        with structlog.contextvars.bound_contextvars(game=game_id):
            try:
                table.answer_for_bots(game_id)
            except table.NoSuchTable:
                continue
            except Exception:
                # One broken game must not keep the bots of all others from moving.
                log.exception("a bot's move failed")
    return len(game_ids)


@shared_task
def sweep() -> int:
    """Look at the clocks once, and make the time-outs that are due; give how many."""
    return table.sweep()


@shared_task
def close_old_tables() -> int:
    """Close tables that nobody has started in time; give how many."""
    return table.close_old_tables()


@shared_task
def purge() -> int:
    """Delete what nobody needs any more (games.upkeep); give how many games and tables went."""
    gone = upkeep.purge()
    return gone.guests_games + gone.closed_tables


@shared_task
def deliver() -> int:
    """Send the mails of games that are due; give how many were sent."""
    return delivery.deliver()
