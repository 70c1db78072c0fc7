"""What Prometheus reads at ``/metrics``: requests, messages and refusals as they were counted, and how things stand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from prometheus_client import (
    CollectorRegistry,
    Counter,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

KIND = "text/plain; version=0.0.4; charset=utf-8"
_SECONDS = (0.005, 0.02, 0.1, 0.25, 1.0, 5.0, 20.0)
_EVENTS = 40
"""Kinds of messages that are told apart; what comes beside them is counted as ``other``."""

Standing = Callable[[], Mapping[str, tuple[str, float]]]
"""Gives gauges by name, each with its help and value."""


class Metrics:
    """The figures of one application. All methods may be called from any thread."""

    def __init__(self, standing: Standing) -> None:
        """``standing`` is asked at each reading."""
        self._registry = CollectorRegistry()
        self._requests = Histogram(
            "plyground_request_seconds", "Seconds to answer a request", ["method", "rule", "status"], buckets=_SECONDS,
            registry=self._registry,
        )  # fmt: skip
        self._messages = Histogram(
            "plyground_message_seconds", "Seconds to answer a message of a socket", ["event"], buckets=_SECONDS,
            registry=self._registry,
        )  # fmt: skip
        self._refused = Counter(
            "plyground_refused_messages", "Messages of sockets that were refused", ["code"], registry=self._registry
        )
        self._known: set[str] = set()
        for collector in (ProcessCollector, PlatformCollector, GCCollector):
            collector(registry=self._registry)
        self._registry.register(_Standing(standing))

    def request(self, method: str, rule: str, status: int, seconds: float) -> None:
        """A request was answered. ``rule`` is that of the address, which names no game and no person."""
        known = method if method in ("GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH") else "other"
        self._requests.labels(known, rule, str(status)).observe(seconds)

    def message(self, event: str, code: str, seconds: float) -> None:
        """A message was answered, or refused under this code."""
        if event not in self._known and len(self._known) < _EVENTS and code != "malformed":
            self._known.add(event)
        self._messages.labels(event if event in self._known else "other").observe(seconds)
        if code:
            self._refused.labels(code).inc()

    def text(self) -> bytes:
        """All figures in the text form of Prometheus."""
        return generate_latest(self._registry)


class _Standing(Collector):
    def __init__(self, standing: Standing) -> None:
        self._standing = standing

    def collect(self) -> Iterable[Metric]:
        for name, (help_, value) in self._standing().items():
            gauge = GaugeMetricFamily(f"plyground_{name}", help_)
            gauge.add_metric([], value)
            yield gauge
