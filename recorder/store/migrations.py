"""The store's schema: how a new store begins, and how an older one is brought up to date.

``STARTING`` makes a store of schema ``SCHEMA`` from nothing. ``MIGRATIONS`` bring an older one
there, each once, whole or not at all. A change of the schema changes ``STARTING`` and adds a
migration, by the number that the store has after it; a released migration never changes. All is
written as SQLite reads it; ``recorder.database.postgresql`` says the same to PostgreSQL.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any

from recorder.database import Database, Place, Unavailable
from recorder.database.opening import open_new_database
from recorder.store.ledger import Operation
from recorder.store.log import Story, apply_operations, read_edit

Step = str | Callable[[Database], None]
"""An SQL statement, or a function that moves data where no statement can."""


LOG_IS_NEVER_CHANGED = """
    CREATE TRIGGER log_is_never_changed BEFORE UPDATE ON log
    BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END
    """

STARTING: Sequence[str] = (
    # Games and leagues, each with its log; both are ledgers.
    """
    CREATE TABLE games (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        game TEXT NOT NULL,
        header TEXT NOT NULL,
        started_at TEXT NOT NULL,
        changed_at TEXT NOT NULL,
        listed INTEGER NOT NULL CHECK (listed IN (0, 1)),
        version INTEGER NOT NULL CHECK (version >= 0),
        entries INTEGER NOT NULL CHECK (entries >= 0),
        over INTEGER NOT NULL CHECK (over IN (0, 1)),
        rewriting TEXT
    ) STRICT
    """,
    "CREATE INDEX games_by_change ON games (listed, changed_at DESC)",
    """
    CREATE TABLE leagues (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        founded_at TEXT NOT NULL,
        version INTEGER NOT NULL CHECK (version >= 0)
    ) STRICT
    """,
    # The links that open them, and the phone that sits at a seat.
    """
    CREATE TABLE links (
        id INTEGER PRIMARY KEY,
        token TEXT NOT NULL UNIQUE,
        kind TEXT NOT NULL CHECK (kind IN ('game', 'league')),
        ledger INTEGER NOT NULL,
        role TEXT NOT NULL,
        seat TEXT CHECK ((role = 'seat') = (seat IS NOT NULL)),
        opened_at TEXT,
        taken_by TEXT,
        replaced_at TEXT,
        game INTEGER GENERATED ALWAYS AS (CASE kind WHEN 'game' THEN ledger END) STORED
            REFERENCES games (id),
        league INTEGER GENERATED ALWAYS AS (CASE kind WHEN 'league' THEN ledger END) STORED
            REFERENCES leagues (id)
    ) STRICT
    """,
    "CREATE INDEX links_by_ledger ON links (kind, ledger)",
    """
    CREATE TABLE log (
        kind TEXT NOT NULL,
        ledger INTEGER NOT NULL,
        seq INTEGER NOT NULL CHECK (seq > 0),
        key TEXT NOT NULL,
        op TEXT NOT NULL,
        body TEXT NOT NULL,
        link INTEGER NOT NULL REFERENCES links (id),
        at TEXT NOT NULL,
        answer TEXT NOT NULL,
        PRIMARY KEY (kind, ledger, seq),
        UNIQUE (kind, ledger, key)
    ) STRICT, WITHOUT ROWID
    """,
    # What a league is called, without reading its whole log.
    "CREATE INDEX log_names ON log (ledger, seq)"
    " WHERE kind = 'league' AND op IN ('found', 'settings')",
    # What is recorded stays recorded, whatever code comes later.
    LOG_IS_NEVER_CHANGED,
    """
    CREATE TRIGGER log_is_never_shortened BEFORE DELETE ON log
    BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END
    """,
    # Which form began which ledger: a lost answer sent again begins no second one.
    """
    CREATE TABLE beginnings (
        key TEXT PRIMARY KEY,
        kind TEXT NOT NULL,
        ledger INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID
    """,
    # What lets others sit down.
    """
    CREATE TABLE invitations (
        id INTEGER PRIMARY KEY,
        token TEXT NOT NULL UNIQUE,
        game INTEGER NOT NULL REFERENCES games (id),
        replaced_at TEXT
    ) STRICT
    """,
    "CREATE INDEX invitations_by_game ON invitations (game)",
    # What tables read off their components, and how they want to play.
    """
    CREATE TABLE catalogue (
        id INTEGER PRIMARY KEY,
        kind TEXT NOT NULL,
        name TEXT NOT NULL,
        value TEXT NOT NULL,
        who TEXT NOT NULL,
        at TEXT NOT NULL
    ) STRICT
    """,
    "CREATE INDEX catalogue_by_name ON catalogue (kind, name, id)",
    """
    CREATE TRIGGER catalogue_is_never_changed BEFORE UPDATE ON catalogue
    BEGIN SELECT RAISE(ABORT, 'the catalogue is append-only'); END
    """,
    """
    CREATE TRIGGER catalogue_is_never_shortened BEFORE DELETE ON catalogue
    BEGIN SELECT RAISE(ABORT, 'the catalogue is append-only'); END
    """,
    # Which games a league watches.
    """
    CREATE TABLE league_games (
        league INTEGER NOT NULL REFERENCES leagues (id),
        game INTEGER NOT NULL REFERENCES games (id),
        PRIMARY KEY (league, game)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX league_games_by_game ON league_games (game)",
    # One line for each game of a league that went on, in the order in which they did: who
    # knows the last number asks for what came after it.
    """
    CREATE TABLE league_news (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        game INTEGER NOT NULL UNIQUE REFERENCES games (id)
    ) STRICT
    """,
    """
    CREATE TRIGGER league_games_go_on AFTER UPDATE OF version ON games
    WHEN EXISTS (SELECT 1 FROM league_games WHERE game = NEW.id)
    BEGIN
        DELETE FROM league_news WHERE game = NEW.id;
        INSERT INTO league_news (game) VALUES (NEW.id);
    END
    """,
    # A cache: what a replay of the game at that version comes to.
    """
    CREATE TABLE summaries (
        game INTEGER NOT NULL REFERENCES games (id),
        version INTEGER NOT NULL,
        corrected INTEGER NOT NULL CHECK (corrected IN (0, 1)),
        at TEXT NOT NULL,
        body TEXT NOT NULL,
        detail BLOB NOT NULL,
        PRIMARY KEY (game, version)
    ) STRICT
    """,
    "CREATE INDEX summaries_corrected ON summaries (at, game) WHERE corrected = 1",
    # Seats of games whose players have left a league for good, each with their number there.
    """
    CREATE TABLE former_seats (
        league INTEGER NOT NULL REFERENCES leagues (id),
        game INTEGER NOT NULL REFERENCES games (id),
        seat TEXT NOT NULL,
        number INTEGER NOT NULL,
        PRIMARY KEY (game, seat, league)
    ) STRICT, WITHOUT ROWID
    """,
    # Imports into a league: what came, as long as it is not judged, and what became of it.
    """
    CREATE TABLE imports (
        id INTEGER PRIMARY KEY,
        league INTEGER NOT NULL REFERENCES leagues (id),
        link INTEGER NOT NULL REFERENCES links (id),
        key TEXT NOT NULL,
        language TEXT NOT NULL,
        place TEXT NOT NULL,
        total INTEGER NOT NULL,
        at TEXT NOT NULL,
        content BLOB,
        holder TEXT NOT NULL,
        held_until TEXT NOT NULL,
        UNIQUE (league, key)
    ) STRICT
    """,
    "CREATE INDEX imports_unfinished ON imports (id) WHERE content IS NOT NULL",
    """
    CREATE TABLE imported (
        import INTEGER NOT NULL REFERENCES imports (id),
        number INTEGER NOT NULL,
        name TEXT NOT NULL,
        key TEXT NOT NULL,
        problem TEXT NOT NULL,
        again INTEGER NOT NULL CHECK (again IN (0, 1)),
        PRIMARY KEY (import, number)
    ) STRICT, WITHOUT ROWID
    """,
)


def number_links(db: Database) -> None:
    """Give links with a number below nought one above all others, in their order."""
    (last,) = db.execute("SELECT coalesce(max(id), 0) FROM links").fetchone()
    # A token is there once, so a link's second row has another one until its first row is gone.
    db.execute(
        "INSERT INTO links (id, token, kind, ledger, role, seat, opened_at, taken_by, replaced_at)"
        " SELECT ? - id, '-' || token, kind, ledger, role, seat, opened_at, taken_by, replaced_at"
        " FROM links WHERE id < 0",
        [last],
    )
    for table in ("log", "imports"):
        db.execute(f"UPDATE {table} SET link = ? - link WHERE link < 0", [last])
    db.execute("DELETE FROM links WHERE id < 0")
    db.execute("UPDATE links SET token = substr(token, 2) WHERE id > ?", [last])
    db.number_on("links", "id")


def name_versions(db: Database) -> None:
    """Say which version a game returned to where its log holds the entries themselves."""
    rows = db.query(
        "SELECT l.ledger, l.seq, l.op, l.body, l.at, k.role, k.seat FROM log l"
        " JOIN links k ON k.id = l.link WHERE l.kind = 'game' AND l.ledger IN"
        " (SELECT ledger FROM log WHERE kind = 'game' AND op = 'return'"
        " AND body LIKE '%\"entries\"%') ORDER BY l.ledger, l.seq"
    )
    for game, done in groupby(rows, key=lambda row: int(row["ledger"])):
        story = Story()
        for row in done:
            body: dict[str, Any] = json.loads(row["body"])
            if row["op"] == "return" and "entries" in body:
                body = {"to": _find_returned_version(story, body)}
                db.execute(
                    "UPDATE log SET body = ? WHERE kind = 'game' AND ledger = ? AND seq = ?",
                    [json.dumps(body), game, row["seq"]],
                )
            operation = Operation(
                row["seq"], row["op"], body, row["role"], row["seat"], row["at"], {}
            )
            story = apply_operations(story, [operation])


def _find_returned_version(story: Story, body: Mapping[str, Any]) -> int:
    """Return the newest version with the entries that a return restored."""
    edit = read_edit(body)
    entries = [line.entry for line in story.lines]
    entries[edit.at - 1 : edit.at - 1 + edit.remove] = edit.entries
    return next(
        version
        for version in reversed(range(len(story.moves) + 1))
        if [line.entry for line in story.lines_at(version)] == entries
    )


MIGRATIONS: Mapping[int, Sequence[Step]] = {
    13: ("DROP TRIGGER log_is_never_changed", number_links, name_versions, LOG_IS_NEVER_CHANGED)
}
"""From a store of release 0.2.0, which may have been one of an earlier release before."""

SCHEMA = max(MIGRATIONS)
"""The number of the schema of this program."""

OLDEST = min(MIGRATIONS) - 1
"""The oldest schema that is brought up to date: that of release 0.2.0."""

TOO_OLD = (
    "the database has schema {number}, older than release 0.2.0: open it once with release 0.2.0,"
    " then with this program"
)


MOVING = "moving"
"""A table that is there while another store is being copied into this one (``moving``)."""


def prepare_store(place: Place, *, moving: bool = False) -> None:
    """Make a new store, or bring the schema of one up to date.

    moving: whether the caller copies a store into it. Raises Failed, also while another copy goes
    on, and RuntimeError as ``migrate`` does, and where the database cannot hold a store.
    """
    db = open_new_database(place)
    try:
        migrate(db)
        if not moving and db.has_table(MOVING):
            raise Unavailable("a store is being moved here: let move-store come to its end")
    finally:
        db.close()


def migrate(db: Database) -> int:
    """Bring the schema up to date and return its number.

    Safe with several processes and machines starting at once. Raises RuntimeError when the
    database was written by a newer program, or by one that is too old.
    """
    if db.schema() == SCHEMA:
        return SCHEMA  # nothing is written, so a store that only reads will do
    with db.transaction(alone="schema"):
        done = db.schema()
        if done > SCHEMA:
            raise RuntimeError(f"the database has schema {done}; this program knows {SCHEMA}")
        if 0 < done < OLDEST:
            raise RuntimeError(TOO_OLD.format(number=done))
        wanted = {SCHEMA: STARTING} if not done else MIGRATIONS
        for number in sorted(number for number in wanted if number > done):
            for step in wanted[number]:
                if isinstance(step, str):
                    db.define(step)
                else:
                    step(db)
            db.note_schema(number)
    return SCHEMA
