"""Celery's tasks: each a few lines that call the table or the guests."""

from celery import shared_task

from games import guests, table
from games.models import Game

#: How many games one run of the sweep answers for.
SWEEP = 50


@shared_task
def answer_for_bots() -> int:
    """Make the bots' moves that a player's request left over; give how many games had some."""
    due = Game.objects.filter(bots_due=True).order_by("moved_at")
    game_ids = list(due.values_list("public_id", flat=True)[:SWEEP])
    for game_id in game_ids:
        table.answer_for_bots(game_id)
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
def purge_guest_games() -> int:
    """Delete guests' games that have not changed for long; give how many went."""
    return guests.purge_old_games()
