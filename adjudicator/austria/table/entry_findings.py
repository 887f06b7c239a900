"""The findings on one entry while it is judged: breaches, doubts, deciding house rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from adjudicator.austria.printed.editions import Rules
from adjudicator.messages import Message
from adjudicator.obstacles import CitedRule, DecidingSwitch, Found, Obstacle
from adjudicator.verdict import Breach, Breaches, Unclear, Verdict, by_message, make_verdict

EDITION = "edition"
"""The fact of a breach that names the switch it depends on, and who set that switch."""

UNASKED: Mapping[str, Callable[[], bool]] = {}

NOWHERE: Mapping[str, frozenset[str]] = {}


class Case(Breaches):
    """The findings on one entry. Handlers add to it, then ask ``stop`` before they change anything.

    stands: the table's ruling, None without one. stop: whether the entry changes nothing: handlers
    return when this is true. noted: whether anything was noted at all, a ruling included. Of nearly
    every entry nothing is; its case then serves for the next one.
    """

    __slots__ = (
        "behind",
        "doubts",
        "finding",
        "noted",
        "otherwise",
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
        self.switches: tuple[str, ...] = ()  # the deciding ones, by house rule or otherwise
        self.finding: dict[str, Any] | None = None
        self.otherwise: Mapping[str, Callable[[], bool]] = UNASKED
        self.behind: Mapping[str, frozenset[str]] = NOWHERE
        self.stop = False
        self.noted = stands is not None

    def cite(
        self, *questions: Iterable[Found], otherwise: Mapping[str, Callable[[], bool]] = UNASKED
    ) -> None:
        """Note all that generators of obstacles find, in their order.

        otherwise: of a switch whether its other value would allow the entry, where the table does
        not show that any more.
        """
        if otherwise:
            self.otherwise = {**self.otherwise, **otherwise}
            self.noted = True
        for found in questions:
            for one in found:
                if isinstance(one, Obstacle):
                    if isinstance(one, CitedRule):
                        self.add_explanation(one.rule)
                    if one.switch:
                        self.edition_breach(one.rule, one.switch, one.message, **one.why)
                    else:
                        self.breach(one.rule, one.message, one.why)
                elif isinstance(one, DecidingSwitch):
                    self.rest_on(one.switch, *one.behind)
                else:
                    self.unclear(
                        one.question,
                        one.message,
                        one.default,
                        applies=one.applies,
                        rank=one.rank,
                        reads=one.reads,
                    )

    def keep_deciding_switches(self, switches: Iterable[str]) -> None:
        """Keep the named switches that decided; the verdict does not mention the others."""
        kept = self.switches = tuple(switches)
        for place, breach in enumerate(self.breaches):
            if EDITION in breach.why and breach.why[EDITION]["switch"] not in kept:
                why = {key: fact for key, fact in breach.why.items() if key != EDITION}
                self.breaches[place] = replace(breach, why=why)

    def breach(
        self, rule: str, message: Message, facts: Mapping[str, Any] | None = None, **why: Any
    ) -> None:
        """Note that the entry breaks a rule (see ``Breaches.breach``)."""
        super().breach(rule, message, facts, **why)
        self._weigh()

    def put_breach_first(self, rule: str, message: Message, **why: Any) -> None:
        """Note a breach in front of all others: the one that a player would name at once."""
        others = [known for known in self.breaches if known.rule != rule]
        self.breaches = [Breach(rule, message, why), *others]
        self._weigh()

    def reword_breaches(self, message: Message, *rules: str) -> None:
        """Say of some rules that are broken why so here, in a sentence of a module's."""
        for place, known in enumerate(self.breaches):
            if known.rule in rules:
                self.breaches[place] = replace(known, message=message)

    def edition_breach(self, rule: str, switch: str, message: Message, **why: Any) -> None:
        """Note a breach that editions see differently; the facts name the authority (GAH, D-nn)."""
        self.rest_on(switch, rule)
        self.breach(rule, message, why | {EDITION: self.rules.says(switch)})

    @property
    def why_not(self) -> Message:
        """The reason that is cited with another broken rule of a refused entry.

        A breach about its ``from`` comes before all others.
        """
        told = next((one for one in self.breaches if "source" in one.why), self.breaches[0])
        return told.message

    def rest_on(self, switch: str, *behind: str) -> None:
        """Note that a switch decided, as a house rule or as the edition or a default has it.

        behind: the broken rules that would not be broken if this switch had another value.
        """
        if switch not in self.switches:
            self.switches = (*self.switches, switch)
            self.noted = True
        if behind:
            known = self.behind.get(switch, frozenset())
            self.behind = {**self.behind, switch: known | frozenset(behind)}

    def add_explanation(self, rule: str) -> None:
        """Note that the next rule only explains the broken ones: it has the same switches.

        A rule that is broken already forbids the entry by itself.
        """
        if self.behind and all(known.rule != rule for known in self.breaches):
            self.behind = {switch: rules | {rule} for switch, rules in self.behind.items()}

    def rests_wholly_on(self, switch: str) -> bool:
        """Return whether each sentence of the refusal names a rule that is behind this switch."""
        behind = self.behind.get(switch, ())
        told = by_message(self.breaches, lambda breach: breach.message)
        return all(any(breach.rule in behind for breach in one) for one in told)

    def note_differences(self, finding: dict[str, Any]) -> None:
        """Note the differences that a check found."""
        self.finding = finding
        self.noted = True

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
        self.noted = True
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
        house, switches = self.rules.house, self.switches
        rested_on = (*[switch for switch in switches if switch in house],)
        depends_on = (*[switch for switch in switches if switch not in house],)
        return make_verdict(
            self.stands, rested_on, depends_on, self.breaches, self.doubt, self.finding
        )
