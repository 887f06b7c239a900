"""Moving a store: every row of one database into another, of either kind.

The copy shows one moment, also while the old store is in use. An interrupted move continues where
it stopped. Until it is complete, nobody can use the new store by mistake. At the end both ends are
read again and compared, game by game. Doing it once more copies the rows written since: so a club
is away for the last small move only.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import Any

from recorder.database import Database, Place, on_server
from recorder.database.opening import find_adapter
from recorder.database.sqlite import SQLite
from recorder.store.migrations import MOVING, migrate, prepare_store

ROWS = 200
"""Rows that are copied in one transaction."""

SHRINKING = ("former_seats", "league_games", "league_news")
"""Tables from which the program takes rows; what any other one has is there for good."""

Progress = Callable[[str, int, int], None]
"""Told of what is being done, how many rows of it are done, and of how many."""

Row = tuple[Any, ...]


class StoresDiffer(Exception):
    """The new place holds data that the old one lacks: it is another store, or they differ."""


@dataclass(frozen=True, slots=True)
class SchemaTable:
    """A table of the schema. key: its primary key. owner: the column that names a row's owner.

    In a table for all kinds of ledgers ``kind`` and ``ledger`` say it together.
    """

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]
    owner: str | None
    parents: frozenset[str]

    def key_of(self, row: Row) -> Row:
        """Return the primary key of a row."""
        return tuple(row[self.columns.index(column)] for column in self.key)

    def whose(self, row: Row) -> str:
        """Return to which game or league a row belongs, or else its table."""
        if self.name in ("games", "leagues"):
            return f"{self.name[:-1]} {row[self.columns.index('id')]}"
        if "ledger" in self.columns:
            at = map(self.columns.index, ("kind", "ledger"))
            return " ".join(str(row[column]) for column in at)
        if self.owner is None:
            return self.name
        return f"{self.owner} {row[self.columns.index(self.owner)]}"


@dataclass(frozen=True, slots=True)
class MoveDone:
    """The result of a move. went_on: whether the old store was written to meanwhile."""

    games: int
    rows: int
    went_on: bool


@cache
def list_tables() -> tuple[SchemaTable, ...]:
    """Return the tables of the schema, each behind the tables that it refers to."""
    model = SQLite(sqlite3.connect(":memory:", isolation_level=None))
    migrate(model)
    by_name = {}
    for table in model.file.tables:
        if table.name.startswith("sqlite_"):
            continue
        columns = tuple(column.name for column in table.columns)
        by_name[table.name] = SchemaTable(
            table.name,
            columns,
            tuple(table.pks),
            next((owner for owner in ("game", "league") if owner in columns), None),
            frozenset(key.other_table for key in table.foreign_keys) - {table.name},
        )
    model.close()
    ordered: dict[str, SchemaTable] = {}
    while len(ordered) < len(by_name):
        ordered |= {
            name: table for name, table in by_name.items() if table.parents <= ordered.keys()
        }
    del ordered["games"], ordered["leagues"]
    return (by_name["games"], by_name["leagues"], *ordered.values())


def copy_rows(source: Place, target: Place, progress: Progress) -> MoveDone:
    """Copy a store to another place, or go on with that, and compare both ends.

    Raises StoresDiffer when the target is not on the way to be a copy of the source; nothing that
    was recorded is ever changed there. Raises Failed.
    """
    prepare_store(source)
    prepare_store(target, moving=True)
    old, new = find_adapter(source).connect(source), find_adapter(target).connect(target)
    try:
        return _Move(old, new, progress, signs=on_server(source) or on_server(target)).run()
    finally:
        old.close()
        new.close()


class _Move:
    """A move under way. signs: whether a text may hold a sign for NUL where the other has NUL."""

    def __init__(self, old: Database, new: Database, progress: Progress, *, signs: bool) -> None:
        self.old = old
        self.new = new
        self.progress = progress
        self.signs = signs

    def run(self) -> MoveDone:
        with self.old.snapshot():
            state = _store_state(self.old)
            counts = [self.old.query(f"SELECT count(*) AS n FROM {t.name}") for t in list_tables()]
            self.rows = sum(int(next(iter(count))["n"]) for count in counts)
            self._check_kinship()
            begun = self._begin_move(state)
            self._copy_tables(begun)
            problems = self._compare_ends()
            if problems and begun is not None:  # what was copied earlier has changed since
                self._copy_tables(None)
                problems = self._compare_ends()
            if problems:
                raise StoresDiffer("; ".join(problems))
            self._end_move()
            games = int(next(iter(self.old.query("SELECT count(*) AS n FROM games")))["n"])
        return MoveDone(games, self.rows, went_on=_store_state(self.old) != state)

    def _check_kinship(self) -> None:
        """Check that the target holds no game and no league that the source does not know."""
        for name, since in (("games", "started_at"), ("leagues", "founded_at")):
            columns = ("id", since, "version")
            known: dict[Any, Row] = {}
            told = SchemaTable(name, columns, ("id",), None, frozenset())
            for row in self._read_all(self.old, told):
                known[row[0]] = row
            for number, begun, version in self._read_all(self.new, told):
                own = known.get(number)
                if own is None or own[1] != begun or own[2] < version:
                    raise StoresDiffer(
                        f"{name[:-1]} {number} of the new place is not in the old one, or has"
                        " gone on there: it is another store, and nothing was changed"
                    )

    def _begin_move(self, state: str) -> tuple[str, Row] | None:
        """Note that a move is under way; return how far an earlier one came, None for none."""
        if self.new.has_table(MOVING):
            for row in self.new.query(f"SELECT state, at_table, after FROM {MOVING}"):
                if row["state"] == state and row["at_table"]:
                    return row["at_table"], tuple(json.loads(row["after"]))
        with self.new.transaction():
            if not self.new.has_table(MOVING):
                self.new.define(
                    f"CREATE TABLE {MOVING} (state TEXT NOT NULL, at_table TEXT NOT NULL,"
                    " after TEXT NOT NULL)"
                )
            self.new.execute(f"DELETE FROM {MOVING}")
            self.new.execute(f"INSERT INTO {MOVING} VALUES (?, '', '[]')", [state])
        return None

    def _copy_tables(self, begun: tuple[str, Row] | None) -> None:
        """Copy every table, or the rest from where an earlier move stopped."""
        done = 0
        waiting = begun is not None
        for table in list_tables():
            after: Row = ()
            if waiting and begun is not None:
                if table.name != begun[0]:
                    continue
                after, waiting = begun[1], False
            elif table.name in SHRINKING:
                self._remove_gone_rows(table)
            while True:
                ours = self._read_some(self.old, table, after)
                upto = table.key_of(ours[-1]) if len(ours) == ROWS else ()
                theirs = {table.key_of(row): row for row in self._read_between(table, after, upto)}
                with self.new.transaction():
                    self._write_rows(table, ours, theirs)
                    after = upto or after
                    self.new.execute(
                        f"UPDATE {MOVING} SET at_table = ?, after = ?",
                        [table.name, json.dumps(after)],
                    )
                done += len(ours)
                self.progress("copied", done, self.rows)
                if not upto:
                    break
        self.progress("copied", self.rows, self.rows)

    def _write_rows(self, table: SchemaTable, ours: Sequence[Row], theirs: dict[Row, Row]) -> None:
        """Make a stretch of a table equal to the source."""
        fresh, changed = [], []
        for row in ours:
            known = theirs.pop(table.key_of(row), None)
            if known is None:
                fresh.append(row)
            elif known != row:
                changed.append((*row, *table.key_of(row)))
        if theirs:
            raise StoresDiffer(
                f"{table.name}: the new place has {min(theirs)}, and the old one has not"
            )
        if changed:
            values = ", ".join(f"{column} = ?" for column in table.columns)
            where = " AND ".join(f"{column} = ?" for column in table.key)
            self.new.execute_many(f"UPDATE {table.name} SET {values} WHERE {where}", changed)
        if fresh:
            marks = ", ".join("?" * len(table.columns))
            self.new.execute_many(
                f"INSERT INTO {table.name} ({', '.join(table.columns)}) VALUES ({marks})", fresh
            )

    def _remove_gone_rows(self, table: SchemaTable) -> None:
        """Take from the target the rows that are no longer at the source."""
        kept = set(self._read_all(self.old, table))
        where = " AND ".join(f"{column} = ?" for column in table.key)
        gone = [table.key_of(row) for row in self._read_all(self.new, table) if row not in kept]
        if gone:
            with self.new.transaction():
                self.new.execute_many(f"DELETE FROM {table.name} WHERE {where}", gone)

    def _compare_ends(self) -> list[str]:
        """Return the differences between both ends, game by game."""
        ours, theirs = (self._digest_rows(db, who) for db, who in ((self.old, 0), (self.new, 1)))
        both = sorted(ours.keys() | theirs.keys())
        return [f"{whose} differs" for whose in both if ours.get(whose) != theirs.get(whose)]

    def _digest_rows(self, db: Database, who: int) -> dict[str, bytes]:
        digests: dict[str, bytes] = {}
        done = who * self.rows
        for table in list_tables():
            for row in self._read_all(db, table):
                whose = table.whose(row)
                told = digests.get(whose, b"") + table.name.encode() + repr(row).encode()
                digests[whose] = sha256(told).digest()
                done += 1
                if not done % ROWS:
                    self.progress("compared", min(done, 2 * self.rows), 2 * self.rows)
        return digests

    def _end_move(self) -> None:
        """Let the target be used."""
        with self.new.transaction():
            for table in list_tables():
                if len(table.key) == 1:
                    self.new.number_on(table.name, table.key[0])
            self.new.execute(f"DROP TABLE {MOVING}")

    # -- reading --

    def _read_all(self, db: Database, table: SchemaTable) -> Iterator[Row]:
        """Yield all rows of a table in the order of its key."""
        after: Row = ()
        while rows := self._read_some(db, table, after):
            yield from rows
            after = table.key_of(rows[-1])

    def _read_some(self, db: Database, table: SchemaTable, after: Row) -> list[Row]:
        """Return the first rows after a key."""
        own = ", ".join(table.key)
        where = f" WHERE ({own}) > ({', '.join('?' * len(after))})" if after else ""
        sql = f"SELECT {', '.join(table.columns)} FROM {table.name}{where} ORDER BY {own} LIMIT ?"
        return [self._read_row(row) for row in db.query(sql, [*after, ROWS])]

    def _read_between(self, table: SchemaTable, after: Row, upto: Row) -> list[Row]:
        """Return the target's rows after one key and up to another; () has no end."""
        own = ", ".join(table.key)
        marks = f"({', '.join('?' * len(table.key))})"
        bounds = [f"({own}) > {marks}"] * bool(after) + [f"({own}) <= {marks}"] * bool(upto)
        where = f" WHERE {' AND '.join(bounds)}" if bounds else ""
        sql = f"SELECT {', '.join(table.columns)} FROM {table.name}{where}"
        return [self._read_row(row) for row in self.new.query(sql, [*after, *upto])]

    def _read_row(self, row: Mapping[str, Any]) -> Row:
        if not self.signs:
            return tuple(row.values())
        return tuple(
            value.replace("\0", "\u2400") if isinstance(value, str) else value
            for value in row.values()
        )


def _store_state(db: Database) -> str:
    """Return counts that change when a store goes on."""
    counts = []
    for name, what in (
        ("games", "sum(version)"),
        ("leagues", "sum(version)"),
        ("links", "max(id)"),
        ("catalogue", "max(id)"),
    ):
        row = next(iter(db.query(f"SELECT count(*) AS n, coalesce({what}, 0) AS last FROM {name}")))
        counts.append([int(row["n"]), int(row["last"])])
    return json.dumps(counts)
