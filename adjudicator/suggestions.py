"""Legal entries instead: the nearest entry to a refused one, else the entries due.

Made only when a verdict is shown, from the items of ``next`` before the entry; the rules
themselves know nothing of it. Every hint was judged on a copy of that position first: it is legal,
or it takes effect although a component has not been read yet. Cards of a hand are never named: a
refusal tells no secret.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice, product
from typing import Any

from adjudicator.games import State, try_entries
from adjudicator.hints import HIDDEN, LEFT_OUT, OTHER, Entry, Hint, Hints, Near, Ways
from adjudicator.messages import M, Message, read_english, register_naming
from adjudicator.verdict import Illegal, Legal, Unclear, Verdict

Items = Sequence[Mapping[str, Any]]

SHOWN = 8
"""Values or verbs that a sentence lists at most."""

LOOKED_AT = 8
"""Items of the verb that are tried for one refusal, the nearest first."""

TRIED_OF_ITEM = 24
"""Entries that are tried of one item: values of its keys, food left out or less of it."""

FAR = 4
"""What differs in more than this (see ``_COST``) from the refused entry is no hint to it."""

TRIED = 20_000
"""Entries that are judged at most for all refusals of one record: about half a second."""

IDLE_COSTS = 8
"""An entry whose position is looked at, too, counts as so many."""

PART_COSTS = 12
"""An entry that is played again with what followed it counts as so many."""

_KEPT = frozenset(("by", "do", "note", "at"))
"""Keys that never are what is wrong with an entry of an open verb."""


register_naming(
    "deed",
    lambda verb, language: language.term("do", verb) if f"do:{verb}" in read_english() else verb,
)


class Trials:
    """How many entries may still be judged for the sake of hints."""

    __slots__ = ("left",)

    def __init__(self, left: int = TRIED) -> None:
        self.left = left


class Moment:
    """The entries possible at one moment, as far as one player may know.

    state: as they know it, kept and not changed. shown: the visible items of ``next``, where the
    state has more. trials: shared by the moments of one record.
    """

    def __init__(
        self,
        state: State,
        trials: Trials | None = None,
        shown: Callable[[Items], Items] | None = None,
    ) -> None:
        self._state = state
        self._trials = trials or Trials()
        self._shown = shown

    @cached_property
    def items(self) -> Items:
        """The items of ``next``."""
        return self._open if self._shown is None else self._shown(self._open)

    @cached_property
    def _position(self) -> Mapping[str, Any]:
        return self._state.position()

    @cached_property
    def _open(self) -> Items:
        return self._state.options()

    @cached_property
    def hints(self) -> Hints:
        """How hints speak of the entries of this game."""
        return self._state.hints

    def word_verb(self, do: str) -> str:
        """Return the name of a verb here."""
        return self.hints.called(do, self._position)

    def allows(self, entry: Entry) -> bool:
        """Return whether an entry may be entered here; no when too many have been tried."""
        if self._trials.left <= 0:
            return False
        self._trials.left -= 1
        return is_possible(try_entries(self._state, entry)[1])

    def leads_on(self, item: Mapping[str, Any]) -> bool:
        """Return whether an item stands for something that changes the position.

        An entry that only repeats the past is legal, but no hint. An item with something unknown
        cannot be tried and counts as leading on.
        """
        entry: dict[str, Any] = {}
        for key, value in item.items():
            hint = self.hints.find_hint(key)
            if hint.aside is not None and hint.aside(item):
                continue
            if hint.made is not None and isinstance(value, dict):
                made = [*islice(hint.made(value), 1)]
                if not made:
                    return any(one in HIDDEN for one in value.values() if isinstance(one, str))
                entry[key] = made[0]
            else:
                entry[key] = value[0] if isinstance(value, list) and value else value
        return any(map(_is_unknown, entry.values())) or self.changes(entry)

    def list_other_parts(self, entry: Entry) -> list[tuple[Entry, str]]:
        """Return entries before this one that forbid it, and which part they could name instead."""
        if "by" not in entry:
            return []
        found: list[tuple[Entry, str]] = []
        for before, source, state in self._state.try_other_parts(entry):
            self._trials.left -= PART_COSTS
            if self._trials.left <= 0:
                break
            if isinstance(state.judge(entry), Legal):
                found.append((before, source))
        return found

    def changes(self, entry: Entry) -> bool:
        """Return whether an entry changes something; yes when too many have been tried.

        Values that a position does not print (a finished set-up) show in the possible entries.
        """
        if self._trials.left <= 0:
            return True
        self._trials.left -= IDLE_COSTS
        after, _ = try_entries(self._state, entry)
        return bool(after.position() != self._position or after.options() != self._open)


def is_possible(verdict: Verdict) -> bool:
    """Return whether an entry with this verdict may be named as one that is possible."""
    if isinstance(verdict, Unclear):
        return verdict.takes_effect and verdict.is_unread
    return isinstance(verdict, Legal)


def _is_unknown(value: Any) -> bool:
    """Return whether a value of an item is not one that an entry could have."""
    if isinstance(value, str):
        return value in HIDDEN or value == OTHER
    if not isinstance(value, dict):
        return False
    return "count" in value or not all(isinstance(one, int | dict) for one in value.values())


def explain_refusal(verdict: Verdict, entry: Entry, moment: Moment) -> Verdict:
    """Return a verdict; a refusal says a legal entry instead.

    moment: the one before the entry. A refusal that says so already stays as it is, and so does
    one that names no rule because only something hidden forbids the entry.
    """
    if not isinstance(verdict, Illegal) or not lacks_suggestion(verdict):
        return verdict
    first, *others = verdict.violations
    return replace(
        verdict, violations=(replace(first, instead=suggest_nearest(entry, moment)), *others)
    )


def lacks_suggestion(verdict: Verdict) -> bool:
    """Return whether a verdict is a refusal without a legal entry instead.

    Its first breach counts: a player reads it first.
    """
    if not isinstance(verdict, Illegal) or not verdict.violations:
        return False
    return not verdict.violations[0].instead


def suggest_nearest(entry: Entry, moment: Moment) -> M:
    """Return the sentence: the nearest entry of the verb, other verbs, or the player in turn."""
    by, do = entry.get("by"), entry["do"]
    if do == "adjust":
        return M("instead.bounds")
    told = _by_another_part(entry, moment)
    if told is not None:
        return told
    items = moment.items
    own = [item for item in items if item.get("by") == by]
    due = [item for item in items if item["do"] not in moment.hints.shared]
    mine = [item for item in due if item.get("by") == by]
    told = _word_nearest(entry, [item for item in own if item["do"] == do], moment)
    if told is not None:
        return told
    shared = _word_deeds([item for item in due if "by" not in item], moment)
    if shared:
        return M("instead.next", deeds=shared)
    deeds = _word_deeds(mine, moment)
    if deeds:
        return M("instead.own", who=by, deeds=deeds)
    groups = _group_by_players(due, moment)
    if groups:
        whose = tuple(M("instead.whose", who=who, deeds=deeds) for deeds, who in groups)
        return M("instead.others", groups=whose)
    deeds = _word_deeds(items, moment)
    return M("instead.next", deeds=deeds) if deeds else M("instead.nothing")


def _by_another_part(entry: Entry, moment: Moment) -> M | None:
    """Return the sentence where an entry before this one used the part that this one needs."""
    found = moment.list_other_parts(entry)
    if not found:
        return None
    before = found[0][0]
    sources = tuple(source for one, source in found if one is before)
    thing = next(key for key in moment.hints.about if key in before)
    way = _word_way(thing, (before[thing],), Near(before, ()), moment.hints)
    return M("instead.by-another-part", thing=way, what=before["do"], sources=sources)


def _word_deeds(items: Items, moment: Moment) -> tuple[str, ...]:
    """Return the verbs of items that lead on, as they are called at this moment."""
    verbs: dict[str, None] = {}
    for item in items:
        verb = str(item["do"])
        if verb not in verbs and moment.leads_on(item):
            verbs[verb] = None
    return tuple(map(moment.word_verb, islice(verbs, SHOWN)))


def _group_by_players(
    items: Items, moment: Moment
) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Return verbs with the players that may enter just these, in the order of the items."""
    own: dict[str, list[Mapping[str, Any]]] = {}
    for item in items:
        if "by" in item:
            own.setdefault(item["by"], []).append(item)
    groups: dict[tuple[str, ...], list[str]] = {}
    for player, offered in own.items():
        deeds = _word_deeds(offered, moment)
        if deeds:
            groups.setdefault(deeds, []).append(player)
    return [(deeds, tuple(players)) for deeds, players in groups.items()]


def _word_nearest(entry: Entry, same: Items, moment: Moment) -> M | None:
    """Return the sentence about the nearest legal entry of the verb, if one is near.

    same: the items of the verb by the same player.
    """
    hints = moment.hints
    for item in same:
        for key in item:
            seen = hints.find_hint(key).seen
            told = seen(entry, item) if seen is not None else None
            if told is not None:
                return told
    ways = [ways for item in same if (ways := _find_ways(entry, item, hints)) is not None]
    measured = [(_measure_distance(entry, found, hints), found) for found in ways]
    measured.sort(key=lambda one: one[0])  # stable: items stay in their order
    for _, found in [one for one in measured if one[0] <= FAR][:LOOKED_AT]:
        told = _find_legal_entry(entry, found, moment)
        if told is not None:
            return told
    return hints.otherwise.get(entry["do"]) if same else None


def _find_ways(entry: Entry, item: Mapping[str, Any], hints: Hints) -> Ways | None:
    """Return the change that turns an entry into one that an item stands for, or None."""
    found: dict[str, Sequence[Any]] = {}
    if OTHER in item.values():
        return None
    for key in dict.fromkeys([*entry, *item]):
        if key in _KEPT:
            continue
        every = _list_values(entry.get(key, LEFT_OUT), item, key, hints.find_hint(key))
        values = [*islice(every, TRIED_OF_ITEM)]  # of food there may be one for every piece entered
        if not values:
            return None
        found[key] = values
    return found


def _list_values(given: Any, item: Mapping[str, Any], key: str, hint: Hint) -> Iterable[Any]:
    """Return the values of one key to be tried; none where they cannot be listed."""
    meant = item.get(key, LEFT_OUT)
    if hint.made is not None and isinstance(meant, dict):
        return [given, *hint.made(meant)]
    tried = hint.tries(given, meant, item) if hint.tries is not None else None
    if tried is not None:
        return tried
    if meant is LEFT_OUT:
        return [LEFT_OUT] if hint.without is not None else ()
    if isinstance(meant, str) and meant in HIDDEN:
        return [given] if given is not LEFT_OUT and given is not None else ()
    if isinstance(meant, list):
        return [given] if given in meant or meant == given else meant
    if isinstance(meant, dict):
        return [given] if given is not LEFT_OUT else ()
    return [meant]


def _measure_distance(entry: Entry, ways: Ways, hints: Hints) -> int:
    """Return how much of an entry has to change at least."""
    far, weighs = 0, hints.weighs(entry, ways)
    for key, values in ways.items():
        if key in weighs:
            far += weighs[key]
        elif not _is_same(values[0], entry.get(key, LEFT_OUT)):
            hint = hints.find_hint(key)
            far += hint.none if values[0] is LEFT_OUT else hint.other
    return far


def _is_same(value: Any, other: Any) -> bool:
    return value is other or (type(value) is type(other) and bool(value == other))


def _find_legal_entry(entry: Entry, ways: Ways, moment: Moment) -> M | None:
    """Return the sentence about the first entry of some ways that is legal, if one is."""
    keys = list(ways)
    tried = islice(product(*ways.values()), TRIED_OF_ITEM)
    held = [entry.get(key, LEFT_OUT) for key in keys]
    for values in sorted(
        tried,
        key=lambda values: sum(not _is_same(*pair) for pair in zip(held, values, strict=True)),
    ):
        found = dict(zip(keys, values, strict=True))
        changed = {**entry, **found}
        candidate = {key: value for key, value in changed.items() if value is not LEFT_OUT}
        if candidate == entry or not moment.allows(candidate):
            continue
        if not moment.changes(candidate):  # it names what has happened
            return None
        return _word_suggestion(entry, candidate, ways, found, moment)
    return None


def _word_suggestion(
    entry: Entry, candidate: Entry, ways: Ways, found: Mapping[str, Any], moment: Moment
) -> M | None:
    """Return the sentence about an entry that is legal, and others that differ in one value."""
    hints = moment.hints
    changed = [key for key, value in found.items() if not _is_same(entry.get(key, LEFT_OUT), value)]
    listed = [
        key
        for key in changed
        if hints.find_hint(key).said is not None and hints.find_hint(key).lists
    ]
    main = next((key for key in listed if len(ways[key]) > 1), None)
    near = Near(candidate, changed)
    values: tuple[Any, ...] = ()
    if main is not None:
        worth = hints.find_hint(main).worth or (lambda value: 0)
        best = worth(found[main])
        others = [
            value
            for value in ways[main][:TRIED_OF_ITEM]
            if worth(value) == best
            and (value == found[main] or moment.allows({**candidate, main: value}))
        ]
        values = tuple(others[: SHOWN if hints.find_hint(main).worth is None else SHOWN // 2])
    told: list[Message] = []
    for key in changed:
        if found[key] is LEFT_OUT:
            continue
        way = _word_way(key, values if key == main else (found[key],), near, hints)
        if way is None:
            return None
        told += [way] if way not in told else []
    unsaid = {name for key in changed for name in hints.find_hint(key).unsaid}
    gone = [key for key in changed if found[key] is LEFT_OUT and key not in unsaid]
    without = tuple(said for key in gone if (said := hints.find_hint(key).without) is not None)
    if not told:
        return M("instead.without", without=without) if without else None
    return M("instead.possible", ways=(*told, *without))


def _word_way(key: str, values: tuple[Any, ...], near: Near, hints: Hints) -> Message | None:
    """Return how one key of a legal entry is said; None where there are no words for it."""
    for other in near.changed:
        if key in hints.find_hint(other).covers and other in near.entry:
            key, values = other, (near.entry[other],)
    said = hints.find_hint(key).said
    return said(values, near) if said is not None else None
