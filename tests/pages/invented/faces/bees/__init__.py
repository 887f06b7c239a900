"""The face of the invented module of ``tests/austria/invented``: all that a face may bring."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from recorder.pages.austria.modules import Face, FilledPosition, Panel
from recorder.pages.forms import offers
from recorder.pages.presenter import Button, Document, View

HERE = "austria/modules/bees"


class Bees(Face):
    """See ``Face``."""

    title = "Bees"
    kinds: Mapping[str, Any] = {"taste": "taste honey"}
    sources: Mapping[str, Any] = {"hive": "The hive"}

    def setup(self, start: Mapping[str, Any]) -> Panel:
        return Panel(f"{HERE}/setup.html", {"hives": start.get("hives", "")})

    def read_setup(
        self, form: Mapping[str, str], document: dict[str, Any], problems: dict[str, str]
    ) -> None:
        given = form.get("hives", "").split()
        if not all(text.isdecimal() for text in given):
            problems["modules"] = "Hives are numbers."
        document["setup"]["hives"] = [int(text) for text in given if text.isdecimal()]

    def repeat_setup(self, header: Document) -> Mapping[str, Any]:
        return {"hives": "8 9"}

    def step(self, view: View) -> str:
        return "takes a hive" if view.position["phase"] == "setup-hives" else ""

    def panels(self, view: View) -> Sequence[Panel]:
        own = view.position["players"]
        hives = [(p["name"], own[p["id"]].get("hive")) for p in view.players]
        return [Panel(f"{HERE}/play.html", {"hives": hives})]

    def also(self, view: View, mine: Sequence[offers.Offer]) -> list[Button]:
        return [Button("Visit the bees", offer) for offer in offers.find(mine, "visit")]

    def dock(self, view: View, mine: Sequence[offers.Offer]) -> list[Button]:
        return [
            Button(f"Hive {hive}", {**offer, "hive": hive})
            for offer in offers.find(mine, "take_hive")
            for hive in offers.values(offer, "hive")
        ]

    def position(self, header: Document, position: Document) -> Panel:
        own = position.get("players", {})
        return Panel(f"{HERE}/position.html", {"hive": {p: v.get("hive") for p, v in own.items()}})

    def read_position(self, filled: FilledPosition, position: dict[str, Any]) -> None:
        for player, own in filled.own.items():
            position["players"][player] |= own.filled("hive")


FACE = Bees()
