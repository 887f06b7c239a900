"""Reading the real board: a round of checks, one value that differs, and the finding of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask import abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from adjudicator import games
from adjudicator.findings import ADJUST, CHECK, OPEN, Finding
from adjudicator.reading import decode_json
from adjudicator.record import RULE, Unreadable
from adjudicator.shapes import Verb
from recorder.games import access
from recorder.games.board_checks import list_differences, trace_difference
from recorder.games.tables import Outcome
from recorder.games.visibility import GameView
from recorder.languages.speech import explain_problem
from recorder.pages import presenter
from recorder.pages.forms import entry_forms, nested_fields
from recorder.pages.shared import known_links, sentences
from recorder.pages.shared.blueprint import pages
from recorder.pages.shared.header import frame
from recorder.pages.shared.problems import tell_script, word_problem
from recorder.pages.shared.sentences import word_entry, word_value
from recorder.pages.wording import gettext as _
from recorder.store.ledger import Appended, Repeated, Stale
from recorder.web.context import tables

TABLE = "table"
"""In an address, the name of the values that belong to no player."""


@pages.get("/t/<token>/check")
def checks(token: str) -> ResponseReturnValue:
    """Show the expected board, to be confirmed with one tap."""
    return _round(known_links.open_until_told(token))


def _round(
    table: GameView, meanwhile: Sequence[str] = (), unsent: Mapping[str, Any] | None = None
) -> ResponseReturnValue:
    """Return the page of checks; after a stale send with the news and the lost values."""
    own = [_seat(table, player["id"]) for player in table.header["players"]]
    page = render_template(
        "checks.html",
        **frame(table, "check", sends=True),
        seats=[seat for seat in own if seat["short"] or seat["more"]],
        common=_seat(table, None),
        before_end=presenter.find_presenter(table.header["game"]).points_before_end
        if table.over
        else "",
        agreeing=_all_agrees(table),
        findings=[_line(table, each) for each in list_differences(table) if each.status == OPEN],
        meanwhile=meanwhile,
        unsent=word_entry(table.header, unsent) if unsent else None,
    )
    return (page, 409) if meanwhile else page


def _seat(table: GameView, of: str | None) -> dict[str, object]:
    """Return the values to be read of one player (or of the table): the short round, the rest."""
    values = _values(table, of)
    short = _short(table, values) if of else []
    lines = [
        {"key": key, "name": _name(table, key, of), "words": word_value(table.header, key, value)}
        for key, value in values.items()
    ]
    return {
        "of": of or TABLE,
        "name": sentences.names(table.header)[of] if of else _("On the table"),
        "short": [line for line in lines if line["key"] in short],
        "more": [line for line in lines if line["key"] not in short],
    }


def _values(table: GameView, of: str | None) -> dict[str, object]:
    """Return the values of the position that a check can name and the link may see."""
    verb = _verb(table, CHECK)
    keys = [key for key in (*verb.required, *verb.optional) if key != "of"]
    position = table.position
    lies = position["players"].get(of, {}) if of else position
    return {key: lies[key] for key in keys if key in lies}


def _verb(table: GameView, do: str) -> Verb:
    return games.find(table.header["game"]).vocabulary(table.header)[do]


def _short(table: GameView, values: Mapping[str, Any]) -> Sequence[str]:
    """Return the keys that are read out every round: a game's own choice, or all numbers."""
    chosen = presenter.find_presenter(table.header["game"]).read_out
    return chosen or [key for key, value in values.items() if type(value) is int]


def _name(table: GameView, key: str, of: str | None) -> str:
    return sentences.value_name(table.header["game"], key, own=of is not None)


def _all_agrees(table: GameView) -> list[dict[str, object]]:
    """Return the checks that confirm the recorded board."""
    found = []
    for player in table.header["players"]:
        values = _values(table, player["id"])
        read = {key: values[key] for key in _short(table, values) if key in values}
        if read:
            found.append({"do": CHECK, "of": player["id"]} | read)
    return found


@pages.post("/t/<token>/check")
def all_agrees(token: str) -> ResponseReturnValue:
    """Record the checks of a round in which everything agrees."""
    table = tables().open(token)
    entries = decode_json(request.form.get("entries", "[]"))
    entries = entries if isinstance(entries, list) else []
    outcome = tables().append_checks(table, entries, **entry_forms.read_send(request.form))
    return _redirect_after_check(token, table, outcome)


def _redirect_after_check(
    token: str, table: GameView, outcome: Outcome, sent: Mapping[str, Any] | None = None
) -> ResponseReturnValue:
    """Redirect after a check: to its finding, or back to the game."""
    if isinstance(outcome, Stale):
        return _round(outcome.now, sentences.meanwhile(table.header, outcome), sent)
    answer = outcome.to_json() if isinstance(outcome, Appended) else {}
    answer = dict(outcome.answer) if isinstance(outcome, Repeated) else answer
    for finding in list_differences(outcome.now):
        if finding.entry in answer.get("entries", ()):
            place = url_for("pages.finding", token=token, number=finding.entry, value=finding.key)
            return redirect(place, 303)
    return redirect(url_for("pages.play", token=token), 303)


@pages.get("/t/<token>/check/<of>/<value>")
def differs(token: str, of: str, value: str) -> ResponseReturnValue:
    """Show the form for the real board's value."""
    return _editor(known_links.open_until_told(token), of, value)


def _editor(table: GameView, of: str, key: str, problem: str = "") -> ResponseReturnValue:
    owner = None if of == TABLE else of
    values = _values(table, owner)
    if key not in values:
        abort(404)
    page = render_template(
        "check_value.html",
        **frame(table, "check", sends=True),
        of=of,
        key_=key,
        name=_name(table, key, owner),
        who=sentences.names(table.header).get(of, ""),
        words=word_value(table.header, key, values[key]),
        value=values[key],
        kind=_kind(table, key, values[key]),
        problem=problem,
    )
    return (page, 422) if problem else page


def _kind(table: GameView, key: str, value: Any) -> dict[str, object]:
    """Return how a value is entered: by its type, or as the game says (``boards``)."""
    special = presenter.find_presenter(table.header["game"]).check_layouts
    if key in special:
        return dict(special[key])
    if type(value) is int:
        return {"kind": "number"}
    if isinstance(value, Mapping) and all(type(each) is int for each in value.values()):
        return {"kind": "counts", "keys": list(value)}
    if isinstance(value, list) and all(type(each) is int for each in value):
        return {"kind": "numbers", "places": max(len(value), 5)}
    return {"kind": "text"}


@pages.post("/t/<token>/check/<of>/<value>")
def found(token: str, of: str, value: str) -> ResponseReturnValue:
    """Record a check of one value; where it differs, the finding is shown next."""
    table = tables().open(token)
    owner = None if of == TABLE else of
    if value not in _values(table, owner):
        abort(404)
    kind = _kind(table, value, _values(table, owner)[value])
    try:
        entry: dict[str, Any] = {"do": CHECK} | ({"of": owner} if owner else {})
        entry[value] = _read(kind, nested_fields.document(request.form).get("value", {}))
        outcome = tables().append_checks(table, [entry], **entry_forms.read_send(request.form))
    except Unreadable as problem:
        tell_script({"value": word_problem(problem)})
        return _editor(table, of, value, explain_problem(problem))
    return _redirect_after_check(token, table, outcome, entry)


def _read(kind: Mapping[str, Any], given: Any) -> Any:
    """Return the value that the fields of an editor say. Raises Unreadable."""
    fields = given if isinstance(given, dict) else {}
    match kind["kind"]:
        case "number":
            return nested_fields.number(given, "value")
        case "counts":
            return {key: nested_fields.number(text, key) for key, text in fields.items()}
        case "numbers":
            given = given if isinstance(given, list) else [given] if given else []
            return [nested_fields.number(text, "value") for text in given]
        case "faces":
            return {key: text for key, text in fields.items() if text}
        case "rows":
            rows = [_fields(row) for row in fields.values()]
            return [_row(kind, row) for row in rows if row.get(kind["row"])]
    return nested_fields.decode_field(given, "value")


def _fields(given: Any) -> Mapping[str, object]:
    if not isinstance(given, dict):
        raise Unreadable(_("this is one value, not several fields"), key="value")
    return given


def _row(kind: Mapping[str, Any], row: Mapping[str, Any]) -> dict[str, object]:
    given = _fields(row.get(kind["counts"], {}))
    counts = {key: nested_fields.number(text, key) for key, text in given.items()}
    counts = {key: count for key, count in counts.items() if count}
    made: dict[str, Any] = {kind["row"]: nested_fields.number(row[kind["row"]], kind["row"])}
    return made | ({kind["counts"]: counts} if counts else {})


@pages.get("/t/<token>/findings/<int:number>/<value>")
def finding(token: str, number: int, value: str) -> str:
    """Show a finding: record and board, since when, entries about it, possible remedies."""
    table = known_links.open_until_told(token)
    seen = next((f for f in list_differences(table) if (f.entry, f.key) == (number, value)), None)
    if seen is None:
        abort(404)
    since, touches = trace_difference(table, seen)
    return render_template(
        "finding.html",
        **frame(table, "check", sends=True),
        **_line(table, seen),
        since=since,
        since_round=table.entry_knowledge.rounds[since] if since else 0,
        touches=[
            {
                "number": touch.entry,
                "told": word_entry(table.header, table.entry_knowledge.entry(touch.entry)),
                "before": word_value(table.header, seen.key, touch.before),
                "after": word_value(table.header, seen.key, touch.after),
            }
            for touch in touches
        ],
        adjustment=_adjustment(table, seen),
        may_correct=table.link.role == access.TABLE,
    )


def _line(table: GameView, seen: Finding) -> dict[str, object]:
    """Return a finding in words."""
    return {
        "number": seen.entry,
        "key_": seen.key,
        "who": sentences.names(table.header).get(seen.of or "", ""),
        "name": _name(table, seen.key, seen.of),
        "record": word_value(table.header, seen.key, seen.record),
        "board": word_value(table.header, seen.key, seen.board),
        "status": seen.status,
        "by": seen.by,
    }


def _adjustment(table: GameView, seen: Finding) -> dict[str, object] | None:
    """Return the ``adjust`` that brings the record to the board's value, where one can."""
    verb = _verb(table, ADJUST)
    if seen.of is None or seen.key not in {**verb.required, **verb.optional}:
        return None
    change: Any = None
    if type(seen.record) is int and type(seen.board) is int:
        change = seen.board - seen.record
    elif isinstance(seen.record, Mapping) and isinstance(seen.board, Mapping):
        keys = {**seen.record, **seen.board}
        changes = {key: seen.board.get(key, 0) - seen.record.get(key, 0) for key in keys}
        change = {key: value for key, value in changes.items() if value}
    return {"do": ADJUST, "of": seen.of, seen.key: change} if change else None


@pages.post("/t/<token>/findings/<int:number>/<value>")
def settle(token: str, number: int, value: str) -> ResponseReturnValue:
    """Adjust the record to the board, or let a finding stand, with a note."""
    table = tables().open(token)
    seen = next((f for f in list_differences(table) if (f.entry, f.key) == (number, value)), None)
    if seen is None:
        abort(404)
    note = request.form.get("note", "").strip()
    entry: dict[str, Any] | None = {"do": RULE, "entry": number, "stands": True}
    if request.form.get("how") == "adjust":
        entry = _adjustment(table, seen)
    if entry is None:
        abort(422)
    entry |= {"note": note} if note else {}
    outcome = tables().append(table, entry, **entry_forms.read_send(request.form), stands=True)
    if isinstance(outcome, Stale):
        return _round(outcome.now, sentences.meanwhile(table.header, outcome), entry)
    return redirect(url_for("pages.finding", token=token, number=number, value=value), 303)
