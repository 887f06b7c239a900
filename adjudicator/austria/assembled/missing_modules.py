"""Things of modules that a record does not name: which rule keeps them out (WALTZ-GEN-01, -02)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.austria import modules
from adjudicator.austria.assembled.boxes import box_of
from adjudicator.austria.printed.editions import rules_of
from adjudicator.austria.table.box import Box
from adjudicator.games import Game
from adjudicator.messages import M
from adjudicator.reading import check_entry
from adjudicator.record import Unreadable, require_shape
from adjudicator.shapes import Fields


def find_missing_module_rule(
    game: Game, document: Mapping[str, Any], problem: Unreadable
) -> str | None:
    """Return the rule that keeps something out because its module is not in play.

    A record without modules knows of none, and nothing is named.
    """
    named = frozenset(document.get("modules", ()))
    if (
        problem.rule is not None
        or not problem.key
        or not named <= modules.list_modules()
        or not named
    ):
        return None
    if problem.entry is not None:
        entry = document["entries"][problem.entry - 1]
        if not isinstance(entry, Mapping) or problem.key.partition(".")[0] not in entry:
            return None  # a missing key belongs to no module
    if _can_read(game, document, problem, box_of(named)):
        return None  # every name and key is known: something else is wrong
    facts = problem.message.facts.values() if isinstance(problem.message, M) else ()
    said = {*problem.key.split("."), *(str(fact).strip('"') for fact in facts)}
    for module in sorted(modules.list_modules() - named):
        box = box_of(named | {module})
        if _can_read(game, document, problem, box):
            return next((box.missed[word] for word in said if word in box.missed), "WALTZ-GEN-01")
    return None


def _can_read(game: Game, document: Mapping[str, Any], problem: Unreadable, box: Box) -> bool:
    """Return whether a box reads the refused key without the same problem."""
    try:
        if problem.entry is not None:
            ids = [player["id"] for player in document["players"]]
            entry = document["entries"][problem.entry - 1]
            check_entry(game, ids, entry, problem.entry, box.verbs)
        else:
            _check_header(document, str(problem.key).partition(".")[0], box)
    except Unreadable as other:
        return not f"{other.key}.".startswith(f"{problem.key}.")
    return True


def _check_header(document: Mapping[str, Any], part: str, box: Box) -> None:
    """Check one part of the header with the box of other modules."""
    shapes = box.shapes
    if part == "setup":
        require_shape(
            Fields({}, {**shapes.required_setup, **shapes.optional_setup}), document[part], part
        )
    elif part == "position":
        require_shape(shapes.position, document[part], part)
    elif part == "options":
        require_shape(shapes.options, document[part], part)
        rules_of(document["edition"], document[part].get("rulings", {}), box.switches)
    else:
        raise Unreadable(M("record.not-known-key"), key=part)
