"""The rule of the card or guest that an illegal entry names as its source, in games with modules.

What they bring prints a rule for each card; ``NAMED`` cites it, and every module shares that. A
base game's guests have no rules of their own.
"""

from __future__ import annotations

from adjudicator.austria.judging.judge import rules_broken
from adjudicator.austria.table.entry_findings import Case
from adjudicator.austria.table.module import Module
from adjudicator.austria.table.state import Player, Table
from adjudicator.entries import Entry


def cite_source(table: Table, player: Player | None, entry: Entry, case: Case) -> None:
    """Name the rule of what ``from`` names: it does not allow the entry either."""
    source = entry.from_ or ""
    rule = rule_of(table, source)
    if rule is not None:
        case.breach(rule, case.why_not, source=source)


def rule_of(table: Table, source: str) -> str | None:
    """Return the rule of the card or guest that a source names, where it has one of its own."""
    what, _, which = source.partition(".")[0].partition(":")
    if what == "staff" and int(which) in table.staff_cards:
        return table.staff_cards[int(which)].rule
    if what == "guest" and int(which) in table.guests:
        rule: str | None = table.guests[int(which)].values.get("rule")
        return rule
    return None


NAMED = Module(id="sourced", number=11, hooks=(rules_broken.heard_by(cite_source),))
"""What all modules bring together."""
