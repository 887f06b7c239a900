"""The game behind the protocol: the judge of its verb gets an entry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from adjudicator.austria import modules
from adjudicator.austria.assembled import card_rules, missing_modules, moved_pieces, source_names
from adjudicator.austria.assembled.boxes import box_of, box_of_record
from adjudicator.austria.assembled.vocabulary import read_header
from adjudicator.austria.chapters import round_end
from adjudicator.austria.chapters.start import begin_table
from adjudicator.austria.judging.judge import AustriaState
from adjudicator.austria.printed.datafile import Row, rows_of
from adjudicator.austria.printed.editions import EDITIONS, SWITCHES
from adjudicator.austria.table.box import Box, box_at
from adjudicator.austria.table.state import Table
from adjudicator.games import CardName, Game, HouseRule, ScoreTable, State
from adjudicator.messages import Message, make_term, register_naming, register_record_terms
from adjudicator.pieces import MovedPiece, Scene
from adjudicator.record import Record, Unreadable
from adjudicator.replay import Replay
from adjudicator.shapes import Verb

register_naming("source", source_names.word_source)
register_naming("guest", source_names.name_guest)
register_naming("card", source_names.name_card)
register_naming("faces", source_names.word_faces)
for _way in ("to", "on"):
    register_naming(f"{_way}-guests", partial(source_names.word_places, _way))
register_naming("politics", source_names.name_politics_card)
register_record_terms("food", "face", "colour", "phase", "emperor-tile", "politics")


def _boxes() -> Mapping[str, Box]:
    """Return the box of every module by itself."""
    return {name: box_of(frozenset((name,))) for name in sorted(modules.list_modules())}


def _module_label(row: Row) -> str:
    try:
        return make_term("module", row.text("id"))
    except KeyError:
        raise row.broken("id", "has no message of the kind 'module'") from None


class Austria(Game):
    """Grand Austria Hotel, base game."""

    name = "austria"
    title: str = make_term("title", name)
    edition_labels: Mapping[str, str] = {code: make_term("edition", code) for code in EDITIONS}
    module_labels: Mapping[str, str] = {
        row.text("id"): _module_label(row)
        for row in rows_of("modules.json", "modules", Path(modules.__file__).parent / "data")
    }
    verbs: Mapping[str, Verb] = box_of(frozenset()).verbs
    kinds: Mapping[str, str] = {
        "guest": "guest",
        "queue": "guest",
        "discards": "guest",
        "staff": "card",
        "discarded_staff": "card",
        "politics": "politics",
        "reveal": "guest",
        "from": "source",
        "what": "verb",
        "choose": "loss",
        **dict.fromkeys(("gain", "give", "pay", "food", "kitchen", "order", "served"), "food"),
    }

    @cached_property
    def cards_under(self) -> Mapping[str, str]:
        """The kind of the card that stands under a key of an entry, in any module."""
        return card_rules.map_keys_to_kinds()

    def rules_of_cards(self) -> Mapping[str, CardName]:
        """Return the card that a rule describes, by the rule's id."""
        return card_rules.find_cards_of_rules()

    def part_labels(self, header: Mapping[str, Any]) -> Mapping[str, Message]:
        """See games.Game; of every module there is."""
        edition = str(header.get("edition", ""))
        boxes = _boxes().values()
        return {part.id: part.label_in(edition) for box in boxes for part in box.score_parts}

    @cached_property
    def house_rules(self) -> Sequence[HouseRule]:
        """The switches that a table may set, the modules' behind the base game's."""
        switches = dict(SWITCHES)
        owners: dict[str, list[str]] = {}
        for name, box in _boxes().items():
            for switch in box.switches:
                switches[switch.id] = switch
                owners.setdefault(switch.id, []).append(name)
        return tuple(
            HouseRule(
                switch.id,
                switch.point,
                switch.values,
                switch.editions,
                tuple(owners.get(switch.id, ())),
            )
            for switch in switches.values()
        )

    def vocabulary(self, header: Mapping[str, Any]) -> Mapping[str, Verb]:
        """Return the verbs with the cards, foods, keys and verbs that the modules bring."""
        box = box_of_record(header)
        verbs: Mapping[str, Verb] = box.verbs
        for narrow in box.narrows:
            verbs = narrow(header, verbs)
        return verbs

    def find_refusing_rule(self, document: Mapping[str, Any], problem: Unreadable) -> str | None:
        """Return the rule that keeps things of modules out which the record does not name."""
        return missing_modules.find_missing_module_rule(self, document, problem)

    def read_header(self, document: Mapping[str, Any]) -> None:
        """Check the keys that this game adds to the header. Raises Unreadable."""
        read_header(document)

    def start(self, record: Record) -> AustriaState:
        """Return the table as the record begins. Raises Unreadable for a contradiction."""
        table = begin_table(AustriaState, record, box_of_record(record.document))
        assert isinstance(table, AustriaState)
        return table

    def list_score_tables(self, replay: Replay) -> Sequence[ScoreTable]:
        """Return the small tables that the modules of a record put beside the scores."""
        found: list[ScoreTable] = []
        last = len(replay.record.entries)
        for title, writers in box_of_record(replay.record.document).besides:
            done = round_end.list_steps_done(replay.walk_states, 1, last, writers.__contains__)
            rows = [row for step in done if (row := writers[step.id](step.before))]
            if rows:
                found.append((title, rows))
        return found

    def list_player_captions(self, state: State) -> Mapping[str, Message]:
        """Return the captions of modules under the players' names, such as the name of a hotel."""
        assert isinstance(state, Table)
        return {
            player.id: told
            for write_caption in box_at(state).captions
            for player in state.players
            if (told := write_caption(state, player)) is not None
        }

    def list_moved(self, before: Scene, after: Scene, back: bool = False) -> Iterator[MovedPiece]:
        """Yield which pieces differ between two scenes (see ``adjudicator.pieces``)."""
        return moved_pieces.list_moved_pieces(before, after, back)
