"""House rules on pages: choosing them for a game, and keeping named sets of them.

The game itself lists the rules that a table may set (``games.Game.house_rules``).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from werkzeug.datastructures import MultiDict

from adjudicator import games
from recorder.kept.named_sets import HOUSE_RULES, Set, Shelves
from recorder.pages.kept import named_sets, precedents
from recorder.pages.wording import join_sayings, say

Rulings = dict[str, str]

FIELD = "rule-"
"""The beginning of the names of fields for single rules."""


def list_kept_rules(game: str) -> Shelves:
    """Return a game's named sets."""
    return named_sets.shelves(f"{game}.{HOUSE_RULES}")


def sets(game: str) -> list[Set]:
    """Return the named sets that the reader sees, the reader's own first."""
    return list_kept_rules(game).visible(named_sets.owners())


def find_named_rules(game: str, wanted: str) -> Set | None:
    """Return the set of a key or a name, as far as the reader sees it."""
    return list_kept_rules(game).find_named(named_sets.owners(), wanted) if wanted else None


def describe_rules_form(game: str, start: Mapping[str, Any]) -> dict[str, object]:
    """Return the values for ``house_rules`` of ``_rules.html``. start: fields by name."""
    chosen = find_named_rules(game, str(start.get("house-set", "")))
    ids = [rule.id for rule in games.find(game).house_rules]
    return {
        "sets": [{"key": one.key, "name": one.name, "count": len(one.value)} for one in sets(game)],
        "set": chosen.key if chosen else "",
        "precedents": precedents.describe_sets_form(game, start),
        "rules": list_settable_rules(game, {rule: start.get(FIELD + rule, "") for rule in ids}),
        "open": any(name.startswith(FIELD) and value for name, value in start.items()),
    }


def list_settable_rules(game: str, chosen: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return every rule that a table may set, with its values and the chosen one."""
    lines = []
    labels = games.find(game).edition_labels
    for rule in games.find(game).house_rules:
        same = len(set(rule.defaults.values())) == 1
        default = rule.values[next(iter(rule.defaults.values()))] if same else ""
        lines.append(
            {
                "id": rule.id,
                "point": rule.point,
                "default": default,
                "editions": {
                    value: join_sayings(
                        say(labels[code]) for code, own in rule.defaults.items() if own == value
                    )
                    for value in ({} if same else rule.values)
                },
                "meanings": rule.values,
                "chosen": chosen.get(rule.id, ""),
                "of": f"modules={','.join(rule.modules)}" if rule.modules else "",
            }
        )
    return lines


def repeat_rules_fields(rulings: Mapping[str, str]) -> dict[str, str]:
    """Return the fields of a form that begins with the house rules of an earlier game."""
    return {FIELD + rule: value for rule, value in rulings.items()}


def read_rules_form(game: str, form: MultiDict[str, str], modules: Collection[str] = ()) -> Rulings:
    """Return the house rules of a form: the named set, then the single choices.

    modules: of the record; a rule of another module is left out.
    """
    chosen: Rulings = {}
    one = find_named_rules(game, form.get("house-set", ""))
    if one is not None:
        chosen |= one.value
    chosen |= read_single_rules(game, form)
    known = {
        rule.id: {*rule.values, *rule.defaults}
        for rule in games.find(game).house_rules
        if not rule.modules or set(rule.modules) & set(modules)
    }
    return {rule: value for rule, value in chosen.items() if value in known.get(rule, ())}


def read_single_rules(game: str, form: MultiDict[str, str]) -> Rulings:
    """Return the rules that a form sets one by one."""
    given = {rule.id: form.get(FIELD + rule.id, "") for rule in games.find(game).house_rules}
    values = {rule.id: rule.values for rule in games.find(game).house_rules}
    return {rule: value for rule, value in given.items() if value in values[rule]}
