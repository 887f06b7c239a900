"""First Player on the pages: the key, its holder, and its action."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.record import Header
from recorder.pages.austria import boards, choosing, dice
from recorder.pages.austria.modules import ChangeWords, Face, FilledPosition, Panel, WallLine
from recorder.pages.forms import offers
from recorder.pages.presenter import Button, Document, View
from recorder.pages.wording import gettext as _
from recorder.pages.wording import lazy

HERE = "austria/modules/first-player"


def _key_change(header: Header, moved: Any) -> str:
    holder = moved.facts["now"]
    if holder is None:
        return _("the key back onto its board")
    name = next((str(p["name"]) for p in header["players"] if p["id"] == holder), "")
    return _("the key onto the turn-order tile of %(name)s", name=name)


class _FirstPlayer(Face):
    title = lazy("First Player")
    about = lazy("The key can be taken instead of a die; whoever takes it starts the next round.")
    sources: Mapping[str, object] = {"key": lazy("The key")}
    steps: Mapping[str, object] = {"key": lazy("The key and the order")}
    pieces: Mapping[str, ChangeWords] = {"key_of": _key_change}

    def count_covered(self, position: Document) -> int:
        """Return 1 while somebody has the key: it covers a number like a die."""
        return int(bool(position.get("key_of")))

    def panels(self, view: View) -> Sequence[Panel]:
        if view.position["phase"] not in ("turn", "reroll"):
            return ()
        holder = view.position.get("key_of")
        told = (
            _("%(name)s has the key and starts the next round", name=view.name(holder))
            if holder
            else _("The key lies on its board")
        )
        return [Panel(f"{HERE}/play.html", {"told": told}, ("key_of",))]

    def wall_lines(self, view: View) -> Sequence[WallLine]:
        return [WallLine("", [(str(panel.m["told"]), ())]) for panel in self.panels(view)]

    def also(self, view: View, mine: Sequence[offers.Offer]) -> list[Button]:
        possible = offers.find(mine, "take_key")[:1]
        entry = {"by": view.acting, "do": "take_key"}
        return [Button(_("Take the key"), entry, sheet="take_key-sheet") for _offer in possible]

    def forms(self, view: View) -> Sequence[Mapping[str, object]]:
        actions = [(n, str(n)) for n in range(1, 6)]
        fields = [
            choosing.radio_field("as", _("Action"), actions),
            choosing.amounts_field("gain", _("What was taken"), boards.food_kinds(view)),
        ]
        entry = {"by": view.acting, "do": "take_key"}
        return [choosing.entry_form("swap", _("Take the key"), entry, fields, chips=True)]

    def sheets(self, view: View, mine: Sequence[offers.Offer]) -> Sequence[Panel]:
        title = _("The key: one food of your choice and an action of strength 1")
        sheet = dice.key_sheet(view, offers.find(mine, "take_key"), str(view.acting), title)
        return [Panel("austria/modules/first-player/sheet.html", {"sheet": sheet})] if sheet else ()

    def position(self, header: Header, position: Document) -> Panel | None:
        m = {"key_of": position.get("key_of"), "passed": position.get("passed_this_round", ())}
        return Panel(f"{HERE}/position.html", m)

    def read_position(self, filled: FilledPosition, position: dict[str, Any]) -> None:
        if filled.in_turn:
            position |= filled.table.filled("key_of", "passed_this_round")


FACE = _FirstPlayer()
