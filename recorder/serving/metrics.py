"""Figures for Prometheus about an application's answers (``recorder.web.health``)."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from flask import Flask
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

SHARED = "PROMETHEUS_MULTIPROC_DIR"
"""Names a folder in which several processes of a machine keep their figures together."""

BUCKETS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
"""Seconds; 20 ms is what an entry may take, 100 ms a page."""


class AnswerFigures:
    """The figures about an application's answers. kind: the content type of its text."""

    kind = CONTENT_TYPE_LATEST

    def __init__(self, app: Flask) -> None:
        self.registry = CollectorRegistry()
        self.answers = Counter(
            "recorder_answers",
            "Answers by view, method and status",
            ("view", "method", "status"),
            registry=self.registry,
        )
        self.seconds = Histogram(
            "recorder_answer_seconds",
            "How long answers took, by view",
            ("view",),
            buckets=BUCKETS,
            registry=self.registry,
        )
        if SHARED not in os.environ:  # what is counted at the moment of asking has no file
            replays, live = app.extensions["replays"], app.extensions["live"]
            self._add_gauge("recorder_replays_bytes", "Memory of games kept ready", replays.weight)
            self._add_gauge("recorder_live_streams", "Phones that are told at once", live.__len__)

    def _add_gauge(self, name: str, what: str, read: Callable[[], float]) -> None:
        Gauge(name, what, registry=self.registry).set_function(read)

    def text(self) -> bytes:
        """Return all figures in Prometheus' format, with the other processes' figures."""
        if SHARED not in os.environ:
            return generate_latest(self.registry)
        together = CollectorRegistry()
        collect: Any = MultiProcessCollector  # untyped
        collect(together)
        return generate_latest(together)
