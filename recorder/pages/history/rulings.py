"""Rulings from the log: the table lets an entry stand or takes it out, and keeps precedents."""

from __future__ import annotations

from flask import abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from adjudicator.record import Unreadable
from recorder.games import access
from recorder.games.outgoing import write_dispute
from recorder.games.tables import make_ruling
from recorder.kept.kept_values import NotKept
from recorder.kept.named_sets import game_owner
from recorder.kept.precedents import entry_subjects
from recorder.languages import speech
from recorder.pages.forms import entry_forms
from recorder.pages.kept.named_sets import owners
from recorder.pages.shared import handing
from recorder.pages.shared.blueprint import pages
from recorder.pages.shared.header import show_overtaken
from recorder.store.ledger import Stale
from recorder.web.context import precedents, tables


@pages.post("/t/<token>/entries/<int:number>/ruling")
def rule(token: str, number: int) -> ResponseReturnValue:
    """Record a ruling on an entry; keep it as a precedent where that was ticked."""
    table = tables().open(token)
    if not 1 <= number <= table.entry_knowledge.count:
        abort(404)
    form = request.form
    stands = form.get("stands") != "no"
    ruling = make_ruling(number, stands, form.get("note", "").strip(), form.getlist("agreed"))
    outcome = tables().append(table, ruling, **entry_forms.read_send(form))
    if isinstance(outcome, Stale):
        return show_overtaken(table, outcome, "rule", [ruling])
    house = form.get("house", "").strip()
    if form.get("keep") and house and entry_subjects(table, number):
        try:
            kept = precedents()
            sets, who = kept.of_table(table), table.link.role
            chosen = sets.to_write(table.link.ledger, house, who, {"subjects": 0})
            public = bool(form.get("public")) or None
            kept.keep(table, ruling, chosen.key, chosen.name, public=public)
        except NotKept as problem:
            raise Unreadable(str(problem), key="note") from None
    return redirect(url_for("pages.entry", token=token, number=number), 303)


@pages.post("/t/<token>/house")
def house(token: str) -> ResponseReturnValue:
    """Choose the set of house rules whose precedents are cited in this game's verdicts."""
    table = tables().open(token)
    access.require_table(table.link)
    sets = precedents().of_table(table)
    wanted = request.form.get("house", "")
    one = sets.find_named(owners(), wanted)
    if one is not None:
        precedents().choose(table, one.key, one.name, writes=one.own)
    elif wanted.strip():
        key = sets.find_own_key(game_owner(table.link.ledger), wanted)
        precedents().choose(table, key, wanted, writes=True)
    else:
        precedents().choose(table, "", "", writes=False)
    return redirect(url_for("pages.log", token=token), 303)


@pages.get("/t/<token>/entries/<int:number>/dispute.pdf")
def dispute(token: str, number: int) -> ResponseReturnValue:
    """Send the report on a disputed entry."""
    table = tables().open(token)
    if not 1 <= number <= table.entry_knowledge.count:
        abort(404)
    make = write_dispute(table, number, speech.printed_words())
    return handing.send_printed_page(make, f"{table.header['game']}-dispute-{number}.pdf")
