"""What would have been legal: the nearest answer that ``next`` has for a refused entry.

Made only when a verdict is shown, from the items that were open before the entry; the rules
themselves know nothing of it. Cards of a hand are never named: a refusal tells no secret.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from adjudicator.messages import Language, M, english, naming
from adjudicator.verdict import Breach, Illegal, Verdict

Entry = Mapping[str, Any]
Items = Sequence[Mapping[str, Any]]

SHOWN = 8
"""Values or verbs that a sentence lists at most."""

_LOOSE = frozenset(("by", "do", "note", "at", "reveal", "place", "from"))
"""Keys that never are what is wrong with an entry of an open verb, or cannot be listed."""


_PLACING = frozenset(("place", "serve"))
"""Verbs that do nothing but put food onto guests."""


HIDDEN = ("seen", "hand")
"""What ``next`` has where a value is not known, or is known to its player alone."""


def _deed(verb: str, language: Language) -> str:
    return language.term("do", verb) if f"do:{verb}" in english() else verb


naming("deed", _deed)


def explained(verdict: Verdict, entry: Entry, items: Items) -> Verdict:
    """Return a verdict in which a refusal says what would have been legal.

    items: ``next`` before the entry. A refusal that says so already stays as it is, and so does
    one that names no rule because only something hidden forbids the entry.
    """
    if not isinstance(verdict, Illegal) or not bare(verdict):
        return verdict
    first, *others = verdict.violations
    told = M("instead.without-food") if _about_food(entry, first) else nearest(entry, items)
    return replace(verdict, violations=(replace(first, instead=told), *others))


def bare(verdict: Verdict) -> bool:
    """Return whether a verdict is a refusal that does not say what would have been legal.

    What stands first in it counts: that is what a player reads.
    """
    if not isinstance(verdict, Illegal) or not verdict.violations:
        return False
    return not verdict.violations[0].instead


def _about_food(entry: Entry, breach: Breach) -> bool:
    """Whether all that is wrong is food that an entry of another verb puts onto guests."""
    return bool(entry.get("place")) and entry["do"] not in _PLACING and "placed" in breach.why


def nearest(entry: Entry, items: Items) -> M:
    """Return the sentence: other values of the same verb, other verbs, or whose turn it is."""
    by = entry.get("by")
    if entry["do"] == "adjust":
        return M("instead.bounds")
    own = [item for item in items if item.get("by") == by]
    same = [item for item in own if item["do"] == entry["do"]]
    if same:
        told = _other_entry(entry, same)
        if told is not None:
            return told
    mine = _verbs(own)
    if mine:
        return M("instead.next", deeds=mine) if by is None else M("instead.own", who=by, deeds=mine)
    groups = _whose(items)
    if groups:
        whose = tuple(M("instead.whose", who=who, deeds=deeds) for deeds, who in groups)
        return M("instead.others", groups=whose)
    if items:
        return M("instead.next", deeds=_verbs(items))
    return M("instead.nothing")


def _other_entry(entry: Entry, same: Items) -> M | None:
    """Return the sentence with other values for an entry, from items of its verb."""
    wrong = [(len(_wrong(entry, item)), -len(item), place) for place, item in enumerate(same)]
    fewest = min(count for count, _, _ in wrong)
    for count, _, place in sorted(wrong)[:SHOWN]:
        told = _other_values(entry, same[place]) if count == fewest else None
        if told is not None:
            return told
    return None


def _whose(items: Items) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Return verbs with the players who may enter just these, in the order of the items."""
    verbs: dict[str, dict[str, None]] = {}
    for item in items:
        if "by" in item:
            verbs.setdefault(item["by"], {})[str(item["do"])] = None
    groups: dict[tuple[str, ...], list[str]] = {}
    for player, own in verbs.items():
        groups.setdefault(tuple(own)[:SHOWN], []).append(player)
    return [(deeds, tuple(players)) for deeds, players in groups.items()]


def _verbs(items: Items) -> tuple[str, ...]:
    verbs = dict.fromkeys(str(item["do"]) for item in items)
    return tuple(verbs)[:SHOWN]


def _wrong(entry: Entry, item: Mapping[str, Any]) -> list[str]:
    """Return the keys in which an entry is not one that an item stands for."""
    keys = dict.fromkeys([*entry, *item])
    return [key for key in keys if key not in _LOOSE and not _fits(entry.get(key), item.get(key))]


def _fits(value: Any, meant: Any) -> bool:
    if isinstance(meant, dict) and "count" in meant and isinstance(value, list):
        numbers = [one for one in value if isinstance(one, int)]
        return bool((sum(numbers) if numbers else len(value)) == meant["count"])
    if isinstance(meant, list) and not isinstance(value, list):
        return value in meant
    return bool(value == meant)


def _other_values(entry: Entry, item: Mapping[str, Any]) -> M | None:
    """Return what the first key that is wrong may be; None where that cannot be listed."""
    wrong = _wrong(entry, item)
    if not wrong:
        return None
    if wrong[0] in ("bid", "room") and "bid" in item:
        if item["bid"] in HIDDEN:
            return M("instead.own-card")
        return M("instead.price-card", bid=item["bid"], room=item["room"])
    return _values(wrong[0], item.get(wrong[0]), str(item["do"]))


def _values(key: str, meant: Any, do: str) -> M | None:
    """Return the sentence that lists the possible values of a key, where they can be listed."""
    values = tuple(meant) if isinstance(meant, list) else () if meant is None else (meant,)
    shown = values[:SHOWN]
    match key:
        case "dice" if isinstance(meant, dict):
            return M("instead.dice", n=meant["count"]) if meant["count"] else M("instead.no-dice")
        case "gain" if values and all(isinstance(value, Mapping) for value in values):
            return M("instead.gain", gains=tuple(amounts(gain) for gain in _largest(values)))
        case "rooms" if shown and all(isinstance(value, list) for value in shown):
            each = tuple(
                M("instead.together", things=tuple(value)) if value else M("instead.no-room")
                for value in shown
            )
            return M("instead.room-sets", each=each)
        case "boost" if meant is None:
            return M("instead.no-boost")
        case _ if not shown or any(isinstance(value, dict | list) for value in shown):
            return None
        case "room":
            return M("instead.rooms", values=shown)
        case "die":
            return M("instead.spaces", values=shown)
        case "guest":
            return M("instead.guests", values=shown)
        case "staff" if do != "play_staff" and do != "return_staff":
            return M("instead.cards", values=shown)
        case "staff" if do == "play_staff":
            return M("instead.payable-card")
        case "choose":
            return M("instead.losses", values=shown)
        case "politics":
            return M("instead.goals", values=shown)
        case "as":
            return M("instead.actions", values=shown)
    return None


def _largest(gains: Sequence[Mapping[str, int]]) -> Iterator[Mapping[str, int]]:
    """Yield the gains that hold as much as can be had, a few at most."""
    best = max(sum(gain.values()) for gain in gains)
    found = [gain for gain in gains if sum(gain.values()) == best]
    yield from found[: SHOWN // 2]


def amounts(gain: Mapping[str, int]) -> M:
    """Return counts of food, krones or steps by their name as a sentence says them."""
    return M("instead.amounts", amounts=tuple(_amount(what, n) for what, n in gain.items()))


def _amount(what: str, count: int) -> M:
    match what:
        case "krones":
            return M("instead.krones", count=count)
        case "emperor":
            return M("instead.steps", count=count)
    return M("instead.amount", n=count, what=what)
