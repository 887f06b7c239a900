"""Where records are found: files, folders, zips, stores; read one after another, never all."""

from __future__ import annotations

import errno
import json
import os
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

from recorder.archive.judging import FoundRecord
from recorder.database import Failed, hide_password, on_server
from recorder.serving.config import MAX_BODY
from recorder.store import zips
from recorder.store.log import Story, apply_operations
from recorder.store.store import Store

SQLITE = b"SQLite format 3\x00"


def find_records(places: Iterable[str]) -> Iterator[FoundRecord]:
    """Yield the records of all places, in order: a folder by names, a zip and a store by theirs.

    places: files, folders (with all below them: ``.json`` and ``.zip``), zips, stores as files or
    ``postgresql://..``. An unreadable record is yielded with its problem, and the rest goes on.
    """
    for place in places:
        if on_server(place):
            yield from _find_in_store(place)
        elif Path(place).is_dir():
            for path in sorted(Path(place).rglob("*")):
                if path.suffix.lower() in (".json", ".zip") and path.is_file():
                    yield from _find_in_file(path)
        else:
            yield from _find_in_file(Path(place))


def _printable_name(path: Path | str) -> str:
    """Return a file's name as it can be written: bytes that are no letters as ``\\xe9``."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def _find_in_file(path: Path) -> Iterator[FoundRecord]:
    name = _printable_name(path)
    if path.exists() and not path.is_file():  # a pipe or a device may never end
        yield FoundRecord(name, problem=os.strerror(errno.EINVAL))
        return
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BODY + 1)
    except OSError as problem:
        yield FoundRecord(name, problem=problem.strerror or str(problem))
        return
    if content.startswith(zips.SIGNATURE):
        yield from _find_in_zip(path)
    elif content.startswith(SQLITE):
        yield from _find_in_store(str(path))
    else:
        yield _check_size(name, content)


def _find_in_zip(path: Path) -> Iterator[FoundRecord]:
    """Yield the records of a zip; one is unpacked at a time, and never beyond its bound."""
    name = _printable_name(path)
    try:
        with zipfile.ZipFile(path) as archive:
            for member in archive.infolist():
                if member.is_dir():
                    continue
                inner = f"{name}!{_printable_name(member.filename)}"
                try:
                    record = _check_size(inner, zips.read_member(archive, member, MAX_BODY))
                except (*zips.DAMAGED, RuntimeError) as problem:
                    record = FoundRecord(inner, problem=f"cannot be unpacked: {problem}")
                yield record
    except zips.DAMAGED as problem:
        yield FoundRecord(name, problem=f"a damaged zip: {problem}")


def _check_size(name: str, content: bytes) -> FoundRecord:
    if len(content) > MAX_BODY:
        return FoundRecord(name, problem=f"larger than {MAX_BODY} bytes")
    return FoundRecord(name, content)


def _find_in_store(place: str) -> Iterator[FoundRecord]:
    """Yield the games of a store, which may be in use: its entries as they count now."""
    try:
        with closing(Store(place)) as store:
            for number in store.numbers():
                yield _read_stored_game(store, number, f"{hide_password(place)}#{number}")
    except Failed as problem:
        yield FoundRecord(hide_password(place), problem=str(problem))


def _read_stored_game(store: Store, number: int, name: str) -> FoundRecord:
    try:
        row = store.game(number)
        story = apply_operations(Story(), store.operations(number))
    except Exception as problem:  # whatever one game holds, the others are read
        return FoundRecord(name, problem=f"{type(problem).__name__}: {problem}")
    document = {**row.header, "entries": [line.entry for line in story.lines]}
    return FoundRecord(name, json.dumps(document, ensure_ascii=False).encode())
