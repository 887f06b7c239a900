"""Games and leagues that were kept in tables of their own become ledgers: a migration.

Numbers of games and leagues stay, and those of games' links. From then on the links of leagues
have negative numbers, each minus its old number, so that browsers find what they remember by
number.
"""

from __future__ import annotations

import json

from recorder.database import Database

COPIES = (
    "INSERT INTO new_links (id, token, kind, ledger, role, seat, opened_at, taken_by, replaced_at)"
    " SELECT id, token, 'game', game, role, seat, opened_at, taken_by, replaced_at FROM links",
    "INSERT INTO new_links (id, token, kind, ledger, role, replaced_at)"
    " SELECT -id, token, 'league', league, role, replaced_at FROM league_links",
    "INSERT INTO new_log (kind, ledger, seq, key, op, body, link, at, answer)"
    " SELECT 'game', game, seq, key, op, body, link, at, answer FROM log",
    "INSERT INTO new_log (kind, ledger, seq, key, op, body, link, at, answer)"
    " SELECT 'league', league, seq, key, op, body, -link, at, '{}' FROM league_log"
    " WHERE link IS NOT NULL",
    "INSERT INTO new_beginnings (key, kind, ledger) SELECT key, 'game', game FROM beginnings",
    "INSERT INTO new_beginnings (key, kind, ledger) SELECT key, 'league', league FROM foundings",
    "INSERT INTO new_imports (id, league, link, key, language, place, total, at, content, holder,"
    " held_until) SELECT id, league, -link, key, language, place, total, at, content, holder,"
    " held_until FROM imports",
    "INSERT INTO new_imported SELECT import, number, name, key, problem, again FROM imported",
)


def remembered(number: int) -> int:
    """Return the number that a league's link has, which a browser knows by its earlier one."""
    return -number


def unite(db: Database) -> None:
    """Copy what is kept of games and leagues into the tables that are for both."""
    for statement in COPIES:
        db.execute(statement)
    _by_tables(db)
    for table in ("new_links", "new_imports"):
        db.number_on(table, "id")


def _by_tables(db: Database) -> None:
    """Say whose link it was where a game's table put a case before its league."""
    for row in list(db.query("SELECT * FROM league_log WHERE link IS NULL ORDER BY league, seq")):
        game = json.loads(row["body"]).get("game")
        (link,) = db.execute(
            "SELECT coalesce((SELECT min(id) FROM new_links WHERE kind = 'game' AND ledger = ?"
            " AND role = 'table'), (SELECT max(id) FROM new_links WHERE kind = 'league'"
            " AND ledger = ?))",
            [game, row["league"]],
        ).fetchone()
        db.execute(
            "INSERT INTO new_log (kind, ledger, seq, key, op, body, link, at, answer)"
            " VALUES ('league', ?, ?, ?, ?, ?, ?, ?, '{}')",
            [row["league"], row["seq"], row["key"], row["op"], row["body"], link, row["at"]],
        )
