"""The base game or one module: all that it brings to a box."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from adjudicator.austria.printed.catalogue import ReadWord
from adjudicator.austria.printed.contents import OrderTiles, Stock
from adjudicator.austria.printed.editions import Switch
from adjudicator.austria.printed.record_shapes import Shapes
from adjudicator.austria.table.component_readings import Reading
from adjudicator.austria.table.declarations import (
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
from adjudicator.austria.table.state import Player, Table
from adjudicator.entries import AddedKeys
from adjudicator.hints import Hint
from adjudicator.hooks import ModuleAnswer
from adjudicator.messages import Message
from adjudicator.shapes import Shape, Verb


@dataclass(frozen=True, slots=True)
class Module:
    """The base game or one module: all that it brings. Everything is optional but id and number.

    id: as ``modules`` names it. number: the order in which modules are asked.
    data: folder with files in the form of the base game's.
    foods: further kinds of food.
    food_actions: further foods of a space, none more often than the one before it.
    balance_rules: the rule broken, by the space and the food that is too many.
    choice_rules: the rules broken where a choice that does not include the food takes it.
    stocks: of further foods.
    missed: the rule to name, by word, where a record has the word and lacks the module that it
        needs, if it is not WALTZ-GEN-01.
    left_foods: rule and label of the line that a further food has at the end.
    words: reward words besides the words of the kinds.
    kinds, deeds: agenda kinds and verbs.
    adds: the keys that it adds to a verb of others and reads itself.
    keys: keys that the judge of a verb understands and only modules bring, by verb.
    wraps: put a module's own judging around a verb of others (``pass`` in an auction), given the
        judge inside.
    setup_verbs: verbs of others that it lets be entered during set-up.
    offers: items of ``next``, asked after the base game's.
    stages, steps, dues: of set-up, of the end of a round, before a roll.
    losses: goods that tiles take.
    hooks: the hooks that it answers (``adjudicator.hooks``). together: the same for hooks of
        another module, by that module, read only where both are in play. holdings: the same for
        hooks of a player with a holding, by the holding (``Player.hold``).
    setup: keys of the set-up (required, optional); ``begin`` reads them.
    position, player_keys: keys of a position.
    table_state, player_state: make the state of the module.
    begin: called with the table, the set-up (or the position) and the options before any of it is
        read.
    finish: called with the table and the record when everything of a start has been read. Raises
        Unreadable for contradictions.
    header: checks the header of a record. Raises Unreadable.
    parts: score parts. counts: the things that cards count.
    switches: house-rule switches.
    sources: forms of ``from``, as regular expressions.
    staff_marks: further states of a card in play, as positions print them, with their number (3 and
        more).
    events, timings: words of permanent staff cards.
    unread: the id of the question for an unread figure (``order``, ``cost``).
    shares: parts that several modules bring together, merged once.
    setup_parts: whether parts may be open during set-up.
    order_tiles: the numbers of the order tiles of so many players, where the snake does not hold.
    readings: components with figures that a table may read off them (``component_figures.py``).
    bends: yields values that only an entry let stand can bring about, as
        ``start.find_impossible_values`` does.
    dice: names of dice that are told apart.
    hints: how hints speak of keys that it brings (``adjudicator.hints``).
    cards: the kinds of card in further files of its folder ``data``, by file: components with rules
        of their own, as entries name them.
    narrows: the verbs of a record with this header, where they depend on more than its modules.
    beside: rows of a small table beside the scores, made from the table before a step of a round's
        end. beside_title: the table's.
    called: the caption under a player's name.
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
    deeds: tuple[Deed[Any], ...] = ()
    adds: Mapping[str, type[AddedKeys]] = field(default_factory=dict)
    keys: Mapping[str, Callable[[Shapes], Mapping[str, Shape]]] = field(default_factory=dict)
    wraps: Mapping[str, Callable[[Judge[Any]], Judge[Any]]] = field(default_factory=dict)
    setup_verbs: tuple[str, ...] = ()
    offers: Callable[[Table], Iterator[Item]] | None = None
    stages: tuple[Stage, ...] = ()
    steps: tuple[Step, ...] = ()
    dues: tuple[Due, ...] = ()
    losses: tuple[Loss, ...] = ()
    hooks: tuple[ModuleAnswer, ...] = ()
    together: Mapping[str, Callable[[], tuple[ModuleAnswer, ...]]] = field(default_factory=dict)
    holdings: Mapping[str, tuple[ModuleAnswer, ...]] = field(default_factory=dict)
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
    timings: tuple[str, ...] = ()
    unread: Mapping[str, str] = field(default_factory=dict)
    shares: tuple[Module, ...] = ()
    setup_parts: bool = False
    order_tiles: Callable[[int], OrderTiles] | None = None
    readings: tuple[Reading, ...] = ()
    bends: Callable[[Table], Iterator[tuple[str, str, Message]]] | None = None
    dice: tuple[str, ...] = ()
    hints: Mapping[str, Hint] = field(default_factory=dict)
    cards: Mapping[str, str] = field(default_factory=dict)
    narrows: Callable[[Mapping[str, Any], Mapping[str, Verb]], Mapping[str, Verb]] | None = None
    beside: Mapping[str, Callable[[Table], tuple[Message, Mapping[str, Message]] | None]] = field(
        default_factory=dict
    )
    beside_title: Message = ""
    called: Callable[[Table, Player], Message | None] | None = None
