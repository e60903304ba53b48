"""What is counted, for Prometheus: requests by route, and moves by game and outcome, never by match, seat or kind."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import cache

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from events.pulse import DELAY_BOUNDS_MS, WakeDelays

SHARED_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""Where the processes of one web server keep their counts together; the client library reads the same variable."""

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)


class Metrics:
    """The counters of one web process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._requests = Counter(
            "monkeys_requests", "Requests, by method, route and status.", ("method", "route", "status"),
            registry=self.registry,
        )  # fmt: skip
        self._seconds = Histogram(
            "monkeys_request_seconds", "How long requests took, by route; waiting for news counts.", ("route",),
            registry=self.registry, buckets=_SECONDS,
        )  # fmt: skip
        self._moves = Counter(
            "monkeys_moves", "Moves that were sent, by game and outcome.", ("game", "outcome"), registry=self.registry
        )

        # Looking a child up by its labels costs more than counting.
        self._requests_of = cache(self._requests.labels)
        self._seconds_of = cache(self._seconds.labels)

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        self._requests_of(method, route, status).inc()
        self._seconds_of(route).observe(seconds)

    def move(self, game: str, outcome: str) -> None:
        """``outcome``: ``accepted``, ``repeated`` or the code of the problem."""
        self._moves.labels(game, outcome).inc()


class _Delays(Collector):
    def __init__(self, delays: WakeDelays) -> None:
        self._delays = delays

    def collect(self) -> Iterable[Metric]:
        total, buckets = 0, []
        for bound, count in zip((*DELAY_BOUNDS_MS, None), self._delays.counts, strict=True):
            total += count
            buckets.append(("+Inf" if bound is None else str(bound / 1000), total))
        family = HistogramMetricFamily("monkeys_wake_delay_seconds", "How late matches were woken.")
        family.add_metric([], buckets, self._delays.sum_ms / 1000)
        yield family


class _Gauges(Collector):
    def __init__(self, gauges: dict[str, tuple[str, float]]) -> None:
        self._gauges = gauges

    def collect(self) -> Iterable[Metric]:
        for name, (about, value) in self._gauges.items():
            yield GaugeMetricFamily(name, about, value)


def exposition(metrics: Metrics, delays: WakeDelays | None, gauges: dict[str, tuple[str, float]]) -> bytes:
    """The text that Prometheus reads. ``gauges``: name → what it is, and its value now."""
    shown = metrics.registry
    if os.environ.get(SHARED_FOLDER):
        shown = CollectorRegistry()
        MultiProcessCollector(shown)  # type: ignore[no-untyped-call]
    extra = CollectorRegistry()
    extra.register(_Gauges(gauges))
    if delays is not None:
        extra.register(_Delays(delays))
    return generate_latest(shown) + generate_latest(extra)
