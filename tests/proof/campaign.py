"""Whole games played by chance, and digests of all that the rules say of them and of the cases.

    python -m tests.proof.campaign make FILE GAMES [SEED]     plays so many games into a file
    python -m tests.proof.campaign digest FILE ..             one line: games, entries, digest
    python -m tests.proof.campaign cases                      the same of the cases and the records

What changes how rules are written, and nothing of what they say, leaves each line as it was: the
games are made once, the digests before and after. They are of every verdict with what would have
been legal (``instead``), of the position after every entry, of what is open after every fifth, and
of the scores.

Three of four games are Grand Austria Hotel: every edition, two to four players, half of them with
modules, half with house rules; the others are Hotel Samoa. Between the entries that were open
stand some that are bent or made up; the table lets a few of those that are refused stand, more of
them in set-up. Half of the games are the rest of one, from a position on.
"""

import json
import sys
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from adjudicator import games
from adjudicator.reading import check_entry, load
from adjudicator.record import Unreadable
from adjudicator.replay import Replay
from tests.austria import driver, expansion, mischief
from tests.casebook import cases_in, files
from tests.samoa import play as samoa

Document = dict[str, Any]

ROOT = Path(__file__).resolve().parents[2]
RECORDS = (*(ROOT / "tests/records").glob("*.json"), *(ROOT / "benchmarks/games").glob("*.json"))

OFFERED = 5
"""Entries between two looks at what is open."""

BENT, MOST = 0.2, 1500
"""How often something is entered that was not offered; entries of a game at most."""

STANDS, STANDS_EARLY, EARLY = 0.01, 0.1, 30
"""How often an entry is let stand, whatever it is: later, and among so many of a game's first ones,
its set-up. Rulings there reach what is seldom bent otherwise."""

GOES_ON = 0.004
"""How often a record ends and the game goes on in another one, which begins at its position."""


def made(number: int, seed: int) -> Document:
    chance = Random(f"{seed}-{number}")
    return _samoa(chance) if chance.random() < 0.25 else _austria(chance)


def _settled(chance: Random, document: Document) -> Any:
    """Return the state that a game begins with, by house rules where those fit together."""
    modules = set(document.get("modules", ()))
    rules = [
        rule
        for rule in games.find(document["game"]).house_rules
        if not rule.modules or modules.intersection(rule.modules)
    ]
    if chance.random() < 0.5:
        some = {rule.id: chance.choice(sorted(rule.values)) for rule in chance.sample(rules, 5)}
        try:
            settled = document | {"options": document.get("options", {}) | {"rulings": some}}
            state = Replay(load(settled)).state
        except Unreadable:
            pass
        else:
            document.update(settled)
            return state
    return Replay(load(document)).state


def _austria(chance: Random) -> Document:
    some = [name for name in expansion.MODULES if chance.random() < 0.5]
    modules = some if chance.random() < 0.5 else []
    edition = chance.choice(("2015-ru", "2015-fr", "2015-ko", "2022"))
    document = driver.header(chance, chance.randint(2, 4), edition, modules=modules)
    state = _settled(chance, document)
    while not state.over() and len(document["entries"]) < MOST:
        if chance.random() < BENT:
            bent = mischief.mutation if chance.random() < 0.7 else mischief.nonsense
            _enter(document, state, bent(state, chance), chance)
        entry = driver.choose(state, chance)
        if entry is None or not _enter(document, state, entry, chance):
            break
        document, state = _gone_on(document, state, chance)
    return document


def _samoa(chance: Random) -> Document:
    players = chance.randint(3, 6)
    document = samoa.header(players)
    state, table = _settled(chance, document), samoa.Table(chance, players)
    while not state.over() and len(document["entries"]) < MOST:
        offers = state.options()
        if chance.random() < BENT:
            _enter(document, state, samoa.any_entry(chance, players, offers), chance)
            offers = state.options()
        if not offers:
            break
        entry = samoa.entry_of(chance.choice(offers), table, state.round_no)
        _enter(document, state, entry, chance)
        document, state = _gone_on(document, state, chance)
    return document


def _gone_on(document: Document, state: Any, chance: Random) -> tuple[Document, Any]:
    """Return a game as it is, or now and then as a record that begins at its printed position."""
    if chance.random() > GOES_ON:
        return document, state
    start = {key: value for key, value in document.items() if key != "setup"}
    again = {**start, "position": json.loads(json.dumps(state.position())), "entries": []}
    try:
        return again, Replay(load(again)).state
    except Unreadable:  # set-up is under way: it cannot begin there
        return document, state


def _enter(document: Document, state: Any, entry: Document, chance: Random) -> bool:
    """Add an entry to a record, where it is one; return whether it took effect."""
    game, entries = games.find(document["game"]), document["entries"]
    players = [player["id"] for player in document["players"]]
    try:
        check_entry(game, players, entry, len(entries) + 1, game.vocabulary(document))
    except Unreadable:
        return False
    early = len(entries) < EARLY and "position" not in document
    stands = True if chance.random() < (STANDS_EARLY if early else STANDS) else None
    entries.append(entry)
    applied = state.judge(entry, stands).is_applied
    if stands:
        entries.append({"do": "rule", "entry": len(entries), "stands": True})
    return bool(applied)


def told(document: Document) -> Iterator[object]:
    """Yield all that the rules say of a record; why not, where it cannot be read."""
    try:
        replay = Replay(load(document))
    except Unreadable as problem:
        yield str(problem)
        return
    yield replay.state_after(0).position()
    for number, state in replay.walk_states(0, len(replay.record.entries)):
        yield state.position()
        if not number % OFFERED:
            yield state.options()
    yield [verdict.to_json() for verdict in replay.explain_verdicts()]
    yield [(repr(verdict), verdict.depends_on) for verdict in replay.verdicts]
    yield replay.state.options()
    yield replay.result().to_json()
    yield replay.result(final=True).to_json()


def digest(documents: Iterable[Document]) -> str:
    """Return how many records and entries there are, and the digest of what is said of them."""
    summed, records, entries = sha256(), 0, 0
    for document in documents:
        records += 1
        if isinstance(document, dict):  # some cases are of what is no record at all
            entries += len(document.get("entries", ()))
        for said in told(document):
            summed.update(json.dumps(said, sort_keys=True, default=repr).encode())
    return f"{records} records, {entries} entries: {summed.hexdigest()[:16]}"


def main(do: str, *arguments: str) -> None:
    if do == "make":
        out, count, *seed = arguments
        with Path(out).open("w", encoding="utf-8") as lines:
            for number in range(int(count)):
                lines.write(json.dumps(made(number, int(*seed))) + "\n")
    elif do == "digest":
        for path in arguments:
            with Path(path).open(encoding="utf-8") as lines:
                print(f"{path}: {digest(map(json.loads, lines))}", flush=True)
    else:
        print("cases:", digest(case["record"] for path in files() for _, case in cases_in(path)))
        print("records:", digest(json.loads(path.read_text("utf-8")) for path in sorted(RECORDS)))


if __name__ == "__main__":
    main(*sys.argv[1:])
