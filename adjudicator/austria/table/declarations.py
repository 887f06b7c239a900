"""Declarations of the base game and modules: verbs, kinds of part, stages, steps, keys, scores."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from adjudicator.austria.printed.catalogue import Guest, Part, ReadWord
from adjudicator.austria.printed.record_shapes import Shapes
from adjudicator.austria.table.entry_findings import Case
from adjudicator.austria.table.state import Open, Player, Table
from adjudicator.entries import E
from adjudicator.messages import M, Message, adapt_to_edition
from adjudicator.messages.po import BrokenData
from adjudicator.obstacles import Against
from adjudicator.score import ScoreLine
from adjudicator.shapes import Shape

Item = dict[str, Any]
"""An item of ``next``."""


def make_item(player: Player, do: str, **keys: Any) -> Item:
    """Return an item of ``next``."""
    return {"by": player.id, "do": do, **keys}


Judge = Callable[[Table, Any, E, Case], None]
"""Judges an entry and applies it: table, player (None for a verb without ``by``), entry, case."""


@dataclass(frozen=True, slots=True)
class Deed(Generic[E]):
    """A verb: its entries and their judge.

    form: the class of its entries, which declares their keys.
    in_setup: it may be entered before the first roll.
    play: it belongs to the play and is refused outside it (GAH-SETUP-24, GAH-ROUND-01); else it is
        about the record.
    settles: it may leave open parts of anybody without an answer, which then drop.
    after_end: it may still name a part of the last scoring when the game is over.
    shared: anybody may enter it for the players who are due, so no hint proposes it to others.

    A box adds two facts. quiet: the phases without any follow-up after an entry without findings.
    forks: the choice of the open part may matter later (``other_permissions.py``).
    """

    form: type[E]
    judge: Judge[E] | None
    in_setup: bool = False
    play: bool = True
    settles: bool = False
    after_end: bool = False
    shared: bool = False
    quiet: frozenset[str] = frozenset()
    forks: bool = False

    @property
    def do(self) -> str:
        """The verb."""
        return self.form.do


@dataclass(frozen=True, slots=True)
class Obligation:
    """The reason why a part cannot be declined.

    rule: broken by an entry that ends a set-up, a turn or a round while the part is open. told: the
    message about the player with the part.
    """

    rule: str
    told: Callable[[Player], M]


PENALTY = Obligation(
    "GAH-EMP-07", lambda player: M("rounds.emperor-penalty-open", owing=(player.id,))
)
"""A penalty of an emperor tile is carried out."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of agenda part: its name, its resolution, its uses.

    word: as ``Part.kind``, the verb of its entry and ``do`` in ``open``.
    words: reward words of the data files that stand for a part of this kind.
    resolve: books a part without a choice, given its source, the trigger and the chain of its
        event. A kind with it is automatic.
    answerable: whether a part with a choice has a legal answer.
    offer: items of ``next`` for one part. offer_all: the same for all front parts of the kind at
        once, where one item covers several.
    compulsory: why it cannot be declined, None for a permission.
    blocks: whether it forbids other entries while it is open.
    note: notes the house rules that decided whether it can be answered.
    shows: further keys of the printed part.
    choice: how one of ``Open.choices`` is printed.
    merges: the key whose values are joined into one item of ``next``.
    about: the key that tells one entry from another where several parts could be used
        (``other_permissions.py``); "" for cards of a hand, as no refusal may tell where they are.
    """

    word: str
    words: Mapping[str, ReadWord] = field(default_factory=dict)
    resolve: Callable[[Table, Player, Part, str, int, int], None] | None = None
    answerable: Callable[[Table, Player, Open], bool] = lambda table, player, part: True
    offer: Callable[[Table, Player, Open], Iterator[Item]] | None = None
    offer_all: Callable[[Table, Player, list[Open]], Iterator[Item]] | None = None
    compulsory: Obligation | None = None
    blocks: bool = True
    note: Callable[[Table, Player, Open], None] | None = None
    shows: Callable[[Open], Mapping[str, Any]] | None = None
    choice: Callable[[Any], Any] | None = None
    merges: str | None = None
    about: str = ""
    automatic: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "automatic", self.resolve is not None)


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of set-up. Stages follow one another in written order.

    phase: as ``position`` prints it. rule and why: where the rulebook puts it, and why there.
    through: whether it is over. offer: items of ``next``. begin: called when it begins. before: the
    phase of the stage in front of which a module's stage is put, "" for the first. combined: the
    rule that puts it there where modules are in play.
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
    """A step of the end of a round. A step may open parts: the next waits until they are closed.

    id: its name. rule and why: where the rulebook puts it, and why there. run: carries it out.
    resumes: it is still to be done where a position begins after the scorings of its round. after:
    the id of the step behind which a module's step is put, "" for the front. foresee: notes, before
    a round is closed, the unknown facts that the step needs; foreseen: in which rounds.
    """

    id: str
    rule: str
    why: str
    run: Callable[[Table, Case], None]
    resumes: bool = False
    after: str = ""
    foresee: Callable[[Table, Case], None] | None = None
    foreseen: Collection[int] = ()


Due = tuple[Callable[[Table], Iterator[Item]], Callable[[Table], Against]]
"""An entry that is due between two rounds before the dice are rolled: the function that yields its
items of ``next``, and the one that yields the obstacles to a roll while it is due."""


@dataclass(frozen=True, slots=True)
class Loss:
    """A loss in goods that tiles of a module print (``Goods.other``).

    word: as the data file calls it. can: whether it can be given in full. give: carries it out, or
    opens its choice. told: the goods, in words. offer: items of ``next`` for a player with the
    choice. unsettled: notes unknown facts and returns True; then nothing of the penalty is booked.
    """

    word: str
    can: Callable[[Table, Player, Any], bool]
    give: Callable[[Table, Player, Any], None]
    told: Callable[[Any], M]
    offer: Callable[[Table, Player, Any], Iterator[Item]] | None = None
    unsettled: Callable[[Table, Case], bool] | None = None


MISSING: Any = object()
"""The value of a key that a position leaves out."""


def list_if_known(value: Any) -> Any:
    """Return a copy of a known list. An unknown list stays left out."""
    return MISSING if value is None else list(value)


@dataclass(frozen=True, slots=True, eq=False)
class Key:
    """A key of a position, of the table or (as ``player_keys``) of each player.

    shape: its form. show: returns its printed value (of the table, or of the table and player),
    ``MISSING`` to leave it out. read: takes it from a position (table, the whole position or the
    player, value, key for errors). default: the value that is read where a position leaves it out;
    with ``MISSING`` nothing is read. check: whether ``check`` may name it. alike: a form in which
    equal values are equal. late: of a player's keys: read behind the others. guests: its value
    lists guests that lie with the player.
    """

    name: str
    shape: Callable[[Shapes], Shape]
    show: Callable[..., Any]
    read: Callable[[Table, Any, Any, str], None] | None = None
    default: Any = MISSING
    check: bool = False
    alike: Callable[[Any], Any] = lambda value: value
    late: bool = False
    guests: bool = False

    def take(self, table: Table, owner: Any, given: Mapping[str, Any], place: str) -> None:
        """Read the key from an object of a position. owner: the whole position, or the player."""
        value = given.get(self.name, self.default)
        if self.read is not None and value is not MISSING:
            self.read(table, owner, value, f"{place}.{self.name}")


Named = TypeVar("Named", Deed[Any], Kind, Loss)


def index_by_name(*declared: Named) -> dict[str, Named]:
    """Return verbs, kinds or losses by name. Raises BrokenData for a name that stands twice."""
    named: dict[str, Named] = {}
    for one in declared:
        name = one.do if isinstance(one, Deed) else one.word
        if name in named:
            raise BrokenData(f"{name!r} stands twice")
        named[name] = one
    return named


@dataclass(frozen=True, slots=True)
class ScorePart:
    """A part of ``scores``: its key, the rule of its line and its label on pages and sheets.

    before: the part in front of which it is printed; "" puts it after ``staff``, or, where
    ``final`` is set, at the end. final: lines of a player at the end of the game, instead of a sum
    that is booked during play.
    """

    id: str
    rule: str
    label: Message
    before: str = ""
    final: Callable[[Table, Player], Iterator[ScoreLine]] | None = None

    def label_in(self, edition: str) -> Message:
        """Return the label of the part in an edition."""
        return adapt_to_edition(self.label, edition)


ScoringRow = tuple[Message, Mapping[str, Message]]
"""A row of such a table: its title, and a cell for each player."""

Beside = tuple[Message, Mapping[str, Callable[[Table], ScoringRow | None]]]
"""A small table beside the scores: its title, and by a step of a round's end the function that
makes a row from the table before that step."""


@dataclass(frozen=True, slots=True)
class Counted:
    """Something that cards count: the words for a person, and how it is counted.

    perhaps: how many more figures that nobody has read may add. guest: whether a guest card in a
    player's pile counts for it (``piles.py``). unsettled: a question, and how many more another
    answer to it would count (below 0: fewer).
    """

    words: Message
    count: Callable[[Table, Player], int]
    perhaps: Callable[[Table, Player], int] | None = None
    guest: Callable[[Guest], bool] | None = None
    unsettled: tuple[str, Callable[[Table, Player], int]] | None = None
