"""Hotel Samoa (3 to 6 players): twelve rounds of price cards, building and tourists.

One module for each chapter of the rulebook: arrivals (phases 1 to 3), building (4), lodging (5),
state (6 and the course of a round), special (tiles), hotel (what tourists pay), scoring (end).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.games import HouseRule
from adjudicator.messages import M
from adjudicator.pieces import Moved, Scene
from adjudicator.record import Record, Unreadable, Verb, require
from adjudicator.samoa import pieces, vocabulary
from adjudicator.samoa.catalogue import FEWEST_PLAYERS, MOST_PLAYERS, QUESTIONS
from adjudicator.samoa.positions import fill
from adjudicator.samoa.state import SamoaState
from adjudicator.samoa.table import read_table


class Samoa:
    """The game behind the protocol; see games.Game and games.OwnNames."""

    name = "samoa"
    title = "Hotel Samoa"
    edition_labels: Mapping[str, str] = {}
    part_labels: Mapping[str, str] = {
        "start": "Money at the start",
        "rooms": "Room fees",
        "swimmers": "Swimmers",
        "special_tiles": "Special tiles",
        "spent": "Paid for tiles",
        "corrections": "Corrections by the table",
    }
    house_rules: Sequence[HouseRule] = tuple(
        HouseRule(row.id, row.question, row.values, {"": row.default})
        for row in QUESTIONS.values()
        if len(row.values) > 1
    )
    verbs: Mapping[str, Verb] = vocabulary.verbs()

    def read_header(self, document: Mapping[str, Any]) -> None:
        """Check players, options and start. Raises Unreadable naming the key."""
        count = len(document["players"])
        if not FEWEST_PLAYERS <= count <= MOST_PLAYERS:
            raise Unreadable(M("samoa.players", count=count), key="players", rule="SAM-SETUP-01")
        for key in ("edition", "modules"):
            if document.get(key):
                raise Unreadable(M("samoa.no-editions"), key=key)
        require(vocabulary.OPTIONS, document.get("options", {}), "options")
        if "setup" in document:
            require(vocabulary.SETUP, document["setup"], "setup")
        else:
            require(vocabulary.POSITION, document["position"], "position")

    def vocabulary(self, header: Mapping[str, Any]) -> Mapping[str, Verb]:
        """Return the verbs with the rooms and price cards of this header."""
        start = header.get("setup") or header.get("position") or {}
        hotel, cards = start.get("hotel"), start.get("price_cards")
        if hotel is None and cards is None:
            return self.verbs
        return vocabulary.verbs(
            rooms=tuple(hotel["rooms"]) if hotel else None,
            price_cards=tuple((card["bid"], card["room"]) for card in cards) if cards else None,
        )

    def start(self, record: Record) -> SamoaState:
        """Return the state before the first entry. Raises Unreadable naming key and rule."""
        table = read_table(record)
        start = record.document.get("setup") or record.document["position"]
        tie = table.seat[start["tie_break"]] if "tie_break" in start else None
        state = SamoaState(table, tie)
        if "position" in record.document:
            fill(state, record)
        return state

    def moved(self, before: Scene, after: Scene) -> Iterator[Moved]:
        """Yield which pieces differ between two scenes (see ``adjudicator.pieces``)."""
        return pieces.moved(before, after)


GAME = Samoa()
