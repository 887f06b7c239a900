"""Hooks: what the rules ask and tell, so that modules may answer and listen.

A hook is declared once, beside who asks, as a function with its types::

    @question
    def cafe_places(table: Table, player: Player) -> int:
        \"\"\"Return how many guests a player's café holds.\"\"\"
        return CAFE_TABLES

    @signal
    def turn_ended(table: Table, player: Player) -> None:
        \"\"\"A player's turn ends.\"\"\"

and called as that function: a question is answered by its own body, which is the base game's
answer, then altered by each module in turn; a signal is told to all who listen. A module names
the hook and its own function, ``cafe_places.altered_by(four_places)``, where ``four_places(places,
table, player)`` takes the answer so far in front. A function with other arguments, or with the
same ones in another order or by other names, is an error of types.

A hook is asked of the player whom it concerns: of its second argument, if that is a ``Player``.
Every other hook is asked of what is played on, its first argument. Both know who answers (``At``).

The function that is called is written out with the arguments of its hook and compiled, as
``dataclasses`` writes ``__init__``: an entry asks and tells five times in the mean, nearly always
without an answer, and handing on arguments that are not known by name takes three times as long.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from types import CodeType
from typing import Any, Concatenate, NamedTuple, ParamSpec, Protocol, TypeVar, cast

P = ParamSpec("P")
R = TypeVar("R")
R_co = TypeVar("R_co")


class Hook(Protocol):
    """Something that modules may answer or hear. of_player: whether it is asked of a player."""

    __name__: str
    __module__: str
    of_player: bool


class Question(Hook, Protocol[P, R_co]):
    """A question: the base game's own answer, which modules may alter."""

    def __call__(self, *about: P.args, **named: P.kwargs) -> R_co:
        """Return the answer at this table."""

    def altered_by(self, alter: Callable[Concatenate[R_co, P], R_co], /) -> Hooked:
        """Return what a module brings to alter the answer; it takes the answer so far first."""


class Signal(Hook, Protocol[P]):
    """An event that modules may listen to."""

    def __call__(self, *about: P.args, **named: P.kwargs) -> None:
        """Tell those who listen at this table."""

    def heard_by(self, listener: Callable[P, None], /) -> Hooked:
        """Return what a module brings to be told."""


class Hooked(NamedTuple):
    """A hook, and what a module puts there (``altered_by``, ``heard_by``)."""

    hook: Hook
    function: Callable[..., Any]


Answers = Mapping[Any, tuple[Callable[..., Any], ...]]
"""Who answers each hook, in the order of asking; a hook that nobody answers is left out."""


class At(Protocol):
    """What is played on, or who plays."""

    answers: Answers


_ASKING = """
def made(own):
    def hook({about}):
        answers, answer = {at}.answers, own({about})
        if hook in answers:
            for alter in answers[hook]:
                answer = alter(answer, {about})
        return answer
    return hook
"""

_TELLING = """
def made(own):
    def hook({about}):
        answers = {at}.answers
        if hook in answers:
            for heard in answers[hook]:
                heard({about})
    return hook
"""


@lru_cache(maxsize=64)
def _writer(text: str, names: tuple[str, ...], at: str) -> Callable[[Callable[..., Any]], Any]:
    """Return what makes a hook with these arguments out of the function that declares it.

    at: the argument of which it is asked.
    """
    known: dict[str, Any] = {}
    exec(text.format(about=", ".join(names), at=at), known)
    made: Callable[[Callable[..., Any]], Any] = known["made"]
    return made


def _hook(text: str, own: Callable[..., Any]) -> Any:
    names = own.__code__.co_varnames[: own.__code__.co_argcount]
    of_player = len(names) > 1 and own.__annotations__.get(names[1]) == "Player"
    hook = _writer(text, names, names[of_player])(own)
    hook.of_player = of_player
    # Code of its own: Python fits code to what it meets, and what is asked differs by hook.
    hook.__code__ = hook.__code__.replace(co_name=own.__name__)
    for name in ("__name__", "__qualname__", "__module__", "__doc__"):
        setattr(hook, name, getattr(own, name))
    return hook


def question(own: Callable[P, R]) -> Question[P, R]:
    """Declare a question by the function that answers it without modules."""
    hook = _hook(_ASKING, own)
    hook.altered_by = lambda alter: Hooked(hook, alter)
    return cast(Question[P, R], hook)


def signal(own: Callable[P, None]) -> Signal[P]:
    """Declare a signal by a function whose body says nothing but what happened."""
    hook = _hook(_TELLING, own)
    hook.heard_by = lambda listener: Hooked(hook, listener)
    return cast(Signal[P], hook)


def asked(hook: Hook) -> bool:
    """Return whether a hook stands in its file under its name, and another function names it there.

    A hook is declared beside who asks. One that was made anywhere else, or is not what stands there
    any more, nobody asks; nor one that no code of its file mentions. Whether what mentions a hook
    calls it only the source tells: ``tests/austria/test_hooks.py`` looks.
    """
    stands = getattr(sys.modules.get(hook.__module__), hook.__name__, None) is hook
    return stands and hook.__name__ in _mentioned(hook.__module__)


@cache
def _mentioned(module: str) -> frozenset[str]:
    """Return the names that the functions and methods of a module mention."""
    own = [one for one in vars(sys.modules[module]).values() if _declared(one, module)]
    members = [part for one in own if isinstance(one, type) for part in vars(one).values()]
    codes = [code for one in (*own, *members) if (code := getattr(one, "__code__", None))]
    names: set[str] = set()
    while codes:
        code = codes.pop()
        names.update(code.co_names)
        codes += (inner for inner in code.co_consts if isinstance(inner, CodeType))
    return frozenset(names)


def _declared(one: object, module: str) -> bool:
    return getattr(one, "__module__", None) == module


def gathered(brought: Iterable[Hooked]) -> dict[Any, tuple[Callable[..., Any], ...]]:
    """Return who answers each hook, in the order in which they were brought."""
    answers: dict[Any, tuple[Callable[..., Any], ...]] = {}
    for hook, function in brought:
        answers[hook] = (*answers.get(hook, ()), function)
    return answers
