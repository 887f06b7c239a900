"""A file of past plays of whichever kind, from its bytes to its plays."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from unicodedata import normalize

from recorder.languages.speech import gettext as _
from recorder.past_plays.bg_stats_export import is_bg_stats, read_bg_stats
from recorder.past_plays.bgg_plays import BrokenPlays, read_bgg_plays
from recorder.past_plays.past_play import PastPlay, complete_plays
from recorder.past_plays.plays_table import assign_columns, list_columns, read_rows, split_cells

MOST_BYTES, MOST_PLAYS = 32 * 1024 * 1024, 20_000
"""Bytes and plays of one file."""

LEGACY = ("cp1251", "cp949", "cp1252")
"""Encodings of older spreadsheets, tried by how many letters of their language come out."""


@dataclass(frozen=True, slots=True)
class PlaysFile:
    """A file that was read. kind: bg-stats, bgg or table. cut: whether it had too many plays.

    columns: of a table, each with heading, first cell and meaning.
    """

    kind: str
    plays: list[PastPlay]
    cut: bool = False
    columns: Sequence[tuple[str, str, str]] = ()


def read_plays(source: bytes, meanings: Sequence[str] = ()) -> PlaysFile:
    """Return the plays of a file. Raises BrokenPlays.

    meanings: of a table's columns, in order; they are guessed, unless given.
    """
    if len(source) > MOST_BYTES:
        raise BrokenPlays(_("The file is larger than %(size)s MB.", size=MOST_BYTES >> 20))
    text = decode_text(source)
    start = text.lstrip()[:1]
    columns: Sequence[tuple[str, str, str]] = ()
    if start in ("{", "["):
        kind, plays = "bg-stats", read_bg_stats(_load_json(text))
    elif start == "<":
        kind, plays = "bgg", read_bgg_plays(text)
    else:
        rows = split_cells(text)
        known = assign_columns(rows, meanings)
        kind, plays, columns = "table", read_rows(rows, known), list_columns(rows, known)
    read = [play for play, _number in zip(plays, range(MOST_PLAYS + 1), strict=False)]
    if not read and not meanings:
        raise BrokenPlays(_("The file has no plays."))
    return PlaysFile(kind, complete_plays(read[:MOST_PLAYS]), len(read) > MOST_PLAYS, columns)


def _load_json(text: str) -> Mapping[str, object]:
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as problem:
        told = f"{problem}" if isinstance(problem, ValueError) else ""
        raise BrokenPlays(_("This JSON is not complete. %(told)s", told=told).strip()) from None
    if isinstance(document, list):
        document = {"plays": document}
    if not isinstance(document, Mapping) or not is_bg_stats(document):
        raise BrokenPlays(_("This JSON holds no plays. Export all plays in BG Stats."))
    plays: Mapping[str, object] = document
    return plays


def decode_text(source: bytes) -> str:
    """Return the text of a file: UTF-8, UTF-16 with its mark, or an older encoding.

    Letters are composed, as everywhere else: a Mac writes Hangul and accents in parts.
    """
    return normalize("NFC", _decode_bytes(source))


def _decode_bytes(source: bytes) -> str:
    if source.startswith((b"\xff\xfe", b"\xfe\xff")):
        return source.decode("utf-16", "replace")
    try:
        return source.decode("utf-8-sig")
    except UnicodeDecodeError:
        return max((source.decode(name, "replace") for name in LEGACY), key=_count_letters)


def _count_letters(text: str) -> float:
    """Return how much of a text beyond ASCII is plainly one of our languages."""
    foreign = [one for one in text[:100_000] if one > "\x7f"]
    cyrillic = sum("а" <= one <= "я" or one in "ё" or "А" <= one <= "Я" for one in foreign)
    hangul = sum("가" <= one <= "힣" for one in foreign)
    latin = sum(one in "àâäçéèêëîïôöùûüÿœæÀÂÄÇÉÈÊËÎÏÔÖÙÛÜŸŒÆßñ’–" for one in foreign)
    lower = sum("а" <= one <= "я" for one in foreign)
    return max(cyrillic * (0.5 + lower / (cyrillic or 1) / 2), hangul * 2.0, latin * 0.9) / (
        len(foreign) or 1
    )
