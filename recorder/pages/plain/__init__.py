"""Pages for any game behind the protocol: every offer as a plain button, nothing arranged."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from werkzeug.datastructures import MultiDict

from adjudicator.record import Header
from recorder.games.tables import TableView
from recorder.pages.forms import offers
from recorder.pages.presenter import Button, Document, Problems, Usual, View
from recorder.pages.shared.parts import Group, single
from recorder.pages.wording import gettext as _

MOST = 120
"""Buttons on a page; what goes beyond is entered as text."""


class PlainShown:
    """What the page of such a game shows."""

    colour: str
    common = None
    front = step = round_words = turn_words = hint = ""
    dock: Sequence[Button] = ()

    def __init__(self, view: View, phrase: Callable[[Header, Document], str]) -> None:
        """phrase: words an entry."""
        self.over, self.entries, self.writes = view.over, view.entries, view.writes
        self.acting = view.acting or ""
        self.heading = _("The game is over") if view.over else view.name(view.acting)
        colours = (p.get("colour", "") for p in view.players if p["id"] == view.acting)
        self.colour = next(colours, "")
        self.buttons = [
            Button(phrase(view.header, entry), entry)
            for offer in view.options
            if offer.get("by", view.acting) == view.acting and offers.count(offer) <= MOST
            for entry in offers.single(offer)
        ][:MOST]
        self.players = [
            {**player, "points": view.totals.get(player["id"])} for player in view.players
        ]
        self.position = json.dumps(view.position, ensure_ascii=False, indent=1)


_BOARDS = ("players", "buttons", "position", "over", "acting", "entries")


class Plain(Usual):
    """See recorder.pages.presenter.Presenter. For games that have no pages of their own."""

    title = "Game"
    blurb = ""
    folder = "plain"
    dealt = ""
    styles: Sequence[str] = ()
    starts = False
    positions = None

    def setup(self, form: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return nothing: such a game begins with a record file."""
        return {}

    def again(self, header: Header, table: TableView | None = None) -> Mapping[str, object]:
        """Return nothing, as ``setup``."""
        return {}

    def document(self, form: MultiDict[str, str]) -> dict[str, Any]:
        """Refuse: such a game begins with a record file."""
        raise Problems({"form": _("This game begins with a record file.")})

    def keep(self, document: Document, who: str) -> None:
        """See the protocol: there is nothing to keep."""

    def acting(self, header: Header, position: Document, options: Sequence[Document]) -> str:
        """Return whose turn it is, or the first who may enter something."""
        turn = position.get("turn_of")
        players = [str(turn)] if turn else offers.players(options)
        return players[0] if players else str(header["players"][0]["id"])

    def waits_for(
        self, header: Header, position: Document, options: Sequence[Document]
    ) -> Sequence[str]:
        """Return whose turn it is, or everybody who may enter something."""
        turn = position.get("turn_of")
        return [str(turn)] if turn else offers.players(options)

    def may_show(self, player: str, options: Sequence[Document]) -> bool:
        """Return whether the player may enter something."""
        return player in offers.players(options)

    def play(self, view: View) -> PlainShown:
        """Return every offer as buttons, and the position as it stands."""
        return PlainShown(view, self.phrase)

    def parts(self, shown: PlainShown, *, calm: bool) -> Iterator[Group]:
        """Yield one part, the boards."""
        value = {name: getattr(shown, name) for name in _BOARDS}
        yield single("boards", f"{self.folder}/parts/boards.html", value | {"writes": shown.writes})

    def other(self, view: View) -> Mapping[str, object]:
        """Return nothing more: the sheet takes an entry as text."""
        return {}

    def phrase(self, header: Header, entry: Document) -> str:
        """Return the verb and what it names."""
        rest = [
            f"{key} {json.dumps(value, ensure_ascii=False)}"
            for key, value in entry.items()
            if key not in ("do", "by")
        ]
        return " ".join([str(entry["do"]).replace("_", " "), *rest])

    def facts(self, header: Header) -> Sequence[str]:
        """Return nothing."""
        return []


PRESENTER = Plain()
