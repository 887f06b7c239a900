"""Random entries, some let stand: nothing may raise, pieces add up, positions read back.

    python -m tests.proof.engine ENTRIES [SEED]

Prints what went wrong with the seed and the entry that it went wrong after, and the figures.
"""

from __future__ import annotations

import json
import random
import sys
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

from adjudicator import games
from adjudicator.reading import check_entry, load, vocabulary
from adjudicator.record import Unreadable
from adjudicator.replay import Replay
from recorder.pages.entering import offers

RECORDS = sorted((Path(__file__).resolve().parents[1] / "records").glob("*.json"))
Document = dict[str, Any]

GAME = 150
"""Entries after which another game begins."""

LOOK = 25
"""Entries between two looks at offers, scores and position."""


def pool(game: str) -> list[Document]:
    """Return the entries of all recorded games of a kind."""
    found = []
    for path in RECORDS:
        record = json.loads(path.read_text("utf-8"))
        if record["game"] == game:
            found += [entry for entry in record["entries"] if entry["do"] != "rule"]
    return found


def entry_of(state: Any, known: Sequence[Document], chance: random.Random) -> Document:
    """Return something to enter: mostly what is offered, else anything, bent now and then."""
    offered = state.options() if chance.random() < 0.35 else []
    singles = [one for offer in offered[:6] for one in _some(offer)]
    entry = dict(chance.choice(singles if singles else known))
    if chance.random() < 0.1:
        other = chance.choice(known)
        key = chance.choice(sorted(entry))
        if key in other and key != "do":
            entry[key] = other[key]
    return entry


def _some(offer: Document) -> Iterator[Document]:
    for count, one in enumerate(offers.single(offer)):
        if count == 8:
            return
        yield one


def play(chance: random.Random, count: int) -> Iterator[tuple[str, str, Document]]:
    """Judge so many entries of one game; yield what went wrong: what, how, the record."""
    record = json.loads(chance.choice(RECORDS).read_text("utf-8"))
    known = pool(record["game"])
    game = games.find(record["game"])
    header = record | {"entries": []}
    players = [player["id"] for player in record["players"]]
    replay = Replay(load(header))
    state, verbs = replay.state, vocabulary(game, header)
    played: list[Document] = []
    skip = chance.choice([0, 0, len(record["entries"]) // 2, len(record["entries"]) - 9])
    for entry in record["entries"][:skip]:
        if entry["do"] != "rule":
            state.judge(entry)
            played.append(entry)
    for number in range(count):
        entry = entry_of(state, known, chance)
        try:
            check_entry(game, players, entry, number + 1, verbs)
        except Unreadable:
            continue
        stands = chance.choice([None, None, None, None, True, False])
        played.append(entry | ({"stands?": stands} if stands is not None else {}))
        told = header | {"entries": played}
        try:
            state.judge(entry, stands)
            if number % LOOK == LOOK - 1:
                state.options()
                state.result().to_json()
                state.result(final=True)
        except Exception:
            yield "raised", traceback.format_exc(limit=-2), told
            return
        if number % LOOK == LOOK - 1:
            position = json.loads(json.dumps(state.position()))
            again = {key: value for key, value in header.items() if key != "setup"}
            try:
                back = Replay(load(again | {"position": position})).state
            except Unreadable as problem:
                yield "does not read back", str(problem), told
                return
            except Exception:
                yield "raised reading back", traceback.format_exc(limit=-2), told
                return
            printed = json.loads(json.dumps(back.position()))
            if printed["players"] != position["players"]:
                yield "reads back as another", "", told
                return


def run(entries: int, seed: int) -> Counter[str]:
    """Judge about so many entries; print what is wrong, and return how often."""
    wrong: Counter[str] = Counter()
    shown: set[tuple[str, str]] = set()
    for number in range(max(1, entries // GAME)):
        chance = random.Random(f"{seed}-{number}")
        for what, how, record in play(chance, GAME):
            wrong[what] += 1
            first = (what, how.strip().splitlines()[-1][:60] if how else "")
            if first not in shown:
                shown.add(first)
                print(f"game {seed}-{number} ({record['game']}): {what}: {how}", flush=True)
                print(f"    after {json.dumps(record['entries'][-1])}", flush=True)
    return wrong


if __name__ == "__main__":
    number_of = int(sys.argv[1])
    begun = perf_counter()
    found = run(number_of, int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    print(f"{number_of} entries in {perf_counter() - begun:.0f} s; wrong: {dict(found)}")
    sys.exit(1 if found else 0)
