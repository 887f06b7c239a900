"""Values that a file of a running game leaves open, because its holder may not know them.

A card that lies face down is written with ``null`` in its place: ``"bid": null``. Such a file is no
whole record. The game's module ``secrets`` says which values these are. The secret keys of a
``check`` are left out instead: a check changes nothing, and nobody could name them later.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adjudicator import games
from adjudicator.messages import M
from adjudicator.record import Unreadable

ALWAYS = frozenset({"by", "do", "tile", "at", "note", "from"})
"""Keys that an entry may have although its secret is left out."""


@dataclass(frozen=True, slots=True)
class UnknownValue:
    """A value that a file leaves open.

    path: its place in the document; of an entry, that of the entry. keys: the keys that say it.
    player: its owner's id.
    """

    path: tuple[str | int, ...]
    keys: tuple[str, ...]
    player: str

    def is_told_by(self, problem: Unreadable) -> bool:
        """Return whether an error of reading says that this value is missing or ``null``."""
        made = self.make_problem()
        if self.path[0] == "entries":
            return problem.entry == made.entry and problem.key in self.keys
        return problem.key == made.key

    def make_problem(self) -> Unreadable:
        """Return the error of a program that needs the value."""
        told, key = M("record.kept-secret"), self.keys[0]
        if self.path[0] == "entries":
            return Unreadable(told, entry=int(self.path[1]) + 1, key=key)
        return Unreadable(told, key=".".join([*map(str, self.path), key]))


def list_unknown_values(document: Mapping[str, Any]) -> Iterator[UnknownValue]:
    """Yield the values that a file leaves open, in their order.

    document: of any form. Files of earlier releases leave a card's keys out instead.
    """
    if not isinstance(document, Mapping) or document.get("game") not in games.list_games():
        return
    secrets = games.find_secrets(str(document["game"])).SECRETS
    for pattern in secrets.get("record", ()):
        *above, key = pattern.split(".")
        for path, owner, values in _walk_paths(document, above):
            if values.get(key, "") is None:
                yield UnknownValue(path, (key,), owner)
    entries = document.get("entries")
    for place, entry in enumerate(entries if isinstance(entries, Sequence) else ()):
        if not isinstance(entry, Mapping):
            continue
        do = entry.get("do")
        keys = secrets.get("unknown", {}).get(do, ()) if isinstance(do, str) else ()
        silent = keys and not any(entry[key] is not None for key in entry.keys() - ALWAYS)
        if silent and isinstance(entry.get("by"), str):
            yield UnknownValue(("entries", place), keys, entry["by"])


def _walk_paths(
    document: Mapping[str, Any], names: Sequence[str]
) -> Iterator[tuple[tuple[str, ...], str, Mapping[str, Any]]]:
    """Yield each object at a path, with its place and its owner: the name for ``*``."""
    parts: list[tuple[tuple[str, ...], str, Any]] = [((), "", document)]
    for name in names:
        parts = [
            ((*path, key), key if name == "*" else owner, values[key])
            for path, owner, values in parts
            if isinstance(values, Mapping)
            for key in (values if name == "*" else (name,))
            if key in values
        ]
    yield from (each for each in parts if isinstance(each[2], Mapping))


def write_unknown_values(
    game: str, document: Mapping[str, Any], shown: Mapping[str, Any], open_until: int
) -> dict[str, Any]:
    """Return the record for a file: as it is shown, with ``null`` for each value left out.

    document: the record; shown: without the values that its reader may not see. open_until: entries
    before this place have been turned over since.
    """
    secrets = games.find_secrets(game).SECRETS
    unknown, turned = secrets.get("unknown", {}), secrets.get("face_down", {}).get("do")
    written = dict(shown)
    for pattern in secrets.get("record", ()):
        *above, key = pattern.split(".")
        whole = {path: values for path, _owner, values in _walk_paths(document, above)}
        for path, _owner, seen in _walk_paths(shown, above):
            if key in whole[path] and key not in seen:
                written = _put_unknown(written, path, key)
    written["entries"] = entries = []
    for place, entry in enumerate(document["entries"]):
        seen = shown["entries"][place]
        if seen == entry or (entry["do"] == turned and place < open_until):
            entries.append(entry)
        else:
            entries.append({**seen, **dict.fromkeys(unknown.get(entry["do"], ()))})
    return written


def _put_unknown(document: Mapping[str, Any], path: Sequence[str], key: str) -> dict[str, Any]:
    """Return a copy with ``null`` under a key that it lacks at a path."""
    if not path:
        return {**document, key: None}
    return {**document, path[0]: _put_unknown(document[path[0]], path[1:], key)}


def find_face_down(game: str, phase: str, opened: Sequence[bool]) -> int:
    """Return the place of the first entry of which a card may lie face down; the end if none does.

    phase: of the position. opened: of each entry whether it took effect and began such a phase.
    """
    rule = games.find_secrets(game).SECRETS.get("face_down")
    if rule is None or phase != rule["phase"]:
        return len(opened)
    return next((place + 1 for place in reversed(range(len(opened))) if opened[place]), 0)


def fill_unknown_value(
    document: Mapping[str, Any], unknown: UnknownValue, values: Mapping[str, Any]
) -> dict[str, Any]:
    """Return a copy of a document with the keys of an unknown value filled in."""

    def fill(part: Any, path: Sequence[str | int]) -> Any:
        if not path:
            return {**{k: v for k, v in part.items() if k not in unknown.keys}, **values}
        copied: Any = list(part) if isinstance(part, list) else dict(part)
        copied[path[0]] = fill(part[path[0]], path[1:])
        return copied

    filled: dict[str, Any] = fill(document, unknown.path)
    return filled
