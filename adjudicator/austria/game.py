"""The game behind the protocol: an entry goes to whoever judges its verb."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from adjudicator.austria import (
    agenda,
    final,
    foreign,
    modules,
    options,
    origins,
    pieces,
    roundend,
    rounds,
)
from adjudicator.austria.box import Box, EntryBegun, EntryEnded, RulesBroken, box_in, box_of
from adjudicator.austria.case import Case
from adjudicator.austria.datafile import rows_of
from adjudicator.austria.editions import EDITIONS, SWITCHES
from adjudicator.austria.position import position
from adjudicator.austria.start import begin
from adjudicator.austria.state import EMPEROR, OVER, Table
from adjudicator.austria.vocabulary import read_header
from adjudicator.games import Beside, Entry, HouseRule, State
from adjudicator.messages import M, Message, named, naming
from adjudicator.pieces import Moved, Scene
from adjudicator.record import Record, Unreadable
from adjudicator.replay import Replay
from adjudicator.score import Result
from adjudicator.shapes import Verb
from adjudicator.verdict import Verdict

naming("source", origins.told)
naming("guest", origins.guest)
naming("card", origins.card)
naming("politics", origins.politics)


class AustriaState(Table):
    """The table behind ``games.State``."""

    __slots__ = ()

    def judge(self, entry: Entry, stands: bool | None = None) -> Verdict:
        """Judge an entry and apply it where it takes effect (see ``games.State``)."""
        case = self.case = Case(self.rules, stands)
        deed = self.box.deeds[entry["do"]]
        judge = deed.judge
        if judge is None:
            return case.verdict()
        player = self.by_id[entry["by"]] if "by" in entry else None
        hears = self.box.hears
        phase, round_no = self.phase, self.round_no
        if hears.entry_begun and phase in self.box.setup_phases:
            beginning = EntryBegun(entry)
            for heard in hears.entry_begun:
                heard(self, player, beginning)
        judge(self, player, entry, case)
        if case.breaches and deed.play:
            if phase == OVER and not deed.after_end:
                case.first("GAH-ROUND-01", M("game.game-over"))
            elif not deed.in_setup and not self.begun_in(phase, round_no):
                case.first("GAH-SETUP-24", M("game.before-first-roll-there-only"))
        if (deed.settles or (deed.play and self.phase == EMPEROR)) and not case.stop:
            self._settle_everybody()
        if case.breaches and hears.rules_broken:
            broken = RulesBroken(entry, case)
            for heard in hears.rules_broken:
                heard(self, player, broken)
        if hears.entry_ended:
            ended = EntryEnded(entry, case)
            for heard in hears.entry_ended:
                heard(self, player, ended)
        return case.verdict()

    def _settle_everybody(self) -> None:
        """Drop parts whose last answer an entry of somebody else took away."""
        for player in self.players:
            agenda.settle(self, player)
        rounds.finish_emperor(self)

    def options(self) -> list[dict[str, Any]]:
        """Return everything that may be entered now."""
        return options.options(self)

    def position(self) -> dict[str, Any]:
        """Return the position now."""
        return position(self)

    def over(self) -> bool:
        """Return whether the game has ended."""
        return self.phase == OVER

    def result(self, *, final: bool = False) -> Result:
        """Return the score lines now, or as if the game ended here."""
        return _result(self, final)

    def round(self) -> int:
        """Return the round being played."""
        return self.round_no


def _result(table: Table, as_final: bool) -> Result:
    return final.result(table, final=as_final)


def _boxes() -> Mapping[str, Box]:
    """Return the box of every module by itself."""
    return {name: box_of(frozenset((name,))) for name in sorted(modules.names())}


class Austria:
    """Grand Austria Hotel, base game."""

    name = "austria"
    title: str = named("title", name)
    edition_labels: Mapping[str, str] = {code: named("edition", code) for code in EDITIONS}
    module_labels: Mapping[str, str] = {
        row.text("id"): named("module", row.text("id"))
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
        **dict.fromkeys(("gain", "give", "pay", "food", "kitchen", "order"), "food"),
    }

    @cached_property
    def part_labels(self) -> Mapping[str, Message]:
        """Words for the parts of ``scores``, of every module there is."""
        own = {part.id: part.label for box in _boxes().values() for part in box.score_parts}
        return {**own, **final.LABELS}

    @cached_property
    def house_rules(self) -> Sequence[HouseRule]:
        """What a table may set, that of the modules behind that of the base game."""
        switches = dict(SWITCHES)
        owners: dict[str, list[str]] = {}
        for name, box in _boxes().items():
            for switch in box.own_switches:
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
        box = box_in(header)
        verbs = box.verbs
        for narrow in box.narrows:
            verbs = narrow(header, verbs)
        return verbs

    def refused(self, document: Mapping[str, Any], problem: Unreadable) -> str | None:
        """Return the rule that keeps things of modules out which the record does not name."""
        return foreign.rule_of(self, document, problem)

    def read_header(self, document: Mapping[str, Any]) -> None:
        """Check what this game adds to the header. Raises Unreadable."""
        read_header(document)

    def start(self, record: Record) -> AustriaState:
        """Return the table as the record begins. Raises Unreadable for a contradiction."""
        table = begin(AustriaState, record)
        assert isinstance(table, AustriaState)
        return table

    def beside(self, replay: Replay) -> Sequence[Beside]:
        """Return the small tables that the modules of a record put beside the scores."""
        found = []
        for part in box_in(replay.record.document).parts:
            done = (
                roundend.steps(replay, 1, len(replay.record.entries), part.beside.__contains__)
                if part.beside
                else ()
            )
            rows = [row for step in done if (row := part.beside[step.id](step.before))]
            if rows:
                found.append(Beside(part.beside_title, rows))
        return found

    def called(self, state: State) -> Mapping[str, Message]:
        """Return what modules put under the players' names, such as what their hotel is called."""
        assert isinstance(state, Table)
        return {
            player.id: told
            for part in state.box.parts
            if part.called is not None
            for player in state.players
            if (told := part.called(state, player)) is not None
        }

    def moved(self, before: Scene, after: Scene) -> Iterator[Moved]:
        """Yield which pieces differ between two scenes (see ``adjudicator.pieces``)."""
        return pieces.moved(before, after)
