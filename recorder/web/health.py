"""For people on call: is it there, can it write, how is it doing; logs that programs read.

``/health/live`` answers as long as the process does, ``/health/ready`` where its store does, too.
``/metrics`` is there with METRICS=1 only: figures in Prometheus' format, which no stranger should
see; a proxy keeps them in the house (docs/operating.md). LOG=json writes a line of JSON for every
answer. Neither names an address: links are secrets. Views are named instead.
"""

from __future__ import annotations

import json
import logging
import re
import sys
from datetime import UTC, datetime
from time import perf_counter
from typing import TYPE_CHECKING, Any

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
from werkzeug.exceptions import NotFound, ServiceUnavailable

from recorder.serving.security import is_forwarded
from recorder.web.context import tables

if TYPE_CHECKING:
    from recorder.serving.metrics import AnswerFigures

watching = Blueprint("watching", __name__)

journal = logging.getLogger("recorder.answers")


class JsonLines(logging.Formatter):
    """Log records as lines of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return time, level, logger, message, and the ``facts`` of ``extra``."""
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
    """Add the addresses, and the parts that METRICS and LOG ask for."""
    app.register_blueprint(watching)
    logging.getLogger("waitress").addFilter(leave_paths_out)
    if app.config["LOG"] == "json":
        _write_json(app)
    app.extensions["figures"] = None
    if app.config["METRICS"]:
        from recorder.serving.metrics import AnswerFigures  # needs what is there with METRICS only

        app.extensions["figures"] = AnswerFigures(app)
    if app.config["METRICS"] or app.config["LOG"] == "json":
        # Before what is looked up for a request: that is part of how long it takes.
        request_started.connect(_note_start, app)
        app.after_request(count_answer)


_PATH = re.compile(r"(?<=[\s'\"(])/[^\s'\")]*|^/\S*")
"""A path in what a library logs."""


def leave_paths_out(record: logging.LogRecord) -> bool:
    """Leave the paths of requests out of the server library's log: links are secrets.

    A filter of a logger: it returns that the record is logged.
    """
    record.msg, record.args = _PATH.sub("(a path)", record.getMessage()), ()
    return True


def _write_json(app: Flask) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    own = (app.logger, logging.getLogger("recorder"))
    beneath = (logging.getLogger("psycopg"), logging.getLogger("waitress"))
    for logger in (*own, *beneath):
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(logging.INFO if logger in own else logging.WARNING)


def _note_start(_: Flask, **_more: object) -> None:
    g.begun = perf_counter()


def count_answer(response: Response) -> Response:
    """Count an answer and return it; where another process counts it, only return it."""
    if "begun" not in g or is_forwarded():
        return response
    view = request.endpoint or "none"
    seconds = perf_counter() - g.begun
    figures: Any = current_app.extensions["figures"]
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
    tables().store.check_readable()
    try:
        render_template("about.html", samples={}, key="")
    except TemplateNotFound as problem:
        raise ServiceUnavailable(f"page {problem} is missing") from None
    return Response("ready\n", mimetype="text/plain")


@watching.get("/metrics")
def metrics() -> Response:
    """Give the figures; there is no such address without METRICS."""
    figures: AnswerFigures | None = current_app.extensions["figures"]
    if figures is None:
        raise NotFound
    return Response(figures.text(), content_type=figures.kind)
