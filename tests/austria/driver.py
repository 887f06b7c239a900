"""Random play for property tests: reads ``next`` as record-format defines it, knows no rules.

Chance (dice, cards turned up, hidden hands) comes from the given random source.
"""

import random
from collections import Counter
from collections.abc import Iterable
from typing import Any

from adjudicator.austria.assembled.boxes import box_of
from adjudicator.games import find
from adjudicator.reading import load
from tests.austria import expansion
from tests.rows import read_table

POLITICS = {
    "A": ["krones-20", "emperor-10", "staff-6", "rooms-12"],
    "B": ["floors-2", "columns-2", "groups-6", "one-colour"],
    "C": ["three-each", "red-4-yellow-3", "yellow-4-blue-3", "blue-4-red-3"],
}
TILES = {
    "A": ["A-krones", "A-food", "A-offer", "A-room"],
    "B": ["B-food", "B-krones", "B-offer", "B-occupied"],
    "C": ["C-vp", "C-occupied", "C-staff", "C-play"],
}
NAMES = ("Anna", "Борис", "세미", "Renée")

WEIGHTS: dict[str, float] = read_table("weights-of-verbs")


def header(rng: random.Random, players: int, edition: str, **more: Any) -> dict[str, Any]:
    named = more.get("modules", [])
    box = box_of(frozenset(named))
    queue = rng.sample(sorted(box.components.guests), 5)
    politics = [rng.choice(POLITICS[letter]) for letter in "ABC"]
    tiles = [rng.choice(TILES[letter]) for letter in "ABC"]
    expansion.lie_out(rng, named, politics, tiles)
    setup = {
        "politics": politics,
        "emperor": tiles,
        "queue": queue,
        **expansion.setup(rng, players, named),
    }
    expansion.beside(rng, setup, named, POLITICS, TILES)
    read = expansion.figures(rng, box)
    options: dict[str, Any] = {"board": "night", "staff": "dealt", "rulings": {}}
    return {
        "record": 1,
        "game": "austria",
        "edition": edition,
        "modules": [],
        "options": options | ({"figures": read} if read else {}),
        "played_on": "2026-11-20",
        "place": "Café Central",
        "players": [{"id": "abcd"[seat], "name": NAMES[seat]} for seat in range(players)],
        "setup": setup,
        "entries": [],
    } | more


def hidden_card(state: Any, player: str, rng: random.Random, source: str | None) -> int | None:
    cards = hidden_cards(state, player, source)
    return rng.choice(cards) if cards else None


def hidden_cards(state: Any, player: str, source: str | None) -> list[int]:
    """Return the unseen cards that the player can pay for under the front permission."""
    position = state.position()
    parts = [
        row
        for row in position["open"]
        if row["by"] == player
        and row["do"] == "play_staff"
        and row["front"]
        and source in (None, row["from"])
    ]
    seen = {
        row["staff"] if isinstance(row, dict) else row
        for other in position["players"].values()
        for row in other["staff"]
    } | set(state.discarded_staff)
    seen |= {card for other in state.players for card in other.known or ()}
    krones = position["players"][player]["krones"]

    def price(card: int) -> int:
        cost = state.staff_cost(card) or 0
        return min(0 if row.get("free") else max(0, cost - row.get("discount", 0)) for row in parts)

    if not parts:
        return []
    return [card for card in state.staff_cards if card not in seen and price(card) <= krones]


def revealable(state: Any) -> list[int]:
    position = state.position()
    sight = set(position.get("queue", ()))
    for player in position["players"].values():
        sight |= {row["guest"] for row in player["cafe"]}
        sight |= {*player.get("pile", ()), *player.get("goal_pile", ())}
    discards = set(position.get("discards", ()))
    deck = [guest for guest in state.guests if guest not in sight and guest not in discards]
    return deck or sorted(discards)


def some_place(
    place: dict[str, Any], at_hand: dict[str, int], most: int | None, rng: random.Random
) -> dict[str, dict[str, int]]:
    """Return a random part of a ``place``, within the food at hand.

    A guest with an unread order takes any food.
    """
    place = {guest: at_hand if foods == "seen" else foods for guest, foods in place.items()}
    left = Counter(at_hand)
    budget = most if most is not None else 999
    chosen: dict[str, dict[str, int]] = {}
    for guest, foods in place.items():
        for food, count in foods.items():
            take = rng.randint(0, max(0, min(count, left[food], budget)))
            if rng.random() < 0.7:
                take = max(0, min(count, left[food], budget))
            if take:
                chosen.setdefault(guest, {})[food] = take
                left[food] -= take
                budget -= take
    return chosen


def concrete(item: dict[str, Any], state: Any, rng: random.Random) -> dict[str, Any] | None:
    """Return one entry that an item of ``next`` stands for, or None when chance has none."""
    entry: dict[str, Any] = {}
    for key, value in item.items():
        entry[key] = rng.choice(value) if isinstance(value, list) else value
    do = entry["do"]
    if isinstance(item.get("gain"), list) and rng.random() < 0.8:
        entry["gain"] = max(item["gain"], key=lambda gain: (sum(gain.values()), rng.random()))
    if do == "take_guest" and rng.random() < 0.6:
        entry["guest"] = min(
            item["guest"], key=lambda number: (state.guests[number].size, rng.random())
        )
    if do in ("roll", "reroll"):
        dice = [0] * 6
        for _ in range(item["dice"]["count"]):
            dice[rng.randrange(6)] += 1
        entry["dice"] = dice
    if not expansion.seen(entry, state, rng):
        return None
    if entry.get("reveal") == "seen":
        choices = [guest for guest in revealable(state) if guest != entry["guest"]]
        if not choices:
            return None
        entry["reveal"] = rng.choice(choices)
    if entry.get("staff") == "hand":
        card = hidden_card(state, entry["by"], rng, entry.get("from"))
        if card is None:
            return None
        entry["staff"] = card
    if "place" in item:
        player = state.by_id[entry["by"]]
        kitchen = dict(zip(state.box.foods, player.kitchen, strict=True))
        most = None
        if do == "serve":
            at_hand = kitchen
            most = None if 24 in player.staff else 3
        elif do == "place":
            at_hand = dict(zip(state.box.foods, player.fresh, strict=True))
        elif "gain" in entry:
            at_hand = {food: n for food, n in entry["gain"].items() if food in kitchen}
        elif do == "use_staff":
            brings = state.staff_cards[entry["staff"]].each_round
            at_hand = dict(zip(state.box.foods, brings, strict=True))
        else:
            named = [foods for foods in item["place"].values() if foods != "seen"]
            at_hand = {
                food: max((foods.get(food, 0) for foods in named), default=0)
                for food in state.box.foods
            }
        entry["place"] = some_place(item["place"], at_hand, most, rng)
        if do == "serve" and not entry["place"]:
            guest, foods = next(iter(item["place"].items()))
            some = [food for food, held in kitchen.items() if held] if foods == "seen" else foods
            entry["place"] = {guest: {next(iter(some)): 1}}
        if not entry["place"] and do != "place":
            del entry["place"]
    return entry


def weight(item: dict[str, Any]) -> float:
    """Return how likely an item is chosen: play that gets somewhere, but tries everything."""
    value = WEIGHTS.get(item["do"], 1.0)
    if "place" in item and item["do"] in ("take_die", "extra_action"):
        value *= 12
    elif item["do"] == "take_die" and "gain" not in item and "as" not in item:
        value *= 0.5
    return value


def choose(state: Any, rng: random.Random) -> dict[str, Any] | None:
    return one_of(state.options(), state, rng)


def one_of(
    items: Iterable[dict[str, Any]], state: Any, rng: random.Random
) -> dict[str, Any] | None:
    """Return a random entry out of these items of ``next``, or None when none can be entered."""
    left = list(items)
    while left:
        item = rng.choices(left, [weight(item) for item in left])[0]
        entry = concrete(item, state, rng)
        if entry is not None:
            return entry
        left.remove(item)
    return None


def play(rng: random.Random, players: int, edition: str, **more: Any) -> dict[str, Any]:
    """Return a complete random record; every entry was offered when it was made."""
    document = header(rng, players, edition, **more)
    state = find("austria").start(load(document))
    idle = 0
    while not state.over() and idle < 50:
        entry = choose(state, rng)
        if entry is None:
            break
        before = state.round_no
        verdict = state.judge(entry)
        assert verdict.is_applied, (entry, verdict)
        idle = idle + 1 if entry["do"] == "done" and state.round_no == before == 0 else 0
        document["entries"].append(entry)
    return document


def matches(entry: dict[str, Any], item: dict[str, Any], state: Any) -> bool:
    """Return whether an entry is one that an item stands for, read as record-format says."""
    loose = {"note", "at", "place"} | ({"count"} if entry["do"] == "swap" else set())
    if entry["do"] == "remove_dancer" and "cell" not in item:
        loose.add("cell")  # of a dancer alone in its row, which may be named all the same
    if set(entry) - loose != set(item) - loose:
        return False
    for key, value in entry.items():
        if key in ("note", "at") or (key == "cell" and key not in item):
            continue
        if key == "place":
            wanted = item.get("place", {})
            for guest, foods in value.items():
                if wanted.get(guest) == "seen":
                    continue
                for food, count in foods.items():
                    if count > wanted.get(guest, {}).get(food, 0):
                        return False
            continue
        meant = item[key]
        if entry["do"] == "swap" and key in ("give", "gain"):
            if not expansion.swaps(entry, item, state):
                return False
        elif key in expansion.COLOURS and meant == "seen":
            continue
        elif key == "dice" and isinstance(meant, dict):
            if sum(value) != meant["count"]:
                return False
        elif key == "reveal" and meant == "seen":
            if value not in revealable(state) or value == entry["guest"]:
                return False
        elif key == "staff" and meant == "hand":
            continue
        elif isinstance(meant, list):
            if value not in meant:
                return False
        elif value != meant:
            return False
    return True
