"""Looking at a game: its log, its result, its files, its links."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from flask import Response, render_template, request, url_for
from flask.typing import ResponseReturnValue

from adjudicator.record import Record, dump
from adjudicator.score import ScoreLine
from recorder import access
from recorder.context import tables
from recorder.pages import chart, presenter, telling
from recorder.pages.home import pages
from recorder.pages.telling import told
from recorder.tables import Table


@pages.get("/t/<token>/log")
def log(token: str) -> str:
    """Show every entry with its verdict; ``only=illegal`` leaves out what is legal."""
    table = tables().open(token)
    only = request.args.get("only")
    lines = [line for line in _lines(table) if not only or line["verdict"]["verdict"] != "legal"]
    breaches = sum(verdict.kind != "legal" for verdict in table.replay.verdicts)
    return render_template(
        "log.html", **frame(table, "log"), lines=lines, only=only, breaches=breaches
    )


def _lines(table: Table) -> list[dict[str, Any]]:
    """Return the log newest first, each line with the round it belongs to."""
    replay, verdicts = table.replay, table.verdicts
    state = replay.state_after(0)
    rulings = {
        entry["entry"]: entry["stands"] for entry in replay.record.entries if entry["do"] == "rule"
    }
    lines = []
    for number, entry in enumerate(replay.record.entries, start=1):
        round_ = state.round()
        if entry["do"] != "rule":
            state.judge(entry, rulings.get(number))
        lines.append(
            {
                "number": number,
                "round": round_,
                "told": told(table.header, table.privacy.entry(entry)),
                "ruling": entry["do"] == "rule",
                "verdict": verdicts[number - 1],
            }
        )
    return lines[::-1]


@pages.get("/t/<token>/result")
def result(token: str) -> str:
    """Show the itemised score, who won and why, and the points over the rounds.

    ``asked``: the table asks for scores that are secret until the end.
    """
    table = tables().open(token, asked="asked" in request.args)
    contents = import_module("exports.sheet").contents(table.replay, found=table.findings)
    points = {
        player: line
        for player, line in table.replay.points_by_round().items()
        if player in table.result["scores"]
    }
    names = {player["id"]: player["name"] for player in table.header["players"]}
    return render_template(
        "result.html",
        **frame(table, "result"),
        sheet=contents,
        scores=table.result["scores"],
        parts=_parts(table),
        chart=chart.lines(points, names) if table.over or len(points) > 1 else None,
        facts=presenter.find(table.header["game"]).facts(table.header),
        secret=table.privacy.scores,
        asked=table.privacy.opened,
        may_ask=table.link.role == access.TABLE,
        findings=telling.findings(table.findings),
    )


def _parts(table: Table) -> list[dict[str, Any]]:
    """Return the rows of the score: a part, its words, each player's points, and its lines.

    Lines are those that the part is the sum of, where it is the sum of several.
    """
    shown = presenter.find(table.header["game"])
    scores = table.result["scores"]
    counted = table.replay.result().lines
    rows = []
    for part in next(iter(scores.values()), {}):
        if part == "total" or not any(points[part] for points in scores.values()):
            continue
        lines: dict[tuple[str, str], dict[str, ScoreLine]] = {}
        for player in scores:
            for line in counted[player]:
                if line.part == part and line.points:
                    lines.setdefault((line.label, line.rule), {})[player] = line
        rows.append(
            {
                "words": shown.part(table.header, part),
                "points": [points[part] for points in scores.values()],
                "lines": [
                    {"label": label, "rule": rule, "cells": [own.get(p) for p in scores]}
                    for (label, rule), own in lines.items()
                    if len(lines) > 1
                ],
            }
        )
    return rows


@pages.get("/t/<token>/share")
def share(token: str) -> str:
    """Show the links that this link may hand on."""
    table = tables().open(token)
    names = {player["id"]: player["name"] for player in table.header["players"]}
    links = [
        {
            "role": link.role,
            "name": names.get(link.seat or "", ""),
            "url": url_for("pages.play", token=link.token, _external=True),
        }
        for link in tables().links(table)
    ]
    return render_template("share.html", **frame(table, "share"), links=links)


@pages.get("/t/<token>/record.json")
def record(token: str) -> ResponseReturnValue:
    """Send the record as a file, as this link may see it."""
    table = tables().open(token)
    return _file(dump(Record(table.record)), "application/json", _name(table, "json"))


@pages.get("/t/<token>/sheet.pdf")
def sheet(token: str) -> ResponseReturnValue:
    """Send the score sheet as PDF. Raises Forbidden while it would tell secret scores."""
    table = tables().open(token, asked="asked" in request.args)
    if table.privacy.scores:
        raise access.Forbidden("the scores are secret until the game is over")
    body = import_module("exports.sheet").render(table.replay, found=table.findings)
    return _file(body, "application/pdf", _name(table, "pdf"))


def _name(table: Table, ending: str) -> str:
    day = table.header.get("played_on") or table.row.started_at[:10]
    return f"{table.header['game']}-{day}.{ending}"


def _file(body: str | bytes, kind: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(body, mimetype=kind, headers=headers)


def frame(table: Table, here: str) -> dict[str, Any]:
    """Return what every page about one game needs."""
    header = table.header
    return {
        "token": table.link.token,
        "game": header["game"],
        "game_title": presenter.find(header["game"]).title,
        "here": here,
        "title": " · ".join(player["name"] for player in header["players"]),
        "players": header["players"],
        "over": table.over,
        "writes": table.link.role != "read",
        "header": header,
        "entries": len(table.replay.record.entries),
        "complete": len(table.result["scores"]) == len(header["players"]),
    }
