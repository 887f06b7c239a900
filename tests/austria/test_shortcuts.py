"""A look that is quick, in front of a search that is slow, never hides what the search would find.

``f`` that returns ``NOTHING`` at a look and otherwise what ``_f`` finds: the second is complete by
itself. So is a search that asks about everything, where the rules look before they ask. Wherever
such a pair stands, the sweep of entries runs both (``candidates``).
"""

import importlib
import inspect
import pkgutil
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from itertools import islice
from types import FunctionType
from typing import Any

import pytest

import adjudicator
from adjudicator.austria.chapters import rooms, staff
from adjudicator.austria.printed.board import ROOMS
from adjudicator.austria.table.state import Open, Player, Table
from adjudicator.obstacles import is_allowed
from tests.austria import candidates
from tests.proof.routes import LONG

ENTRIES = 100_000 if LONG else 4_000

Pairs = dict[str, tuple[FunctionType, FunctionType]]


def functions() -> Iterator[FunctionType]:
    for module in pkgutil.walk_packages(adjudicator.__path__, "adjudicator."):
        if not module.name.endswith("__main__"):
            for one in vars(importlib.import_module(module.name)).values():
                own = isinstance(one, FunctionType) and one.__module__ == module.name
                if own and "NOTHING" in one.__code__.co_names:
                    yield one


def pairs() -> Pairs:
    found = {}
    for quick in functions():
        slow = f"_{quick.__name__}"
        if slow in quick.__code__.co_names:
            place = f"{quick.__module__.removeprefix('adjudicator.')}.{quick.__name__}"
            found[place] = (quick, vars(sys.modules[quick.__module__])[slow])
    return found


PAIRS = pairs()


def _placeable(table: Table, player: Player, part: Open | None) -> list[int]:
    prices = {room: rooms.room_price(table, player, room, part) for room in range(ROOMS)}
    return [
        room
        for room, price in prices.items()
        if is_allowed(rooms.obstacles_to_placing_room(table, player, room, part, price))
    ]


def _hireable(table: Table, player: Player, part: Open, named: bool) -> list[int]:
    prices = {card: staff.staff_price(table, player, card, part) for card in table.staff_cards}
    return [
        card
        for card, price in prices.items()
        if is_allowed(staff.obstacles_to_hiring(table, player, card, part, price, named))
    ]


def _turnable(player: Player, part: Open) -> list[int]:
    return [
        room
        for room in range(ROOMS)
        if is_allowed(rooms.obstacles_to_turning_room(player, room, part))
    ]


SEARCHES: Mapping[str, Callable[..., list[int]]] = {
    "austria.chapters.rooms.list_rooms_to_prepare": _placeable,
    "austria.chapters.rooms._find_rooms_to_turn": _turnable,
    "austria.chapters.staff._find_cards_to_hire": _hireable,
}
"""Searches that look at tiles and purse before they ask, with those that ask about everything.

Parts of the agenda are searched so at every turn: to ask about everything would take a fifth of
the time of all judging.
"""


WHOLE = {
    "chapters.actions._obstacles_to_any_gain": "a gain of nothing is all that it looks for",
    "chapters.guests._find_part_for_guest": "a guest of a permission needs no guest step",
    "chapters.turns._obstacles_to_extra_action": "nothing found is nothing, as for a shortcut",
}
"""Functions that have no slow half, and what they say with ``NOTHING``."""


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Counter[tuple[str, str]]:
    """Let every shortcut run its slow half, too; return how each of them came out."""
    told: Counter[tuple[str, str]] = Counter()

    def watched(place: str, quick: Callable[..., Any], slow: Callable[..., Any]) -> Any:
        takes = inspect.signature(quick)

        @wraps(quick)
        def both(*about: Any, **named: Any) -> Any:
            found = quick(*about, **named)
            if found == ():
                given = takes.bind(*about, **named)
                given.apply_defaults()
                hidden = [*slow(*given.args, **given.kwargs)]
                told[place, f"hides {vars(hidden[0])}" if hidden else "agrees"] += 1
            else:
                told[place, "looks"] += 1
            return found

        return both

    for place, (quick, slow) in PAIRS.items():
        _put(monkeypatch, quick, watched(place, quick, slow))
    return told


def _put(monkeypatch: pytest.MonkeyPatch, known: Any, other: Any) -> None:
    """Put another function in place of one, in whatever module knows it."""
    for module in [one for name, one in sys.modules.items() if name.startswith("adjudicator")]:
        for name, one in list(vars(module).items()):
            if one is known:
                monkeypatch.setattr(module, name, other)


def test_the_slow_half_takes_what_the_shortcut_takes() -> None:
    others = {f"{one.__module__}.{one.__name__}" for one in functions()} - {
        f"{quick.__module__}.{quick.__name__}" for quick, _ in PAIRS.values()
    }
    assert others == {f"adjudicator.austria.{name}" for name in WHOLE}
    for place, (quick, slow) in PAIRS.items():
        asked = [*inspect.signature(quick).parameters]
        assert [*inspect.signature(slow).parameters] == asked, place


def test_no_search_leaves_out_what_asking_about_everything_finds(
    monkeypatch: pytest.MonkeyPatch, chance: random.Random
) -> None:
    asked: Counter[str] = Counter()

    def watched(place: str, search: Callable[..., Any], whole: Callable[..., Any]) -> Any:
        def both(*about: Any, **named: Any) -> Iterator[int]:
            found = [*search(*about, **named)]
            assert sorted(found) == sorted(whole(*about, **named)), place
            asked[place] += 1
            yield from found

        return both

    for place, whole in SEARCHES.items():
        module, _, name = place.rpartition(".")
        search = getattr(sys.modules[f"adjudicator.{module}"], name)
        _put(monkeypatch, search, watched(place, search, whole))
    seed = chance.randrange(2**32)
    print(f"SEED={seed}")
    for _ in islice(candidates.judgements(seed), ENTRIES):
        pass
    assert set(asked) == set(SEARCHES)


def test_no_shortcut_hides_what_its_slow_half_finds(
    told: Counter[tuple[str, str]], chance: random.Random
) -> None:
    seed = chance.randrange(2**32)
    print(f"SEED={seed}")
    for _ in islice(candidates.judgements(seed), ENTRIES):
        pass
    assert not [found for found in told if found[1].startswith("hides")]
    assert {place for place, how in told if how == "agrees"} == set(PAIRS)
