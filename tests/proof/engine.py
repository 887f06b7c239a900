"""Random entries, some let stand: nothing may raise, pieces add up, positions read back.

    python -m tests.proof.engine ENTRIES [SEED]

Prints faults with the seed and the entry before them, and the figures.
"""

import json
import random
import sys
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from adjudicator import games
from adjudicator.reading import check_entry, load
from adjudicator.record import Unreadable
from adjudicator.replay import Replay
from recorder.pages.forms import offers
from tests.austria import invariants as of_austria
from tests.samoa import invariants as of_samoa

RECORDS = sorted((Path(__file__).resolve().parents[1] / "records").glob("*.json"))
PIECES = {"austria": of_austria.check, "samoa": of_samoa.check}
Document = dict[str, Any]

GAME = 150
"""Entries after which another game begins."""

LOOK = 5
"""Entries between two looks at offers, scores, pieces and position."""

NOT_READ = {"austria": ("open",), "samoa": ("payment",)}
"""Keys of a position that are printed for people only: open parts are not read (record format)."""


class Wrong(NamedTuple):
    """A fault: its kind, the details, and the record that leads to it."""

    what: str
    how: str
    record: Document


def pool(game: str) -> list[Document]:
    entries = []
    for path in RECORDS:
        record = json.loads(path.read_text("utf-8"))
        if record["game"] == game:
            entries += [entry for entry in record["entries"] if entry["do"] != "rule"]
    return entries


def entry_of(state: Any, known: Sequence[Document], chance: random.Random) -> Document:
    """Return something to enter: mostly an offer, else anything, changed now and then."""
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
    for count, one in enumerate(offers.list_single_entries(offer)):
        if count == 8:
            return
        yield one


def same(value: Any) -> Any:
    """Return a value as a file would bring it back."""
    return json.loads(json.dumps(value))


def in_setup(position: Document) -> bool:
    """Whether set-up is under way: a position begins after it (record format)."""
    return str(position["phase"]).startswith("setup")


def differences(game: str, position: Document, printed: Document) -> list[str]:
    """Return the keys in which a position that was read differs from the one that was written."""
    left_out = set(NOT_READ[game])
    if in_setup(position):
        left_out |= {"phase", "turn_of"}
    if position["phase"] == "emperor":  # read: open parts have been declined
        left_out |= {"phase", "round", "first_player", "dice", "taken", "passed", "stands"}
    keys = (position.keys() | printed.keys()) - left_out - {"players"}
    different = [key for key in keys if position.get(key) != printed.get(key)]
    for player, own in position["players"].items():
        other = printed["players"][player]
        different += [
            f"{player}.{key}" for key in own.keys() | other.keys() if own.get(key) != other.get(key)
        ]
    return sorted(different)


def lasting(state: Any) -> list[Document]:
    """Return the offers of ``next``, without those that change nothing.

    ``null`` turned up is legal in every record that starts from a position (record format).
    """
    return [
        item
        for item in state.options()
        if not (item["do"] == "take_guest" and item.get("reveal", 0) is None)
        and any(_changes(state, one) for one in _some(item))
    ]


def _changes(state: Any, entry: Document) -> bool:
    """Whether an entry changes the position; one that the table must complete does."""
    after = state.copy()
    try:
        verdict = after.judge(entry)
    except (KeyError, TypeError):  # an offer with values still to be seen, not an entry
        return True
    return not verdict.is_applied or same(after.position()) != same(state.position())


def read_back(header: Document, position: Document) -> Any:
    """Return the state of a game that starts from a position. Raises Unreadable."""
    start = {key: value for key, value in header.items() if key != "setup"}
    return Replay(load(start | {"position": position, "entries": []})).state


def looked_at(header: Document, state: Any, twins: list[Any]) -> Iterator[tuple[str, str]]:
    """Look at offers, scores, pieces and position; yield faults.

    twins: gets the state that was read back, where nothing is lost by that.
    """
    game = header["game"]
    state.result().to_json()
    state.result(final=True)
    try:
        PIECES[game](state)
    except AssertionError as problem:
        at = traceback.extract_tb(problem.__traceback__)[-1]
        yield "pieces do not add up", f"{at.line} {problem}"
    position = same(state.position())
    try:
        back = read_back(header, position)
    except Unreadable as problem:
        yield "does not read back", str(problem)
        return
    different = differences(game, position, same(back.position()))
    if different:
        yield "reads back as another", ", ".join(different)
        return
    if in_setup(position) or position.get("open"):
        state.options()
        return
    before, after = lasting(state), lasting(back)
    if before != after:
        gone = [item for item in before if item not in after]
        come = [item for item in after if item not in before]
        yield "offers something else", f"without {gone}, with {come}"
        return
    twins.append(back)


def play(chance: random.Random, count: int) -> Iterator[Wrong]:
    """Judge so many entries of one game; yield faults, at most one."""
    record = json.loads(chance.choice(RECORDS).read_text("utf-8"))
    known = pool(record["game"])
    game = games.find(record["game"])
    header = record | {"entries": []}
    players = [player["id"] for player in record["players"]]
    state, verbs = Replay(load(header)).state, game.vocabulary(header)
    played: list[Document] = []
    skip = chance.choice([0, 0, len(record["entries"]) // 2, len(record["entries"]) - 9])
    for entry in record["entries"][:skip]:
        if entry["do"] != "rule":
            state.judge(entry)
            played.append(entry)
    twins: list[Any] = []
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
            before = same(state.position()) if twins else {}
            verdict = state.judge(entry, stands)
            for twin in twins:  # a state that was read back judges alike
                other = twin.judge(entry, stands)
                alike = (verdict.kind, verdict.is_applied) == (other.kind, other.is_applied)
                named = verdict.kind == "legal" and same(state.position()) == before
                if not alike and not named:
                    yield Wrong("is judged otherwise", f"{verdict.to_json()} {other}", told)
                    return
            twins = []
            if number % LOOK == LOOK - 1:
                for what, how in looked_at(header, state, twins):
                    yield Wrong(what, how, told)
                    return
        except Exception:
            yield Wrong("raised", traceback.format_exc(limit=-2), told)
            return


def run(entries: int, seed: int) -> Counter[str]:
    """Judge about so many entries; print faults, and return their numbers."""
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
