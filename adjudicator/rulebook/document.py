"""``docs/editions.md``: the tables of differences, switches and open questions, for reading.

The document is printed from the tables and from nothing else. It is built, not kept: bin/docs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from adjudicator.austria.editions import EDITIONS
from adjudicator.rulebook import RULEBOOK, tables
from adjudicator.rulebook.tables import Question

PLACE = Path(__file__).parents[2] / "docs" / "editions.md"
"""Where the document is written, unless another place is named."""

_INTRODUCTION = """\
# Editions, house rules and open questions

Printed by `bin/docs` from the tables. Change the tables, not this page.

The printed books of Grand Austria Hotel differ in places, and all of them leave questions open.
Where play depends on it, the program has a *switch*. The edition of a record sets it. A table can
set it with a house rule in `options.rulings`. The house rule names one of the values, or an edition
that plays so: `{"GAH-TURN-12": "2015-ko", "U-07": "forbidden"}`. A verdict that depends on a house
rule says so.
"""

_BOOKS = """
## Books

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

_QUESTIONS = """
## Open questions: Grand Austria Hotel

What the books leave open and how the program treats it.

- *Settled by*: the record format, the table of editions or the figures of the catalogue. If it is
  empty, the default is the program's own.
- *Unclear*: an entry that depends on it gets the verdict `unclear`.
- *A table may set*: values for `options.rulings`.
"""

_MODULE_QUESTIONS = """
## Open questions: Let's Waltz!

What the book of the expansion leaves open (`U`), and what is printed on its components only
(`P`). A figure that has to be read off a component is entered once, in `options.figures` or by an
entry `figure`. A ruling on a question of a module needs that module in the record.
"""

_SAMOA_QUESTIONS = """
## Open questions: Hotel Samoa

There is one edition, so every one of these is settled by a default or by the table.
"""


def document() -> str:
    """Return the document. Raises BrokenRulebook when a table cannot be used."""
    own = tables.questions("austria")
    parts = (
        _INTRODUCTION,
        _BOOKS,
        _books(),
        _SWITCHES,
        _switches(),
        _DIFFERENCES,
        _differences(),
        _QUESTIONS,
        _questions(row for row in own if row.id.startswith("U-")),
        _MODULE_QUESTIONS,
        _questions(row for row in own if not row.id.startswith("U-")),
        _SAMOA_QUESTIONS,
        _samoa_questions(tables.questions("samoa")),
    )
    return "\n\n".join(part.strip() for part in parts) + "\n"


def _books() -> str:
    rows = [
        (f"`{book.code}`", book.title, str(book.year or "")) for book in RULEBOOK.books.values()
    ]
    return _table(("Code", "Book", "Year"), rows)


def _switches() -> str:
    rows = [
        (
            f"`{switch.id}`",
            _sentence(switch.point),
            *(f"`{switch.editions[edition]}`" for edition in EDITIONS),
            _values(switch.values),
        )
        for switch in tables.switches()
    ]
    return _table(("Switch", "Point", *EDITIONS, "Values"), rows)


def _differences() -> str:
    rows = []
    for difference in tables.differences():
        effect = difference.reason or f"Switch `{difference.switch}`: {_by_value(difference)}."
        rows.append((difference.id, difference.point, _rules(difference.rules), effect))
    return _table(("Id", "Point", "Rules", "Effect on play"), rows)


def _by_value(difference: tables.Difference) -> str:
    """Return which editions play which value, the same ones together."""
    by_value: dict[str, list[str]] = {}
    for edition in EDITIONS:
        by_value.setdefault(difference.editions[edition], []).append(edition)
    return "; ".join(f"`{value}` in {', '.join(names)}" for value, names in by_value.items())


def _questions(questions: Iterable[Question]) -> str:
    rows = [
        (
            question.id,
            question.question,
            question.default,
            question.settled_by or "",
            "yes" if question.unclear else "",
            _values(question.values),
            _rules(question.rules),
        )
        for question in questions
    ]
    head = ("Id", "Question", "Treated as", "Settled by", "Unclear", "A table may set", "Rules")
    return _table(head, rows)


def _samoa_questions(questions: Iterable[Question]) -> str:
    rows = [
        (
            question.id,
            question.question,
            _sentence(question.default),
            "yes" if question.unclear else "",
            _values(question.values),
        )
        for question in questions
    ]
    return _table(("Id", "Question", "Treated as", "Unclear", "A table may set"), rows)


def _values(values: Mapping[str, str]) -> str:
    return "; ".join(f"`{value}`: {meaning}" for value, meaning in values.items())


def _rules(rules: Sequence[str]) -> str:
    return ", ".join(rules)


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(map(_cell, line))} |\n" for line in lines)


def _cell(words: str) -> str:
    return words.replace("|", "\\|").replace("\n", " ")
