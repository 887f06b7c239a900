"""The scoring assistant: the state at the end of a game that nobody recorded, scored.

A final scoring is computed from its link; it is stored only when somebody keeps it. An emperor
scoring leaves choices to the players, so it becomes a game that starts from the position and is
played on.
"""

from __future__ import annotations

from functools import partial

from flask import Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from adjudicator.record import Unreadable, header_of
from exports import sheet
from recorder.languages import speech
from recorder.pages import presenter, wording
from recorder.pages.forms import entry_forms
from recorder.pages.referee import asked_positions, questions
from recorder.pages.referee.referee import begin_question, editor_again
from recorder.pages.shared import handing, known_links
from recorder.pages.shared.blueprint import pages
from recorder.pages.shared.filters import abroad
from recorder.pages.wording import gettext as _
from recorder.serving.security import creation_limit, limiter
from recorder.web.context import tables


@pages.get("/scoring")
def scoring() -> ResponseReturnValue:
    """Show the games that can be scored; the only one at once."""
    offered = presenter.list_presenters()
    if len(offered) == 1:
        return redirect(url_for("pages.score_new", game=next(iter(offered))), 303)
    return render_template("scoring.html", offered=offered)


@pages.get("/scoring/new/<game>")
def score_new(game: str) -> str:
    """Show the editor; ``q`` is a scoring to correct."""
    context = asked_positions.editor(game, begin_question(game), scoring=True)
    chosen = context["e"].get("chosen_scoring", context["scorings"][0].key)
    chosen = request.args.get("scoring", chosen)
    return render_template(
        "score_new.html", **context, chosen=chosen, key=entry_forms.beginning_key(request.form)
    )


@pages.post("/scoring/new/<game>")
@limiter.shared_limit(creation_limit, scope="creation")
def score(game: str) -> ResponseReturnValue:
    """Score the entered position; if it is impossible, say so and compute nothing."""
    own = asked_positions.find_position_editor(game)
    kind = request.form.get("scoring", own.scorings({})[0].key)
    try:
        asked = asked_positions.read_position_form(game, request.form, kind)
    except Unreadable as problem:
        return asked_positions.unread(game, problem)
    try:
        alone = own.alone(asked_positions.start_position(asked), kind)
    except Unreadable as problem:
        return editor_again(
            "score_new.html",
            game,
            asked,
            problem,
            scoring=True,
            chosen=kind,
            key=entry_forms.beginning_key(request.form),
        )
    if alone:
        return redirect(url_for("pages.scored", q=asked.text(), scoring=kind), 303)
    if not asked.document["entries"]:
        return redirect(url_for("pages.scored", q=asked.text()), 303)
    key = entry_forms.begins_with(request.form)
    table = tables().start(dict(asked.document), listed=False, key=key).table
    return redirect(url_for("pages.play", token=table.link.token), 303)


@pages.get("/scoring/score")
def scored() -> str:
    """Show a final scoring, line by line, or a scoring by itself."""
    text = request.args.get("q", "")
    asked = questions.read_question(text)
    replay = asked.replay()
    game = replay.record.game
    kind = request.args.get("scoring", "")
    alone = asked_positions.find_position_editor(game).alone(replay, kind) if kind else None
    if alone is not None:
        header = header_of(asked.document)
        scorings = asked_positions.find_position_editor(game).scorings(header)
        return render_template(
            "scored_alone.html",
            game=game,
            game_title=presenter.find_presenter(game).title,
            title=next(one.title for one in scorings if one.key == kind),
            scoring=kind,
            alone=alone,
            q=text,
            link=abroad("pages.scored", q=text, scoring=kind),
        )
    result = replay.result(final=True)
    shown = presenter.find_presenter(game)
    header = header_of(asked.document)
    parts = [
        {
            "words": wording.score_part_name(header, part),
            "points": [result.part(player, part) for player in result.lines],
        }
        for part in result.parts
        if any(result.part(player, part) for player in result.lines)
    ]
    return render_template(
        "scored.html",
        game=game,
        game_title=shown.title,
        sheet=sheet.describe_sheet(replay, speech.printed_words(), final=True),
        players=header["players"],
        parts=parts,
        lines=result.lines,
        totals=[result.total(player) for player in result.lines],
        facts=shown.list_facts(header),
        played_on=header.get("played_on"),
        q=text,
        keeps=replay.state.over(),
        key=entry_forms.new_key(),
        link=abroad("pages.scored", q=text),
    )


@pages.post("/scoring/keep")
@limiter.shared_limit(creation_limit, scope="creation")
def score_keep() -> ResponseReturnValue:
    """Store a final scoring as a finished game without entries, and show its result."""
    asked = questions.read_question(request.form.get("q", ""))
    if not asked.replay().state.over():
        raise Unreadable(_("only the end of a game can be kept"), key="q")
    key = entry_forms.begins_with(request.form)
    table = tables().start(dict(asked.document), listed=False, key=key).table
    known_links.remember(table.link.token)
    return redirect(url_for("pages.result", token=table.link.token), 303)


@pages.get("/scoring/sheet.pdf")
def scored_sheet() -> Response:
    """Send the sheet of a final scoring as PDF."""
    replay = questions.read_question(request.args.get("q", "")).replay()
    words = speech.printed_words()
    said = sheet.describe_sheet(replay, words, final=True)
    return handing.send_printed_page(partial(sheet.print_sheet, said, words), "score.pdf")
