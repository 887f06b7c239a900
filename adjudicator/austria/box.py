"""A box: the base game with the modules of a record, merged and checked once per combination.

The base game (``base.py``) and each module (``modules/<name>/``) are objects of one kind,
``Module``. Whatever is judged asks the box for what a game consists of; no handler names a
module. docs/modules.md says what a module may bring and how.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from adjudicator.austria import modules
from adjudicator.austria.catalogue import (
    Components,
    Foods,
    Part,
    Reader,
    ReadWord,
)
from adjudicator.austria.datafile import FOLDER
from adjudicator.austria.editions import Switch
from adjudicator.hooks import Hook, Hooked, asked, gathered
from adjudicator.messages import M, Message
from adjudicator.record import Unreadable
from adjudicator.shapes import Shape, Verb

if TYPE_CHECKING:
    from adjudicator.austria.case import Case
    from adjudicator.austria.catalogue import Guest
    from adjudicator.austria.editions import Rules
    from adjudicator.austria.figures import Reading
    from adjudicator.austria.state import Open, Player, Table
    from adjudicator.austria.vocabulary import Shapes
    from adjudicator.messages import Message
    from adjudicator.score import ScoreLine

Item = dict[str, Any]
"""An item of ``next``."""

PLAYERS = (2, 3, 4)
"""How many may play (GAH-COMP-02)."""

OrderTiles = Sequence[Sequence[int | None]]
"""Numbers of order tiles 1, 2, ..: the lower ones, the higher ones, then None where all are
covered; by how many of a tile are."""

Judge = Callable[["Table", Any, Mapping[str, Any], "Case"], None]
"""Judges an entry and applies it: table, player (None for a verb without ``by``), entry, case."""


@dataclass(frozen=True, slots=True)
class Deed:
    """A verb: its form and who judges it.

    shape: the keys, from the shapes of the box. in_setup: it may be entered before the first
    roll. play: it belongs to the play, so that it is refused outside it (GAH-SETUP-24,
    GAH-ROUND-01); else it is about the record. settles: it may leave open parts of anybody
    without an answer, which then drop. after_end: it may still name something of the last scoring
    when the game is over, so that its end is no reason to refuse it.
    """

    do: str
    shape: Callable[[Shapes], Verb]
    judge: Judge | None
    in_setup: bool = False
    play: bool = True
    settles: bool = False
    after_end: bool = False


def _always(table: Table, player: Player, part: Open) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of agenda part: what it is called, how it resolves or what may be done with it.

    word: as ``Part.kind``, the verb of its entry and ``do`` in ``open``. words: reward words of the
    data files that stand for a part of this kind. resolve: books a part without a choice, given its
    source, the trigger and the chain of its event; a kind with it is automatic. answerable: whether
    a part with a choice has a legal answer. offer: items of ``next`` for one part. offer_all: the
    same for all front parts of the kind at once, where one item covers several. compulsory: it
    cannot be declined. blocks: whether it forbids other entries while it is open. note: house rules
    that decided whether it can be answered. shows: further keys of the printed part. choice: how
    one of ``Open.choices`` is printed. named: whether ``what`` of ``decline`` may name it.
    """

    word: str
    words: Mapping[str, ReadWord] = field(default_factory=dict)
    resolve: Callable[[Table, Player, Part, str, int, int], None] | None = None
    answerable: Callable[[Table, Player, Open], bool] = _always
    offer: Callable[[Table, Player, Open], Iterator[Item]] | None = None
    offer_all: Callable[[Table, Player, list[Open]], Iterator[Item]] | None = None
    compulsory: bool = False
    blocks: bool = True
    note: Callable[[Table, Player, Open], None] | None = None
    shows: Callable[[Open], Mapping[str, Any]] | None = None
    choice: Callable[[Any], Any] | None = None
    merges: str | None = None
    named: bool = True
    automatic: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "automatic", self.resolve is not None)


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of set-up. Stages follow one another in written order.

    phase: as ``position`` prints it. rule and why: where the rulebook puts it, and why there.
    through: whether it is over. offer: items of ``next``. begin: what happens when it begins.
    before: the phase of the stage in front of which a module's stage is put, "" for the first.
    combined: the rule that puts it there where modules are in play.
    """

    phase: str
    rule: str
    why: str
    through: Callable[[Table], bool]
    offer: Callable[[Table], Iterator[Item]]
    begin: Callable[[Table], None] | None = None
    before: str = ""
    combined: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the end of a round. A step may open parts: the next waits until they are through.

    id: its name. rule and why: where the rulebook puts it, and why there. run: carries it out.
    resumes: it is still to be done where a position begins after the scorings of its round.
    after: the id of the step behind which a module's step is put, "" for the front. foresee: notes,
    before a round is closed, what is not known that the step needs.
    """

    id: str
    rule: str
    why: str
    run: Callable[[Table, Case], None]
    resumes: bool = False
    after: str = ""
    foresee: Callable[[Table, Case], None] | None = None


@dataclass(frozen=True, slots=True)
class Due:
    """What has to be entered between two rounds before the dice are rolled.

    due: whether it is. offer: items of ``next``. cite: notes what a roll breaks that comes first.
    """

    due: Callable[[Table], bool]
    offer: Callable[[Table], Iterator[Item]]
    cite: Callable[[Table, Case], None]


@dataclass(frozen=True, slots=True)
class Loss:
    """A loss in goods that tiles of a module print (``Goods.other``).

    word: as the data file calls it. can: whether it can be given in full. give: carries it out,
    or opens what leaves a choice. offer: items of ``next`` for a player who may choose it.
    unsettled: notes what is not known and returns True; then nothing of the penalty is booked.
    """

    word: str
    can: Callable[[Table, Player, Any], bool]
    give: Callable[[Table, Player, Any], None]
    offer: Callable[[Table, Player, Any], Iterator[Item]] | None = None
    unsettled: Callable[[Table, Case], bool] | None = None


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a position, of the table or (as ``player_keys``) of each player.

    shape: its form. show: what is printed, ``MISSING`` to leave it out. read: takes it into the
    table (table or table and player, value or MISSING, the whole object, key for errors).
    check: whether ``check`` may name it. alike: a form in which equal values are equal.
    late: of a player's keys: read behind the others.
    """

    name: str
    shape: Callable[[Shapes], Shape]
    show: Callable[..., Any]
    read: Callable[..., None] | None = None
    check: bool = False
    alike: Callable[[Any], Any] | None = None
    late: bool = False


class Missing:
    """Stands for a key that a position leaves out."""

    def __repr__(self) -> str:
        return "MISSING"


MISSING = Missing()


class ModuleState(Protocol):
    """What a module keeps, on the table or on each player, under its id."""

    def copy(self) -> ModuleState:
        """Return an independent copy; what never changes may be shared."""


@dataclass(frozen=True, slots=True)
class ScorePart:
    """A part of ``scores``: its key, the rule of its line and the English label.

    before: the part in front of which it is printed; "" puts it after ``staff``, or, where
    ``final`` is set, at the end. final: lines of a player at the end of the game, instead of a
    sum that is booked during play.
    """

    id: str
    rule: str
    label: Message
    before: str = ""
    final: Callable[[Table, Player], Iterator[ScoreLine]] | None = None


@dataclass(frozen=True, slots=True)
class Counted:
    """Something that cards count: the words for a person, and how it is counted.

    perhaps: how many more figures that nobody has read may add. guest: whether a guest card in a
    player's pile counts for it (``piles.py``).
    """

    words: Message
    count: Callable[[Table, Player], int]
    perhaps: Callable[[Table, Player], int] | None = None
    guest: Callable[[Guest], bool] | None = None


@dataclass(frozen=True, slots=True)
class Stock:
    """How many pieces of a food there are. switch: whether they are a limit."""

    count: int
    switch: str

    def limited(self, rules: Rules) -> bool:
        """Return whether no more of it can be had than there are pieces."""
        return rules[self.switch] == "limited"


@dataclass(frozen=True, slots=True)
class Module:
    """The base game or one module: all that it brings. Everything is optional but id and number.

    id: as ``modules`` names it; number: the order in which modules are asked. data: folder with
    files in the form of the base game's. foods: further kinds of food. food_actions: the foods of a
    space, behind those it has, none more often than the one before it. balance_rules: the rule
    broken, by the space and the food that is too many. choice_rules: the rules broken where the
    food is taken by a choice that does not include it. stocks: of further foods. left_foods: rule
    and label of the line that a further food has at the end. words: reward words besides those of
    the kinds. kinds, deeds: agenda kinds and verbs. keys: keys added to verbs, by verb. wraps: put
    a module's own judging around a verb of others (``pass`` in an auction), given the judge inside;
    setup_verbs: verbs of others that it lets be entered during set-up. offers: items of ``next``,
    asked after the base game's. stages, steps, dues: of set-up, of the end of a round, before a
    roll. losses: goods that tiles take. hooks: what it alters and hears (``adjudicator.hooks``);
    together: the same for hooks of another module, by that module, read only where both are in
    play. setup: keys of the set-up (required, optional), with ``begin`` to read them. position,
    player_keys: keys of a position. begin: called with the table, the set-up (or the position) and
    the options before any of it is read. table_state, player_state: make the state of the module.
    finish: called with the table and the record when everything of a start has
    been read; raises Unreadable for contradictions. parts: score parts. counts: what cards count.
    switches: house-rule
    switches. sources: forms of ``from``, as regular expressions. events, effects, timings: words of
    permanent staff cards. staff_marks: further states of a card in play, as positions print them,
    with the number they are kept as (3 and more). shares: what several modules bring together,
    merged once. missed: the rule to name, by word, where a record has the word and lacks the
    module that it needs, if it is not WALTZ-GEN-01. unread: the id of the question for an unread
    figure (``order``, ``cost``). setup_parts: whether parts may be open during set-up. order_tiles:
    the numbers of the order tiles of so many players, where the snake does not hold. readings:
    components whose figures a table may read off them (``figures.py``). bends: what cannot have
    come about by the rules, but by an entry let stand, as ``start.bent`` yields it. dice: names of
    dice that are told apart. narrows: the verbs of a record with this header, where they depend on
    more than its modules. beside: rows of a small table beside the scores, of a step of a round's
    end as the table stood before it; beside_title: the table's. called: what stands under a
    player's name.
    """

    id: str
    number: int
    data: Path | None = None
    foods: tuple[str, ...] = ()
    food_actions: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    balance_rules: Mapping[tuple[int, str], str] = field(default_factory=dict)
    choice_rules: Mapping[str, Sequence[str]] = field(default_factory=dict)
    stocks: Mapping[str, Stock] = field(default_factory=dict)
    missed: Mapping[str, str] = field(default_factory=dict)
    left_foods: Mapping[str, tuple[str, Message]] = field(default_factory=dict)
    words: Mapping[str, ReadWord] = field(default_factory=dict)
    kinds: tuple[Kind, ...] = ()
    deeds: tuple[Deed, ...] = ()
    keys: Mapping[str, Callable[[Shapes], Mapping[str, Shape]]] = field(default_factory=dict)
    wraps: Mapping[str, Callable[[Judge], Judge]] = field(default_factory=dict)
    setup_verbs: tuple[str, ...] = ()
    offers: Callable[[Table], Iterator[Item]] | None = None
    stages: tuple[Stage, ...] = ()
    steps: tuple[Step, ...] = ()
    dues: tuple[Due, ...] = ()
    losses: tuple[Loss, ...] = ()
    hooks: tuple[Hooked, ...] = ()
    together: Mapping[str, Callable[[], tuple[Hooked, ...]]] = field(default_factory=dict)
    setup: Callable[[Shapes], tuple[Mapping[str, Shape], Mapping[str, Shape]]] | None = None
    position: tuple[Key, ...] = ()
    player_keys: tuple[Key, ...] = ()
    table_state: Callable[[Table], Any] | None = None
    player_state: Callable[[Table, Player], Any] | None = None
    begin: Callable[[Table, Mapping[str, Any], Mapping[str, Any]], None] | None = None
    finish: Callable[[Table, Mapping[str, Any]], None] | None = None
    header: Callable[[Mapping[str, Any]], None] | None = None
    parts: tuple[ScorePart, ...] = ()
    counts: Mapping[str, Counted] = field(default_factory=dict)
    switches: tuple[Switch, ...] = ()
    sources: tuple[str, ...] = ()
    staff_marks: Mapping[str, int] = field(default_factory=dict)
    events: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    timings: tuple[str, ...] = ()
    unread: Mapping[str, str] = field(default_factory=dict)
    shares: tuple[Module, ...] = ()
    setup_parts: bool = False
    order_tiles: Callable[[int], OrderTiles] | None = None
    readings: tuple[Reading, ...] = ()
    bends: Callable[[Table], Iterator[tuple[str, str, Message]]] | None = None
    dice: tuple[str, ...] = ()
    narrows: Callable[[Mapping[str, Any], Mapping[str, Verb]], Mapping[str, Verb]] | None = None
    beside: Mapping[str, Callable[[Table], tuple[Message, Mapping[str, Message]] | None]] = field(
        default_factory=dict
    )
    beside_title: Message = ""
    called: Callable[[Table, Player], Message | None] | None = None


class BrokenBox(RuntimeError):
    """Modules that do not fit together; the message names the module and what is wrong."""


class Box:
    """What one combination of modules consists of. Made once; nothing in it ever changes."""

    def __init__(self, parts: Sequence[Module]) -> None:
        """Merge the base game, which comes first, with the modules. Raises BrokenBox."""
        from adjudicator.austria.state import SUPPLY, USED, WAITING
        from adjudicator.austria.vocabulary import Shapes

        self.parts = tuple(parts)
        self.ids = tuple(part.id for part in parts[1:])
        self.foods: tuple[str, ...] = _all(parts, "foods")
        self.food_range = range(len(self.foods))
        self.food_index: Mapping[str, int] = {food: n for n, food in enumerate(self.foods)}
        self.choosable = range(len(parts[0].foods))
        self.choice_rules: Mapping[str, Sequence[str]] = _merged(parts, "choice_rules")
        self.nothing: Foods = (0,) * len(self.foods)
        self.kinds: Mapping[str, Kind] = _by_name(parts, "kinds", "word")
        self.readings: tuple[Reading, ...] = tuple(dict.fromkeys(_all(parts, "readings")))
        self.deeds: Mapping[str, Deed] = _by_name(parts, "deeds", "do") | self._reading_off()
        self.deeds = {do: _wrapped(deed, parts) for do, deed in self.deeds.items()}
        self.counts: Mapping[str, Counted] = _merged(parts, "counts")
        words = {word: read for kind in self.kinds.values() for word, read in kind.words.items()}
        self.reader = Reader(
            self.foods,
            words | dict(_merged(parts, "words")),
            {word: counted.words for word, counted in self.counts.items()},
            events=_all(parts, "events"),
            effects=_all(parts, "effects"),
            timings=_all(parts, "timings"),
        )
        self.components = Components(
            (FOLDER, *(part.data for part in parts if part.data is not None)), self.reader
        )
        self.reactions = self.components.reactions
        self.own_switches: tuple[Switch, ...] = _all(parts, "switches")
        self.losses: Mapping[str, Loss] = _by_name(parts, "losses", "word")
        self.marks: dict[int, str] = {USED: "used", WAITING: "used"}
        self.marks |= {mark: name for name, mark in _merged(parts, "staff_marks").items()}
        self.answers = _answers(parts)
        self.food_actions: Mapping[int, tuple[str, ...]] = _food_actions(parts)
        self.named_dice: tuple[str, ...] = _all(parts, "dice")
        self.balance_rules: Mapping[tuple[int, str], str] = _merged(parts, "balance_rules")
        own_stocks: Mapping[str, Stock] = _merged(parts, "stocks")
        common = Stock(SUPPLY, "U-17")
        self.stocks = tuple(own_stocks.get(food, common) for food in self.foods)
        self.missed: Mapping[str, str] = _merged(parts, "missed")
        self.left_foods: Mapping[str, tuple[str, Message]] = _merged(parts, "left_foods")
        self.stages = _stages(parts)
        self.setup_phases = frozenset(stage.phase for stage in self.stages)
        self.stage_of = {stage.phase: place for place, stage in enumerate(self.stages)}
        self.steps = _steps(parts)
        self.dues: tuple[Due, ...] = _all(parts, "dues")
        self.offers = tuple(part.offers for part in parts if part.offers is not None)
        self.position: tuple[Key, ...] = _all(parts, "position")
        self.player_keys: tuple[Key, ...] = _all(parts, "player_keys")
        self.score_parts = _score_parts(parts)
        self.track_parts = tuple(part.id for part in self.score_parts if part.final is None)
        self.part_ids = tuple(part.id for part in self.score_parts)
        orders = [part.order_tiles for part in parts if part.order_tiles is not None]
        self.order_tiles: Mapping[int, OrderTiles] = {n: orders[-1](n) for n in PLAYERS}
        self.setup_parts = any(part.setup_parts for part in parts)
        self.unread: Mapping[str, str] = {
            figure: question for part in reversed(parts) for figure, question in part.unread.items()
        }
        self.table_states = tuple((p.id, p.table_state) for p in parts if p.table_state)
        self.player_states = tuple((p.id, p.player_state) for p in parts if p.player_state)
        self.begins = tuple(part.begin for part in parts if part.begin is not None)
        self.finishes = tuple(part.finish for part in parts if part.finish is not None)
        self.narrows = tuple(part.narrows for part in parts if part.narrows is not None)
        self.bends = tuple(part.bends for part in parts if part.bends is not None)
        self.headers = tuple(part.header for part in parts if part.header is not None)
        self.shapes = Shapes(self)
        self.verbs = self.shapes.verbs()

    def _reading_off(self) -> dict[str, Deed]:
        """Return the verb ``figure``, where any component may be read."""
        from adjudicator.austria import figures

        if not self.readings:
            return {}
        deed = Deed(
            "figure",
            lambda shapes: figures.verb(shapes, self.readings),
            figures.judge,
            play=False,
            settles=True,
        )
        return {deed.do: deed}

    def vector(self, named: Mapping[str, int]) -> Foods:
        """Return counts per food from an object that names some of them."""
        if not named:
            return self.nothing
        return tuple(map(named.get, self.foods, self.nothing))


def _answers(parts: Sequence[Module]) -> Mapping[Hook, tuple[Callable[..., Any], ...]]:
    """Return who answers each hook, in the order of the modules."""
    ids = {part.id for part in parts}
    brought: list[Hooked] = []
    for part in parts:
        own = [*part.hooks]
        for other, hooks in part.together.items():
            if other in ids:
                own += hooks()
        for hook, _ in own:
            if not asked(hook):
                raise BrokenBox(f"{part.id}: nobody asks or tells {hook}")
        brought += own
    return gathered(brought)


def _all(parts: Iterable[Module], name: str) -> tuple[Any, ...]:
    return tuple(one for part in parts for one in getattr(part, name))


def _merged(parts: Iterable[Module], name: str) -> dict[Any, Any]:
    merged: dict[Any, Any] = {}
    for part in parts:
        for key, value in getattr(part, name).items():
            if merged.get(key, value) != value:
                raise BrokenBox(f"{part.id}: {key!r} of {name} stands twice")
            merged[key] = value
    return merged


def _by_name(parts: Iterable[Module], name: str, key: str) -> dict[str, Any]:
    merged: dict[str, Any] = {}
    for part in parts:
        for one in getattr(part, name):
            if getattr(one, key) in merged:
                raise BrokenBox(f"{part.id}: {getattr(one, key)!r} of {name} stands twice")
            merged[getattr(one, key)] = one
    return merged


def _wrapped(deed: Deed, parts: Iterable[Module]) -> Deed:
    """Return a verb with what modules put around its judge, the first module innermost."""
    for part in parts:
        if deed.do in part.wraps and deed.judge is not None:
            deed = replace(deed, judge=part.wraps[deed.do](deed.judge))
        if deed.do in part.setup_verbs:
            deed = replace(deed, in_setup=True)
    return deed


def _food_actions(parts: Iterable[Module]) -> dict[int, tuple[str, ...]]:
    """Put the foods that modules add to a space behind those it has."""
    spaces: dict[int, tuple[str, ...]] = {}
    for part in parts:
        for space, foods in part.food_actions.items():
            spaces[space] = (*spaces.get(space, ()), *foods)
    return spaces


def _stages(parts: Sequence[Module]) -> tuple[Stage, ...]:
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


def _steps(parts: Sequence[Module]) -> tuple[Step, ...]:
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


def _score_parts(parts: Sequence[Module]) -> tuple[ScorePart, ...]:
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


@lru_cache(maxsize=64)
def box_of(names: frozenset[str]) -> Box:
    """Return the box with these modules. Raises KeyError for a module that does not exist."""
    from adjudicator.austria.base import BASE

    chosen = [modules.find(name) for name in names]
    shared = {part.id: part for module in chosen for part in module.shares}
    return Box((BASE, *sorted((*chosen, *shared.values()), key=lambda module: module.number)))


def box_in(document: Mapping[str, Any]) -> Box:
    """Return the box of a (checked) record."""
    return box_of(frozenset(document.get("modules", ())))


def read_modules(names: Sequence[str]) -> Box:
    """Return the box that a header names. Raises Unreadable for an unknown or repeated module."""
    from adjudicator.shapes import shown

    known = modules.names()
    for name in names:
        if name not in known:
            raise Unreadable(M("box.module-not-supported", name=shown(name)), key="modules")
    for name in names:
        if names.count(name) > 1:
            raise Unreadable(
                M("box.module-stands-twice", name=shown(name)), key="modules", rule="WALTZ-GEN-01"
            )
    return box_of(frozenset(names))
