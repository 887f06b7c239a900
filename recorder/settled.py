"""Sets that stood under their names are given to their owners: a migration (``migrations``).

A league whose games played by a set gets what they kept in it; other games' sets go to the first
of them. The games' logs tell apart what two owners kept under one name. If no owner can be found,
it goes to each of them, since each has seen it. What was offered to everybody stays so, unless a
league used it. The old versions stay in the catalogue, where nothing reads them.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from adjudicator.record import RULE
from recorder.database import Database

PRECEDENTS_OF_GAME = "precedents.game"
"""The kind that said by which set a game plays."""

NOBODY = "game-0"
"""The owner of sets that were kept for everybody, without any link: nobody writes to them."""

AT_ONCE = timedelta(seconds=30)
"""How long before or after a ruling it was kept, at most."""

Row = Mapping[str, Any]


def settle(db: Database) -> None:
    """Give every named set of a catalogue to its owners."""
    work = _Settling(db)
    for game in work.games():
        chosen = {
            number: str(value)
            for number, value in work.newest(PRECEDENTS_OF_GAME).items()
            if value and work.kinds.get(number) == game
        }
        listed = work.listed(f"precedent-sets.{game}")
        count = "subjects"
        work.move(f"{game}.precedents", f"precedents.{game}.", chosen, listed, count, work.ruled)
        work.house_rules(game)
        sheets = f"{game}.components"
        of_games = {n: v for n, v in work.newest(f"{sheets}.game").items() if v.get("sheet")}
        work.read = {number: value["read"] for number, value in of_games.items()}
        chosen = {number: str(value["sheet"]) for number, value in of_games.items()}
        listed = work.listed(f"{game}.component-sheets")
        work.move(sheets, f"{sheets}.", chosen, listed, "cards", work.was_read)
        for number, read in work.read.items():
            work.enter(f"sets.{sheets}.read", str(number), read, "", "")


class _Settling:
    """What is known of a store whose sets are given to their owners."""

    def __init__(self, db: Database) -> None:
        self.db = db
        self.kinds = {row["id"]: row["game"] for row in db.query("SELECT id, game FROM games")}
        self.leagues: dict[int, int] = {}
        for row in db.query("SELECT league, game FROM league_games ORDER BY league DESC"):
            self.leagues[row["game"]] = row["league"]
        self.named, self.houses = self._leagues()
        self.read: dict[int, Mapping[str, Any]] = {}
        self.now = ""
        for row in db.query("SELECT max(at) AS last FROM catalogue"):
            self.now = row["last"] or ""

    def games(self) -> list[str]:
        """Return the words for all rules that something is kept for."""
        kinds = set(self.kinds.values())
        for row in self.db.query("SELECT DISTINCT kind FROM catalogue"):
            kind: str = row["kind"]
            for ending in (".house-rules", ".component-sheets"):
                if kind.endswith(ending):
                    kinds.add(kind.removesuffix(ending))
            if kind.startswith("precedent-sets."):
                kinds.add(kind.removeprefix("precedent-sets."))
        return sorted(kinds)

    def _leagues(self) -> tuple[dict[int, str], dict[int, str]]:
        names: dict[int, str] = {}
        houses: dict[int, str] = {}
        for row in self.db.query(
            "SELECT league, body FROM league_log WHERE op IN ('found', 'settings')"
            " ORDER BY league, seq"
        ):
            body = json.loads(row["body"])
            if body.get("name"):
                names[row["league"]] = body["name"]
            if "defaults" in body:
                houses[row["league"]] = str(body["defaults"].get("house") or "")
        return names, houses

    def newest(self, kind: str) -> dict[int, Any]:
        """Return the values of a kind that is kept for games, by their numbers."""
        by_game = {}
        for row in self.db.query(
            "SELECT name, value FROM catalogue WHERE kind = ? ORDER BY id", [kind]
        ):
            if row["name"].isdecimal():
                by_game[int(row["name"])] = json.loads(row["value"])
        return by_game

    def listed(self, kind: str) -> dict[str, str]:
        """Return the names of the sets that were offered to everybody, by their small letters."""
        rows = self.db.query("SELECT name FROM catalogue WHERE kind = ? ORDER BY id", [kind])
        names: dict[str, str] = {}
        for row in rows:
            names.setdefault(_small(row["name"]), row["name"])
        return names

    def move(
        self,
        kind: str,
        content: str,
        chosen: Mapping[int, str],
        listed: Mapping[str, str],
        count: str,
        whose: Callable[[Row, Sequence[int]], set[int]],
    ) -> None:
        """Give the sets of one kind to their owners.

        content: how the kinds of what stood in them began. chosen: by which one each game plays.
        count: what the list says of a set. whose: which of some games have kept something.
        """
        users: dict[str, list[int]] = defaultdict(list)
        for game, name in sorted(chosen.items()):
            users[_small(name)].append(game)
        rows = self.db.query("SELECT * FROM catalogue ORDER BY id")
        items = [row for row in rows if row["kind"].startswith(content)]
        items = [row for row in items if row["kind"] != f"{content}game"]
        names = {row["kind"].removeprefix(content) for row in items} | set(users) | set(listed)
        shown: dict[str, str] = {}
        keys: dict[str, dict[str, list[int]]] = {}
        loose = 1
        for name in sorted(names):
            keys[name] = owned = self._owners(users.get(name, []))
            if not owned:
                loose += 1
                owned[f"{NOBODY}.{loose}"] = []
            for key in owned:
                league = key.startswith("league-")
                typed = next((chosen[game] for game in users.get(name, [])), name)
                called = self.named.get(int(key.removeprefix("league-")), "") if league else ""
                shown[key] = called or listed.get(name) or typed
        held: dict[str, set[str]] = defaultdict(set)
        for row in items:
            owned = keys[row["kind"].removeprefix(content)]
            known = whose(row, [game for games in owned.values() for game in games])
            told = [key for key, games in owned.items() if known & set(games)]
            for key in told or owned:
                value = json.loads(row["value"])
                self.enter(f"sets.{kind}.{key}", row["name"], value, row["who"], row["at"])
                (held[key].discard if value is None else held[key].add)(row["name"])
        for name, owned in keys.items():
            for key, games in owned.items():
                about = {"name": shown[key][:40], "value": {count: len(held[key])}, "base": ""}
                self.enter(f"sets.{kind}", key, about, "", "")
                if name in listed and not any(one.startswith("league-") for one in owned):
                    self.enter(f"sets.{kind}.public", key, True, "", "")
                for game in games:
                    plays = {"key": key, "name": shown[key][:40], "writes": True}
                    self.enter(f"sets.{kind}.chosen", str(game), plays, "", "")

    def _owners(self, games: Iterable[int]) -> dict[str, list[int]]:
        """Return the owners of a set that some games play by, each with its games."""
        owners: dict[str, list[int]] = {}
        others = []
        for game in games:
            if game in self.leagues:
                owners.setdefault(f"league-{self.leagues[game]}", []).append(game)
            else:
                others.append(game)
        if others:
            owners[f"game-{others[0]}"] = others
        return owners

    def house_rules(self, game: str) -> None:
        """Give the named sets of house rules to everybody, and to the leagues that named them."""
        kind = f"sets.{game}.house-rules"
        keys: dict[str, str] = {}
        for row in self.db.query(
            "SELECT * FROM catalogue WHERE kind = ? ORDER BY id", [f"{game}.house-rules"]
        ):
            fresh = f"{NOBODY}.{len(keys) + 2}"
            keys.setdefault(row["name"], fresh)
            about = {"name": row["name"][:40], "value": json.loads(row["value"]), "base": ""}
            users = [f"league-{own}" for own, name in self.houses.items() if name == row["name"]]
            for key in (keys[row["name"]], *users):
                self.enter(kind, key, about, row["who"], row["at"])
        for key in keys.values():
            self.enter(f"{kind}.public", key, True, "", "")

    def ruled(self, row: Row, games: Sequence[int]) -> set[int]:
        """Return the games in which what was kept has been ruled, of those that may have."""
        note = (json.loads(row["value"]) or {}).get("note", "")
        kept = datetime.fromisoformat(row["at"])
        ruling = set()
        for game in games if len(games) > 1 else ():
            around = [(kept + way * AT_ONCE).isoformat(timespec="milliseconds") for way in (-1, 1)]
            for entry in self.db.query(
                "SELECT body FROM log WHERE game = ? AND op = 'append' AND at >= ? AND at <= ?",
                [game, *around],
            ):
                rulings = json.loads(entry["body"])["entries"]
                if any(one["do"] == RULE and one.get("note", "") == note for one in rulings):
                    ruling.add(game)
        return ruling

    def was_read(self, row: Row, games: Sequence[int]) -> set[int]:
        """Return the games that have read what was kept, of those that may have."""
        value = json.loads(row["value"])
        read = value and value["read"]
        return {game for game in games if self.read[game].get(row["name"]) == read}

    def enter(self, kind: str, name: str, value: Any, who: str, at: str) -> None:
        """Keep a version, as ``Catalogue.enter`` does."""
        written = json.dumps(value, ensure_ascii=False, sort_keys=True)
        self.db.insert(
            "INSERT INTO catalogue (kind, name, value, who, at) VALUES (?, ?, ?, ?, ?)",
            [kind, name, written, who, at or self.now],
        )


def _small(name: str) -> str:
    return name.strip().casefold()[:40]
