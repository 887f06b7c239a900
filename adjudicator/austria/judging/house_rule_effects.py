"""The switches that decided a refusal: with another value the entry would not be refused.

While an entry is judged, each reader of a switch that might matter names it. For an entry that
takes effect that is all. A refused entry usually breaks several rules. A switch decides only if
another value would judge the entry differently; this is tried on a copy of the table.
"""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.austria.chapters import final
from adjudicator.austria.table.entry_findings import Case
from adjudicator.austria.table.house_rules import list_other_rules
from adjudicator.austria.table.position import show_position
from adjudicator.austria.table.state import BEYOND, Table
from adjudicator.entries import Entry
from adjudicator.games import try_entries
from adjudicator.verdict import Illegal


def find_deciding_switches(before: Table, entry: Entry, case: Case) -> Iterator[str]:
    """Yield the named switches of a refusal that decide it.

    before: the table without the entry. Some switches took effect in earlier entries; the table
    does not show it. Such a switch decides if no rule independent of it is broken
    (``Case.rest_on``). So does a question without another value.
    """
    base: object = None
    refused = case
    if case.stands is not None:
        base = _find_effect(before, entry, case.stands)
        refused = try_entries(before, entry)[0].case or case
    for switch in case.switches:
        if switch in refused.otherwise:
            decides = refused.otherwise[switch]()
        elif switch not in before.rules.switches or refused.rests_wholly_on(switch):
            decides = True
        else:
            twins = _make_other_tables(before, switch)
            decides = any(_judged_otherwise(twin, entry, case.stands, base) for twin in twins)
        if decides:
            yield switch


def _judged_otherwise(twin: Table, entry: Entry, stands: bool | None, base: object) -> bool:
    """Return whether a table does not refuse an entry, or applies it differently.

    base: the effect on the real table where there is a ruling on the entry.
    """
    if stands is None:
        return not isinstance(twin.play(entry, naming=False), Illegal)
    return _find_effect(twin, entry, stands) != base


def _find_effect(table: Table, entry: Entry, stands: bool) -> object:
    after, verdict = try_entries(table, entry, stands=stands)
    result = final.make_result(after, final=False).to_json()
    return isinstance(verdict, Illegal), show_position(after), result


def _make_other_tables(table: Table, switch: str) -> Iterator[Table]:
    """Yield the table as it would play on under each other value of a switch."""
    for rules in list_other_rules(table.rules, switch, table.box.switches):
        twin = table.copy()
        twin.rules = rules
        beyond = tuple(0 if one.is_limited(rules) else BEYOND for one in table.box.stocks)
        moved = zip(twin.supply, table.beyond, beyond, strict=True)
        twin.supply = [left - had + has for left, had, has in moved]
        twin.beyond = beyond
        yield twin
