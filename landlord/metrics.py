"""/metrics, for Prometheus: counts of the requests, and what the database tells when it is asked."""

import hmac
import os
import time
from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta
from threading import Lock

from django.conf import settings
from django.db.models import Count, Min, Sum
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.cache import never_cache
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from accounts.models import AccountMail
from games import table
from games.models import Game, Move, Notice, Seat, Standstill
from games.pages import errors
from landlord import health
from landlord.near import from_this_machine

#: From an unchanged answer to what nobody should have to wait for, in seconds.
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}

REQUESTS = Histogram(
    "landlord_request_seconds",
    "Time from a request's arrival in the application to its answer.",
    ["view", "method", "status"],
    buckets=BUCKETS,
)

#: Time-outs of this long ago are told of, the last ones only if there are many.
RECENT = timedelta(hours=1)
MOST_RECENT = 1000
#: What was read from the database is told again for so long, in seconds: several may ask.
KEPT = 10.0


class Timed:
    """Middleware that measures requests: by view, method and the first digit of the status."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request, and note how long it took."""
        began = time.perf_counter()
        response = self.get_response(request)
        # Everything that stands in a label comes from a list of ours: anybody can send anything, and
        # each new label is kept for good.
        view = request.resolver_match.view_name if request.resolver_match else ""
        method = request.method if request.method in METHODS else "other"
        REQUESTS.labels(view or "none", method, f"{response.status_code // 100}xx").observe(time.perf_counter() - began)
        return response


class FromDatabase(Collector):
    """What the database tells: it is the same whichever process is asked."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._read_at = float("-inf")
        self._read: list[Metric] = []

    def collect(self) -> Iterable[Metric]:
        """Give the metrics, read anew at most every KEPT seconds."""
        with self._lock:
            if time.monotonic() - self._read_at > KEPT:
                self._read = [*_clocks(), *_games(), *_mails()]
                self._read_at = time.monotonic()
            return self._read

    def describe(self) -> Iterable[Metric]:
        """Name nothing: asked when the program starts, it would ask the database."""
        return ()


@errors.only("GET")
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Give the metrics in Prometheus's text format, to those who may have them."""
    if not may_read(request):
        return errors.answer(
            request, 403, "The metrics are given to the server's own machine, and to whoever has METRICS_TOKEN."
        )
    return HttpResponse(generate_latest(_registry()), content_type=CONTENT_TYPE_LATEST)


def may_read(request: HttpRequest) -> bool:
    """Tell whether a request may have the metrics.

    With METRICS_TOKEN it must bring that. Without, it must come from this machine.
    """
    if settings.METRICS_TOKEN:
        given = request.headers.get("Authorization", "")
        return hmac.compare_digest(given.encode(), f"Bearer {settings.METRICS_TOKEN}".encode())
    return from_this_machine(request)


_from_database = FromDatabase()


def _registry() -> CollectorRegistry:
    registry = CollectorRegistry()
    registry.register(_from_database)
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        # Several web processes: each leaves its counts in a file of its own.
        MultiProcessCollector(registry)
    else:
        registry.register(_OfThisProcess())
    return registry


class _OfThisProcess(Collector):
    def collect(self) -> Iterable[Metric]:
        return REGISTRY.collect()

    def describe(self) -> Iterable[Metric]:
        return ()


def _clocks() -> Iterator[Metric]:
    is_now = health.clocks()
    age = is_now.sweep_age
    if age is not None:
        yield _gauge("landlord_sweep_age_seconds", "Time since the sweep last looked.", age.total_seconds())
    stopped = is_now.stopped_at is not None
    yield _gauge("landlord_clocks_stopped", "1 while the operator has stopped all clocks.", stopped)
    overdue = Seat.objects.filter(due_at__lt=is_now.now, game__status=Game.Status.RUNNING)
    yield _gauge("landlord_overdue_decisions", "Missed deadlines not dealt with.", 0 if stopped else overdue.count())
    yield _gauge(
        "landlord_oldest_overdue_seconds", "Age of the oldest of them, 0 for none.", is_now.overdue.total_seconds()
    )
    gaps = Standstill.objects.filter(ended__gt=is_now.now - RECENT).count()
    yield _gauge("landlord_standstills_recent", "Times in the last hour that no sweep came for 15 s.", gaps)
    recent = Move.objects.filter(by="clock", at__gt=is_now.now - RECENT, due_at__isnull=False).order_by("-at")
    pairs = recent.values_list("at", "due_at")[:MOST_RECENT]
    late = sorted((at - due).total_seconds() for at, due in pairs if due is not None)
    yield _gauge("landlord_time_outs_recent", f"Time-outs of the last hour, {MOST_RECENT} at most.", len(late))
    lateness = GaugeMetricFamily(
        "landlord_time_out_lateness_seconds",
        "How long after their deadlines the time-outs of the last hour were made.",
        labels=["quantile"],
    )
    for share in (0.5, 0.9, 0.99, 1.0) if late else ():
        lateness.add_metric([f"{share:g}"], late[min(int(share * len(late)), len(late) - 1)])
    yield lateness


def _games() -> Iterator[Metric]:
    rows = Game.objects.values("status").annotate(games=Count("pk"), entries=Sum("move_count")).order_by("status")
    found = {row["status"]: row for row in rows}
    games = GaugeMetricFamily("landlord_games", "Games by status.", labels=["status"])
    for status in Game.Status.values:
        games.add_metric([status], found[status]["games"] if status in found else 0)
    yield games
    moves = sum(row["entries"] or 0 for row in found.values())
    # No counter: deleted games take theirs along.
    yield _gauge("landlord_moves", "Entries of the records of all games that are kept.", moves)


def _mails() -> Iterator[Metric]:
    mails = GaugeMetricFamily("landlord_mails", "Mails in the outbox by status.", labels=["about", "status"])
    counted = dict(Notice.objects.order_by("status").values_list("status").annotate(Count("pk")))
    for status in Notice.Status.values:
        mails.add_metric(["game", status], counted.get(status, 0))
    account = AccountMail.objects.aggregate(all=Count("pk"), first=Min("due"))
    # One that is out, or given up, is no longer there.
    mails.add_metric(["account", "waiting"], account["all"])
    mails.add_metric(["account", "retried"], AccountMail.objects.filter(tries__gt=1).count())
    yield mails
    open_ones = Notice.objects.filter(status__in=[Notice.Status.WAITING, Notice.Status.TAKEN])
    due = [instant for instant in (open_ones.aggregate(Min("send_at"))["send_at__min"], account["first"]) if instant]
    late = max((table.now() - min(due)).total_seconds(), 0) if due else 0
    yield _gauge("landlord_oldest_mail_seconds", "How long the oldest mail is overdue, 0 for none.", late)


def _gauge(name: str, what: str, value: float) -> Metric:
    return GaugeMetricFamily(name, what, value=float(value))
