"""Every switch with every value: a table may set it, and verdicts say when it decided.

The sample records are played twice, as in the edition and with one house rule. The first
entry whose verdict or position comes out otherwise must name that house rule.
"""

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from adjudicator import games
from adjudicator.austria.printed.catalogue import GUESTS
from adjudicator.austria.printed.editions import EDITIONS, SWITCHES
from adjudicator.games import find
from adjudicator.reading import load
from tests import casebook
from tests.austria.attack import Game
from tests.proof.routes import LONG

RECORDS = sorted((Path(__file__).parents[1] / "records").glob("austria-*.json"))
SETTINGS = [(key, value) for key, switch in SWITCHES.items() for value in switch.values]
WITHOUT_VERDICT = {"GAH-CARD-32", "GAH-CARD-33", "GAH-TIE-01", "U-35", "U-43"}
"""Switches that no entry's verdict rests on: they change final scoring only, or, for the orders
of card 33, nothing with the guests that are printed (no order is larger than four)."""


def with_rule(document: dict[str, Any], key: str, value: str) -> dict[str, Any]:
    options = dict(document.get("options", {}))
    return {**document, "options": {**options, "rulings": {key: value}}}


@cache
def recorded(path: Path) -> dict[str, Any]:
    return json.loads(path.read_text(encoding="utf-8"))


@cache
def without(path: Path) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Return the verdict of every entry as in the edition, and what lies there after it."""
    state = find("austria").start(load(recorded(path)))
    return [(state.judge(entry).to_json(), lies(state)) for entry in recorded(path)["entries"]]


def lies(state: Any) -> dict[str, Any]:
    """Return a position without what only matters to who takes a guest, or serves, just then."""
    position: dict[str, Any] = state.position()
    position.pop("guest_taken")
    for own in position["players"].values():
        own.pop("fresh", None)
    return position


def first_difference(path: Path, key: str, value: str) -> list[str] | None:
    """Return the house rules that the first entry with another outcome names; None: no such."""
    document = recorded(path)
    ruled = find("austria").start(load(with_rule(document, key, value)))
    for entry, (plain, lay) in zip(document["entries"], without(path), strict=True):
        one, other = {**plain}, ruled.judge(entry).to_json()
        named: list[str] = other.pop("house_rules", [])
        assert set(named) <= {key}
        noted = one.pop("depends_on", [])
        other.pop("depends_on", None)
        if one != other or lay != lies(ruled):
            assert key in noted, (key, value, entry)  # what decided without the house rule
            return named
    return None


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_first_entry_that_comes_out_otherwise_names_the_house_rule(path: Path) -> None:
    edition = recorded(path)["edition"]
    decided = set()
    for key, value in SETTINGS:
        if value == SWITCHES[key].editions[edition]:
            continue
        named = first_difference(path, key, value)
        if named is not None:
            decided.add(key)
            assert named == [key], (key, value)
    assert decided  # a real game meets some of them


@pytest.mark.parametrize(("key", "value"), SETTINGS)
def test_a_rule_set_as_the_edition_has_it_changes_no_verdict(key: str, value: str) -> None:
    for path in RECORDS[:2]:
        if value == SWITCHES[key].editions[recorded(path)["edition"]]:
            assert first_difference(path, key, value) is None


@pytest.mark.parametrize("share", range(16))
def test_what_is_offered_is_legal_under_a_house_rule(share: int, chance: random.Random) -> None:
    """Of every share of the settings one is drawn; all with SOAK=1."""
    settings = SETTINGS[share::16]
    for key, value in settings if LONG else [chance.choice(settings)]:
        other = [code for code, own in SWITCHES[key].editions.items() if own != value]
        edition = chance.choice(other or EDITIONS)
        seed = chance.randrange(2**32)
        print(f"{key} {value} in {edition}, seed {seed}")
        assert Game([], seed, edition=edition, options={"rulings": {key: value}}).play()


def test_every_value_is_tried_by_a_case() -> None:
    """Each value of each switch stands in a case; those that decide entries are named there."""
    all_cases = [
        case for path in casebook.files("austria") for _name, case in casebook.cases_in(path)
    ]
    cases = [
        case for case in all_cases if case["expect"].get("exit") != 2
    ]  # records that can be read
    ruled = [case["record"].get("options", {}).get("rulings", {}) for case in cases]
    tried = {pair for rulings in ruled for pair in rulings.items()}
    assert {(key, value) for key, value in SETTINGS} <= tried
    named = {
        key
        for case in cases
        for keys in case["expect"].get("house_rules", {}).values()
        for key in keys or ()
    }
    assert named == set(SWITCHES) - WITHOUT_VERDICT
    assert max(guest.size for guest in GUESTS.values()) == 4


@pytest.mark.parametrize("name", games.list_games())
def test_a_game_lists_its_house_rules(name: str) -> None:
    game = find(name)
    editions = set(game.edition_labels) or {""}
    assert len({rule.id for rule in game.house_rules}) == len(game.house_rules) > 10
    for rule in game.house_rules:
        assert rule.point, rule.id
        assert len(rule.values) > 1, rule.id
        assert set(rule.defaults) == editions, rule.id
        assert set(rule.defaults.values()) <= set(rule.values), rule.id
