"""Where records are found: files, folders, zips, stores; read one after another, never all."""

from __future__ import annotations

import errno
import json
import os
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

from recorder.archive.judging import Found
from recorder.database import Failed, on_server, shown
from recorder.serving.config import MAX_BODY
from recorder.store import zips
from recorder.store.log import Story, apply
from recorder.store.store import Store

SQLITE = b"SQLite format 3\x00"


def found(places: Iterable[str]) -> Iterator[Found]:
    """Yield the records of all places, in order: a folder by names, a zip and a store by theirs.

    places: files, folders (with all below them: ``.json`` and ``.zip``), zips, stores as files or
    ``postgresql://..``. What cannot be read is yielded with its problem, and the rest goes on.
    """
    for place in places:
        if on_server(place):
            yield from _stored(place)
        elif Path(place).is_dir():
            for path in sorted(Path(place).rglob("*")):
                if path.suffix.lower() in (".json", ".zip") and path.is_file():
                    yield from _file(path)
        else:
            yield from _file(Path(place))


def _named(path: Path | str) -> str:
    """Return a file's name as it can be written: bytes that are no letters as ``\\xe9``."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def _file(path: Path) -> Iterator[Found]:
    name = _named(path)
    if path.exists() and not path.is_file():  # a pipe or a device may never end
        yield Found(name, problem=os.strerror(errno.EINVAL))
        return
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BODY + 1)
    except OSError as problem:
        yield Found(name, problem=problem.strerror or str(problem))
        return
    if content.startswith(zips.SIGNATURE):
        yield from _zip(path)
    elif content.startswith(SQLITE):
        yield from _stored(str(path))
    else:
        yield _bounded(name, content)


def _zip(path: Path) -> Iterator[Found]:
    """Yield the records of a zip; one is unpacked at a time, and never beyond its bound."""
    name = _named(path)
    try:
        with zipfile.ZipFile(path) as archive:
            for member in archive.infolist():
                if not member.is_dir():
                    yield _member(archive, member, f"{name}!{_named(member.filename)}")
    except zips.DAMAGED as problem:
        yield Found(name, problem=f"a damaged zip: {problem}")


def _member(archive: zipfile.ZipFile, member: zipfile.ZipInfo, name: str) -> Found:
    try:
        return _bounded(name, zips.read(archive, member, MAX_BODY))
    except (*zips.DAMAGED, RuntimeError) as problem:
        return Found(name, problem=f"cannot be unpacked: {problem}")


def _bounded(name: str, content: bytes) -> Found:
    if len(content) > MAX_BODY:
        return Found(name, problem=f"larger than {MAX_BODY} bytes")
    return Found(name, content)


def _stored(place: str) -> Iterator[Found]:
    """Yield the games of a store, which may be in use: its entries as they count now."""
    try:
        with closing(Store(place)) as store:
            for number in store.numbers():
                yield _game(store, number, f"{shown(place)}#{number}")
    except Failed as problem:
        yield Found(shown(place), problem=str(problem))


def _game(store: Store, number: int, name: str) -> Found:
    try:
        row = store.game(number)
        story = apply(Story(), store.operations(number))
    except Exception as problem:  # whatever one game holds, the others are read
        return Found(name, problem=f"{type(problem).__name__}: {problem}")
    document = {**row.header, "entries": [line.entry for line in story.lines]}
    return Found(name, json.dumps(document, ensure_ascii=False).encode())
