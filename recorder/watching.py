"""For whoever is on call: is it there, can it write, how is it doing; logs that programs read.

``/health/live`` answers as long as the process does, ``/health/ready`` where its store does, too.
``/metrics`` is there with METRICS=1 only: figures in Prometheus' format, which no stranger should
see; a proxy keeps them in the house (docs/operating.md). LOG=json writes a line of JSON for every
answer. Neither names an address: links are secrets. Views are named instead.
"""

from __future__ import annotations

import json
import logging
import os
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from time import perf_counter
from typing import Any

from flask import (
    Blueprint,
    Flask,
    Response,
    current_app,
    g,
    render_template,
    request,
    request_started,
)
from jinja2 import TemplateNotFound
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from werkzeug.exceptions import NotFound, ServiceUnavailable

from recorder.apart import forwarded
from recorder.context import tables

watching = Blueprint("watching", __name__)

SHARED = "PROMETHEUS_MULTIPROC_DIR"
"""Names a folder in which several processes of a machine keep their figures together."""

BUCKETS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
"""Seconds; 20 ms is what an entry may take, 100 ms a page."""

journal = logging.getLogger("recorder.answers")


class Figures:
    """What is counted of an application's answers."""

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
            self._gauge("recorder_replays_bytes", "Memory of games kept ready", replays.weight)
            self._gauge("recorder_live_streams", "Phones that are told at once", live.__len__)

    def _gauge(self, name: str, what: str, read: Callable[[], float]) -> None:
        Gauge(name, what, registry=self.registry).set_function(read)

    def text(self) -> bytes:
        """Return all figures in Prometheus' format, those of the other processes, too."""
        if SHARED not in os.environ:
            return generate_latest(self.registry)
        together = CollectorRegistry()
        collect: Any = MultiProcessCollector  # untyped
        collect(together)
        return generate_latest(together)


class JsonLines(logging.Formatter):
    """Log records as lines of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return time, level, logger, message, and what ``extra`` holds under ``facts``."""
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def init_app(app: Flask) -> None:
    """Add the addresses, and what METRICS and LOG ask for."""
    app.register_blueprint(watching)
    if app.config["LOG"] == "json":
        _write_json(app)
    app.extensions["figures"] = Figures(app) if app.config["METRICS"] else None
    if app.config["METRICS"] or app.config["LOG"] == "json":
        # Before what is looked up for a request: that is part of how long it takes.
        request_started.connect(_begin, app)
        app.after_request(count)


def _write_json(app: Flask) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    own = (app.logger, logging.getLogger("recorder"))
    beneath = (logging.getLogger("psycopg"), logging.getLogger("waitress"))
    for logger in (*own, *beneath):
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(logging.INFO if logger in own else logging.WARNING)


def _begin(_: Flask, **_more: object) -> None:
    g.begun = perf_counter()


def count(response: Response) -> Response:
    """Count an answer and return it; where another process counts it, only return it."""
    if "begun" not in g or forwarded():
        return response
    view = request.endpoint or "none"
    seconds = perf_counter() - g.begun
    figures: Figures | None = current_app.extensions["figures"]
    if figures is not None:
        figures.answers.labels(view, request.method, response.status_code).inc()
        figures.seconds.labels(view).observe(seconds)
    if current_app.config["LOG"] == "json":
        facts = {
            "view": view,
            "method": request.method,
            "status": response.status_code,
            "milliseconds": round(1000 * seconds, 1),
        }
        journal.info("answered", extra={"facts": facts})
    return response


@watching.get("/health/live")
def live() -> Response:
    """Say that the process answers."""
    return Response("alive\n", mimetype="text/plain")


@watching.get("/health/ready")
def ready() -> Response:
    """Say that the store answers and a page can be drawn; where not, the answer is 503.

    Raises ServiceUnavailable where the program was installed without its pages.
    """
    tables().store.ask()
    try:
        render_template("about.html", samples={}, key="")
    except TemplateNotFound as problem:
        raise ServiceUnavailable(f"page {problem} is missing") from None
    return Response("ready\n", mimetype="text/plain")


@watching.get("/metrics")
def metrics() -> Response:
    """Give the figures; there is no such address without METRICS."""
    figures: Figures | None = current_app.extensions["figures"]
    if figures is None:
        raise NotFound
    return Response(figures.text(), content_type=CONTENT_TYPE_LATEST)
