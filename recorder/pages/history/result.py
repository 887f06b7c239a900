"""The result: the itemised score, and the points over the rounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import render_template, request

from adjudicator.messages import Message
from adjudicator.score import ScoreLine
from recorder.games import access, transfer
from recorder.games.board_checks import list_differences
from recorder.games.outgoing import describe_score_sheet
from recorder.games.scores import list_points_by_round, list_score_lines
from recorder.games.visibility import GameView
from recorder.languages import speech
from recorder.pages import presenter, wording
from recorder.pages.history import chart, review_rows
from recorder.pages.playing import clock
from recorder.pages.shared import known_links, sentences
from recorder.pages.shared.blueprint import pages
from recorder.pages.shared.filters import abroad
from recorder.pages.shared.header import frame
from recorder.serving.platform import is_reached
from recorder.web.context import tables


@pages.get("/t/<token>/result")
def result(token: str) -> str:
    """Show the itemised score, the winner and why, and the points over the rounds.

    ``asked``: the table asks for scores that are secret until the end.
    """
    table = tables().open(token, asked="asked" in request.args)
    known_links.tell_end(table)
    contents = describe_score_sheet(table, speech.printed_words())
    points = list_points_by_round(table)
    names = {player["id"]: player["name"] for player in table.header["players"]}
    return render_template(
        "result.html",
        **frame(table, "result"),
        sheet=contents,
        scores=table.result["scores"],
        parts=_parts(table),
        chart=chart.chart_rounds(points, table.header["players"])
        if table.over or len(points) > 1
        else None,
        looked=review_rows.tell_review(table),
        facts=presenter.find_presenter(table.header["game"]).list_facts(table.header),
        recorded=bool(table.row.entries),
        secret=table.privacy.scores,
        asked=table.privacy.shows_on_request,
        file=transfer.describe_file(table, whole=not is_reached()),
        may_ask=table.link.role == access.TABLE,
        findings=sentences.findings(list_differences(table)),
        clock=clock.describe_clock(table),
        sent=_describe_to_friends(table, contents.headline, names) if table.over else None,
    )


def _describe_to_friends(
    table: GameView, headline: str, names: Mapping[str, str]
) -> dict[str, str]:
    """Return a message to friends: the result in words, and the read link."""
    scores = table.result["scores"]
    totals = ", ".join(f"{names[player]} {score['total']}" for player, score in scores.items())
    reading = next(link for link in tables().list_links(table) if link.role == access.READ)
    return {
        "text": f"{headline}. {totals}" if totals else headline,
        "url": abroad("pages.result", token=reading.token),
    }


def _parts(table: GameView) -> list[dict[str, Any]]:
    """Return the rows of the score: a part, its words, each player's points, and its lines.

    A part has lines where it is the sum of several.
    """
    scores = table.result["scores"]
    counted = list_score_lines(table)
    rows = []
    for part in next(iter(scores.values()), {}):
        if part == "total" or not any(points[part] for points in scores.values()):
            continue
        lines: dict[tuple[Message, str], dict[str, ScoreLine]] = {}
        for player in scores:
            for line in counted[player]:
                if line.part == part and line.points:
                    lines.setdefault((line.label, line.rule), {})[player] = line
        rows.append(
            {
                "words": wording.score_part_name(table.header, part),
                "points": [points[part] for points in scores.values()],
                "lines": [
                    {"label": label, "rule": rule, "cells": [own.get(p) for p in scores]}
                    for (label, rule), own in lines.items()
                    if len(lines) > 1
                ],
            }
        )
    return rows
