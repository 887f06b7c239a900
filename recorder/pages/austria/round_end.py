"""The end of a round as steps in the order of the rules, each with its numbers before the next.

The effects of the steps are read off the tables between them
(``adjudicator.austria.chapters.round_end``); a step with an open choice is the last one shown,
until the choice has been made.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.austria.assembled import moved_pieces
from adjudicator.austria.chapters import round_end
from adjudicator.austria.chapters.round_end import StepDone
from adjudicator.pieces import Scene
from recorder.pages.austria import emperor, modules, piece_words
from recorder.pages.presenter import View
from recorder.pages.wording import gettext as _
from recorder.pages.wording import lazy

TITLES: Mapping[str, object] = {
    "emperor": lazy("Emperor scoring"),
    "ready": lazy("Used cards are readied"),
    "next": lazy("The next round"),
}
"""The steps that every game has (GAH-END-01 to 03)."""


def list_round_end_steps(view: View) -> list[dict[str, Any]]:
    """Return the steps of the round just closed, if a module has steps of its own."""
    faces = modules.list_faces(view.header)
    if not any(face.steps for face in faces):
        return []
    number = emperor.find_closing_entry(view)
    if number is None:
        return []
    shown = []
    for done in round_end.list_steps_done(view.known.walk_states, number, view.entries):
        if done.id == "next" and view.position["phase"] == "over":
            continue  # the final scoring, which has a page of its own
        title = _title(done)
        panel = next(filter(None, (face.step_panel(view, done) for face in faces)), None)
        table = emperor.emperor_scoring(view) if done.id == "emperor" else None
        lines = _lines(view, done, tabled=bool(panel or table))
        if title and (lines or panel or table):
            shown.append({"title": title, "lines": lines, "panel": panel, "emperor": table})
    return shown


def _title(done: StepDone) -> str:
    return str(TITLES.get(done.id) or modules.module_word(lambda face: face.steps, done.id))


def _lines(view: View, done: StepDone, tabled: bool) -> list[str]:
    """Return the effects of a step on the pieces, player by player.

    tabled: whether the step has a table, which shows its own points and spaces already.
    """
    told = []
    for one in moved_pieces.list_moved_pieces(
        Scene.from_state(done.before), Scene.from_state(done.after)
    ):
        if tabled and {one.what, *one.facts.get("parts", ())} - {"points"} == {done.id}:
            continue
        words = piece_words.describe_move(view.header, one, {})
        if words:
            name = view.name(one.of)
            told.append(_("%(name)s: %(what)s", name=name, what=words) if name else words)
    return told
