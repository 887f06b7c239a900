"""Hooks: questions and signals of the rules, which modules answer and hear.

A hook is declared once, beside its caller, as a function with its types::

    @question
    def starting_price(table: Table, player: Player, room: int) -> int:
        \"\"\"Return the price of a room in set-up, in krones.\"\"\"
        return player.board.cost[room]

    @signal
    def turn_ended(table: Table, player: Player) -> None:
        \"\"\"A player's turn ends.\"\"\"

The rules call it like that function, with arguments by position. The body of a question gives the
base game's answer, and each module in turn may alter it. A signal reaches every listener. A module
names the hook and its own function, ``starting_price.altered_by(half_price)``, where
``half_price(price, table, player, room)`` takes the current answer first. Other arguments, another
order or other names are an error of types.

Listeners are looked up on the second argument if it is a ``Player``, otherwise on the first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import Any, Concatenate, NamedTuple, ParamSpec, Protocol, TypeVar, cast

P = ParamSpec("P")
R = TypeVar("R")
R_co = TypeVar("R_co")


class Hook(Protocol):
    """A question or a signal. of_player: whether its listeners are looked up on a player."""

    __name__: str
    __module__: str
    of_player: bool


class Question(Hook, Protocol[P, R_co]):
    """A question: the base game's own answer, which modules may alter."""

    def __call__(self, *about: P.args, **named: P.kwargs) -> R_co:
        """Return the answer at this table."""

    def altered_by(self, alter: Callable[Concatenate[R_co, P], R_co], /) -> ModuleAnswer:
        """Return the entry of a module that alters the answer; it takes the answer so far first."""


class Signal(Hook, Protocol[P]):
    """An event that modules may listen to."""

    def __call__(self, *about: P.args, **named: P.kwargs) -> None:
        """Tell the listeners at this table."""

    def heard_by(self, listener: Callable[P, None], /) -> ModuleAnswer:
        """Return the entry of a module that listens."""


class ModuleAnswer(NamedTuple):
    """A hook and a module's function for it (``altered_by``, ``heard_by``)."""

    hook: Hook
    function: Callable[..., Any]


Answers = Mapping[Any, tuple[Callable[..., Any], ...]]
"""The functions for each hook, in the order of calls; a hook without any is left out."""


def question(own: Callable[P, R]) -> Question[P, R]:
    """Declare a question by the function that answers it without modules."""
    at = _place_of_listeners(own)

    def hook(*about: Any) -> Any:
        answers, answer = about[at].answers, own(*about)  # type: ignore[call-arg]
        if hook in answers:
            for alter in answers[hook]:
                answer = alter(answer, *about)
        return answer

    declared = _declare(hook, own, at)
    declared.altered_by = lambda alter: ModuleAnswer(declared, alter)
    return cast(Question[P, R], declared)


def signal(own: Callable[P, None]) -> Signal[P]:
    """Declare a signal by a function; its docstring names the event."""
    at = _place_of_listeners(own)

    def hook(*about: Any) -> None:
        answers = about[at].answers
        if hook in answers:
            for listener in answers[hook]:
                listener(*about)

    declared = _declare(hook, own, at)
    declared.heard_by = lambda listener: ModuleAnswer(declared, listener)
    return cast(Signal[P], declared)


def _place_of_listeners(own: Callable[..., Any]) -> int:
    """Return the number of the argument on which listeners are looked up."""
    names = own.__code__.co_varnames[: own.__code__.co_argcount]
    kind = own.__annotations__.get(names[1]) if len(names) > 1 else None
    return int(getattr(kind, "__name__", kind) == "Player")


def _declare(hook: Callable[..., Any], own: Callable[..., Any], at: int) -> Any:
    declared: Any = wraps(own)(hook)
    declared.of_player = at == 1
    return declared


def group_answers(brought: Iterable[ModuleAnswer]) -> dict[Any, tuple[Callable[..., Any], ...]]:
    """Return the functions for each hook, in the order in which they were brought."""
    answers: dict[Any, tuple[Callable[..., Any], ...]] = {}
    for hook, function in brought:
        answers[hook] = (*answers.get(hook, ()), function)
    return answers
