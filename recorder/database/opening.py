"""Opening a database: which adapter speaks to a place."""

from __future__ import annotations

from recorder.database import Adapter, Connections, Database, Place, on_server, sqlite


def find_adapter(place: Place) -> Adapter:
    """Return the adapter of the database at a place.

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


def open_database(place: Place) -> Database:
    """Open one connection to the database at a place, see ``Adapter``."""
    return find_adapter(place).connect(place)


def open_new_database(place: Place) -> Database:
    """Open one connection to a database that may be new, see ``Adapter``."""
    return find_adapter(place).begin(place)


def hold_database(place: Place, most: int) -> Connections:
    """Return the connections of a process to the database at a place, see ``Adapter``."""
    return find_adapter(place).hold(place, most)
