"""The contents of a box: foods, cards, numbers and words, and the answers to its hooks.

The state of a game needs to know only this of its box. Kinds, verbs and steps work on that state
and are added on top of it (``box.Box``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from adjudicator.austria.printed.catalogue import Components, Foods, Reactions, Reader
from adjudicator.austria.printed.editions import Rules, Switch
from adjudicator.hooks import Answers
from adjudicator.messages import Message

PLAYERS = (2, 3, 4)
"""How many may play (GAH-COMP-02)."""

OrderTiles = tuple[tuple[int | None, ...], ...]
"""Numbers of order tiles 1, 2, ..: the lower ones, the higher ones, then None where all are
covered; by how many of a tile are. The tiles go round the table: that of a seat stands at the seat
less the first one, below 0 from the end."""


@dataclass(frozen=True, slots=True)
class Stock:
    """How many pieces of a food there are. switch: whether they are a limit."""

    count: int
    switch: str

    def is_limited(self, rules: Rules) -> bool:
        """Return whether no more of it can be had than there are pieces."""
        return rules[self.switch] == "limited"


@dataclass(frozen=True, slots=True)
class FoodSpace:
    """The foods of an action space by number. chain: each with the one that it may not outnumber.

    kinds: all of them. chain: pairs, the plain one in front.
    """

    kinds: tuple[int, ...]
    chain: tuple[tuple[int, int], ...]


class Contents:
    """The contents of one combination of modules. Made once; nothing in it ever changes.

    ids: the modules and the parts they share.
    choosable: the foods of the base game, by place.
    sources: forms of ``from``, as regular expressions.
    staff_by_cost: staff cards, the cheapest first.
    opened: the kinds of open parts with a choice.
    marks: the names of the states of a staff card in play, by number.
    stage_of: the place of each phase of set-up.
    foreseen: the rounds with an end that is checked ahead.
    seats_in_order: the seats with an uncovered number, the lowest first, by the first seat and the
        covered numbers of each.
    answers: the answers to each hook. answers_of: the same for a player with holdings
        (``Module.holdings``).

    ``Module`` describes the rest.
    """

    ids: tuple[str, ...]
    foods: tuple[str, ...]
    food_range: range
    food_index: Mapping[str, int]
    choosable: range
    nothing: Foods
    start_kitchen: Foods
    reader: Reader
    components: Components
    reactions: Reactions
    staff_by_cost: tuple[int, ...]
    own_switches: tuple[Switch, ...]
    marks: Mapping[int, str]
    food_actions: Mapping[int | None, tuple[str, ...]]
    food_spaces: Mapping[int | None, FoodSpace]
    named_dice: tuple[str, ...]
    balance_rules: Mapping[tuple[int, str], str]
    choice_rules: Mapping[str, Sequence[str]]
    stocks: tuple[Stock, ...]
    missed: Mapping[str, str]
    left_foods: Mapping[str, tuple[str, Message]]
    sources: tuple[str, ...]
    opened: tuple[str, ...]
    first_phase: str
    setup_phases: frozenset[str]
    stage_of: Mapping[str, int]
    track_parts: tuple[str, ...]
    order_tiles: Mapping[int, OrderTiles]
    seats_in_order: Callable[..., Sequence[int]]
    setup_parts: bool
    foreseen: frozenset[int]
    unread: Mapping[str, str]
    answers: Answers
    answers_of: Callable[[frozenset[str]], Answers]

    def vector(self, named: Mapping[str, int] | None) -> Foods:
        """Return counts per food from an object that names some of them."""
        if not named:
            return self.nothing
        return tuple(map(named.get, self.foods, self.nothing))
