"""Opening a database: which adapter speaks to a place."""

from __future__ import annotations

from recorder.database import Adapter, Connections, Database, Place, on_server, sqlite


def adapter(place: Place) -> Adapter:
    """Return what speaks to the database at a place.

    Raises RuntimeError where the packages for it are missing.
    """
    if not on_server(place):
        return sqlite
    try:
        from recorder.database import postgresql
    except ImportError as problem:
        message = f"PostgreSQL needs the packages of requirements-postgres.lock ({problem})"
        raise RuntimeError(message) from problem
    return postgresql


def connect(place: Place) -> Database:
    """Open one connection to what is at a place, see ``Adapter``."""
    return adapter(place).connect(place)


def begin(place: Place) -> Database:
    """Open one connection to what may be new at a place, see ``Adapter``."""
    return adapter(place).begin(place)


def hold(place: Place, most: int) -> Connections:
    """Return what a process keeps of what is at a place, see ``Adapter``."""
    return adapter(place).hold(place, most)
