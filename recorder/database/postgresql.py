"""PostgreSQL: one server for several machines; needs the extra ``postgres`` (psycopg).

Statements read as they do for SQLite. This module holds the differences: marks for values, types
and triggers of the schema, locks by name, notices to others that listen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from time import monotonic
from typing import Any

import psycopg
from psycopg.rows import dict_row
from psycopg.types.string import StrDumperUnknown
from psycopg_pool import ConnectionPool, PoolClosed

from recorder.database import BUSY_TIMEOUT, Failed, NoRoom, Place, ReadOnly, Unavailable, Violated

PATIENCE = 3.0
"""Seconds to wait for a connection; then the sender is told to come back, and does."""

HANGING = 60
"""Seconds after which the server ends a transaction whose web machine says nothing any more."""

CHANNEL = "recorder"
"""Where writers tell listeners that something was written; it says nothing about what."""

LOOK_ANYWAY = 2.0
"""Seconds after which a listener that heard nothing looks all the same."""

Connection = psycopg.Connection[Any]


class _Flag(psycopg.adapt.Dumper):
    """A truth as SQLite has it: 1 or 0."""

    oid = psycopg.adapters.types["int4"].oid

    def dump(self, obj: bool) -> bytes:
        """See psycopg."""
        return b"1" if obj else b"0"


class _Text(StrDumperUnknown):
    """A text without NUL: a sign stands for it, so a text with NUL cannot be found."""

    def dump(self, obj: str) -> Any:
        """See psycopg."""
        return super().dump(obj.replace("\0", "\u2400"))


def server_failure(problem: psycopg.Error) -> Failed:
    """Return a complaint of PostgreSQL as a failure of the store.

    A passing failure is Unavailable: no connection, a server that stops or starts, a lock that
    another holds too long, two that wait for each other. A full disk and a server that only reads
    do not pass (``Unavailable.passes``).
    """
    text = str(problem).strip() or type(problem).__name__
    if isinstance(problem, psycopg.IntegrityError):
        return Violated(text)
    if isinstance(problem, psycopg.errors.DiskFull):
        return NoRoom(text)
    if isinstance(problem, psycopg.errors.ReadOnlySqlTransaction):
        return ReadOnly(text)
    passing = (
        psycopg.OperationalError,
        psycopg.InterfaceError,
        psycopg.errors.IdleInTransactionSessionTimeout,
    )
    return Unavailable(text) if isinstance(problem, passing) else Failed(text)


@contextmanager
def translate_failures() -> Iterator[None]:
    """Raise complaints of PostgreSQL as failures of the store."""
    try:
        yield
    except psycopg.Error as problem:
        raise server_failure(problem) from problem


def _has_server_refused(problem: psycopg.Error) -> bool:
    """Return whether the server itself has said that it did not carry out a statement.

    A server that goes down may have kept it (08: connection, 57P: shutdown), and so may a silent
    one.
    """
    return problem.sqlstate is not None and not problem.sqlstate.startswith(("08", "57P"))


@lru_cache(maxsize=512)
def convert_marks(sql: str) -> str:
    """Return a statement with PostgreSQL's marks, and without SQLite's hints."""
    return re.sub(r" INDEXED BY \w+", "", sql).replace("%", "%%").replace("?", "%s")


class PostgreSQL:
    """A connection to a server; see ``recorder.database.Database``."""

    def __init__(self, connection: Connection, pool: ConnectionPool[Connection] | None) -> None:
        """Use a connection, which ``close`` gives back to the pool, or else closes."""
        self.connection = connection
        self._pool = pool
        self._heard = 0
        self._listening = False

    def execute(self, sql: str, values: Sequence[Any] = ()) -> psycopg.Cursor[Any]:
        """Run one statement."""
        with translate_failures():
            return self.connection.execute(convert_marks(sql), values)

    def query(self, sql: str, values: Sequence[Any] = ()) -> Iterator[Mapping[str, Any]]:
        """Run one statement and yield its rows by the names of their columns."""
        with translate_failures():
            cursor = self.connection.cursor(row_factory=dict_row)
            yield from cursor.execute(convert_marks(sql), values).fetchall()

    def insert(self, sql: str, values: Sequence[Any]) -> int:
        """Insert one row; return its number."""
        row = self.execute(f"{sql} RETURNING id", values).fetchone()
        assert row is not None
        return int(row[0])

    def execute_many(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        """Run one statement for each row of values."""
        with translate_failures():
            self.connection.cursor().executemany(convert_marks(sql), rows)

    @contextmanager
    def transaction(self, alone: str = "") -> Iterator[None]:
        """Make one transaction; listeners are told when it is kept.

        It waits for a row that another transaction has changed, and looks at it again: so ``UPDATE
        .. WHERE version = ?`` is right without further locks.
        """
        written = False
        try:
            with self.connection.transaction():
                if alone:
                    self.execute("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", [alone])
                yield
                written = True
        except psycopg.Error as problem:
            failure = server_failure(problem)
            if written and isinstance(failure, Unavailable) and not _has_server_refused(problem):
                failure.may_be_kept = True
            raise failure from problem
        # By itself: transactions with a notice in them would be kept one after the other.
        with suppress(psycopg.Error):  # it is kept; others look anyway after a while
            self.connection.execute(
                f"BEGIN; SET LOCAL synchronous_commit = off; NOTIFY {CHANNEL}; COMMIT"
            )

    @contextmanager
    def defer_sync(self) -> Iterator[None]:
        """Let the server write its log a moment later."""
        (before,) = self.execute("SELECT current_setting('synchronous_commit')").fetchall()
        self.execute("SET synchronous_commit = off")
        try:
            yield
        finally:
            self.execute("SELECT set_config('synchronous_commit', ?, false)", before)

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Read everything inside as it is at one moment."""
        with translate_failures(), self.connection.transaction(force_rollback=True):
            self.connection.execute(
                "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY;"
                "SET LOCAL idle_in_transaction_session_timeout = 0"  # it holds nobody up
            )
            yield

    def has_table(self, name: str) -> bool:
        """Return whether there is a table of this name."""
        row = self.execute("SELECT to_regclass(?)", [name]).fetchone()
        return row is not None and row[0] is not None

    def number_on(self, table: str, column: str) -> None:
        """Number new rows after the rows that were put in with their numbers."""
        row = self.execute("SELECT pg_get_serial_sequence(?, ?)", [table, column]).fetchone()
        if row is not None and row[0] is not None:
            last = f"coalesce(max({column}), 1), max({column}) IS NOT NULL"
            self.execute(f"SELECT setval(?, {last}) FROM {table}", [row[0]])

    def define(self, statement: str) -> None:
        """Run a statement of the schema."""
        with translate_failures():
            for own in translate_statement(statement):
                self.connection.execute(own)

    def schema(self) -> int:
        """Return the number of the last migration."""
        if not self.has_table("schema_number"):
            return 0
        row = self.execute("SELECT max(number) FROM schema_number").fetchone()
        return int(row[0] or 0) if row is not None else 0

    def note_schema(self, number: int) -> None:
        """Remember the number of the last migration."""
        self.execute("CREATE TABLE IF NOT EXISTS schema_number (number INTEGER NOT NULL)")
        self.execute("DELETE FROM schema_number")
        self.execute("INSERT INTO schema_number (number) VALUES (?)", [number])

    def change_number(self) -> int:
        """Return a number that changes when anything was written, also by this connection."""
        with translate_failures():
            if not self._listening:
                self.connection.add_notify_handler(self._count_notice)
                self._listening = True
            # Also asks: what the server has to tell comes with the answer.
            self.connection.execute(f"LISTEN {CHANNEL}")
        return self._heard + int(monotonic() / LOOK_ANYWAY)

    def _count_notice(self, _: psycopg.Notify) -> None:
        self._heard += 1

    def damage(self) -> list[str]:
        """Return nothing: the server keeps references whole, and looks after its own files."""
        self.execute("SELECT 1")
        return []

    def close(self) -> None:
        """Give the connection back."""
        if self._pool is None:
            self.connection.close()
        else:
            with suppress(psycopg.Error):
                self._pool.putconn(self.connection)


# -- the schema --

_TYPES = (
    (
        r"\bINTEGER PRIMARY KEY( AUTOINCREMENT)?",
        "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY",
    ),
    (r"\bINTEGER\b", "BIGINT"),
    (r"\bBLOB\b", "BYTEA"),
    (r"^DROP TRIGGER (\w+)$", r"DROP FUNCTION \1() CASCADE"),
    (r"\bTEXT\b", 'TEXT COLLATE "C"'),  # letters in the order of their numbers, as SQLite has them
    (r"\) STRICT(, WITHOUT ROWID)?\s*$", ")"),
)

_TRIGGER = re.compile(
    r"\s*CREATE TRIGGER (?P<name>\w+) (?P<when>BEFORE|AFTER) (?P<what>[\w ]+?) ON (?P<table>\w+)"
    r"\s+(WHEN (?P<condition>.+?)\s+)?BEGIN\s+(?P<body>.+?)\s*END\s*",
    re.DOTALL,
)

_REFUSAL = re.compile(r"SELECT RAISE\(ABORT, ('[^']*')\);")

_FIRST = {
    # Numbers are given out before they are seen: who asks for what came after the last one must
    # not miss an earlier one that was kept later. So one game of a league at a time.
    "league_games_go_on": "PERFORM pg_advisory_xact_lock(hashtext('league news'), league::int)"
    " FROM league_games WHERE game = NEW.id ORDER BY league;"
}
"""What a trigger does first where there is more than one writer."""


def translate_statement(statement: str) -> list[str]:
    """Return a statement of the schema as PostgreSQL reads it."""
    trigger = _TRIGGER.fullmatch(statement)
    if trigger is None:
        for ours, theirs in _TYPES:
            statement = re.sub(ours, theirs, statement)
        return [statement]
    name, when = trigger["name"], f"{trigger['when']} {trigger['what']} ON {trigger['table']}"
    body = _REFUSAL.sub(
        r"RAISE integrity_constraint_violation USING MESSAGE = \1;", trigger["body"]
    )
    body = f"{_FIRST.get(name, '')} {body}"
    if trigger["condition"]:
        body = f"IF {trigger['condition']} THEN {body} END IF;"
    made = [
        f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS"
        f" $$ BEGIN {body} RETURN NULL; END $$",
        f"CREATE TRIGGER {name} {when} FOR EACH ROW EXECUTE FUNCTION {name}()",
    ]
    if _REFUSAL.search(trigger["body"]) and trigger["what"] == "DELETE":
        made.append(
            f"CREATE TRIGGER {name}_at_once BEFORE TRUNCATE ON {trigger['table']}"
            f" EXECUTE FUNCTION {name}()"
        )
    return made


# -- connections --


def _prepare_connection(connection: Connection) -> None:
    """Set a connection up to keep entries safe and to let nobody wait for ever.

    The administrator chooses when a server answers a commit, but never before it is kept at all.
    """
    connection.adapters.register_dumper(bool, _Flag)
    connection.adapters.register_dumper(str, _Text)
    milliseconds = int(BUSY_TIMEOUT * 1000)
    connection.execute(
        f"SET lock_timeout = {milliseconds};"
        f"SET idle_in_transaction_session_timeout = {HANGING * 1000};"
        "SET default_transaction_isolation = 'read committed';"
        "SELECT set_config('synchronous_commit', 'on', false)"
        " WHERE current_setting('synchronous_commit') = 'off'"
    )


_OPTIONS: Mapping[str, Any] = {
    "autocommit": True,
    "client_encoding": "utf8",
    "connect_timeout": 5,
    "keepalives_idle": 30,
    "application_name": "recorder",
}


def _connection_options(place: Place) -> dict[str, Any]:
    """Return how to connect, where the place itself says nothing about it."""
    said = psycopg.conninfo.conninfo_to_dict(str(place))
    return {key: value for key, value in _OPTIONS.items() if key not in said}


def connect(place: Place) -> PostgreSQL:
    """Open a connection of its own. Raises Failed."""
    try:
        connection = psycopg.connect(str(place), **_connection_options(place))
        _prepare_connection(connection)
    except psycopg.Error as problem:
        raise server_failure(problem) from problem
    return PostgreSQL(connection, None)


def begin(place: Place) -> PostgreSQL:
    """Open a connection to a database that keeps all letters."""
    opened = connect(place)
    letters = opened.connection.info.parameter_status("server_encoding")
    if letters != "UTF8":
        opened.close()
        raise RuntimeError(f"the database keeps letters as {letters}, not as UTF8")
    return opened


class HeldServer:
    """A pool of connections; a broken one is replaced before it is handed out."""

    def __init__(self, place: Place, most: int) -> None:
        """most: how many connections there may be at once."""
        self._pool: ConnectionPool[Connection] = ConnectionPool(
            str(place),
            kwargs=_connection_options(place),
            min_size=0,
            max_size=most,
            timeout=PATIENCE,
            reconnect_timeout=PATIENCE / 2,
            num_workers=1,
            configure=_prepare_connection,
            check=ConnectionPool.check_connection,
            open=True,
        )

    def open(self) -> PostgreSQL:
        """Return a connection; its ``close`` gives it back."""
        try:
            return PostgreSQL(self._pool.getconn(), self._pool)
        except PoolClosed as problem:
            raise Unavailable(str(problem)) from problem
        except psycopg.Error as problem:
            raise server_failure(problem) from problem

    def close(self) -> None:
        """Close all connections."""
        self._pool.close()


def hold(place: Place, most: int) -> HeldServer:
    """Return the connections of a process to a database that is ready."""
    return HeldServer(place, most)
