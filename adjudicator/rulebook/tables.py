"""The tables beside the rules: where editions differ, and what the rulebooks leave open.

One table each is the source for pages, ``docs/editions.md`` and the tests: ``differences.json``
here, the questions with each game and each module. What a house rule may set, and what each
edition plays, is said once, by the switches in ``adjudicator.austria.editions`` and with the
modules; here it is only looked up.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from adjudicator.austria import datafile
from adjudicator.austria.editions import SWITCHES, Switch
from adjudicator.messages import Data
from adjudicator.rulebook import RULEBOOK
from adjudicator.rulebook.book import BrokenRulebook, load
from adjudicator.samoa.catalogue import QUESTIONS as SAMOA_QUESTIONS
from adjudicator.shapes import boolean, exactly, fields, list_of, nullable, text

HERE = Path(__file__).parent

MODULES = datafile.FOLDER.parent / "modules"
"""Where the modules of the expansion keep their data, each in a folder of its own."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One point in which the printed texts of Grand Austria Hotel differ (``D-01`` to ``D-104``).

    rules: the rules it touches. switch: the id of the switch it became, or None. reason: why it
    has no effect on play, or None.
    """

    id: str
    point: str
    rules: tuple[str, ...]
    switch: str | None
    reason: str | None

    @property
    def editions(self) -> Mapping[str, str]:
        """The value of its switch in each edition; empty where it has no effect."""
        return SWITCHES[self.switch].editions if self.switch else {}


@dataclass(frozen=True, slots=True)
class Question:
    """One question that the rulebooks leave open (``U-01`` to ``U-70``, ``SAM-U-01`` to ``-36``).

    Those of the expansion are ``WALTZ-U-01`` to ``-55``, and ``WALTZ-P-01`` to ``-24`` for what
    is printed on its components only.

    default: how the program treats it, in a sentence.
    values: what a house rule may set, each with its meaning; empty where there is nothing to set.
    settled_by: what settles it (record format, editions, figures), None where only the default.
    unclear: whether it leaves a verdict unclear until a house rule or a figure settles it.
    """

    id: str
    game: str
    question: str
    default: str
    values: Mapping[str, str]
    settled_by: str | None
    unclear: bool
    rules: tuple[str, ...]


_QUESTION_ID = re.compile(r"(?:WALTZ-)?U-")
_IDS = list_of(text)
_DIFFERENCE = {"id": text, "point": text, "rules": _IDS}
_SWITCH_ROW = fields(_DIFFERENCE | {"kind": exactly("switch"), "switch": text})
_NO_EFFECT_ROW = fields(_DIFFERENCE | {"kind": exactly("no-effect"), "reason": text})
_QUESTION = fields(
    {
        "id": text,
        "question": text,
        "default": text,
        "settled_by": nullable(text),
        "unclear": boolean,
        "rules": _IDS,
    }
)


def _difference(row: Any) -> None:
    is_switch = isinstance(row, dict) and row.get("kind") == "switch"
    (_SWITCH_ROW if is_switch else _NO_EFFECT_ROW)(row)


def read_differences(path: Path) -> Sequence[Difference]:
    """Return the differences of a file in order.

    Raises BrokenRulebook, naming file and id, for a row that cannot be used.
    """
    rows = load(path, list_of(_difference), path.name)
    _numbered(path.name, rows, "D-")
    for row in rows:
        if "switch" in row and row["switch"] not in SWITCHES:
            raise BrokenRulebook(f"{path.name}, {row['id']}: {row['switch']!r} is no switch")
    return tuple(
        Difference(
            row["id"],
            Data(f"{row['id']}.point", row["point"]),
            tuple(row["rules"]),
            row.get("switch"),
            Data(f"{row['id']}.reason", row["reason"]) if "reason" in row else None,
        )
        for row in rows
    )


def read_questions(path: Path) -> Sequence[Question]:
    """Return the open questions of the base game in a file, in order.

    Raises BrokenRulebook, naming file and id, for a row that cannot be used.
    """
    rows = load(path, list_of(_QUESTION), path.name)
    _numbered(path.name, rows, "U-")
    return _questions(rows, SWITCHES)


def read_module_questions(folder: Path) -> Sequence[Question]:
    """Return what the expansion leaves open, collected from its modules: U items, then P items.

    Raises BrokenRulebook, naming file and id, for a row that cannot be used.
    """
    rows = []
    for path in sorted(folder.rglob("questions.json")):
        rows += load(path, list_of(_QUESTION), str(path.relative_to(folder)))
    found: list[Question] = []
    for prefix in ("WALTZ-U-", "WALTZ-P-"):
        own = sorted((row for row in rows if row["id"].startswith(prefix)), key=_id)
        _numbered("questions.json", own, prefix)
        found += _questions(own, module_switches())
    if len(found) != len(rows):
        raise BrokenRulebook("questions.json: has ids that are neither U nor P items")
    return tuple(found)


def _id(row: Mapping[str, Any]) -> str:
    name: str = row["id"]
    return name


def _questions(
    rows: Sequence[Mapping[str, Any]], known: Mapping[str, Switch]
) -> Sequence[Question]:
    return tuple(
        Question(
            row["id"],
            "austria",
            Data(f"{row['id']}.question", row["question"]),
            Data(f"{row['id']}.default", row["default"]),
            known[row["id"]].values if row["id"] in known else {},
            Data(f"{row['id']}.settled_by", row["settled_by"]) if row["settled_by"] else None,
            row["unclear"],
            tuple(row["rules"]),
        )
        for row in rows
    )


@cache
def differences() -> Sequence[Difference]:
    """Return where the printed texts of Grand Austria Hotel differ. Raises BrokenRulebook."""
    return read_differences(HERE / "differences.json")


@cache
def questions(game: str) -> Sequence[Question]:
    """Return the open questions of a game. Raises KeyError, BrokenRulebook."""
    if game == "austria":
        own = read_questions(datafile.FOLDER / "questions.json")
        return (*own, *read_module_questions(MODULES))
    if game != "samoa":
        raise KeyError(game)
    return tuple(
        Question(
            row.id,
            game,
            row.question,
            row.values[row.default],
            row.values if len(row.values) > 1 else {},
            None,
            row.unclear,
            (),
        )
        for row in SAMOA_QUESTIONS.values()
    )


def switches() -> Sequence[Switch]:
    """Return the switches tied to rules: what an edition decides, and a house rule may change."""
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


def _numbered(name: str, rows: Sequence[Mapping[str, Any]], prefix: str) -> None:
    """Refuse a table with a gap, and a row that names a rule that does not exist."""
    known = set(RULEBOOK.ids("austria"))
    for number, row in enumerate(rows, start=1):
        if row["id"] != f"{prefix}{number:02}":
            raise BrokenRulebook(f"{name}, {row['id']}: {prefix}{number:02} is missing before it")
        for rule_id in row["rules"]:
            if rule_id not in known:
                raise BrokenRulebook(f"{name}, {row['id']}: {rule_id!r} is no rule")
