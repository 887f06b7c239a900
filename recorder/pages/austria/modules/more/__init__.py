"""Would You Care for Anything Else? on the pages: bells, what a use costs, goals and tiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.austria.boxes import box_in
from adjudicator.austria.catalogue import FOODS
from recorder.pages.austria import choosing, words
from recorder.pages.austria.modules import Face, Panel, Part
from recorder.pages.entering import offers
from recorder.pages.presenter import Button, View
from recorder.pages.words import gettext as _
from recorder.pages.words import lazy

HERE = "austria/modules/more"

BELLS: Mapping[int, Any] = {
    166: lazy("3 emperor spaces up in one action: 2 rooms free, occupied side up"),
    167: lazy("a noble's order of 3 or more complete: 3 strudel and 3 cake"),
    168: lazy("a citizen's order of 3 or more complete: 3 wine and 3 coffee"),
    169: lazy("an artist's order of 3 or more complete: 6 krones"),
    172: lazy("3 drinks gained in one action: 5 emperor spaces"),
    174: lazy("3 dishes gained in one action: a free guest whose order is complete"),
    178: lazy("a group of 3 or more complete: 2 staff cards free"),
    179: lazy("a disc put on a card: 2 orders complete"),
}
"""When a bell may ring, and what it brings (WALTZ5-STAFF)."""


class More(Face):
    """See ``Face``."""

    title = lazy("Would You Care for Anything Else?")
    about = lazy("Staff with bells that ring once, cards that cost food to use, goals and tiles.")
    kinds: Mapping[str, Any] = {
        "ring": lazy("the bell may ring"),
        "return_food": lazy("give back one dish or drink"),
    }
    verbs: Mapping[str, Any] = {
        "ring": lambda e, h: _("rings the bell of %(staff)s", staff=words.staff(e["staff"])),
        "return_food": lambda e, h: _("gives back %(food)s", food=words.amounts(e["food"])),
    }
    adds: Mapping[str, Any] = {"pay": lambda paid: _("for %(what)s", what=words.amounts(paid))}
    marks: Mapping[str, Any] = {"rung": lazy("rung, face down")}
    rewards: Mapping[str, Any] = {
        "vp_per_disc": lambda part: _("%(num)s VP for each disc on cards", num=part.count)
    }
    losses: Mapping[str, Any] = {
        "return_food": lambda n: _("%(num)s dish or drink of your choice", num=n),
        "everything": lambda _all: _("all krones and the whole kitchen"),
    }
    pieces: Mapping[str, Any] = {
        "goal_pile": lambda h, m: (
            _("%(guests)s kept for a goal", guests=", ".join(map(words.guest, came)))
            if (came := [g for g in m.facts["now"] or () if g not in (m.facts["before"] or ())])
            else ""
        )
    }

    def buttons(self, view: View, part: Part) -> list[Button]:
        """Return the bell of a part, or the foods that may go back."""
        if part["do"] != "ring":
            return super().buttons(view, part)
        card = int(part["from"].partition(":")[2].split(".")[0])
        entry = {"by": part["by"], "do": "ring", "staff": card}
        found = offers.find(view.options, "ring", by=part["by"], staff=card)
        told = str(BELLS[card]) if card in BELLS else ""
        return [Button(_("Ring"), entry, icon="bell", detail=told) for _offer in found[:1]]

    def forms(self, view: View) -> Sequence[Mapping[str, Any]]:
        """See ``Face``."""
        bells = [(card, words.staff(card)) for card in BELLS]
        ring = [choosing.radios("staff", _("Bell"), bells)]
        back = [choosing.amounts("food", _("What goes back"), FOODS)]
        return [
            choosing.form("bell", _("Ring"), {"by": view.acting, "do": "ring"}, ring, chips=True),
            choosing.form("bin", _("Food back"), {"by": view.acting, "do": "return_food"}, back),
        ]

    def panels(self, view: View) -> Sequence[Panel]:
        """Show the bells in play: when they ring, and which have."""
        cards = box_in(view.header).components.staff
        rows = []
        for player in view.players:
            lies = view.position["players"][player["id"]]
            for card in lies["staff"]:
                number = card if isinstance(card, int) else card["staff"]
                if cards[number].timing == "bell":
                    rung = not isinstance(card, int) and bool(card.get("rung"))
                    row = {"player": player["name"], "colour": player.get("colour", "")}
                    row |= {"name": words.staff(number), "when": str(BELLS.get(number, ""))}
                    rows.append(row | {"rung": rung})
        return [Panel(f"{HERE}/play.html", {"bells": rows})] if rows else ()


FACE = More()
