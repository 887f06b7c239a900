"""What is collected while one entry is judged: breaches, a doubt, house rules it rests on."""

from __future__ import annotations

from typing import Any

from adjudicator.austria.editions import Rules
from adjudicator.messages import Message
from adjudicator.verdict import LEGAL, Breach, Breaches, Unclear, Verdict, summed


class Case(Breaches):
    """The findings on one entry. Handlers add to it, then ask ``stop`` before they change anything.

    stands: the table's ruling, None without one.
    """

    __slots__ = (
        "depends_on",
        "doubt",
        "doubts",
        "finding",
        "rested_on",
        "rules",
        "stands",
    )

    def __init__(self, rules: Rules, stands: bool | None) -> None:
        self.rules = rules
        self.stands = stands
        self.breaches = []
        self.doubt: Unclear | None = None  # the one that the verdict shows
        self.doubts: tuple[tuple[int, Unclear], ...] = ()
        self.rested_on: tuple[str, ...] = ()
        self.depends_on: tuple[str, ...] = ()
        self.finding: dict[str, Any] | None = None

    def first(
        self, rule: str, message: Message, facts: dict[str, Any] | None = None, **why: Any
    ) -> None:
        """Note a breach in front of all others: what a player would name at once."""
        others = [known for known in self.breaches if known.rule != rule]
        self.breaches = [Breach(rule, message, why | (facts or {})), *others]

    def edition_breach(
        self, rule: str, switch: str, message: Message, instead: Message | None = None, **why: Any
    ) -> None:
        """Note a breach that editions see differently; the facts say who decided (GAH, D-nn)."""
        self.rest_on(switch)
        self.breach(rule, message, instead, why | {"edition": self.rules.says(switch)})

    def rest_on(self, switch: str) -> None:
        """Note that a switch decided, as a house rule or as the edition or a default has it."""
        if switch in self.rules.house:
            if switch not in self.rested_on:
                self.rested_on = (*self.rested_on, switch)
        elif switch not in self.depends_on:
            self.depends_on = (*self.depends_on, switch)

    def unclear(
        self, question: str, message: Message, default: Message, *, applies: bool, rank: int = 9
    ) -> None:
        """Note that rules or known figures do not settle the entry.

        All doubts are kept. The verdict shows one that keeps the entry from being applied, if
        any, else the one of the lowest rank, of equals the first.
        """
        doubt = Unclear(question=question, message=message, default=default, takes_effect=applies)
        self.doubts = (*self.doubts, (rank, doubt))
        _, self.doubt = min(self.doubts, key=lambda kept: (kept[1].takes_effect, kept[0]))

    @property
    def stop(self) -> bool:
        """Whether the entry changes nothing: handlers return when this is true."""
        if not self.breaches and self.doubt is None:
            return False
        if self.stands is not None:
            return not self.stands
        return bool(self.breaches) or not (self.doubt and self.doubt.takes_effect)

    def verdict(self) -> Verdict:
        """Return the verdict: illegal before unclear before legal."""
        if not (self.breaches or self.doubt or self.depends_on or self.rested_on or self.finding):
            return LEGAL  # nearly every entry: not worth a call
        return summed(
            self.stands, self.rested_on, self.depends_on, self.breaches, self.doubt, self.finding
        )
