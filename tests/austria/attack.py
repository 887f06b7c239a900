"""Random play of every set of modules, legal and not, with checks after every entry.

    python -m tests.austria.attack ENTRIES [SEED [MODULE,..]]

plays about so many entries of each set (or of the one named), prints the seed of every game with a
fault, and the figures.
"""

import json
import random
import sys
import traceback
from collections import Counter
from collections.abc import Sequence
from dataclasses import is_dataclass
from itertools import combinations
from time import process_time
from typing import Any

from adjudicator.games import find
from adjudicator.reading import check_entry, load, parse
from adjudicator.record import Unreadable, dump_record
from adjudicator.replay import Replay, write_judgement
from tests.austria import invariants
from tests.austria.driver import choose, concrete, header, matches
from tests.austria.expansion import MODULES
from tests.austria.mischief import mutation, nonsense

EDITIONS = ("2015-ru", "2015-fr", "2015-ko", "2022")

SETS = [list(named) for count in range(6) for named in combinations(MODULES, count)]
"""The 32 sets of modules; the base game is one of them."""

REPEATS = ("decline", "take_rehearsal", "remove_dancer", "return_food", "take_token", "take_lobby")
"""Entries that may be legal without changing anything: they name the present state."""

FORGOTTEN = (
    *("place", "take_guest", "pass", "play_staff"),
    *("penalty", "return_staff", "remove_room", "discard_staff"),
)
"""Verbs that depend on facts of the running game only: food just gained, the deck, the effects of a
scoring."""

MOST = 1500
"""Entries after which a game is given up: nobody has to play on."""


def whole(state: Any) -> str:
    """Return everything that judging may change, with the values of modules, as text."""
    hidden = [
        (
            sorted(player.known) if player.known is not None else None,
            (player.fresh, player.fresh_chain, player.happened, str(player.returned)),
            (player.copied, player.points, player.finished_setup),
            [(name, plain(own)) for name, own in player.of.items()],
        )
        for player in state.players
    ]
    rest = (state.supply, state.took_guest, state.extra_done, state.chain)
    deck = None if state.deck is None else sorted(state.deck)
    kept = [(name, plain(own)) for name, own in state.of.items()]
    return json.dumps(
        [state.position(), hidden, rest, deck, sorted(state.discarded_staff), kept], default=str
    )


NOTED = {"looked_in"}
"""Slots of modules that only say when something was looked at last."""


def plain(own: Any) -> Any:
    """Return a module's values, all the way down, without ``NOTED``."""
    if isinstance(own, dict):
        return {str(key): plain(value) for key, value in own.items()}
    if isinstance(own, list | tuple):
        return [plain(value) for value in own]
    if hasattr(own, "__slots__") and not is_dataclass(own):
        return [(slot, plain(getattr(own, slot))) for slot in own.__slots__ if slot not in NOTED]
    return repr(own)


class Game:
    """One game: seed decides set-up and every entry, and what else of the header is not given."""

    def __init__(self, named: Sequence[str], seed: int, **given: Any) -> None:
        self.rng = rng = random.Random(f"{seed}-{'+'.join(named)}")
        drawn = {"edition": rng.choice(EDITIONS), "players": rng.choice([2, 3, 4])}
        self.record = header(rng, **drawn | {"modules": list(named)} | given)
        self.game = find("austria")
        self.verbs = self.game.vocabulary(self.record)
        self.state: Any = self.game.start(load(self.record))
        self.before = ""  # the result of ``whole`` since the last entry
        self.rerolls = 0

    def play(self) -> int:
        """Play to the end with every check; return how many entries were tried."""
        rng, entries = self.rng, self.record["entries"]
        tried = 0
        while not self.state.over() and len(entries) < MOST:
            items = self.state.options()
            for _ in range(2):
                entry = self.mischief(items)
                tried += entry is not None
                if entry is not None and rng.random() < 0.1:
                    self.judge(entry)
                    items = self.state.options()
            if rng.random() < 0.2:
                tried += self.offers_hold(items)
            if rng.random() < 0.1:
                self.reads_back()
            chosen = choose(self.state, rng)
            assert chosen is not None, "nothing can be entered"
            assert self.judge(chosen), chosen
            tried += 1
        self.replays()
        return tried

    def bend(self, entries: int = 250) -> int:
        """Play with anything let stand now and then: nothing raises, values keep their bounds."""
        rng, state = self.rng, self.state
        for number in range(entries):
            entry = nonsense(state, rng) if rng.random() < 0.2 else choose(state, rng)
            if entry is None or state.over():
                return number
            try:
                check_entry(self.game, sorted(state.by_id), entry, 1, self.verbs)
            except Unreadable:
                continue
            self.record["entries"].append(entry)
            state.judge(entry, True)
            invariants.bounds(state)
            if number % 10 == 9:
                state.options()
                state.result(final=True)
                self.bent_reads_back()
        return entries

    def bent_reads_back(self) -> None:
        """A position that rulings have bent says so (``stands``), and is a start anyway."""
        if not self.state.has_begun or self.state.phase in ("emperor", "over"):
            return
        position = json.loads(json.dumps(self.state.position()))
        start = {key: value for key, value in self.record.items() if key != "setup"}
        again = self.game.start(load({**start, "position": position, "entries": []}))
        printed = json.loads(json.dumps(again.position()))
        if printed["round"] == position["round"]:  # else it was through, and has turned over
            assert printed["players"] == position["players"], differing(printed, position)

    def judge(self, entry: dict[str, Any]) -> bool:
        """Enter something; return whether it was applied."""
        self.record["entries"].append(entry)
        self.before, before = "", self.state.round_no
        applied: bool = self.state.judge(entry).is_applied
        rolled_again = applied and entry["do"] == "reroll"
        self.rerolls = self.rerolls + rolled_again if self.state.round_no == before else 0
        invariants.check(self.state)
        if self.state.phase in ("turn", "reroll"):
            invariants.bin_size(self.state, self.rerolls)
        return applied

    def mischief(self, items: list[dict[str, Any]]) -> dict[str, Any] | None:
        """Try an entry that may be illegal: then nothing changes; if it is legal, it is offered."""
        state, rng = self.state, self.rng
        entry = mutation(state, rng) if rng.random() < 0.6 else nonsense(state, rng)
        try:
            check_entry(self.game, sorted(state.by_id), entry, 1, self.verbs)
        except Unreadable:
            return None
        before = self.before or whole(state)
        state.copy().judge(entry, False)
        after = state.copy()
        verdict = after.judge(entry)
        if verdict.kind == "illegal":
            assert verdict.violations, entry
            assert state.judge(entry).kind == "illegal"
        else:
            changed = entry["do"] not in REPEATS or whole(after) != before
            if verdict.kind == "legal" and changed:
                assert any(matches(entry, item, state) for item in items), ("not offered", entry)
            invariants.check(after)
        why = "an illegal entry changed something, or a copy is not its own"
        self.before = whole(state)
        assert self.before == before, (why, entry, verdict.kind)
        return entry

    def offers_hold(self, items: list[dict[str, Any]]) -> int:
        """Everything offered may be entered."""
        for item in items:
            entry = concrete(item, self.state, self.rng)
            if entry is not None:
                after = self.state.copy()
                verdict = after.judge(entry)
                assert verdict.is_applied, ("offered and not applied", item, entry, verdict)
                invariants.check(after)
        return len(items)

    def reads_back(self) -> None:
        """A position is read again as it was; if nothing is open, the game goes on alike."""
        state = self.state
        position = json.loads(json.dumps(state.position()))
        start = {key: value for key, value in self.record.items() if key != "setup"}
        again = self.game.start(load({**start, "position": position, "entries": []}))
        if not state.has_begun or state.phase in ("emperor", "over"):
            return
        printed = json.loads(json.dumps(again.position()))
        del position["open"], printed["open"]
        assert printed == position, ("reads back as another", *differing(printed, position))
        quiet = not any(player.events or player.beside for player in state.players)
        begun = state.phase == "turn" or (state.phase == "roll" and state.has_begun)
        if not (quiet and begun) or state.extra_done:
            return
        ours, theirs = lasting(state), lasting(again)
        assert theirs == ours, ("another next", [*{*ours} ^ {*theirs}], position)
        for entry in (choose(state, self.rng), mutation(state, self.rng)):
            if entry is not None and entry["do"] not in FORGOTTEN:
                verdicts = [one.copy().judge(entry).kind for one in (state, again)]
                assert verdicts[0] == verdicts[1], ("is judged otherwise", entry, verdicts)

    def replays(self) -> None:
        """From zero, step by step and after a correction: the same answers."""
        rng, entries = self.rng, list(self.record["entries"])
        entries[0]["note"] = "Кофе — «за счёт заведения» 커피"
        written = dump_record(load(self.record))
        assert (parse(written).document, dump_record(parse(written))) == (self.record, written)
        answer = write_judgement(Replay(load(self.record)))
        assert json.dumps(answer["position"]) == json.dumps(self.state.position())
        stepwise = Replay(load({**self.record, "entries": []}))
        for number in range(1, len(entries) + 1, rng.randint(3, 40)):
            stepwise = stepwise.with_entries(entries[:number])
        stepwise = stepwise.with_entries(entries)
        assert write_judgement(stepwise) == answer, "step by step is another game"
        at = rng.randrange(len(entries))
        kind = rng.choice(["change", "insert", "remove", "rule"])
        if kind in ("change", "insert"):
            entries[at : at + (kind == "change")] = [mutation(stepwise.state_after(at), rng)]
        elif kind == "remove":
            del entries[at]
        else:
            entries.append({"do": "rule", "entry": at + 1, "stands": rng.random() < 0.7})
        fresh = write_judgement(Replay(load({**self.record, "entries": entries})))
        assert write_judgement(stepwise.with_entries(entries)) == fresh, ("a correction", kind, at)


def differing(one: Any, other: Any, at: str = "") -> list[str]:
    """Return where two values differ."""
    if isinstance(one, dict) and isinstance(other, dict):
        keys = sorted({*one} | {*other})
        return [
            place
            for key in keys
            for place in differing(one.get(key, "-"), other.get(key, "-"), f"{at}.{key}")
        ]
    return [] if one == other else [f"{at}: {one!r} for {other!r}"]


def lasting(state: Any) -> list[str]:
    """Return ``next`` without offers that only the running game knows."""
    return sorted(
        json.dumps(item, sort_keys=True) for item in state.options() if item["do"] not in FORGOTTEN
    )


def run(named: Sequence[str], entries: int, seed: int) -> tuple[int, Counter[str]]:
    """Play games of a set until so many entries were tried; return their number and the faults.

    Every second game is one with rulings.
    """
    wrong: Counter[str] = Counter()
    tried = number = 0
    while tried < entries:
        game = Game(named, seed + number)
        try:
            tried += game.bend() if number % 2 else game.play()
        except Exception as problem:
            tried += len(game.record["entries"]) * 3
            last = traceback.extract_tb(problem.__traceback__)[-1]
            wrong[f"{type(problem).__name__} {last.name}:{last.lineno}"] += 1
            told = str(problem)[:900]
            print(f"{'+'.join(named)} seed {seed + number}: {told or problem!r}", flush=True)
            print("".join(traceback.format_tb(problem.__traceback__)[-2:]), flush=True)
        number += 1
    return tried, wrong


if __name__ == "__main__":
    wanted, first = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    chosen = [sys.argv[3].split(",")] if len(sys.argv) > 3 else SETS
    found: Counter[str] = Counter()
    began, total = process_time(), 0
    for which in chosen:
        count, problems = run(which, wanted, first)
        total += count
        found += problems
        print(f"{'+'.join(which) or 'none'}: {count} entries; wrong: {dict(problems)}", flush=True)
    print(f"{total} entries in {process_time() - began:.0f} s; wrong: {dict(found)}")
    sys.exit(1 if found else 0)
