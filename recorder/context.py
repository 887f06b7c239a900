"""One store per request: opened when first asked for, closed when the request ends."""

from __future__ import annotations

import atexit
import os
import threading
from pathlib import Path

from flask import Flask, current_app, g, request

from recorder import limits
from recorder.catalogue import Catalogue
from recorder.corrections import Corrections
from recorder.languages import reader
from recorder.precedents import Precedents
from recorder.replays import Replays
from recorder.store import Store, prepare
from recorder.tables import Tables


def init_app(app: Flask) -> None:
    """Hang the process's replays on the application; the store is made ready on first use.

    So a program with a damaged store starts, answers 503, and can check and restore it.
    """
    app.extensions["replays"] = Replays(app.config["REPLAYS_MB"])
    app.extensions["held_open"] = {}
    app.before_request(_know_the_link)
    app.teardown_appcontext(_close)


def _know_the_link() -> None:
    """Look a link up, and what it may send, before anything of the body is read.

    The body is the longest thing that a stranger can send. Raises NoSuchLink, TooManyRequests.
    """
    token = (request.view_args or {}).get("token")
    if token is None or request.endpoint == "pages.forget":  # that one needs no game
        return limits.shorten(None)
    link = tables().store.link(token)
    limits.shorten(link)
    if request.method == "POST":
        limits.count_write(link)


def tables() -> Tables:
    """Return the service of the current request."""
    if "tables" not in g:
        _hold_open()
        kept = current_app.extensions
        g.tables = Tables(_open(), kept["replays"], reader(), kept["wrote"])
    service: Tables = g.tables
    return service


def corrections() -> Corrections:
    """Return the service of corrections of the current request."""
    return Corrections(tables())


def catalogue() -> Catalogue:
    """Return what tables have entered once for all their games."""
    return Catalogue(tables().store)


def precedents() -> Precedents:
    """Return the rulings that tables have kept for their next games."""
    return Precedents(catalogue())


def _open() -> Store:
    return Store(Path(current_app.config["DATABASE"]))


def _hold_open() -> None:
    """Make the store ready and keep one idle connection per process.

    Without it the last request to end would move the write-ahead log into the database and
    delete it, every time; that costs more than the append. A forked process opens its own.
    It is closed when the process ends, and with the last one the write-ahead log goes.
    """
    held: dict[int, Store] = current_app.extensions["held_open"]
    process = os.getpid()
    with _first:
        if process not in held:
            prepare(Path(current_app.config["DATABASE"]))
            held[process] = _open()
            atexit.register(let_go, held, process)


_first = threading.Lock()


def let_go(held: dict[int, Store], process: int) -> None:
    """Close the connection that a process keeps; a forked copy of the process leaves it alone."""
    if process == os.getpid() and process in held:
        held.pop(process).close()


def _close(_: BaseException | None) -> None:
    service: Tables | None = g.pop("tables", None)
    if service is not None:
        service.store.close()
