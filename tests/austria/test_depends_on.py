"""``depends_on`` and ``house_rules`` name a switch where another value changes something.

Every entry of cases is judged again on copies, with each other value of each switch: for this
entry alone, and with the whole record played so. A switch is named where this entry's verdict,
the position after it or its scores differ; and what is named changes this entry's verdict, or what
the entry changes, at least where the whole record is played the other way, with or without what was
refused: then what was decided earlier opened or closed what is entered now.
"""

import json
import os
import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import pytest

from adjudicator.austria.printed.editions import rules_of
from adjudicator.austria.table.state import BEYOND
from adjudicator.games import find
from adjudicator.reading import load
from adjudicator.record import Record, Unreadable
from adjudicator.verdict import Verdict
from tests.austria.candidates import games
from tests.candidates import readable
from tests.casebook import cases_in, files
from tests.proof.routes import LONG

SHARES = 4
MOMENTS, MOMENT_TRIES = 40, 8
EVERY = 1 if LONG else 97
"""One of so many cases is tried, and those of ``ALWAYS``."""

ALWAYS = (
    "a guest of a reward for a fourth place",
    "the price of the guest in the bonus turn must be paid",
    "nothing else while the extra action is open",
    "A-room: an occupied room is not removed",
    "B-food: only the food just gained may be placed",
    "B-occupied: the owner picks among the then highest floor",
    "U-09 forbidden: it is not",
    "U-12 paid: the dear end costs 3",
    "U-20 forbidden: it stays in the kitchen",
)
"""Cases tried every time: an entry is refused beside a switch that might seem to decide."""

SUPPLIES = ("U-17", "WALTZ-U-02")
"""Switches that a table reads once, as it is laid out."""

LARGE_ORDERS, CHAMPAGNE = 33, "champagne"


def counts_champagne(state: Any, entry: dict[str, Any]) -> bool:
    """Return whether staff 33 pays for an order with champagne.

    The ledger asks of staff 33, too, whether it looks at champagne (WALTZ-U-03), and its default
    decides; no house rule is offered for the other answer.
    """
    if entry["do"] not in ("check_in", "send_guest"):
        return False
    order = dict(zip(state.box.foods, state.guests[entry["guest"]].order or (), strict=False))
    return LARGE_ORDERS in state.by_id[entry["by"]].staff and order.get(CHAMPAGNE, 0) > 0


ALSO_NAMED: dict[str, Callable[[Any, dict[str, Any]], bool]] = {"WALTZ-U-03": counts_champagne}
"""What may be named without a difference, and when."""

NONE: frozenset[int] = frozenset()
"""No entry left out."""

UNSCORED = ("check", "decline", "adjust", "penalty", "remove_room", "return_staff", "discard_staff")
"""What may still be entered when the game is over: it does not make the scores."""


def records() -> Iterator[tuple[str, Record]]:
    found = [named for path in files("austria", "waltz") for named in cases_in(path)]
    for place, (name, case) in enumerate(found):
        if place % EVERY and not any(known in name for known in ALWAYS):
            continue
        if case["expect"].get("exit") == 2:
            continue
        try:
            record = load(json.loads(json.dumps(case["record"])))
        except Unreadable:
            continue
        if all(entry["do"] != "rule" for entry in record.entries):
            yield name, record


def outcome(state: Any, entry: dict[str, Any], stands: bool | None = None) -> tuple[Verdict, str]:
    """Judge an entry; return its verdict and all that another value could change, as text."""
    was_over = state.over()
    verdict = state.judge(entry, stands)
    told: list[Any] = [verdict.kind, getattr(verdict, "question", None), state.position()]
    if not was_over or (verdict.is_applied and entry["do"] not in UNSCORED):
        told.append(state.result().to_json())
    return verdict, json.dumps(told, sort_keys=True, default=str)


def leaves(value: Any, at: str = "") -> Iterator[tuple[str, str]]:
    """Yield every value of a position, with where it stands."""
    if isinstance(value, dict):
        for key, one in value.items():
            yield from leaves(one, f"{at}.{key}")
    else:
        yield at, json.dumps(value, default=str)


def change(state: Any, entry: dict[str, Any]) -> str:
    """Judge an entry; return its verdict and what it changed, as text."""
    before = dict(leaves(state.position()))
    verdict = state.judge(entry)
    after = dict(leaves(state.position()))
    changed = {at: after.get(at) for at in {*before, *after} if before.get(at) != after.get(at)}
    question = getattr(verdict, "question", None)
    return json.dumps([verdict.kind, question, changed], sort_keys=True)


def playing(state: Any, key: str, value: str) -> Any:
    twin = state.copy()
    rules = state.rules
    house = {switch: rules[switch] for switch in rules.house}
    twin.rules = rules_of(rules.edition, {**house, key: value}, twin.box.switches)
    if key in SUPPLIES:
        twin.beyond = tuple(0 if one.is_limited(twin.rules) else BEYOND for one in twin.box.stocks)
        moved = zip(twin.supply, state.beyond, twin.beyond, strict=True)
        twin.supply = [left - had + has for left, had, has in moved]
    return twin


def played(record: Record, key: str, value: str, without: frozenset[int]) -> list[str]:
    """Return what each entry of a record changes by another value, as far as it can be read.

    without: places of entries that are left out.
    """
    document = json.loads(json.dumps(record.document))
    document.setdefault("options", {}).setdefault("rulings", {})[key] = value
    try:
        state = find("austria").start(load(document))
    except Unreadable:
        return []
    return [
        "" if place in without else change(state, dict(entry))
        for place, entry in enumerate(record.entries)
    ]


def differences(name: str, record: Record) -> Iterator[str]:
    """Yield where what is named and what differs do not agree."""
    state: Any = find("austria").start(record)
    rules = state.rules
    whole: dict[tuple[str, str, frozenset[int]], list[str]] = {}
    refused = NONE
    for number, entry in enumerate(record.entries, 1):
        before = state.copy()
        verdict, base = outcome(state, dict(entry))
        named = {*verdict.depends_on, *verdict.ruled_by}
        for key, switch in rules.switches.items():
            others = [value for value in switch.values if value != rules[key]]
            found = (outcome(playing(before, key, value), dict(entry))[1] for value in others)
            differs = any(other != base for other in found)
            if differs and key not in named:
                yield f"{name}: entry {number} does not name {key}"
            also = ALSO_NAMED.get(key)
            if key in named and not differs and not (also and also(before, dict(entry))):
                here = change(before.copy(), dict(entry))
                for other in [(value, left) for value in others for left in {NONE, refused}]:
                    if (key, *other) not in whole:
                        whole[key, *other] = played(record, key, *other)
                    line = whole[key, *other]
                    if len(line) < number or line[number - 1] != here:
                        break
                else:
                    yield f"{name}: entry {number} names {key} for nothing"
        if not verdict.is_applied:
            refused |= {number - 1}


@pytest.mark.parametrize("share", range(SHARES))
def test_a_switch_is_named_where_another_value_changes_something(share: int) -> None:
    wrong = [
        line for name, record in [*records()][share::SHARES] for line in differences(name, record)
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.skipif(not LONG, reason="a thousand entries under every value of every switch")
def test_every_switch_that_decides_at_any_moment_is_named(chance: random.Random) -> None:
    """Every entry that somebody may come upon, alone, let stand or not."""
    seed = int(os.environ.get("SEED", chance.randrange(2**32)))
    print(f"SEED={seed}")
    missing: dict[tuple[str, ...], str] = {}
    for moment in islice(games(seed, Counter()), MOMENTS):
        state = moment.state
        players = sorted(state.by_id)
        tried = [
            entry
            for entry in moment.entries()
            if readable(find("austria"), players, entry, moment.verbs)
        ]
        for entry in chance.sample(tried, min(MOMENT_TRIES, len(tried))):
            for stands in (None, True):
                verdict, base = outcome(state.copy(), entry, stands)
                named = {*verdict.depends_on, *verdict.ruled_by}
                for key, value in unnamed(state, named):
                    if outcome(playing(state, key, value), entry, stands)[1] != base:
                        missing[key, entry["do"]] = f"{key}: {entry} ({stands}) {verdict}"
    assert not missing, "\n".join(missing.values())


def unnamed(state: Any, named: set[str]) -> Iterator[tuple[str, str]]:
    for key, switch in state.rules.switches.items():
        if key not in named:
            yield from ((key, value) for value in switch.values if value != state.rules[key])
