"""One store per request: opened when first asked for, closed when the request ends."""

from __future__ import annotations

from pathlib import Path

from flask import Flask, current_app, g

from recorder.replays import Replays
from recorder.store import Store, prepare
from recorder.tables import Tables


def init_app(app: Flask) -> None:
    """Make the store ready and hang the process's replays on the application."""
    prepare(Path(app.config["DATABASE"]))
    app.extensions["replays"] = Replays(app.config["REPLAYS_KEPT"])
    app.teardown_appcontext(_close)


def tables() -> Tables:
    """Return the service of the current request."""
    if "tables" not in g:
        store = Store(Path(current_app.config["DATABASE"]))
        g.tables = Tables(store, current_app.extensions["replays"])
    service: Tables = g.tables
    return service


def _close(_: BaseException | None) -> None:
    service: Tables | None = g.pop("tables", None)
    if service is not None:
        service.store.close()
