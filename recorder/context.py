"""One store per request: opened when first asked for, closed when the request ends."""

from __future__ import annotations

import atexit
import os
import threading
from collections.abc import Collection, Mapping
from pathlib import Path

from flask import Flask, current_app, g, request

from recorder import limits
from recorder.catalogue import Catalogue
from recorder.corrections import Corrections
from recorder.languages import reader
from recorder.live import Bounds, Hub, Look
from recorder.precedents import Precedents
from recorder.replays import Replays
from recorder.store import Opened, Store, prepare
from recorder.tables import Table, Tables


def init_app(app: Flask) -> None:
    """Hang the process's replays on the application; the store is made ready on first use.

    So a program with a damaged store starts, answers 503, and can check and restore it.
    """
    app.extensions["replays"] = Replays(app.config["REPLAYS_MB"])
    app.extensions["live"] = Hub(Bounds.of(app.config["LIVE_STREAMS"]), _look(app))
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
        g.tables = Tables(_open(), current_app.extensions["replays"], reader(), _wrote)
    service: Tables = g.tables
    return service


def _wrote(table: Table) -> None:
    """Tell phones, and the game's own pages, that a game was written to."""
    live().tell(table.link.game, table.version)
    current_app.extensions["wrote"](table)


def live() -> Hub:
    """Return who tells phones of this process that a game has gone on."""
    hub: Hub = current_app.extensions["live"]
    return hub


def _look(app: Flask) -> Look:
    """Return how the hub sees what is written by other processes: cheap while nothing is.

    The connection is its own, so that every write is somebody else's to it.
    """
    store: Store | None = None
    seen = 0

    def look(tokens: Collection[str]) -> Mapping[str, Opened] | None:
        nonlocal store, seen
        store = store or Store(Path(app.config["DATABASE"]))
        written = store.written()
        if written == seen:
            return None
        found = store.opened(tokens)
        seen = written
        return found

    return look


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
