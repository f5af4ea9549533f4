"""What the stream's process tells of itself: its figures for Prometheus, and whether it is well."""

from collections import Counter
from collections.abc import Iterable

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from landlord.stream.hub import Hub
from landlord.stream.source import Source
from landlord.stream.streams import GONE, OVER, REFUSED, SLOW, ProgramStream, Stream, TableStream

CONTENT_TYPE = CONTENT_TYPE_LATEST
KINDS = (TableStream.kind, ProgramStream.kind)


class Figures(Collector):
    """Counts what streams did; what is open it asks the hub."""

    def __init__(self, hub: Hub, source: Source) -> None:
        self._hub, self._source = hub, source
        self._events: Counter[str] = Counter()
        self._ended: Counter[str] = Counter()
        self._registry = CollectorRegistry()
        self._registry.register(self)

    def ended(self, stream: Stream) -> None:
        """Count a stream that has ended, with what it has told."""
        self._events[stream.kind] += stream.sent_events
        self._ended[stream.ending] += 1

    def text(self) -> bytes:
        """Give the figures in Prometheus's text format."""
        return generate_latest(self._registry)

    def collect(self) -> Iterable[Metric]:
        """Give the metrics."""
        streams = list(self._hub.streams())
        opened = GaugeMetricFamily("landlord_streams_open", "Open streams by kind.", labels=["kind"])
        events = CounterMetricFamily("landlord_stream_events", "Events sent, by kind of stream.", labels=["kind"])
        for kind in KINDS:
            of_kind = [stream for stream in streams if stream.kind == kind]
            opened.add_metric([kind], len(of_kind))
            events.add_metric([kind], self._events[kind] + sum(stream.sent_events for stream in of_kind))
        yield opened
        yield events
        ended = CounterMetricFamily(
            "landlord_streams_ended",
            "Streams that have ended, by why: reader gone, right gone, reader too slow, game over.",
            labels=["why"],
        )
        for why in (GONE, REFUSED, SLOW, OVER):
            ended.add_metric([why], self._ended[why])
        yield ended
        yield GaugeMetricFamily("landlord_stream_games", "Games that somebody watches.", value=self._hub.watched)
        yield GaugeMetricFamily(
            "landlord_stream_hears_redis",
            "1 while changes are heard at once, 0 while they are looked for.",
            value=float(self._source.hears_redis),
        )

    def describe(self) -> Iterable[Metric]:
        """Name nothing beforehand."""
        return ()
