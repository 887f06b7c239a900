"""Hooks: what the rules ask and tell, so that modules may answer and listen.

A hook is declared once, beside who asks, as a function with its types::

    @Question
    def cafe_places(table: Table, player: Player) -> int:
        \"\"\"Return how many guests a player's café holds.\"\"\"
        return CAFE_TABLES

    @Signal
    def turn_begun(table: Table, player: Player) -> None:
        \"\"\"A player's turn begins.\"\"\"

and called as that function: a question is answered by its own body, which is the base game's
answer, then altered by each module in turn; an event is told to all who listen. A module names
the hook and its own function, ``cafe_places.altered_by(four_places)``, where ``four_places(places,
table, player)`` takes the answer so far in front. A function with other arguments, or with the
same ones in another order or by other names, is an error of types.

The first argument of every hook is what is played on: its box knows who answers (``Answering``).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Concatenate, Generic, NamedTuple, ParamSpec, Protocol, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class Hook:
    """Something that modules may answer or hear. home: the Python module that declares it."""

    def __init__(self, own: Callable[..., Any]) -> None:
        """Take the function that declares it."""
        self.name = own.__name__
        self.home = own.__module__
        self.__doc__ = own.__doc__

    def __repr__(self) -> str:
        return f"{self.home}.{self.name}"

    def answered(self, table: At) -> bool:
        """Return whether any module at this table answers or listens."""
        return self in table.box.answers


class Hooked(NamedTuple):
    """A hook, and what a module puts there (``altered_by``, ``heard_by``)."""

    hook: Hook
    function: Callable[..., Any]


class Answering(Protocol):
    """A box: who answers each hook, in the order of asking; a hook that nobody does is left out."""

    @property
    def answers(self) -> Mapping[Hook, tuple[Callable[..., Any], ...]]:
        """By hook, the functions of the modules."""


class At(Protocol):
    """What is played on."""

    @property
    def box(self) -> Answering:
        """Its box."""


class Question(Hook, Generic[P, R]):
    """A question: the base game's own answer, which modules may alter."""

    def __init__(self, own: Callable[P, R]) -> None:
        """Take the function that declares the question and answers it without modules."""
        super().__init__(own)
        self._own = own

    def __call__(self, *about: P.args, **named: P.kwargs) -> R:
        """Return the answer at this table."""
        answer = self._own(*about, **named)
        table: Any = about[0]
        for alter in table.box.answers.get(self, ()):
            answer = alter(answer, *about, **named)
        return answer

    def altered_by(self, alter: Callable[Concatenate[R, P], R]) -> Hooked:
        """Return what a module brings to alter the answer; it takes the answer so far first."""
        return Hooked(self, alter)


class Signal(Hook, Generic[P]):
    """Something that has happened, of which modules may be told."""

    def __init__(self, own: Callable[P, None]) -> None:
        """Take the function that declares the event; its body says nothing but what happened."""
        super().__init__(own)

    def __call__(self, *about: P.args, **named: P.kwargs) -> None:
        """Tell those who listen at this table."""
        table: Any = about[0]
        for heard in table.box.answers.get(self, ()):
            heard(*about, **named)

    def heard_by(self, listener: Callable[P, None]) -> Hooked:
        """Return what a module brings to be told."""
        return Hooked(self, listener)


def asked(hook: Hook) -> bool:
    """Return whether a hook is the one that its own module asks or tells under its name.

    One that was made anywhere else, or is not what stands there any more, nobody asks.
    """
    return getattr(sys.modules.get(hook.home), hook.name, None) is hook


def gathered(brought: Iterable[Hooked]) -> dict[Hook, tuple[Callable[..., Any], ...]]:
    """Return who answers each hook, in the order in which they were brought."""
    answers: dict[Hook, tuple[Callable[..., Any], ...]] = {}
    for hook, function in brought:
        answers[hook] = (*answers.get(hook, ()), function)
    return answers
