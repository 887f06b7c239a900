"""Replies of the page of a game: one object, made by one function for each outcome of a send."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flask import request, url_for

from adjudicator.verdict import Unclear, Verdict
from recorder.games import access
from recorder.games.tables import Outcome
from recorder.games.visibility import GameView
from recorder.pages import presenter
from recorder.pages.shared import views
from recorder.pages.shared.filters import sentence
from recorder.pages.shared.sentences import meanwhile, word_entry
from recorder.pages.wording import gettext as _
from recorder.pages.wording import join_sayings
from recorder.store.ledger import Refused, Repeated, Stale
from recorder.web.context import precedents

Row = Sequence[Mapping[str, Any]]
"""The entries of one tap."""

Question = Mapping[str, object]
"""The question to a phone whose entry had to wait, for its line.

phrase: the stopped entry, in the words of the log. why, more: in a line and in full. anyway: field,
value and word of the button that enters it all the same, and its aim if it is not the place of
entries; None where there is none.
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class GameReply:
    """The answer of the page of a game.

    outcome: in a word. note: the message above the table, by its name in ``parts/note.html``.
    reads: the values of ``parts/reads.html``, where a figure is to be read. asks: the question to
    the phone. heard: others did something, and the page is brought up to date. taken: the version
    after the sent entries. The phone's next entry starts from it, so entries of others in between
    are noticed. made: how many entries were just made. closed: the last ended the turn by itself,
    since nothing else was left. again: a sentence that somebody else had tapped the same. stepped:
    a step was just undone or redone.
    """

    table: GameView
    outcome: str = "looked"
    status: int = 200
    note: Mapping[str, Any] = field(default_factory=dict)
    reads: Mapping[str, Any] | None = None
    asks: Question | None = None
    heard: bool = False
    taken: int | None = None
    made: int = 0
    closed: bool = False
    again: str = ""
    stepped: bool = False


def make_reply(outcome: Outcome, row: Row, made: int = 0, closed: bool = False) -> GameReply:
    """Return the reply to a send: recorded, refused, or overtaken by somebody else.

    row: the sent entries, from the one that the outcome is about; empty where a step was taken.
    made: how many entries the tap made. closed: the last of them ended the turn by itself.
    """
    table = outcome.now
    if isinstance(outcome, Refused):
        verdict = outcome.verdict
        if isinstance(verdict, Unclear) and verdict.is_applied:
            return _ask_figure(table, row, verdict)
        return _refuse_entry(table, row[0], verdict)
    if isinstance(outcome, Stale):
        return _ask_again(outcome, row)
    repeated, again = isinstance(outcome, Repeated), ""
    if row and isinstance(outcome, Repeated) and outcome.elsewhere:
        again = _("Already recorded by somebody else.")
        if outcome.version != table.version:
            what = join_sayings(word_entry(table.header, each) for each in row)
            again = sentence(_("Already recorded by somebody else: %(what)s", what=what))
    return GameReply(
        table=table,
        outcome="repeated" if repeated else "appended",
        taken=outcome.version,
        made=made,
        closed=closed,
        again=again,
        stepped=not row,
    )


def make_problem(table: GameView, problem: str, status: int) -> GameReply:
    """Return the reply to a send that cannot be recorded. problem: why, in words."""
    why = _("This could not be recorded")
    asks: Question = {"why": why, "more": sentence(problem), "anyway": None}
    note = {"problem": problem}
    return GameReply(table=table, outcome="problem", status=status, note=note, asks=asks)


def _refuse_entry(table: GameView, entry: Mapping[str, Any], found: Verdict) -> GameReply:
    """Return the reply to an entry that takes no effect: whether it is kept all the same."""
    verdict = found.to_json(table.language)
    refused = {
        "entry": entry,
        "phrase": word_entry(table.header, entry),
        "verdict": verdict,
        "may_stand": table.link.role == access.TABLE,
        "may_propose": table.link.seat is not None,
        "precedents": precedents().find_for_verdict(table, found),
    }
    unclear = verdict["verdict"] == "unclear"
    said = [verdict] if unclear else verdict.get("violations", ())
    keys = ("message", "default") if unclear else ("message", "instead")
    told = [sentence(one[key]) for key in keys for one in said if one.get(key)]
    anyway = None
    if refused["may_stand"]:
        anyway = ["ruling", json.dumps(entry), _("Record anyway")]
    elif refused["may_propose"]:
        place = url_for("pages.propose_entry", token=table.link.token)
        anyway = ["proposed", json.dumps(entry), _("Propose to keep as played"), place]
    asks: Question = {
        "phrase": refused["phrase"],
        "why": _("The rules do not settle this") if unclear else _("Not allowed"),
        "more": " ".join(dict.fromkeys(told)),
        "anyway": anyway,
    }
    return GameReply(table=table, outcome="refused", note={"refused": refused}, asks=asks)


def _ask_again(outcome: Stale[GameView], row: Row) -> GameReply:
    """Return the reply to a row, or a step, that others have overtaken: whether it is sent now."""
    table = outcome.now
    entry = row if len(row) > 1 else row[0] if row else None
    phrase = join_sayings(word_entry(table.header, each) for each in row)
    lines = meanwhile(table.header, outcome)
    stale = {"entry": entry, "phrase": phrase or _("undo the last entry"), "meanwhile": lines}
    asks: Question = {
        "phrase": stale["phrase"],
        "why": _("Somebody else entered something in the meantime"),
        "more": " ".join(lines),
        "anyway": ["entry", json.dumps(entry), _("Enter now")] if entry else None,
    }
    return GameReply(table=table, outcome="stale", status=409, note={"stale": stale}, asks=asks)


def _ask_figure(table: GameView, row: Row, verdict: Unclear) -> GameReply:
    """Return the reply to a row that needs a figure on a component: its sheet, if the game has one.

    The sheet's form sends the figure and then the waiting row.
    """
    view = views.of_table(table, request.values.get("shown"))
    found = presenter.find_presenter(table.header["game"]).reading_sheet(view, verdict.reads or {})
    if found is None:
        return GameReply(table=table, outcome="reads")
    waits = join_sayings(word_entry(table.header, each) for each in row)
    rest: Any = list(row) if len(row) > 1 else row[0]
    word = _("We cannot read it now: accept it without paying or gaining")
    asks: Question = {
        "phrase": waits,
        "why": _("What does it show?"),
        "more": "",
        "anyway": ["unread", json.dumps(rest), word],
    }
    reads = {"template": found[0], "m": found[1], "row": row, "rest": rest, "waits": waits}
    return GameReply(table=table, outcome="reads", reads=reads, asks=asks)
