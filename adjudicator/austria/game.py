"""The game behind the protocol: which handler judges which verb."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from adjudicator.austria import (
    actions,
    agenda,
    boardcheck,
    emperor,
    final,
    food,
    guests,
    options,
    politics,
    rooms,
    rounds,
    staff,
)
from adjudicator.austria.case import Case
from adjudicator.austria.editions import SWITCHES
from adjudicator.austria.position import position
from adjudicator.austria.start import begin
from adjudicator.austria.state import EMPEROR, OVER, Player, Table
from adjudicator.austria.vocabulary import VERBS, read_header
from adjudicator.games import Entry, HouseRule
from adjudicator.record import Record, Verb
from adjudicator.score import Result
from adjudicator.verdict import Verdict

Handler = Callable[[Table, Player, Entry, Case], None]

HANDLERS: Mapping[str, Handler] = {
    "take_guest": guests.take_guest,
    "check_in": guests.check_in,
    "prepare": rooms.prepare,
    "occupy": rooms.occupy,
    "done": rounds.done,
    "roll": rounds.roll,
    "pass": rounds.pass_turn,
    "reroll": rounds.reroll,
    "take_die": actions.take_die,
    "extra_action": actions.extra_action,
    "play_staff": staff.play_staff,
    "copy_staff": staff.copy_staff,
    "serve": food.serve,
    "place": food.place,
    "gain": food.gain,
    "use_staff": food.use_staff,
    "fill_order": food.fill_order,
    "claim": politics.claim,
    "decline": agenda.decline,
    "penalty": emperor.penalty,
    "remove_room": emperor.remove_room,
    "discard_staff": emperor.discard_staff,
    "return_staff": emperor.return_staff,
}
"""Who judges the entries that a player makes, by verb."""

SETUP_VERBS = frozenset(("take_guest", "prepare", "done", "roll"))
"""What is entered before the first roll."""


class AustriaState(Table):
    """The table behind ``games.State``."""

    __slots__ = ()

    def judge(self, entry: Entry, stands: bool | None = None) -> Verdict:
        """Judge an entry and apply it where it takes effect (see ``games.State``)."""
        case = self.case = Case(self.rules, stands)
        do = entry["do"]
        handler = HANDLERS.get(do)
        if handler is not None:
            over, begun = self.phase == OVER, self.has_begun
            handler(self, self.by_id[entry["by"]], entry, case)
            if case.breaches and over:
                case.breach("GAH-ROUND-01", "the game is over.")
            elif case.breaches and not begun and do not in SETUP_VERBS:
                case.breach("GAH-SETUP-24", "before the first roll there is only set-up.")
            if self.phase == EMPEROR and not case.stop:
                self._settle_everybody()
        elif do == "check":
            of = entry.get("of")
            boardcheck.check(self, None if of is None else self.by_id[of], entry, case)
        elif do == "adjust":
            boardcheck.adjust(self, self.by_id[entry["of"]], entry, case)
            if not case.stop:
                self._settle_everybody()
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

    def copy(self) -> AustriaState:
        """Return an independent snapshot."""
        twin = self.copy_table()
        assert isinstance(twin, AustriaState)
        return twin


def _result(table: Table, as_final: bool) -> Result:
    return final.result(table, final=as_final)


class Austria:
    """Grand Austria Hotel, base game."""

    name = "austria"
    title = "Grand Austria Hotel"
    edition_labels: Mapping[str, str] = {
        "2015-ru": "Russian rules of 2015",
        "2015-fr": "French rules of 2015",
        "2015-ko": "Korean rules of 2015",
        "2022": "Revised edition of 2022",
    }
    part_labels: Mapping[str, str] = final.PART_LABELS
    house_rules: Sequence[HouseRule] = tuple(
        HouseRule(switch.id, switch.point, switch.values, switch.editions)
        for switch in SWITCHES.values()
    )
    verbs: Mapping[str, Verb] = VERBS

    def read_header(self, document: Mapping[str, Any]) -> None:
        """Check what this game adds to the header. Raises Unreadable."""
        read_header(document)

    def start(self, record: Record) -> AustriaState:
        """Return the table as the record begins. Raises Unreadable for a contradiction."""
        table = begin(AustriaState, record)
        assert isinstance(table, AustriaState)
        return table
