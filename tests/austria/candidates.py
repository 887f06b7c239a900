"""Every entry that somebody may come upon at one moment: what is legal is offered, and no more.

    python -m tests.austria.candidates ENTRIES [SEED]

draws moments of the cases and of games with every set of modules, judges so many entries in all,
and prints each kind of disagreement once. Entries are made verb by verb from the form of the verb:
every key with every value that says something at the table and some that do not, keys left out and
keys added.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, product
from typing import Any

from adjudicator.austria.board import ROOM_NAMES
from adjudicator.games import Game, find
from adjudicator.reading import load
from adjudicator.record import Unreadable
from tests import candidates
from tests.austria import expansion
from tests.austria.attack import EDITIONS, REPEATS, SETS, whole
from tests.austria.driver import header, matches, one_of, revealable
from tests.austria.expansion import MODULES
from tests.candidates import Entry, Judged, readable, strange
from tests.casebook import cases_in, files
from tests.proof.routes import LONG

UNLISTED = frozenset(("check", "adjust", "rule", "figure"))
"""Verbs that ``next`` does not list (record-format)."""

MUCH, AWAY = 5, 8
"""Entries that are judged at one moment, drawn where there are more.

Of each verb that somebody may enter then, as it is offered and otherwise; and of all verbs that
nobody is offered, together.
"""

SELDOM, EVERY = 0.03, 60
"""At one moment of twenty every value of a key is tried, and so many entries of one verb.

Few entries seldom meet the one room or card on which two statements differ.
"""

OF_CASES, WIDELY = 12, 2
"""Cases of each verb that are looked at, of those that enter it rightly, and as many of the others.

They stand where random play seldom comes: a politics card claimed, a bell rung. Their own entries
are tried, and with the first few of them all else that may be entered there.
"""

SOURCES = ("die", "tile", "lobby", "key", "group", "section", "guest:61", "staff:14")
"""What ``from`` may say besides what is open."""


class Moment:
    """A position, and the values that entries may have there.

    items: ``next``. chance: draws where there are too many entries. every: whether every value
    of a key is tried. own: the entry that a case is about, tried whatever is offered. widely:
    whether anything else is tried.
    """

    def __init__(
        self,
        state: Any,
        items: Sequence[Entry],
        verbs: Mapping[str, Any],
        chance: random.Random,
        own: Entry | None = None,
        *,
        widely: bool = True,
    ) -> None:
        self.state, self.items, self.verbs, self.chance = state, items, verbs, chance
        self.own, self.widely = own, widely
        self.every = chance.random() < SELDOM

    def entries(self) -> Iterator[Entry]:
        """Yield entries of the verbs that are offered to a player, and some of the others."""
        if self.own is not None:
            yield self.own
        if not self.widely:
            return
        away: list[tuple[str, Entry]] = []
        for do, verb in self.verbs.items():
            if do in UNLISTED:
                continue
            for by in [{}] if verb.by == "none" else [{"by": one} for one in self.state.by_id]:
                items = [i for i in self.items if i["do"] == do and i.get("by") == by.get("by")]
                if items:
                    yield from self._drawn(made for i in items if (made := self._made(i)))
                    yield from self._drawn(self._otherwise(do, by, items))
                else:
                    away.append((do, by))
        for do, by in self.chance.sample(away, min(AWAY, len(away))):
            yield from self._drawn(self._otherwise(do, by, ()), 1)

    def _drawn(self, entries: Iterable[Entry], most: int = MUCH) -> Sequence[Entry]:
        found, most = list(entries), EVERY if self.every and most > 1 else most
        return found if len(found) <= most else self.chance.sample(found, most)

    def _otherwise(self, do: str, by: Entry, items: Sequence[Entry]) -> Iterator[Entry]:
        """Yield entries of a verb by a player, whatever is offered, and some near what is."""
        verb, player = self.verbs[do], self._player(by)
        keys = sorted(verb.required)
        values = [self.values(do, key, player) for key in keys]
        for chosen in product(*(self._some(some) for some in values)):
            entry = {**by, "do": do, **dict(zip(keys, chosen, strict=True))}
            yield entry
            for key in sorted(verb.optional):
                if key not in ("note", "at") and self.chance.random() < 0.5:
                    yield {**entry, key: self.chance.choice(self.values(do, key, player))}
        for item in items:
            yield from self._near(item, verb, player)

    def _player(self, entry: Entry) -> Any:
        return self.state.by_id.get(entry.get("by"), self.state.players[0])

    def _some(self, values: Sequence[Any]) -> Sequence[Any]:
        return values if self.every or len(values) <= 8 else self.chance.sample(list(values), 8)

    def _made(self, item: Entry) -> Entry | None:
        """Return one of the entries that an item stands for, or None where chance has none."""
        entry = {
            key: self.chance.choice(value) if isinstance(value, list) and value else value
            for key, value in item.items()
        }
        if entry.get("reveal") == "seen":
            entry["reveal"] = self.chance.choice(revealable(self.state) or [None])
        if isinstance(entry.get("dice"), dict):
            entry["dice"] = self._dice(entry["dice"]["count"])
        if not expansion.seen(entry, self.state, self.chance):
            return None
        if "place" in entry:
            entry["place"] = self._place(self._player(item), entry["place"])
        return entry

    def _near(self, item: Entry, verb: Any, player: Any) -> Iterator[Entry]:
        """Yield entries about an item: with a key changed, left out or added."""
        entry = self._made(item)
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
        """Return food for guests: of what is offered, or of what somebody wants."""
        foods = self.state.box.foods
        if offered:
            guest = self.chance.choice(sorted(offered))
            own = offered[guest] if offered[guest] != "seen" else dict.fromkeys(foods, 1)
            food = self.chance.choice(sorted(own))
            return {guest: {food: self.chance.randint(1, own[food])}}
        near = [str(guest.number) for guest in player.cafe] or ["65"]
        return {self.chance.choice(near): {self.chance.choice(foods): self.chance.randint(1, 2)}}

    def values(self, do: str, key: str, player: Any) -> Sequence[Any]:
        """Return values of a key: those that say something here, and one or two that do not."""
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
                near = [guest.number for one in state.players for guest in one.cafe]
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
            who = expansion.VALUES["who"](state, chance)
            return [who] if do == "refill" else [chance.randint(1, 6)]
        if key in expansion.VALUES:
            return [*known[:6], *(expansion.VALUES[key](state, chance) for _ in range(3))]
        if key in ("cell", "rehearsal"):
            return (1, 2, 3, 4)
        if key == "colour":
            return expansion.COLOURS
        raise AssertionError(f"{do}: which values does {key} have?")


def disagreements(moment: Moment, game: Game) -> Iterator[Judged]:
    """Judge entries; yield what is judged otherwise than offered, and what agrees."""
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
        found = [any(matches(plain, item, state) for item in own) for plain in written]
        after = state.copy()
        verdict = after.judge(entry)
        kind = ""
        if not any(found) and verdict.applied:
            if whole(after) != before:
                kind = "not offered"
            elif entry["do"] not in REPEATS and set(written[-1]) - {"by", "do"}:
                kind = "legal, not offered, changes nothing"
        elif found[0] and not verdict.applied and _exact(entry, own):
            kind = "offered and not applied"
        yield Judged(kind, entry, where, verdict)
        if moment.chance.random() < 0.05:
            added = strange(entry, verbs, moment.chance)
            known = readable(game, players, added, verbs)
            yield Judged("a key that the verb does not have" if known else "unreadable", added)


def _same(entry: Entry) -> Iterator[Entry]:
    """Yield an entry as ``next`` would list it.

    It lists no ``from`` where one part is open, no cards that are named for those returned, and
    nothing for what says no more than left out.
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


def _exact(entry: Entry, own: Sequence[Entry]) -> bool:
    """Return whether an item says all of an entry.

    It does not of a hidden card, a sum of food, dice, cards returned and a lone dancer's cell.
    """
    unsaid = {"return_staff": "staff", "remove_dancer": "cell"}.get(entry["do"])
    if unsaid in entry:
        return False
    if entry["do"] in ("place", "serve"):  # of one kind; of several there may be too few in all
        read = [len(foods) for guest, foods in entry["place"].items() if _read(guest, own)]
        return read == [1]
    if entry["do"] in ("swap", "refill") or {"place", "dice", "reveal"} & set(entry):
        return False
    return not any(item.get("staff") == "hand" for item in own)


def _read(guest: str, own: Sequence[Entry]) -> bool:
    """Return whether the items know what a guest wants."""
    return all(item["place"].get(guest) != "seen" for item in own)


def games(seed: int) -> Iterator[Moment]:
    """Yield moments of random games, without end: the less often a verb was offered, the rather.

    So verbs that few moments offer are tried about as often as those of every turn.
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
                yield Moment(state, items, verbs, chance)
            entry = None if state.over() else one_of(items, state, chance)
            if entry is None:
                break
            state.judge(entry)


def told(seed: int) -> Iterator[Moment]:
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
        fits = state.copy().judge(last).applied
        if looked[do, fits] < most:
            looked[do, fits] += 1
            yield Moment(
                state,
                state.options(),
                game.vocabulary(record),
                chance,
                last,
                widely=looked[do, fits] <= widely,
            )


def _last_verb(record: Any) -> str | None:
    """Return the verb of the last entry, None where a case has no such thing."""
    entries = record.get("entries") if isinstance(record, dict) else None
    return entries[-1].get("do") if entries and isinstance(entries[-1], dict) else None


def judgements(seed: int) -> Iterator[Judged]:
    """Yield entries at moments of cases and of random games, and what disagrees about each."""
    game = find("austria")
    for moment in chain(told(seed), games(seed)):
        yield from disagreements(moment, game)


def verbs() -> set[str]:
    """Return the verbs of every module that ``next`` lists."""
    record = header(random.Random(0), 2, EDITIONS[0], modules=list(MODULES))
    return set(find("austria").vocabulary(record)) - UNLISTED


if __name__ == "__main__":
    candidates.main(judgements)
