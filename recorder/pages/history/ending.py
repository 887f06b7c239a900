"""The end of a game as a moment: the final scoring told line by line, then the winner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flask import redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from recorder.games.outgoing import describe_score_sheet
from recorder.games.visibility import GameView
from recorder.languages import speech
from recorder.pages import presenter, wording
from recorder.pages.shared import known_links
from recorder.pages.shared.blueprint import pages
from recorder.pages.shared.header import frame
from recorder.web.context import tables


@pages.get("/t/<token>/end")
def ending(token: str) -> ResponseReturnValue:
    """Tell the final scoring; before the end there is the score as it stands."""
    table = tables().open(token)
    if not table.over:
        return redirect(url_for("pages.result", token=token), 303)
    known_links.tell_end(table)
    return render_template(
        "ending.html",
        **frame(table, "result"),
        sheet=describe_score_sheet(table, speech.printed_words()),
        lines=lines(table),
        totals=[score["total"] for score in table.result["scores"].values()],
        winners=table.result["winners"],
    )


def lines(table: GameView) -> list[dict[str, object]]:
    """Return the lines to tell in order: words, and points of every player.

    First one line with the points that everybody saw before the end, if there are any; then every
    part that brought somebody something.
    """
    shown = presenter.find_presenter(table.header["game"])
    scores: Mapping[str, Mapping[str, int]] = table.result["scores"]
    every = [part for part in next(iter(scores.values()), {}) if part != "total"]
    last = [part for part in every if shown.is_told_at_end(part)]
    told = []
    if shown.points_before_end:
        before = [sum(own[p] for p in every if p not in last) for own in scores.values()]
        told.append(_line(str(shown.points_before_end), before))
    for part in last:
        points = [own[part] for own in scores.values()]
        if any(points):
            told.append(_line(wording.score_part_name(table.header, part), points))
    return told


def _line(what: str, points: Sequence[int]) -> dict[str, object]:
    return {"words": what, "points": points}
