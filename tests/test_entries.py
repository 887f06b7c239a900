"""Entries as objects of their verbs: what checks and what reads them (``adjudicator.entries``)."""

from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from mypy import api

from adjudicator.austria.assembled.boxes import box_of
from adjudicator.entries import (
    AddedKeys,
    ByPlayer,
    Entry,
    Place,
    key,
    keys,
    list_module_keys,
    make_verb,
    player_key,
    verb,
    without_place,
)
from adjudicator.shapes import TEXT, Integer, Mismatch

HOME = Path(__file__).resolve().parents[1]
PLACE = Place({"1": {"cake": 1}}, ((1, 1),), ((1, ((1, 1),)),), 1)
NAMES = SimpleNamespace(
    number=Integer(1, 6), colours={"red": TEXT, "blue": TEXT}, placed=lambda value: PLACE
)


@verb("hop")
class Hop(ByPlayer):
    to: int = key(lambda s: s.number)
    from_: str | None = key(lambda s: TEXT, default=None)
    twice: bool = key(lambda s: TEXT, default=False)
    place: Place | None = key(None, default=None, made=lambda s: s.placed)


@verb("look")
class Look(Entry):
    by: str | None = player_key(default=None)
    seen: Mapping[str, Any] = keys(lambda s: s.colours)


class Hat(AddedKeys):
    hat: str = key(lambda s: TEXT, default="none")


@pytest.mark.parametrize(
    ("shape", "value", "told"),
    [
        (Integer(0, 3), 4, "4 is not from 0 to 3"),
        (Integer(0, 3), -1, "−1 is not from 0 to 3"),
        (Integer(2), 1, "1 is not at least 2"),
        (Integer(), 10**60 + 1, "the number is too large"),
        (Integer(), -(10**60) - 1, "the number is too large"),
        (Integer(2), 10**60 + 1, "the number is too large"),
        (Integer(), "7", '"7" is not a whole number'),
        (Integer(0, 3), True, "true is not a whole number"),
        (Integer(0, 3), 1.0, "1.0 is not a whole number"),
    ],
)
def test_a_number_out_of_its_bounds_is_told_what_they_are(
    shape: Integer, value: Any, told: str
) -> None:
    with pytest.raises(Mismatch) as caught:
        shape.check(value)
    assert str(caught.value) == told


@pytest.mark.parametrize("value", [0, 3])
def test_the_bounds_of_a_number_are_within(value: int) -> None:
    Integer(0, 3).check(value)


def test_the_form_of_a_verb_follows_from_its_class() -> None:
    hop, look = make_verb(Hop, NAMES, [Hat]), make_verb(Look, NAMES)
    assert (set(hop.required), set(hop.optional), hop.by) == (
        {"to"},
        {"from", "twice", "hat"},
        "required",
    )
    assert hop.required["to"] is NAMES.number
    assert list_module_keys(Hop) == {"place"}
    assert (set(look.required), set(look.optional), look.by) == (set(), {"red", "blue"}, "optional")


def test_an_entry_is_read_into_the_fields_of_its_class() -> None:
    hop = make_verb(Hop, NAMES).made(
        {"do": "hop", "by": "anna", "to": 3, "from": "die", "note": "so"}
    )
    assert (hop.do, hop.by, hop.to, hop.from_, hop.twice, hop.place) == (
        *("hop", "anna", 3, "die", False),
        None,
    )
    look = make_verb(Look, NAMES).made({"do": "look", "red": 1, "at": "now"})
    assert (look.by, look.seen) == (None, {"red": 1})


def test_what_a_module_adds_is_read_by_its_own_class() -> None:
    read = make_verb(Hop, NAMES, [Hat]).made
    plain: dict[str, Any] = {"do": "hop", "by": "anna", "to": 3}
    assert Hat.read_from(read({**plain, "hat": "top"})).hat == "top"
    assert Hat.read_from(read(plain)).hat == "none"
    assert Hat.read_from(make_verb(Hop, NAMES).made(plain)).hat == "none"


def test_an_entry_without_its_food_is_another_one() -> None:
    hop = make_verb(Hop, NAMES).made(
        {"do": "hop", "by": "anna", "to": 3, "place": {"1": {"cake": 1}}}
    )
    other = without_place(hop)
    assert (other.place, other.to, hop.place) == (None, 3, PLACE)


MADE = {"place": {"61": {"cake": 2}}, "gain": {"cake": 1}}
"""Values of keys of which the rules read more than is written."""


@pytest.mark.parametrize("modules", [(), ("balls", "celebrities", "hotels", "more")])
def test_every_key_of_every_verb_is_read(modules: tuple[str, ...]) -> None:
    """No key that an entry may have is lost between what checks and what reads it."""
    box = box_of(frozenset(modules))
    for do, shape in box.verbs.items():
        names = {*shape.required, *shape.optional}
        said: dict[str, Any] = {name: f"<{name}>" for name in names}
        said |= {name: value for name, value in MADE.items() if name in names}
        entry = box.verbs[do].made({"do": do, "by": "anna", **said})
        holders = [entry, *entry.added.values()]
        fields = [getattr(one, name) for one in holders for name in type(one).said]
        values = [getattr(value, "written", value) for value in fields]
        values += [value for held in fields if isinstance(held, dict) for value in held.values()]
        assert all(value in values for value in said.values()), do


TYPED = """
from adjudicator.entries import ByPlayer, key, verb
@verb("hop")
class Hop(ByPlayer):
    to: int = key(lambda s: s.number)
    over: str | None = key(lambda s: s.number, default=None)
def right(entry: Hop) -> int: return entry.to
def missing(entry: Hop) -> int: return entry.die
def unlike(entry: Hop) -> str: return entry.over
"""


def test_a_key_that_a_verb_does_not_have_is_an_error_of_types(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(HOME)
    said, problem, _ = api.run(["--strict", "--config-file=", "-c", TYPED])
    wrong = {line.split(":")[1] for line in said.splitlines() if "error:" in line}
    lines = [TYPED.splitlines()[int(number) - 1] for number in sorted(wrong)]
    assert [line.partition("(")[0] for line in lines] == ["def missing", "def unlike"], said
    assert not problem
