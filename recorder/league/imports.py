"""Imports into a league: many records, judged one by one beside the requests.

The store keeps the files until all are judged. So an import continues after a restart and on any
machine, and the sender may leave and come back. A record is judged under no lock and joins the
league as any other game does.
"""

from __future__ import annotations

import io
import json
import secrets
import threading
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from flask import Flask

from adjudicator.reading import decode_json
from adjudicator.record import Unreadable
from exports.worker_pool import WorkerLost
from recorder.database import Failed
from recorder.languages import speech
from recorder.languages.speech import gettext
from recorder.league.league_state import NAME, clean_line
from recorder.league.league_store import LeagueStore
from recorder.league.points import Unfit, lazy
from recorder.league.service import Joining, Leagues, name_key
from recorder.serving.platform import Work
from recorder.store.ledger import LINK, Link, current_time

AT_ONCE = 5
"""Records that are judged while their sender waits: a handful takes less than a second."""

MOST_UNDER_WAY = 3
"""Imports of one league that may wait for their end."""

HOLD = 60
"""Seconds for which a process holds an import. Each judged record renews it; after it, another
process takes the import over."""

SENDER, FOR_EVER = "sender", "9999"
"""Holder and deadline of an import that waits until its sender says which people are meant."""

ASKED_FOR = timedelta(days=2)
"""How long an import waits for the answer of its sender before it is forgotten."""

LOOK = 20.0
"""Seconds between two looks for imports that nobody goes on with."""


@dataclass(frozen=True, slots=True)
class Import:
    """An import. where: the table of an evening it is for. content: None when it is over.

    people: the player meant by each unknown name, see ``Leagues.import_record``. seats: by
    ``NamedSeat.id`` the name of a player, where two at a table have the same name. asks: its sender
    has still to name them; until then nothing is judged.
    """

    id: int
    league: int
    link: int
    key: str
    language: str
    where: Mapping[str, Any] | None
    total: int
    content: bytes | None
    added: Sequence[Joining]
    people: Mapping[str, str]
    seats: Mapping[str, str]
    asks: bool

    @property
    def over(self) -> bool:
        """Whether every record has been judged."""
        return self.content is None

    @property
    def done(self) -> int:
        """How many records have been judged."""
        return len(self.added)

    def seated(self) -> list[NamedSeat]:
        """Return the seats of its readable records, see ``list_named_seats``."""
        return list_named_seats(self.files())

    def files(self) -> list[tuple[str, bytes]]:
        """Return names and contents of its files."""
        assert self.content is not None
        return [(name, content) for _at, name, content in _read_packed_files(self.content, 0)]

    def names_of(self, at: int) -> dict[int, str]:
        """Return by seat the names that were given to players of record ``at``."""
        named = {tuple(map(int, id_.split("."))): name for id_, name in self.seats.items()}
        return {seat: name for (record, seat), name in named.items() if record == at}


@dataclass(frozen=True, slots=True)
class NamedSeat:
    """A seat of a record of an import. file: the record's name. number: from 0."""

    record: int
    file: str
    number: int
    name: str

    @property
    def id(self) -> str:
        """How an answer names the seat: record and seat, such as ``0.2``."""
        return f"{self.record}.{self.number}"


class Imports:
    """The imports of a store."""

    def __init__(self, store: LeagueStore) -> None:
        self.store = store
        self.db = store.db

    def begin(
        self,
        link: Link,
        files: Sequence[tuple[str, bytes]],
        *,
        key: str,
        language: str,
        where: Mapping[str, Any] | None,
        holder: str,
        asks: bool = False,
    ) -> int:
        """Store files to import and return the import's number; the same key gives the same number.

        files: names and contents of records. language: of messages about faulty records. where: see
        ``Leagues.join``. holder: the process that will judge it. asks: wait until ``answer`` names
        the people. Raises Unfit where the league has too many imports under way.
        """
        with self.store.store.writing(alone=f"imports {link.ledger}"):
            for row in self.db.query(
                "SELECT id FROM imports WHERE league = ? AND key = ?", [link.ledger, key]
            ):
                return int(row["id"])
            self._forget(link.ledger)
            if len(self.under_way(link.ledger)) >= MOST_UNDER_WAY:
                raise Unfit(lazy("wait until the running imports have finished"), "files")
            return self.db.insert(
                "INSERT INTO imports (league, link, key, language, place, total, at, content,"
                " holder, held_until) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    link.ledger,
                    link.id,
                    key,
                    language,
                    json.dumps({"where": where, "people": {}, "seats": {}}),
                    len(files),
                    current_time(),
                    _pack_files(files),
                    SENDER if asks else holder,
                    FOR_EVER if asks else _next_deadline(),
                ],
            )

    def _forget(self, league: int) -> None:
        """Forget imports of a league about which nobody has answered for long."""
        before = (datetime.fromisoformat(current_time()) - ASKED_FOR).isoformat()
        self.db.execute(
            "UPDATE imports SET content = NULL WHERE league = ? AND holder = ? AND at < ?",
            [league, SENDER, before],
        )

    def answer(
        self, own: Import, people: Mapping[str, str], seats: Mapping[str, str], holder: str
    ) -> bool:
        """Let a waiting import begin with the people its sender named; return whether it waited.

        people, seats: see ``Import``. holder: the process that will judge it.
        """
        told = {"where": own.where, "people": people, "seats": seats}
        place = json.dumps(told, ensure_ascii=False)
        with self.store.store.writing():
            return bool(
                self.db.execute(
                    "UPDATE imports SET place = ?, holder = ?, held_until = ?"
                    " WHERE id = ? AND holder = ?",
                    [place, holder, _next_deadline(), own.id, SENDER],
                ).rowcount
            )

    def find(self, league: int, number: int) -> Import:
        """Return an import of a league. Raises Unfit for none."""
        for row in self.db.query(
            "SELECT * FROM imports WHERE league = ? AND id = ?", [league, number]
        ):
            return self._import(row)
        raise Unfit(lazy("the league has no such import"), "import")

    def find_held(self, number: int, holder: str) -> Import | None:
        """Return an import that is not over and that ``holder`` has, or None."""
        rows = self.db.query(
            "SELECT * FROM imports WHERE id = ? AND holder = ? AND content IS NOT NULL",
            [number, holder],
        )
        return next(map(self._import, rows), None)

    def under_way(self, league: int) -> list[int]:
        """Return the numbers of a league's imports that are not over."""
        rows = self.db.query(
            "SELECT id FROM imports WHERE content IS NOT NULL AND league = ? ORDER BY id", [league]
        )
        return [row["id"] for row in rows]

    def take(self, holder: str) -> Import | None:
        """Return the first import that is not over and that nobody else goes on with, or None."""
        free = "content IS NOT NULL AND (holder = ? OR held_until < ?)"
        at = current_time()
        for row in list(
            self.db.query(f"SELECT id FROM imports WHERE {free} ORDER BY id", [holder, at])
        ):
            with self.store.store.writing():
                taken = self.db.execute(
                    f"UPDATE imports SET holder = ?, held_until = ? WHERE id = ? AND {free}",
                    [holder, _next_deadline(), row["id"], holder, at],
                ).rowcount
            if taken:
                rows = self.db.query("SELECT * FROM imports WHERE id = ?", [row["id"]])
                return self._import(next(iter(rows)))
        return None

    def note(self, number: int, at: int, added: Joining, holder: str) -> bool:
        """Store the result of record ``at``; return whether ``holder`` still has the import."""
        with self.store.store.writing():
            held = self.db.execute(
                "UPDATE imports SET held_until = ? WHERE id = ? AND holder = ?",
                [_next_deadline(), number, holder],
            ).rowcount
            self.db.execute(
                "INSERT INTO imported (import, number, name, key, problem, again)"
                " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                [number, at, added.name, added.key, added.problem, int(added.again)],
            )
        return held == 1

    def end(self, number: int) -> None:
        """Delete the files of an import: all its records are judged."""
        with self.store.store.writing():
            self.db.execute("UPDATE imports SET content = NULL WHERE id = ?", [number])

    def link(self, own: Import) -> Link:
        """Return the link by which an import was begun, also one that was replaced since."""
        return Link(**next(self.db.query(f"SELECT {LINK} FROM links WHERE id = ?", [own.link])))

    def _import(self, row: Mapping[str, Any]) -> Import:
        added = self.db.query(
            "SELECT name, key, problem, again FROM imported WHERE import = ? ORDER BY number",
            [row["id"]],
        )
        place = json.loads(row["place"]) or {}
        if "people" not in place:  # as earlier releases kept it
            place = {"where": place or None, "people": {}}
        return Import(
            row["id"],
            row["league"],
            row["link"],
            row["key"],
            row["language"],
            place["where"],
            row["total"],
            row["content"],
            [Joining(one["name"], one["key"], one["problem"], bool(one["again"])) for one in added],
            place["people"],
            place.get("seats", {}),
            row["holder"] == SENDER and row["content"] is not None,
        )


def list_named_seats(files: Iterable[tuple[str, bytes]]) -> list[NamedSeat]:
    """Return the seats of the readable records. files: names and contents."""
    seats: list[NamedSeat] = []
    for at, (file, content) in enumerate(files):
        try:
            for number, seat in enumerate(decode_json(content)["players"]):
                name = clean_line(str(seat["name"]), NAME, "name", least=1)
                seats.append(NamedSeat(at, file, number, name))
        except (Unreadable, Unfit, LookupError, TypeError):
            continue  # it is said of this record when it is judged
    return seats


def list_equal_seats(seats: Iterable[NamedSeat]) -> list[NamedSeat]:
    """Return the seats with a name that stands twice at their table."""
    tables: dict[tuple[int, str], list[NamedSeat]] = {}
    for seat in seats:
        tables.setdefault((seat.record, name_key(seat.name)), []).append(seat)
    return [seat for table in tables.values() if len(table) > 1 for seat in table]


def _next_deadline() -> str:
    return (datetime.fromisoformat(current_time()) + timedelta(seconds=HOLD)).isoformat()


def _pack_files(files: Sequence[tuple[str, bytes]]) -> bytes:
    """Return files as a zip that keeps their order; it is about as long as the files as sent."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("names", json.dumps([name for name, _content in files]))
        for number, (_name, content) in enumerate(files):
            archive.writestr(str(number), content)
    return out.getvalue()


def _read_packed_files(content: bytes, first: int) -> Iterator[tuple[int, str, bytes]]:
    """Yield number, name and content of the files from number ``first`` on."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        names = json.loads(archive.read("names"))
        for number in range(first, len(names)):
            yield number, names[number], archive.read(str(number))


class Importer:
    """Judges imports in this process, one at a time, in a thread that ends with the last of them.

    leagues: returns the service within the application's context. aside: see ``Outfit``. judge:
    judges one record, in this process or another one, see ``judge_record``.
    """

    def __init__(
        self, app: Flask, leagues: Callable[[], Leagues], aside: Callable[[Work], None]
    ) -> None:
        self.holder = secrets.token_hex(8)
        self.judge = self.judge_record
        self._app = app
        self._leagues = leagues
        self._lock = threading.Lock()
        self._aside = aside
        self._idle = threading.Event()
        self._idle.set()
        self._again = False
        self._ends = threading.Event()
        self._shared = False

    def share(self, holder: str) -> None:
        """Leave long imports to another process, known as ``holder``."""
        self.holder, self._shared = holder, True

    def wake(self) -> None:
        """Let imports go on that nobody goes on with."""
        with self._lock:
            self._again = True
            if self._shared or self._ends.is_set() or not self._idle.is_set():
                return
            self._idle.clear()
        self._aside(self._run)

    def stay(self) -> None:
        """Continue imports, also those other processes have left, until ``close``."""
        while not self._ends.wait(LOOK):
            self.wake()

    def close(self) -> None:
        """Stop after the record in hand; another process continues with the rest."""
        self._ends.set()
        self.join()

    def join(self) -> None:
        """Wait until nothing is left to do, or until the end."""
        self._idle.wait()

    def work(self, number: int) -> None:
        """Judge the rest of an import that this process holds, in the caller's thread."""
        with self._app.app_context():
            own = Imports(self._leagues().store).find_held(number, self.holder)
        if own is not None:
            self._go_on(own)

    def _run(self) -> None:
        while True:
            with self._lock:
                self._again = False
            try:
                while not self._ends.is_set():
                    with self._app.app_context():
                        own = Imports(self._leagues().store).take(self.holder)
                    if own is None:
                        break
                    self._go_on(own)
            except Failed as problem:  # the next process to look continues it
                self._app.logger.warning("an import waits: the store failed: %s", problem)
            except Exception:
                self._app.logger.exception("an import broke off")
            with self._lock:
                if not self._again or self._ends.is_set():
                    self._idle.set()
                    return

    def _go_on(self, own: Import) -> None:
        """Judge the rest of an import."""
        assert own.content is not None
        about = replace(own, content=None, added=())  # the files are sent one by one
        for at, name, content in _read_packed_files(own.content, own.done):
            try:
                held = self.judge(about, at, name, content)
            except WorkerLost:
                held = self._give_up(about, at, name)
            if not held:
                return  # another process has taken it over
            if self._ends.is_set() and at + 1 < own.total:
                return
        with self._app.app_context():
            Imports(self._leagues().store).end(own.id)

    def judge_record(self, own: Import, at: int, name: str, content: bytes) -> bool:
        """Judge record ``at`` of an import in a context of its own; return whether it is held."""
        with self._app.app_context(), speech.use_language(own.language):
            service = self._leagues()
            imports = Imports(service.store)
            link = imports.link(own)
            key = f"{own.key}.{at}"
            with service.store.db.defer_sync():  # records lost in a power cut are judged again
                added = service.import_record(
                    link, name, content, key, own.where, own.people, own.names_of(at)
                )
                return imports.note(own.id, at, added, self.holder)

    def _give_up(self, own: Import, at: int, name: str) -> bool:
        """Note that a record took too long or too much; return whether the import is held."""
        if self._ends.is_set():
            return False  # it is not the record: the workers end
        with self._app.app_context(), speech.use_language(own.language):
            problem = gettext("it took too long to check this record")
            imports = Imports(self._leagues().store)
            return imports.note(own.id, at, Joining(name, problem=problem), self.holder)
