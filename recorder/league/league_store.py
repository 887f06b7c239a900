"""The SQL of the league: leagues, their links and logs, which games they watch, summaries.

Uses the connection of ``recorder.store.store`` and its one way of writing.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

from recorder.league.league_state import FOUND, GAME, REMOVE, REPLACE_LINK, ROLES
from recorder.league.summary import FORM
from recorder.store.ledger import (
    LEAGUE,
    Link,
    SentOperation,
    Shelf,
    current_time,
    encode_value,
    form_key,
)
from recorder.store.store import Store


@dataclass(frozen=True, slots=True)
class Summed:
    """A summary as it is kept: light, with packed details, of a game at a version."""

    game: int
    version: int
    light: Mapping[str, Any]
    detail: bytes
    corrected: bool
    at: str


class LeagueStore(Shelf):
    """The leagues of a store; knows no rule and no role."""

    kind = LEAGUE
    rows = "leagues"
    replaces = REPLACE_LINK

    def __init__(self, store: Store) -> None:
        """Use the store's connection."""
        self.store = store
        self.db = store.db

    def writing(self, alone: str = "") -> AbstractContextManager[None]:
        """Make one transaction of all reads and writes inside, see ``Shelf``."""
        return self.store.writing(alone)

    def found(self, body: Mapping[str, Any], key: str = "") -> list[Link]:
        """Store a new league with a link of each role; return the links.

        key: of the form that founds it. Raises NoSuchLink, see ``Shelf``.
        """

        def row(at: str) -> int:
            return self.db.insert("INSERT INTO leagues (founded_at, version) VALUES (?, 1)", [at])

        links = [(role, None) for role in ROLES]
        return self.links(self._begin_ledger(form_key(key, body), row, links, [(FOUND, body)]))

    def _index_operation(self, ledger: int, written: SentOperation) -> None:
        """Keep beside the log which games are watched."""
        body = written.body
        if written.op == GAME:
            # A write to the game that is under way is waited for; a later one is news.
            self.db.execute("UPDATE games SET listed = listed WHERE id = ?", [body["game"]])
            self.db.execute(
                "INSERT INTO league_games (league, game) VALUES (?, ?) ON CONFLICT DO NOTHING",
                [ledger, body["game"]],
            )
        elif written.op == REMOVE and body.get("game") is not None:
            self.db.execute(
                "DELETE FROM league_games WHERE league = ? AND game = ?", [ledger, body["game"]]
            )

    def name(self, league: int) -> str:
        """Return the present name of a league."""
        rows = self.db.query(
            "SELECT body FROM log INDEXED BY log_names WHERE kind = 'league' AND ledger = ?"
            " AND op IN ('found', 'settings') ORDER BY seq DESC LIMIT 1",
            [league],
        )
        return str(json.loads(next(iter(rows))["body"])["name"])

    def identity(self, league: int) -> str:
        """Return the league's number and birth: unique among leagues of all places.

        It is no secret and never changes; other programs know players and plays by it.
        """
        rows = self.db.query("SELECT founded_at FROM leagues WHERE id = ?", [league])
        founded = "".join(filter(str.isdigit, str(next(iter(rows))["founded_at"])))
        return f"{league}-{founded}"

    def games(self, league: int) -> list[int]:
        """Return the games that a league watches."""
        rows = self.db.query(
            "SELECT game FROM league_games WHERE league = ? ORDER BY game", [league]
        )
        return [row["game"] for row in rows]

    def former(self, league: int) -> list[tuple[int, str, int]]:
        """Return (game, seat, number) of a league's former players."""
        rows = self.db.query(
            "SELECT game, seat, number FROM former_seats WHERE league = ? ORDER BY game, seat",
            [league],
        )
        return [(row["game"], row["seat"], row["number"]) for row in rows]

    def keep_former(self, league: int, seats: Sequence[tuple[int, str, int]]) -> None:
        """Store the seats of former players in the games of a league, for these games only."""
        with self.store.writing():
            self.db.execute("DELETE FROM former_seats WHERE league = ?", [league])
            self.db.execute_many(
                "INSERT INTO former_seats (league, game, seat, number) VALUES (?, ?, ?, ?)",
                [(league, *seat) for seat in seats],
            )

    def leagues_of(self, game: int) -> list[int]:
        """Return the leagues that a game belongs to."""
        rows = self.db.query(
            "SELECT league FROM league_games WHERE game = ? ORDER BY league", [game]
        )
        return [row["league"] for row in rows]

    def news(self, league: int, since: int) -> list[tuple[int, int]]:
        """Return (number, game) of the league's games that went on after a number."""
        rows = self.db.query(
            # CROSS: the few news first. SQLite would look through all games of the league instead.
            "SELECT n.seq, n.game FROM league_news n CROSS JOIN league_games g"
            " WHERE g.game = n.game AND g.league = ? AND n.seq > ? ORDER BY n.seq",
            [league, since],
        )
        return [(row["seq"], row["game"]) for row in rows]

    def last_news(self, league: int) -> int:
        """Return the number of the last news of a league's games."""
        rows = self.db.query(
            "SELECT coalesce(max(n.seq), 0) AS last FROM league_games g"
            " JOIN league_news n ON n.game = g.game WHERE g.league = ?",
            [league],
        )
        return int(next(iter(rows))["last"])

    # -- summaries --

    def summary(self, game: int, version: int) -> Summed | None:
        """Return the summary that is kept of a game at a version, in the form of today."""
        rows = self.db.query(
            f"SELECT {_KEPT} FROM summaries WHERE game = ? AND version = ?", [game, version]
        )
        return next((kept for kept in map(_kept, rows) if kept.light["form"] == FORM), None)

    def current(self, league: int) -> Iterator[Summed]:
        """Yield the kept summaries of all games of a league, each at the game's version."""
        rows = self.db.query(
            "SELECT s.game, s.version, s.body, s.detail, s.corrected, s.at FROM league_games l"
            " JOIN games g ON g.id = l.game"
            " JOIN summaries s ON s.game = g.id AND s.version = g.version WHERE l.league = ?",
            [league],
        )
        for kept in map(_kept, rows):
            if kept.light["form"] == FORM:
                yield kept

    def before(self, game: int, version: int) -> Summed | None:
        """Return the last summary of a finished game that is kept from before a version.

        It may have an earlier form: every form has totals and places.
        """
        rows = self.db.query(
            f"SELECT {_KEPT} FROM summaries WHERE game = ? AND version < ?"
            " ORDER BY version DESC LIMIT 1",
            [game, version],
        )
        return next((_kept(row) for row in rows), None)

    def keep(
        self, game: int, version: int, light: Mapping[str, Any], detail: bytes, *, corrected: bool
    ) -> None:
        """Store the summary of a finished game, in the place of one of an earlier form.

        It happens while somebody reads a page, so it waits for no disk; a lost one is made anew.
        """
        with self.db.defer_sync(), self.store.writing():
            self.db.execute(
                "INSERT INTO summaries (game, version, corrected, at, body, detail)"
                " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (game, version)"
                " DO UPDATE SET body = excluded.body, detail = excluded.detail",
                [game, version, corrected, current_time(), encode_value(light), detail],
            )

    def list_added_players(self, league: int, key: str) -> list[str]:
        """Return the players added by the operations under a key."""
        rows = self.db.query(
            "SELECT body FROM log WHERE kind = ? AND ledger = ? AND op = 'player'"
            " AND (key = ? OR key LIKE ?)",
            [self.kind, league, key, f"{key}/%"],
        )
        return [str(json.loads(row["body"])["id"]) for row in rows]

    def corrections(self, league: int, most: int) -> list[Summed]:
        """Return the last finished games of a league whose result a correction changed."""
        # Uses the index of corrected games, newest first, instead of looking game by game.
        rows = self.db.query(
            "SELECT s.game, s.version, s.body, s.detail, s.corrected, s.at FROM summaries s"
            " WHERE s.corrected = 1 AND EXISTS"
            " (SELECT 1 FROM league_games l WHERE l.game = s.game AND l.league = ?)"
            " ORDER BY s.at DESC LIMIT ?",
            [league, most],
        )
        return [_kept(row) for row in rows]


_KEPT = "game, version, body, detail, corrected, at"


def _kept(row: Mapping[str, Any]) -> Summed:
    return Summed(
        row["game"],
        row["version"],
        json.loads(row["body"]),
        row["detail"],
        bool(row["corrected"]),
        row["at"],
    )
