"""Judging an entry: its verb's judge, then everything that follows from the entry."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.austria.chapters import rounds
from adjudicator.austria.chapters.final import make_result, note_scoring_switches
from adjudicator.austria.judging import house_rule_effects, other_permissions
from adjudicator.austria.judging.options import list_base_offers
from adjudicator.austria.table import agenda
from adjudicator.austria.table.box import Box
from adjudicator.austria.table.declarations import Deed
from adjudicator.austria.table.entry_findings import Case
from adjudicator.austria.table.position import show_position
from adjudicator.austria.table.state import EMPEROR, OVER, Fork, Player, Table
from adjudicator.entries import Entry, Written
from adjudicator.hints import Hints
from adjudicator.hooks import question, signal
from adjudicator.messages import M
from adjudicator.score import Result
from adjudicator.verdict import LEGAL, Verdict


@signal
def entry_begun(table: Table, player: Player | None, entry: Entry) -> None:
    """An entry of set-up is about to be judged while a module watches the table.

    It may turn out to be illegal: listeners change nothing yet. player: None for a verb without
    ``by``.
    """


@signal
def rules_broken(table: Table, player: Player | None, entry: Entry, case: Case) -> None:
    """An entry that has been judged breaks rules; listeners add further rules to its case."""


@question
def list_offers(table: Table) -> list[dict[str, Any]]:
    """Return the items of ``next``."""
    return list(list_base_offers(table))


class AustriaState(Table):
    """The table behind ``games.State``."""

    __slots__ = ()
    box: Box

    def judge(self, entry: Written, stands: bool | None = None) -> Verdict:
        """Judge an entry and apply it where it takes effect (see ``games.State``)."""
        return self.play(self.box.verbs[entry["do"]].made(entry), stands)

    def play(self, entry: Entry, stands: bool | None = None, naming: bool = True) -> Verdict:
        """Judge an entry that has been read (see ``Table``)."""
        case, before = self.case, self
        if case is None or case.noted or stands is not None:
            case = self.case = Case(self.rules, stands)
            if stands and naming:
                before = self.copy()  # a refusal without a ruling changes nothing
        deed = self.box.deed_of[type(entry)]
        judge = deed.judge
        if judge is None:
            return LEGAL
        by = entry.by
        player = None if by is None else self.by_id[by]
        phase, fork = self.phase, None
        if self.watches and phase in self.box.setup_phases:
            entry_begun(self, player, entry)
        if deed.forks and player is not None and player.events:
            fork = other_permissions.make_fork(self, player, entry)
        judge(self, player, entry, case)
        if case.noted or self.phase not in deed.quiet or self.watches or self.forks or fork:
            self._follow(entry, deed, player, case, fork, phase)
            if case.noted:
                if naming and case.breaches and case.switches:
                    case.keep_deciding_switches(
                        house_rule_effects.find_deciding_switches(before, entry, case)
                    )
                return case.verdict()
        return LEGAL

    def _follow(
        self,
        entry: Entry,
        deed: Deed[Any],
        player: Player | None,
        case: Case,
        fork: Fork | None,
        phase: str,
    ) -> None:
        """Do the rest when an entry has been judged; for nearly every entry there is none.

        phase: the one in which it was made.
        """
        if case.breaches and deed.play:
            if phase == OVER and not deed.after_end:
                case.put_breach_first("GAH-ROUND-01", M("game.game-over"))
            elif not deed.in_setup and not self.begun_in(phase, self.round_no):
                case.put_breach_first("GAH-SETUP-24", M("game.before-first-roll-there-only"))
        if ((self.phase == EMPEROR and deed.play) or deed.settles) and not case.stop:
            for somebody in self.players:  # a part may have lost its last answer
                agenda.settle_agenda(self, somebody)
            rounds.finish_emperor(self)
        if case.breaches:
            rules_broken(self, player, entry, case)
        for watch in self.watches:
            watch(self, player, entry, case)
        if (fork is not None or self.forks) and not case.stop:
            other_permissions.keep_fork(self, fork, entry)
        if self.phase == OVER and (phase != OVER or entry.do == "copy_staff") and not case.stop:
            note_scoring_switches(self, case)

    @property
    def hints(self) -> Hints:
        """How hints speak of the entries of this box."""
        return self.box.hints

    def options(self) -> list[dict[str, Any]]:
        """Return everything that may be entered now."""
        return list_offers(self)

    def position(self) -> dict[str, Any]:
        """Return the position now."""
        return show_position(self)

    def try_other_parts(self, entry: Written) -> Iterator[tuple[Written, str, AustriaState]]:
        """Yield the table as it would be had an earlier entry named another part."""
        for before, source, twin in other_permissions.try_other_sources(
            self, entry["do"], entry["by"]
        ):
            assert isinstance(twin, AustriaState)
            yield before, source, twin

    def over(self) -> bool:
        """Return whether the game has ended."""
        return self.phase == OVER

    def result(self, *, final: bool = False) -> Result:
        """Return the score lines now, or as if the game ended here."""
        return make_result(self, final=final)
