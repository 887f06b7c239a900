"""The store: games, links and the log in one database.

One Store belongs to one thread and one request. Everything that is written is one
transaction that begins with the write, so that no reader has to be upgraded to a writer.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from recorder.database import Damaged, Database, Place, Violated
from recorder.database.opening import connect
from recorder.database.sqlite import SQLite, copy
from recorder.log import IMPORT, REPLACE_LINK, Operation
from recorder.naming import Rewriting

ALL = 2**63 - 1
"""As many rows as there are."""


class NoSuchLink(LookupError):
    """No game is opened by this token."""


class Conflict(Exception):
    """The game is no longer at the version that the writer expected."""


class KeyTaken(Exception):
    """The client key has been used in this game before."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game as it is listed: everything but its log.

    header: the record's document with no entries. version: operations in its log.
    entries and over: as of that version. former: the seats whose players have left a league for
    good, with the number that each has there. rewriting: as it is stored (``naming.Rewriting``).
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

    def with_header(self, header: Mapping[str, Any]) -> GameRow:
        """Return this game with a header that hides what its reader may not see."""
        return replace(self, header=header)


@dataclass(frozen=True, slots=True)
class Link:
    """A token and what it opens. role: ``table``, ``seat`` (with the player's id) or ``read``.

    opened_at: when somebody first opened the game with it, None while nobody has.
    taken_by: the browser that sat down with it by the game's invitation, where one did.
    """

    id: int
    token: str
    game: int
    role: str
    seat: str | None
    opened_at: str | None
    taken_by: str | None

    @property
    def opened(self) -> bool:
        """Whether somebody has opened the game with it."""
        return self.opened_at is not None


LETTERS = 100
"""Letters of a stored entry, with what is usually written in one."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """A token that lets people sit down at a game, and does nothing else."""

    token: str
    game: int


@dataclass(frozen=True, slots=True)
class Opened:
    """What a token opens, for those who watch it. version: operations in the game's log."""

    version: int
    over: bool


@dataclass(frozen=True, slots=True)
class Written:
    """An operation to be stored, with its client key and the answer it is given."""

    key: str
    op: str
    body: Mapping[str, Any]
    link: int
    answer: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Kept:
    """A stored operation as a repeated send is compared with it."""

    op: str
    body: Mapping[str, Any]
    link: int
    answer: Mapping[str, Any]


def now() -> str:
    """Return the time as the store writes it: ISO 8601, UTC, milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def beginning(key: str, document: Mapping[str, Any]) -> str:
    """Return what the form is known by that begins something; empty without a key.

    key: the form's own. document: what it begins. The same form with another document in it
    begins something else.
    """
    if not key:
        return ""
    told = json.dumps([key, document], ensure_ascii=False, sort_keys=True)
    return sha256(told.encode()).hexdigest()


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as problem:
        raise Damaged(f"a stored value cannot be read: {problem}") from None


def _packed(answer: Mapping[str, Any]) -> dict[str, Any]:
    """Return an answer as it is stored: entry numbers as runs, however many they are."""
    packed = dict(answer)
    numbers = packed.pop("entries", None)
    if numbers is not None:
        runs: list[list[int]] = []
        packed["runs"] = runs
        for number in numbers:
            if runs and runs[-1][1] == number - 1:
                runs[-1][1] = number
            else:
                runs.append([number, number])
    return packed


def _unpacked(stored: dict[str, Any]) -> dict[str, Any]:
    """Return an answer as it was given; ``entries`` stands behind the version, as ever."""
    if "runs" not in stored:
        return stored
    numbers = [n for first, last in stored["runs"] for n in range(first, last + 1)]
    rest = {key: value for key, value in stored.items() if key not in ("runs", "version")}
    return {"version": stored["version"], "entries": numbers} | rest


class Store:
    """The SQL of the recorder; knows no rule and no role.

    ``has_kept``: whether anything was written through it and kept.
    """

    def __init__(self, place: Place | Database) -> None:
        """Open the store at ``place``, which ``prepare`` has made ready, or use a connection."""
        self.db: Database = connect(place) if isinstance(place, str | Path) else place
        self.has_kept = False

    def close(self) -> None:
        """Close the connection."""
        self.db.close()

    @contextmanager
    def writing(self, alone: str = "") -> Iterator[None]:
        """Make one transaction of what is read and written inside.

        alone: what is being decided there, where what is written depends on what was read: no
        other writer decides the same meanwhile, on whatever machine.
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
        NoSuchLink where the table's link of that one was replaced since: who holds an old form
        is let in no more than who holds the old link.
        """
        seats = [str(player["id"]) for player in header["players"]]
        roles = [("table", None), ("read", None), *(("seat", seat) for seat in seats)]
        at = now()
        with self.writing(alone=key):
            if key:
                for row in self.db.query("SELECT game FROM beginnings WHERE key = ?", [key]):
                    return self.game(row["game"]), self._first_links(row["game"])
            game = self.db.insert(
                "INSERT INTO games (game, header, started_at, changed_at, listed, version,"
                " entries, over) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [header["game"], _text(header), at, at, listed, bool(entries), len(entries), over],
            )
            if key:
                self.db.execute("INSERT INTO beginnings (key, game) VALUES (?, ?)", [key, game])
            for role, seat in roles:
                self._new_link(game, role, seat)
            self._new_invitation(game)
            links = self.links(game)
            if entries:
                written = Written("", IMPORT, {"entries": entries}, links[0].id, {})
                self._log(game, 1, written, at)
        return self.game(game), links

    def _first_links(self, game: int) -> list[Link]:
        """Return a game's links. Raises NoSuchLink where the first table's was replaced."""
        for row in self.db.query(
            "SELECT token FROM links WHERE game = ? AND role = 'table' AND replaced_at IS NOT NULL",
            [game],
        ):
            raise NoSuchLink(row["token"])
        return self.links(game)

    def _new_link(self, game: int, role: str, seat: str | None) -> int:
        return self.db.insert(
            "INSERT INTO links (token, game, role, seat) VALUES (?, ?, ?, ?)",
            [secrets.token_urlsafe(16), game, role, seat],
        )

    def _new_invitation(self, game: int) -> None:
        self.db.execute(
            "INSERT INTO invitations (token, game) VALUES (?, ?)",
            [secrets.token_urlsafe(16), game],
        )

    def append(
        self, game: int, expected: int, written: Written, *, entries: int, over: bool
    ) -> int:
        """Store one operation on a game that is at version ``expected``; return the new version.

        entries and over: the game as it is afterwards. What replaces a link replaces it with
        that. Raises Conflict when the game has
        moved on, KeyTaken when the client key was used before; then nothing is stored.
        """
        at = now()
        try:
            with self.writing():
                changed = self.db.execute(
                    "UPDATE games SET version = version + 1, changed_at = ?, entries = ?, over = ?"
                    " WHERE id = ? AND version = ?",
                    [at, entries, over, game, expected],
                ).rowcount
                if changed != 1:
                    raise Conflict
                self._log(game, expected + 1, written, at)
                if written.op == REPLACE_LINK:
                    self._replace(game, written, at)
        except Violated:
            if self.kept(game, written.key) is None:
                raise  # no second use of a key, so a mistake of the program
            raise KeyTaken from None
        return expected + 1

    def _log(self, game: int, seq: int, written: Written, at: str) -> None:
        self.db.execute(
            "INSERT INTO log (game, seq, key, op, body, link, at, answer)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [
                game,
                seq,
                written.key,
                written.op,
                _text(written.body),
                written.link,
                at,
                _text(_packed(written.answer)),
            ],
        )

    def _replace(self, game: int, written: Written, at: str) -> None:
        """Keep beside the log which links open a game.

        The body names the link by its role, and its seat; another role is the invitation. Whoever
        replaces the link in hand has the new one in hand.
        """
        role, seat = written.body["role"], written.body.get("seat")
        old = [link for link in self.links(game) if (link.role, link.seat) == (role, seat)]
        for link in old:
            self.db.execute("UPDATE links SET replaced_at = ? WHERE id = ?", [at, link.id])
            number = self._new_link(game, role, seat)
            if link.id == written.link and link.opened:
                self.db.execute(
                    "UPDATE links SET opened_at = ?, taken_by = ? WHERE id = ?",
                    [link.opened_at, link.taken_by, number],
                )
        if not old:
            self.db.execute(
                "UPDATE invitations SET replaced_at = ? WHERE game = ? AND replaced_at IS NULL",
                [at, game],
            )
            self._new_invitation(game)

    def game(self, game: int) -> GameRow:
        """Return a game. Raises LookupError for an unknown id."""
        for row in self.db.query(f"SELECT {_GAME} FROM games WHERE id = ?", [game]):
            return self._with_former([_game(row)])[0]
        raise LookupError(f"no game {game}")

    def games(self) -> Iterator[GameRow]:
        """Yield all games in the order they were started."""
        for row in self.db.query(f"SELECT {_GAME} FROM games ORDER BY id"):
            yield _game(row)

    def recent(self, limit: int) -> list[tuple[GameRow, str]]:
        """Return the listed games that changed last, each with its read token."""
        rows = self.db.query(
            f"SELECT {_GAME}, (SELECT token FROM links WHERE game = games.id AND role = 'read'"
            " AND replaced_at IS NULL) AS token FROM games WHERE listed = 1"
            " ORDER BY changed_at DESC LIMIT ?",
            [limit],
        )
        found = [(_game(row), row["token"]) for row in rows]
        named = self._with_former([game for game, _token in found])
        return [(game, token) for game, (_, token) in zip(named, found, strict=True)]

    def _with_former(self, rows: Sequence[GameRow]) -> list[GameRow]:
        """Return games with what is known of seats whose players have left for good."""
        if not rows:
            return []
        former: dict[int, dict[str, int]] = {}
        for seat in self.db.query(
            "SELECT game, seat, number FROM former_seats"
            f" WHERE game IN ({_marks(rows)}) ORDER BY league DESC",
            [row.id for row in rows],
        ):
            former.setdefault(seat["game"], {})[seat["seat"]] = seat["number"]
        return [replace(row, former=former[row.id]) if row.id in former else row for row in rows]

    def link(self, token: str) -> Link:
        """Return the link of a token. Raises NoSuchLink, also for one that was replaced."""
        for row in self.db.query(
            f"SELECT {_LINK} FROM links WHERE token = ? AND replaced_at IS NULL", [token]
        ):
            return Link(**row)
        raise NoSuchLink(token)

    def opens(self, token: str) -> tuple[Link, GameRow, int]:
        """Return the link of a token, the game that it opens and its size, in one question.

        The size is about how many entries the game costs to replay, whatever of it counts now: an
        imported record is the first operation, and counts also where it was taken back. Raises
        NoSuchLink.
        """
        for row in self.db.query(
            f"SELECT {_OPENS}, (SELECT count(*) FROM former_seats WHERE game = games.id) AS gone,"
            " (SELECT length(body) FROM log WHERE game = games.id AND seq = 1) AS letters"
            " FROM links JOIN games ON games.id = links.game"
            " WHERE links.token = ? AND links.replaced_at IS NULL",
            [token],
        ):
            link = Link(**{name: row[f"link_{name}"] for name in _LINK.split(", ")})
            game = _game(row)
            size = int(max(game.entries, game.version, (row["letters"] or 0) // LETTERS))
            return link, self._with_former([game])[0] if row["gone"] else game, size
        raise NoSuchLink(token)

    def successor(self, token: str, key: str) -> Link:
        """Return the link that the one of this token was replaced with, under this client key.

        Whoever replaces the own link and gets no answer sends the same again: nobody else knows
        both. Raises NoSuchLink, also where that one was replaced in its turn.
        """
        for row in self.db.query(
            "SELECT old.game, old.role, old.seat FROM links AS old"
            " JOIN log ON log.game = old.game AND log.link = old.id AND log.key = ?"
            " WHERE old.token = ? AND old.replaced_at = log.at AND log.op = ?"
            " AND NOT EXISTS (SELECT 1 FROM links AS later WHERE later.game = old.game"
            " AND later.role = old.role AND coalesce(later.seat, '') = coalesce(old.seat, '')"
            " AND later.id > old.id AND later.replaced_at IS NOT NULL)",
            [key, token, REPLACE_LINK],
        ):
            for link in self.links(row["game"]):
                if (link.role, link.seat) == (row["role"], row["seat"]):
                    return link
        raise NoSuchLink(token)

    def known(self, numbers: Sequence[int]) -> dict[int, tuple[Link, GameRow]]:
        """Return the links of these numbers that open a game, each with its game.

        Asked for in one go, however many they are: as many as one browser remembers.
        """
        links = self._links_of(numbers)
        asked = list({link.game for link in links.values()})
        games = {}
        if asked:
            rows = self.db.query(f"SELECT {_GAME} FROM games WHERE id IN ({_marks(asked)})", asked)
            games = {row.id: row for row in self._with_former([_game(row) for row in rows])}
        return {number: (link, games[link.game]) for number, link in links.items()}

    def tokens(self, numbers: Sequence[int]) -> dict[int, str]:
        """Return the tokens of links by their numbers, without those that open nothing."""
        return {number: link.token for number, link in self._links_of(numbers).items()}

    def _links_of(self, numbers: Sequence[int]) -> dict[int, Link]:
        if not numbers:
            return {}
        rows = self.db.query(
            f"SELECT {_LINK} FROM links WHERE id IN ({_marks(numbers)}) AND replaced_at IS NULL",
            list(numbers),
        )
        return {row["id"]: Link(**row) for row in rows}

    def links(self, game: int) -> list[Link]:
        """Return the links that open a game: the table's first, then read, then seats in order."""
        rows = self.db.query(
            f"SELECT {_LINK} FROM links WHERE game = ? AND replaced_at IS NULL"
            " ORDER BY (SELECT min(first.id) FROM links AS first WHERE first.game = links.game"
            " AND first.role = links.role"
            " AND coalesce(first.seat, '') = coalesce(links.seat, ''))",
            [game],
        )
        return [Link(**row) for row in rows]

    def ask(self) -> None:
        """Raise Failed where no game can be read."""
        self.db.execute("SELECT max(id) FROM games").fetchone()

    def written(self) -> int:
        """Return a number that changes when anything was written through another connection."""
        return self.db.written()

    def opened(self, tokens: Collection[str]) -> dict[str, Opened]:
        """Return what tokens open now, in one question; those that open nothing are left out."""
        rows = self.db.query(
            "SELECT links.token, games.version, games.over FROM links"
            " JOIN games ON games.id = links.game"
            f" WHERE links.token IN ({_marks(tokens)}) AND links.replaced_at IS NULL",
            list(tokens),
        )
        return {row["token"]: Opened(row["version"], bool(row["over"])) for row in rows}

    def mark_opened(self, link: int, browser: str | None = None) -> bool:
        """Note when a link was opened for the first time; return whether this was that time.

        browser: which one sits down with it, where that is known.
        """
        with self.writing():
            return bool(
                self.db.execute(
                    "UPDATE links SET opened_at = ?, taken_by = ? WHERE id = ?"
                    " AND opened_at IS NULL AND replaced_at IS NULL",
                    [now(), browser, link],
                ).rowcount
            )

    def invitation(self, token: str) -> Invitation:
        """Return the invitation of a token. Raises NoSuchLink, also for one that was replaced."""
        for row in self.db.query(
            "SELECT token, game FROM invitations WHERE token = ? AND replaced_at IS NULL", [token]
        ):
            return Invitation(**row)
        raise NoSuchLink(token)

    def invitation_to(self, game: int) -> Invitation | None:
        """Return what lets people sit down at a game; None for one begun before there was any."""
        for row in self.db.query(
            "SELECT token, game FROM invitations WHERE game = ? AND replaced_at IS NULL", [game]
        ):
            return Invitation(**row)
        return None

    def operations(self, game: int, since: int = 0, most: int = ALL) -> list[Operation]:
        """Return the operations after version ``since``, in order, ``most`` at most."""
        rows: Iterable[Mapping[str, Any]] = self.db.query(
            "SELECT log.seq, log.op, log.body, log.at, log.answer, links.role, links.seat,"
            " games.rewriting FROM log JOIN links ON links.id = log.link"
            " JOIN games ON games.id = log.game"
            " WHERE log.game = ? AND log.seq > ? ORDER BY log.seq LIMIT ?",
            [game, since, most],
        )
        return [
            Operation(
                seq=row["seq"],
                op=row["op"],
                body=_read(row["rewriting"], _value(row["body"])),
                role=row["role"],
                seat=row["seat"],
                at=row["at"],
                answer=_given(row),
            )
            for row in rows
        ]

    def rewrite(self, game: int, rewriting: Rewriting) -> None:
        """Let a game be read otherwise from now on, where somebody has left for good.

        Its links and former seats are called as its seats are; summaries of it are made anew.
        """
        with self.writing():
            self.db.execute("UPDATE games SET rewriting = ? WHERE id = ?", [rewriting.text(), game])
            for old, new in rewriting.seats.items():
                for table in ("links", "former_seats"):
                    sql = f"UPDATE {table} SET seat = ? WHERE game = ? AND seat = ?"
                    self.db.execute(sql, [new, game, old])
            self.db.execute("DELETE FROM summaries WHERE game = ?", [game])

    def times(self, game: int) -> list[str]:
        """Return when the operations of a game were written, in order."""
        rows = self.db.query("SELECT at FROM log WHERE game = ? ORDER BY seq", [game])
        return [row["at"] for row in rows]

    def kept(self, game: int, key: str) -> Kept | None:
        """Return what was stored under a client key, or None."""
        for row in self.db.query(
            "SELECT op, body, link, answer FROM log WHERE game = ? AND key = ?", [game, key]
        ):
            return Kept(
                row["op"], _value(row["body"]), row["link"], _unpacked(_value(row["answer"]))
            )
        return None

    def damage(self) -> list[str]:
        """Return what the database finds wrong with its files and its references."""
        return self.db.damage()

    def numbers(self) -> list[int]:
        """Return the numbers of all games. Raises Failed."""
        return [row["id"] for row in self.db.query("SELECT id FROM games ORDER BY id")]

    def backup(self, target: Path) -> None:
        """Copy the whole store, as of one moment, into a new file, while it is in use.

        Raises FileExistsError rather than write over a file.
        """
        assert isinstance(self.db, SQLite)
        copy(self.db, target)


_GAME = "id, header, started_at, changed_at, listed, version, entries, over, rewriting"
_LINK = "id, token, game, role, seat, opened_at, taken_by"
_OPENS = ", ".join(
    [
        *(f"games.{name}" for name in _GAME.split(", ")),
        *(f"links.{name} AS link_{name}" for name in _LINK.split(", ")),
    ]
)


def _marks(values: Collection[Any]) -> str:
    """Return as many placeholders as there are values."""
    return ", ".join("?" * len(values))


def _given(row: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what was answered; where one has left without the verdict, which names players."""
    answer = _unpacked(_value(row["answer"]))
    return {k: v for k, v in answer.items() if k != "verdict" or not row["rewriting"]}


def _read(rewriting: str | None, value: Any) -> Any:
    return Rewriting.of(rewriting).read(value) if rewriting else value


def _game(row: Mapping[str, Any]) -> GameRow:
    return GameRow(
        id=row["id"],
        header=_read(row["rewriting"], _value(row["header"])),
        started_at=row["started_at"],
        changed_at=row["changed_at"],
        listed=bool(row["listed"]),
        version=row["version"],
        entries=row["entries"],
        over=bool(row["over"]),
        rewriting=row["rewriting"],
    )
