"""What is collected while one entry is judged: breaches, a doubt, house rules it rests on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from adjudicator.austria.editions import Rules
from adjudicator.messages import Message
from adjudicator.obstacles import Decided, Found, Obstacle
from adjudicator.verdict import LEGAL, Breach, Breaches, Unclear, Verdict, summed


class Case(Breaches):
    """The findings on one entry. Handlers add to it, then ask ``stop`` before they change anything.

    stands: the table's ruling, None without one.
    """

    __slots__ = (
        "doubts",
        "finding",
        "rules",
        "stands",
        "switches",
    )

    def __init__(self, rules: Rules, stands: bool | None) -> None:
        self.rules = rules
        self.stands = stands
        self.breaches = []
        self.doubts: tuple[tuple[int, Unclear], ...] = ()  # with their ranks
        self.switches: tuple[str, ...] = ()  # those that decided, by house rule or otherwise
        self.finding: dict[str, Any] | None = None

    def cite_each(self, *questions: Iterable[Found]) -> None:
        """Note what several generators of obstacles find, in their order.

        A switch of one decides only where neither another one nor a breach noted before forbids
        the entry.
        """
        found = [list(question) for question in questions]
        forbids = [any(isinstance(one, Obstacle) for one in some) for some in found]
        known = bool(self.breaches)
        for some, forbidden in zip(found, forbids, strict=True):
            self.cite(some, decides=known + sum(forbids) - forbidden == 0)

    def cite(self, found: Iterable[Found], *, decides: bool = True) -> None:
        """Note all that a generator of obstacles finds, in its order.

        decides: whether a switch may decide; not where something else forbids the entry anyway.
        """
        for one in found:
            if isinstance(one, Obstacle):
                if one.switch and decides:
                    self.edition_breach(one.rule, one.switch, one.message, **one.why)
                else:
                    self.breach(one.rule, one.message, one.why)
            elif isinstance(one, Decided):
                if decides:
                    self.rest_on(one.switch)
            else:
                doubt = Unclear(
                    question=one.question,
                    message=one.message,
                    default=one.default,
                    takes_effect=one.applies,
                    reads=one.reads,
                )
                self.doubts = (*self.doubts, (one.rank, doubt))

    def first(
        self, rule: str, message: Message, facts: dict[str, Any] | None = None, **why: Any
    ) -> None:
        """Note a breach in front of all others: what a player would name at once."""
        others = [known for known in self.breaches if known.rule != rule]
        self.breaches = [Breach(rule, message, why | (facts or {})), *others]

    def edition_breach(self, rule: str, switch: str, message: Message, **why: Any) -> None:
        """Note a breach that editions see differently; the facts say who decided (GAH, D-nn)."""
        self.rest_on(switch)
        self.breach(rule, message, why | {"edition": self.rules.says(switch)})

    def rest_on(self, switch: str) -> None:
        """Note that a switch decided, as a house rule or as the edition or a default has it."""
        if switch not in self.switches:
            self.switches = (*self.switches, switch)

    def unclear(
        self,
        question: str,
        message: Message,
        default: Message,
        *,
        applies: bool,
        rank: int = 9,
        reads: Mapping[str, Any] | None = None,
    ) -> None:
        """Note that rules or known figures do not settle the entry.

        reads: the component off which the figure could be read. All doubts are kept.
        """
        doubt = Unclear(
            question=question, message=message, default=default, takes_effect=applies, reads=reads
        )
        self.doubts = (*self.doubts, (rank, doubt))

    @property
    def doubt(self) -> Unclear | None:
        """The doubt that the verdict shows, or None.

        One that keeps the entry from being applied, if any, else the one of the lowest rank, of
        equals the first.
        """
        if not self.doubts:
            return None
        return min(self.doubts, key=lambda kept: (kept[1].takes_effect, kept[0]))[1]

    @property
    def stop(self) -> bool:
        """Whether the entry changes nothing: handlers return when this is true."""
        if not self.breaches and not self.doubts:
            return False
        if self.stands is not None:
            return not self.stands
        return bool(self.breaches) or not all(doubt.takes_effect for _, doubt in self.doubts)

    def verdict(self) -> Verdict:
        """Return the verdict: illegal before unclear before legal."""
        if not (self.breaches or self.doubts or self.switches or self.finding):
            return LEGAL  # nearly every entry: not worth a call
        house = self.rules.house
        rested_on = tuple(switch for switch in self.switches if switch in house)
        depends_on = tuple(switch for switch in self.switches if switch not in house)
        return summed(self.stands, rested_on, depends_on, self.breaches, self.doubt, self.finding)
