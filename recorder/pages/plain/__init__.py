"""Pages for any game behind the protocol: every offer as a plain button, nothing arranged."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from werkzeug.datastructures import MultiDict

from recorder.pages.entering import offers
from recorder.pages.presenter import Button, Document, Problems, Usual, View
from recorder.pages.words import gettext as _

MOST = 120
"""Buttons on a page; what goes beyond is entered as text."""


class Plain(Usual):
    """See recorder.pages.presenter.Presenter. For games that have no pages of their own."""

    title = "Game"
    blurb = ""
    folder = "plain"
    styles: Sequence[str] = ()
    starts = False
    positions = None

    def setup(self, form: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return nothing: such a game begins with a record file."""
        return {}

    def again(self, header: Document) -> Mapping[str, Any]:
        """Return nothing, as ``setup``."""
        return {}

    def document(self, form: MultiDict[str, str]) -> dict[str, Any]:
        """Refuse: such a game begins with a record file."""
        raise Problems({"form": _("This game begins with a record file.")})

    def keep(self, document: Document, who: str) -> None:
        """See the protocol: there is nothing to keep."""

    def acting(self, header: Document, position: Document, options: Sequence[Document]) -> str:
        """Return whose turn it is, or the first who may enter something."""
        turn = position.get("turn_of")
        players = [str(turn)] if turn else offers.players(options)
        return players[0] if players else str(header["players"][0]["id"])

    def waits_for(
        self, header: Document, position: Document, options: Sequence[Document]
    ) -> Sequence[str]:
        """Return whose turn it is, or everybody who may enter something."""
        turn = position.get("turn_of")
        return [str(turn)] if turn else offers.players(options)

    def may_show(self, player: str, options: Sequence[Document]) -> bool:
        """Return whether the player may enter something."""
        return player in offers.players(options)

    def play(self, view: View) -> Mapping[str, Any]:
        """Return every offer as buttons, and the position as it stands."""
        buttons = [
            Button(self.phrase(view.header, entry), entry)
            for offer in view.options
            if offer.get("by", view.acting) == view.acting and offers.count(offer) <= MOST
            for entry in offers.single(offer)
        ]
        return {
            "over": view.over,
            "entries": view.entries,
            "acting": view.acting,
            "heading": _("The game is over") if view.over else view.name(view.acting),
            "step": "",
            "colour": next(
                (p.get("colour", "") for p in view.players if p["id"] == view.acting), ""
            ),
            "round_words": "",
            "turn_words": "",
            "dock": [],
            "hint": "",
            "buttons": buttons[:MOST],
            "players": [
                {**player, "points": view.scores.get(player["id"], {}).get("total")}
                for player in view.players
            ],
            "position": json.dumps(view.position, ensure_ascii=False, indent=1),
        }

    def wall(self, view: View) -> Mapping[str, Any]:
        """Return the same."""
        return self.play(view)

    def other(self, view: View) -> Mapping[str, Any]:
        """Return nothing more: the sheet takes an entry as text."""
        return {}

    def phrase(self, header: Document, entry: Document) -> str:
        """Return the verb and what it names."""
        rest = [
            f"{key} {json.dumps(value, ensure_ascii=False)}"
            for key, value in entry.items()
            if key not in ("do", "by")
        ]
        return " ".join([str(entry["do"]).replace("_", " "), *rest])

    def part(self, header: Document, part: str) -> str:
        """Return the part's key with spaces."""
        return part.replace("_", " ")

    def facts(self, header: Document) -> Sequence[str]:
        """Return nothing."""
        return []


PRESENTER = Plain()
