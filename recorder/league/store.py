"""The SQL of the league: leagues, their links and logs, which games they watch, summaries.

Uses the connection of ``recorder.store`` and its one way of writing.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from recorder.database import Failed, Violated
from recorder.league.state import FOUND, GAME, REMOVE, REPLACE_LINK, ROLES
from recorder.league.summary import FORM
from recorder.store import Store, beginning, now


class NoSuchLeague(LookupError):
    """No league is opened by this token."""


class Overtaken(Exception):
    """The league is no longer at the version that the writer expected."""


class SentBefore(Exception):
    """The client key has been used in this league before: the same form came again."""


@dataclass(frozen=True, slots=True)
class LeagueLink:
    """A token and what it opens. role: organiser, member or public."""

    id: int
    token: str
    league: int
    role: str


@dataclass(frozen=True, slots=True)
class Done:
    """One line of a league's log. role: of the link that did it; empty for a game's table."""

    seq: int
    op: str
    body: Mapping[str, Any]
    role: str
    at: str


@dataclass(frozen=True, slots=True)
class Kept:
    """A summary as it is kept: light, with packed details, of a game at a version."""

    game: int
    version: int
    light: Mapping[str, Any]
    detail: bytes
    corrected: bool
    at: str


Operation = tuple[str, Mapping[str, Any]]


class LeagueStore:
    """The leagues of a store; knows no rule and no role."""

    def __init__(self, store: Store) -> None:
        """Use the store's connection."""
        self.store = store
        self.db = store.db

    def found(self, body: Mapping[str, Any], key: str = "") -> list[LeagueLink]:
        """Store a new league with a link of each role; return the links.

        key: of the form that founds it; sent again it is answered with the league that it
        founded. Raises NoSuchLeague where a link of that one has been replaced since: who holds
        an old form is let in no more than who holds the old link.
        """
        at, key = now(), beginning(key, body)
        with self.store.writing(alone=key):
            for row in self.db.query("SELECT league FROM foundings WHERE key = ?", [key]):
                return self._first_links(row["league"])
            league = self.db.insert("INSERT INTO leagues (founded_at, version) VALUES (?, 1)", [at])
            for role in ROLES:
                self._new_link(league, role)
            if key:
                self.db.execute("INSERT INTO foundings (key, league) VALUES (?, ?)", [key, league])
            self._log(league, 1, "founded", FOUND, body, self.links(league)[0].id, at)
            return self.links(league)

    def _first_links(self, league: int) -> list[LeagueLink]:
        """Return the links that a league was founded with. Raises NoSuchLeague, see ``found``."""
        replaced = "SELECT 1 FROM league_links WHERE league = ? AND replaced_at IS NOT NULL"
        if next(iter(self.db.query(replaced, [league])), None) is not None:
            raise NoSuchLeague(league)
        return self.links(league)

    def _new_link(self, league: int, role: str) -> None:
        self.db.execute(
            "INSERT INTO league_links (token, league, role) VALUES (?, ?, ?)",
            [secrets.token_urlsafe(16), league, role],
        )

    def _log(
        self,
        league: int,
        seq: int,
        key: str,
        op: str,
        body: Mapping[str, Any],
        link: int | None,
        at: str,
    ) -> None:
        text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
        self.db.execute(
            "INSERT INTO league_log (league, seq, key, op, body, link, at)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            [league, seq, key, op, text, link, at],
        )

    def append(
        self,
        league: int,
        expected: int,
        operations: Sequence[Operation],
        *,
        link: int | None,
        key: str,
    ) -> None:
        """Store what was done, all of it or nothing, on a league at version ``expected``.

        key: the sender's, new for every form. Raises Overtaken, SentBefore.
        """
        at = now()
        try:
            with self.store.writing():
                changed = self.db.execute(
                    "UPDATE leagues SET version = version + ? WHERE id = ? AND version = ?",
                    [len(operations), league, expected],
                ).rowcount
                if changed != 1:
                    raise Overtaken
                for number, (op, body) in enumerate(operations):
                    own = key if not number else f"{key}/{number}"
                    self._log(league, expected + 1 + number, own, op, body, link, at)
                    self._watch(league, op, body, at)
        except Violated:
            if not self.sent(league, key):
                raise
            raise SentBefore from None

    def _watch(self, league: int, op: str, body: Mapping[str, Any], at: str) -> None:
        """Keep beside the log which games are watched and which links open."""
        if op == GAME:
            # A write to the game that is under way is waited for; a later one is news.
            self.db.execute("UPDATE games SET listed = listed WHERE id = ?", [body["game"]])
            self.db.execute(
                "INSERT INTO league_games (league, game) VALUES (?, ?) ON CONFLICT DO NOTHING",
                [league, body["game"]],
            )
        elif op == REMOVE and body.get("game") is not None:
            self.db.execute(
                "DELETE FROM league_games WHERE league = ? AND game = ?", [league, body["game"]]
            )
        elif op == REPLACE_LINK:
            self.db.execute(
                "UPDATE league_links SET replaced_at = ?"
                " WHERE league = ? AND role = ? AND replaced_at IS NULL",
                [at, league, body["role"]],
            )
            self._new_link(league, body["role"])

    def sent(self, league: int, key: str) -> bool:
        """Return whether a client key was used before."""
        rows = self.db.query("SELECT 1 FROM league_log WHERE league = ? AND key = ?", [league, key])
        return next(iter(rows), None) is not None

    def link(self, token: str) -> LeagueLink:
        """Return the link of a token. Raises NoSuchLeague, also for one that was replaced."""
        for row in self.db.query(
            "SELECT id, token, league, role FROM league_links"
            " WHERE token = ? AND replaced_at IS NULL",
            [token],
        ):
            return LeagueLink(**row)
        raise NoSuchLeague(token)

    def tokens(self, numbers: Sequence[int]) -> dict[int, str]:
        """Return the tokens of links by their numbers, without those that were replaced."""
        if not numbers:
            return {}
        rows = self.db.query(
            f"SELECT id, token FROM league_links WHERE id IN ({', '.join('?' * len(numbers))})"
            " AND replaced_at IS NULL",
            list(numbers),
        )
        return {row["id"]: row["token"] for row in rows}

    def links(self, league: int) -> list[LeagueLink]:
        """Return the links of a league that open it: organiser, member, public."""
        rows = self.db.query(
            "SELECT id, token, league, role FROM league_links"
            " WHERE league = ? AND replaced_at IS NULL ORDER BY id",
            [league],
        )
        return sorted((LeagueLink(**row) for row in rows), key=lambda own: ROLES.index(own.role))

    def name(self, league: int) -> str:
        """Return what a league is called now."""
        rows = self.db.query(
            "SELECT body FROM league_log INDEXED BY league_log_names"
            " WHERE league = ? AND op IN ('found', 'settings') ORDER BY seq DESC LIMIT 1",
            [league],
        )
        return str(json.loads(next(iter(rows))["body"])["name"])

    def identity(self, league: int) -> str:
        """Return what tells a league from every other one, also of other places: number and birth.

        It is no secret and never changes; other programs know players and plays by it.
        """
        rows = self.db.query("SELECT founded_at FROM leagues WHERE id = ?", [league])
        founded = "".join(filter(str.isdigit, str(next(iter(rows))["founded_at"])))
        return f"{league}-{founded}"

    def version(self, league: int) -> int:
        """Return how many operations a league's log holds."""
        rows = self.db.query("SELECT version FROM leagues WHERE id = ?", [league])
        return int(next(iter(rows))["version"])

    def done(self, league: int, since: int = 0) -> Iterator[Done]:
        """Yield what was done after version ``since``, in order."""
        for row in self.db.query(
            f"{_DONE} WHERE league_log.league = ? AND seq > ? ORDER BY seq", [league, since]
        ):
            yield _done(row)

    def last_done(self, league: int, most: int, before: int) -> list[Done]:
        """Return up to ``most`` operations before number ``before``, the newest first."""
        rows = self.db.query(
            f"{_DONE} WHERE league_log.league = ? AND seq < ? ORDER BY seq DESC LIMIT ?",
            [league, before, most],
        )
        return [_done(row) for row in rows]

    def numbers(self) -> list[int]:
        """Return the numbers of all leagues, as far as the file can be read."""
        with suppress(Failed):  # ``Store.damage`` tells
            return [row["id"] for row in self.db.query("SELECT id FROM leagues ORDER BY id")]
        return []

    def games(self, league: int) -> list[int]:
        """Return the games that a league watches."""
        rows = self.db.query(
            "SELECT game FROM league_games WHERE league = ? ORDER BY game", [league]
        )
        return [row["game"] for row in rows]

    def former(self, league: int) -> list[tuple[int, str, int]]:
        """Return (game, seat, number) of those who left a league for good."""
        rows = self.db.query(
            "SELECT game, seat, number FROM former_seats WHERE league = ? ORDER BY game, seat",
            [league],
        )
        return [(row["game"], row["seat"], row["number"]) for row in rows]

    def keep_former(self, league: int, seats: Sequence[tuple[int, str, int]]) -> None:
        """Let the games of a league, and nothing else, know where those sat who left for good."""
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

    def summary(self, game: int, version: int) -> Kept | None:
        """Return the summary that is kept of a game at a version, in the form of today."""
        rows = self.db.query(
            f"SELECT {_KEPT} FROM summaries WHERE game = ? AND version = ?", [game, version]
        )
        return next((kept for kept in map(_kept, rows) if kept.light["form"] == FORM), None)

    def current(self, league: int) -> Iterator[Kept]:
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

    def before(self, game: int, version: int) -> Kept | None:
        """Return the last summary of a finished game that is kept from before a version."""
        rows = self.db.query(
            f"SELECT {_KEPT} FROM summaries WHERE game = ? AND version < ?"
            " ORDER BY version DESC LIMIT 1",
            [game, version],
        )
        return next((_kept(row) for row in rows), None)

    def keep(
        self,
        game: int,
        version: int,
        light: Mapping[str, Any],
        detail: bytes,
        *,
        corrected: bool,
    ) -> None:
        """Keep the summary of a finished game, in the place of one of an earlier form."""
        text = json.dumps(light, ensure_ascii=False, separators=(",", ":"))
        with self.store.writing():
            self.db.execute(
                "INSERT INTO summaries (game, version, corrected, at, body, detail)"
                " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (game, version)"
                " DO UPDATE SET body = excluded.body, detail = excluded.detail",
                [game, version, corrected, now(), text, detail],
            )

    def corrections(self, league: int, most: int) -> list[Kept]:
        """Return the last finished games of a league whose result a correction changed."""
        # Along the index of what was corrected, the newest first: not game by game.
        rows = self.db.query(
            "SELECT s.game, s.version, s.body, s.detail, s.corrected, s.at FROM summaries s"
            " WHERE s.corrected = 1 AND EXISTS"
            " (SELECT 1 FROM league_games l WHERE l.game = s.game AND l.league = ?)"
            " ORDER BY s.at DESC LIMIT ?",
            [league, most],
        )
        return [_kept(row) for row in rows]


_DONE = (
    "SELECT seq, op, body, coalesce(role, '') AS role, at FROM league_log"
    " LEFT JOIN league_links ON league_links.id = league_log.link"
)
_KEPT = "game, version, body, detail, corrected, at"


def _done(row: Mapping[str, Any]) -> Done:
    return Done(row["seq"], row["op"], json.loads(row["body"]), row["role"], row["at"])


def _kept(row: Mapping[str, Any]) -> Kept:
    return Kept(
        row["game"],
        row["version"],
        json.loads(row["body"]),
        row["detail"],
        bool(row["corrected"]),
        row["at"],
    )
