"""One entry and its corrections: change, remove, put one in before; the history.

A correction is shown with its consequences before it is saved. If somebody else did something in
between, the page shows it and asks again, with the correction kept.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from flask import abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from adjudicator import games
from adjudicator.edits import CHANGE, KINDS, REMOVE, Edit
from adjudicator.record import RULE, Unreadable
from recorder.games import access
from recorder.games.entry_line import (
    count_steps_again,
    count_steps_back,
    count_steps_to,
    count_taps,
    find_tap,
)
from recorder.games.visibility import GameView
from recorder.languages.speech import explain_problem
from recorder.pages import presenter
from recorder.pages.forms import entry_forms, offers
from recorder.pages.presenter import View
from recorder.pages.shared import effects, known_links, sentences, views
from recorder.pages.shared import preview as follows
from recorder.pages.shared.blueprint import pages
from recorder.pages.shared.delivery import lead_script
from recorder.pages.shared.header import frame, show_overtaken
from recorder.pages.shared.parts import name_parts
from recorder.pages.shared.problems import field_of, tell_script, word_problem
from recorder.pages.shared.sentences import word_entry
from recorder.pages.wording import join_sayings, record_word
from recorder.store.ledger import Stale
from recorder.web import request_values
from recorder.web.context import corrections, precedents, tables
from recorder.web.request_values import PAGE, is_asked_by

MOST_OFFERS = 60
"""Buttons with open entries; of more, their number is said, and the board has them all."""

FIXED = ("do", "by", "note", "at")
"""Keys of an entry that the form of its values leaves alone."""


@pages.get("/t/<token>/entries/<int:number>")
def entry(token: str, number: int) -> str:
    """Show one entry: its verdict, ruling on it, correcting it, the dispute report."""
    table = known_links.open_until_told(token)
    own = _entry(table, number)
    rulings = [
        sentences.word_entry(table.header, other)
        for other in table.entry_knowledge.entries
        if other["do"] == RULE and other["entry"] == number
    ]
    return render_template(
        "entry.html",
        **frame(table, "log", sends=True),
        number=number,
        told=word_entry(table.header, own),
        round=table.entry_knowledge.rounds[number],
        verdict=table.verdict(number),
        ruling=own["do"] == RULE,
        rulings=rulings,
        precedents=precedents().find_for_entry(table, number),
        house=house.name if (house := precedents().find_chosen(table)) else "",
        effects=effects.find_effects(table, number, number).get(number, ()),
        may_correct=table.link.role == access.TABLE,
        may_propose=table.link.seat is not None,
        **(_describe_tap(table, number) if table.link.seat else {}),
        disputable=table.entry_knowledge.shows_whole(number),
    )


def _describe_tap(table: GameView, number: int) -> dict[str, object]:
    """Return what one tap made together with an entry, which is proposed to be changed together.

    first: the number of its first entry. changes, removes: how many of its entries a change and a
    removal are about; a change leaves rulings and the end of the turn. back: how many steps have to
    be taken back, taps: made by how many taps.
    """
    tap, entries = find_tap(table, number), table.entry_knowledge.entries
    shown = presenter.find_presenter(table.header["game"])
    ends = (
        n for n in tap[1:] if entries[n - 1]["do"] == RULE or shown.find_turn_end([entries[n - 1]])
    )
    moves = [word_entry(table.header, entries[n - 1]) for n in tap if entries[n - 1]["do"] != RULE]
    back = count_steps_to(table, number)
    return {
        "first": tap.start,
        "changes": next(ends, tap.stop) - tap.start,
        "removes": len(tap),
        "together": moves if len(moves) > 1 else [],
        "back": back,
        "taps": count_taps(table, back),
    }


@pages.get("/t/<token>/entries/<int:number>/<kind>")
def correction(token: str, number: int, kind: str) -> ResponseReturnValue:
    """Show the form that changes an entry or puts one in before it."""
    table = _open(token, number, kind)
    own = _entry(table, number)
    if kind == REMOVE:
        return _preview(table, _read_edit(table, kind, number, ()))
    if "text" in request.args:
        return _form(table, kind, number, own if kind == CHANGE else {})
    return _board(table, kind, number)


def _board(table: GameView, kind: str, number: int) -> ResponseReturnValue:
    """Show the boards as they were before an entry; a tap there replaces the entry.

    The sheet that made the entry opens by itself, filled in as it was.
    """
    own = _entry(table, number)
    last = number + _count(table, number) - 1
    view = _view(table, number, request.args.get("shown"))
    shown = presenter.find_presenter(table.header["game"])
    values = shown.show_table(view)
    return render_template(
        "correct_move.html",
        address=_address(table, kind, number),
        token=table.link.token,
        game=table.header["game"],
        folder=shown.folder,
        styles=shown.styles,
        writes=True,
        version=table.version,
        key=entry_forms.new_key(),
        view=view,
        t=values,
        parts=name_parts(shown.list_parts(values, calm=False)),
        kind=kind,
        number=number,
        last=last,
        told=join_sayings(
            word_entry(table.header, table.entry_knowledge.entry(n))
            for n in range(number, last + 1)
        ),
        made=own if kind == CHANGE else None,
    )


def _view(table: GameView, number: int, wanted: str | None) -> View:
    """Return the game before an entry, with its player's board in front unless another is asked."""
    view = views.of_table(corrections().view_before(table, number), wanted, offers_all=True)
    players = [player["id"] for player in table.header["players"]]
    in_front = wanted or table.entry_knowledge.entry(number).get("by")
    return view.with_other(acting=in_front) if in_front in players else view


def _count(table: GameView, number: int) -> int:
    """Return how many entries from one on a correction is about, as its address says."""
    return min(request_values.read_number("count", 1), table.entry_knowledge.count + 1 - number)


def _read_edit(
    table: GameView, kind: str, number: int, row: Sequence[Mapping[str, object]]
) -> Edit:
    """Return the correction of an address. A row that ends the turn ends it in place of the entry
    behind those that it replaces.
    """
    count = _count(table, number)
    ends = presenter.find_presenter(table.header["game"]).find_turn_end
    rest = table.entry_knowledge.entries[number - 1 + count : number + count]
    if kind == CHANGE and count > 1 and ends(row) and ends(rest):
        count += 1
    values = {"kind": kind, "number": str(number), "count": str(count)}
    return entry_forms.read_correction(MultiDict(values), row)


def _address(table: GameView, kind: str, number: int) -> Callable[..., str]:
    """Return the function by which a game's templates reach the views of this correction."""
    known = {
        "enter": "preview",
        "other": "correction_other",
        "asked_sheet": "correction_sheet",
        "previewed": "previewed",
    }
    count = _count(table, number)
    more: dict[str, Any] = {"count": count} if count > 1 else {}

    def address(view: str, **values: Any) -> str:
        place = f"pages.{known.get(view, 'correction')}"
        return url_for(place, token=table.link.token, number=number, kind=kind, **more, **values)

    return address


@pages.get("/t/<token>/entries/<int:number>/<kind>/other")
def correction_other(token: str, number: int, kind: str) -> str:
    """Show the sheet for a correction that was not offered."""
    table = _open(token, number, kind)
    view = _view(table, number, request.args.get("by") or request.args.get("shown"))
    shown = presenter.find_presenter(table.header["game"])
    return render_template(
        f"{shown.folder}/other.html",
        address=_address(table, kind, number),
        token=token,
        o=shown.other_sheet(view),
        view=view,
    )


@pages.get("/t/<token>/entries/<int:number>/<kind>/sheets/<name>")
def correction_sheet(token: str, number: int, kind: str, name: str) -> str:
    """Show a sheet of the game's own, for a correction."""
    table = _open(token, number, kind)
    view = _view(table, number, request.args.get("shown"))
    sheet = presenter.find_presenter(table.header["game"]).load_sheet(view, name)
    if sheet is None:
        abort(404)
    template, context = sheet
    return render_template(
        template,
        **context,
        version=table.version,
        key=entry_forms.new_key(),
        address=_address(table, kind, number),
        view=view,
    )


def _form(
    table: GameView,
    kind: str,
    number: int,
    begun: Mapping[str, Any],
    problem: str | None = None,
    typed: str | None = None,
) -> ResponseReturnValue:
    before = table.entry_knowledge.state_after(number - 1)
    open_then = [
        offer
        for offer in table.privacy.show_options(before.options())
        if not begun or offer.get("by") == begun.get("by")
    ]
    instead = _offers(table, open_then, begun)
    page = render_template(
        "correction.html",
        **frame(table, "log", sends=True),
        kind=kind,
        number=number,
        told=word_entry(table.header, _entry(table, number)),
        fields=_fields(table, begun, open_then),
        begun={key: value for key, value in begun.items() if key in FIXED},
        typed=typed or json.dumps(dict(begun), ensure_ascii=False),
        offers=instead[:MOST_OFFERS],
        more=max(0, len(instead) - MOST_OFFERS),
        verbs=list(games.find(table.header["game"]).vocabulary(table.header)),
        problem=problem,
    )
    return (page, 422) if problem else page


def _offers(
    table: GameView, open_then: Sequence[Mapping[str, Any]], begun: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """Return complete entries that were open, entries of the same verb first."""
    ordered = sorted(open_then, key=lambda offer: offer["do"] != begun.get("do"))
    return [
        {"entry": single, "told": word_entry(table.header, single)}
        for offer in ordered
        if not any(offers.is_described(value) for value in offer.values())
        for single in offers.list_single_entries(offer)
        if single != begun
    ]


def _fields(
    table: GameView, begun: Mapping[str, Any], open_then: Sequence[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """Return a field for every value of an entry: its name, kind and choices."""
    fields = []
    for key, value in begun.items():
        if key in FIXED:
            continue
        choices = {
            json.dumps(choice)
            for offer in offers.find(open_then, str(begun["do"]))
            for choice in offers.values(offer, key)
            if isinstance(choice, str | int) and not offers.is_described(choice)
        }
        kind = _find_field_kind(value, len(choices))
        field = {"key": key, "name": record_word(key), "value": value, "kind": kind}
        if kind == "choice":
            field["choices"] = _choices(table, value, choices)
        fields.append(field)
    return fields


def _find_field_kind(value: Any, choices: int) -> str:
    """Return the kind of a value's field. choices: how many values are offered for it."""
    if type(value) is int and choices < 2:
        return "number"
    if isinstance(value, str | int | bool):
        return "choice"
    if isinstance(value, Mapping) and all(type(n) is int for n in value.values()):
        return "counts"
    if isinstance(value, list) and value and all(type(n) is int for n in value):
        return "numbers"
    return "text"


def _choices(table: GameView, value: Any, offered: set[str]) -> list[tuple[str, str]]:
    known = sentences.names(table.header)
    written = sorted(offered | {json.dumps(value)})
    if isinstance(value, bool):
        written = ["true", "false"]
    return [(text, known.get(str(json.loads(text)), str(json.loads(text)))) for text in written]


@pages.get("/t/<token>/entries/<int:number>/<kind>/preview")
def previewed(token: str, number: int, kind: str) -> ResponseReturnValue:
    """Show the consequences of the correction in the address (``entry``)."""
    table = _open(token, number, kind)
    if kind == REMOVE:
        abort(404)
    try:
        row = entry_forms.row_of(MultiDict([("entry", request.args.get("entry", ""))]))
        return _preview(table, _read_edit(table, kind, number, row))
    except Unreadable as problem:
        begun = _entry(table, number) if kind == CHANGE else {}
        return _form(
            table, kind, number, begun, explain_problem(problem), request.args.get("entry")
        )


@pages.post("/t/<token>/entries/<int:number>/<kind>")
def preview(token: str, number: int, kind: str) -> ResponseReturnValue:
    """Show the consequences of a correction."""
    table = _open(token, number, kind)
    own = _entry(table, number)
    try:
        row = () if kind == REMOVE else _read_new_row(request.form)
        if row and is_asked_by(PAGE):
            return lead_script(_address(table, kind, number)("previewed", entry=_row_json(row)))
        return _preview(table, _read_edit(table, kind, number, row))
    except Unreadable as problem:
        at = "text" if "text" in request.form else field_of(problem)
        tell_script({at: word_problem(problem)})
        begun = own if kind == CHANGE else {}
        return _form(table, kind, number, begun, explain_problem(problem), request.form.get("text"))


def _row_json(row: Sequence[Mapping[str, object]]) -> str:
    """Return new entries as the field ``entry`` of a form holds them: one alone, or a list."""
    return json.dumps(row[0] if len(row) == 1 else list(row), ensure_ascii=False)


def _read_new_row(form: MultiDict[str, str]) -> list[dict[str, object]]:
    """Return the new entries: typed as text, one that was open, or the fields. Raises BadForm."""
    kept = form.copy()
    text, chosen = kept.poplist("text"), kept.poplist("chosen")
    if chosen:
        kept.clear()
        kept["entry"] = chosen[0]
    elif text and text[0].strip():
        kept.clear()
        kept["entry"] = text[0]
    return entry_forms.row_of(kept)


def _preview(
    table: GameView, edit: Edit, meanwhile: Sequence[Mapping[str, Any]] = ()
) -> ResponseReturnValue:
    """Show the consequences; ``meanwhile``: operations of others since the sender looked."""
    foreseen = corrections().preview(table, edit)
    header, entries, after = table.header, table.entry_knowledge.entries, foreseen.entries
    last = edit.at + edit.remove - 1
    old = [word_entry(header, each) for each in entries[edit.at - 1 : last]]
    context = follows.context(foreseen) | {
        "number": edit.at,
        "kind": edit.kind,
        "last": last,
        "count": max(1, edit.remove),
        "old": old,
        "before": None if old else word_entry(header, _entry(table, edit.at)),
        "new": [word_entry(header, table.privacy.show_entry(new)) for new in edit.entries],
        "entry": _row_json(edit.entries) if edit.entries else "",
        "verdicts": foreseen.verdicts,
        "dropped": [word_entry(header, entries[gone - 1]) for gone in foreseen.dropped],
        "renumbered": [
            word_entry(header, after[number - 1]) for number in foreseen.renumbered.values()
        ],
        "proposes": table.link.seat is not None,
        "meanwhile": [line for step in meanwhile for line in sentences.done(header, step)],
    }
    page = render_template("preview.html", **frame(table, "log", sends=True), **context)
    return (page, 409) if meanwhile else page


@pages.post("/t/<token>/corrections")
def correct(token: str) -> ResponseReturnValue:
    """Save a correction; where somebody was quicker, show their operations and ask again."""
    table = tables().open(token)
    edit = entry_forms.read_correction(request.form)
    outcome = corrections().correct(table, edit, **entry_forms.read_send(request.form))
    if isinstance(outcome, Stale):
        table = known_links.open_until_told(token)
        if outcome.number is None:
            return show_overtaken(table, outcome, edit.kind, edit.entries)
        return _preview(table, replace(edit, at=outcome.number), outcome.meanwhile)
    anchor = f"entry-{edit.at}" if edit.entries else None
    return redirect(url_for("pages.log", token=token, at=edit.at, _anchor=anchor), 303)


@pages.get("/t/<token>/history")
def history(token: str) -> str:
    """Show all operations on the game, newest first, with person and time."""
    table = known_links.open_until_told(token)
    steps = [
        {
            "version": step["version"],
            "lines": sentences.done(table.header, step),
            "who": sentences.who(table.header, step),
            "at": step["at"],
            "correction": step["op"] not in ("append", "import"),
        }
        for step in reversed(tables().read_history(table))
    ]
    return render_template(
        "history.html",
        **frame(table, "log", sends=True),
        steps=steps,
        undoable=count_steps_back(table),
        redoable=count_steps_again(table),
        may_return=table.link.role == access.TABLE,
    )


@pages.get("/t/<token>/history/<int:version>")
def state(token: str, version: int) -> str:
    """Show the entries and the score as they were at an earlier version."""
    table = known_links.open_until_told(token)
    then = corrections().view_version(table, version)
    return render_template(
        "state.html",
        **frame(table, "log", sends=True),
        then=version,
        lines=[
            {"number": number, "told": word_entry(then.header, each), "verdict": verdict}
            for number, (each, verdict) in enumerate(
                zip(then.record["entries"], then.verdicts(), strict=True), start=1
            )
        ][::-1],
        totals={
            sentences.names(table.header)[player]: points
            for player, points in views.count_points(then).items()
        },
        may_return=table.link.role == access.TABLE and version != table.version,
    )


@pages.post("/t/<token>/return")
def return_to(token: str) -> ResponseReturnValue:
    """Restore the entries of an earlier version."""
    table = tables().open(token)
    to = entry_forms.number_of(request.form, "to")
    outcome = corrections().return_to(table, to, **entry_forms.read_send(request.form))
    if isinstance(outcome, Stale):
        return show_overtaken(table, outcome, "return")
    return redirect(url_for("pages.history", token=token), 303)


@pages.post("/t/<token>/steps/<which>")
def steps(token: str, which: str) -> ResponseReturnValue:
    """Take steps back or again, any number, from the page of the history."""
    table = tables().open(token)
    take = {"undo": corrections().take_back, "redo": corrections().redo}.get(which)
    if take is None:
        abort(404)
    count = max(1, entry_forms.number_of(request.form, "steps") if "steps" in request.form else 1)
    outcome = take(table, **entry_forms.read_send(request.form), steps=count)
    if isinstance(outcome, Stale):
        return show_overtaken(table, outcome, which)
    return redirect(url_for("pages.history", token=token), 303)


def _open(token: str, number: int, kind: str) -> GameView:
    """Return the game of a link that corrects, or proposes to correct, one of its entries.

    Raises Forbidden for a link that only reads.
    """
    table = known_links.open_until_told(token)
    access.require_writer(table.link)
    _entry(table, number)
    if kind not in KINDS:
        abort(404)
    return table


def _entry(table: GameView, number: int) -> Mapping[str, object]:
    """Return an entry as the link may see it; one that does not exist is not found."""
    if not 1 <= number <= table.entry_knowledge.count:
        abort(404)
    return table.entry_knowledge.entry(number)
