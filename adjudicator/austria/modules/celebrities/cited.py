"""Rules of celebrities that an entry breaks besides the base game's."""

from __future__ import annotations

from adjudicator.austria.chapters.food import Gain, find_gain_part
from adjudicator.austria.modules.celebrities.bar import held_by
from adjudicator.austria.modules.celebrities.gifts import holder_of
from adjudicator.austria.modules.celebrities.tokens import CELEBRITIES, FREUD, name_celebrity
from adjudicator.austria.table.entry_findings import Case
from adjudicator.austria.table.state import Player, Table
from adjudicator.entries import Entry
from adjudicator.messages import M


def cite_celebrity_rule(table: Table, player: Player | None, entry: Entry, case: Case) -> None:
    """Cite the rule of the celebrity that an illegal entry uses or relies on."""
    if player is None:
        return
    freud = holder_of(player, FREUD)
    broken = {breach.rule for breach in case.breaches}
    if freud is not None and "GAH-CHK-01" in broken:
        case.breach(CELEBRITIES[freud].rule, M("celebrities.order-too-short"))
    name = _find_named_celebrity(table, player, entry)
    if name is None:
        return
    case.breach(CELEBRITIES[name].rule, case.why_not)
    if name not in held_by(player).tokens:
        case.breach("WALTZ2-DIE-09", M("celebrities.not-held", who=name_celebrity(name)))


def _find_named_celebrity(table: Table, player: Player, entry: Entry) -> str | None:
    """Return the celebrity with the part that an entry names, or uses for food of choice."""
    source = entry.from_ or ""
    if not source and isinstance(entry, Gain):
        part = find_gain_part(table, player, entry)
        source = part.source if part is not None else ""
    kind, _, name = source.partition(".")[0].partition(":")
    return name if kind == "celebrity" else None
