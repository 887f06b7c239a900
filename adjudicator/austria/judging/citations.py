"""The rule of the card or guest that an illegal entry names as its source, in games with modules.

The components of modules have a rule for each card. ``SOURCE_RULES`` cites it for all.
Guests of the base game have no rules of their own.
"""

from __future__ import annotations

from adjudicator.austria.judging.judge import rules_broken
from adjudicator.austria.table.entry_findings import Case
from adjudicator.austria.table.module import Module
from adjudicator.austria.table.state import Player, Table
from adjudicator.entries import Entry


def cite_source(table: Table, player: Player | None, entry: Entry, case: Case) -> None:
    """Name the rule of the source in ``from``: it does not allow the entry either."""
    source = entry.from_ or ""
    rule = find_source_rule(table, source)
    if rule is not None:
        case.breach(rule, case.why_not, source=source)


def find_source_rule(table: Table, source: str) -> str | None:
    """Return the rule of the card or guest that a source names, where it has one of its own."""
    what, _, which = source.partition(".")[0].partition(":")
    if what == "staff" and int(which) in table.staff_cards:
        return table.staff_cards[int(which)].rule
    if what == "guest" and int(which) in table.guests:
        rule: str | None = table.guests[int(which)].values.get("rule")
        return rule
    return None


SOURCE_RULES = Module(id="sourced", number=11, hooks=(rules_broken.heard_by(cite_source),))
"""The module that all modules share."""
