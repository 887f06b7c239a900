"""The faces of the expansion's modules, one folder each: ``modules/<name>/`` with a ``FACE``.

A hyphen of a module's name is an underscore in its folder's; its templates lie in
``templates/austria/modules/<name>/``. Nothing else in the pages names a module: the pages ask
``list_faces`` for the faces of a record. A module without a folder here has the face ``Face()``:
its entries read as their verbs, and its offers stand on plain buttons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Any

from adjudicator.austria import modules
from adjudicator.austria.chapters.round_end import StepDone
from adjudicator.austria.printed.catalogue import Staff
from adjudicator.austria.table.box import Box
from adjudicator.pieces import MovedPiece
from adjudicator.record import Header
from adjudicator.replay import Replay
from recorder.pages.austria.components.component import Component
from recorder.pages.forms import offers
from recorder.pages.forms.shaped_fields import FilledIn
from recorder.pages.presenter import Alone, Button, Document, Scoring, View
from recorder.pages.shared.sentences import phrase_entry

Part = Mapping[str, Any]
Entry = Mapping[str, Any]
ChangeWords = Callable[[Header, MovedPiece], str]
"""Words an entry's change under a key of a position, given the header."""

ValueWords = Callable[[Any], str]
"""Makes words of a value of the rules."""

_NONE: Mapping[str, Any] = MappingProxyType({})

MOST = 24
"""Plain buttons of one open part; further choices are entered with "Other"."""


@dataclass(frozen=True, slots=True)
class Panel:
    """A piece of a page: a template of the module, and its values ``m``.

    keys: the shown keys of the position, or of a player in it; looking back, the piece is marked
    where one of them changed.
    """

    template: str
    m: Mapping[str, Any]
    keys: Sequence[str] = ()


Row = Mapping[str, Any]
"""A row of a data file."""


@dataclass(frozen=True, slots=True)
class Deck:
    """Components of one kind that a module brings besides cards.

    title: their name; one: the name of one kind of them. rows: their data by name, in the order of
    the book. name, does: the title of one, and its effects, a line each. icon: a name in icons.svg.
    reads: the component whose figures are read off one, empty for none. named: the key of an entry
    that names one, and its value, by the position. worth: the worth of one to a player now, in
    words.
    """

    title: object
    one: object
    rows: Callable[[], Mapping[str, Row]]
    name: Callable[[str], str]
    does: Callable[[Row, Box], list[str]]
    icon: str = "room"
    reads: Callable[[str], str] = lambda _name: ""
    named: Callable[[Mapping[str, Any], str], tuple[str, str]] | None = None
    worth: Callable[[Any, Any, str], str] | None = None


@dataclass(frozen=True, slots=True)
class StaffKind:
    """Staff cards of a timing of a module's own.

    one, many: the names of such a card, and of all of them. icon: a name in icons.svg. marks: the
    further states that such a card may have in play, in the order in which a tap chooses them.
    """

    one: object
    many: object
    icon: str = "staff"
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WallLine:
    """A line on the large screen.

    title: its subject. parts: words, each with the (name, colour) of its players.
    """

    title: str
    parts: Sequence[tuple[str, Sequence[tuple[str, str]]]]


@dataclass(frozen=True, slots=True)
class FilledPosition:
    """The filled-in fields of a position: of the table, and of each player by id."""

    table: FilledIn
    own: Mapping[str, FilledIn]

    @property
    def in_turn(self) -> bool:
        """Whether it is somebody's turn; else a roll is due, and no piece of a turn lies there."""
        return "turn_of" in self.table.fields


class Face:
    """The words and fields of a module. All are optional; a module's own class changes some.

    title: its name. kinds, sources: words for open parts (``{"taste": lazy("taste honey")}``), and
    first words of ``from``.
    pieces: words for changes under keys of a
    position that the module brings. about: its contents, in one sentence.
    hints: the place on the board to tap for an open part that needs no button. rewards, losses:
    printed parts of a kind, losses of tiles by their word. printed: rewards that components print,
    as they are read off one.
    origins: words for ``from`` by its first word, given the rest. marks: further states of a staff
    card in play. steps: the steps of a round's end that the module brings, by their id.
    events: times when a card works, by the event ("when you play a staff card"). timings: effects
    of staff cards of the module's own timings; staff: these cards. lasting: lasting effects, by
    their key. symbols: the rule that explains a printed part, by its kind. Kinds of components
    besides cards, such as halls, stand in ``decks``.
    """

    title: object = ""
    about: object = ""
    kinds: Mapping[str, object] = _NONE
    sources: Mapping[str, object] = _NONE
    hints: Mapping[str, object] = _NONE
    pieces: Mapping[str, ChangeWords] = _NONE
    rewards: Mapping[str, ValueWords] = _NONE
    losses: Mapping[str, ValueWords] = _NONE
    printed: Sequence[Mapping[str, Any]] = ()
    origins: Mapping[str, Callable[[str], str]] = _NONE
    marks: Mapping[str, object] = _NONE
    steps: Mapping[str, object] = _NONE
    events: Mapping[str, object] = _NONE
    timings: Mapping[str, Callable[[Staff, Box], str]] = _NONE
    staff: Mapping[str, StaffKind] = _NONE
    lasting: Mapping[str, Callable[[Any, Mapping[str, Any]], str]] = _NONE
    symbols: Mapping[str, str] = _NONE
    decks: Mapping[str, Deck] = _NONE

    def setup(self, start: Mapping[str, Any]) -> Panel | None:
        """Return the fields of the set-up form. start: their first values, by name."""
        return None

    def read_setup(
        self, form: Mapping[str, str], document: dict[str, Any], problems: dict[str, str]
    ) -> None:
        """Put the values of the fields into the record; ``problems`` takes messages by field."""

    def repeat_setup(self, header: Header) -> Mapping[str, object]:
        """Return the start of the set-up fields with the choices of an earlier game."""
        return {}

    def panels(self, view: View) -> Sequence[Panel]:
        """Return the panels on the page of play, below the base game's own."""
        return ()

    def wall_lines(self, view: View) -> Sequence[WallLine]:
        """Return its lines for everybody on the large screen, in few words."""
        return ()

    def own_lines(self, view: View, player: str) -> Sequence[str]:
        """Return its lines under a player's hotel on the large screen."""
        return ()

    def sheets(self, view: View, mine: Sequence[offers.Offer]) -> Sequence[Panel]:
        """Return the sheets that ask for the rest of an entry (``<dialog class="sheet">``).

        Called where one of the module's verbs is on offer to the player in front, or to nobody by
        name. mine: the offers that name this player; only they and this player's pieces may be
        used.
        """
        return ()

    def tables(self, own: Mapping[str, Any]) -> int:
        """Return how many café tables the module gives a player; 0: it changes nothing."""
        return 0

    def on_space(self, position: Document, die: int) -> list[tuple[str, str, str, int]]:
        """Return further facts of a space of dice: class, sign, words, price in krones."""
        return []

    def price_words(self, view: View, entry: Entry) -> str:
        """Return the module's addition to the price of a die, and its extras, in words."""
        return ""

    def count_covered(self, position: Document) -> int:
        """Return how many numbers of the order of play are covered by other things than dice."""
        return 0

    def buttons(self, view: View, part: Part) -> list[Button]:
        """Return the buttons of an open part; here one for every single entry on offer."""
        entries: list[offers.Entry] = []
        for offer in offers.find(view.options, part["do"], by=part["by"]):
            if offers.count(offer) <= MOST:
                entries += [
                    entry for entry in offers.list_single_entries(offer) if entry not in entries
                ]
        return [Button(phrase_entry(view.header, entry), entry) for entry in entries][:MOST]

    def also(self, view: View, mine: Sequence[offers.Offer]) -> list[Button]:
        """Return the extra actions offered beside the main thing to do."""
        return []

    def dock(self, view: View, mine: Sequence[offers.Offer]) -> list[Button]:
        """Return further buttons of the main action, such as those of a stage of set-up."""
        return []

    def step(self, view: View) -> str:
        """Return the next thing to do in a phase that the module brings, or nothing."""
        return ""

    def other(self, view: View) -> Sequence[Panel]:
        """Return fields of the sheet for entries without a button."""
        return ()

    def forms(self, view: View) -> Sequence[Mapping[str, object]]:
        """Return plain forms of that sheet, one for a verb (``choosing.entry_form``)."""
        return ()

    def die_fields(self, view: View) -> Sequence[Mapping[str, object]]:
        """Return fields that the module adds to a die on that sheet (``choosing.radio_field``)."""
        return ()

    def position(self, header: Header, position: Document) -> Panel | None:
        """Return the fields of the position editor."""
        return None

    def read_position(self, filled: FilledPosition, position: dict[str, Any]) -> None:
        """Put the editor's fields into a position. Raises Unreadable naming a field."""

    def scorings(self) -> Sequence[Scoring]:
        """Return the scorings possible by themselves; a key ends with a hyphen and the round."""
        return ()

    def alone(self, replay: Replay, scoring: str) -> Alone | None:
        """Return the result of one of them in a position; None for every other scoring."""
        return None

    def step_panel(self, view: View, done: StepDone) -> Panel | None:
        """Return further results of a step of a round's end, besides moved pieces, or None."""
        return None

    def components(self, box: Box) -> Sequence[Component]:
        """Return components, besides cards, with figures printed on them only."""
        return ()

    def in_sight(self, view: View) -> Iterable[str]:
        """Return the names of those of these components that lie on the table."""
        return ()

    def read_off(self, view: View) -> Mapping[str, dict[str, Any]]:
        """Return their known figures, by name, with the keys of their entry ``figure``."""
        return {}


PLAIN = Face()


def _forget_faces() -> None:
    _folders.cache_clear()
    find_face.cache_clear()


@lru_cache(maxsize=1)
def _folders() -> frozenset[str]:
    return frozenset(each.name.replace("_", "-") for each in iter_modules(__path__))


@lru_cache(maxsize=64)
def find_face(name: str) -> Face:
    """Return the face of a module by its name in records."""
    if name not in _folders():
        return PLAIN
    face: Face = import_module(f"{__name__}.{name.replace('-', '_')}").FACE
    return face


def list_faces(header: Header) -> tuple[Face, ...]:
    """Return the faces of a record's modules, in the order in which it names them."""
    return tuple(find_face(name) for name in header.get("modules", ()))


def offered_faces() -> Mapping[str, Face]:
    """Return the modules that a set-up form offers: rules and face are both there."""
    return {name: find_face(name) for name in sorted(modules.list_modules() & _folders())}


def module_word(table: Callable[[Face], Mapping[str, Any]], key: str) -> str:
    """Return a module's word for a key out of one of its tables, or an empty text.

    No two modules use one word for different things, so all faces there are may be asked.
    """
    tables = (table(find_face(name)) for name in sorted(_folders()))
    return next((str(words[key]) for words in tables if key in words), "")


def find_maker(table: Callable[[Face], Mapping[str, Any]], key: str) -> Callable[..., str] | None:
    """Return the function that words a key, from one of the modules' tables, or None."""
    tables = (table(find_face(name)) for name in sorted(_folders()))
    return next((words[key] for words in tables if key in words), None)


def list_marks() -> Mapping[str, str]:
    """Return the words for all further states of staff cards in play."""
    tables = (find_face(name).marks for name in sorted(_folders()))
    return {mark: str(said) for table in tables for mark, said in table.items()}


def staff_kinds() -> Iterator[tuple[str, StaffKind]]:
    """Yield the kinds of staff cards that modules bring, by their timing."""
    for name in sorted(_folders()):
        yield from find_face(name).staff.items()


def staff_kind(timing: str) -> StaffKind | None:
    """Return the kind of staff cards of a timing, if a module brings it."""
    return dict(staff_kinds()).get(timing)


@contextmanager
def add_face_folder(path: Path) -> Iterator[None]:
    """Look for faces in a further folder, too, for as long as the context lasts."""
    __path__.append(str(path))
    _forget_faces()
    try:
        yield
    finally:
        __path__.remove(str(path))
        _forget_faces()
