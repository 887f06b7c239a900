"""The open questions of Hotel Samoa's rulebook, for pages and documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.rulebook.markdown import capitalise_sentence, format_table, format_values
from adjudicator.rulebook.tables import Decision, OpenQuestion, TextDifference
from adjudicator.samoa.printed.catalogue import QUESTIONS

_QUESTIONS = """
## Open questions: Hotel Samoa

There is one edition, so every one of these is settled by a default or by the table.
"""


def questions() -> Sequence[OpenQuestion]:
    """Return the open questions (``SAM-U-01`` to ``-36``)."""
    return tuple(
        OpenQuestion(
            row.id,
            "samoa",
            row.question,
            row.values[row.default],
            row.values if len(row.values) > 1 else {},
            None,
            row.unclear,
            (),
        )
        for row in QUESTIONS.values()
    )


def differences() -> Sequence[TextDifference]:
    """Return nothing: there is one edition."""
    return ()


def switches() -> Sequence[Decision]:
    """Return nothing: there is one edition."""
    return ()


def printed() -> Iterator[str]:
    """Yield the parts of ``docs/editions.md``."""
    yield _QUESTIONS
    head = ("Id", "Question", "Treated as", "Unclear", "A table may set")
    yield format_table(
        head,
        (
            (
                row.id,
                row.question,
                capitalise_sentence(row.default),
                "yes" if row.unclear else "",
                format_values(row.values),
            )
            for row in questions()
        ),
    )
