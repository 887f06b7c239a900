"""The contents of a module or a box: foods, cards, numbers, words, and how a box merges them.

The state of a game needs to know only this of its box. Kinds, verbs and steps work on that state
and are added in ``module.Module``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import chain
from pathlib import Path
from typing import Any

from adjudicator.austria.printed.catalogue import (
    FIGURES,
    Components,
    Foods,
    Reactions,
    Reader,
    ReadWord,
)
from adjudicator.austria.printed.editions import Rules, Switch
from adjudicator.entries import AddedKeys
from adjudicator.hints import Hint
from adjudicator.hooks import Answers, ModuleAnswer, group_answers
from adjudicator.messages import Message
from adjudicator.messages.po import BrokenData
from adjudicator.shapes import Verb

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


def declare_brought(merge: Callable[[Sequence[Any], str], Any], **default: Any) -> Any:
    """Declare a field that modules bring; a box merges it, given its modules and the field's name.

    default: as ``dataclasses.field`` takes it.
    """
    return field(**default, metadata={"merge": merge})


def take_first() -> Any:
    """Declare a required field; a box has that of the base game."""
    return declare_brought(lambda parts, name: getattr(parts[0], name))


def take_last() -> Any:
    """Declare a field of which the last module that brings it wins."""
    return declare_brought(
        lambda parts, name: [getattr(part, name) for part in parts if getattr(part, name)][-1],
        default=None,
    )


def take_any() -> Any:
    """Declare a flag; a box has it if any module has."""
    return declare_brought(
        lambda parts, name: any(getattr(part, name) for part in parts), default=False
    )


def join_tuples(*, once: bool = False) -> Any:
    """Declare a tuple; a box has those of all modules one behind the other.

    once: a thing that several modules bring stands there once.
    """
    order: Callable[[Any], Any] = dict.fromkeys if once else iter
    return declare_brought(
        lambda parts, name: tuple(order(x for part in parts for x in getattr(part, name))),
        default=(),
    )


def unite_by_name() -> Any:
    """Declare values by name; modules may bring the same value, but no other one."""
    return declare_brought(_unite, default_factory=dict)


def _unite(parts: Sequence[Contents], field_name: str) -> dict[Any, Any]:
    merged: dict[Any, Any] = {}
    for part in parts:
        for name, value in getattr(part, field_name).items():
            if merged.setdefault(name, value) != value:
                raise BrokenData(f"{part.id}: {name!r} stands twice")
    return merged


def prefer_first() -> Any:
    """Declare values by name, of which the first module's wins."""
    return declare_brought(
        lambda parts, name: dict(
            chain.from_iterable(getattr(part, name).items() for part in reversed(parts))
        ),
        default_factory=dict,
    )


def chain_by_name() -> Any:
    """Declare tuples by name; a box has those of all modules one behind the other."""
    return declare_brought(_chain, default_factory=dict)


def _chain(parts: Sequence[Contents], field_name: str) -> dict[Any, tuple[Any, ...]]:
    chains: dict[Any, tuple[Any, ...]] = {}
    for part in parts:
        for name, values in getattr(part, field_name).items():
            chains[name] = (*chains.get(name, ()), *values)
    return chains


def keep_apart(default: Callable[[], Any] = dict) -> Any:
    """Declare a field that is read from each module by itself."""
    return field(default_factory=default)


def derive_from_box(make: Callable[[Any], Any]) -> Any:
    """Declare a field of a box alone, made from the fields that modules bring and those above."""
    return field(init=False, repr=False, metadata={"make": make})


@dataclass(kw_only=True, eq=False)
class Contents:
    """The contents of the base game, of a module or of a box. Nothing in it ever changes.

    Each field says how a box merges it. Only ``id`` and ``number`` are required.
    """

    id: str = take_first()
    """As ``modules`` names it."""
    number: int = take_first()
    """The order in which modules are asked."""
    data: tuple[Path, ...] = join_tuples()
    """Folders with files in the form of the base game's."""
    foods: tuple[str, ...] = join_tuples()
    """Kinds of food."""
    food_actions: Mapping[int | None, tuple[str, ...]] = chain_by_name()
    """The foods of a space, none more often than the one before it."""
    balance_rules: Mapping[tuple[int, str], str] = unite_by_name()
    """The rule broken, by the space and the food that is too many."""
    choice_rules: Mapping[str, Sequence[str]] = unite_by_name()
    """The rules broken where a choice that does not include the food takes it."""
    food_stocks: Mapping[str, Stock] = unite_by_name()
    """Foods with a stock of their own."""
    missed: Mapping[str, str] = unite_by_name()
    """The rule to name, by word, where a record has the word and lacks the module that it needs, if
    it is not WALTZ-GEN-01."""
    left_foods: Mapping[str, tuple[str, Message]] = unite_by_name()
    """Rule and label of the line that a further food has at the end."""
    words: Mapping[str, ReadWord] = unite_by_name()
    """Reward words besides the words of the kinds."""
    adds: Mapping[str, type[AddedKeys]] = keep_apart()
    """The keys that a module adds to a verb of others and reads itself."""
    hooks: tuple[ModuleAnswer, ...] = join_tuples()
    """The hooks that it answers (``adjudicator.hooks``)."""
    together: Mapping[str, Callable[[], tuple[ModuleAnswer, ...]]] = keep_apart()
    """The same for hooks of another module, by that module, read only where both are in play."""
    holdings: Mapping[str, tuple[ModuleAnswer, ...]] = keep_apart()
    """The same for hooks of a player with a holding, by the holding (``Player.hold``)."""
    headers: tuple[Callable[[Mapping[str, Any]], None], ...] = join_tuples()
    """Check the header of a record. Raise Unreadable."""
    narrows: tuple[Callable[[Mapping[str, Any], Mapping[str, Verb]], Mapping[str, Verb]], ...] = (
        join_tuples()
    )
    """Return the verbs of a record with this header, where they depend on more than modules."""
    switches: tuple[Switch, ...] = join_tuples()
    """House-rule switches besides the base game's."""
    sources: tuple[str, ...] = join_tuples()
    """Forms of ``from``, as regular expressions."""
    marks: Mapping[int, str] = unite_by_name()
    """The names of the states of a staff card in play, as positions print them; further ones have
    numbers from 3 on."""
    events: tuple[str, ...] = join_tuples()
    """Words of events of permanent staff cards."""
    timings: tuple[str, ...] = join_tuples()
    """Words of timings of staff cards."""
    unread: Mapping[str, str] = prefer_first()
    """The id of the question for an unread figure (``order``, ``cost``)."""
    setup_parts: bool = take_any()
    """Whether parts may be open during set-up."""
    number_tiles: Callable[[int], OrderTiles] = take_last()
    """Returns the numbers of the order tiles of so many players."""
    named_dice: tuple[str, ...] = join_tuples()
    """Names of dice that are told apart."""
    key_hints: Mapping[str, Hint] = unite_by_name()
    """How hints speak of keys that it brings (``adjudicator.hints``)."""
    cards: Mapping[str, str] = unite_by_name()
    """The kinds of card in further files of its folder ``data``, by file: components with rules of
    their own, as entries name them."""

    ids: tuple[str, ...] = derive_from_box(lambda box: tuple(part.id for part in box.parts[1:]))
    """The modules and the parts they share."""
    food_range: range = derive_from_box(lambda box: range(len(box.foods)))
    food_index: Mapping[str, int] = derive_from_box(
        lambda box: {f: n for n, f in enumerate(box.foods)}
    )
    choosable: range = derive_from_box(lambda box: range(len(box.parts[0].foods)))
    """The foods of the base game, by place."""
    nothing: Foods = derive_from_box(lambda box: (0,) * len(box.foods))
    start_kitchen: Foods = derive_from_box(lambda box: box.vector(FIGURES["start_kitchen"]))
    stocks: tuple[Stock, ...] = derive_from_box(
        lambda box: tuple(
            box.food_stocks.get(food, Stock(FIGURES["food_supply"], "U-17")) for food in box.foods
        )
    )
    food_spaces: Mapping[int | None, tuple[int, ...]] = derive_from_box(
        lambda box: {
            space: tuple(map(box.food_index.get, foods))
            for space, foods in box.food_actions.items()
        }
    )
    """The foods of a space by number, none more often than the one before it."""
    reader: Reader = derive_from_box(
        lambda box: Reader(
            box.foods,
            {word: read for kind in box.kinds.values() for word, read in kind.words.items()}
            | box.words,
            {word: counted.words for word, counted in box.counts.items()},
            events=box.events,
            timings=box.timings,
        )
    )
    components: Components = derive_from_box(lambda box: Components(box.data, box.reader))
    reactions: Reactions = derive_from_box(lambda box: box.components.reactions)
    staff_by_cost: tuple[int, ...] = derive_from_box(
        lambda box: tuple(
            card.number
            for card in sorted(
                box.components.staff.values(),
                key=lambda card: max(cost or 0 for cost in card.cost.values()),
            )
        )
    )
    """Staff cards by their highest cost; an unread cost is 0."""
    opened: tuple[str, ...] = derive_from_box(
        lambda box: tuple(kind.word for kind in box.kinds.values() if not kind.automatic)
    )
    """The kinds of open parts with a choice."""
    first_phase: str = derive_from_box(lambda box: box.stages[0].phase)
    setup_phases: frozenset[str] = derive_from_box(
        lambda box: frozenset(s.phase for s in box.stages)
    )
    stage_of: Mapping[str, int] = derive_from_box(
        lambda box: {stage.phase: place for place, stage in enumerate(box.stages)}
    )
    """The place of each phase of set-up."""
    track_parts: tuple[str, ...] = derive_from_box(
        lambda box: tuple(part.id for part in box.score_parts if part.final is None)
    )
    foreseen: frozenset[int] = derive_from_box(
        lambda box: frozenset(number for step in box.steps for number in step.foreseen)
    )
    """The rounds with an end that is checked ahead."""
    order_tiles: Mapping[int, OrderTiles] = derive_from_box(
        lambda box: {players: box.number_tiles(players) for players in PLAYERS}
    )
    seats_in_order: Callable[..., Sequence[int]] = derive_from_box(
        lambda box: lru_cache(maxsize=1024)(partial(_order_seats, box.order_tiles))
    )
    """The seats with an uncovered number, the lowest first, by the first seat and the covered
    numbers of each."""
    answers: Answers = derive_from_box(lambda box: _gather_answers(box.parts))
    """The answers to each hook."""
    answers_of: Callable[[frozenset[str]], Answers] = derive_from_box(
        lambda box: lru_cache(maxsize=1024)(partial(_gather_answers, box.parts))
    )
    """The answers to each hook for a player with holdings."""

    def vector(self, named: Mapping[str, int] | None) -> Foods:
        """Return counts per food from an object that names some of them."""
        if not named:
            return self.nothing
        return tuple(map(named.get, self.foods, self.nothing))


def _order_seats(by_players: Mapping[int, OrderTiles], first: int, *covered: int) -> Sequence[int]:
    """Return the seats with an uncovered number, the lowest first."""
    tiles = by_players[len(covered)]
    numbers = ((tiles[count][seat - first], seat) for seat, count in enumerate(covered))
    return tuple(seat for _, seat in sorted((n, seat) for n, seat in numbers if n is not None))


def _gather_answers(parts: Sequence[Contents], holdings: Collection[str] = ()) -> Answers:
    """Return the answers to each hook, in the order of the modules.

    holdings: of the player that the hook concerns. Raises BrokenData where holdings of a module
    answer a hook that asks no player.
    """
    ids = {part.id for part in parts}
    answers: list[ModuleAnswer] = []
    for part in parts:
        answers += part.hooks
        answers += [
            own for other in part.together if other in ids for own in part.together[other]()
        ]
        for hook, _ in chain.from_iterable(part.holdings.values()):
            if not hook.of_player:
                named = f"{hook.__module__}.{hook.__name__}"
                raise BrokenData(f"{part.id}: {named} is asked of the table and not of a player")
        held = (part.holdings[name] for name in part.holdings if name in holdings)
        answers += dict.fromkeys(chain.from_iterable(held))  # several may be answered alike
    return group_answers(answers)
