"""Values that a table enters once and later games begin with: printed figures, boards, house rules.

A value is JSON under a kind and a name. Every change is a new version with its writer and time; the
newest one holds, older ones stay readable. Only the module that chose a kind knows the meaning of
its values.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from recorder.languages.speech import gettext as _
from recorder.store.ledger import current_time, placeholders
from recorder.store.store import Store

LARGEST = 65_536
"""Bytes of a value as JSON: figures are small, and a book of them is a mistake."""

LONGEST = 80
"""Letters of a kind, a name, or of who entered it."""


REWORDED = "reworded"
"""The kind under which it is kept how a version is read since somebody left a league for good."""

WRITTEN_BY = "written-by."
"""The first part of the kinds that hold what an owner of sets has entered for everybody, by
version numbers."""

MOST_OWNERS = 20
"""Owners under which one version is kept; a phone knows years of games."""

NAMED_FREELY: set[str] = set()
"""Kinds whose names people choose; whoever has one adds it."""


class NotKept(ValueError):
    """A value that the catalogue does not keep; the message says why."""


@dataclass(frozen=True, slots=True)
class Writer:
    """The writer of a value.

    name: as the writer wants to be named, which may be empty. owners: the leagues and games of the
    writer's links (``recorder.kept.named_sets``).
    """

    name: str
    owners: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Item:
    """One version of a value, with its writer and time (ISO 8601, UTC)."""

    id: int
    kind: str
    name: str
    value: Any
    who: str
    at: str


class Catalogue:
    """The catalogue of a store; knows no game."""

    def __init__(self, store: Store) -> None:
        """Use the store's connection."""
        self._store = store

    def enter(self, kind: str, name: str, value: Any, who: str) -> Item:
        """Keep a new version and return it; entering the current value again keeps nothing new.

        who: the writer's name; may be empty. Raises NotKept for an empty kind or name, for texts
        over 80 letters and for values that are too large or not JSON.
        """
        for what, text in (("kind", kind), ("name", name), ("who", who)):
            if len(text) > LONGEST or not (text or what == "who"):
                message = _(
                    "this has %(count)s letters, not 1 to %(most)s", count=len(text), most=LONGEST
                )
                raise NotKept(f"{what}: {message}")
        try:
            written = json.dumps(value, ensure_ascii=False, allow_nan=False, sort_keys=True)
            size = len(written.encode())
        except (TypeError, ValueError) as problem:
            raise NotKept(f"{name}: {problem}") from None
        if size > LARGEST:
            message = _(
                "this has %(count)s bytes; at most %(most)s are kept", count=size, most=LARGEST
            )
            raise NotKept(f"{name}: {message}")
        with self._store.writing(alone=f"catalogue {kind} {name}"):
            newest = self.find(kind, name)
            if newest is not None and newest.value == json.loads(written):
                return newest
            made = self._store.db.insert(
                "INSERT INTO catalogue (kind, name, value, who, at) VALUES (?, ?, ?, ?, ?)",
                [kind, name, written, who, current_time()],
            )
        return next(item for item in self.history(kind, name) if item.id == made)

    def share(self, kind: str, name: str, value: Any, by: Writer) -> Item:
        """Keep a new version for everybody, listed under its owners, too: see ``enter``."""
        known = self.find(kind, name)
        item = self.enter(kind, name, value, by.name)
        if known is None or known.id != item.id:
            for owner in dict.fromkeys(by.owners[:MOST_OWNERS]):
                self.enter(WRITTEN_BY + owner, str(item.id), True, "")
        return item

    def list_shared(self, owners: Sequence[str]) -> list[Item]:
        """Return the versions that some owners have entered for everybody."""
        noted = self.versions([WRITTEN_BY + owner for owner in owners])
        numbers = list({int(one.name) for one in noted})
        if not numbers:
            return []
        items = self._read_items(f"id IN ({placeholders(numbers)}) ORDER BY id", *numbers)
        return [item for item in items if item.value is not None]

    def list_everything(self) -> list[Item]:
        """Return every version of everything that people have entered."""
        kinds = [
            row["kind"]
            for row in self._store.db.query("SELECT DISTINCT kind FROM catalogue ORDER BY kind")
            if row["kind"] != REWORDED and not row["kind"].startswith(WRITTEN_BY)
        ]
        return [item for item in self.versions(kinds) if item.value is not None]

    def find(self, kind: str, name: str) -> Item | None:
        """Return the version that holds, or None where nothing was entered."""
        versions = self._read_items("kind = ? AND name = ? ORDER BY id DESC LIMIT 1", kind, name)
        return versions[0] if versions else None

    def newest(self, kind: str, names: Sequence[str] | None = None) -> list[Item]:
        """Return the version that holds of every name of a kind, the last entered first.

        names: of these only, if they are given.
        """
        if names is not None and not names:
            return []
        among = f" AND name IN ({placeholders(names)})" if names else ""
        return self._read_items(
            f"id IN (SELECT max(id) FROM catalogue WHERE kind = ?{among} GROUP BY name)"
            " ORDER BY id DESC",
            kind,
            *(names or ()),
        )

    def history(self, kind: str, name: str) -> list[Item]:
        """Return every version under a name, the newest first."""
        return self._read_items("kind = ? AND name = ? ORDER BY id DESC", kind, name)

    def versions(self, kinds: Sequence[str], names: Sequence[str] = ()) -> list[Item]:
        """Return every version of some kinds, of all names or of some."""
        if not kinds:
            return []
        where = f"kind IN ({placeholders(kinds)})"
        if names:
            where += f" AND name IN ({placeholders(names)})"
        return self._read_items(where, *kinds, *names)

    def reword(self, item: Item, value: Any, who: str) -> None:
        """Read a version otherwise from now on; the stored one stays as it was written."""
        kept = json.dumps({"value": value, "who": who}, ensure_ascii=False, sort_keys=True)
        with self._store.writing():
            self._store.db.insert(
                "INSERT INTO catalogue (kind, name, value, who, at) VALUES (?, ?, ?, ?, ?)",
                [REWORDED, str(item.id), kept, "", current_time()],
            )

    def rename(self, items: Sequence[Item], name: str, owners: Sequence[str]) -> None:
        """Keep versions under another name; under the old one nothing is read any more.

        items: all of one kind and name, the oldest first. owners: the owners that list them.
        """
        for item in items:
            self.share(item.kind, name, item.value, Writer(item.who, tuple(owners)))
            self.reword(item, None, "")

    def _read_items(self, where: str, *values: str | int) -> list[Item]:
        rows = self._store.db.query(
            "SELECT *, (SELECT later.value FROM catalogue AS later WHERE later.kind = ?"
            " AND later.name = CAST(catalogue.id AS TEXT) ORDER BY later.id DESC LIMIT 1)"
            f" AS instead FROM catalogue WHERE {where}",
            [REWORDED, *values],
        )
        items = []
        for row in rows:
            read = {"value": json.loads(row["value"]), "who": row["who"]}
            if row["instead"] is not None:
                read = json.loads(row["instead"])
            items.append(Item(row["id"], row["kind"], row["name"], at=row["at"], **read))
        return items
