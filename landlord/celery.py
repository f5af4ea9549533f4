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

# Deadlines wait for nothing; mail waits for other people's servers; tidying up can take long and can
# wait. So each has its own queue, and a full installation gives the clock its own worker
# (`celery -A landlord worker -Q clock`).
CLOCK, GAMES, MAIL, UPKEEP = "clock", "games", "mail", "upkeep"
app.conf.task_default_queue = GAMES
app.conf.task_queues = [Queue(CLOCK), Queue(GAMES), Queue(MAIL), Queue(UPKEEP)]
app.conf.task_routes = {
    "games.tasks.sweep": {"queue": CLOCK},
    "games.tasks.close_old_tables": {"queue": UPKEEP},
    "accounts.tasks.clear_sessions": {"queue": UPKEEP},
    "games.tasks.purge_guest_games": {"queue": UPKEEP},
}
app.conf.beat_schedule = {
    # Ticks that no worker took in time are not made up for: the next one finds the same deadlines.
    "look at the clocks": {"task": "games.tasks.sweep", "schedule": timedelta(seconds=1), "options": {"expires": 3}},
    "close tables that nobody started": {"task": "games.tasks.close_old_tables", "schedule": timedelta(minutes=10)},
    # A tick that found no worker in time is not worth making up for: the next one finds the same games.
    "make bots' moves left over": {
        "task": "games.tasks.answer_for_bots",
        "schedule": timedelta(seconds=1),
        "options": {"expires": 5},
    },
    "purge guests' old games": {"task": "games.tasks.purge_guest_games", "schedule": timedelta(hours=1)},
    "deliver mail about accounts": {
        "task": "accounts.tasks.deliver_account_mail",
        "schedule": timedelta(seconds=1),
        "options": {"expires": 5},
    },
    "clear ended sessions": {"task": "accounts.tasks.clear_sessions", "schedule": timedelta(hours=6)},
}
