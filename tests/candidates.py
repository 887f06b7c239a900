"""Common parts of both games' sweeps: candidates are judged, and disagreements told once."""

import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from time import process_time
from typing import Any, NamedTuple

from adjudicator.games import Game
from adjudicator.reading import check_entry
from adjudicator.record import Unreadable

Entry = dict[str, Any]


class Judged(NamedTuple):
    """A tried entry. kind: of disagreement, "" for none.

    where: the table it was tried at, as short words. verdict: None where it cannot be read.
    """

    kind: str
    entry: Entry
    where: str = ""
    verdict: Any = None


def readable(game: Game, players: list[str], entry: Entry, verbs: Mapping[str, Any]) -> bool:
    """Return whether an entry can be read as one of these verbs."""
    try:
        check_entry(game, players, entry, 1, verbs)
    except Unreadable:
        return False
    return True


def strange(entry: Entry, verbs: Mapping[str, Any], chance: random.Random) -> Entry:
    """Return an entry with a key that its verb does not have: of another verb, or of none."""
    others = {key for verb in verbs.values() for key in (*verb.required, *verb.optional)}
    verb = verbs[entry["do"]]
    free = sorted({*others, "extra"} - {*verb.required, *verb.optional, *entry, "by"})
    return {**entry, chance.choice(free): 1}


Spoil = Callable[..., list[Entry]]
"""Returns other items than a state offers at a moment, to see whether a sweep notices."""


def fewer(
    items: Sequence[Entry], entry: Entry | None, stands_for: Callable[[Entry, Entry], bool]
) -> list[Entry]:
    """Return items without one entry; all of them where there is none.

    stands_for: whether an item stands for an entry.
    """
    left: list[Entry] = []
    for item in items:
        if entry is None or item["do"] != entry["do"] or not stands_for(entry, item):
            left.append(item)
            continue
        for key, values in item.items():
            if isinstance(values, list) and len(values) > 1 and entry.get(key) in values:
                left.append({**item, key: [one for one in values if one != entry[key]]})
                break
    return left


class Swept(NamedTuple):
    """The result of a sweep. kinds: the outcomes of entries; lines: each disagreement once.

    tried: how many entries of a verb took effect, and how many did not.
    """

    kinds: Counter[str]
    tried: Counter[tuple[str, bool]]
    lines: list[str]


def swept(judged: Iterable[Judged], entries: int) -> Swept:
    kinds: Counter[str] = Counter()
    tried: Counter[tuple[str, bool]] = Counter()
    told: dict[tuple[str, ...], str] = {}
    for count, (kind, entry, where, verdict) in enumerate(judged, 1):
        kinds[kind] += 1
        if verdict is not None:
            tried[entry["do"], verdict.is_applied] += 1
        if kind and kind != "unreadable":
            rules = (breach.rule for breach in getattr(verdict, "violations", ())[:1])
            key = (kind, entry["do"], *sorted(entry), *rules)
            told.setdefault(key, f"{kind}: {json.dumps(entry)} ({where}) {verdict}")
        if count >= entries:
            break
    return Swept(kinds, tried, list(told.values()))


def main(candidates: Callable[[int], Iterator[Judged]]) -> None:
    """Run the command line (ENTRIES [SEED]), and print disagreements."""
    began = process_time()
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    kinds, _, lines = swept(candidates(seed), int(sys.argv[1]))
    print("\n".join(line[:700] for line in lines))
    print(f"{kinds.total()} entries in {process_time() - began:.0f} s: {dict(kinds)}")
    sys.exit(1 if lines else 0)
