"""Whether a question about the table hinges on a switch: another value answers it otherwise."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from adjudicator.austria.printed.editions import Rules, Switch, rules_of
from adjudicator.austria.table.state import Table


@lru_cache(maxsize=512)
def list_other_rules(rules: Rules, switch: str, own: tuple[Switch, ...]) -> Sequence[Rules]:
    """Return the rules with each other value of a switch. own: the switches of modules."""
    house = {key: rules[key] for key in rules.house}
    values = (value for value in rules.switches[switch].values if value != rules[switch])
    return [rules_of(rules.edition, {**house, switch: value}, own) for value in values]


def does_switch_decide(table: Table, switch: str, asked: Callable[[], bool]) -> bool:
    """Return whether another value of a switch would answer a question otherwise."""
    rules, answer = table.rules, asked()
    try:
        for other in list_other_rules(rules, switch, table.box.switches):
            table.rules = other
            if asked() != answer:
                return True
    finally:
        table.rules = rules
    return False


def note_if_switch_decides(table: Table, switch: str, asked: Callable[[], bool]) -> None:
    """Note that a switch decides a question about the entry, if it does (``Case.rest_on``)."""
    if does_switch_decide(table, switch, asked):
        table.rest_on(switch)
