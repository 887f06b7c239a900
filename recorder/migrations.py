"""The store's schema as numbered migrations; each is applied once, whole or not at all.

A migration that has been released is never changed: a further one follows it. It is written
as SQLite reads it; ``recorder.database.postgresql`` says the same to PostgreSQL.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from recorder.database import Database, Place, Unavailable
from recorder.database.opening import begin
from recorder.settled import settle
from recorder.united import unite

Step = str | Callable[[Database], None]
"""An SQL statement, or a function that moves data where no statement can."""

MIGRATIONS: Sequence[tuple[Step, ...]] = (
    (  # 1: games, the links that open them, and the log
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
            over INTEGER NOT NULL CHECK (over IN (0, 1))
        ) STRICT
        """,
        "CREATE INDEX games_by_change ON games (listed, changed_at DESC)",
        """
        CREATE TABLE links (
            id INTEGER PRIMARY KEY,
            token TEXT NOT NULL UNIQUE,
            game INTEGER NOT NULL REFERENCES games (id),
            role TEXT NOT NULL CHECK (role IN ('table', 'seat', 'read')),
            seat TEXT CHECK ((role = 'seat') = (seat IS NOT NULL)),
            opened_at TEXT
        ) STRICT
        """,
        "CREATE INDEX links_by_game ON links (game)",
        """
        CREATE TABLE log (
            game INTEGER NOT NULL REFERENCES games (id),
            seq INTEGER NOT NULL CHECK (seq > 0),
            key TEXT NOT NULL,
            op TEXT NOT NULL,
            body TEXT NOT NULL,
            link INTEGER NOT NULL REFERENCES links (id),
            at TEXT NOT NULL,
            answer TEXT NOT NULL,
            PRIMARY KEY (game, seq),
            UNIQUE (game, key)
        ) STRICT, WITHOUT ROWID
        """,
        # What is recorded stays recorded, whatever code comes later.
        """
        CREATE TRIGGER log_is_never_changed BEFORE UPDATE ON log
        BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END
        """,
        """
        CREATE TRIGGER log_is_never_shortened BEFORE DELETE ON log
        BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END
        """,
    ),
    (  # 2: what tables read off their components, and how they want to play
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
    ),
    (  # 3: leagues, the links that open them, their log; which games they watch; summaries
        """
        CREATE TABLE leagues (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            founded_at TEXT NOT NULL,
            version INTEGER NOT NULL CHECK (version >= 0)
        ) STRICT
        """,
        """
        CREATE TABLE league_links (
            id INTEGER PRIMARY KEY,
            token TEXT NOT NULL UNIQUE,
            league INTEGER NOT NULL REFERENCES leagues (id),
            role TEXT NOT NULL CHECK (role IN ('organiser', 'member', 'public')),
            replaced_at TEXT
        ) STRICT
        """,
        "CREATE INDEX league_links_by_league ON league_links (league)",
        """
        CREATE TABLE league_log (
            league INTEGER NOT NULL REFERENCES leagues (id),
            seq INTEGER NOT NULL CHECK (seq > 0),
            key TEXT NOT NULL,
            op TEXT NOT NULL,
            body TEXT NOT NULL,
            link INTEGER REFERENCES league_links (id),
            at TEXT NOT NULL,
            PRIMARY KEY (league, seq),
            UNIQUE (league, key)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TRIGGER league_log_is_never_changed BEFORE UPDATE ON league_log
        BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END
        """,
        """
        CREATE TRIGGER league_log_is_never_shortened BEFORE DELETE ON league_log
        BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END
        """,
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
    ),
    (  # 4: what a league is called, without reading its whole log
        "CREATE INDEX league_log_names ON league_log (league, seq)"
        " WHERE op IN ('found', 'settings')",
    ),
    (  # 5: which form began which game: a lost answer sent again begins no second one
        """
        CREATE TABLE beginnings (
            key TEXT PRIMARY KEY,
            game INTEGER NOT NULL REFERENCES games (id)
        ) STRICT, WITHOUT ROWID
        """,
    ),
    (  # 6: which form founded which league, likewise
        """
        CREATE TABLE foundings (
            key TEXT PRIMARY KEY,
            league INTEGER NOT NULL REFERENCES leagues (id)
        ) STRICT, WITHOUT ROWID
        """,
    ),
    (  # 7: links that were replaced, the phone that sits at a seat, and what lets others sit down
        "ALTER TABLE links ADD COLUMN replaced_at TEXT",
        "ALTER TABLE links ADD COLUMN taken_by TEXT",
        """
        CREATE TABLE invitations (
            id INTEGER PRIMARY KEY,
            token TEXT NOT NULL UNIQUE,
            game INTEGER NOT NULL REFERENCES games (id),
            replaced_at TEXT
        ) STRICT
        """,
        "CREATE INDEX invitations_by_game ON invitations (game)",
    ),
    (  # 8: seats of games whose players have left a league for good, each with their number there
        """
        CREATE TABLE former_seats (
            league INTEGER NOT NULL REFERENCES leagues (id),
            game INTEGER NOT NULL REFERENCES games (id),
            seat TEXT NOT NULL,
            number INTEGER NOT NULL,
            PRIMARY KEY (game, seat, league)
        ) STRICT, WITHOUT ROWID
        """,
    ),
    (settle,),  # 9: named sets belong to a league or a game
    (  # 10: imports into a league: what came, as long as it is not judged, and what became of it
        """
        CREATE TABLE imports (
            id INTEGER PRIMARY KEY,
            league INTEGER NOT NULL REFERENCES leagues (id),
            link INTEGER NOT NULL REFERENCES league_links (id),
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
    ),
    (  # 11: how games are read whose players have left a league for good
        "ALTER TABLE games ADD COLUMN rewriting TEXT",
    ),
    (  # 12: one kind of link, log and beginning for games and leagues
        """
        CREATE TABLE new_links (
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
        """
        CREATE TABLE new_log (
            kind TEXT NOT NULL,
            ledger INTEGER NOT NULL,
            seq INTEGER NOT NULL CHECK (seq > 0),
            key TEXT NOT NULL,
            op TEXT NOT NULL,
            body TEXT NOT NULL,
            link INTEGER NOT NULL REFERENCES new_links (id),
            at TEXT NOT NULL,
            answer TEXT NOT NULL,
            PRIMARY KEY (kind, ledger, seq),
            UNIQUE (kind, ledger, key)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE new_beginnings (
            key TEXT PRIMARY KEY,
            kind TEXT NOT NULL,
            ledger INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE new_imports (
            id INTEGER PRIMARY KEY,
            league INTEGER NOT NULL REFERENCES leagues (id),
            link INTEGER NOT NULL REFERENCES new_links (id),
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
        """
        CREATE TABLE new_imported (
            import INTEGER NOT NULL REFERENCES new_imports (id),
            number INTEGER NOT NULL,
            name TEXT NOT NULL,
            key TEXT NOT NULL,
            problem TEXT NOT NULL,
            again INTEGER NOT NULL CHECK (again IN (0, 1)),
            PRIMARY KEY (import, number)
        ) STRICT, WITHOUT ROWID
        """,
        unite,
        *(
            f"DROP TABLE {table}"
            for table in (
                "imported",
                "imports",
                "log",
                "league_log",
                "beginnings",
                "foundings",
                "links",
                "league_links",
            )
        ),
        *(
            f"ALTER TABLE new_{table} RENAME TO {table}"
            for table in ("links", "log", "beginnings", "imports", "imported")
        ),
        "CREATE INDEX links_by_ledger ON links (kind, ledger)",
        "CREATE INDEX imports_unfinished ON imports (id) WHERE content IS NOT NULL",
        "CREATE INDEX log_names ON log (ledger, seq)"
        " WHERE kind = 'league' AND op IN ('found', 'settings')",
        """
        CREATE TRIGGER log_is_never_changed BEFORE UPDATE ON log
        BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END
        """,
        """
        CREATE TRIGGER log_is_never_shortened BEFORE DELETE ON log
        BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END
        """,
    ),
)


MOVING = "moving"
"""A table that is there while another store is being copied into this one (``moving``)."""


def prepare(place: Place, *, moving: bool = False) -> None:
    """Make a new store, or bring the schema of one up to date.

    moving: for whoever copies a store into it. Raises Failed, also as long as somebody does, and
    RuntimeError as ``migrate`` does, and where the database cannot hold a store.
    """
    db = begin(place)
    try:
        migrate(db)
        if not moving and db.has_table(MOVING):
            raise Unavailable("a store is being moved here: let move-store come to its end")
    finally:
        db.close()


def migrate(db: Database) -> int:
    """Bring the schema up to date and return its number.

    Safe with several processes and machines starting at once. Raises RuntimeError when the
    database was written by a newer program.
    """
    if db.schema() == len(MIGRATIONS):
        return len(MIGRATIONS)  # nothing is written, so a store that only reads will do
    with db.transaction(alone="schema"):
        done = db.schema()
        if done > len(MIGRATIONS):
            raise RuntimeError(
                f"the database has schema {done}; this program knows {len(MIGRATIONS)}"
            )
        for number, statements in enumerate(MIGRATIONS[done:], start=done + 1):
            for step in statements:
                if isinstance(step, str):
                    db.define(step)
                else:
                    step(db)
            db.note_schema(number)
    return len(MIGRATIONS)
