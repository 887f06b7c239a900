"""The words of hints about entries: data of a game and of each of its modules.

``instead`` finds the legal entry that is nearest to a refused one. The game that has a key gives
its words, the weight of another value, and the values worth trying.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from adjudicator.messages import M, Message

Entry = Mapping[str, Any]
Item = Mapping[str, Any]

LEFT_OUT = object()
"""Instead of a value: the entry goes without this key."""

HIDDEN = ("seen", "hand", "hidden")
"""What ``next`` has where a value is not known, or is known to its player alone."""

OTHER = "other"
"""What ``next`` has for all kinds of something but those that the item names besides."""

Ways = Mapping[str, Sequence[Any]]
"""Of every key of an entry or an item the values to be tried, the nearest first."""


class Near(NamedTuple):
    """A legal entry near a refused one. changed: the keys in which it differs."""

    entry: Entry
    changed: Collection[str]


Said = Callable[[tuple[Any, ...], Near], Message | None]
"""Returns the words for values of a key that are possible, None where there are none."""


@dataclass(frozen=True, slots=True)
class Hint:
    """How a hint speaks of one key.

    said: its words. lists: whether it may list several values. without: the words for an entry that
    goes without the key; None where that is no hint. other, none: how far an entry with another
    value, or without it, is from the refused one: above 1 if much is lost. covers: keys of which it
    speaks, too. unsaid: keys whose absence it tells as well. aside: whether an item can be tried
    without it.

    tries: makes the values to try, from the value entered (``LEFT_OUT``), the item's value, and the
    item; None leaves that to the item. Only the first few of them are made. made: values that an
    object of an item stands for. worth: how much a value brings; of several only the best are
    listed, and half as many. seen: the sentence if the table, or the player alone, sees something
    else than the item says.
    """

    said: Said | None = None
    lists: bool = True
    without: Message | None = None
    other: int = 1
    none: int = 1
    covers: tuple[str, ...] = ()
    unsaid: tuple[str, ...] = ()
    aside: Callable[[Item], bool] | None = None
    tries: Callable[[Any, Any, Item], Iterable[Any] | None] | None = None
    made: Callable[[Any], Iterable[Any]] | None = None
    worth: Callable[[Any], int] | None = None
    seen: Callable[[Entry, Item], M | None] | None = None


@dataclass(frozen=True, slots=True)
class Hints:
    """How hints speak of the entries of a game.

    keys: of each key. about: the keys that tell one entry from another where several open parts
    allow it. shared: verbs that anybody may enter for those who are due, so that they are no hint
    for others. otherwise: the sentence for a verb if no entry of it is near. weighs: how far the
    values of some keys are, where that depends on the whole entry. called: gives the name of a verb
    in a position.
    """

    keys: Mapping[str, Hint] = field(default_factory=dict)
    about: tuple[str, ...] = ()
    shared: frozenset[str] = frozenset()
    otherwise: Mapping[str, M] = field(default_factory=dict)
    weighs: Callable[[Entry, Ways], Mapping[str, int]] = lambda entry, ways: {}
    called: Callable[[str, Mapping[str, Any]], str] = lambda do, position: do

    def find_hint(self, key: str) -> Hint:
        """Return the hint of a key, one without words if no game or module brings any."""
        return self.keys.get(key, PLAIN)


PLAIN = Hint()
"""A key of which hints say nothing."""
