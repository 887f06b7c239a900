"""Every entry that somebody may come upon at one moment: what is legal is offered, and no more.

    python -m tests.austria.candidates ENTRIES [SEED]

draws positions of every set of modules, judges so many entries in all, and prints each kind of
disagreement once. Entries are made verb by verb from the form of the verb: every key with every
value that says something at the table and some that do not, keys left out and keys added.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from adjudicator.austria.board import ROOM_NAMES
from adjudicator.games import Game, find
from adjudicator.reading import load
from tests import candidates
from tests.austria import expansion
from tests.austria.attack import EDITIONS, SETS, whole
from tests.austria.driver import choose, header, matches, revealable
from tests.candidates import Entry, Judged, readable, strange

UNLISTED = frozenset(("check", "adjust", "rule", "figure"))
"""Verbs that ``next`` does not list (record-format)."""

MUCH, LITTLE = 12, 1
"""Entries of one verb that are judged at one moment, drawn where there are more.

By whoever may enter something then, and by the others.
"""

SELDOM, EVERY = 0.05, 100
"""At one moment of twenty every value of a key is tried, and so many entries of one verb.

Few entries seldom meet the one room or card on which two statements differ.
"""

APART = 40
"""Entries of a game between two moments that are looked at, at most."""

SOURCES = ("die", "tile", "lobby", "key", "group", "section", "guest:61", "staff:14")
"""What ``from`` may say besides what is open."""


class Moment:
    """A position, and the values that entries may have there.

    items: ``next``. chance: draws where there are too many entries. every: whether every value
    of a key is tried.
    """

    def __init__(self, state: Any, verbs: Mapping[str, Any], chance: random.Random) -> None:
        self.state, self.verbs, self.chance = state, verbs, chance
        self.items: list[Entry] = state.options()
        self.every = chance.random() < SELDOM

    def entries(self) -> Iterator[Entry]:
        """Yield entries of every verb by every player."""
        for do, verb in self.verbs.items():
            if do in UNLISTED:
                continue
            who = [{}] if verb.by == "none" else [{"by": one} for one in sorted(self.state.by_id)]
            for by in who:
                due = any(item.get("by") == by.get("by") for item in self.items)
                most = (EVERY if self.every else MUCH) if due else LITTLE
                found = list(self._of(do, verb, by))
                yield from found if len(found) <= most else self.chance.sample(found, most)

    def _of(self, do: str, verb: Any, by: Entry) -> Iterator[Entry]:
        player = self.state.by_id.get(by.get("by"), self.state.players[0])
        keys = sorted(verb.required)
        values = [self.values(do, key, player) for key in keys]
        for chosen in product(*(self._some(some) for some in values)):
            entry = {**by, "do": do, **dict(zip(keys, chosen, strict=True))}
            yield entry
            for key in sorted(verb.optional):
                if key not in ("note", "at") and self.chance.random() < 0.5:
                    yield {**entry, key: self.chance.choice(self.values(do, key, player))}
        for item in self.items:
            if item["do"] == do and item.get("by") == by.get("by"):
                yield from self._near(item, verb, player)

    def _some(self, values: Sequence[Any]) -> Sequence[Any]:
        return values if self.every or len(values) <= 8 else self.chance.sample(list(values), 8)

    def _near(self, item: Entry, verb: Any, player: Any) -> Iterator[Entry]:
        """Yield entries about an item: as it is, with a key changed, left out or added."""
        entry = {
            key: self.chance.choice(value) if isinstance(value, list) and value else value
            for key, value in item.items()
        }
        if entry.get("reveal") == "seen":
            entry["reveal"] = self.chance.choice(revealable(self.state) or [None])
        if isinstance(entry.get("dice"), dict):
            entry["dice"] = self._dice(entry["dice"]["count"])
        if not expansion.seen(entry, self.state, self.chance):
            return
        if "place" in entry:
            entry["place"] = self._place(player, entry["place"])
        for key in [*verb.required, *verb.optional]:
            if key not in ("note", "at"):
                changed = dict(entry)
                changed[key] = self.chance.choice(self.values(item["do"], key, player))
                yield changed
        yield entry
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
        found = [any(matches(plain, item, state) for item in own) for plain in _same(entry)]
        after = state.copy()
        verdict = after.judge(entry)
        kind = ""
        if not any(found) and verdict.applied and whole(after) != before:
            kind = "not offered"
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
    nothing for a key that says no more than one left out.
    """
    plain = {key: value for key, value in entry.items() if value is not False and value != {}}
    if entry["do"] == "return_staff":
        plain.pop("staff", None)
    yield plain
    if plain.pop("from", None) is not None:
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
    if entry["do"] in ("swap", "refill") or {"place", "dice", "reveal"} & set(entry):
        return False
    return not any(item.get("staff") == "hand" for item in own)


def games(seed: int) -> Iterator[Moment]:
    """Yield moments of random games, without end."""
    game = find("austria")
    for number in range(seed, sys.maxsize):
        chance = random.Random(f"{seed}-{number}")
        named = chance.choice(SETS)
        record = header(chance, chance.choice([2, 2, 3, 4]), chance.choice(EDITIONS), modules=named)
        state: Any = game.start(load(record))
        verbs = game.vocabulary(record)
        wait = chance.randrange(APART)
        for _ in range(1500):
            entry = None if state.over() else choose(state, chance)
            if entry is None:
                break
            state.judge(entry)
            wait -= 1
            if wait < 0:
                yield Moment(state, verbs, chance)
                wait = chance.randrange(APART)


def judgements(seed: int) -> Iterator[Judged]:
    """Yield entries of random games, without end, and what disagrees about each."""
    game = find("austria")
    for moment in games(seed):
        yield from disagreements(moment, game)


if __name__ == "__main__":
    candidates.main(judgements)
