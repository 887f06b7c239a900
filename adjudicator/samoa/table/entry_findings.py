"""Findings while one entry is judged: breaches, a doubt, house rules it rests on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from adjudicator.messages import M, Message
from adjudicator.obstacles import Against, DecidingSwitch, Obstacle
from adjudicator.samoa.printed.catalogue import FIGURES, QUESTIONS
from adjudicator.samoa.table.givens import Givens
from adjudicator.verdict import Breaches, Unclear, Verdict, make_verdict


class Findings(Breaches):
    """Collects the findings about one entry; ``verdict`` sums them up."""

    __slots__ = ("defaults", "doubt", "house", "table")

    def __init__(self, table: Givens) -> None:
        self.table = table
        self.breaches = []
        self.doubt: Unclear | None = None
        self.house: tuple[str, ...] = ()
        self.defaults: tuple[str, ...] = ()

    @property
    def named(self) -> bool:
        """Whether an open question has been named."""
        return bool(self.house or self.defaults)

    def rest_on(self, *questions: str) -> None:
        """Note that the house rules or the defaults of open questions decide the entry."""
        for question in questions:
            if question in self.table.rulings:
                if question not in self.house:
                    self.house = (*self.house, question)
            elif question not in self.defaults:
                self.defaults = (*self.defaults, question)

    def decided_by(self, decides: Callable[[str], bool]) -> None:
        """Keep the named questions that decide; drop the others."""
        self.house = tuple(filter(decides, self.house))
        self.defaults = tuple(filter(decides, self.defaults))

    def cite(self, found: Against) -> None:
        """Note all that a generator of obstacles finds, in its order."""
        for one in found:
            if isinstance(one, Obstacle):
                self.breach(one.rule, one.message, one.why)
            elif isinstance(one, DecidingSwitch):
                self.rest_on(one.switch)
            else:
                self.ask(one.question, one.message, applied=one.applies, reads=one.reads)

    def ask(
        self,
        question: str,
        message: Message,
        *,
        applied: bool,
        reads: Mapping[str, Any] | None = None,
    ) -> None:
        """Note that an open question or an unknown figure leaves the entry unclear.

        applied: whether it takes effect all the same. reads: the component off which the figure
        could be read. A doubt that stops the entry goes first.
        """
        if self.doubt is not None and (applied or not self.doubt.takes_effect):
            return
        if question in FIGURES:
            default = M("doubt.to-settle", figure=FIGURES[question])
        else:
            meaning = QUESTIONS[question].values[QUESTIONS[question].default]
            default = M("doubt.applied", meaning=meaning)
            if not applied:
                default = M("doubt.not-applied", meaning=meaning)
        self.doubt = Unclear(
            question=question, message=message, default=default, takes_effect=applied, reads=reads
        )

    def stop(self, question: str, message: Message, default: Message) -> None:
        """Note that the start lacks a value that this entry needs; it cannot be applied."""
        self.doubt = Unclear(
            question=question, message=message, default=default, takes_effect=False
        )

    def verdict(
        self, stands: bool | None = None, finding: Mapping[str, Any] | None = None
    ) -> Verdict:
        """Return the verdict: illegal before unclear before legal.

        stands: the table's ruling, which a legal entry does not need.
        """
        return make_verdict(stands, self.house, self.defaults, self.breaches, self.doubt, finding)
