"""docs/adding.md is true: its places are there, and verbs and modules are found at their places."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from adjudicator.austria import modules
from adjudicator.austria.assembled.base_game import BASE, CHAPTERS
from adjudicator.austria.table.declarations import Deed
from adjudicator.messages import read_english
from tests.austria import expansion

HOME = Path(__file__).resolve().parents[1]
TEXT = (HOME / "docs" / "adding.md").read_text("utf-8")
SECTIONS = {
    part.partition("\n")[0]: re.findall(r"^\d+\. (.*?)(?=^\d+\. |\Z)", part, re.M | re.S)
    for part in re.split(r"^## ", TEXT, flags=re.M)[1:]
}
MOST = {"A verb of the base game": 5, "A verb of a module": 5, "A page": 5}
CASES = ("tests/cases", "adjudicator/casebook/cases")
OF_MODULES = {
    (name, deed.do): deed
    for name in sorted(modules.list_modules())
    for deed in modules.find_module(name).deeds.values()
}


def cases() -> set[str]:
    files = [path for room in CASES for path in (HOME / room).rglob("*.json")]
    return {do for path in files for do in re.findall(r'"do": "(\w+)"', path.read_text("utf-8"))}


@pytest.mark.parametrize("heading", SECTIONS)
def test_every_place_is_there(heading: str) -> None:
    places = SECTIONS[heading]
    assert 1 <= len(places) <= MOST.get(heading, 7)
    for place in places:
        paths = re.findall(r"`([\w./*-]+/[\w.*-]+)`", place)
        assert paths, place
        for path in paths:
            root = HOME / "adjudicator" if path.startswith("austria/") else HOME
            assert list(root.glob(path.rstrip("/"))), path


@pytest.mark.parametrize("do", sorted(BASE.deeds))
def test_a_verb_of_the_base_game_is_at_its_places(do: str) -> None:
    deed: Deed[Any] = BASE.deeds[do]
    (chapter,) = [chapter for chapter in CHAPTERS if deed in chapter.DEEDS]
    assert deed.form.__module__ == chapter.__name__
    assert deed.judge is None or deed.judge.__module__ == chapter.__name__
    if do in BASE.kinds:
        kind = BASE.kinds[do]
        assert kind in chapter.KINDS
        for function in (kind.offer, kind.offer_all):
            assert function is None or function.__module__ == chapter.__name__
    assert f"do:{do}" in read_english()
    assert f"entry:{do}" in {key.partition("+")[0] for key in read_english()}
    assert do in cases()


@pytest.mark.parametrize(("name", "do"), OF_MODULES)
def test_a_verb_of_a_module_is_at_its_places(name: str, do: str) -> None:
    deed, folder = OF_MODULES[name, do], name.replace("-", "_")
    home = f"adjudicator.austria.modules.{folder}."
    assert deed.judge is not None
    assert deed.form.__module__ == deed.judge.__module__
    assert deed.form.__module__.startswith(home)
    words = HOME / "adjudicator/austria/modules" / folder / "messages"
    assert any(f"do:{do} =" in path.read_text("utf-8") for path in words.glob("*.txt"))
    assert any(f"entry:{do}" in path.read_text("utf-8") for path in words.glob("*.txt"))
    assert do in cases()


def test_random_games_are_played_with_every_module() -> None:
    assert sorted(expansion.MODULES) == sorted(modules.list_modules())


def test_a_card_of_a_module_has_its_rule_in_each_language() -> None:
    ids = json.dumps(json.loads((HOME / "tests/rulebook/ids.json").read_text("utf-8")))
    rows = json.loads(
        (HOME / "adjudicator/austria/modules/more/data/staff.json").read_text("utf-8")
    )["staff"]
    for row in rows:
        assert row["rule"] in ids
        for language in ("en", "fr", "ko", "ru"):
            path = HOME / "adjudicator/rulebook" / language / "waltz5-staff.json"
            assert row["rule"] in path.read_text("utf-8")
