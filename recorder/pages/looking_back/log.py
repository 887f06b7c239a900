"""The log: every entry of a game with its verdict."""

from __future__ import annotations

from typing import Any

from flask import render_template, request

from recorder.context import tables
from recorder.pages.frame.blueprint import pages
from recorder.pages.frame.header import frame
from recorder.pages.frame.telling import told
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
