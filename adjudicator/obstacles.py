"""Obstacles to an entry, as values: each verb has one generator of them, in both games.

The judge cites every obstacle that a generator yields. ``next`` and others only ask whether an
entry is possible: they call ``is_allowed``, which stops at the first obstacle. A generator also
yields notes for the verdict: doubts that do not stop the entry, and the switches that decided.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from dataclasses import KW_ONLY, dataclass
from typing import Any

from adjudicator.messages import Message


class Obstacle:
    """A rule that an entry breaks.

    rule: its id. message: one short sentence with the facts. why: the facts as data. switch:
    where editions or house rules see it differently, the switch that decided; "" for none.
    """

    __slots__ = ("message", "rule", "switch", "why")

    def __init__(
        self,
        rule: str,
        message: Message,
        facts: Mapping[str, Any] | None = None,
        switch: str = "",
        **why: Any,
    ) -> None:
        self.rule = rule
        self.message = message
        self.switch = switch
        self.why = why if facts is None else {**why, **facts}


class CitedRule(Obstacle):
    """A rule cited for context. It depends on the same house rules as the rule before it."""

    __slots__ = ()


@dataclass(slots=True, eq=False)
class Doubt:
    """A question of the rules, or a figure that nobody has read, which leaves an entry unclear.

    applies: whether the entry takes effect all the same; else the doubt stands against it.
    default: how it is treated. rank: of several doubts the lowest is shown. reads: the component
    off which the figure could be read.
    """

    question: str
    message: Message
    default: Message = ""
    _: KW_ONLY
    applies: bool
    rank: int = 9
    reads: Mapping[str, Any] | None = None


class DecidingSwitch:
    """A switch that decided whether an entry is possible; it stands against nothing.

    behind: the rules that the entry breaks because of an earlier decision of the switch.
    """

    __slots__ = ("behind", "switch")

    def __init__(self, switch: str, *behind: str) -> None:
        self.switch = switch
        self.behind = behind


Found = Obstacle | Doubt | DecidingSwitch
"""What is found about an entry."""

Against = Iterable[Found]
"""What stands against an entry, and what else is found about it."""

NOTHING: Against = ()
"""What a verb's generator returns at once where a look is enough: most entries are legal."""

Asked = Generator[Found, None, bool]
"""A question about an entry that yields what is found on the way, and returns its answer."""


def collect_answer(asked: Asked, found: list[Found]) -> bool:
    """Return the answer to a question, and add the findings on the way."""
    while True:
        try:
            found.append(next(asked))
        except StopIteration as end:
            return bool(end.value)


def is_allowed(found: Against) -> bool:
    """Return whether an entry has no obstacle; the search ends at the first one."""
    for one in found:
        kind = type(one)
        if kind is Obstacle or (kind is Doubt and not one.applies):  # type: ignore[union-attr]
            return False
    return True
