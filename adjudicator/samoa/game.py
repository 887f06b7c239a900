"""The game behind the protocol: which check and which effect belong to a verb."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, TypeVar

from adjudicator.entries import Entry, Written, make_verb
from adjudicator.games import CardName, Game, HouseRule, try_entries
from adjudicator.messages import M, Message, make_term
from adjudicator.obstacles import Against
from adjudicator.pieces import MovedPiece, Scene
from adjudicator.record import Record, Unreadable, require_shape
from adjudicator.samoa.chapters import arrivals, board_check, building, lodging, special
from adjudicator.samoa.chapters.scoring import LABELS, score_hotels, wins_otherwise
from adjudicator.samoa.judging import moved_pieces
from adjudicator.samoa.judging.options import list_options
from adjudicator.samoa.printed import record_shapes as vocabulary
from adjudicator.samoa.printed.catalogue import FEWEST_PLAYERS, MOST_PLAYERS, QUESTIONS
from adjudicator.samoa.printed.hint_words import HINTS
from adjudicator.samoa.printed.names import Card
from adjudicator.samoa.table.entry_findings import Findings
from adjudicator.samoa.table.givens import read_givens
from adjudicator.samoa.table.hotel import Hotelier, list_fee_questions, sum_fees
from adjudicator.samoa.table.position import fill_state, write_hotel_position
from adjudicator.samoa.table.state import SamoaState
from adjudicator.score import Result
from adjudicator.shapes import Verb
from adjudicator.verdict import LEGAL, Verdict

E = TypeVar("E", bound=Entry)


@dataclass(frozen=True, slots=True)
class VerbOfPlay(Generic[E]):
    """A verb of the play: its entries, the obstacles to one, the function that applies it.

    pays: whether a legal entry changes the fees of tourists.
    """

    form: type[E]
    against: Callable[[SamoaState, E], Against]
    apply: Callable[[SamoaState, E], None]
    pays: bool = False


_DEEDS: tuple[VerbOfPlay[Any], ...] = (
    VerbOfPlay(arrivals.NewTiles, arrivals.find_tile_obstacles, arrivals.apply_tiles),
    VerbOfPlay(arrivals.Arriving, arrivals.find_arrival_obstacles, arrivals.apply_tourists),
    VerbOfPlay(arrivals.PlayCard, arrivals.find_card_obstacles, arrivals.apply_card),
    VerbOfPlay(building.Build, building.find_purchase_obstacles, building.apply_build),
    VerbOfPlay(lodging.Lodge, lodging.find_lodging_obstacles, lodging.apply_lodge, pays=True),
    VerbOfPlay(lodging.PassUp, lodging.find_pass_obstacles, lodging.apply_pass),
    VerbOfPlay(lodging.SendHome, lodging.find_send_home_obstacles, lodging.apply_send_home),
    VerbOfPlay(special.UseTile, special.find_use_obstacles, special.apply_use_tile),
)

_FORMS: tuple[type[Entry], ...] = (
    *(deed.form for deed in _DEEDS),
    board_check.HotelCheck,
    board_check.MoneyAdjustment,
    board_check.BoardRead,
    board_check.HotelRuling,
)

_DEED_OF = {deed.form.do: deed for deed in _DEEDS}


@lru_cache(maxsize=64)
def _make_verbs(
    rooms: tuple[str, ...] | None = None, price_cards: tuple[Card, ...] | None = None
) -> Mapping[str, Verb]:
    """Return the verbs of a record. rooms, price_cards: as read off the components, or None."""
    names = vocabulary.HotelNames(rooms, price_cards)
    return {one.do: make_verb(one, names) for one in _FORMS}


class SamoaPlay(SamoaState):
    """The state behind ``games.State``."""

    __slots__ = ()
    hints = HINTS

    def try_other_parts(self, entry: Mapping[str, Any]) -> tuple[()]:
        """Return nothing: no two parts allow one entry."""
        return ()

    def judge(self, entry: Written, stands: bool | None = None) -> Verdict:
        """See games.State."""
        return self.play(Samoa.verbs[entry["do"]].made(entry), stands)

    def play(self, entry: Any, stands: bool | None = None, naming: bool = True) -> Verdict:
        """See games.State.

        naming: whether the questions named beside a refusal are tried under other answers.
        """
        if isinstance(entry, board_check.HotelRuling):
            return LEGAL
        if isinstance(entry, board_check.Correction):
            return board_check.judge_correction(self, entry, stands)
        deed = _DEED_OF[entry.do]
        found = Findings(self.table)
        if self.incomplete:
            found.stop(
                "SAM-SETUP-07" if self.table.flags else "SAM-SETUP-03",
                M("state.incomplete"),
                M("state.only-scored"),
            )
            return found.verdict(stands)
        found.cite(deed.against(self, entry))
        if found.breaches:
            before = self.copy()
            if found.verdict(stands).is_applied:
                self._apply(deed, entry, found, before.players)
            if naming and found.named:
                before._keep_deciding(found, entry, stands)
        elif found.doubt is None or found.verdict(stands).is_applied:
            paid = {entry.by: self.players[entry.by].copy()} if deed.pays else {}
            self._apply(deed, entry, found, paid)
        return found.verdict(stands)

    def _apply(
        self, deed: VerbOfPlay[E], entry: E, found: Findings, paid: Mapping[str, Hotelier]
    ) -> None:
        """Apply an entry and note the open questions that decide its effect.

        paid: the players with fees that may change, as they were before it.
        """
        was_over = self.over()
        deed.apply(self, entry)
        for player, own in paid.items():
            found.rest_on(*list_fee_questions(self.table, own, self.players[player]))
        found.rest_on(*self.settle())
        if self.over() and not was_over and wins_otherwise(self):
            found.rest_on("SAM-U-25")

    def _keep_deciding(self, found: Findings, entry: Entry, stands: bool | None) -> None:
        """Keep the named questions with other answers that would change this refusal."""
        effect = self._effect(entry, stands)
        found.decided_by(
            lambda question: any(
                twin._effect(entry, stands) != effect for twin in self.answered(question)
            )
        )

    def _effect(self, entry: Entry, stands: bool | None) -> object:
        """Judge an entry on a copy; return its kind, and the differences afterwards."""
        twin, verdict = try_entries(self, entry, stands=stands)
        brought = {
            player: sum_fees(self.table, own) - sum_fees(self.table, self.players[player])
            for player, own in twin.players.items()
        }
        return verdict.kind, write_hotel_position(twin), brought

    def options(self) -> list[dict[str, Any]]:
        """See games.State."""
        return list_options(self)

    def position(self) -> dict[str, Any]:
        """See games.State; docs/record-samoa.md describes the keys."""
        return write_hotel_position(self)

    def result(self, *, final: bool = False) -> Result:
        """See games.State."""
        return score_hotels(self, final=final)


class Samoa(Game):
    """The game behind the protocol; see games.Game."""

    name = "samoa"
    title: str = make_term("title", name)
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
    cards_under: Mapping[str, str] = {"tile": "room-tile"}
    verbs: Mapping[str, Verb] = _make_verbs()

    def rules_of_cards(self) -> Mapping[str, CardName]:
        """Return the special tile that a rule describes, by the rule's id."""
        return {
            "SAM-SPEC-03": ("room-tile", "swap"),
            "SAM-SPEC-04": ("room-tile", "evict"),
            "SAM-SPEC-05": ("room-tile", "recall"),
        }

    def read_header(self, document: Mapping[str, Any]) -> None:
        """Check players, options and start. Raises Unreadable naming the key."""
        count = len(document["players"])
        if not FEWEST_PLAYERS <= count <= MOST_PLAYERS:
            raise Unreadable(M("samoa.players", count=count), key="players", rule="SAM-SETUP-01")
        for key in ("edition", "modules"):
            if document.get(key):
                raise Unreadable(M("samoa.no-editions"), key=key)
        require_shape(vocabulary.OPTIONS, document.get("options", {}), "options")
        if "setup" in document:
            require_shape(vocabulary.SETUP, document["setup"], "setup")
        else:
            require_shape(vocabulary.POSITION, document["position"], "position")

    def part_labels(self, header: Mapping[str, Any]) -> Mapping[str, Message]:
        """See games.Game."""
        return LABELS

    def vocabulary(self, header: Mapping[str, Any]) -> Mapping[str, Verb]:
        """Return the verbs with the rooms and price cards of this header."""
        start = header.get("setup") or header.get("position") or {}
        hotel, cards = start.get("hotel"), start.get("price_cards")
        if hotel is None and cards is None:
            return self.verbs
        return _make_verbs(
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
            fill_state(state, record)
        return state

    def list_moved(self, before: Scene, after: Scene, back: bool = False) -> Iterator[MovedPiece]:
        """Yield which pieces differ between two scenes (see ``adjudicator.pieces``)."""
        return moved_pieces.list_moved_pieces(before, after, back)
