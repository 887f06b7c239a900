"""``check`` and ``adjust``: what somebody reads off the real table, and what the table corrects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.messages import M
from adjudicator.samoa.findings import Findings
from adjudicator.samoa.positions import position
from adjudicator.samoa.state import SamoaState
from adjudicator.verdict import Verdict

Entry = Mapping[str, Any]

_UNORDERED = ("suites", "special_tiles", "discards")


def judge(state: SamoaState, entry: Entry, stands: bool | None) -> Verdict:
    """Judge a ``check`` (legal, with what differs) or an ``adjust``, and apply the latter."""
    found = Findings(state.table)
    if entry["do"] == "check":
        return found.verdict(_differences(state, entry))
    own = state.players[entry["of"]]
    change = entry.get("money", 0)
    if own.money + change < 0:
        found.breach(
            "SAM-BUILD-05",
            M("corrections.below-0"),
            money=change,
        )
    verdict = found.verdict()
    if stands is not None and found.breaches:
        verdict = verdict.ruled(stands)
    if verdict.applied:
        change = max(change, -own.money)
        own.money += change
        own.corrections += change
    return verdict


def _differences(state: SamoaState, entry: Entry) -> dict[str, Any]:
    record = position(state)["players"][entry["of"]]
    findings = {}
    for key, value in record.items():
        if key in entry and _plain(key, entry[key]) != _plain(key, value):
            findings[key] = [value, entry[key]]
    return findings


def _plain(key: str, value: Any) -> Any:
    """Return a value in a form in which the order of things lying side by side is nothing."""
    if key == "rooms":
        return {room: sorted(map(str, living)) for room, living in value.items()}
    return sorted(map(str, value)) if key in _UNORDERED else value
