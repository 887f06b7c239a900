"""Writes the recorded games ``tests/records/samoa-*.json``: ``python -m tests.samoa.make_records``.

The players look at ``next`` only and play with some sense: they lodge as many as they can, buy good
rooms, and take a day off when the hotel is full. Price cards, hotel, tokens and tiles are plausible
figures, not those printed on the components.
"""

import json
import random
from pathlib import Path
from typing import Any

from adjudicator.reading import load
from adjudicator.record import dump_record
from adjudicator.replay import Replay
from tests.samoa.play import Entry, Item, Table, entry_of, header

RECORDS = Path(__file__).parent.parent / "records"
NAMES = ["Anna", "Борис", "Céline", "Dae-jung", "Eva", "Frank"]
ROOMS = [f"{row}{column}" for row in "ab" for column in range(1, 5)]
ADJACENT = [[f"{row}{column}", f"{row}{column + 1}"] for row in "ab" for column in range(1, 4)]
ADJACENT += [[f"a{column}", f"b{column}"] for column in range(1, 5)]


def worth(chance: random.Random, item: Item, position: dict[str, Any]) -> float:
    """Return how much sense an offer makes; the highest is taken."""
    do = item["do"]
    own = position["players"].get(item.get("by"), {})
    if do == "card":
        full = len(own["rooms"]) >= len(ROOMS) + own["extra_rooms"] - 1
        if "day_off" in item:
            return 2.0 if full else chance.random() - 0.8
        return chance.random() + (0.3 if item["bid"] <= own["money"] else 0.0)
    if do == "build":
        return chance.random() + 0.4
    if do == "lodge":
        return 1.5 + len(item["tourists"]["tokens"]) + chance.random()
    if do == "use_tile":
        full = len(own["rooms"]) >= len(ROOMS) + own["extra_rooms"] - 1
        wanted = {"evict": full, "recall": own["hand"] < 4, "swap": chance.random() < 0.15}
        return 9.0 if wanted[item["tile"]] else -1.0
    return chance.random() if do != "send_home" else 0.8


def fill(item: Item, table: Table, number: int) -> Entry:
    """Return the fullest of a few entries that an offer reads as."""
    tries = [entry_of(item, table, number) for _ in range(8 if item["do"] == "lodge" else 1)]
    return max(tries, key=lambda entry: len(entry.get("tourists", ())))


def game(players: int, seed: int) -> dict[str, Any]:
    chance = random.Random(seed)
    table = Table(chance, players)
    document = header(players, played_on="2026-11-20", place="Kitchen table")
    for player, name in zip(document["players"], NAMES, strict=False):
        player["name"] = name
    document["setup"]["hotel"] = {"rooms": ROOMS, "adjacent": ADJACENT}
    state, entries = Replay(load(document)).state, []
    while not state.over():
        position = state.position()
        item = max(state.options(), key=lambda offer: worth(chance, offer, position))
        entry = fill(item, table, state.round_no)
        state.judge(entry)
        entries.append(entry)
    return document | {"entries": entries}


if __name__ == "__main__":
    for count in (3, 4, 5, 6):
        record = load(json.loads(json.dumps(game(count, seed=count))))
        (RECORDS / f"samoa-{count}p.json").write_text(dump_record(record), encoding="utf-8")
