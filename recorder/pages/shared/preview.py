"""What follows from a correction or a proposal, as its page shows it before it is done."""

from __future__ import annotations

from adjudicator.record import Header
from recorder.games.preview import Consequences
from recorder.pages import wording
from recorder.pages.shared import sentences
from recorder.pages.shared.sentences import word_entry
from recorder.pages.wording import gettext as _

MOST_CHANGES = 30
"""Later verdicts that a preview writes out; of a game that falls apart it says how many."""

_NOT_VALUES = ("open", "paid_groups", "took_guest", "extra_done")
"""Keys of a position that are no component anybody could look at."""


def context(found: Consequences) -> dict[str, object]:
    """Return what ``_follows.html`` needs."""
    table = found.table
    header, after = table.header, found.entries
    changes = found.changes()
    return {
        "changes": [
            change | {"told": word_entry(header, after[change["after"]["entry"] - 1])}
            for change in changes[:MOST_CHANGES]
        ],
        "more": max(0, len(changes) - MOST_CHANGES),
        "values": [
            {
                "name": sentences.path_words(header, each.path),
                "before": sentences.value_words(each.before, sentences.names(header)),
                "after": sentences.value_words(each.after, sentences.names(header)),
            }
            for each in found.comparison.position
            if each.path[0] not in _NOT_VALUES
        ],
        "scores": [
            {
                "name": sentences.names(header).get(each.path[0], each.path[0]),
                "part": _part(header, each.path[1]),
                "before": each.before,
                "after": each.after,
            }
            for each in found.comparison.scores
        ],
        "nothing": found.comparison.is_empty,
        "unseen": found.hidden,
        "ends": found.comparison.over,
    }


def _part(header: Header, part: str) -> str:
    return _("total") if part == "total" else wording.score_part_name(header, part)
