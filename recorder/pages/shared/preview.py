"""The consequences of a correction or a proposal, as its page shows them before it is done."""

from __future__ import annotations

from recorder.games.preview import Consequences
from recorder.pages import wording
from recorder.pages.shared import effects, sentences
from recorder.pages.shared.sentences import word_entry
from recorder.pages.wording import gettext as _

MOST_CHANGES = 30
"""Later verdicts that a preview writes out; of a game that falls apart it says how many."""


def context(found: Consequences) -> dict[str, object]:
    """Return the values for ``_follows.html``.

    Moves are told as pieces. While the final scoring is untold, nothing is told of points.
    """
    table = found.table
    header, after = table.header, found.entries
    changes = found.changes
    told = table.may_show_score
    moved = [one for one in found.moved if not told or one.what != "points"]
    did = effects.find_foreseen_effects(table, moved)
    scores = found.compared.scores if told else ()
    return {
        "changes": [
            {**change, "told": word_entry(header, after[change["after"]["entry"] - 1])}
            for change in changes[:MOST_CHANGES]
        ],
        "more": max(0, len(changes) - MOST_CHANGES),
        "effects": did,
        "scores": [
            {
                "name": sentences.names(header).get(each.path[0], each.path[0]),
                "part": _("total")
                if each.path[1] == "total"
                else wording.score_part_name(header, each.path[1]),
                "before": each.before,
                "after": each.after,
            }
            for each in scores
        ],
        "nothing": not (changes or did or scores),
        "unseen": found.hidden,
        "ends": found.compared.over,
    }
