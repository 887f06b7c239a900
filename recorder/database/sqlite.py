"""SQLite: one file, shared by several processes of one machine."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Any

import sqlite_utils

from recorder.database import (
    BUSY_TIMEOUT,
    Damaged,
    DiskError,
    Failed,
    NoRoom,
    Place,
    ReadOnly,
    Unavailable,
    Unfinished,
    Violated,
)

LONGEST_WAL = 4 * 1024 * 1024
"""Bytes to which the write-ahead log shrinks once it has been moved into the database. It is not
shorter then, since writing over bytes that are there waits for no journal of the file system."""

TIDY = 100
"""Transactions of a process after which what the write-ahead log holds is moved into the file."""

LATEST = 16_000
"""Pages in the log at which the next writer moves them into the file: 64 MB, reached only if the
thread could not."""

AGAIN = 0.001
"""Seconds after which a writer asks again whether another process has ended its transaction."""

READY = 16
"""Connections that a process keeps ready for its next requests, beyond those in use."""

_writing = threading.Lock()
"""SQLite has one writer at a time; threads queue here, and only the first asks for the file."""


_LASTING: Mapping[int, type[Unavailable]] = {
    sqlite3.SQLITE_FULL: NoRoom,
    sqlite3.SQLITE_READONLY: ReadOnly,
    sqlite3.SQLITE_IOERR: DiskError,
}
"""Complaints of SQLite that do not end by themselves, by their codes."""


def file_failure(problem: sqlite3.DatabaseError) -> Failed:
    """Return a complaint of SQLite as a failure of the store."""
    if isinstance(problem, sqlite3.OperationalError):
        code = getattr(problem, "sqlite_errorcode", 0) & 0xFF
        return _LASTING.get(code, Unavailable)(str(problem))
    if isinstance(problem, sqlite3.IntegrityError):
        return Violated(str(problem))
    return Damaged(str(problem))


class SQLite:
    """A connection to a file; see ``recorder.database.Database``.

    ``file``: the connection as sqlite-utils has it, for SQLite's own features. ``sound``: whether
    SQLite has complained of nothing but violations of the schema.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Use a connection that begins no transaction by itself."""
        self.file = sqlite_utils.Database(connection)
        self.sound = True
        self.give_back: Callable[[SQLite], None] | None = None
        self.wrote: Callable[[], None] | None = None
        self._unhurried = False
        self._connection = connection

    @property
    def idle(self) -> bool:
        """Whether no transaction is open."""
        return not self._connection.in_transaction

    def execute(self, sql: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        """Run one statement."""
        try:
            return self._connection.execute(sql, values)
        except sqlite3.DatabaseError as problem:
            raise self._note_failure(problem) from problem

    def query(self, sql: str, values: Sequence[Any] = ()) -> Iterator[Mapping[str, Any]]:
        """Run one statement and yield its rows by the names of their columns.

        They are read at once: half a question that somebody has left would go on reading the
        store as it was then.
        """
        try:
            cursor = self._connection.execute(sql, values)
            rows = cursor.fetchall()
        except sqlite3.DatabaseError as problem:
            raise self._note_failure(problem) from problem
        names = [column[0] for column in cursor.description]
        return (dict(zip(names, row, strict=True)) for row in rows)

    def _note_failure(self, problem: sqlite3.DatabaseError) -> Failed:
        failure = file_failure(problem)
        self.sound = self.sound and isinstance(failure, Violated)
        return failure

    def insert(self, sql: str, values: Sequence[Any]) -> int:
        """Insert one row; return its number."""
        number = self.execute(sql, values).lastrowid
        assert number is not None
        return number

    def execute_many(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        """Run one statement for each row of values."""
        try:
            self._connection.executemany(sql, rows)
        except sqlite3.DatabaseError as problem:
            raise self._note_failure(problem) from problem

    @contextmanager
    def transaction(self, alone: str = "") -> Iterator[None]:
        """Make one transaction; it begins as a writer, so that no reader has to become one.

        SQLite shows it to nobody before the disk has it. Raises Unavailable where others have been
        writing for ``BUSY_TIMEOUT``.
        """
        until = monotonic() + BUSY_TIMEOUT
        if not _writing.acquire(timeout=BUSY_TIMEOUT):
            raise Unavailable("others are writing")
        try:
            self._begin_transaction(until)
            try:
                yield
                self._commit_transaction()
            except BaseException:
                self.file.rollback()
                raise
        finally:
            _writing.release()
        if self.wrote is not None:
            self.wrote()

    def _commit_transaction(self) -> None:
        """Keep the transaction. After a failure of the disk it may be there after a power cut.

        On a full disk the end of the transaction is missing in the log: it is not kept.
        """
        try:
            self.execute("COMMIT")
        except Unavailable as problem:
            # A failed write left no whole commit. After another failure it may be there.
            name = getattr(problem.__cause__, "sqlite_errorname", "")
            wrote_nothing = isinstance(problem, NoRoom) or name == "SQLITE_IOERR_WRITE"
            problem.may_be_kept = not wrote_nothing
            raise

    def _begin_transaction(self, until: float) -> None:
        """Begin as the one writer; ask again soon while another process is.

        SQLite's own waiting asks after pauses of up to a tenth of a second, and finds that process
        at its next transaction: an entry waited a second beside an import. Raises Unavailable
        behind ``until`` (monotonic).
        """
        self._connection.execute("PRAGMA busy_timeout = 0")
        try:
            while True:
                try:
                    self._connection.execute("BEGIN IMMEDIATE")
                    return
                except sqlite3.OperationalError as problem:
                    if (
                        problem.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY
                        or monotonic() > until
                    ):
                        raise self._note_failure(problem) from problem
                sleep(AGAIN)
        except sqlite3.DatabaseError as problem:
            raise self._note_failure(problem) from problem
        finally:
            self._connection.execute(f"PRAGMA busy_timeout = {int(1000 * BUSY_TIMEOUT)}")

    @contextmanager
    def defer_sync(self) -> Iterator[None]:
        """Leave the writes inside to the log's next sync, which keeps the order."""
        if self._unhurried:
            yield
            return
        self._unhurried = True
        self.execute("PRAGMA synchronous = NORMAL")
        try:
            yield
        finally:
            self._unhurried = False
            self.execute("PRAGMA synchronous = FULL")

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Read everything inside as it is at one moment."""
        self.execute("BEGIN")
        try:
            yield
        finally:
            self.file.rollback()

    def has_table(self, name: str) -> bool:
        """Return whether there is a table of this name."""
        rows = self.query("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", [name])
        return next(rows, None) is not None

    def number_on(self, table: str, column: str) -> None:
        """Do nothing: SQLite counts on from the highest number."""

    def define(self, statement: str) -> None:
        """Run a statement of the schema."""
        self.execute(statement)

    def schema(self) -> int:
        """Return the number of the last migration."""
        return int(self.execute("PRAGMA user_version").fetchone()[0])

    def note_schema(self, number: int) -> None:
        """Remember the number of the last migration."""
        self.execute(f"PRAGMA user_version = {number}")

    def change_number(self) -> int:
        """Return a number that changes when anything was written through another connection."""
        return int(self.execute("PRAGMA data_version").fetchone()[0])

    def damage(self) -> list[str]:
        """Return the damage that SQLite finds in the file and its references."""
        try:
            texts = [row[0] for row in self._connection.execute("PRAGMA integrity_check")]
            loose = self._connection.execute("PRAGMA foreign_key_check").fetchall()
        except sqlite3.DatabaseError as problem:
            return [str(problem)]
        return [text for text in texts if text != "ok"] + [
            f"{table}, row {row}: refers to a missing {parent}" for table, row, parent, _ in loose
        ]

    def close(self) -> None:
        """Give the connection back to its lender; else close it."""
        if self.give_back is None:
            self.end()
        else:
            self.give_back(self)

    def end(self) -> None:
        """Close the connection."""
        self._connection.close()


def connect(path: Place) -> SQLite:
    """Open the file with everything that SQLite forgets between connections."""
    try:
        connection = sqlite3.connect(
            path, timeout=BUSY_TIMEOUT, isolation_level=None, check_same_thread=False
        )  # one thread at a time uses it; the one that ends the process may close it
    except sqlite3.DatabaseError as problem:
        raise file_failure(problem) from problem
    opened = SQLite(connection)
    try:
        opened.execute("PRAGMA journal_mode = WAL")
    except Unavailable:
        opened.end()
        if not Path(path).is_file() or os.access(Path(path).absolute().parent, os.W_OK):
            raise  # in a folder where nobody writes, not even SQLite does
        log = Path(f"{path}-wal")
        if log.exists() and log.stat().st_size > 0:
            raise Unfinished(UNFINISHED.format(path=path)) from None
        place = f"{Path(path).absolute().as_uri()}?immutable=1"
        opened = SQLite(
            sqlite3.connect(place, uri=True, isolation_level=None, check_same_thread=False)
        )
    opened.execute(f"PRAGMA journal_size_limit = {LONGEST_WAL}")
    opened.execute("PRAGMA synchronous = FULL")
    opened.execute("PRAGMA foreign_keys = ON")
    return opened


UNFINISHED = (
    "{path}-wal holds the newest data, and its folder cannot be written: let the server write "
    "there, or run `backup FILE` with FILE in another folder, and serve that (DATABASE=FILE)"
)
"""What an administrator is told where a file could only be read without its log."""


def begin(path: Place) -> SQLite:
    """Open the file; a new one is readable by its owner only."""
    path = Path(path)
    if not path.exists():
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.touch(mode=0o600, exist_ok=True)
    return connect(path)


class HeldFile:
    """Connections to a file that are kept open from one request to the next.

    Opening one costs more than an append: SQLite reads the whole schema for it, and every statement
    is prepared anew. And without one that stays open the last request to end would move the
    write-ahead log into the database and delete it, every time.

    A writer waits for its own pages in the log and for nothing else. A thread beside moves them to
    their places all over the file, a thousand at a time: that took 20 to 130 ms on a busy disk, and
    the writer of the thousandth page waited for it.
    """

    def __init__(self, path: Place) -> None:
        self._path = path
        self._file = _file_identity(path)
        self._ready: deque[SQLite] = deque()
        self._closed = False
        self._stays = connect(path)
        self._untidy = 0
        self._due = threading.Event()
        self._starting = threading.Lock()
        self._tidier: threading.Thread | None = None

    def open(self) -> SQLite:
        """Return a connection that nobody else uses; its ``close`` gives it back.

        If another file has taken the place of the file, the connections to the old one go.
        """
        file = _file_identity(self._path)
        if file != self._file:
            self._let_go()
            self._file = file
        try:
            return self._ready.pop()
        except IndexError:
            opened = connect(self._path)
            opened.execute(f"PRAGMA wal_autocheckpoint = {LATEST}")
            opened.give_back = partial(self._take_back, file)
            opened.wrote = self._count_transaction
            return opened

    def _count_transaction(self) -> None:
        """Count a transaction; now and then have the log moved into the file."""
        self._untidy += 1
        if self._untidy < TIDY:
            return
        self._untidy = 0
        self._due.set()
        with self._starting:
            if self._tidier is None and not self._closed:
                tidier = threading.Thread(target=self._tidy_log, name="tidy", daemon=True)
                try:
                    tidier.start()
                except RuntimeError:  # where no thread can start, whoever writes does it
                    self._move_log()
                else:
                    self._tidier = tidier

    def _tidy_log(self) -> None:
        while True:
            self._due.wait()
            self._due.clear()
            if self._closed:
                return
            self._move_log()

    def _move_log(self) -> None:
        """Move the log into the file, as far as nobody reads it."""
        with suppress(Failed):  # whoever writes next is told
            self._stays.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()

    def _take_back(self, file: tuple[int, int] | None, connection: SQLite) -> None:
        fit = connection.sound and connection.idle and file is not None and file == self._file
        if fit and not self._closed and len(self._ready) < READY:
            self._ready.append(connection)
        else:
            connection.end()

    def _let_go(self) -> None:
        with suppress(IndexError):
            while True:
                self._ready.pop().end()

    def close(self) -> None:
        """Close all connections; a used one is closed when it is given back.

        The write-ahead log is moved into the file even if another process has it open.
        """
        with self._starting:
            self._closed = True
        self._due.set()
        if self._tidier is not None:
            self._tidier.join()
        self._let_go()
        with suppress(Failed):  # damaged, or gone: nothing can be moved
            self._stays.execute("PRAGMA busy_timeout = 1000")
            self._stays.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._stays.close()


def _file_identity(path: Place) -> tuple[int, int] | None:
    """Return the device and number of a file, so that a new file of the same name is noticed.

    None where there is no file.
    """
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_dev, status.st_ino


def hold(path: Place, most: int) -> HeldFile:
    """Return the connections of a process to a file that is ready; they are not counted."""
    return HeldFile(path)


def copy_store(source: SQLite, target: Path) -> None:
    """Copy a store, as of one moment, into a new file on disk that has no log beside it.

    Raises FileExistsError rather than write over a file, and Failed; then there is no file.
    """
    target.touch(mode=0o600, exist_ok=False)
    try:
        copy_into(source.file.conn, target)
    except sqlite3.DatabaseError as problem:
        target.unlink()  # half a backup looks like one
        raise file_failure(problem) from problem
    except BaseException:
        target.unlink()
        raise


def copy_unfinished(path: Path, target: Path) -> None:
    """Copy a store and the log beside it, from where nobody writes, into one new file.

    Raises FileExistsError rather than write over a file, OSError and Failed.
    """
    with TemporaryDirectory(dir=target.absolute().parent) as folder:
        beside = Path(folder, path.name)
        for ending in ("", "-wal"):
            copyfile(f"{path}{ending}", f"{beside}{ending}")
        with closing(connect(beside)) as source:
            copy_store(source, target)


BESIDE = ("", "-wal", "-shm", "-journal")
"""What SQLite keeps under a store's name; a log left behind would be read into another store."""


def remove_store(path: Path) -> None:
    """Delete a file and what SQLite keeps beside it, as far as it is there."""
    for ending in BESIDE:
        path.with_name(path.name + ending).unlink(missing_ok=True)


def copy_into(source: sqlite3.Connection, target: Path) -> None:
    """Copy a store, as of one moment, into a file that has no log beside it."""
    with closing(sqlite3.connect(target)) as copied:
        source.backup(copied)
        copied.execute("PRAGMA journal_mode = DELETE")
