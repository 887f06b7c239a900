"""A box: the base game with the modules of a record, merged and checked once per combination.

The base game (``base_game.py``) and each module (``modules/<name>/``) are objects of one kind,
``Module``. Every handler asks the box for the contents of a game; no handler names a module.
docs/modules.md says how a module plugs in.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import pairwise
from operator import attrgetter
from typing import Any, TypeVar

from adjudicator.austria.printed.catalogue import FIGURES, Components, Reader, Staff
from adjudicator.austria.printed.contents import PLAYERS, Contents, FoodSpace, OrderTiles, Stock
from adjudicator.austria.printed.datafile import FOLDER
from adjudicator.austria.printed.hint_words import OTHERWISE, name_verb_now, weigh_dice
from adjudicator.austria.printed.record_shapes import Shapes
from adjudicator.austria.table.declarations import (
    Deed,
    ScorePart,
    Stage,
    Step,
)
from adjudicator.austria.table.module import Module
from adjudicator.austria.table.state import (
    EMPEROR,
    OVER,
    PHASES,
    SUPPLY,
    USED,
    WAITING,
    Player,
    Table,
)
from adjudicator.entries import Written, list_module_keys, make_verb
from adjudicator.hints import Hints
from adjudicator.hooks import Answers, ModuleAnswer, group_answers
from adjudicator.shapes import Verb

T = TypeVar("T")
Name = TypeVar("Name", bound=Hashable)


class BrokenBox(RuntimeError):
    """Modules that do not fit together; the message names the module and the fault."""


class Box(Contents):
    """One combination of modules, with its verbs and steps. Made once; nothing in it ever changes.

    parts: the base game and the modules, in the order of asking. deeds: the verbs, wrapped;
    deed_of: the same by the class of their entries. verbs: their forms, with the keys that modules
    add. ``Module`` describes the rest.
    """

    def __init__(self, parts: Sequence[Module]) -> None:
        """Merge the base game, which comes first, with the modules. Raises BrokenBox."""
        self.parts = tuple(parts)
        self.ids = tuple(part.id for part in parts[1:])
        self.foods = _join(part.foods for part in parts)
        self.food_range = range(len(self.foods))
        self.food_index = {food: n for n, food in enumerate(self.foods)}
        self.choosable = range(len(parts[0].foods))
        self.choice_rules = _merge_by_name(parts, lambda part: part.choice_rules)
        self.nothing = (0,) * len(self.foods)
        self.start_kitchen = tuple(FIGURES["start_kitchen"].get(food, 0) for food in self.foods)
        self.kinds = _merge_by_name(
            parts, lambda part: _index_by_name(part.kinds, lambda kind: kind.word)
        )
        self.opened = tuple(kind.word for kind in self.kinds.values() if not kind.automatic)
        self.readings = tuple(dict.fromkeys(_join(part.readings for part in parts)))
        deeds = _merge_by_name(parts, lambda part: _index_by_name(part.deeds, lambda deed: deed.do))
        wrapped = {do: _wrap_judge(deed, parts) for do, deed in deeds.items()}
        self.counts = _merge_by_name(parts, lambda part: part.counts)
        words = {word: read for kind in self.kinds.values() for word, read in kind.words.items()}
        self.reader = Reader(
            self.foods,
            words | _merge_by_name(parts, lambda part: part.words),
            {word: counted.words for word, counted in self.counts.items()},
            events=_join(part.events for part in parts),
            timings=_join(part.timings for part in parts),
        )
        folders = (part.data for part in parts if part.data is not None)
        self.components = Components((FOLDER, *folders), self.reader)
        self.reactions = self.components.reactions
        self.staff_by_cost = _sort_by_cost(self.components.staff)
        self.own_switches = _join(part.switches for part in parts)
        self.losses = _merge_by_name(
            parts, lambda part: _index_by_name(part.losses, lambda loss: loss.word)
        )
        marks = _merge_by_name(parts, lambda part: part.staff_marks)
        self.marks = {USED: "used", WAITING: "used"} | {mark: name for name, mark in marks.items()}
        self.answers = _gather_answers(parts)
        _check_holdings(parts)
        self.answers_of = lru_cache(maxsize=1024)(partial(_gather_answers, self.parts))
        self.food_actions = _join_food_actions(parts)
        numbers = {
            space: tuple(self.food_index[food] for food in foods)
            for space, foods in self.food_actions.items()
        }
        self.food_spaces = {
            n: FoodSpace(foods, (*pairwise(foods),)) for n, foods in numbers.items()
        }
        self.named_dice = _join(part.dice for part in parts)
        self.balance_rules = _merge_by_name(parts, lambda part: part.balance_rules)
        stocks, common = _merge_by_name(parts, lambda part: part.stocks), Stock(SUPPLY, "U-17")
        self.stocks = tuple(stocks.get(food, common) for food in self.foods)
        self.missed = _merge_by_name(parts, lambda part: part.missed)
        self.left_foods = _merge_by_name(parts, lambda part: part.left_foods)
        self.sources = _join(part.sources for part in parts)
        self.stages = _order_stages(parts)
        self.first_phase = self.stages[0].phase
        self.setup_phases = frozenset(stage.phase for stage in self.stages)
        self.deeds = {do: self._at_work(deed) for do, deed in wrapped.items()}
        self.deed_of = {deed.form: deed for deed in self.deeds.values()}
        self.stage_of = {stage.phase: place for place, stage in enumerate(self.stages)}
        self.steps = _order_steps(parts)
        self.foreseeing = tuple(step.foresee for step in self.steps if step.foresee is not None)
        self.foreseen = frozenset(number for step in self.steps for number in step.foreseen)
        self.dues = _join(part.dues for part in parts)
        self.offers = tuple(part.offers for part in parts if part.offers is not None)
        self.position = _join(part.position for part in parts)
        self.player_keys = _join(part.player_keys for part in parts)
        self.score_parts = _order_score_parts(parts)
        self.track_parts = tuple(part.id for part in self.score_parts if part.final is None)
        self.part_ids = tuple(part.id for part in self.score_parts)
        orders = [part.order_tiles for part in parts if part.order_tiles is not None]
        self.order_tiles = {n: orders[-1](n) for n in PLAYERS}
        self.seats_in_order = lru_cache(maxsize=1024)(partial(_order_seats, self.order_tiles))
        self.setup_parts = any(part.setup_parts for part in parts)
        self.unread = {
            figure: question for part in reversed(parts) for figure, question in part.unread.items()
        }
        self.table_states = tuple((p.id, p.table_state) for p in parts if p.table_state)
        self.player_states = tuple((p.id, p.player_state) for p in parts if p.player_state)
        self.begins = tuple(part.begin for part in parts if part.begin is not None)
        self.finishes = tuple(part.finish for part in parts if part.finish is not None)
        self.narrows = tuple(part.narrows for part in parts if part.narrows is not None)
        self.bends = tuple(part.bends for part in parts if part.bends is not None)
        self.headers = tuple(part.header for part in parts if part.header is not None)
        self.hints = self._hints()
        self.shapes = _make_shapes(self)
        self.verbs = {do: self._verb(deed) for do, deed in self.deeds.items()}

    def _at_work(self, deed: Deed[Any]) -> Deed[Any]:
        """Return a verb with its properties that follow from the rest of the box."""
        loud = {OVER, EMPEROR} if deed.play else {OVER}
        quiet = {*PHASES, *self.setup_phases} - loud if not deed.settles else ()
        forks = deed.do in self.kinds and self.kinds[deed.do].about != ""
        return replace(deed, quiet=frozenset(quiet), forks=forks)

    def _hints(self) -> Hints:
        """Return how hints speak of the entries of the box."""
        about = dict.fromkeys(kind.about for kind in self.kinds.values() if kind.about)
        shared = frozenset(do for do, deed in self.deeds.items() if deed.shared)
        keys = _merge_by_name(self.parts, lambda part: part.hints)
        return Hints(keys, (*about,), shared, OTHERWISE, weigh_dice, name_verb_now)

    def _verb(self, deed: Deed[Any]) -> Verb:
        """Return the form of a verb, with the keys that modules bring and add to it."""
        added = [part.adds[deed.do] for part in self.parts if deed.do in part.adds]
        verb = make_verb(deed.form, self.shapes, added)
        for part in self.parts:
            if deed.do in part.keys:
                own = part.keys[deed.do](self.shapes)
                for key in own.keys() - list_module_keys(deed.form):
                    raise BrokenBox(f"{part.id}: nobody judges {key!r} of {deed.do!r}")
                verb = replace(verb, optional={**verb.optional, **own})
        return verb


def as_box(contents: Contents) -> Box:
    """Return contents as a box, with its verbs and steps."""
    assert isinstance(contents, Box)
    return contents


box_at: Callable[[Table | Player], Box] = attrgetter("box")
"""Returns the box of a table, or of a player at one; every entry asks a few times."""


def make_entry(place: Table | Player, written: Written) -> Any:
    """Return an entry, or as far as it has been chosen, as the judge of its verb reads it."""
    return box_at(place).verbs[written["do"]].made(written)


def _order_seats(by_players: Mapping[int, OrderTiles], first: int, *covered: int) -> Sequence[int]:
    """Return the seats with an uncovered number, the lowest first (see ``Contents``)."""
    tiles = by_players[len(covered)]
    numbers = ((tiles[count][seat - first], seat) for seat, count in enumerate(covered))
    return tuple(seat for _, seat in sorted((n, seat) for n, seat in numbers if n is not None))


def _make_shapes(box: Box) -> Shapes:
    """Return the shapes of a box's records: of cards and foods, then of the keys that name them."""
    shapes = Shapes(box)
    shapes.take_player(
        {key.name: key.shape(shapes) for key in box.player_keys},
        {key.name for key in box.player_keys if key.check},
    )
    shapes.take_table(
        {key.name: key.shape(shapes) for key in box.position},
        {key.name for key in box.position if key.check},
    )
    shapes.take_start(
        [part.setup(shapes) for part in box.parts if part.setup is not None],
        {reading.plural: reading.whole(shapes) for reading in box.readings},
    )
    return shapes


def _gather_answers(parts: Sequence[Module], holdings: Collection[str] = ()) -> Answers:
    """Return the answers to each hook, in the order of the modules.

    holdings: of the player that the hook concerns.
    """
    ids = {part.id for part in parts}
    brought: list[ModuleAnswer] = []
    for part in parts:
        own = [*part.hooks]
        for other, hooks in part.together.items():
            if other in ids:
                own += hooks()
        of_holdings = (part.holdings[name] for name in part.holdings if name in holdings)
        own += dict.fromkeys(_join(of_holdings))  # several may be answered alike
        brought += own
    return group_answers(brought)


def _check_holdings(parts: Sequence[Module]) -> None:
    """Raise BrokenBox where holdings of a module answer a hook that asks no player."""
    for part in parts:
        for hook, _ in _join(part.holdings.values()):
            if not hook.of_player:
                named = f"{hook.__module__}.{hook.__name__}"
                raise BrokenBox(f"{part.id}: {named} is asked of the table and not of a player")


def _join(lists: Iterable[Iterable[T]]) -> tuple[T, ...]:
    return tuple(one for some in lists for one in some)


def _index_by_name(some: Iterable[T], name: Callable[[T], str]) -> dict[str, T]:
    named: dict[str, T] = {}
    for one in some:
        if name(one) in named:
            raise BrokenBox(f"{name(one)!r} stands twice")
        named[name(one)] = one
    return named


def _merge_by_name(
    parts: Iterable[Module], of: Callable[[Module], Mapping[Name, T]]
) -> dict[Name, T]:
    """Return the modules' values by name. Raises BrokenBox where two modules differ."""
    merged: dict[Name, T] = {}
    for part in parts:
        for name, value in of(part).items():
            if merged.get(name, value) != value:
                raise BrokenBox(f"{part.id}: {name!r} stands twice")
            merged[name] = value
    return merged


def _wrap_judge(deed: Deed[Any], parts: Iterable[Module]) -> Deed[Any]:
    """Return a verb with its judge wrapped by modules, the first module innermost."""
    for part in parts:
        if deed.do in part.wraps and deed.judge is not None:
            deed = replace(deed, judge=part.wraps[deed.do](deed.judge))
        if deed.do in part.setup_verbs:
            deed = replace(deed, in_setup=True)
    return deed


def _join_food_actions(parts: Iterable[Module]) -> dict[int | None, tuple[str, ...]]:
    """Put the foods of modules at the end of a space's foods."""
    spaces: dict[int | None, tuple[str, ...]] = {}
    for part in parts:
        for space, foods in part.food_actions.items():
            spaces[space] = (*spaces.get(space, ()), *foods)
    return spaces


def _sort_by_cost(staff: Mapping[int, Staff]) -> tuple[int, ...]:
    """Return staff cards by their highest cost; an unread cost is 0."""
    return tuple(
        sorted(staff, key=lambda card: max(cost or 0 for cost in staff[card].cost.values()))
    )


def _order_stages(parts: Sequence[Module]) -> tuple[Stage, ...]:
    """Put the stages of modules in front of the stage that each names."""
    stages = list(parts[0].stages)
    for part in parts[1:]:
        for stage in part.stages:
            at = [place for place, other in enumerate(stages) if other.phase == stage.before]
            if not stage.before:
                at = [0]
            if not at:
                raise BrokenBox(f"{part.id}: no stage {stage.before!r} for {stage.phase!r}")
            stages.insert(at[0], stage)
    return tuple(stages)


def _order_steps(parts: Sequence[Module]) -> tuple[Step, ...]:
    """Put the steps of modules behind the step that each names, in the order of the modules."""
    steps = list(parts[0].steps)
    for part in parts[1:]:
        for step in part.steps:
            if not step.after:
                at = next(
                    (n for n, other in enumerate(steps) if other.after or other in parts[0].steps),
                    0,
                )
                steps.insert(at, step)
                continue
            found = [n for n, other in enumerate(steps) if other.id == step.after]
            if not found:
                raise BrokenBox(f"{part.id}: no step {step.after!r} for {step.id!r}")
            at = found[0] + 1
            while at < len(steps) and steps[at].after == step.after:
                at += 1
            steps.insert(at, step)
    return tuple(steps)


def _order_score_parts(parts: Sequence[Module]) -> tuple[ScorePart, ...]:
    """Put the score parts of modules where they are printed."""
    lines = list(parts[0].parts)
    for part in parts[1:]:
        for line in part.parts:
            before = line.before or ("" if line.final else "corrections")
            at = [n for n, other in enumerate(lines) if other.id == before]
            if before and not at:
                raise BrokenBox(f"{part.id}: no score part {before!r} for {line.id!r}")
            lines.insert(at[0] if at else len(lines), line)
    return tuple(lines)
