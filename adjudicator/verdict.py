"""Verdicts as values: the answer of the rules to one entry, with the ids of the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, ClassVar, TypeVar

from adjudicator.messages import ENGLISH, Language, M, Message

B = TypeVar("B")


@dataclass(frozen=True, slots=True)
class Breach:
    """One rule that an entry breaks.

    rule: the id in the ledger, such as ``GAH-FOOD-02``. message: one short sentence with the facts.
    why: the facts as data, for programs; the same in every language. instead: at most one sentence
    about a legal entry.
    """

    rule: str
    message: Message
    why: Mapping[str, Any]
    instead: Message | None = None

    def to_json(self, language: Language = ENGLISH) -> dict[str, Any]:
        """Return the breach in the form of record-format's ``violations``, in a language."""
        answer: dict[str, Any] = {
            "rule": self.rule,
            "message": language.say(self.message),
            "why": dict(self.why),
        }
        if self.instead:
            answer["instead"] = language.say(self.instead)
        return answer


def by_message(breaches: Iterable[B], message: Callable[[B], Any]) -> list[list[B]]:
    """Return breaches put together where one sentence speaks of them, in their order.

    message: returns the sentence of a breach.
    """
    found: list[list[B]] = []
    for breach in breaches:
        said = next((told for told in found if message(told[0]) == message(breach)), None)
        if said is None:
            found.append([breach])
        else:
            said.append(breach)
    return found


WITHOUT_EFFECT = M("report.without-effect")
"""What is said of a ruling of which nothing came."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The base of the three kinds of verdict; ``kind`` is the word the record format uses.

    stands: the table's ruling on the entry (``rule`` entries), None without a ruling. ruled_by: the
    ids of rules or questions where a house rule decided this verdict. depends_on: their ids where,
    without a house rule, the edition or a default decided between readings; a quiet note, on a
    legal verdict too. applied: whether the entry changed the position. idle: whether a ruling lets
    it stand and it has no effect: its effect has happened already, or is impossible.
    """

    kind: ClassVar[str]
    stands: bool | None = None
    ruled_by: tuple[str, ...] = ()
    depends_on: tuple[str, ...] = ()
    idle: bool = field(default=False, kw_only=True)

    @property
    def is_applied(self) -> bool:
        """True when the entry takes effect in the replay."""
        raise NotImplementedError

    def with_ruling(self, stands: bool) -> Verdict:
        """Return this verdict with the table's ruling noted on it."""
        return replace(self, stands=stands)

    def to_json(self, language: Language = ENGLISH) -> dict[str, Any]:
        """Return the verdict without its entry number, as record-format prints it.

        language: which one its sentences are in.
        """
        answer: dict[str, Any] = {"verdict": self.kind}
        if self.stands is not None:
            answer["stands"] = self.stands
        if self.idle:
            answer["effect"] = language.say(WITHOUT_EFFECT)
        if self.ruled_by:
            answer["house_rules"] = list(self.ruled_by)
        if self.depends_on:
            answer["depends_on"] = list(self.depends_on)
        return answer


@dataclass(frozen=True, slots=True)
class Legal(Verdict):
    """The rules allow the entry. ``finding`` holds the differences that a ``check`` found."""

    kind: ClassVar[str] = "legal"
    finding: Mapping[str, Any] | None = None

    @property
    def is_applied(self) -> bool:
        """A legal entry always takes effect."""
        return True

    def to_json(self, language: Language = ENGLISH) -> dict[str, Any]:
        """See Verdict.to_json; adds ``finding`` where a check differs."""
        answer = Verdict.to_json(self, language)
        if self.finding:
            answer["finding"] = dict(self.finding)
        return answer


LEGAL = Legal()
"""The verdict of nearly every entry; shared, since it carries nothing."""


@dataclass(frozen=True, slots=True)
class Illegal(Verdict):
    """The rules forbid the entry. ``violations`` lists every rule it breaks, not the first."""

    kind: ClassVar[str] = "illegal"
    violations: tuple[Breach, ...] = ()

    @property
    def is_applied(self) -> bool:
        """An illegal entry takes effect only where the table let it stand."""
        return self.stands is True

    def to_json(self, language: Language = ENGLISH) -> dict[str, Any]:
        """See Verdict.to_json; adds ``violations``."""
        answer = Verdict.to_json(self, language)
        answer["violations"] = [breach.to_json(language) for breach in self.violations]
        return answer


@dataclass(frozen=True, slots=True)
class Unclear(Verdict):
    """The rules or the known printed figures do not settle the entry.

    question: the id of the unsettled question (``U-07``) or of the missing figure. message: the
    unclear point, in one sentence. default: how the entry was treated and why. takes_effect:
    whether the default treatment applies the entry. reads: where a figure is missing that a table
    can read off one component, the keys that name the component in the entry that reads it.
    """

    kind: ClassVar[str] = "unclear"
    question: str = ""
    message: Message = ""
    default: Message = ""
    takes_effect: bool = False
    reads: Mapping[str, Any] | None = None

    @property
    def is_unread(self) -> bool:
        """Whether something that lies on the table has not been entered, rather than a rule."""
        return "U-" not in self.question

    @property
    def is_applied(self) -> bool:
        """The default decides, unless the table overruled it."""
        return self.takes_effect if self.stands is None else self.stands

    def to_json(self, language: Language = ENGLISH) -> dict[str, Any]:
        """See Verdict.to_json; adds the question and the default treatment."""
        answer = Verdict.to_json(self, language)
        answer["question"] = self.question
        answer["message"] = language.say(self.message)
        answer["default"] = language.say(self.default)
        return answer


class Breaches:
    """The breaches of one entry, as every game collects them; a rule is noted once.

    Each game collects other findings in its own way: ``austria.case.Case`` has rulings, editions
    and many doubts of different rank at once, ``samoa.findings.Findings`` one rulebook with open
    questions that settle a doubt's words.
    """

    __slots__ = ("breaches",)

    breaches: list[Breach]

    def breach(
        self, rule: str, message: Message, facts: Mapping[str, Any] | None = None, **why: Any
    ) -> None:
        """Note that the entry breaks a rule, unless that is noted already.

        facts and why: the verdict's data (``facts`` for computed names).
        """
        for known in self.breaches:
            if known.rule == rule:
                return
        self.breaches.append(Breach(rule, message, {**why, **(facts or {})}))


def make_verdict(
    stands: bool | None,
    rested_on: tuple[str, ...],
    depends_on: tuple[str, ...],
    breaches: Sequence[Breach],
    doubt: Unclear | None,
    finding: Mapping[str, Any] | None,
) -> Verdict:
    """Return the findings about one entry as its verdict: illegal before unclear before legal.

    stands: the table's ruling, which a legal entry does not need. rested_on: the house rules that
    decided; depends_on: where the edition or a default did. doubt: the open point. finding: the
    differences that a check found.
    """
    if breaches:
        return Illegal(stands, rested_on, depends_on, tuple(breaches))
    if doubt is not None:
        return Unclear(
            stands,
            rested_on,
            depends_on,
            doubt.question,
            doubt.message,
            doubt.default,
            doubt.takes_effect,
            doubt.reads,
        )
    if finding:
        return Legal(None, rested_on, depends_on, finding)
    return _make_legal(rested_on, depends_on)


@lru_cache(maxsize=1024)
def _make_legal(rested_on: tuple[str, ...], depends_on: tuple[str, ...]) -> Legal:
    """Return the verdict on a legal entry that rested on switches: one for all such entries."""
    return Legal(None, rested_on, depends_on) if rested_on or depends_on else LEGAL
