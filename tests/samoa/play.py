"""Playing by ``next`` alone: reads the items as docs/record-samoa.md says, knows no rule.

``entries_of`` makes a concrete entry of an item by chance, ``offered`` says whether an entry
matches an item. Both are written from the documented form, not from the engine.
"""

import copy
import random
from typing import Any

Entry = dict[str, Any]
Item = dict[str, Any]

FLAGS = ["norway", "japan", "germany", "britain"] * 3
PRICE_CARDS = [
    {"bid": bid, "room": room}
    for bid, room in [
        (2, 3),
        (4, 4),
        (6, 5),
        (8, 6),
        (9, 7),
        (14, 8),
        (12, 9),
        (15, 10),
        (17, 11),
        (20, 13),
    ]
]
HOTEL: dict[str, Any] = {
    "rooms": ["a1", "a2", "a3", "b1", "b2", "b3"],
    "adjacent": [
        ["a1", "a2"],
        ["a2", "a3"],
        ["b1", "b2"],
        ["b2", "b3"],
        ["a1", "b1"],
        ["a2", "b2"],
        ["a3", "b3"],
    ],
}
TILE_BAG = (
    ["room"] * 4 + ["suite"] * 4 + ["pool"] * 5 + ["swap"] * 2 + ["evict"] * 2 + ["recall"] * 2
)
TOKEN_BAG = (
    ["normal"] * 6
    + ["rich"] * 2
    + ["lover"] * 4
    + ["celebrity"] * 2
    + ["swimmer:1", "swimmer:2", "swimmer:2", "swimmer:3"]
)
LINES = {3: [3, 2], 4: [4, 3], 5: [4, 3, 2], 6: [4, 4, 2]}


def header(players: int, **more: Any) -> dict[str, Any]:
    ids = "abcdef"[:players]
    return {
        "record": 1,
        "game": "samoa",
        "players": [{"id": one, "name": one.upper()} for one in ids],
        "setup": {
            "flags": list(FLAGS),
            "tie_break": ids[-1],
            "price_cards": copy.deepcopy(PRICE_CARDS),
            "hotel": copy.deepcopy(HOTEL),
        },
        "entries": [],
    } | more


class Table:
    """Chance at a table: a shuffled bag of tiles, and tokens drawn for the groups."""

    def __init__(self, chance: random.Random, players: int) -> None:
        self.chance = chance
        self.players = players
        self.bag = list(TILE_BAG)
        chance.shuffle(self.bag)

    def tiles(self, count: int) -> list[str]:
        return [self.bag.pop() for _ in range(count)]

    def groups(self, number: int) -> list[list[str]]:
        bag = list(TOKEN_BAG)
        self.chance.shuffle(bag)
        sizes = [size * (2 if number in (6, 12) else 1) for size in LINES[self.players]]
        drawn = [[bag.pop() for _ in range(min(size, len(bag)))] for size in sizes]
        return [group for group in drawn if group]


def chosen(values: Any, chance: random.Random) -> Any:
    return chance.choice(values) if isinstance(values, list) else values


def entry_of(item: Item, table: Table, number: int) -> Entry:
    chance = table.chance
    entry: Entry = {}
    for key, value in item.items():
        if key == "tiles":
            entry[key] = table.tiles(value["count"])
        elif key == "groups":
            entry[key] = table.groups(number)
        elif key == "tourists":
            entry[key] = _placing(value, chance)
        else:
            entry[key] = copy.deepcopy(chosen(value, chance))
    return entry


def _placing(offer: Item, chance: random.Random) -> list[dict[str, str]]:
    """Return some of the tokens in some of the rooms, pairs of lovers now and then."""
    tokens = list(offer["tokens"])
    chance.shuffle(tokens)
    free = list(offer["rooms"])
    chance.shuffle(free)
    lone = list(offer.get("lovers", []))
    placed: list[dict[str, str]] = []
    wanted = chance.choice([len(tokens), chance.randint(0, len(tokens))])
    for token in tokens[:wanted]:
        if token == "lover" and lone and chance.random() < 0.6:
            placed.append({"token": token, "room": lone.pop()})
        elif free:
            room = free.pop()
            placed.append({"token": token, "room": room})
            if token == "lover" and chance.random() < 0.6:
                lone.append(room)
    return placed


def samoan(item: Item, state: Any, chance: random.Random) -> Entry | None:
    """Return an entry that an item stands for, None where the table has to see something."""
    if "seen" in (item.get("groups"), item.get("bid"), item.get("card"), item.get("room")):
        return None
    if item["do"] == "lodge":
        offer = item["tourists"]
        if offer["rooms"] == "seen":
            return None
        rooms = offer["rooms"] or offer.get("lovers")
        token = offer["tokens"][0] if offer["rooms"] else "lover"
        return {**item, "tourists": [{"token": token, "room": rooms[0]}] if rooms else []}
    return entry_of(item, Table(chance, len(state.players)), state.round_no)


def offered(entry: Entry, items: list[Item]) -> bool:
    return any(_matches(entry, item) for item in items)


def _matches(entry: Entry, item: Item) -> bool:
    keys = {key for key in entry if key not in ("note", "at")}
    return keys == set(item) and all(_fits(key, entry[key], item[key]) for key in keys)


def _fits(key: str, value: Any, offer: Any) -> bool:
    if key == "tiles":
        return bool(len(value) == offer["count"])
    if key == "tourists":
        return _fits_placing(value, offer)
    if offer == "seen":
        return True
    if key in ("rooms", "cards"):  # in any order
        return sorted(map(str, value)) in [sorted(map(str, one)) for one in offer]
    return value in offer if isinstance(offer, list) else value == offer


def _fits_placing(placed: list[dict[str, str]], offer: Item) -> bool:
    left = list(offer["tokens"])
    free, lone = offer["rooms"], list(offer.get("lovers", []))
    inside: dict[str, list[str]] = {}
    for one in placed:
        token, room = one["token"], one["room"]
        if token not in left:
            return False
        left.remove(token)
        if room in lone and token == "lover":
            lone.remove(room)
            continue
        if room not in free:
            return False
        inside.setdefault(room, []).append(token)
    return all(len(one) == 1 or one == ["lover", "lover"] for one in inside.values())


ROOMS = [*HOTEL["rooms"], "extra-1", "extra-2"]
TOKENS = ["normal", "rich", "lover", "celebrity", "swimmer:1", "swimmer:2"]
KINDS = ["room", "suite", "pool", "swap", "evict", "recall"]


def any_entry(chance: random.Random, players: int, items: list[Item]) -> Entry:
    """Return a well-formed entry, legal or not: made up, or an offer with something changed."""
    by = chance.choice("abcdef"[:players])
    if items and chance.random() < 0.4:
        made = entry_of(chance.choice(items), Table(chance, 3), chance.choice([1, 6]))
        return bent(chance, by, made)
    return _made_up(chance, by)


def bent(chance: random.Random, by: str, entry: Entry) -> Entry:
    """Return an entry made by another player, or with another value somewhere."""
    bent = copy.deepcopy(entry)
    if "by" in bent and chance.random() < 0.5:
        bent["by"] = by
    for tourist in bent.get("tourists", []):
        if chance.random() < 0.3:
            tourist["room"] = chance.choice(ROOMS)
        if chance.random() < 0.2:
            tourist["token"] = chance.choice(TOKENS)
    if "group" in bent and chance.random() < 0.2:
        bent["group"] = chance.randint(1, 4)
    if isinstance(bent.get("rooms"), list) and chance.random() < 0.5:
        bent["rooms"] = chance.sample(ROOMS, chance.randint(0, 3))
    return bent


def _made_up(chance: random.Random, by: str) -> Entry:
    card: Entry = chance.choice([*PRICE_CARDS, {"day_off": True}])
    tile = chance.choice(KINDS)
    some_rooms = chance.sample(ROOMS, chance.randint(0, 3))
    placing = [{"token": chance.choice(TOKENS), "room": room} for room in some_rooms]
    use: Entry = chance.choice(
        [
            {"tile": "swap", "card": card},
            {"tile": "evict", "rooms": some_rooms},
            {"tile": "recall", "cards": chance.sample(PRICE_CARDS, chance.randint(0, 3))},
        ]
    )
    sizes = [chance.randint(1, 9) for _ in range(chance.randint(1, 3))]
    groups = [[chance.choice(TOKENS) for _ in range(size)] for size in sizes]
    build: Entry = {"by": by, "do": "build", "tile": tile}
    return copy.deepcopy(
        chance.choice(
            [
                {"do": "tiles", "tiles": chance.choices(KINDS, k=chance.randint(0, 3))},
                {"do": "tourists", "groups": groups},
                {"by": by, "do": "card", **card},
                build | ({"room": chance.choice(ROOMS)} if tile == "suite" else {}),
                {"by": by, "do": "lodge", "group": chance.randint(1, 3), "tourists": placing},
                {"by": by, "do": "pass"},
                {"by": by, "do": "send_home", "rooms": some_rooms},
                {"by": by, "do": "use_tile", **use},
            ]
        )
    )
