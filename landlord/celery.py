"""The Celery app: queues, and what beat starts when."""

import os
from datetime import timedelta
from typing import Any

from celery import Celery, bootsteps, signals
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


app = Celery("landlord", amqp="landlord.broker:Broker")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.steps["worker"].add(BeatThread)
# Gives a task the id of the request that it follows from, and its own, in every line of the log.
app.steps["worker"].add("django_structlog.celery.steps:DjangoStructLogInitStep")

# Deadlines wait for nothing; mail waits for other people's servers; tidying up can take long and can
# wait. So each has its own queue, and a full installation gives the clock its own worker
# (landlord.processes).
CLOCK, GAMES, MAIL, UPKEEP = "clock", "games", "mail", "upkeep"
app.conf.task_default_queue = GAMES
app.conf.task_queues = [Queue(CLOCK), Queue(GAMES), Queue(MAIL), Queue(UPKEEP)]
app.conf.task_routes = {
    "games.tasks.sweep": {"queue": CLOCK},
    "games.tasks.close_old_tables": {"queue": UPKEEP},
    "accounts.tasks.clear_sessions": {"queue": UPKEEP},
    "accounts.tasks.deliver_account_mail": {"queue": MAIL},
    "games.tasks.purge": {"queue": UPKEEP},
    "games.tasks.deliver": {"queue": MAIL},
    "leaderboard.tasks.rate_overlooked": {"queue": UPKEEP},
    "leaderboard.tasks.count_answers": {"queue": UPKEEP},
    "leaderboard.tasks.let_rest": {"queue": UPKEEP},
}
# What finds its work in the database: a tick that no worker took is not worth making up for, since the next
# one finds the same work. Whether a tick has expired is read off the worker's own clock, which may be minutes
# off; one that is ahead would drop every tick of a short expiry. A queue of ten minutes' ticks is worked off
# in a few seconds.
EVERY_SECOND: dict[str, Any] = {"schedule": timedelta(seconds=1), "options": {"expires": 600}}
app.conf.beat_schedule = {
    "look at the clocks": {"task": "games.tasks.sweep", **EVERY_SECOND},
    "close tables that nobody started": {"task": "games.tasks.close_old_tables", "schedule": timedelta(minutes=10)},
    "make bots' moves left over": {"task": "games.tasks.answer_for_bots", **EVERY_SECOND},
    "delete what nobody needs any more": {"task": "games.tasks.purge", "schedule": timedelta(hours=1)},
    "deliver mail of games": {"task": "games.tasks.deliver", **EVERY_SECOND},
    "deliver mail about accounts": {"task": "accounts.tasks.deliver_account_mail", **EVERY_SECOND},
    "rate finished games": {
        "task": "leaderboard.tasks.rate_finished",
        "schedule": timedelta(seconds=5),
        "options": {"expires": 600},
    },
    "rate games that were passed over": {"task": "leaderboard.tasks.rate_overlooked", "schedule": timedelta(hours=24)},
    "count how long people take to answer": {
        "task": "leaderboard.tasks.count_answers",
        "schedule": timedelta(minutes=1),
        "options": {"expires": 600},
    },
    "note who has not played for a month": {"task": "leaderboard.tasks.let_rest", "schedule": timedelta(hours=1)},
    "clear ended sessions": {"task": "accounts.tasks.clear_sessions", "schedule": timedelta(hours=6)},
}


@signals.setup_logging.connect
def _leave_the_log_alone(**kwargs: Any) -> None:
    """Keep Celery from setting up the log anew: the settings have done so."""


@signals.task_prerun.connect
def _drop_broken_connections(**kwargs: Any) -> None:
    """Let a task begin with a database connection that works, as Django does for each request.

    Celery closes kept connections by count alone: after a restart of the database each task would fail on
    the old one, for half an hour and more.
    """
    from django.db import connections

    for connection in connections.all(initialized_only=True):
        # Within a transaction a task is called in place, by a test: on the caller's connection.
        if not connection.in_atomic_block:
            connection.close_if_unusable_or_obsolete()


@signals.celeryd_init.connect
def _mark_worker(sender: str, conf: Any, **kwargs: Any) -> None:
    """Have a worker of a full installation leave a mark after each task, for landlord.alive."""
    _leave_marks(signals.task_postrun, sender.partition("@")[0])


@signals.beat_init.connect
def _mark_beat(sender: Any, **kwargs: Any) -> None:
    """Have beat leave a mark at each tick that it has sent."""
    _leave_marks(signals.after_task_publish, "beat")


def _leave_marks(after: Any, role: str) -> None:
    from django.conf import settings

    if settings.EMBEDDED:
        # manage.py up watches its worker itself.
        return
    from landlord import alive

    after.connect(lambda **_: alive.leave_mark(role, settings.VAR_DIR), weak=False)
