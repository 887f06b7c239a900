"""The store: games, links and the log in one database.

One Store belongs to one thread and one request. Everything that is written is one
transaction that begins with the write, so that no reader has to be upgraded to a writer.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from recorder.database import Database, Place
from recorder.database.opening import open_database
from recorder.database.sqlite import SQLite, copy_store
from recorder.store.ledger import (
    GAME,
    LINK,
    Link,
    NoSuchLink,
    Operation,
    SentOperation,
    Shelf,
    decode_value,
    encode_value,
    placeholders,
)
from recorder.store.log import IMPORT, REPLACE_LINK
from recorder.store.naming import Rewriting


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game as it is listed: everything but its log.

    header: the record's document with no entries. version: operations in its log. entries and over:
    as of that version. former: the seats of players that left a league for good, with the number
    that each has there. rewriting: as it is stored (``naming.Rewriting``).
    """

    id: int
    header: Mapping[str, Any]
    started_at: str
    changed_at: str
    listed: bool
    version: int
    entries: int
    over: bool
    former: Mapping[str, int] = field(default_factory=dict)
    rewriting: str | None = None


LETTERS = 100
"""Letters of a stored entry, with what is usually written in one."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """A token that lets people sit down at a game, and does nothing else."""

    token: str
    game: int


@dataclass(frozen=True, slots=True)
class Seen:
    """The state of the game behind a token. version: operations in the game's log."""

    version: int
    over: bool


class Store(Shelf):
    """The games of a store, and its connection; knows no rule and no role.

    ``has_kept``: whether anything was written through it and kept.
    """

    kind = GAME
    rows = "games"
    dated = "changed_at"
    replaces = REPLACE_LINK
    rewriting = "(SELECT rewriting FROM games WHERE games.id = log.ledger)"

    def __init__(self, place: Place | Database) -> None:
        """Open the store at ``place``, which ``prepare`` has made ready, or use a connection."""
        self.db: Database = open_database(place) if isinstance(place, str | Path) else place
        self.has_kept = False

    def close(self) -> None:
        """Close the connection."""
        self.db.close()

    @contextmanager
    def writing(self, alone: str = "") -> Iterator[None]:
        """Make one transaction of all reads and writes inside.

        alone: the name of a decision, if writes depend on reads: no other writer decides the same
        meanwhile, on any machine.
        """
        with self.db.transaction(alone):
            yield
        self.has_kept = True

    def create(
        self,
        header: Mapping[str, Any],
        entries: Sequence[Mapping[str, Any]],
        *,
        over: bool,
        listed: bool,
        key: str = "",
    ) -> tuple[GameRow, list[Link]]:
        """Store a new game with its links: table, read, and one per player; and an invitation.

        Entries that the game begins with are one import in its log. key: of the form that began
        it, where there is one; sent again it is answered with the game that it began. Raises
        NoSuchLink if the table's link of that game was replaced since: an old form opens no more
        than the old link.
        """
        links: list[tuple[str, str | None]] = [("table", None), ("read", None)]
        links += [("seat", str(player["id"])) for player in header["players"]]
        done = [(IMPORT, {"entries": entries})] if entries else []

        def row(at: str) -> int:
            game = self.db.insert(
                "INSERT INTO games (game, header, started_at, changed_at, listed, version,"
                " entries, over) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    header["game"],
                    encode_value(header),
                    at,
                    at,
                    listed,
                    len(done),
                    len(entries),
                    over,
                ],
            )
            self._new_invitation(game)
            return game

        game = self._begin_ledger(key, row, links, done)
        return self.game(game), self.links(game)

    def _new_invitation(self, game: int) -> None:
        self.db.execute(
            "INSERT INTO invitations (token, game) VALUES (?, ?)", [secrets.token_urlsafe(16), game]
        )

    def _replace_link(self, ledger: int, written: SentOperation, at: str) -> None:
        """Let other links open a game; another role than a link's is the invitation."""
        if written.body["role"] in [link.role for link in self.links(ledger)]:
            return super()._replace_link(ledger, written, at)
        self.db.execute(
            "UPDATE invitations SET replaced_at = ? WHERE game = ? AND replaced_at IS NULL",
            [at, ledger],
        )
        self._new_invitation(ledger)

    def game(self, game: int) -> GameRow:
        """Return a game. Raises LookupError for an unknown id."""
        for row in self.db.query(f"SELECT {_GAME} FROM games WHERE id = ?", [game]):
            return self._with_former([_make_game_row(row)])[0]
        raise LookupError(f"no game {game}")

    def games(self) -> Iterator[GameRow]:
        """Yield all games in the order they were started."""
        for row in self.db.query(f"SELECT {_GAME} FROM games ORDER BY id"):
            yield _make_game_row(row)

    def _with_former(self, rows: Sequence[GameRow]) -> list[GameRow]:
        """Return games with the seats of players that left for good."""
        if not rows:
            return []
        former: dict[int, dict[str, int]] = {}
        for seat in self.db.query(
            "SELECT game, seat, number FROM former_seats"
            f" WHERE game IN ({placeholders(rows)}) ORDER BY league DESC",
            [row.id for row in rows],
        ):
            former.setdefault(seat["game"], {})[seat["seat"]] = seat["number"]
        return [replace(row, former=former[row.id]) if row.id in former else row for row in rows]

    def find_link_and_game(self, token: str) -> tuple[Link, GameRow, int]:
        """Return the link of a token, the game that it opens and its size, in one query.

        The size is about how many entries the game costs to replay, undone ones included: an
        imported record is the first operation, and counts even if it was taken back. Raises
        NoSuchLink.
        """
        for row in self.db.query(
            f"SELECT {_OPENS}, (SELECT count(*) FROM former_seats WHERE game = games.id) AS gone,"
            " (SELECT length(body) FROM log WHERE kind = links.kind AND ledger = games.id"
            " AND seq = 1) AS letters FROM links JOIN games ON games.id = links.ledger"
            " WHERE links.token = ? AND links.kind = ? AND links.replaced_at IS NULL",
            [token, GAME],
        ):
            link = Link(**{name: row[f"link_{name}"] for name in LINK.split(", ")})
            game = _make_game_row(row)
            size = int(max(game.entries, game.version, (row["letters"] or 0) // LETTERS))
            return link, self._with_former([game])[0] if row["gone"] else game, size
        raise NoSuchLink(token, GAME)

    def find_links_and_games(self, numbers: Sequence[int]) -> dict[int, tuple[Link, GameRow]]:
        """Return the links of these numbers that open a game, each with its game.

        Asked for in one go, however many they are: as many as one browser remembers.
        """
        links = self.links_by_number(numbers)
        asked = list({link.ledger for link in links.values()})
        games = {}
        if asked:
            rows = self.db.query(
                f"SELECT {_GAME} FROM games WHERE id IN ({placeholders(asked)})", asked
            )
            games = {
                row.id: row for row in self._with_former([_make_game_row(row) for row in rows])
            }
        return {number: (link, games[link.ledger]) for number, link in links.items()}

    def check_readable(self) -> None:
        """Raise Failed where no game can be read."""
        self.db.execute("SELECT max(id) FROM games").fetchone()

    def change_number(self) -> int:
        """Return a number that changes when anything was written through another connection."""
        return self.db.change_number()

    def find_open_games(self, tokens: Collection[str]) -> dict[str, Seen]:
        """Return the games that tokens open now, in one query; other tokens are left out."""
        rows = self.db.query(
            "SELECT links.token, games.version, games.over FROM links"
            " JOIN games ON games.id = links.ledger WHERE links.kind = ?"
            f" AND links.token IN ({placeholders(tokens)}) AND links.replaced_at IS NULL",
            [GAME, *tokens],
        )
        return {row["token"]: Seen(row["version"], bool(row["over"])) for row in rows}

    def invitation(self, token: str) -> Invitation:
        """Return the invitation of a token. Raises NoSuchLink, also for one that was replaced."""
        for row in self.db.query(
            "SELECT token, game FROM invitations WHERE token = ? AND replaced_at IS NULL", [token]
        ):
            return Invitation(**row)
        raise NoSuchLink(token, GAME)

    def invitation_to(self, game: int) -> Invitation | None:
        """Return the invitation to a game; None for a game begun before there was any."""
        for row in self.db.query(
            "SELECT token, game FROM invitations WHERE game = ? AND replaced_at IS NULL", [game]
        ):
            return Invitation(**row)
        return None

    def _operation(self, row: Mapping[str, Any]) -> Operation:
        """Read a line as its game is read; where somebody has left no verdict names players."""
        one = super()._operation(row)
        if not row["rewriting"]:
            return one
        answer = {key: value for key, value in one.answer.items() if key != "verdict"}
        return replace(one, body=_rewrite_value(row["rewriting"], one.body), answer=answer)

    def rewrite(self, game: int, rewriting: Rewriting) -> None:
        """Let a game be read otherwise from now on, where somebody has left for good.

        Its links and former seats are called as its seats are; summaries of it are made anew.
        """
        with self.writing():
            self.db.execute(
                "UPDATE games SET rewriting = ? WHERE id = ?", [rewriting.to_text(), game]
            )
            for old, new in rewriting.seats.items():
                self.db.execute(
                    "UPDATE links SET seat = ? WHERE kind = ? AND ledger = ? AND seat = ?",
                    [new, GAME, game, old],
                )
                self.db.execute(
                    "UPDATE former_seats SET seat = ? WHERE game = ? AND seat = ?", [new, game, old]
                )
            self.db.execute("DELETE FROM summaries WHERE game = ?", [game])

    def damage(self) -> list[str]:
        """Return the damage that the database finds in its files and its references."""
        return self.db.damage()

    def backup(self, target: Path) -> None:
        """Copy the whole store, as of one moment, into a new file, while it is in use.

        Raises FileExistsError rather than write over a file.
        """
        assert isinstance(self.db, SQLite)
        copy_store(self.db, target)


_GAME = "id, header, started_at, changed_at, listed, version, entries, over, rewriting"
_OPENS = ", ".join(
    [
        *(f"games.{name}" for name in _GAME.split(", ")),
        *(f"links.{name} AS link_{name}" for name in LINK.split(", ")),
    ]
)


def _rewrite_value(rewriting: str | None, value: Any) -> Any:
    return Rewriting.from_text(rewriting).read(value) if rewriting else value


def _make_game_row(row: Mapping[str, Any]) -> GameRow:
    return GameRow(
        id=row["id"],
        header=_rewrite_value(row["rewriting"], decode_value(row["header"])),
        started_at=row["started_at"],
        changed_at=row["changed_at"],
        listed=bool(row["listed"]),
        version=row["version"],
        entries=row["entries"],
        over=bool(row["over"]),
        rewriting=row["rewriting"],
    )
