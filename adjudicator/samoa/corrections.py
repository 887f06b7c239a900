"""``check`` and ``adjust``: what somebody reads off the real table, and what the table corrects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.entries import Entry, by, key, keys, verb
from adjudicator.messages import M
from adjudicator.samoa.findings import Findings
from adjudicator.samoa.positions import position
from adjudicator.samoa.state import SamoaState
from adjudicator.shapes import AGREED, boolean, integer, text
from adjudicator.verdict import Verdict


@verb("check")
class Check(Entry):
    """What somebody reads off the table of one player."""

    by: str | None = by(default=None)
    of: str = key(lambda s: text)
    seen: Mapping[str, Any] = keys(lambda s: s.own)


@verb("adjust")
class Adjust(Entry):
    """What the table corrects of one player."""

    by: str | None = by(default=None)
    of: str = key(lambda s: text)
    money: int = key(lambda s: integer(), default=0)


@verb("rule")
class Rule(Entry):
    """What the table lets stand, or not: a replay reads it, no rule does."""

    by: str | None = by(default=None)
    entry: int = key(lambda s: integer(1))
    stands: bool = key(lambda s: boolean)
    agreed: list[str] | None = key(lambda s: AGREED["agreed"], default=None)


_UNORDERED = ("suites", "special_tiles", "discards")


def judge(state: SamoaState, entry: Check | Adjust, stands: bool | None) -> Verdict:
    """Judge a ``check`` (legal, with what differs) or an ``adjust``, and apply the latter."""
    found = Findings(state.table)
    if isinstance(entry, Check):
        return found.verdict(finding=_differences(state, entry))
    own = state.players[entry.of]
    change = entry.money
    if own.money + change < 0:
        found.breach(
            "SAM-BUILD-05",
            M("corrections.below-0"),
            money=change,
        )
    verdict = found.verdict(stands)
    if verdict.applied:
        change = max(change, -own.money)
        own.money += change
        own.corrections += change
    return verdict


def _differences(state: SamoaState, entry: Check) -> dict[str, Any]:
    record = position(state)["players"][entry.of]
    seen, findings = entry.seen, {}
    for name, value in record.items():
        if name in seen and _plain(name, seen[name]) != _plain(name, value):
            findings[name] = [value, seen[name]]
    return findings


def _plain(key: str, value: Any) -> Any:
    """Return a value in a form in which the order of things lying side by side is nothing."""
    if key == "rooms":
        return {room: sorted(map(str, living)) for room, living in value.items()}
    return sorted(map(str, value)) if key in _UNORDERED else value
