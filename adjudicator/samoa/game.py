"""The game behind the protocol: which check and which effect belong to a verb."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.games import HouseRule
from adjudicator.messages import M, named
from adjudicator.pieces import Moved, Scene
from adjudicator.record import Record, Unreadable, require
from adjudicator.samoa import arrivals, building, corrections, lodging, pieces, special, vocabulary
from adjudicator.samoa.catalogue import FEWEST_PLAYERS, MOST_PLAYERS, QUESTIONS
from adjudicator.samoa.findings import Findings
from adjudicator.samoa.givens import read_givens
from adjudicator.samoa.options import options
from adjudicator.samoa.positions import fill, position
from adjudicator.samoa.scoring import result
from adjudicator.samoa.state import SamoaState
from adjudicator.score import Result
from adjudicator.shapes import Verb
from adjudicator.verdict import Verdict

Entry = Mapping[str, Any]

_CHECK_AND_APPLY = {
    "tiles": (arrivals.check_tiles, arrivals.apply_tiles),
    "tourists": (arrivals.check_tourists, arrivals.apply_tourists),
    "card": (arrivals.check_card, arrivals.apply_card),
    "build": (building.check_build, building.apply_build),
    "lodge": (lodging.check_lodge, lodging.apply_lodge),
    "pass": (lodging.check_pass, lodging.apply_pass),
    "send_home": (lodging.check_send_home, lodging.apply_send_home),
    "use_tile": (special.check_use_tile, special.apply_use_tile),
}


class SamoaPlay(SamoaState):
    """The state behind ``games.State``."""

    __slots__ = ()

    def judge(self, entry: Entry, stands: bool | None = None) -> Verdict:
        """See games.State."""
        do = entry["do"]
        if do in ("check", "adjust"):
            return corrections.judge(self, entry, stands)
        check, apply = _CHECK_AND_APPLY[do]
        found = Findings(self.table)
        if self.incomplete:
            found.stop(
                "SAM-SETUP-07" if self.table.flags else "SAM-SETUP-03",
                M("state.incomplete"),
                M("state.only-scored"),
            )
        else:
            check(self, entry, found)
        verdict = found.verdict()
        if stands is not None and (found.breaches or found.doubt):
            verdict = verdict.ruled(stands)
        if verdict.applied and not self.incomplete:
            apply(self, entry)
            self.settle()
        return verdict

    def options(self) -> list[dict[str, Any]]:
        """See games.State."""
        return options(self)

    def position(self) -> dict[str, Any]:
        """See games.State; docs/record-samoa.md describes the keys."""
        return position(self)

    def result(self, *, final: bool = False) -> Result:
        """See games.State."""
        return result(self, final=final)


class Samoa:
    """The game behind the protocol; see games.Game and games.OwnNames."""

    name = "samoa"
    title: str = named("title", name)
    edition_labels: Mapping[str, str] = {}
    module_labels: Mapping[str, str] = {}
    part_labels: Mapping[str, str] = {
        part: named("part", part)
        for part in ("start", "rooms", "swimmers", "special_tiles", "spent", "corrections")
    }
    house_rules: Sequence[HouseRule] = tuple(
        HouseRule(row.id, row.question, row.values, {"": row.default})
        for row in QUESTIONS.values()
        if len(row.values) > 1
    )
    kinds: Mapping[str, str] = {
        **dict.fromkeys(("room", "rooms"), "room.whole"),
        **dict.fromkeys(("token", "tokens"), "tourist.whole"),
        "groups": "tourist",
        "lovers": "room",
        **dict.fromkeys(("tile", "tiles", "bought", "special_tiles", "used_tiles"), "tile"),
    }
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

    def start(self, record: Record) -> SamoaPlay:
        """Return the state before the first entry. Raises Unreadable naming key and rule."""
        table = read_givens(record)
        start = record.document.get("setup") or record.document["position"]
        tie = table.seat[start["tie_break"]] if "tie_break" in start else None
        state = SamoaPlay(table, tie)
        if "position" in record.document:
            fill(state, record)
        return state

    def moved(self, before: Scene, after: Scene, back: bool = False) -> Iterator[Moved]:
        """Yield which pieces differ between two scenes (see ``adjudicator.pieces``)."""
        return pieces.moved(before, after, back)
