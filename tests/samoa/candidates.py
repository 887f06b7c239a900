"""Every possible entry in Hotel Samoa: the legal ones are offered, and no others.

    python -m tests.samoa.candidates ENTRIES [SEED]

draws moments of games of 3 to 6 players, with figures read or not and under all sorts of house
rules, judges so many entries in all, and prints each kind of disagreement once. A refused entry is
entered again as its hint says.
"""

import copy
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import Any

from adjudicator.games import find
from adjudicator.reading import load
from adjudicator.samoa.printed.catalogue import DOUBLE_ROUNDS, QUESTIONS, TOKENS_OF_EACH
from adjudicator.samoa.printed.names import read_card, write_card
from adjudicator.samoa.table.hotel import extra_rooms
from adjudicator.suggestions import Moment, Trials, suggest_nearest
from adjudicator.verdict import Illegal
from tests import candidates
from tests.candidates import Entry, Judged, Spoil, fewer, readable, strange
from tests.samoa import play
from tests.samoa.play import entry_of, offered, samoan
from tests.told import untrue

UNLISTED = frozenset(("check", "adjust", "rule", "figure"))
"""Verbs that ``next`` does not list."""

MUCH, AWAY = 6, 1
"""Entries of one verb by one player that are judged at one moment, drawn where there are more.

Much of a verb that is offered to the player, as it is offered and otherwise.
"""

HINTS = 0.05
"""How many of the refused are entered as their hint says."""

CARDS = [*play.PRICE_CARDS, {"bid": 3, "room": 3}]
"""Priced cards, one of which is in no set that the table read."""


def table(chance: random.Random) -> dict[str, Any]:
    rulings = {
        question.id: chance.choice(list(question.values))
        for question in QUESTIONS.values()
        if len(question.values) > 1 and question.id != "SAM-U-31" and chance.random() < 0.25
    }
    document = play.header(chance.randint(3, 6), options={"rulings": rulings})
    if chance.random() < 0.2:
        del document["setup"]["price_cards"]
    if chance.random() < 0.2:
        del document["setup"]["hotel"]
    return document


def moments(seed: int) -> Iterator[tuple[Any, dict[str, Any], random.Random]]:
    """Yield states of random games with their headers, without end.

    The less often something was offered, the rather: few days off and special tiles are used.
    """
    looked: Counter[tuple[str, str]] = Counter()
    for number in range(seed, sys.maxsize):
        chance = random.Random(f"{seed}-{number}")
        document = table(chance)
        state: Any = find("samoa").start(load(document))
        bag = play.Table(chance, len(state.players))
        while not state.over():
            items = state.options()
            offered = {(item["do"], str(item.get("tile"))) for item in items}
            if chance.random() * (1 + min(looked[one] for one in offered)) < 1:
                looked.update(offered)
                yield state, document, chance
            state.judge(_played(chance.choice(playable(items, state)), bag, state))
        yield state, document, chance


def playable(items: list[Entry], state: Any) -> list[Entry]:
    """Return the offers, without cards of an unread set that nobody could pay."""
    return [item for item in items if [] not in _read(item, state).values()]


def _read(item: Entry, state: Any) -> Entry:
    """Return an item with the figures that nobody has entered, as the table reads them."""
    if "seen" not in (item.get("bid"), item.get("card"), item.get("room")) and not (
        item["do"] == "lodge" and item["tourists"]["rooms"] == "seen"
    ):
        return item
    own, item, rulings = state.players[item["by"]], copy.deepcopy(item), state.table.rulings
    left = [card for card in CARDS if read_card(card) not in own.discards]
    if rulings.get("SAM-U-02") == "forbidden":
        left = [card for card in left if card["bid"] <= own.money]
    rooms = play.HOTEL["rooms"]
    if item["do"] == "card":
        item |= {"bid": [card["bid"] for card in left], "room": [card["room"] for card in left]}
    elif item["do"] == "use_tile":
        item["card"] = [card for card in left if read_card(card) != own.card]
    elif item["do"] == "build":
        lived_in = own.rooms if rulings.get("SAM-U-11") == "forbidden" else ()
        item["room"] = [room for room in rooms if room not in (*own.suites, *lived_in)]
    else:
        every = [*rooms, *extra_rooms(own.extra_rooms)]
        item["tourists"]["rooms"] = [room for room in every if room not in own.rooms]
    return item


def _played(item: Entry, bag: play.Table, state: Any) -> Entry:
    made = entry_of(_read(item, state), bag, state.round_no)
    if made["do"] == "card" and "bid" in made:
        made["room"] = next(card["room"] for card in CARDS if card["bid"] == made["bid"])
    return made


def entries(state: Any, chance: random.Random, items: list[Entry] | None = None) -> Iterator[Entry]:
    """Yield entries of every verb by every player, and those of the table.

    items: the offers, if they differ from the state's.
    """
    yield {"do": "tiles", "tiles": chance.choices(play.KINDS, k=chance.randint(0, 4))}
    yield {"do": "tourists", "groups": play.Table(chance, 3).groups(chance.choice([1, 6]))}
    items = playable(state.options() if items is None else items, state)
    for by in state.players:
        own = [item for item in items if item.get("by") == by]
        offered = {item["do"] for item in own} | {f"{i['do']} {i.get('tile')}" for i in own}
        for what, every in EVERY.items():
            all_of_it, most = list(every(state, by, chance)), MUCH if what in offered else AWAY
            yield from all_of_it if len(all_of_it) <= most else chance.sample(all_of_it, most)
    for item in items:
        made: list[Entry] = []
        for _ in range(MUCH):
            near = _played(item, play.Table(chance, len(state.players)), state)
            if near not in made:
                made.append(near)
        yield from made
        yield play.bent(chance, chance.choice(list(state.players)), made[0])


def _rooms(state: Any, by: str) -> list[str]:
    """Return the rooms of a hotel as people name them, and one that it has not."""
    extra = state.players[by].extra_rooms + 1
    return [*play.HOTEL["rooms"], *(f"extra-{number}" for number in range(1, extra + 1))]


def _all_cards(state: Any) -> list[Entry]:
    return [*(CARDS if state.table.cards is None else play.PRICE_CARDS), {"day_off": True}]


def _cards(state: Any, by: str, chance: random.Random) -> Iterator[Entry]:
    for card in _all_cards(state):
        yield {"by": by, "do": "card", **card}


def _builds(state: Any, by: str, chance: random.Random) -> Iterator[Entry]:
    for tile in play.KINDS:
        yield {"by": by, "do": "build", "tile": tile}
        for room in _rooms(state, by) if tile == "suite" else ["a1"]:
            yield {"by": by, "do": "build", "tile": tile, "room": room}


def _lodgings(state: Any, by: str, chance: random.Random) -> Iterator[Entry]:
    rooms = _rooms(state, by)
    for group in range(1, len(state.groups) + 2):
        lying = list(state.groups[group - 1]) if group <= len(state.groups) else ["normal"]
        entry = {"by": by, "do": "lodge", "group": group}
        yield {**entry, "tourists": []}
        for token in dict.fromkeys([*lying, *play.TOKENS]):
            for room in rooms:
                yield {**entry, "tourists": [{"token": token, "room": room}]}
        for _ in range(4 * len(lying)):
            tokens = chance.sample(lying, chance.randint(0, len(lying)))
            placed = zip(tokens, [chance.choice(rooms) for _ in tokens], strict=True)
            together = [{"token": token, "room": room} for token, room in placed]
            yield {**entry, "tourists": together}


def _room_sets(state: Any, by: str, chance: random.Random) -> Iterator[list[str]]:
    lived_in = list(state.players[by].rooms)
    empty = [room for room in _rooms(state, by) if room not in lived_in][:2]
    for count in range(4):
        for chosen in combinations([*lived_in, *empty], count):
            yield list(chosen)
    if lived_in:
        yield [lived_in[0]] * 2


def _leavings(state: Any, by: str, chance: random.Random) -> Iterator[Entry]:
    for rooms in _room_sets(state, by, chance):
        yield {"by": by, "do": "send_home", "rooms": rooms}


def _swaps(state: Any, by: str, chance: random.Random) -> Iterator[Entry]:
    for card in _all_cards(state):
        yield {"by": by, "do": "use_tile", "tile": "swap", "card": card}
    yield from _with_other_keys(by, "swap")


def _evictions(state: Any, by: str, chance: random.Random) -> Iterator[Entry]:
    for rooms in _room_sets(state, by, chance):
        yield {"by": by, "do": "use_tile", "tile": "evict", "rooms": rooms}
    yield from _with_other_keys(by, "evict")


def _recalls(state: Any, by: str, chance: random.Random) -> Iterator[Entry]:
    entry = {"by": by, "do": "use_tile", "tile": "recall"}
    for count in range(4):
        for cards in chance.sample(list(combinations(_all_cards(state), count)), 1):
            yield {**entry, "cards": list(cards)}
    discards = [write_card(card) for card in state.players[by].discards]
    for count in (1, 2, 3):
        for again in combinations(discards, count):
            yield {**entry, "cards": list(again)}
    yield from _with_other_keys(by, "recall")


def _with_other_keys(by: str, tile: str) -> Iterator[Entry]:
    yield {"by": by, "do": "use_tile", "tile": tile}
    yield {"by": by, "do": "use_tile", "tile": tile, "card": {"day_off": True}, "rooms": []}


def _passes(state: Any, by: str, chance: random.Random) -> Iterator[Entry]:
    yield {"by": by, "do": "pass"}


EVERY: Mapping[str, Callable[[Any, str, random.Random], Iterator[Entry]]] = {
    "card": _cards,
    "build": _builds,
    "lodge": _lodgings,
    "send_home": _leavings,
    "use_tile swap": _swaps,
    "use_tile evict": _evictions,
    "use_tile recall": _recalls,
    "pass": _passes,
}
"""Makers of entries of each verb of a player, legal or not; for special tiles each its own."""


def _may_be(entry: Entry, state: Any) -> bool:
    """Return whether chance can bring the tourists of an entry: even groups where they double."""
    sizes = [len(group) for group in entry.get("groups", ())]
    doubled = entry["do"] == "tourists" and state.round_no in DOUBLE_ROUNDS
    odd = doubled and sum(sizes) != TOKENS_OF_EACH and any(size % 2 for size in sizes)
    return sum(sizes) <= TOKENS_OF_EACH and not odd


def without_one(state: Any, items: list[Entry], chance: random.Random, do: str) -> list[Entry]:
    """Return the offers without one entry of a verb."""
    some = [item for item in playable(items, state) if item["do"] == do]
    made = _played(chance.choice(some), play.Table(chance, 3), state) if some else None
    return fewer(items, made, lambda entry, item: offered(entry, [_read(item, state)]))


def with_one(state: Any, items: list[Entry], chance: random.Random, do: str) -> list[Entry]:
    """Return the offers and an entry of a verb that is not legal."""
    if do == "tiles":
        return [*items, {"do": do, "tiles": {"count": state.new_tiles() + 1}}]
    if do == "tourists":
        return [*items, *([] if state.phase == do else [{"do": do, "groups": "seen"}])]
    for _ in range(6):
        of_verb = [every for what, every in EVERY.items() if what.partition(" ")[0] == do]
        made = [*chance.choice(of_verb)(state, chance.choice(sorted(state.players)), chance)]
        entry = chance.choice(made) if made else None
        if entry is not None and not state.copy().judge(entry).is_applied:
            return [*items, _as_item(entry)]
    return items


def _as_item(entry: Entry) -> Entry:
    """Return the item that stands for one entry."""
    item = {key: [one] if isinstance(one, list) else one for key, one in entry.items()}
    if "tourists" in entry:
        placed = entry["tourists"]
        item["tourists"] = {
            "tokens": [one["token"] for one in placed],
            "rooms": [one["room"] for one in placed],
        }
    return item


def judgements(seed: int, spoil: Spoil | None = None) -> Iterator[Judged]:
    """Yield entries judged otherwise than offered, or hinted at wrongly, and those that agree."""
    game = find("samoa")
    for state, document, chance in moments(seed):
        verbs = game.vocabulary(document)
        players, items = sorted(state.players), state.options()
        before = (state.position(), items)
        if spoil is not None:
            items = spoil(state, items, chance)
        read = [_read(item, state) for item in items]
        moment = Moment(state, Trials(10**6))
        where = f"{len(players)} players, {state.phase}"
        for entry in entries(state, chance, items):
            if not readable(game, players, entry, verbs):
                yield Judged("unreadable", entry)
                continue
            after = state.copy()
            verdict = after.judge(entry)
            changed = verdict.is_applied and (after.position(), after.options()) != before
            listed = offered(entry, read)
            kind = ""
            if entry["do"] not in UNLISTED:
                if changed and not listed:
                    kind = "not offered"
                elif listed and not verdict.is_applied and _may_be(entry, state):
                    kind = "offered and not applied"
                elif verdict.is_applied and not listed and entry["do"] != "pass":
                    kind = "legal, not offered, changes nothing"
            yield Judged(kind, entry, where, verdict)
            if isinstance(verdict, Illegal) and chance.random() < HINTS:
                told = suggest_nearest(entry, moment)
                if wrong := untrue(entry, told, state, samoan):
                    yield Judged(f"untrue: {told} {wrong}", entry, where, verdict)
            if chance.random() < 0.02:
                added = strange(entry, verbs, chance)
                known = readable(game, players, added, verbs)
                yield Judged("a key that the verb does not have" if known else "unreadable", added)


def verbs() -> set[str]:
    return set(find("samoa").vocabulary(play.header(3))) - UNLISTED


if __name__ == "__main__":
    candidates.main(judgements)
