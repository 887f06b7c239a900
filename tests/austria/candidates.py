"""Every possible entry at one moment: the legal ones are offered, and no others.

    python -m tests.austria.candidates ENTRIES [SEED]

draws moments of the cases and of games with every set of modules, judges so many entries in all,
and prints each kind of disagreement once. Entries are made verb by verb from the form of the verb:
every key with every meaningful value and some others, keys left out and keys added.
"""

import json
import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, cycle, islice, product
from typing import Any

from adjudicator.austria.printed.board import ROOM_NAMES
from adjudicator.games import Game, find
from adjudicator.reading import load
from adjudicator.record import Unreadable
from tests import candidates
from tests.austria import expansion
from tests.austria.attack import EDITIONS, REPEATS, SETS, whole
from tests.austria.driver import header, hidden_cards, matches, one_of, revealable
from tests.austria.expansion import MODULES
from tests.candidates import Entry, Judged, Spoil, fewer, readable, strange
from tests.casebook import cases_in, files
from tests.proof.routes import LONG

UNLISTED = frozenset(("check", "adjust", "rule", "figure"))
"""Verbs that ``next`` does not list (record-format)."""

MUCH, FEW, ENOUGH = 8, 2, 60
"""Entries of a verb that are judged at one moment, as it is offered and as many otherwise.

Much while not enough of its offers have been judged, few from then on: most verbs are offered
seldom, and some nearly always.
"""

SMALL = 40
"""Entries of a verb that are all judged while not enough have been, with the keys it needs."""

AWAY = 8
"""Verbs that nobody is offered of which an entry is judged at one moment."""

SELDOM, EVERY = 0.03, 60
"""At one moment of thirty every value of a key is tried, and so many entries of one verb.

Few entries seldom meet the one room or card on which two statements differ.
"""

OF_CASES, WIDELY = 12, 2
"""Cases of each verb that are looked at, of those that enter it rightly, and as many of the others.

They stand where random play seldom comes: a politics card claimed, a bell rung. Their own entries
are tried and their verb is, with the first few of them all else that may be entered there.
"""

SOURCES = ("die", "tile", "lobby", "key", "group", "section", "guest:61", "staff:14")
"""Values of ``from`` besides the open parts."""


class Moment:
    """A position, and the values that entries may have there.

    items: ``next``. chance: draws where there are too many entries. known: how many offers of each
    verb have been judged at other moments. every: whether every value of a key is tried. own: the
    entry of a case, always tried. widely: whether other verbs are tried.
    """

    def __init__(
        self,
        state: Any,
        items: Sequence[Entry],
        verbs: Mapping[str, Any],
        chance: random.Random,
        known: Counter[str],
        own: Entry | None = None,
        *,
        widely: bool = True,
    ) -> None:
        self.state, self.items, self.verbs, self.chance = state, items, verbs, chance
        self.known, self.own, self.widely = known, own, widely
        self.every = widely and chance.random() < SELDOM

    def entries(self) -> Iterator[Entry]:
        """Yield entries of the verbs that are offered to a player, and some of the others."""
        if self.own is not None:
            yield self.own
        away: list[tuple[str, Entry]] = []
        for do, verb in self.verbs.items():
            if do in UNLISTED or not (self.widely or (self.own and self.own["do"] == do)):
                continue
            for by in [{}] if verb.by == "none" else [{"by": one} for one in self.state.by_id]:
                items = [i for i in self.items if i["do"] == do and i.get("by") == by.get("by")]
                if items:
                    most = MUCH if self.known[do] < ENOUGH else FEW
                    yield from self._offered(items, EVERY if self.every else most)
                    yield from self.otherwise(do, by, items, EVERY if self.every else most)
                else:
                    away.append((do, by))
        for do, by in self.chance.sample(away, min(AWAY, len(away))):
            yield from self.otherwise(do, by, (), 1)

    def _offered(self, items: Sequence[Entry], most: int) -> Iterator[Entry]:
        """Yield entries that items stand for, of each item as many as of the others."""
        drawn = islice(cycle(self.chance.sample(items, len(items))), most)
        made = [entry for item in drawn if (entry := self.made(item)) is not None]
        for entry in _different(made):
            self.known[entry["do"]] += 1
            yield entry

    def otherwise(self, do: str, by: Entry, items: Sequence[Entry], most: int) -> Iterator[Entry]:
        """Yield entries of a verb by a player, most of them independent of the offers."""
        verb, player = self.verbs[do], self._player(by)
        bare = [*islice(self._bare(do, by), None if self.every else SMALL + 1)]
        rare = bool(items) and self.known[do] < ENOUGH and len(bare) <= SMALL
        if rare:
            yield from bare
        elif not self.every:
            bare = [self.any_of(do, by) for _ in range(most)]
        found = [] if rare else list(bare)
        for entry in bare:
            for key in sorted(verb.optional):
                if key not in ("note", "at") and self.chance.random() < 0.5:
                    found.append({**entry, key: self.chance.choice(self.values(do, key, player))})
        near = items if self.every or len(items) <= most else self.chance.sample(items, most)
        found += [entry for item in near for entry in self._near(item, verb, player)]
        entries = _different(found)
        yield from entries if len(entries) <= most else self.chance.sample(entries, most)

    def _bare(self, do: str, by: Entry) -> Iterator[Entry]:
        """Yield all entries of a verb with exactly its required keys."""
        keys = sorted(self.verbs[do].required)
        for chosen in product(*(self.values(do, key, self._player(by)) for key in keys)):
            yield {**by, "do": do, **dict(zip(keys, chosen, strict=True))}

    def any_of(self, do: str, by: Entry) -> Entry:
        keys = sorted(self.verbs[do].required)
        drawn = {key: self.chance.choice(self.values(do, key, self._player(by))) for key in keys}
        return {**by, "do": do, **drawn}

    def _player(self, entry: Entry) -> Any:
        return self.state.by_id.get(entry.get("by"), self.state.players[0])

    def made(self, item: Entry) -> Entry | None:
        """Return one of the entries that an item stands for, or None where chance has none."""
        entry = {
            key: self.chance.choice(value) if isinstance(value, list) and value else value
            for key, value in item.items()
        }
        if entry.get("reveal") == "seen":
            entry["reveal"] = self.chance.choice(revealable(self.state) or [None])
        if entry.get("staff") == "hand":
            hidden = hidden_cards(self.state, entry["by"], entry.get("from"))
            entry["staff"] = self.chance.choice(hidden or sorted(self.state.staff_cards))
        if isinstance(entry.get("dice"), dict):
            entry["dice"] = self._dice(entry["dice"]["count"])
        if not expansion.seen(entry, self.state, self.chance):
            return None
        if "place" in entry:
            self._put(entry, item)
        return entry

    def _put(self, entry: Entry, item: Entry) -> None:
        """Put food of one kind onto one guest of the item; take such food, too."""
        place = self._place(self._player(item), item["place"])
        [(guest, [(food, count)])] = ((guest, [*foods.items()]) for guest, foods in place.items())
        if food in _chosen(item, self.state):
            gains = item.get("gain")
            if isinstance(gains, list):
                entry["gain"] = max(gains, key=lambda gain: gain.get(food, 0))
            count = min(count, entry["gain"].get(food, 0))
        entry["place"] = {guest: {food: count}} if count else {}
        if not count and item["do"] not in ("place", "serve"):
            del entry["place"]

    def _near(self, item: Entry, verb: Any, player: Any) -> Iterator[Entry]:
        """Yield entries about an item: with a key changed, left out or added."""
        entry = self.made(item)
        if entry is None:
            return
        for key in [*verb.required, *verb.optional]:
            if key not in ("note", "at"):
                changed = dict(entry)
                changed[key] = self.chance.choice(self.values(item["do"], key, player))
                yield changed
        for key in entry:
            if key in verb.optional:
                yield {name: value for name, value in entry.items() if name != key}

    def _dice(self, count: int) -> list[int]:
        dice = [0] * 6
        for _ in range(count):
            dice[self.chance.randrange(6)] += 1
        return dice

    def _place(self, player: Any, offered: Mapping[str, Any] | None = None) -> Entry:
        """Return food for guests: from an offer, or from the missing dishes."""
        foods = self.state.box.foods
        if offered:
            guest = self.chance.choice(sorted(offered))
            own = offered[guest] if offered[guest] != "seen" else dict.fromkeys(foods, 1)
            food = self.chance.choice(sorted(own))
            return {guest: {food: self.chance.randint(1, own[food])}}
        near = [str(guest.number) for guest in player.cafe.values()] or ["65"]
        return {self.chance.choice(near): {self.chance.choice(foods): self.chance.randint(1, 2)}}

    def values(self, do: str, key: str, player: Any) -> Sequence[Any]:
        """Return values of a key: the meaningful ones, and one or two others."""
        state, chance = self.state, self.chance
        foods = list(state.box.foods)
        if key == "from":
            named = {
                f"{part.source}{place}"
                for other in state.players
                for event in (*other.events, *other.beside)
                for part in event.parts
                for place in ("", f".{part.place}")
                if not place or ":" in part.source
            }
            return [*sorted(named), *SOURCES]
        offered = [item[key] for item in self.items if item["do"] == do and key in item]
        known: list[Any] = []
        for value in offered:
            known += value if isinstance(value, list) else [value]
        known = [value for value in known if value not in ("seen", "hand")]
        match key:
            case "place":
                return [self._place(player), self._place(player), {}]
            case "guest":
                near = [guest.number for one in state.players for guest in one.cafe.values()]
                return [*near, *(state.queue or ()), chance.choice(sorted(state.guests))]
            case "reveal":
                seen = revealable(state)
                return [*seen[:1], *(state.queue or ())[:1], *state.discards[:1], None]
            case "room":
                return ROOM_NAMES
            case "dice":
                held = sum(state.dice)
                return [self._dice(count) for count in (held, held - 1, 10, 12, 14) if count >= 0]
            case "die":
                return range(1, 7)
            case "as":
                return range(1, 6)
            case "boost":
                return (True, False)
            case "gain" | "pay" | "food" | "give":
                one = [{food: count} for food in foods for count in (1, 2)]
                two = [{food: 1, other: 1} for food in foods for other in foods if food < other]
                more = [{"krones": 1}, {"emperor": 2}, {"krones": 1, "emperor": 1}, {}]
                known = [gain for gain in known if isinstance(gain, dict)]
                few = chance.sample(known, min(6, len(known)))
                return [*few, *one, *two, *(more if key in ("gain", "pay") else ())]
            case "staff":
                if do == "return_staff":
                    return [[], sorted(state.staff_cards)[:2]]
                mine = [card for one in state.players for card in one.staff]
                hidden = sorted(set(state.staff_cards) - set(mine))
                return [*mine, *(hidden if self.every else chance.sample(hidden, 3))]
            case "politics":
                return sorted({*(state.politics or ()), *sorted(state.politics_cards)[:2]})
            case "choose":
                return ("vp", "goods", "ignore")
            case "count":
                return (1, 2, 3)
            case "of":
                return sorted(state.by_id)
            case "what":
                kinds = {
                    part.part.kind
                    for one in state.players
                    for event in one.events
                    for part in event.parts
                }
                return sorted({*kinds, "prepare", "gain", "extra_action"})
        if key in expansion.COLOURS:
            kind = "who" if do == "refill" else "space"
            return [chance.choice(expansion.VALUES[kind](state))]
        if key in expansion.VALUES:
            return expansion.VALUES[key](state)
        if key in ("cell", "rehearsal"):
            return (1, 2, 3, 4)
        raise AssertionError(f"{do}: which values does {key} have?")


def _different(entries: Sequence[Entry]) -> list[Entry]:
    """Return entries, none twice."""
    return [*{json.dumps(entry, sort_keys=True): entry for entry in entries}.values()]


def disagreements(moment: Moment, game: Game) -> Iterator[Judged]:
    """Judge entries; yield those judged otherwise than offered, and those that agree."""
    state, verbs = moment.state, moment.verbs
    players, before = sorted(state.by_id), whole(state)
    where = "+".join(state.box.ids)
    for entry in moment.entries():
        if not readable(game, players, entry, verbs):
            yield Judged("unreadable", entry)
            continue
        own = [
            item
            for item in moment.items
            if item["do"] == entry["do"] and item.get("by") == entry.get("by")
        ]
        written = list(_same(entry))
        found = [[item for item in own if matches(plain, item, state)] for plain in written]
        after = state.copy()
        verdict = after.judge(entry)
        kind = ""
        if not any(found) and verdict.is_applied:
            if whole(after) != before:
                kind = "not offered"
            elif entry["do"] not in REPEATS and set(written[-1]) - {"by", "do"}:
                kind = "legal, not offered, changes nothing"
        elif found[0] and not verdict.is_applied and _certain(entry, found[0], state):
            kind = "offered and not applied"
        yield Judged(kind, entry, where, verdict)
        if moment.chance.random() < 0.05:
            added = strange(entry, verbs, moment.chance)
            known = readable(game, players, added, verbs)
            yield Judged("a key that the verb does not have" if known else "unreadable", added)


def _same(entry: Entry) -> Iterator[Entry]:
    """Yield an entry as ``next`` would list it.

    It lists no ``from`` where one part is open, no cards named for returned ones, and no empty
    values.
    """
    plain = {}
    for key, value in entry.items():
        said = {kind: n for kind, n in value.items() if n} if key == "gain" else value
        if said is not False and said != {}:
            plain[key] = said
    if entry["do"] == "return_staff":
        plain.pop("staff", None)
    yield plain
    if "from" in plain:
        plain = {key: value for key, value in plain.items() if key != "from"}
        yield plain
        if entry["do"] == "decline":
            yield {key: value for key, value in plain.items() if key != "what"}


def _certain(entry: Entry, items: Sequence[Entry], state: Any) -> bool:
    """Return whether one of the items that an entry matches says all of it: it must take effect.

    No item says which cards of a hand were returned, or in which cell a lone dancer stands. Of
    food for several guests, or of several kinds, there may be too little in all.
    """
    unsaid = {"return_staff": "staff", "remove_dancer": "cell"}.get(entry["do"])
    return expansion.may_be(entry, state) and any(
        (unsaid not in entry or unsaid in item)
        and (item.get("staff") != "hand" or _may_be_held(entry, state))
        and ("place" not in entry or _there(entry, item, state))
        for item in items
    )


def _may_be_held(entry: Entry, state: Any) -> bool:
    """Return whether a hidden card may be in the hand and can be paid; if any may."""
    cards = hidden_cards(state, entry["by"], entry.get("from"))
    return entry["staff"] in cards or not (cards or state.rules.house)


def _there(entry: Entry, item: Entry, state: Any) -> bool:
    """Return whether the food for guests is certainly at hand: of one kind, as offered.

    A guest with an unread order takes any food; it is at hand if the entry itself gains it. A part
    behind food of choice comes when all of that is taken.
    """
    put = [
        (guest, food, count)
        for guest, foods in entry["place"].items()
        for food, count in foods.items()
    ]
    if len(put) != 1 or not put[0][2]:
        return False
    [(guest, food, count)] = put
    if food in _chosen(item, state) or item["place"].get(guest) == "seen":
        return bool(entry.get("gain", {}).get(food, 0) >= count)
    taken = (sum(gain.values()) for gain in item["gain"]) if item["do"] == "gain" else ()
    return sum(entry.get("gain", {}).values()) >= max(taken, default=0)


def _chosen(item: Entry, state: Any) -> set[str]:
    """Return the kinds of food of which ``gain`` says how much an entry brings."""
    gains = item.get("gain", ())
    if gains == "other":
        return {*state.box.foods}
    kinds = {food for gain in gains for food in gain}
    action = item.get("as", item.get("die"))
    return kinds | {*state.box.food_actions.get(action, ())} if gains else kinds


def games(seed: int, known: Counter[str]) -> Iterator[Moment]:
    """Yield moments of random games, without end, rather those with rare verbs.

    So rarely offered verbs are tried about as often as common ones.
    """
    game = find("austria")
    looked: Counter[str] = Counter()
    for number in range(seed, sys.maxsize):
        chance = random.Random(f"{seed}-{number}")
        named = chance.choice(SETS)
        record = header(chance, chance.choice([2, 2, 3, 4]), chance.choice(EDITIONS), modules=named)
        state: Any = game.start(load(record))
        verbs = game.vocabulary(record)
        for _ in range(1500):
            items = state.options()
            offered = {item["do"] for item in items}
            if chance.random() * (1 + min((looked[do] for do in offered), default=0)) < 1:
                looked.update(offered)
                yield Moment(state, items, verbs, chance, known)
            entry = None if state.over() else one_of(items, state, chance)
            if entry is None:
                break
            state.judge(entry)


def told(seed: int, known: Counter[str]) -> Iterator[Moment]:
    """Yield moments of the cases, each before the last entry: some of every verb."""
    game, chance = find("austria"), random.Random(f"{seed} cases")
    most, widely = (sys.maxsize, sys.maxsize) if LONG else (OF_CASES, WIDELY)
    looked: Counter[tuple[str, bool]] = Counter()
    records = [case["record"] for path in files("austria", "waltz") for _, case in cases_in(path)]
    for record in chance.sample(records, len(records)):
        do = _last_verb(record)
        if do is None or do in UNLISTED or all(looked[do, fits] >= most for fits in (True, False)):
            continue
        try:
            state: Any = game.start(load(record))
        except Unreadable:
            continue
        *before, last = record["entries"]
        for entry in before:
            state.judge(entry)
        fits = state.copy().judge(last).is_applied
        if looked[do, fits] < most:
            looked[do, fits] += 1
            yield Moment(
                state,
                state.options(),
                game.vocabulary(record),
                chance,
                known,
                last,
                widely=looked[do, fits] <= widely,
            )


def _last_verb(record: Any) -> str | None:
    entries = record.get("entries") if isinstance(record, dict) else None
    return entries[-1].get("do") if entries and isinstance(entries[-1], dict) else None


def without_one(moment: Moment, do: str) -> list[Entry]:
    """Return the offers without one entry of a verb."""
    items = [item for item in moment.items if item["do"] == do]
    entry = moment.made(moment.chance.choice(items)) if items else None
    if entry is not None and do not in ("place", "serve"):
        entry.pop("place", None)

    def stands_for(entry: Entry, item: Entry) -> bool:
        return any(matches(plain, item, moment.state) for plain in _same(entry))

    return fewer(moment.items, entry, stands_for)


def with_one(moment: Moment, do: str) -> list[Entry]:
    """Return the offers and an entry of a verb that is not legal."""
    state, verb = moment.state, moment.verbs.get(do)
    if verb is None:
        return [*moment.items]
    by = {} if verb.by == "none" else {"by": moment.chance.choice(sorted(state.by_id))}
    for entry in moment.otherwise(do, by, (), 12):
        known = readable(find("austria"), sorted(state.by_id), entry, moment.verbs)
        if known and not state.copy().judge(entry).is_applied:
            return [*moment.items, _as_item(entry)]
    return [*moment.items]


def _as_item(entry: Entry) -> Entry:
    """Return the item that stands for one entry."""
    item = dict(entry)
    if "dice" in entry:
        item["dice"] = {"count": sum(entry["dice"])}
    if entry["do"] == "swap":
        item |= {"count": sum(entry["give"].values()), "gain": "other"}
    elif "gain" in entry:
        item["gain"] = [entry["gain"]]
    if entry["do"] == "refill":
        item |= dict.fromkeys(item.keys() - {"do"}, "seen")
    return item


def judgements(seed: int, spoil: Spoil | None = None) -> Iterator[Judged]:
    """Yield entries at moments of cases and of random games, with their disagreements."""
    game, known = find("austria"), Counter[str]()
    for moment in chain(told(seed, known), games(seed, known)):
        if spoil is not None:
            moment.items = spoil(moment)
        yield from disagreements(moment, game)


def verbs() -> set[str]:
    record = header(random.Random(0), 2, EDITIONS[0], modules=list(MODULES))
    return set(find("austria").vocabulary(record)) - UNLISTED


if __name__ == "__main__":
    candidates.main(judgements)
