"""The site's own clock: the sweep's heartbeat, standstills, and the operator's stop of all clocks."""

import logging
from datetime import datetime, timedelta

import structlog
from django.db import connection, transaction
from django.db.models import F, QuerySet

from games import clock, news
from games.models import Game, Seat, SiteClock, Standstill
from games.table import playing
from games.table.errors import WrongTime
from games.table.instant import now

log = structlog.get_logger(__name__)

#: The one row.
THE_CLOCK = 1

#: A sweep goes on no longer than this, so that its heartbeat never looks like a standstill.
LONGEST_SWEEP = clock.LONGEST_GAP / 3


def sweep(most: int = 200) -> int:
    """Look at the clocks once: move deadlines after a standstill, then make due time-outs; give how many.

    Each time-out is a transaction of its own, in the order of the deadlines. Several sweeps may run at
    once: each takes games that no other holds. A sweep that can't have the heartbeat leaves all to the
    one that has it.
    """
    if not beat():
        return 0
    began = instant = now()
    made, tried = 0, list[str]()
    while len(tried) < most and instant - began < LONGEST_SWEEP:
        before = len(tried)
        try:
            made += _expire_next(instant, tried)
        except Exception:
            if len(tried) == before:
                # The database's fault, and no game's.
                raise
            # One broken game must not keep the clocks of all others from running.
            log.exception("a time-out failed", game=tried[-1])
        if len(tried) == before:
            break
        instant = now()
    return made


def beat() -> bool:
    """Note that a sweep looks now. After a standstill, first move the deadlines that were running.

    Gives False where no time-out is to be made: another sweep is at it, or all clocks are stopped.
    """
    with transaction.atomic():
        rows = SiteClock.objects.select_for_update(skip_locked=connection.features.has_select_for_update_skip_locked)
        site = rows.filter(pk=THE_CLOCK).first()
        instant = now()
        if site is None:
            _, created = SiteClock.objects.get_or_create(pk=THE_CLOCK, defaults={"swept_at": instant})
            return created
        _note_sweep(site, instant)
        site.save(update_fields=["swept_at"])
    return site.stopped_at is None


def stop_clocks() -> None:
    """Stop all clocks of the site, until they are started again. Raises WrongTime if they are stopped.

    A standstill that lasts, if there is one, ends with that: it is made up for at once.
    """
    with transaction.atomic():
        site = _site()
        if site.stopped_at is not None:
            raise WrongTime("All clocks are stopped already.")
        instant = now()
        _note_sweep(site, instant)
        site.stopped_at = instant
        site.save(update_fields=["swept_at", "stopped_at"])
        _running_games().update(changes=F("changes") + 1)
        news.of_all_games()


def start_clocks() -> int:
    """Start all clocks again: each goes on with what was left; give how many games that moved.

    Raises WrongTime if they run.
    """
    with transaction.atomic():
        site = _site()
        if site.stopped_at is None:
            raise WrongTime("The clocks are running.")
        games = _lock_running()
        instant = now()
        # Whatever began during the stop counts from its beginning, so all are moved alike. An agreed
        # pause stood still as well, and the waits that run from its end.
        stop, seats = instant - site.stopped_at, Seat.objects.filter(game__status=Game.Status.RUNNING)
        seats.filter(since__gt=site.stopped_at).update(since=F("since") + stop)
        _move(seats.filter(due_at__isnull=False), stop)
        _running_games().filter(paused_until__gt=site.stopped_at).update(paused_until=F("paused_until") + stop)
        _running_games().update(changes=F("changes") + 1)
        news.of_all_games()
        site.stopped_at = None
        site.swept_at = instant
        site.save(update_fields=["stopped_at", "swept_at"])
    return games


def _expire_next(instant: datetime, tried: list[str]) -> int:
    """Make the time-outs of the game whose deadline is the first due, if any, and note that it was tried."""
    with transaction.atomic():
        due = (
            Seat.objects.filter(due_at__lt=instant - clock.GRACE, game__status=Game.Status.RUNNING)
            .exclude(game__public_id__in=tried)
            .order_by("due_at", "pk")
            .select_related("game")
            .only("id", "game__public_id")
        )
        if connection.features.has_select_for_update_skip_locked:
            # Games that a move or another sweep holds at this moment are passed over.
            due = due.select_for_update(of=("game",), skip_locked=True)
        seat = due.first()
        if seat is None:
            return 0
        tried.append(seat.game.public_id)
        with structlog.contextvars.bound_contextvars(game=seat.game.public_id):
            return playing.expire_locked(seat.game.public_id)


def _note_sweep(site: SiteClock, instant: datetime) -> None:
    if instant - site.swept_at > clock.LONGEST_GAP:
        _make_up_for_gap(site, instant)
    # A sweep that stood still itself comes back with an instant of long ago.
    site.swept_at = max(site.swept_at, instant)


def _make_up_for_gap(site: SiteClock, instant: datetime) -> None:
    """Move each deadline that was running when a standstill of the site began by its length."""
    # While the operator has stopped the clocks nothing runs: starting them makes up for that time.
    ended = instant if site.stopped_at is None else min(instant, site.stopped_at)
    gap = ended - site.swept_at
    if gap <= timedelta(0):
        return
    _lock_running()
    # Not one that was missed before, or set or resumed in the gap, or stood at its beginning in a pause.
    ran = Seat.objects.filter(game__status=Game.Status.RUNNING, since__lte=site.swept_at, due_at__gt=site.swept_at)
    moved = Game.objects.filter(pk__in=ran.values("game")).update(stood_still_at=ended, stood_still_for=gap)
    _move(ran, gap)
    news.of_all_games()
    Standstill.objects.create(began=site.swept_at, ended=ended, games=moved)
    # Where nothing was moved, as when somebody starts a server of their own again, it is no warning.
    level = logging.WARNING if moved else logging.INFO
    log.log(level, "the site stood still", seconds=gap.total_seconds(), games=moved)


def _move(seats: QuerySet[Seat], by: timedelta) -> None:
    seats.update(due_at=F("due_at") + by)


def _running_games() -> QuerySet[Game]:
    return Game.objects.filter(status=Game.Status.RUNNING)


def _lock_running() -> int:
    # The games first, as every move does: a move under way has then been saved, or has not read yet.
    return len(_running_games().order_by("pk").select_for_update().values_list("pk", flat=True))


def _site() -> SiteClock:
    SiteClock.objects.get_or_create(pk=THE_CLOCK, defaults={"swept_at": now()})
    return SiteClock.objects.select_for_update().get(pk=THE_CLOCK)
