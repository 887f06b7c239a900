"""Proposals on the phone: proposing, consequences, accepting, declining, outcomes."""

from __future__ import annotations

from typing import Any

from flask import abort, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from adjudicator.record import RULE
from recorder.games import access
from recorder.games import proposals as wishes
from recorder.games.proposals import AgreedAlready, Ended, Wish, list_proposals, read_assent
from recorder.games.tables import Outcome
from recorder.games.visibility import GameView
from recorder.pages.forms import entry_forms
from recorder.pages.shared import known_links, preview, reviews, sentences
from recorder.pages.shared.blueprint import pages
from recorder.pages.shared.header import frame, show_overtaken
from recorder.pages.shared.sentences import word_entry
from recorder.store.ledger import Repeated, Stale
from recorder.store.log import ACCEPTED, ALL, ONE, TAKE_BACK, WAITING, Proposal
from recorder.web.context import proposals, tables
from recorder.web.request_values import FROM, HIGHEST, PAGE, is_asked_by


@pages.get("/t/<token>/proposals")
def proposed(token: str) -> str:
    """List the proposals, the newest first; the table chooses the players who must agree."""
    table = known_links.open_until_told(token)
    return render_template(
        "proposals.html",
        **frame(table, "log", sends=True),
        found=[reviews.word_proposal(table, each) for each in reversed(list_proposals(table))],
        asks_all=read_assent(table) == ALL,
        may_set=table.link.role == access.TABLE,
    )


@pages.get("/t/<token>/proposals/<int:number>")
def proposal(token: str, number: int) -> ResponseReturnValue:
    """Show a proposal with its consequences; with ``since`` 204 when nothing has happened."""
    table = known_links.open_until_told(token)
    if request.args.get("since") == str(table.version):
        return "", 204
    return _page(table, proposals().find_proposal(table, number))


def _page(table: GameView, found: Proposal, stale: bool = False) -> ResponseReturnValue:
    """Render a proposal. stale: the game has gone on since this link saw the consequences."""
    seen = proposals().foresee_acceptance(table, found)
    called = sentences.names(table.header)
    context: dict[str, Any] = {"seen": None}
    if seen is not None:
        old, new = table.entry_knowledge.entries, seen.entries
        context = preview.context(seen) | {
            "seen": True,
            "gone": [
                word_entry(table.header, old[number - 1])
                for number in seen.gone
                if old[number - 1]["do"] != RULE
            ],
            "come": [
                {"told": word_entry(table.header, new[number - 1]), "verdict": verdict}
                for number, verdict in zip(seen.come, seen.verdicts, strict=True)
                if new[number - 1]["do"] != RULE
            ],
            "needed": [called[seat] for seat in proposals().list_needed(table, found)],
            "asks_all": read_assent(table) == ALL,
        }
    ended_by = ""
    if found.ended is not None:
        (step,) = tables().read_history(table, since=found.ended - 1, most=1)
        ended_by = sentences.who(table.header, step)
    page = render_template(
        "proposal_body.html" if is_asked_by(PAGE) else "proposal.html",
        **frame(table, "log", sends=True),
        **context,
        p=reviews.word_proposal(table, found),
        by=ended_by,
        again=table.link.seat is not None and found.state not in (WAITING, ACCEPTED),
        stale=stale,
    )
    response = make_response(page, 409 if stale else 200)
    response.vary.add(FROM)
    return response


@pages.post("/t/<token>/proposals")
def propose(token: str) -> ResponseReturnValue:
    """Propose a correction, a ruling or taking steps back, and lead to the proposal."""
    table = tables().open(token)
    return _send_proposal(table, _wish(request.form))


def _wish(form: MultiDict[str, str]) -> Wish:
    """Return the proposal of a form. Raises BadForm."""
    what = form.get("what")
    if what == "undo":
        return wishes.steps_wish(
            TAKE_BACK, min(HIGHEST, max(1, entry_forms.number_of(form, "steps")))
        )
    number = entry_forms.number_of(form, "number")
    if what == "ruling":
        note = form.get("note", "").strip()
        return wishes.ruling_wish(number, form.get("stands") != "no", note)
    return wishes.correction_wish(entry_forms.read_correction(form))


def _send_proposal(table: GameView, wish: Wish) -> ResponseReturnValue:
    """Propose, and lead to the proposal; entries of others meanwhile are shown first."""
    outcome = proposals().propose(table, wish, **entry_forms.read_send(request.form))
    if isinstance(outcome, Stale):
        return show_overtaken(table, outcome, "propose")
    number = outcome.answer["version"] if isinstance(outcome, Repeated) else outcome.version
    return redirect(url_for("pages.proposal", token=table.link.token, number=number), 303)


@pages.post("/t/<token>/proposals/<int:number>/<answer>")
def answer_proposal(token: str, number: int, answer: str) -> ResponseReturnValue:
    """Accept, decline or withdraw a proposal, or propose it anew; lead back to the game.

    Where it was decided or agreed to before, lead to what became of it.
    """
    table, service, form = tables().open(token), proposals(), request.form
    found = service.find_proposal(table, number)
    outcome: Outcome | None = None
    try:
        send = entry_forms.read_send(form)
        if answer == "again":
            kept = {name: value for name, value in found.current_body.items() if name != "count"}
            return _send_proposal(table, Wish(found.op, kept))
        if answer == "accept":
            outcome = service.accept(table, number, **send)
        elif answer == "decline":
            outcome = service.decline(table, number, key=send["key"])
        elif answer == "withdraw":
            outcome = service.withdraw(table, number, key=send["key"])
        else:
            abort(404)
    except (Ended, AgreedAlready):
        return redirect(url_for("pages.proposal", token=token, number=number), 303)
    if isinstance(outcome, Stale):
        return _page(
            known_links.until_told(outcome.now),
            service.find_proposal(outcome.now, number),
            stale=True,
        )
    return redirect(url_for("pages.play", token=token, decided=number), 303)


@pages.post("/t/<token>/assent")
def assent(token: str) -> ResponseReturnValue:
    """Set whether one other player is enough to accept a proposal, or all have to."""
    table = tables().open(token)
    key = entry_forms.read_send_key(request.form)
    proposals().set_assent(table, ALL if request.form.get("of") == ALL else ONE, key=key)
    return redirect(url_for("pages.proposed", token=token), 303)
