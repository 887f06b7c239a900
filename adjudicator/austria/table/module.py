"""The base game or one module: all that it brings to a box, and how a box merges it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from adjudicator.austria.printed.contents import (
    Contents,
    declare_brought,
    derive_from_box,
    join_tuples,
    keep_apart,
    unite_by_name,
)
from adjudicator.austria.printed.hint_words import OTHERWISE, name_verb_now, weigh_dice
from adjudicator.austria.printed.record_shapes import Shapes
from adjudicator.austria.table.component_readings import Reading
from adjudicator.austria.table.declarations import (
    Beside,
    Counted,
    Deed,
    Due,
    Item,
    Judge,
    Key,
    Kind,
    Loss,
    ScorePart,
    Stage,
    Step,
)
from adjudicator.austria.table.state import EMPEROR, OVER, PHASES, Player, Table
from adjudicator.entries import list_module_keys, make_verb
from adjudicator.hints import Hints
from adjudicator.messages import Message
from adjudicator.messages.po import BrokenData
from adjudicator.shapes import Shape, Verb


def _order_stages(parts: Sequence[Module], name: str) -> tuple[Stage, ...]:
    """Put the stages of modules in front of the stage that each names."""
    stages = list(parts[0].stages)
    for part in parts[1:]:
        for stage in part.stages:
            at = [place for place, other in enumerate(stages) if other.phase == stage.before]
            if not stage.before:
                at = [0]
            if not at:
                raise BrokenData(f"{part.id}: no stage {stage.before!r} for {stage.phase!r}")
            stages.insert(at[0], stage)
    return tuple(stages)


def _order_steps(parts: Sequence[Module], name: str) -> tuple[Step, ...]:
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
                raise BrokenData(f"{part.id}: no step {step.after!r} for {step.id!r}")
            at = found[0] + 1
            while at < len(steps) and steps[at].after == step.after:
                at += 1
            steps.insert(at, step)
    return tuple(steps)


def _order_score_parts(parts: Sequence[Module], name: str) -> tuple[ScorePart, ...]:
    """Put the score parts of modules where they are printed."""
    lines = list(parts[0].score_parts)
    for part in parts[1:]:
        for line in part.score_parts:
            before = line.before or ("" if line.final else "corrections")
            at = [n for n, other in enumerate(lines) if other.id == before]
            if before and not at:
                raise BrokenData(f"{part.id}: no score part {before!r} for {line.id!r}")
            lines.insert(at[0] if at else len(lines), line)
    return tuple(lines)


@dataclass(kw_only=True, eq=False)
class Module(Contents):
    """The base game or one module, or a box of them: all that it brings."""

    kinds: Mapping[str, Kind] = unite_by_name()
    """Kinds of agenda part (``index_by_name``)."""
    deeds: Mapping[str, Deed[Any]] = unite_by_name()
    """Verbs (``index_by_name``)."""
    keys: Mapping[str, Callable[[Shapes], Mapping[str, Shape]]] = keep_apart()
    """Keys that the judge of a verb understands and only modules bring, by verb."""
    wraps: Mapping[str, Callable[[Judge[Any]], Judge[Any]]] = keep_apart()
    """Put a module's own judging around a verb of others (``pass`` in an auction), given the judge
    inside."""
    setup_verbs: tuple[str, ...] = join_tuples()
    """Verbs of others that it lets be entered during set-up."""
    offers: tuple[Callable[[Table], Iterator[Item]], ...] = join_tuples()
    """Items of ``next``, asked after the base game's."""
    stages: tuple[Stage, ...] = declare_brought(_order_stages, default=())
    """Stages of set-up."""
    steps: tuple[Step, ...] = declare_brought(_order_steps, default=())
    """Steps of the end of a round."""
    dues: tuple[Due, ...] = join_tuples()
    """Entries due before a roll."""
    losses: Mapping[str, Loss] = unite_by_name()
    """Goods that tiles take (``index_by_name``)."""
    shares: tuple[Module, ...] = keep_apart(tuple)
    """Parts that several modules bring together, merged once."""
    setups: tuple[Callable[[Shapes], tuple[Mapping[str, Shape], Mapping[str, Shape]]], ...] = (
        join_tuples()
    )
    """Keys of the set-up (required, optional); ``begins`` read them."""
    position: tuple[Key, ...] = join_tuples()
    """Keys of a position."""
    player_keys: tuple[Key, ...] = join_tuples()
    """Keys of a player in a position."""
    table_state: Callable[[Table], Any] | None = None
    """Makes the state of the module on a table."""
    player_state: Callable[[Table, Player], Any] | None = None
    """Makes the state of the module on a player."""
    begins: tuple[Callable[[Table, Mapping[str, Any], Mapping[str, Any]], None], ...] = (
        join_tuples()
    )
    """Called with the table, the set-up (or the position) and the options before any of it is
    read."""
    finishes: tuple[Callable[[Table, Mapping[str, Any]], None], ...] = join_tuples()
    """Called with the table and the record when everything of a start has been read. Raise
    Unreadable for contradictions."""
    bends: tuple[Callable[[Table], Iterator[tuple[str, str, Message]]], ...] = join_tuples()
    """Yield values that only an entry let stand can bring about, as
    ``start.find_impossible_values`` does."""
    score_parts: tuple[ScorePart, ...] = declare_brought(_order_score_parts, default=())
    """Parts of the score."""
    counts: Mapping[str, Counted] = unite_by_name()
    """The things that cards count."""
    readings: tuple[Reading, ...] = join_tuples(once=True)
    """Components with figures that a table may read off them (``component_figures.py``)."""
    besides: tuple[Beside, ...] = join_tuples()
    """Small tables beside the scores."""
    captions: tuple[Callable[[Table, Player], Message | None], ...] = join_tuples()
    """Return the caption under a player's name."""

    deed_of: Mapping[type[Any], Deed[Any]] = derive_from_box(
        lambda box: {deed.form: _put_to_work(box, deed) for deed in box.deeds.values()}
    )
    """The verbs at work, by the class of their entries."""
    hints: Hints = derive_from_box(
        lambda box: Hints(
            box.key_hints,
            (*dict.fromkeys(kind.about for kind in box.kinds.values() if kind.about),),
            frozenset(do for do, deed in box.deeds.items() if deed.shared),
            OTHERWISE,
            weigh_dice,
            name_verb_now,
        )
    )
    """How hints speak of the entries of the box."""
    shapes: Shapes = derive_from_box(lambda box: _make_shapes(box))
    verbs: Mapping[str, Verb] = derive_from_box(
        lambda box: {do: _make_form(box, deed) for do, deed in box.deeds.items()}
    )
    """The forms of the verbs, with the keys that modules bring and add to them."""
    part_ids: tuple[str, ...] = derive_from_box(
        lambda box: tuple(part.id for part in box.score_parts)
    )
    foreseeing: tuple[Callable[..., None], ...] = derive_from_box(
        lambda box: tuple(step.foresee for step in box.steps if step.foresee is not None)
    )
    table_states: tuple[tuple[str, Callable[[Table], Any]], ...] = derive_from_box(
        lambda box: tuple((part.id, part.table_state) for part in box.parts if part.table_state)
    )
    player_states: tuple[tuple[str, Callable[[Table, Player], Any]], ...] = derive_from_box(
        lambda box: tuple((part.id, part.player_state) for part in box.parts if part.player_state)
    )


def _put_to_work(box: Any, deed: Deed[Any]) -> Deed[Any]:
    """Return a verb as the box judges it: wrapped by modules, the first one innermost."""
    judge, in_setup = deed.judge, deed.in_setup or deed.do in box.setup_verbs
    for part in box.parts:
        if deed.do in part.wraps and judge is not None:
            judge = part.wraps[deed.do](judge)
    loud = {OVER, EMPEROR} if deed.play else {OVER}
    quiet = {*PHASES, *box.setup_phases} - loud if not deed.settles else ()
    forks = deed.do in box.kinds and box.kinds[deed.do].about != ""
    return replace(deed, judge=judge, in_setup=in_setup, quiet=frozenset(quiet), forks=forks)


def _make_shapes(box: Module) -> Shapes:
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
        [setup(shapes) for setup in box.setups],
        {reading.plural: reading.whole(shapes) for reading in box.readings},
    )
    return shapes


def _make_form(box: Any, deed: Deed[Any]) -> Verb:
    """Return the form of a verb, with the keys that modules bring and add to it."""
    added = [part.adds[deed.do] for part in box.parts if deed.do in part.adds]
    verb = make_verb(deed.form, box.shapes, added)
    for part in box.parts:
        if deed.do in part.keys:
            own = part.keys[deed.do](box.shapes)
            for key in own.keys() - list_module_keys(deed.form):
                raise BrokenData(f"{part.id}: nobody judges {key!r} of {deed.do!r}")
            verb = replace(verb, optional={**verb.optional, **own})
    return verb
