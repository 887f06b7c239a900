"""One store per request: opened when first asked for, closed when the request ends."""

from __future__ import annotations

import os
from pathlib import Path

from flask import Flask, current_app, g, request

from recorder import limits
from recorder.catalogue import Catalogue
from recorder.corrections import Corrections
from recorder.precedents import Precedents
from recorder.replays import Replays
from recorder.store import Store, prepare
from recorder.tables import Tables


def init_app(app: Flask) -> None:
    """Make the store ready and hang the process's replays on the application."""
    prepare(Path(app.config["DATABASE"]))
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
        g.tables = Tables(_open(), current_app.extensions["replays"])
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
    """Keep one idle connection per process.

    Without it the last request to end would move the write-ahead log into the database and
    delete it, every time; that costs more than the append. A forked process opens its own.
    """
    held: dict[int, Store] = current_app.extensions["held_open"]
    if os.getpid() not in held:
        held[os.getpid()] = _open()


def _close(_: BaseException | None) -> None:
    service: Tables | None = g.pop("tables", None)
    if service is not None:
        service.store.close()
