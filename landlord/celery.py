"""The Celery app: queues, and what beat starts when."""

import os
from datetime import timedelta
from typing import Any

from celery import Celery, bootsteps
from kombu.entity import Queue

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "landlord.settings")


class BeatThread(bootsteps.StartStopStep):
    """Beat as a thread of the worker.

    Celery's own `worker -B` makes beat another process, and what that one sends to a broker in
    memory never reaches this one.
    """

    def __init__(self, worker: Any, **options: Any) -> None:
        super().__init__(worker, **options)
        self.enabled = worker.app.conf.broker_url.startswith("memory:")

    def create(self, worker: Any) -> Any:
        """Make the thread; the worker starts and stops it."""
        # Not at the top: Celery's command line must be able to choose its settings first.
        from celery.beat import EmbeddedService, Scheduler

        return EmbeddedService(worker.app, thread=True, scheduler_cls=Scheduler)


app = Celery("landlord")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.steps["worker"].add(BeatThread)

# Tidying up can take long and can wait; a game can't. So it has its own queue, and a full
# installation can give it its own worker (`celery -A landlord worker -Q upkeep`).
GAMES, UPKEEP = "games", "upkeep"
app.conf.task_default_queue = GAMES
app.conf.task_queues = [Queue(GAMES), Queue(UPKEEP)]
app.conf.task_routes = {
    "accounts.tasks.clear_sessions": {"queue": UPKEEP},
    "games.tasks.purge_guest_games": {"queue": UPKEEP},
}
app.conf.beat_schedule = {
    # A tick that found no worker in time is not worth making up for: the next one finds the same games.
    "make bots' moves left over": {
        "task": "games.tasks.answer_for_bots",
        "schedule": timedelta(seconds=1),
        "options": {"expires": 5},
    },
    "purge guests' old games": {"task": "games.tasks.purge_guest_games", "schedule": timedelta(hours=1)},
    "clear ended sessions": {"task": "accounts.tasks.clear_sessions", "schedule": timedelta(hours=6)},
}
