"""The protocol that a game fulfils, and the registry of games.

Code outside ``adjudicator/<game>/`` knows a game only through this protocol.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol, Self, TypeVar

from adjudicator.hints import Hints
from adjudicator.messages import Message
from adjudicator.pieces import MovedPiece, Scene
from adjudicator.record import Record, Unreadable
from adjudicator.score import Result
from adjudicator.shapes import Verb
from adjudicator.verdict import LEGAL, Verdict

Entry = Mapping[str, Any]


class Triable(Protocol):
    """A state that judges entries and can be copied, to try one."""

    def judge(self, entry: Entry, stands: bool | None = None) -> Verdict:
        """Judge a well-formed entry as it is written (see ``play``)."""

    def play(self, entry: Any, stands: bool | None = None, naming: bool = True) -> Verdict:
        """Judge an entry that has been read and, where it takes effect, apply it.

        entry: as ``Verb.made`` builds it. It is not changed, and nothing in it.
        stands: the table's ruling on this entry, if any (see ``rule`` entries). An illegal
        entry changes nothing unless it stands; then it is applied with the breached checks
        skipped and every value held in its bounds.
        naming: whether it is tried which of the switches beside a refusal decided it; without that
        all are named that might have.
        """

    def copy(self) -> Self:
        """Return an independent snapshot of this state."""


class State(Triable, Protocol):
    """The state of one game while it is replayed. Mutable; ``copy`` takes a snapshot."""

    def options(self) -> list[dict[str, Any]]:
        """Return everything that may be entered now, in the form of record-format's ``next``."""

    def position(self) -> dict[str, Any]:
        """Return the position after the last entry, as record-format prints it."""

    def over(self) -> bool:
        """Return whether the game has ended."""

    def result(self, *, final: bool = False) -> Result:
        """Return the score lines now; ``final``: as if the game ended at this position."""

    @property
    def round_no(self) -> int:
        """The number of the round being played (the last one when over)."""

    @property
    def hints(self) -> Hints:
        """The words for keys of entries, of the game and of the modules that are played."""

    def try_other_parts(self, entry: Entry) -> Iterable[tuple[Entry, str, Self]]:
        """Yield an entry before this one, another part that it could name, and the state then.

        Only entries that are of the same kind as this one. None where no two open parts allow one
        entry.
        """


S = TypeVar("S", bound=Triable)


def try_entries(state: S, *entries: Any, stands: bool | None = None) -> tuple[S, Verdict]:
    """Return a copy of a state after some entries, and the verdict on the last of them.

    An entry that takes no effect ends the row. entries: as they are written, or as they have been
    read; then it is not tried which switches decided. stands: a ruling on each of them.
    """
    trial = state.copy()
    verdict: Verdict = LEGAL
    for entry in entries:
        if isinstance(entry, Mapping):
            verdict = trial.judge(entry, stands)
        else:
            verdict = trial.play(entry, stands, naming=False)
        if not verdict.is_applied:
            break
    return trial, verdict


@dataclass(frozen=True, slots=True)
class HouseRule:
    """One point that a table may settle for itself (``options.rulings``).

    id: of the rule or open question it is tied to. point: the point to settle, in words. values:
    the values it may have, each with its meaning. defaults: the value that holds without a house
    rule, by edition; a game without editions has one, under "". modules: one of them has to be in
    the record; empty: none has to.
    """

    id: str
    point: str
    values: Mapping[str, str]
    defaults: Mapping[str, str]
    modules: tuple[str, ...] = ()

    def default(self, edition: str | None) -> str:
        """Return the value that holds without a house rule. Raises KeyError for no edition."""
        return self.defaults[edition or ""]


CardName = tuple[str, str]
"""A card or tile of a game: its kind and id, ``("guest", "97")``, ``("tile", "A-krones")``."""


ScoreTable = tuple[Message, Sequence[tuple[Message, Mapping[str, Message]]]]
"""A small table beside the scores: its title, and rows of a title and a text for every player."""


class Game(Protocol):
    """A game: its vocabulary, its start, and its words for people.

    title: the name on the box. edition_labels: the editions a record may name, with words for
    them; empty where there is one only. module_labels: the modules that a record may name, with
    words for them. kinds: by key of a position, the kind (``messages.register_naming``) of the
    value there or in its list.
    """

    name: str
    title: str
    edition_labels: Mapping[str, str] = {}
    module_labels: Mapping[str, str] = {}
    verbs: Mapping[str, Verb]
    kinds: Mapping[str, str] = {}

    @property
    def cards_under(self) -> Mapping[str, str]:
        """By key of an entry, the kind of the card that stands there."""
        return {}

    def rules_of_cards(self) -> Mapping[str, CardName]:
        """Return the card that a rule describes, by the rule's id."""
        return {}

    def part_labels(self, header: Mapping[str, Any]) -> Mapping[str, Message]:
        """Return the words for the parts of ``scores``, as the edition of a record says them."""

    @property
    def house_rules(self) -> Sequence[HouseRule]:
        """Everything that ``options.rulings`` may set, in the order it is offered."""

    def vocabulary(self, header: Mapping[str, Any]) -> Mapping[str, Verb]:
        """Return the game's verbs with the names that a (checked) header adds or narrows them to.

        Such names are cards of modules, or rooms read off the table.
        """

    def read_header(self, document: Mapping[str, Any]) -> None:
        """Check the game's own keys of the header. Raises Unreadable naming the key."""

    def start(self, record: Record) -> State:
        """Return the state before the first entry.

        Raises Unreadable, naming key and rule, for a start that contradicts itself.
        """

    def list_moved(self, before: Scene, after: Scene, back: bool = False) -> Iterator[MovedPiece]:
        """Yield the moved pieces between two scenes: each player's, then the shared ones.

        back: whether the table goes back from one to the other. Then a player's own moves, such as
        taking the die, are undone by hand, and are told too.
        """
        return iter(())

    def find_refusing_rule(self, document: Mapping[str, Any], problem: Unreadable) -> str | None:
        """Return the rule by which a name or key of a record is none of its game, or None."""
        return None

    def list_score_tables(self, replay: Any) -> Sequence[ScoreTable]:
        """Return small tables about a replayed game, which a sheet puts beside the scores."""
        return ()

    def list_player_captions(self, state: State) -> Mapping[str, Message]:
        """Return the text under each player's name on a sheet, for the players who have one."""
        return {}


_MODULES = {
    found.parent.name: f"adjudicator.{found.parent.name}"
    for found in sorted(Path(__file__).parent.glob("*/game.py*"))
}
"""The games that exist: the folders beside this file with a ``game.py``; nothing else names one."""


def list_games() -> Sequence[str]:
    """Return the names of the games that exist, in the order they are offered."""
    return tuple(_MODULES)


@cache
def find(name: str) -> Game:
    """Return the game of that name. Raises KeyError for an unknown one.

    A game's module is imported on first use: a record of one game does not load the other.
    """
    game: Game = import_module(_MODULES[name]).GAME
    return game


def part_label(header: Mapping[str, Any], part: str) -> Message:
    """Return the words for a part of a record's score; the key where the game has none.

    header: the record without its entries. Raises KeyError for an unknown game.
    """
    labels = find(header["game"]).part_labels(header)
    return labels.get(part) or part.replace("_", " ").capitalize()


class Secrets(Protocol):
    """A game's module ``secrets``: the data that one player alone knows.

    SECRETS: as data, in the form that ``recorder.games.visibility`` describes.
    """

    SECRETS: Mapping[str, Any]

    def forget(self, state: Any, viewer: str | None) -> bool:
        """Take out of a copied state all secrets from the viewer (None: the table).

        Returns whether there was anything to forget.
        """


def load_part(name: str, module: str) -> Any:
    """Return a module of a game, imported on first use. Raises KeyError for an unknown game."""
    return import_module(f"{_MODULES[name]}.{module}")


def find_secrets(name: str) -> Secrets:
    """Return which data of a game belong to one player only. Raises KeyError for an unknown one."""
    found: Secrets = load_part(name, "table.secrets")
    return found


@dataclass(frozen=True, slots=True)
class Tallies:
    """Things to count over many games, as the game's module ``tallies`` declares them.

    kinds: a word for the counted thing, with the verb and the key of its entries. If the key holds
    a list of objects, also the key of an object that names the thing. The record "most guests" goes
    by ``guests``, where a game counts them. bgg: the game's number at BoardGameGeek, None where it
    is not known. seats: players, from and to. names: its names among people, folded. boxes: by
    edition, the words that tell its box. expansion: the words that tell the expansion. modules: by
    name, the words that tell it. Words are regular expressions for folded text.
    """

    kinds: Mapping[str, tuple[str, str, str | None]]
    bgg: int | None = None
    seats: tuple[int, int] = (1, 99)
    names: tuple[str, ...] = ()
    boxes: Mapping[str, str] = field(default_factory=dict)
    expansion: str = ""
    modules: Mapping[str, str] = field(default_factory=dict)


def find_tallies(name: str) -> Tallies:
    """Return the things counted in a game; nothing if it has no module ``tallies``."""
    where = f"{_MODULES[name]}.printed.tallies"
    try:
        if find_spec(where) is None:
            return Tallies({})
    except ModuleNotFoundError:  # the game is no package
        return Tallies({})
    module: Any = import_module(where)
    return Tallies(
        module.TALLIES,
        module.BGG,
        module.SEATS,
        module.NAMES,
        module.BOXES,
        module.EXPANSION,
        module.MODULES,
    )
