"""A ledger: one append-only log, the links that open it, and its version.

A game is one and a league is one. Operations are appended and never changed. A client's key stands
for one operation in one ledger. A writer names the version that it has read; if two write at once,
the second begins again. Each kind of ledger defines the meaning of its operations (``log``,
``league.state``).

``Shelf`` is how the ledgers of one kind are stored. ``Tables.write`` and ``Leagues.do`` write to
them, and answer with an outcome.
"""

from __future__ import annotations

import json
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, Generic, TypeVar

from adjudicator.verdict import Verdict
from recorder.database import Damaged, Database, Violated

GAME, LEAGUE = "game", "league"
"""The kinds of ledgers."""

ALL = 2**63 - 1
"""As many rows as there are."""

KEY = r"^[A-Za-z0-9._:-]{1,64}$"
"""What a client's key looks like, in the form that OpenAPI and every browser read (ECMA 262)."""

TRIES = 20
"""How often a write begins again because somebody else was quicker, before it gives up."""


class NoSuchLink(LookupError):
    """No ledger of the kind that was asked for is opened by this token, or none any more."""

    def __init__(self, token: object, kind: str) -> None:
        super().__init__(token)
        self.kind = kind


class Overtaken(Exception):
    """Somebody else was quicker: the version is another by now, or the client key was used."""


class KeyReused(Exception):
    """The client key was used before in this ledger, for something else."""


class Outrun(Exception):
    """Others wrote every time that this was to be stored; nothing was kept."""


@dataclass(frozen=True, slots=True)
class Link:
    """A token and the ledger that it opens, by kind and number.

    role: its rights; of a seat's ``seat`` is the player's id. opened_at: when somebody first opened
    the ledger with it, None while nobody has. taken_by: the browser that sat down with it by the
    game's invitation, where one did.
    """

    id: int
    token: str
    kind: str
    ledger: int
    role: str
    seat: str | None = None
    opened_at: str | None = None
    taken_by: str | None = None

    @property
    def is_opened(self) -> bool:
        """Whether somebody has opened the ledger with it."""
        return self.opened_at is not None


LINK = "id, token, kind, ledger, role, seat, opened_at, taken_by"
"""The columns of a link."""


@dataclass(frozen=True, slots=True)
class Operation:
    """One stored line of a log.

    seq: its number in the ledger, from 1; the ledger's version after it. op: the kind. body: the
    values of the kind (``entries``, ``count``, ``at``, ..). role and seat: the link that wrote it.
    at: when, ISO 8601 in UTC. answer: to its sender: numbers of the entries, the verdict.
    """

    seq: int
    op: str
    body: Mapping[str, Any]
    role: str
    seat: str | None
    at: str
    answer: Mapping[str, Any]


Deed = tuple[str, Mapping[str, Any]]
"""The kind of an operation to be done, and its body."""


@dataclass(frozen=True, slots=True)
class SentOperation:
    """An operation with its client key and the answer that it is given, to be stored or stored."""

    key: str
    op: str
    body: Mapping[str, Any]
    link: int
    answer: Mapping[str, Any]


def current_time() -> str:
    """Return the time as the store writes it: ISO 8601, UTC, milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def form_key(key: str, document: Mapping[str, Any]) -> str:
    """Return the stored key of a form that begins a ledger; empty without a key.

    key: the form's own. document: the content of the new ledger. The same form with another
    document begins another ledger.
    """
    if not key:
        return ""
    told = json.dumps([key, document], ensure_ascii=False, sort_keys=True)
    return sha256(told.encode()).hexdigest()


def key_deeds(
    key: str, deeds: Sequence[Deed], link: int, answer: Mapping[str, Any]
) -> list[SentOperation]:
    """Return deeds under one client key as they are stored: each has a key of its own."""
    return [
        SentOperation(key if not number else f"{key}/{number}", op, body, link, answer)
        for number, (op, body) in enumerate(deeds)
    ]


def encode_value(value: Any) -> str:
    """Return a value as it is stored."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def decode_value(text: str) -> Any:
    """Return a stored value. Raises Damaged."""
    try:
        return json.loads(text)
    except ValueError as problem:
        raise Damaged(f"a stored value cannot be read: {problem}") from None


def placeholders(values: Collection[Any]) -> str:
    """Return as many placeholders as there are values."""
    return ", ".join("?" * len(values))


class Shelf(ABC):
    """The stored ledgers of one kind; knows no rule and no role.

    kind: of its ledgers. rows: the table that has a row with ``version`` for each of them. dated:
    its column with the time of the last change, where it has one. replaces: the operation that
    replaces a link; its body names the link by ``role`` and ``seat``. rewriting: the SQL of the
    stored ``naming.Rewriting``.
    """

    kind: str
    rows: str
    dated: str | None = None
    replaces: str
    rewriting: str = "NULL"
    db: Database

    @abstractmethod
    def writing(self, alone: str = "") -> AbstractContextManager[None]:
        """Make one transaction of all reads and writes inside.

        alone: the name of a decision, if writes depend on reads: no other writer decides the same
        meanwhile, on any machine.
        """

    # -- beginning --

    def _begin_ledger(
        self,
        key: str,
        row: Callable[[str], int],
        links: Sequence[tuple[str, str | None]],
        done: Sequence[Deed],
    ) -> int:
        """Store a new ledger with its links and first operations; return its number.

        key: of the form that began it, where there is one; sent again it is answered with the
        number of the ledger that it began. row: stores the ledger's own row at a time, and returns
        its number. links: roles and seats; the first one's link does the deeds. Raises NoSuchLink
        if the first link of that ledger was replaced since: an old form opens no more than the old
        link.
        """
        at = current_time()
        with self.writing(alone=key):
            if key:
                for begun in self.db.query(
                    "SELECT ledger FROM beginnings WHERE kind = ? AND key = ?", [self.kind, key]
                ):
                    self._check_first(begun["ledger"], links[0][0])
                    return int(begun["ledger"])
            ledger = row(at)
            if key:
                self.db.execute(
                    "INSERT INTO beginnings (key, kind, ledger) VALUES (?, ?, ?)",
                    [key, self.kind, ledger],
                )
            by, *_rest = [self._new_link(ledger, role, seat) for role, seat in links]
            for seq, written in enumerate(key_deeds("", done, by, {}), start=1):
                self._write_line(ledger, seq, written, at)
        return ledger

    def _check_first(self, ledger: int, role: str) -> None:
        for row in self.db.query(
            "SELECT token FROM links WHERE kind = ? AND ledger = ? AND role = ?"
            " AND replaced_at IS NOT NULL",
            [self.kind, ledger, role],
        ):
            raise NoSuchLink(row["token"], self.kind)

    # -- writing --

    def append(self, ledger: int, expected: int, *written: SentOperation, **held: Any) -> int:
        """Store operations, all or none, on version ``expected``; return the new version.

        held: the new values of the ledger's own row, by columns. An operation of ``replaces``
        replaces its link. Raises Overtaken where the ledger has moved on or the first client key
        was used before; then nothing is stored.
        """
        at = current_time()
        if self.dated:
            held[self.dated] = at
        columns = "".join(f", {name} = ?" for name in held)
        try:
            with self.writing():
                changed = self.db.execute(
                    f"UPDATE {self.rows} SET version = version + ?{columns}"
                    " WHERE id = ? AND version = ?",
                    [len(written), *held.values(), ledger, expected],
                ).rowcount
                if changed != 1:
                    raise Overtaken
                for seq, one in enumerate(written, start=expected + 1):
                    self._write_line(ledger, seq, one, at)
                    if one.op == self.replaces:
                        self._replace_link(ledger, one, at)
                    else:
                        self._index_operation(ledger, one)
        except Violated:
            if self.find_sent(ledger, written[0].key) is None:
                raise  # no second use of a key, so a mistake of the program
            raise Overtaken from None
        return expected + len(written)

    def _index_operation(self, ledger: int, written: SentOperation) -> None:  # noqa: B027
        """Keep an index of an operation beside the log: most kinds need none."""

    def _write_line(self, ledger: int, seq: int, written: SentOperation, at: str) -> None:
        self.db.execute(
            "INSERT INTO log (kind, ledger, seq, key, op, body, link, at, answer)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                self.kind,
                ledger,
                seq,
                written.key,
                written.op,
                encode_value(written.body),
                written.link,
                at,
                encode_value(_pack_numbers(written.answer)),
            ],
        )

    def _replace_link(self, ledger: int, written: SentOperation, at: str) -> None:
        """Let other links open a ledger.

        A link that replaces itself leaves its browser the new one.
        """
        named = written.body["role"], written.body.get("seat")
        for link in self.links(ledger):
            if (link.role, link.seat) == named:
                self.db.execute("UPDATE links SET replaced_at = ? WHERE id = ?", [at, link.id])
                number = self._new_link(ledger, *named)
                if link.id == written.link and link.is_opened:
                    self.db.execute(
                        "UPDATE links SET opened_at = ?, taken_by = ? WHERE id = ?",
                        [link.opened_at, link.taken_by, number],
                    )

    def _new_link(self, ledger: int, role: str, seat: str | None) -> int:
        return self.db.insert(
            "INSERT INTO links (token, kind, ledger, role, seat) VALUES (?, ?, ?, ?, ?)",
            [secrets.token_urlsafe(16), self.kind, ledger, role, seat],
        )

    def mark_opened(self, link: int, browser: str | None = None) -> bool:
        """Note when a link was opened for the first time; return whether this was that time.

        browser: which one sits down with it, where that is known.
        """
        with self.writing():
            return bool(
                self.db.execute(
                    "UPDATE links SET opened_at = ?, taken_by = ? WHERE id = ?"
                    " AND opened_at IS NULL AND replaced_at IS NULL",
                    [current_time(), browser, link],
                ).rowcount
            )

    # -- links --

    def link(self, token: str) -> Link:
        """Return the link of a token. Raises NoSuchLink, also for one that was replaced."""
        for row in self.db.query(
            f"SELECT {LINK} FROM links WHERE token = ? AND kind = ? AND replaced_at IS NULL",
            [token, self.kind],
        ):
            return Link(**row)
        raise NoSuchLink(token, self.kind)

    def links(self, ledger: int) -> list[Link]:
        """Return the links that open a ledger, in the order in which the first ones were made."""
        rows = self.db.query(
            f"SELECT {LINK} FROM links WHERE kind = ? AND ledger = ? AND replaced_at IS NULL"
            " ORDER BY (SELECT min(first.id) FROM links AS first WHERE first.kind = links.kind"
            " AND first.ledger = links.ledger AND first.role = links.role"
            " AND coalesce(first.seat, '') = coalesce(links.seat, ''))",
            [self.kind, ledger],
        )
        return [Link(**row) for row in rows]

    def tokens(self, numbers: Sequence[int]) -> dict[int, str]:
        """Return the tokens of links by their numbers, without links that open nothing."""
        return {number: link.token for number, link in self.links_by_number(numbers).items()}

    def links_by_number(self, numbers: Sequence[int]) -> dict[int, Link]:
        """Return links by their numbers, without links that open nothing; in one query."""
        if not numbers:
            return {}
        rows = self.db.query(
            f"SELECT {LINK} FROM links WHERE id IN ({placeholders(numbers)}) AND kind = ?"
            " AND replaced_at IS NULL",
            [*numbers, self.kind],
        )
        return {row["id"]: Link(**row) for row in rows}

    def successor(self, token: str, key: str) -> Link:
        """Return the link that replaced the link of this token, under this client key.

        Lets a client repeat 'replace my own link' after a lost answer: only that client knows the
        old token and the key. Raises NoSuchLink, also where the new link was replaced in its turn.
        """
        for row in self.db.query(
            "SELECT old.ledger, old.role, old.seat FROM links AS old"
            " JOIN log ON log.kind = old.kind AND log.ledger = old.ledger AND log.link = old.id"
            " AND log.key = ? WHERE old.token = ? AND old.kind = ? AND old.replaced_at = log.at"
            " AND log.op = ? AND NOT EXISTS (SELECT 1 FROM links AS later"
            " WHERE later.kind = old.kind AND later.ledger = old.ledger"
            " AND later.role = old.role AND coalesce(later.seat, '') = coalesce(old.seat, '')"
            " AND later.id > old.id AND later.replaced_at IS NOT NULL)",
            [key, token, self.kind, self.replaces],
        ):
            for link in self.links(row["ledger"]):
                if (link.role, link.seat) == (row["role"], row["seat"]):
                    return link
        raise NoSuchLink(token, self.kind)

    # -- reading --

    def version(self, ledger: int) -> int:
        """Return how many operations a ledger's log holds."""
        rows = self.db.query(f"SELECT version FROM {self.rows} WHERE id = ?", [ledger])
        return int(next(iter(rows))["version"])

    def numbers(self) -> list[int]:
        """Return the numbers of all ledgers of this kind. Raises Failed."""
        return [row["id"] for row in self.db.query(f"SELECT id FROM {self.rows} ORDER BY id")]

    def operations(self, ledger: int, since: int = 0, most: int = ALL) -> list[Operation]:
        """Return the operations after version ``since``, in order, ``most`` at most."""
        return list(self._read("log.seq > ? ORDER BY log.seq", ledger, since, most))

    def last_operations(self, ledger: int, before: int, most: int) -> list[Operation]:
        """Return up to ``most`` operations before number ``before``, the newest first."""
        return list(self._read("log.seq < ? ORDER BY log.seq DESC", ledger, before, most))

    def _read(self, where: str, ledger: int, seq: int, most: int) -> Iterator[Operation]:
        rows = self.db.query(
            "SELECT log.seq, log.op, log.body, log.at, log.answer, links.role, links.seat,"
            f" {self.rewriting} AS rewriting FROM log JOIN links ON links.id = log.link"
            f" WHERE log.kind = ? AND log.ledger = ? AND {where} LIMIT ?",
            [self.kind, ledger, seq, most],
        )
        return map(self._operation, rows)

    def _operation(self, row: Mapping[str, Any]) -> Operation:
        return Operation(
            seq=row["seq"],
            op=row["op"],
            body=decode_value(row["body"]),
            role=row["role"],
            seat=row["seat"],
            at=row["at"],
            answer=_unpack_numbers(decode_value(row["answer"])),
        )

    def times(self, ledger: int) -> list[str]:
        """Return when the operations of a ledger were written, in order."""
        rows = self.db.query(
            "SELECT at FROM log WHERE kind = ? AND ledger = ? ORDER BY seq", [self.kind, ledger]
        )
        return [row["at"] for row in rows]

    def find_sent(self, ledger: int, key: str) -> SentOperation | None:
        """Return the operation that was stored under a client key, or None."""
        for row in self.db.query(
            "SELECT op, body, link, answer FROM log WHERE kind = ? AND ledger = ? AND key = ?",
            [self.kind, ledger, key],
        ):
            answer = _unpack_numbers(decode_value(row["answer"]))
            return SentOperation(key, row["op"], decode_value(row["body"]), row["link"], answer)
        return None


def _pack_numbers(answer: Mapping[str, Any]) -> dict[str, Any]:
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


def _unpack_numbers(stored: dict[str, Any]) -> dict[str, Any]:
    """Return an answer as it was given; ``entries`` stands behind the version, as ever."""
    if "runs" not in stored:
        return stored
    numbers = [n for first, last in stored["runs"] for n in range(first, last + 1)]
    rest = {key: value for key, value in stored.items() if key not in ("runs", "version")}
    return {"version": stored["version"], "entries": numbers} | rest


# -- outcomes of a write --------------------------------------------------------------------


Own = TypeVar("Own")


@dataclass(frozen=True, slots=True, kw_only=True)
class Known(Generic[Own]):
    """The common part of every outcome: the ledger as it is then, seen by the sender's link.

    So answering needs no second look at the store. Outcomes are equal if their answers are.
    """

    now: Own = field(default=None, compare=False, repr=False)  # type: ignore[assignment]


@dataclass(frozen=True, slots=True)
class Appended(Known[Own]):
    """The ledger has gone on.

    version: the new one. Of a game, entries: the numbers of the appended entries (two: an entry and
    the ruling that lets it stand) or of the undone ones; verdict: of the entry, None after an undo.
    """

    version: int
    entries: tuple[int, ...] = ()
    verdict: Mapping[str, Any] | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the answer as it is sent, and as it is stored for a repeated send."""
        answer: dict[str, Any] = {"version": self.version, "entries": list(self.entries)}
        if self.verdict is not None:
            answer["verdict"] = dict(self.verdict)
        return answer


@dataclass(frozen=True, slots=True)
class Refused(Known[Own]):
    """The entry takes no effect by the rules and was not kept.

    number: the one that the entry would have had. verdict: says why.
    """

    version: int
    number: int
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Stale(Known[Own]):
    """The ledger is not at the version that the sender knows; nothing was kept.

    meanwhile: the operations that the sender has not seen, as the link may see them.
    number: where the entry is now that the sender wanted to correct; None where it is gone.
    """

    version: int
    meanwhile: tuple[dict[str, Any], ...]
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Repeated(Known[Own]):
    """The same arrived before; ``answer`` is the answer of then.

    elsewhere: whether another send brought it: two people have tapped the same.
    """

    answer: Mapping[str, Any]
    elsewhere: bool = False

    @property
    def version(self) -> int:
        """The version that came of the send when it arrived first."""
        return int(self.answer["version"])
