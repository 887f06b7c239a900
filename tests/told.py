"""The entries that a sentence of ``adjudicator.suggestions`` stands for, made and entered.

It reads the sentence's facts only, as a player reads its words.
"""

import random
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any

from adjudicator.games import State
from adjudicator.messages import M
from adjudicator.verdict import Legal, Unclear
from tests.rows import read_table

Entry = dict[str, Any]
Concrete = Callable[[Any, Any, random.Random], Entry | None]

KEYS = read_table("keys-of-hints")
LEFT_OUT = read_table("keys-left-out-by-hints")
AMOUNTS = {"instead.gain": "gain", "spending.hint-pay": "pay", "more.hint-food": "food"}


def _counts(told: M) -> dict[str, int]:
    """Return the amounts of an ``amounts.all``, as a record has them."""
    counts = {}
    for amount in told.facts["amounts"]:
        match amount.key:
            case "amounts.krones":
                counts["krones"] = amount.facts["count"]
            case "amounts.steps":
                counts["emperor"] = amount.facts["count"]
            case _:
                counts[amount.facts["what"]] = amount.facts["n"]
    return counts


def _changes(way: M) -> Iterator[Entry]:
    """Yield one phrase's changes of an entry; a removed key has the value None."""
    facts = way.facts
    if way.key in KEYS:
        yield from ({KEYS[way.key]: value} for value in facts["values"])
    elif way.key in LEFT_OUT:
        yield {LEFT_OUT[way.key]: None}
    elif way.key in AMOUNTS:
        yield from ({AMOUNTS[way.key]: _counts(told)} for told in facts["each"])
    elif way.key == "instead.spaces":
        yield from ({"die": value, "as": None} for value in facts["values"])
    elif way.key == "instead.sixes":
        yield from ({"die": 6, "as": value} for value in facts["values"])
    elif way.key == "celebrities.hint-coloured":
        yield from ({"die": facts["die"], "colour": value} for value in facts["values"])
    elif way.key == "instead.boost":
        yield {"boost": True}
    elif way.key == "instead.placed":
        placed = {one.facts["guest"]: _counts(one.facts["amounts"]) for one in facts["placed"]}
        yield {"place": placed}
    elif way.key == "instead.tourist":
        yield {"tourists": [{"token": facts["token"], "room": facts["room"]}]}
    elif way.key == "instead.room-sets":
        yield from ({"rooms": list(told.facts.get("things", ()))} for told in facts["each"])
    else:
        raise AssertionError(f"{way.key}: what is to be entered?")


def meant(entry: Mapping[str, Any], told: M) -> list[Entry]:
    """Return every entry that a sentence about the same verb stands for."""
    ways = told.facts["ways"] if told.key == "instead.possible" else told.facts["without"]
    entries = []
    for chosen in product(*(list(_changes(way)) for way in ways)):
        changed = dict(entry)
        for change in chosen:
            changed |= change
        entries.append({key: value for key, value in changed.items() if value is not None})
    return entries


def untrue(entry: Mapping[str, Any], told: M, state: State, concrete: Concrete) -> str | None:
    """Return the untrue part of a hint, or None. state: the one before the refused entry."""
    items = state.options()
    if told.key in ("instead.possible", "instead.without"):
        for other in meant(entry, told):
            verdict = state.copy().judge(other)
            unread = isinstance(verdict, Unclear) and verdict.is_applied and verdict.is_unread
            if not unread and not isinstance(verdict, Legal):
                return f"{other}: {verdict}"
        return None
    if told.key in ("instead.own", "instead.next"):
        return _deeds(told.facts.get("who"), told.facts["deeds"], state, concrete)
    if told.key == "instead.others":
        for group in told.facts["groups"]:
            for who in group.facts["who"]:
                if wrong := _deeds(who, group.facts["deeds"], state, concrete):
                    return wrong
        return None
    own = [i for i in items if i["do"] == entry["do"] and i.get("by") == entry.get("by")]
    match told.key:
        case "instead.bounds":
            return None
        case "instead.by-another-part":
            return _by_another_part(entry, told, state)
        case "instead.nothing":
            return None if state.over() or not items else f"there is {items[0]}"
        case "instead.dice" | "instead.no-dice":
            due = told.facts.get("n", 0)
            return None if {"count": due} in [i.get("dice") for i in own] else f"{own}"
        case "instead.tiles":
            return None if {"count": told.facts["n"]} in [i.get("tiles") for i in own] else f"{own}"
        case "instead.price-card":
            card = {"by": entry["by"], "do": "card", **told.facts}
            return None if isinstance(state.copy().judge(card), Legal) else f"{card}"
        case "instead.own-card" | "instead.payable-card":
            return None if own else "nothing of the kind is offered"
    raise AssertionError(f"{told.key}: what is to be entered?")


def _by_another_part(entry: Mapping[str, Any], told: M, state: Any) -> str | None:
    """Return which part does not help though a hint says so."""
    helping = [
        source
        for _, source, now in state.try_other_parts(entry)
        if now.judge(entry).kind == "legal"
    ]
    return next((key for key in told.facts["sources"] if key not in helping), None)


def _deeds(who: str | None, deeds: tuple[str, ...], state: State, concrete: Concrete) -> str | None:
    """Return which of some verbs cannot be entered, or changes nothing where it is."""
    for deed in deeds:
        verb = deed.partition("-")[0]
        items = [item for item in state.options() if item["do"] == verb]
        own = [item for item in items if who in (None, item.get("by"))]
        if not own or not any(_leads_on(item, state, concrete) for item in own):
            return f"{who}: {deed}"
    return None


def _shown(state: State) -> tuple[Any, Any]:
    return state.position(), state.options()


def _leads_on(item: Mapping[str, Any], state: State, concrete: Concrete) -> bool:
    """Return whether an entry that an item stands for changes the position."""
    for seed in range(5):
        entry = concrete(item, state, random.Random(seed))
        if entry is None:
            return True  # values seen at the table cannot be seen here
        after = state.copy()
        if after.judge(entry).is_applied and _shown(after) != _shown(state):
            return True
    return False
