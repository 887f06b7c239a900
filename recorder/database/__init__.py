"""The database of the store: SQLite by itself, or a PostgreSQL server.

SQL is written once, with ``?`` for a value, in the common language of both. Each adapter beside
this file knows the particulars of its database, and ``opening`` the adapter of each place. No other
module knows which one it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol

BUSY_TIMEOUT = 10.0
"""Seconds that a writer waits for another one."""


class Failed(Exception):
    """The database did not carry out a statement."""


class Unavailable(Failed):
    """It is busy or gone just now: asking twice does no harm.

    may_be_kept: it went while it ended a transaction, so nobody knows whether that was kept.
    passes: it ends by itself, so waiting helps; otherwise a person has to do something first.
    """

    may_be_kept = False
    passes = True


class NoRoom(Unavailable):
    """The disk is full."""

    passes = False


class ReadOnly(Unavailable):
    """It can be read and not written."""

    passes = False


class DiskError(Unavailable):
    """The disk does not read or write any more."""

    passes = False


class Unopened(Unavailable):
    """This program cannot open it as it is; the message says how to mend that."""


class Unfinished(Unopened):
    """A file with its newest data in a log beside it, in a folder that is read-only."""

    passes = False


class Violated(Failed):
    """The schema forbids it: a key that is there already, a reference to nothing."""


class Damaged(Failed):
    """It holds something that the recorder did not write."""


class Reply(Protocol):
    """The result of a statement."""

    @property
    def rowcount(self) -> int:
        """How many rows it changed."""

    def fetchone(self) -> Any:
        """Return its next row as a tuple, None behind the last one."""

    def fetchall(self) -> list[Any]:
        """Return all its rows as tuples."""


class Database(Protocol):
    """One connection, for one thread at a time. All of it raises Failed and its subclasses.

    Outside ``transaction`` every statement is one by itself.
    """

    def execute(self, sql: str, values: Sequence[Any] = ()) -> Reply:
        """Run one statement."""

    def query(self, sql: str, values: Sequence[Any] = ()) -> Iterator[Mapping[str, Any]]:
        """Run one statement and yield its rows by the names of their columns."""

    def insert(self, sql: str, values: Sequence[Any]) -> int:
        """Insert one row into a table that numbers its rows as ``id``; return its number."""

    def execute_many(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        """Run one statement for each row of values."""

    def transaction(self, alone: str = "") -> AbstractContextManager[None]:
        """Make one transaction of all statements inside: it is kept whole or not at all.

        alone: a name under which one such transaction runs at a time, on all machines. The others
        wait, and read the data that this one wrote. (SQLite runs one at a time of any name.)
        """

    def defer_sync(self) -> AbstractContextManager[None]:
        """Write inside in order, but on disk only with the next write outside.

        A power cut may undo the last writes. Nobody waits for the disk meanwhile.
        """

    def snapshot(self) -> AbstractContextManager[None]:
        """Read everything inside as it is at one moment; nothing is written there."""

    def has_table(self, name: str) -> bool:
        """Return whether there is a table of this name."""

    def number_on(self, table: str, column: str) -> None:
        """Number new rows after the rows that were put in with their numbers."""

    def define(self, statement: str) -> None:
        """Run a statement of the schema, which is written as SQLite reads it."""

    def schema(self) -> int:
        """Return the number of the last migration, 0 for a new database."""

    def note_schema(self, number: int) -> None:
        """Remember the number of the last migration."""

    def change_number(self) -> int:
        """Return a number that changes when anything was written through another connection."""

    def damage(self) -> list[str]:
        """Return the damage that the database finds in its files and references."""

    def close(self) -> None:
        """Give the connection back."""


class Connections(Protocol):
    """The connections of a process to a database, as long as it runs; safe for threads."""

    def open(self) -> Database:
        """Return a connection. Raises Unavailable when there is none to be had."""

    def close(self) -> None:
        """Let go of the database."""


Place = str | Path
"""Where a database is: a file, or ``postgresql://..``."""

SERVERS = ("postgresql://", "postgres://")


def on_server(place: Place) -> bool:
    """Return whether a place is on a database server, and no file."""
    return str(place).startswith(SERVERS)


def hide_password(place: Place) -> str:
    """Return a place as it may be shown: without a password."""
    if not on_server(place):
        return str(place)
    scheme, _, rest = str(place).partition("://")
    who, at, where = rest.rpartition("@")
    return f"{scheme}://{who.partition(':')[0]}{at}{where.partition('?')[0]}"


class Adapter(Protocol):
    """The functions of the module of each database."""

    def connect(self, place: Place) -> Database:
        """Open one connection, which its ``close`` closes. Raises Failed."""

    def begin(self, place: Place) -> Database:
        """Open one connection to a database that may be new.

        Raises Failed, and RuntimeError where it cannot hold a store.
        """

    def hold(self, place: Place, most: int) -> Connections:
        """Return the connections of a process to a database that is ready. Raises Failed.

        most: connections to a server at once; a request that finds none free waits a little.
        """
