"""A table of plays: CSV, or cells pasted from a spreadsheet; columns are guessed.

Three layouts are known. A line is one player of a play. Or a line is one play, with a pair of
columns (name, total) for each player. Or a line is one play, with a column for each person.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from recorder.languages.speech import gettext as _
from recorder.past_plays.past_play import (
    PastPlay,
    PastPlayer,
    clean_name,
    find_edition,
    find_game,
    find_modules,
    fold_name,
    names_expansion,
)
from recorder.past_plays.play_values import find_day_order, read_day, read_place, read_total

SEPARATORS = "\t;,|"
"""What may stand between cells; a table has the one that cuts most lines alike."""

SAMPLE = 200
"""Lines by which separator, layout and order of days are guessed."""

ONE_LINE = re.compile(r"\s*([^,;:=()]+?)\s*[:=( ]\s*(-?\d+)\s*\)?\s*(?:[,;]|$)")
"""A player with a total among others in one cell: ``Anna 123, Bert (98)``."""

_SLASHED = re.compile(r"\s*\d{1,2}\s*/\s*\d{1,2}\s*/")


@cache
def read_column_words() -> Mapping[str, str]:
    """Return the meaning of a column by its heading, folded."""
    words = json.loads(Path(__file__).with_name("column_words.json").read_text("utf-8"))
    return {fold_name(word): meaning for meaning, all_words in words.items() for word in all_words}


@dataclass(frozen=True, slots=True)
class Columns:
    """The meaning of a table's columns.

    single: the column of each meaning. pairs: columns of name, total and place of each seat.
    people: the column of each person by name. header: whether the first line holds headings.
    """

    single: Mapping[str, int] = field(default_factory=dict)
    pairs: Sequence[tuple[int, int, int | None]] = ()
    people: Mapping[int, str] = field(default_factory=dict)
    header: bool = True


def split_cells(text: str) -> list[tuple[int, list[str]]]:
    """Return the filled lines of a table with their numbers from 1, each as its cells."""
    lines = [line for line in text.splitlines()[:SAMPLE] if line.strip()]
    separator = max(SEPARATORS, key=lambda sign: _count_alike(lines, sign))
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, skipinitialspace=True)
    rows: list[tuple[int, list[str]]] = []
    before = 0
    for cells in reader:
        if any(cell.strip() for cell in cells):
            rows.append((before + 1, [cell.strip() for cell in cells]))
        before = reader.line_num
    return rows


def _count_alike(lines: Sequence[str], sign: str) -> tuple[int, int]:
    counts = [len(next(csv.reader([line], delimiter=sign), [])) for line in lines]
    usual = max(set(counts), key=lambda size: (counts.count(size), size), default=1)
    return (counts.count(usual) if usual > 1 else 0), usual


def guess_columns(rows: Sequence[tuple[int, list[str]]]) -> Columns:
    """Return the meaning of the columns of a table, by their headings, else by their values."""
    if not rows:
        return Columns()
    head = rows[0][1]
    words = read_column_words()
    meanings = [words.get(fold_name(cell), "") for cell in head]
    numbered = [_read_numbered(cell) for cell in head]
    if not any(meanings) and not any(numbered):
        return _guess_by_content(rows)
    pairs = _pair_columns(numbered)
    single = {meaning: place for place, meaning in reversed(list(enumerate(meanings))) if meaning}
    if pairs or "player" in single or "players" in single:
        return Columns(single, pairs)
    taken = {place for place, meaning in enumerate(meanings) if meaning}
    people = {
        place: clean_name(cell)
        for place, cell in enumerate(head)
        if place not in taken and cell and _holds_totals(rows, place)
    }
    return Columns(single, (), people)


def _read_numbered(cell: str) -> tuple[str, int] | None:
    """Return meaning and number of a heading such as ``Player 2`` or ``Score2``."""
    match = re.fullmatch(r"(\D+?)[\s_.#-]*(\d{1,2})(?:[\s_.-]+(\D+))?", fold_name(cell))
    if not match:
        return None
    words = read_column_words()
    meaning = words.get((match[3] or match[1]).strip(), "")
    return (meaning, int(match[2])) if meaning in ("player", "total", "place") else None


def _pair_columns(numbered: Sequence[tuple[str, int] | None]) -> list[tuple[int, int, int | None]]:
    seats: dict[int, dict[str, int]] = {}
    for place, own in enumerate(numbered):
        if own:
            seats.setdefault(own[1], {})[own[0]] = place
    return [
        (seat["player"], seat["total"], seat.get("place"))
        for _number, seat in sorted(seats.items())
        if "player" in seat and "total" in seat
    ]


def _holds_totals(rows: Sequence[tuple[int, list[str]]], place: int) -> bool:
    cells = [row[place] for _line, row in rows[1:SAMPLE] if place < len(row) and row[place]]
    return bool(cells) and 2 * sum(read_total(cell) is not None for cell in cells) > len(cells)


def _guess_by_content(rows: Sequence[tuple[int, list[str]]]) -> Columns:
    """Return the columns of a table without headings: a day, a name and a total a line."""
    single: dict[str, int] = {}
    for place in range(max(len(row) for _line, row in rows[:SAMPLE])):
        cells = [row[place] for _line, row in rows[:SAMPLE] if place < len(row) and row[place]]
        for meaning, fits in (
            ("day", lambda cell: read_day(cell) is not None),
            ("game", lambda cell: find_game(cell) is not None),
            ("total", lambda cell: read_total(cell) is not None),
            ("players", lambda cell: len(ONE_LINE.findall(cell)) > 1),
            ("player", lambda cell: read_total(cell) is None),
        ):
            fitting = sum(map(fits, cells))
            enough = fitting > 0 if meaning == "game" else 2 * fitting > len(cells)
            if meaning not in single and enough:
                single[meaning] = place
                break
    return Columns(single, header=False)


MEANINGS = (
    "day", "game", "player", "total", "place", "person", "players", "location", "edition",
    "modules", "won", "play", "ignored",
)  # fmt: skip
"""The meanings that a person may give a column. person: its heading is a name, its cells totals."""


def assign_columns(rows: Sequence[tuple[int, list[str]]], meanings: Sequence[str]) -> Columns:
    """Return the columns of a table by their chosen meanings, in order; none: guess them."""
    guessed = guess_columns(rows)
    if not meanings:
        return guessed
    places: dict[str, list[int]] = {}
    for place, meaning in enumerate(meanings):
        places.setdefault(meaning, []).append(place)
    seats = [places.get(meaning, []) for meaning in ("player", "total", "place")]
    pairs = []
    if len(seats[0]) > 1:
        padded = [*seats[2], *[None] * len(seats[0])]
        pairs = list(zip(seats[0], seats[1], padded, strict=False))
    head = rows[0][1] if rows and guessed.header else []
    people = {at: clean_name(head[at]) for at in places.get("person", ()) if at < len(head)}
    left_out = ("ignored", "person", *(("player", "total", "place") if pairs else ()))
    single = {meaning: at[0] for meaning, at in places.items() if meaning not in left_out}
    return Columns(single, pairs, people, guessed.header)


def list_columns(
    rows: Sequence[tuple[int, list[str]]], columns: Columns
) -> list[tuple[str, str, str]]:
    """Return heading, first cell and meaning of each column of a table."""
    width = max((len(row) for _line, row in rows[:SAMPLE]), default=0)
    meanings = {place: meaning for meaning, place in columns.single.items()}
    meanings |= dict.fromkeys(columns.people, "person")
    for seat in columns.pairs:
        at_seat = zip(seat, ("player", "total", "place"), strict=True)
        meanings |= {place: meaning for place, meaning in at_seat if place is not None}
    filled = [row for _line, row in rows[:SAMPLE]]
    head, body = (filled[:1], filled[1:]) if columns.header else ([], filled)
    return [
        (
            next((_read_cell(row, place) for row in head), ""),
            next((row[place] for row in body if _read_cell(row, place)), ""),
            meanings.get(place, "ignored"),
        )
        for place in range(width)
    ]


def read_rows(rows: Sequence[tuple[int, list[str]]], known: Columns) -> Iterator[PastPlay]:
    """Yield the plays of a table's lines."""
    lines = rows[1:] if known.header else rows
    day = known.single.get("day")
    days = [row[day] for _line, row in lines[:SAMPLE] if day is not None and day < len(row)]
    order = find_day_order(days)
    if known.pairs or known.people or "players" in known.single:
        for line, row in lines:
            yield _read_play(line, row, known, order, _read_seats(row, known))
    else:
        yield from _join_lines(lines, known, order)


def _read_seats(row: Sequence[str], columns: Columns) -> list[PastPlayer]:
    if columns.pairs:
        return [
            PastPlayer(
                clean_name(_read_cell(row, name)),
                read_total(_read_cell(row, total)),
                read_place(_read_cell(row, place)),
            )
            for name, total, place in columns.pairs
            if _read_cell(row, name) or _read_cell(row, total)
        ]
    if columns.people:
        return [
            PastPlayer(name, read_total(_read_cell(row, place)))
            for place, name in columns.people.items()
            if _read_cell(row, place)
        ]
    cell = _read_cell(row, columns.single.get("players"))
    return [PastPlayer(clean_name(name), int(total)) for name, total in ONE_LINE.findall(cell)]


def _read_cell(row: Sequence[str], place: int | None) -> str:
    return row[place] if place is not None and place < len(row) else ""


def _read_play(
    line: int, row: Sequence[str], columns: Columns, order: str, players: Sequence[PastPlayer]
) -> PastPlay:
    cells = {meaning: _read_cell(row, place) for meaning, place in columns.single.items()}
    called = clean_name(cells.get("game", ""))
    modules = cells.get("modules", "")
    told = f"{called} {cells.get('edition', '')} {modules}"
    game = find_game(called)
    problems = []
    if not order and _SLASHED.match(cells.get("day", "")):
        problems.append(_("Day and month of %(day)s may be the other way round.", day=cells["day"]))
    return PastPlay(
        line,
        read_day(cells.get("day", ""), order),
        game,
        called,
        tuple(players),
        clean_name(cells.get("location", "")),
        find_edition(game, told),
        names_expansion(told),
        tuple(problems),
        find_modules(game, modules or (told if names_expansion(told) else "")),
    )


def _join_lines(
    lines: Sequence[tuple[int, list[str]]], columns: Columns, order: str
) -> Iterator[PastPlay]:
    """Yield the plays of a table with a line for each player: lines that belong together."""
    single = columns.single
    group: list[PastPlayer] = []
    first: tuple[int, list[str]] | None = None
    last: tuple[str, ...] = ()
    for line, row in lines:
        name = clean_name(_read_cell(row, single.get("player")))
        own = tuple(
            _read_cell(row, single.get(meaning)) for meaning in ("day", "game", "location", "play")
        )
        own = tuple(new or old for new, old in zip(own, last or own, strict=True))
        place = read_place(_read_cell(row, single.get("place")))
        again = any(fold_name(one.name) == fold_name(name) for one in group)
        if first is not None and (own != last or (again and "play" not in single)):
            yield _read_play(first[0], _fill_row(first[1], single, last), columns, order, group)
            group, first = [], None
        first = first or (line, row)
        last = own
        won = fold_name(_read_cell(row, single.get("won"))) in YES
        group.append(PastPlayer(name, read_total(_read_cell(row, single.get("total"))), place, won))
    if first is not None:
        yield _read_play(first[0], _fill_row(first[1], single, last), columns, order, group)


YES = {"1", "x", "yes", "y", "true", "да", "oui", "vrai", "예", "네", "o", "win", "won"}
"""How a table says that a player won, folded."""


def _fill_row(row: list[str], single: Mapping[str, int], told: Sequence[str]) -> list[str]:
    """Return a row in which day, game and location are told, also where a line above told them."""
    filled = [*row, *[""] * (max(single.values(), default=0) + 1 - len(row))]
    for meaning, value in zip(("day", "game", "location", "play"), told, strict=True):
        if meaning in single:
            filled[single[meaning]] = value
    return filled
