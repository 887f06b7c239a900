"""Catalogues of translations, read as translators leave them: nothing has to be compiled.

A ``.po`` file is compiled in memory, in the form that ``gettext`` reads. So a clean checkout speaks
every language, and no stale file can lie beside a new one.
"""

from __future__ import annotations

import ast
import struct
from collections.abc import Iterator
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

CONTEXT, PLURALS = "\x04", "\x00"
"""What stands between context and message, and between plural forms, in a compiled catalogue."""


class BrokenData(RuntimeError):
    """A file of the program's own that cannot be used; the message names file and place."""


def compile_catalogue(path: Path) -> bytes:
    """Return a catalogue as ``msgfmt`` compiles it, without fuzzy or empty messages.

    Raises BrokenData for a line that is no part of a catalogue.
    """
    found = {key: words for key, words in _list_entries(path) if words.strip(PLURALS)}
    keys = sorted(found)
    ids = [key.encode() for key in keys]
    strings = [found[key].encode() for key in keys]
    table = 28  # the header's seven numbers, of four bytes each
    place = table + 16 * len(keys)
    index = b""
    for texts in (ids, strings):
        for text in texts:
            index += struct.pack("<II", len(text), place)
            place += len(text) + 1
    header = struct.pack("<IIIIIII", 0x950412DE, 0, len(keys), table, table + 8 * len(keys), 0, 0)
    return header + index + b"".join(text + b"\0" for text in (*ids, *strings))


def read_catalogues(*paths: Path) -> GNUTranslations:
    """Return one or more catalogues as one; a message comes from the first that has it."""
    first, *others = (GNUTranslations(BytesIO(compile_catalogue(path))) for path in paths)
    for other in others:
        first.add_fallback(other)
    return first


def _list_entries(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the messages of a catalogue as a compiled one has them, the header first."""
    lines = path.read_text(encoding="utf-8").splitlines()
    entry: dict[str, str] = {}
    fuzzy = False
    part = ""
    for number, line in enumerate([*lines, ""], start=1):
        if line.startswith("#") or not line.strip():
            if "msgstr" in entry or "msgstr[0]" in entry:
                if not fuzzy or not entry["msgid"]:  # the header of a new catalogue may be fuzzy
                    yield _read_entry(entry)
                entry, fuzzy = {}, False
            fuzzy = fuzzy or (line.startswith("#,") and "fuzzy" in line)
            continue
        name, _, words = line.partition(" ") if not line.startswith('"') else (part, "", line)
        if not name.startswith("msg"):
            raise BrokenData(f"{path}, line {number}: is no part of a catalogue")
        part = name
        try:
            entry[part] = entry.get(part, "") + str(ast.literal_eval(words))
        except (SyntaxError, ValueError):
            raise BrokenData(f"{path}, line {number}: is no quoted text") from None


def _read_entry(entry: dict[str, str]) -> tuple[str, str]:
    key = entry["msgid"]
    if "msgctxt" in entry:
        key = entry["msgctxt"] + CONTEXT + key
    if "msgid_plural" not in entry:
        return key, entry["msgstr"]
    forms = [entry[f"msgstr[{n}]"] for n in range(sum(name.startswith("msgstr") for name in entry))]
    return key + PLURALS + entry["msgid_plural"], PLURALS.join(forms)
