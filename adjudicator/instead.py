"""What would have been legal: the nearest entry to a refused one, and otherwise what is due.

Made only when a verdict is shown, from the items of ``next`` before the entry; the rules
themselves know nothing of it. Every hint was judged on a copy of that position first: it is legal,
or it takes effect although a component has not been read yet. Cards of a hand are never named: a
refusal tells no secret.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice, product
from typing import Any

from adjudicator.amounts import amounts
from adjudicator.games import Forked, State
from adjudicator.messages import Language, M, english, naming
from adjudicator.verdict import Illegal, Legal, Unclear, Verdict

Entry = Mapping[str, Any]
Items = Sequence[Mapping[str, Any]]
Place = Mapping[str, Mapping[str, int]]

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

LEFT_OUT = object()
"""Instead of a value: the entry goes without this key."""

_COST = {"gain": (1, 2), "as": (2, 2), "die": (3, 3), "guest": (2, 2), "hall": (2, 2)}
"""The weight of another value of a key, and of leaving it out: above 1 if much is lost."""

_KEPT = frozenset(("by", "do", "note", "at"))
"""Keys that never are what is wrong with an entry of an open verb."""

_PLACING = frozenset(("place", "serve"))
"""Verbs that do nothing but put food onto guests."""

HIDDEN = ("seen", "hand", "hidden")
"""What ``next`` has where a value is not known, or is known to its player alone."""

_FOR_OTHERS = frozenset(("take_lobby",))
"""Verbs that anybody may enter for the players who are due; they are no hint for other players."""

SIX = 6
"""The space whose die copies another action."""

OTHER = "other"
"""What ``next`` has for all kinds of food but those on the other side of a swap."""


def _deed(verb: str, language: Language) -> str:
    return language.term("do", verb) if f"do:{verb}" in english() else verb


naming("deed", _deed)


class Trials:
    """How many entries may still be judged for the sake of hints."""

    __slots__ = ("left",)

    def __init__(self, left: int = TRIED) -> None:
        self.left = left


class Moment:
    """What could be entered at one moment, as far as one player may know.

    state: as they know it, kept and not changed. shown: what of ``next`` is shown, where that is
    less than the state has. trials: shared by the moments of one record.
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

    @property
    def in_setup(self) -> bool:
        """Whether the game has not begun."""
        return str(self._position.get("phase", "")).startswith("setup")

    def allows(self, entry: Entry) -> bool:
        """Return whether an entry may be entered here; no when too many have been tried."""
        if self._trials.left <= 0:
            return False
        self._trials.left -= 1
        return possible(self._state.copy().judge(entry))

    def leads_on(self, item: Mapping[str, Any]) -> bool:
        """Return whether an item stands for something that changes the position.

        What names only what has happened is legal, but no hint. What cannot be tried, because
        something of it is not known, counts as leading on.
        """
        entry = {
            key: value[0] if isinstance(value, list) and value else value
            for key, value in item.items()
            if key != "place" or item["do"] in _PLACING
        }
        if isinstance(item.get("tourists"), dict):
            entry["tourists"] = next(_one_tourist(item["tourists"]), None)
            if entry["tourists"] is None:
                return item["tourists"]["rooms"] in HIDDEN
        return any(map(_unknown, entry.values())) or self.changes(entry)

    def otherwise(self, entry: Entry) -> list[tuple[Entry, str]]:
        """Return entries before this one that forbid it, and which part they could name instead."""
        if not isinstance(self._state, Forked) or "by" not in entry:
            return []
        found: list[tuple[Entry, str]] = []
        for before, source, state in self._state.otherwise(entry):
            self._trials.left -= PART_COSTS
            if self._trials.left <= 0:
                break
            if isinstance(state.judge(entry), Legal):
                found.append((before, source))
        return found

    def changes(self, entry: Entry) -> bool:
        """Return whether an entry changes something; yes when too many have been tried.

        What a position does not print (whose set-up is through) shows in what may be entered.
        """
        if self._trials.left <= 0:
            return True
        self._trials.left -= IDLE_COSTS
        after = self._state.copy()
        after.judge(entry)
        return bool(after.position() != self._position or after.options() != self._open)


def possible(verdict: Verdict) -> bool:
    """Return whether an entry with this verdict may be named as one that is possible."""
    if isinstance(verdict, Unclear):
        return verdict.takes_effect and verdict.unread
    return isinstance(verdict, Legal)


def _unknown(value: Any) -> bool:
    """Return whether a value of an item is not one that an entry could have."""
    if isinstance(value, str):
        return value in HIDDEN or value == OTHER
    if not isinstance(value, dict):
        return False
    return "count" in value or not all(isinstance(one, int | dict) for one in value.values())


def explained(verdict: Verdict, entry: Entry, moment: Moment) -> Verdict:
    """Return a verdict in which a refusal says what would have been legal.

    moment: the one before the entry. A refusal that says so already stays as it is, and so does
    one that names no rule because only something hidden forbids the entry.
    """
    if not isinstance(verdict, Illegal) or not bare(verdict):
        return verdict
    first, *others = verdict.violations
    return replace(verdict, violations=(replace(first, instead=nearest(entry, moment)), *others))


def bare(verdict: Verdict) -> bool:
    """Return whether a verdict is a refusal that does not say what would have been legal.

    What stands first in it counts: that is what a player reads.
    """
    if not isinstance(verdict, Illegal) or not verdict.violations:
        return False
    return not verdict.violations[0].instead


def nearest(entry: Entry, moment: Moment) -> M:
    """Return the sentence: the nearest entry of the verb, other verbs, or whose turn it is."""
    by, do = entry.get("by"), entry["do"]
    if do == "adjust":
        return M("instead.bounds")
    told = _by_another_part(entry, moment)
    if told is not None:
        return told
    items = moment.items
    own = [item for item in items if item.get("by") == by]
    due = [item for item in items if item["do"] not in _FOR_OTHERS]
    mine = [item for item in due if item.get("by") == by]
    told = _nearest(entry, [item for item in own if item["do"] == do], moment)
    if told is not None:
        return told
    shared = _deeds([item for item in due if "by" not in item], moment)
    if shared:
        return M("instead.next", deeds=shared)
    deeds = _deeds(mine, moment)
    if deeds:
        return M("instead.own", who=by, deeds=deeds)
    groups = _whose(due, moment)
    if groups:
        whose = tuple(M("instead.whose", who=who, deeds=deeds) for deeds, who in groups)
        return M("instead.others", groups=whose)
    deeds = _deeds(items, moment)
    return M("instead.next", deeds=deeds) if deeds else M("instead.nothing")


def _by_another_part(entry: Entry, moment: Moment) -> M | None:
    """Return the sentence where an entry before this one used the part that this one needs."""
    found = moment.otherwise(entry)
    if not found:
        return None
    before = found[0][0]
    sources = tuple(source for one, source in found if one is before)
    thing = next(key for key in _THINGS if key in before)
    way = _way(thing, (before[thing],), before, ())
    return M("instead.by-another-part", thing=way, what=before["do"], sources=sources)


_THINGS = ("room", "gain", "guest", "hall")
"""What an entry is about that several open parts may allow."""


def _deeds(items: Items, moment: Moment) -> tuple[str, ...]:
    """Return the verbs of items that lead on, as they are called at this moment."""
    verbs: dict[str, None] = {}
    for item in items:
        verb = str(item["do"])
        if verb not in verbs and moment.leads_on(item):
            verbs[verb] = None
    return tuple(
        "done-setup" if verb == "done" and moment.in_setup else verb
        for verb in islice(verbs, SHOWN)
    )


def _whose(items: Items, moment: Moment) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Return verbs with the players who may enter just these, in the order of the items."""
    own: dict[str, list[Mapping[str, Any]]] = {}
    for item in items:
        if "by" in item:
            own.setdefault(item["by"], []).append(item)
    groups: dict[tuple[str, ...], list[str]] = {}
    for player, offered in own.items():
        deeds = _deeds(offered, moment)
        if deeds:
            groups.setdefault(deeds, []).append(player)
    return [(deeds, tuple(players)) for deeds, players in groups.items()]


def _nearest(entry: Entry, same: Items, moment: Moment) -> M | None:
    """Return the sentence about the nearest legal entry of the verb, if one is near.

    same: the items of the verb by the same player.
    """
    for item in same:
        told = _of_what_is_seen(entry, item)
        if told is not None:
            return told
    ways = [ways for item in same if (ways := _ways(entry, item)) is not None]
    near = [found for found in ways if _far(entry, found) <= FAR]
    near.sort(key=lambda found: _far(entry, found))  # stable: items stay in their order
    for found in near[:LOOKED_AT]:
        told = _tried(entry, found, moment)
        if told is not None:
            return told
    if entry["do"] == "play_staff" and same:
        return M("instead.payable-card")
    return None


def _of_what_is_seen(entry: Entry, item: Mapping[str, Any]) -> M | None:
    """Return the sentence where only the number of dice or tiles, or a card of a hand, is wrong."""
    dice, tiles = item.get("dice"), item.get("tiles")
    if dice is not None and sum(entry["dice"]) != dice["count"]:
        return M("instead.dice", n=dice["count"]) if dice["count"] else M("instead.no-dice")
    if tiles is not None and len(entry["tiles"]) != tiles["count"]:
        return M("instead.tiles", n=tiles["count"])
    if item["do"] == "card" and "bid" in item:
        if item["bid"] in HIDDEN:
            return M("instead.own-card")
        return M("instead.price-card", bid=item["bid"], room=item["room"])
    return None


Ways = Mapping[str, Sequence[Any]]
"""Of every key of an entry or an item the values to be tried, the nearest first."""


def _ways(entry: Entry, item: Mapping[str, Any]) -> Ways | None:
    """Return the change that turns an entry into one that an item stands for, or None."""
    found: dict[str, Sequence[Any]] = {}
    if OTHER in item.values():
        return None
    for key in dict.fromkeys([*entry, *item]):
        if key in _KEPT:
            continue
        values = _values(key, entry, item)
        if not values:
            return None
        found[key] = values
    return found


def _values(key: str, entry: Entry, item: Mapping[str, Any]) -> Sequence[Any]:
    """Return the values of one key to be tried; none where they cannot be listed."""
    given = entry.get(key, LEFT_OUT)
    meant = item.get(key, LEFT_OUT)
    if key == "place":
        return _places(given, meant, item)
    if key == "tourists":
        return [given, *_one_tourist(meant)]
    if meant is LEFT_OUT:
        return [LEFT_OUT] if key in _WITHOUT else ()
    if isinstance(meant, str) and meant in HIDDEN:
        return [given] if given is not LEFT_OUT and given is not None else ()
    if isinstance(meant, list):
        if given in meant or meant == given:
            return [given]
        if key == "staff" and item["do"] == "play_staff":
            return ()
        if key == "gain":
            entered = {} if given is LEFT_OUT else given
            return sorted(meant, key=lambda gain: (_least(gain), -_shared(gain, entered)))
        return meant
    if isinstance(meant, dict):
        return [given] if given is not LEFT_OUT else ()
    if key == "from" and given == str(meant).partition(".")[0]:
        return [given]
    return [meant]


def _least(gain: Mapping[str, int]) -> int:
    return -sum(gain.values())


def _shared(gain: Mapping[str, int], entered: Mapping[str, int]) -> int:
    """Return how much of a gain was entered."""
    return sum(min(count, entered.get(what, 0)) for what, count in gain.items())


def _one_tourist(meant: Mapping[str, Any]) -> Iterator[list[dict[str, str]]]:
    """Yield tourists of a group, each alone in a room that is free, a lover with a lone one."""
    rooms = meant["rooms"] if isinstance(meant["rooms"], list) else []
    for room in rooms[:2]:
        for token in dict.fromkeys(meant["tokens"]):
            yield [{"token": token, "room": room}]
    for room in meant.get("lovers", ())[:1]:
        yield [{"token": "lover", "room": room}]


def _places(given: Any, meant: Any, item: Mapping[str, Any]) -> Sequence[Any]:
    """Return what could be put onto guests: as entered, the part that fits, less, nothing."""
    only = item["do"] in _PLACING
    if given is LEFT_OUT:
        return [LEFT_OUT]
    wanted: Place = meant if isinstance(meant, dict) else {}
    fits = _cut({guest: _wanted(own, wanted.get(guest)) for guest, own in given.items()})
    found: list[Any] = [given, fits]
    found += [{guest: own} for guest, own in fits.items()]
    pieces = sum(sum(own.values()) for own in fits.values())
    found += [_cut(fits, left) for left in range(pieces - 1, 0, -1)]
    if only:
        known = {guest: own for guest, own in wanted.items() if isinstance(own, dict)}
        for guest, own in known.items():
            pieces = sum(own.values())
            found += [_cut({guest: own}, left) for left in range(pieces, 0, -1)]
    different: list[Any] = []
    for place in found:
        if place and place not in different:
            different.append(place)
    return different if only else [*different, LEFT_OUT]


def _wanted(own: Mapping[str, int], meant: Any) -> Mapping[str, int]:
    """Return the part of some food that a guest still wants; an order not read yet takes all."""
    if isinstance(meant, str):
        return own
    return {food: min(count, (meant or {}).get(food, 0)) for food, count in own.items()}


def _cut(place: Place, pieces: int = 999) -> dict[str, dict[str, int]]:
    """Return so many pieces of what is put onto guests, from the first on."""
    found: dict[str, dict[str, int]] = {}
    for guest, own in place.items():
        for food, count in own.items():
            taken = min(count, pieces)
            if taken > 0:
                found.setdefault(guest, {})[food] = taken
                pieces -= taken
    return found


def _far(entry: Entry, ways: Ways) -> int:
    """Return how much of an entry has to change at least; a 6 can do what another die does."""
    copies = "as" not in entry and list(ways.get("as", ())) == [entry.get("die")]
    meant = "as" not in entry and entry.get("die") == SIX and "gain" in entry
    far = 0
    for key, values in ways.items():
        if copies and key == "die":
            continue
        if meant and key == "as" and values[0] is not LEFT_OUT:
            far += 1  # a 6 by itself brings nothing: it was meant to copy
            continue
        given = entry.get(key, LEFT_OUT)
        if not _same(values[0], given):
            far += _COST.get(key, (1, 1))[values[0] is LEFT_OUT]
    return far


def _same(value: Any, other: Any) -> bool:
    return value is other or (type(value) is type(other) and bool(value == other))


def _tried(entry: Entry, ways: Ways, moment: Moment) -> M | None:
    """Return the sentence about the first entry of some ways that is legal, if one is."""
    keys = list(ways)
    tried = islice(product(*ways.values()), TRIED_OF_ITEM)
    for values in sorted(tried, key=lambda values: _changed(entry, keys, values)):
        found = dict(zip(keys, values, strict=True))
        candidate = _with(entry, found)
        if candidate == entry or not moment.allows(candidate):
            continue
        if not moment.changes(candidate):  # it names what has happened
            return None
        return _said(entry, candidate, ways, found, moment)
    return None


def _changed(entry: Entry, keys: Sequence[str], values: Sequence[Any]) -> int:
    return sum(
        not _same(entry.get(key, LEFT_OUT), value) for key, value in zip(keys, values, strict=True)
    )


def _with(entry: Entry, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return an entry with other values."""
    changed = {**entry, **values}
    return {key: value for key, value in changed.items() if value is not LEFT_OUT}


def _said(
    entry: Entry, candidate: Entry, ways: Ways, found: Mapping[str, Any], moment: Moment
) -> M | None:
    """Return the sentence about an entry that is legal, and others that differ in one value."""
    changed = [key for key, value in found.items() if not _same(entry.get(key, LEFT_OUT), value)]
    main = next((key for key in changed if len(ways[key]) > 1 and key in _LISTED), None)
    values: tuple[Any, ...] = ()
    if main is not None:
        least = _least(found[main]) if main == "gain" else 0
        others = [
            value
            for value in ways[main][:TRIED_OF_ITEM]
            if (main != "gain" or _least(value) == least)
            and (value == found[main] or moment.allows({**candidate, main: value}))
        ]
        values = tuple(others[: SHOWN if main != "gain" else SHOWN // 2])
    told: list[M] = []
    for key in changed:
        if found[key] is LEFT_OUT:
            continue
        way = _way(key, values if key == main else (found[key],), candidate, changed)
        if way is None:
            return None
        told += [way] if way not in told else []
    gone = [key for key in changed if found[key] is LEFT_OUT]
    if "die" in changed and "as" in gone:
        gone.remove("as")  # a die of another space says so
    without = tuple(_WITHOUT[key] for key in gone)
    if not told:
        return M("instead.without", without=without) if without else None
    return M("instead.possible", ways=(*told, *without))


_WITHOUT: Mapping[str, M] = {
    "boost": M("instead.no-boost"),
    "place": M("instead.no-place"),
    "from": M("instead.no-from"),
    "as": M("instead.no-as"),
    "colour": M("instead.white"),
    "moved": M("instead.no-move"),
    "gain": M("instead.no-gain"),
    "pay": M("instead.no-pay"),
    "cell": M("instead.no-cell"),
    "half": M("instead.no-half"),
    "krones": M("instead.no-krones"),
    "lobby": M("instead.no-lobby"),
    "room": M("instead.no-named-room"),
}
"""Keys that an entry may have to go without, and how that is said."""

_LISTED: Mapping[str, Callable[[tuple[Any, ...]], M]] = {
    "room": lambda values: M("instead.rooms", values=values),
    "guest": lambda values: M("instead.guests", values=values),
    "staff": lambda values: M("instead.cards", values=values),
    "choose": lambda values: M("instead.losses", values=values),
    "politics": lambda values: M("instead.goals", values=values),
    "hall": lambda values: M("instead.halls", values=values),
    "row": lambda values: M("instead.rows", values=values),
    "section": lambda values: M("instead.sections", values=values),
    "rehearsal": lambda values: M("instead.rehearsals", values=values),
    "lobby": lambda values: M("instead.lobbies", values=values),
    "krones": lambda values: M("instead.prices", values=values),
    "token": lambda values: M("instead.tokens", values=values),
    "half": lambda values: M("instead.halves", values=values),
    "cell": lambda values: M("instead.cells", values=values),
    "from": lambda values: M("instead.sources", values=values),
    "what": lambda values: M("instead.parts", values=values),
    "of": lambda values: M("instead.owners", values=values),
    "group": lambda values: M("instead.groups", values=values),
    "die": lambda values: M("instead.spaces", values=values),
    "as": lambda values: M("instead.sixes", values=values),
    "gain": lambda each: M("instead.gain", each=each),
    "pay": lambda each: M("instead.pay", each=each),
    "food": lambda each: M("instead.food", each=each),
    "rooms": lambda each: M("instead.room-sets", each=each),
    "tile": lambda values: M("instead.tiles-of", values=values),
}
"""Keys of which a sentence lists values, and how."""


def _way(key: str, values: tuple[Any, ...], candidate: Entry, changed: Sequence[str]) -> M | None:
    """Return how one key of a legal entry is said; None where there are no words for it."""
    match key:
        case "as" if "die" not in candidate:
            return M("instead.actions", values=values)
        case "die" | "as" if "as" in candidate:
            return M("instead.sixes", values=values if key == "as" else (candidate["as"],))
        case "die" if "colour" in changed and "colour" in candidate:
            return M("instead.coloured", values=(candidate["colour"],), die=candidate["die"])
        case "colour":
            return M("instead.coloured", values=values, die=candidate["die"])
        case "boost":
            return M("instead.boost")
        case "place":
            return M("instead.placed", placed=_placed(values[0]))
        case "tourists":
            first = values[0][0]
            return M("instead.tourist", token=first["token"], room=first["room"])
        case "gain" | "pay" | "food":
            return _LISTED[key](tuple(amounts(value) for value in values))
        case "rooms":
            each = (M("instead.together", things=tuple(one)) for one in values if one)
            told = (*each, *(M("instead.no-room") for one in values if not one))
            return _LISTED[key](told)
        case "tile" if candidate["do"] == "use_lobby":
            return M("instead.emperor-tiles", values=values)
    return _LISTED[key](values) if key in _LISTED else None


def _placed(place: Place) -> tuple[M, ...]:
    return tuple(
        M("instead.on-guest", amounts=amounts(own), guest=guest) for guest, own in place.items()
    )
