"""Processes that answer heavy requests and judge imports, beside the serving one.

Python runs one thread at a time, and some of its work keeps all others waiting: looking for
garbage, writing eight megabytes of JSON. So two workers (``exports.worker_pool``) run the heavy
lanes (``recorder.serving.lanes``). They have memory of their own and may end without taking
anybody's evening with them. All use the store, as several servers would.

A worker has an application of its own, with the settings of the serving one. Only its printing has
a lower priority (``nice``): a writer holds the store, and others wait for it to go on.
"""

from __future__ import annotations

import io
import os
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from functools import partial
from typing import Any

from flask import Flask, Response, request
from werkzeug.wrappers import Response as PlainResponse

from exports import sheet
from exports.pdf import Unprintable
from exports.worker_pool import WorkerLost, WorkerPool
from recorder.database import on_server
from recorder.league.imports import Import, Importer
from recorder.serving import config
from recorder.serving.lanes import LANE, LIGHT, ROOMS, Lane
from recorder.serving.security import FORWARDED
from recorder.store import memory

PROCESSES = 2
"""Workers: one for what takes long, and one for what comes meanwhile."""

PRINTING = 1
"""Workers that may print or draw at a time: that stands back for everybody else on the machine, and
what is heavy must not wait for it."""

HANG = 300.0
"""Seconds by the clock after which a call counts as stuck."""

MakeApplication = Callable[[Mapping[str, Any]], Flask]

Answer = tuple[str, list[tuple[str, str]], bytes]
"""Status, headers and body."""


class HeavyWorkers:
    """The workers of a server. They begin when they are first needed."""

    def __init__(self, app: Flask, make: MakeApplication) -> None:
        self._importer: Importer = app.extensions["imports"]
        threads = sum(room.threads for lane, room in ROOMS.items() if lane not in LIGHT)
        prepare = prepare_worker, (make, _worker_settings(app), self._importer.holder)
        self.pool = WorkerPool(PROCESSES, threads + 1, prepare)
        self._printing = threading.Semaphore(PRINTING)

    def begin(self) -> None:
        """Start a worker and let workers judge imports, also the ones that other servers left."""
        self._importer.judge = partial(self.pool.call, judge_record, seconds=HANG)
        self.pool.begin()
        self._importer.wake()
        threading.Thread(target=self._importer.stay, name="imports", daemon=True).start()

    def answer(self, environ: Mapping[str, Any], body: bytes) -> Response:
        """Return the answer to a request. Raises WorkerLost, Unprintable."""
        told = {key: value for key, value in environ.items() if isinstance(value, str | bool)}
        prints = environ.get(LANE) in (Lane.PRINT, Lane.DRAW)
        try:
            with self._printing if prints else nullcontext():
                status, headers, content = self.pool.call(
                    answer_request, told | {FORWARDED: True}, body, seconds=HANG
                )
        except WorkerLost as problem:
            if prints:
                raise Unprintable(str(problem)) from None
            raise
        if environ["REQUEST_METHOD"] == "POST":
            self._importer.wake()  # it may have begun an import
        response = Response(content, status=status)
        response.headers.clear()
        response.headers.extend(headers)
        return response

    def close(self) -> None:
        """End the workers; an import ends behind the record that is being judged."""
        self._importer.close()
        self.pool.close()


def begin_workers(app: Flask, make: MakeApplication) -> HeavyWorkers | None:
    """Let workers answer heavy requests of an application, where there are signals.

    make: makes the application of a worker.
    """
    if os.name != "posix":
        sheet.get_ready()  # commands do without, and start sooner
        return None
    workers = app.extensions["workers"] = HeavyWorkers(app, make)
    workers.begin()
    return workers


def _worker_settings(app: Flask) -> dict[str, Any]:
    """Return the settings of a worker: the server's, except for proxies and metrics."""
    own = {key: app.config[key] for key in (*config.DEFAULTS, "SECRET_KEY")}
    place = str(own["DATABASE"])
    return own | {
        "DATABASE": place if on_server(place) else os.path.abspath(place),
        "PROXIES": 0,  # the address has been found
        "METRICS": False,
    }


def find_workers(app: Flask) -> HeavyWorkers | None:
    """Return the workers if they answer the current request, None if this process does."""
    workers: HeavyWorkers | None = app.extensions.get("workers")
    heavy = request.environ.get(LANE) not in (None, *LIGHT)
    known = request.routing_exception is None and request.method != "OPTIONS"
    return workers if heavy and known else None


def read_request_body(environ: Mapping[str, Any]) -> bytes:
    """Return the body of a request, also of one that has been read."""
    stream = environ["wsgi.input"]
    stream.seek(0)
    body: bytes = stream.read()
    return body


# -- in a worker --

_apps: list[Flask] = []
"""The application of this worker."""


def prepare_worker(make: MakeApplication, settings: Mapping[str, Any], holder: str) -> None:
    """Make the application of this worker. holder: the server, which judges imports."""
    from recorder.serving import dispatcher  # on use: the server's library is not everywhere

    app = make(settings)
    app.extensions["imports"].share(holder)
    _apps.append(app)
    sys.setswitchinterval(dispatcher.SWITCH)  # who writes holds the file, and is to go on soon
    sheet.get_ready()
    memory.freeze_memory()


def answer_request(environ: Mapping[str, Any], body: bytes) -> Answer:
    """Return the answer to a request. environ: of WSGI, without values that cannot be sent."""
    told = {
        **environ,
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.version": (1, 0),
        "wsgi.multithread": False,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        "CONTENT_LENGTH": str(len(body)),
    }
    answer = PlainResponse.from_app(_apps[0].wsgi_app, told, buffered=True)
    return answer.status, answer.headers.to_wsgi_list(), answer.get_data()


def judge_record(own: Import, at: int, name: str, content: bytes) -> bool:
    """Judge one record of an import, see ``Importer.judge_record``."""
    importer: Importer = _apps[0].extensions["imports"]
    return importer.judge_record(own, at, name, content)
