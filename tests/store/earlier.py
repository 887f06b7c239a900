"""Stores of earlier releases, up to schema 11: games and leagues in tables of their own."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from recorder import migrations
from recorder.database import Database, Place
from recorder.database.opening import connect
from recorder.migrations import prepare

ROLES = ("organiser", "member", "public")


def at_schema(number: int, place: Place, monkeypatch: pytest.MonkeyPatch) -> Database:
    """Make a new store of an earlier schema; return a connection to it."""
    with monkeypatch.context() as patch:
        patch.setattr(migrations, "MIGRATIONS", migrations.MIGRATIONS[:number])
        prepare(place)
    return connect(place)


def text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class Earlier:
    """Writes to such a store, at one moment."""

    at = "2026-01-02T20:00:00.000+00:00"

    def __init__(self, db: Database) -> None:
        self.db = db
        self.versions: dict[tuple[str, int], int] = {}

    def game(self, header: Mapping[str, Any], *, key: str = "") -> tuple[int, list[int]]:
        """Begin a game; return its number and those of its links."""
        game = self.db.insert(
            "INSERT INTO games (game, header, started_at, changed_at, listed, version, entries,"
            " over) VALUES (?, ?, ?, ?, 1, 0, 0, 0)",
            [header["game"], text(header), self.at, self.at],
        )
        seats = [("seat", player["id"]) for player in header["players"]]
        links = [
            self.db.insert(
                "INSERT INTO links (token, game, role, seat) VALUES (?, ?, ?, ?)",
                [f"{role}-{seat or ''}-{game}", game, role, seat],
            )
            for role, seat in [("table", None), ("read", None), *seats]
        ]
        if key:
            self.db.execute("INSERT INTO beginnings (key, game) VALUES (?, ?)", [key, game])
        return game, links

    def enter(self, game: int, link: int, entry: Mapping[str, Any], key: str) -> None:
        """Append an entry to a game."""
        seq = self._next("game", game)
        self.db.execute(
            "INSERT INTO log (game, seq, key, op, body, link, at, answer)"
            " VALUES (?, ?, ?, 'append', ?, ?, ?, ?)",
            [
                game,
                seq,
                key,
                text({"entries": [entry]}),
                link,
                self.at,
                text({"version": seq, "runs": [[seq, seq]]}),
            ],
        )
        self.db.execute("UPDATE games SET version = ?, entries = ? WHERE id = ?", [seq, seq, game])

    def league(
        self, body: Mapping[str, Any], games: Sequence[int], *, key: str = ""
    ) -> tuple[int, list[int]]:
        """Found a league that watches some games; return its number and those of its links."""
        league = self.db.insert(
            "INSERT INTO leagues (founded_at, version) VALUES (?, 0)", [self.at]
        )
        links = [
            self.db.insert(
                "INSERT INTO league_links (token, league, role) VALUES (?, ?, ?)",
                [f"{role}-{league}", league, role],
            )
            for role in ROLES
        ]
        if key:
            self.db.execute("INSERT INTO foundings (key, league) VALUES (?, ?)", [key, league])
        self.do(league, "found", body, links[0], "founded")
        for game in games:
            self.db.execute("INSERT INTO league_games (league, game) VALUES (?, ?)", [league, game])
            self.do(league, "game", {"key": f"g{game}", "game": game}, links[0], f"join{game}")
        return league, links

    def do(self, league: int, op: str, body: Mapping[str, Any], link: int | None, key: str) -> None:
        """Do something to a league; by no link of it where its table does."""
        seq = self._next("league", league)
        self.db.execute(
            "INSERT INTO league_log (league, seq, key, op, body, link, at)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            [league, seq, key, op, text(body), link, self.at],
        )
        self.db.execute("UPDATE leagues SET version = ? WHERE id = ?", [seq, league])

    def _next(self, kind: str, number: int) -> int:
        self.versions[kind, number] = self.versions.get((kind, number), 0) + 1
        return self.versions[kind, number]
