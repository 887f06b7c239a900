"""Sets that stood under their names, as releases before schema 9 kept them, find their owners."""

from __future__ import annotations

import json
from contextlib import closing
from typing import Any

import pytest

from recorder.catalogue import Catalogue
from recorder.database import Database, Place
from recorder.migrations import prepare
from recorder.precedents import Precedents
from recorder.shelves import Chosen, Shelves
from recorder.store import Store
from tests.recorder.tally import document
from tests.store.earlier import Earlier, at_schema

HEADER = {key: value for key, value in document().items() if key != "entries"}


class Old(Earlier):
    """A store of schema 8: four games, of which two belong to a league each."""

    def __init__(self, db: Database) -> None:
        super().__init__(db)
        self.games = [self.game(HEADER) for _ in range(4)]
        for game, _links in self.games[:2]:
            self.league({"name": "Club", "defaults": {"house": "Thursday"}}, [game])

    def keep(self, kind: str, name: str, value: Any, who: str = "table") -> None:
        self.db.insert(
            "INSERT INTO catalogue (kind, name, value, who, at) VALUES (?, ?, ?, ?, ?)",
            [kind, name, json.dumps(value, sort_keys=True), who, self.at],
        )

    def rule(self, at: int, note: str) -> None:
        """Let a ruling enter a game, and keep it in the set that the game plays by."""
        game, links = self.games[at]
        ruling = {"do": "rule", "entry": 1, "stands": True, "note": note}
        self.enter(game, links[0], ruling, f"r{note}")
        value = {"stands": True, "note": note, "agreed": []}
        self.keep("precedents.tally.club", f"TALLY-{note}", value)


def test_every_set_is_its_owners(bare: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(at_schema(8, bare, monkeypatch)) as db:
        old = Old(db)
        first, second, third, fourth = (game for game, _ in old.games)
        for game in (first, second, third, fourth):
            old.keep("precedents.game", str(game), "Club" if game != fourth else "Kitchen ")
        old.rule(0, "ours")
        old.rule(1, "theirs")
        old.rule(2, "guests")
        old.keep("precedents.tally.club", "TALLY-SEEN", {"stands": 1, "note": "?", "agreed": []})
        old.keep("precedents.tally.kitchen", "TALLY-K", {"stands": 1, "note": "k", "agreed": []})
        for name in ("Club", "Kitchen"):
            old.keep("precedent-sets.tally", name, {"subjects": 1}, "")
        for game, read in ((first, {"guest.147": {"vp": 1}}), (second, {"guest.147": {"vp": 2}})):
            value = {"sheet": "Club", "listed": False, "read": read}
            old.keep("austria.components.game", str(game), value)
            for key, figure in read.items():
                old.keep("austria.components.club", key, {"read": figure}, "Anna")
        home = {"sheet": "Home", "listed": False, "read": {"guest.148": {"vp": 3}}}
        old.keep("austria.components.game", str(third), home)
        old.keep("austria.components.home", "guest.148", {"read": {"vp": 3}}, "Boris")
        old.keep("austria.house-rules", "Thursday", {"U-17": "limited"}, "")
    prepare(bare)
    with closing(Store(bare)) as store:
        catalogue = Catalogue(store)
        rulings = Precedents(catalogue).shelves("tally")
        held = {key: set(rulings.items(key)) for key in ("league-1", "league-2", f"game-{third}")}
        assert held == {
            "league-1": {"TALLY-ours", "TALLY-SEEN"},
            "league-2": {"TALLY-theirs", "TALLY-SEEN"},
            f"game-{third}": {"TALLY-guests", "TALLY-SEEN"},
        }
        assert [one.name for one in rulings.public()] == ["Kitchen"]
        assert set(rulings.items(f"game-{fourth}")) == {"TALLY-K"}
        assert rulings.chosen(first) == Chosen("league-1", "Club", True)
        assert rulings.chosen(fourth) == Chosen(f"game-{fourth}", "Kitchen", True)
        sheets = Shelves(catalogue, "austria.components")
        read = [sheets.items(f"league-{n}")["guest.147"].value["read"]["vp"] for n in (1, 2)]
        assert read == [1, 2]
        assert set(sheets.items(f"game-{third}")) == {"guest.148"}
        assert not sheets.public()  # nobody had listed them
        house = Shelves(catalogue, "austria.house-rules")
        assert [(one.name, one.value) for one in house.public()] == [
            ("Thursday", {"U-17": "limited"})
        ]
        assert [one.key for one in house.of(["league-1", "league-2"])] == ["league-2", "league-1"]


def test_an_empty_store_has_nothing_to_settle(place: Place) -> None:
    with closing(Store(place)) as store:
        assert not list(store.db.query("SELECT * FROM catalogue"))
