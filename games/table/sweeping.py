"""The site's own clock: the sweep's heartbeat, standstills, and the operator's stop of all clocks."""

from datetime import datetime, timedelta

import structlog
from django.db import connection, transaction
from django.db.models import F, QuerySet

from games import clock
from games.models import Game, Seat, SiteClock, Standstill
from games.table import playing
from games.table.errors import NoSuchTable, WrongTime
from games.table.instant import now

log = structlog.get_logger(__name__)

#: The one row.
THE_CLOCK = 1


def sweep(most: int = 200) -> int:
    """Look at the clocks once: move deadlines after a standstill, then make due time-outs; give how many.

    Each time-out is a transaction of its own, in the order of the deadlines. Several sweeps may run at
    once: each takes games that no other holds. A sweep that can't have the heartbeat leaves all to the
    one that has it.
    """
    if not beat():
        return 0
    made, tried = 0, set[str]()
    while len(tried) < most:
        game_id = _next_due(tried)
        if game_id is None:
            break
        tried.add(game_id)
        try:
            made += playing.expire(game_id)
        except NoSuchTable:
            continue
        except Exception:
            # One broken game must not keep the clocks of all others from running.
            log.exception("a time-out failed", game=game_id)
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
        if instant - site.swept_at > clock.LONGEST_GAP:
            _stood_still(site, instant)
        # Another worker's clock does not count; the database's can't go back but for a test's.
        site.swept_at = max(site.swept_at, instant)
        site.save(update_fields=["swept_at"])
    return site.stopped_at is None


def stop_clocks() -> None:
    """Stop all clocks of the site, until they are started again. Raises WrongTime if they are stopped."""
    with transaction.atomic():
        site = _site()
        if site.stopped_at is not None:
            raise WrongTime("All clocks are stopped already.")
        site.stopped_at = now()
        site.save(update_fields=["stopped_at"])
        Game.objects.filter(status=Game.Status.RUNNING).update(changes=F("changes") + 1)


def start_clocks() -> int:
    """Start all clocks again: each goes on with what was left; give how many games that moved.

    Raises WrongTime if they run.
    """
    with transaction.atomic():
        site = _site()
        if site.stopped_at is None:
            raise WrongTime("The clocks are running.")
        instant = now()
        games = _lock_running()
        # Whatever began during the stop counts from its beginning, so all are moved alike.
        _move(Seat.objects.filter(due_at__isnull=False, game__status=Game.Status.RUNNING), instant - site.stopped_at)
        Game.objects.filter(status=Game.Status.RUNNING).update(changes=F("changes") + 1)
        Game.objects.filter(status=Game.Status.RUNNING, paused_until__gt=site.stopped_at).update(
            paused_until=F("paused_until") + (instant - site.stopped_at)
        )
        site.stopped_at = None
        site.swept_at = instant
        site.save(update_fields=["stopped_at", "swept_at"])
    return games


def _next_due(tried: set[str]) -> str | None:
    # In a statement of its own, and let go at once: the time-out's transaction looks again under the
    # lock. Games that a move or another sweep holds at this moment are passed over.
    with transaction.atomic():
        due = (
            Seat.objects.filter(due_at__lt=now() - clock.GRACE, game__status=Game.Status.RUNNING)
            .exclude(game__public_id__in=tried)
            .order_by("due_at")
            .select_related("game")
            .only("id", "game__public_id")
        )
        if connection.features.has_select_for_update_skip_locked:
            due = due.select_for_update(of=("game",), skip_locked=True)
        seat = due.first()
    return seat.game.public_id if seat else None


def _stood_still(site: SiteClock, instant: datetime) -> None:
    # While the operator has stopped the clocks nothing runs: starting them makes up for that time.
    ended = instant if site.stopped_at is None else min(instant, site.stopped_at)
    gap = ended - site.swept_at
    if gap <= timedelta(0):
        return
    _lock_running()
    running = Seat.objects.filter(
        due_at__isnull=False, since__lte=site.swept_at, game__status=Game.Status.RUNNING
    ).exclude(game__paused_until__gte=ended)
    games = Game.objects.filter(pk__in=running.values("game"))
    moved = games.update(stood_still_at=ended, stood_still_for=gap)
    _move(running, gap)
    Standstill.objects.create(began=site.swept_at, ended=ended, games=moved)
    log.warning("the site stood still", seconds=gap.total_seconds(), games=moved)


def _move(seats: QuerySet[Seat], by: timedelta) -> None:
    seats.update(due_at=F("due_at") + by)


def _lock_running() -> int:
    # The games first, as every move does: a move under way has then been saved, or has not read yet.
    running = Game.objects.filter(status=Game.Status.RUNNING).order_by("pk")
    return len(running.select_for_update().values_list("pk", flat=True))


def _site() -> SiteClock:
    site = SiteClock.objects.select_for_update().filter(pk=THE_CLOCK).first()
    return site or SiteClock.objects.create(pk=THE_CLOCK, swept_at=now())
