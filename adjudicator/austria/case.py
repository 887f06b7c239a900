"""What is collected while one entry is judged: breaches, a doubt, house rules it rests on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from adjudicator.austria.editions import Rules
from adjudicator.messages import Message
from adjudicator.obstacles import Decided, Found, Obstacle
from adjudicator.verdict import Breach, Breaches, Unclear, Verdict, summed


class Case(Breaches):
    """The findings on one entry. Handlers add to it, then ask ``stop`` before they change anything.

    stands: the table's ruling, None without one. stop: whether the entry changes nothing: handlers
    return when this is true. found: whether anything was noted at all. Of nearly every entry
    nothing is; its case then serves for the next one.
    """

    __slots__ = (
        "doubts",
        "finding",
        "found",
        "rules",
        "stands",
        "stop",
        "switches",
    )

    def __init__(self, rules: Rules, stands: bool | None) -> None:
        self.rules = rules
        self.stands = stands
        self.breaches = []
        self.doubts: tuple[tuple[int, Unclear], ...] = ()  # with their ranks
        self.switches: tuple[str, ...] = ()  # those that decided, by house rule or otherwise
        self.finding: dict[str, Any] | None = None
        self.stop = False
        self.found = False

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
                self.unclear(
                    one.question,
                    one.message,
                    one.default,
                    applies=one.applies,
                    rank=one.rank,
                    reads=one.reads,
                )

    def breach(
        self,
        rule: str,
        message: Message,
        facts: Mapping[str, Any] | None = None,
        **why: Any,
    ) -> None:
        """Note that the entry breaks a rule (see ``Breaches.breach``)."""
        super().breach(rule, message, facts, **why)
        self._weigh()

    def first(
        self, rule: str, message: Message, facts: dict[str, Any] | None = None, **why: Any
    ) -> None:
        """Note a breach in front of all others: what a player would name at once."""
        others = [known for known in self.breaches if known.rule != rule]
        self.breaches = [Breach(rule, message, why | (facts or {})), *others]
        self._weigh()

    def edition_breach(self, rule: str, switch: str, message: Message, **why: Any) -> None:
        """Note a breach that editions see differently; the facts say who decided (GAH, D-nn)."""
        self.rest_on(switch)
        self.breach(rule, message, why | {"edition": self.rules.says(switch)})

    def rest_on(self, switch: str) -> None:
        """Note that a switch decided, as a house rule or as the edition or a default has it."""
        if switch not in self.switches:
            self.switches = (*self.switches, switch)
            self.found = True

    def differs(self, finding: dict[str, Any]) -> None:
        """Note what a check found to differ."""
        self.finding = finding
        self.found = True

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
        self._weigh()

    def _weigh(self) -> None:
        """Settle ``stop``, whenever a breach or a doubt has been noted."""
        self.found = True
        if self.stands is not None:
            self.stop = not self.stands
        elif not self.stop:
            self.stop = bool(self.breaches) or any(
                not doubt.takes_effect for _, doubt in self.doubts
            )

    @property
    def doubt(self) -> Unclear | None:
        """The doubt that the verdict shows, or None.

        One that keeps the entry from being applied, if any, else the one of the lowest rank, of
        equals the first.
        """
        if not self.doubts:
            return None
        return min(self.doubts, key=lambda kept: (kept[1].takes_effect, kept[0]))[1]

    def verdict(self) -> Verdict:
        """Return the verdict: illegal before unclear before legal."""
        house = self.rules.house
        rested_on = tuple(switch for switch in self.switches if switch in house)
        depends_on = tuple(switch for switch in self.switches if switch not in house)
        return summed(self.stands, rested_on, depends_on, self.breaches, self.doubt, self.finding)
