"""The differences of the printed texts of Grand Austria Hotel, and the questions they leave open.

The differences are in ``data/differences.json``, the questions with the base game and with each
module.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from operator import itemgetter
from pathlib import Path
from typing import Any

from adjudicator.austria.printed import datafile
from adjudicator.austria.printed.editions import EDITIONS, SWITCHES, Switch
from adjudicator.messages import DataSentence
from adjudicator.messages.po import BrokenData
from adjudicator.rulebook.book import load_document
from adjudicator.rulebook.markdown import format_table, format_values
from adjudicator.rulebook.tables import OpenQuestion, TextDifference, check_numbering
from adjudicator.shapes import ANYTHING, BOOLEAN, TEXT, Exactly, Fields, ListOf, Narrowed, Nullable

GAME = "austria"

MODULES = datafile.FOLDER.parent / "modules"
"""Where the modules of the expansion keep their data, each in a folder of its own."""

_QUESTION_ID = re.compile(r"(?:WALTZ-)?U-")
_IDS = ListOf(TEXT)
_DIFFERENCE = {"id": TEXT, "point": TEXT, "rules": _IDS}
_SWITCH_ROW = Fields(_DIFFERENCE | {"kind": Exactly("switch"), "switch": TEXT})
_NO_EFFECT_ROW = Fields(_DIFFERENCE | {"kind": Exactly("no-effect"), "reason": TEXT})
_QUESTION = Fields(
    {
        "id": TEXT,
        "question": TEXT,
        "default": TEXT,
        "settled_by": Nullable(TEXT),
        "unclear": BOOLEAN,
        "rules": _IDS,
    }
)


def _check_difference(row: Any) -> None:
    is_switch = isinstance(row, dict) and row.get("kind") == "switch"
    (_SWITCH_ROW if is_switch else _NO_EFFECT_ROW).check(row)


def read_differences(path: Path) -> Sequence[TextDifference]:
    """Return the differences of a file in order.

    Raises BrokenData, naming file and id, for a row that cannot be used.
    """
    rows = load_document(path, ListOf(Narrowed(ANYTHING, _check_difference)), path.name)
    check_numbering(path.name, rows, "D-", GAME)
    for row in rows:
        if "switch" in row and row["switch"] not in SWITCHES:
            raise BrokenData(f"{path.name}, {row['id']}: {row['switch']!r} is no switch")
    return tuple(
        TextDifference(
            row["id"],
            DataSentence(f"{row['id']}.point", row["point"]),
            tuple(row["rules"]),
            row.get("switch"),
            DataSentence(f"{row['id']}.reason", row["reason"]) if "reason" in row else None,
            SWITCHES[row["switch"]].editions if "switch" in row else {},
        )
        for row in rows
    )


def read_questions(path: Path) -> Sequence[OpenQuestion]:
    """Return the open questions of the base game in a file, in order.

    Raises BrokenData, naming file and id, for a row that cannot be used.
    """
    rows = load_document(path, ListOf(_QUESTION), path.name)
    check_numbering(path.name, rows, "U-", GAME)
    return _make_questions(rows, SWITCHES)


def read_module_questions(folder: Path) -> Sequence[OpenQuestion]:
    """Return the open questions of the expansion, read from its modules: U items, then P items."""
    rows = []
    for path in sorted(folder.rglob("questions.json")):
        rows += load_document(path, ListOf(_QUESTION), str(path.relative_to(folder)))
    found: list[OpenQuestion] = []
    for prefix in ("WALTZ-U-", "WALTZ-P-"):
        own = sorted((row for row in rows if row["id"].startswith(prefix)), key=itemgetter("id"))
        check_numbering("questions.json", own, prefix, GAME)
        found += _make_questions(own, module_switches())
    if len(found) != len(rows):
        raise BrokenData("questions.json: has ids that are neither U nor P items")
    return tuple(found)


def _make_questions(
    rows: Sequence[Mapping[str, Any]], known: Mapping[str, Switch]
) -> Sequence[OpenQuestion]:
    return tuple(
        OpenQuestion(
            row["id"],
            GAME,
            DataSentence(f"{row['id']}.question", row["question"]),
            DataSentence(f"{row['id']}.default", row["default"]),
            known[row["id"]].values if row["id"] in known else {},
            row["settled_by"],
            row["unclear"],
            tuple(row["rules"]),
        )
        for row in rows
    )


@cache
def differences() -> Sequence[TextDifference]:
    """Return where the printed texts differ (``D-01`` to ``D-104``). Raises BrokenData."""
    return read_differences(datafile.FOLDER / "differences.json")


@cache
def questions() -> Sequence[OpenQuestion]:
    """Return the open questions of the base game (``U-01`` to ``U-70``) and of the expansion.

    The expansion has ``WALTZ-U-01`` to ``-56``, and ``WALTZ-P-01`` to ``-24`` for figures that are
    printed on its components only. Raises BrokenData.
    """
    return (*read_questions(datafile.FOLDER / "questions.json"), *read_module_questions(MODULES))


def switches() -> Sequence[Switch]:
    """Return the switches tied to rules: an edition sets them, and a house rule may change them."""
    known = (*SWITCHES.values(), *module_switches().values())
    return tuple(switch for switch in known if not _QUESTION_ID.match(switch.id))


@cache
def module_switches() -> Mapping[str, Switch]:
    """Return the switches that modules bring, by id. Raises BrokenData for a broken row."""
    rows = (
        row
        for path in sorted(MODULES.rglob("switches.json"))
        for row in datafile.rows_of(path.name, "switches", path.parent)
    )
    return {switch.id: switch for switch in map(Switch, rows)}


_EDITIONS = """
## Grand Austria Hotel

The printed books of Grand Austria Hotel differ in places, and all of them leave questions open.
Where play depends on it, the program has a *switch*. The edition of a record sets it. A table can
set it with a house rule in `options.rulings`. The house rule names one of the values, or an edition
that plays so: `{"GAH-TURN-12": "2015-ko", "U-07": "forbidden"}`. A verdict that depends on a house
rule says so.

The edition `2022` is known from public references; its book was not at hand and is not cited.
The modules of *Let's Waltz!* are played with every edition.
"""

_SWITCHES = """
## Switches

What each edition plays. Where a switch has the same value everywhere, only a house rule changes
it.
"""

_DIFFERENCES = """
## Differences of the printed texts

Every point in which the texts of 2015 differ: either a switch, or without effect on play, with
the reason.
"""

_OPEN = """
## Open questions: Grand Austria Hotel

What the books leave open and how the program treats it.

- *Settled by*: the record format, the table of editions or the figures of the catalogue. If it is
  empty, the default is the program's own.
- *Unclear*: an entry that depends on it gets the verdict `unclear`.
- *A table may set*: values for `options.rulings`.
"""

_OPEN_IN_MODULES = """
## Open questions: Let's Waltz!

What the book of the expansion leaves open (`U`), and what is printed on its components only
(`P`). A figure that has to be read off a component is entered once, in `options.figures` or by an
entry `figure`. A ruling on a question of a module needs that module in the record.
"""


def printed() -> Iterator[str]:
    """Yield the parts of ``docs/editions.md``."""
    yield from (_EDITIONS, _SWITCHES, _printed_switches(), _DIFFERENCES, _printed_differences())
    yield from (_OPEN, _printed_questions(row for row in questions() if row.id.startswith("U-")))
    yield _OPEN_IN_MODULES
    yield _printed_questions(row for row in questions() if not row.id.startswith("U-"))


def _printed_switches() -> str:
    rows = [
        (
            f"`{switch.id}`",
            switch.point,
            *(f"`{switch.editions[edition]}`" for edition in EDITIONS),
            format_values(switch.values),
        )
        for switch in switches()
    ]
    return format_table(("Switch", "Point", *EDITIONS, "Values"), rows)


def _printed_differences() -> str:
    rows = []
    for difference in differences():
        effect = difference.reason or f"Switch `{difference.switch}`: {_by_value(difference)}."
        rows.append((difference.id, difference.point, ", ".join(difference.rules), effect))
    return format_table(("Id", "Point", "Rules", "Effect on play"), rows)


def _by_value(difference: TextDifference) -> str:
    """Return which editions play which value, the same ones together."""
    by_value: dict[str, list[str]] = {}
    for edition in EDITIONS:
        by_value.setdefault(difference.editions[edition], []).append(edition)
    return "; ".join(f"`{value}` in {', '.join(names)}" for value, names in by_value.items())


def _printed_questions(asked: Iterable[OpenQuestion]) -> str:
    rows = [
        (
            question.id,
            question.question,
            question.default,
            question.settled_by or "",
            "yes" if question.unclear else "",
            format_values(question.values),
            ", ".join(question.rules),
        )
        for question in asked
    ]
    head = ("Id", "Question", "Treated as", "Settled by", "Unclear", "A table may set", "Rules")
    return format_table(head, rows)
