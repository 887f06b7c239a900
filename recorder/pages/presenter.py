"""The interface to a game's own pages, and where they are found.

``recorder/pages/<game>/`` and ``templates/<game>/`` hold everything particular to one game; the
rest of the pages knows it through this protocol only. The possible entries are read from ``next``;
a presenter arranges and words them and decides nothing.

``templates/<game>/setup.html``   the fields of the set-up form (inside the form)
``templates/<game>/play.html``    the boards (inside the frame: dock, verdict, last entry)
``templates/<game>/agenda.html``  open rewards, at the thumb (inside the frame's dock)
``templates/<game>/sheets.html``  the sheets that ask for the rest of an entry
``templates/<game>/other.html``   the sheet for entries without a button
``templates/<game>/sample*.json`` optional: recorded games to look at
``templates/<game>/position.html`` where ``positions`` is not None: the fields of the editor
``templates/<game>/shown.html``   optional: a position to look at
``templates/<game>/wall.html``    optional: the boards on a large screen
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, cast

from flask import abort
from werkzeug.datastructures import MultiDict

from adjudicator import games
from adjudicator.pieces import MovedPiece
from adjudicator.record import Header
from adjudicator.replay import Replay
from exports.places import TEMPLATES
from recorder.games.visibility import GameView, Knowledge
from recorder.kept.kept_values import Item, Writer
from recorder.kept.named_sets import Shelves
from recorder.pages.shared.parts import PagePart

Document = Mapping[str, Any]


@dataclass(frozen=True)
class View:
    """A game at one version as one link sees it: the values of its page.

    header: the record without its entries. position, options: ``position`` and ``next`` of the
    record format. totals: the points of every player whose score may be seen. entries: how many
    there are. acting: the player whose board is in front. writes: whether this link may enter
    anything. seat: the player of this link, or None. known: further knowledge of the link about the
    game; secrets cannot be reached from it. waits: the players whose entry the table waits for.
    told: whether the score may be shown as it is; False from the end on until its final scoring is
    told.

    A presenter fills in the rest (``show_table``), in words. front: the acting player where that
    board stands open on the page, else empty. heading: the player in turn. step: the next thing to
    do, in one line. colour: of the player in turn. round_words, turn_words: the state of the game.
    dock: at most three buttons for the main action. hint: the words in their place.
    """

    header: Header
    position: Document
    options: Sequence[Document]
    totals: Mapping[str, int]
    over: bool
    entries: int
    acting: str | None
    writes: bool
    seat: str | None
    known: Knowledge
    waits: Sequence[str] = ()
    told: bool = True
    front: str = ""
    heading: str = ""
    step: str = ""
    colour: str = ""
    round_words: str = ""
    turn_words: str = ""
    dock: Sequence[Button] = ()
    hint: str = ""

    @property
    def players(self) -> Sequence[Mapping[str, str]]:
        """The players of the header, clockwise."""
        return self.header["players"]

    def points(self, player: str) -> int:
        """Return a player's points as every page shows them, if the score may be seen.

        These are the points of the track, and the total once the final scoring is told.
        """
        return self.totals[player]

    def with_other(self, **values: Any) -> View:
        """Return the view with other values of some fields.

        As ``dataclasses.replace``, which takes ten times as long: a page makes a dozen of them.
        """
        view = object.__new__(View)
        view.__dict__.update(self.__dict__, **values)
        return view

    def name(self, player: str | None) -> str:
        """Return a player's name, or an empty text for nobody."""
        return next((str(p["name"]) for p in self.players if p["id"] == player), "")


@dataclass(frozen=True)
class Button:
    """One entry to be made by one tap.

    label: its effect, in words. entry: the entry, complete unless ``sheet`` is named. icon: a name
    in icons.svg. detail: a price or a consequence. main: the usual thing to do. sheet: the sheet
    (element id) that asks for the rest. legal: False where the rules do not allow it. then: entries
    that the same tap makes after it. asks: the question before it is made.
    """

    label: str
    entry: Mapping[str, Any]
    icon: str = ""
    detail: str = ""
    main: bool = False
    sheet: str = ""
    legal: bool = True
    then: Sequence[Mapping[str, Any]] = ()
    asks: str = ""

    @property
    def plain(self) -> tuple[Any, ...]:
        """Everything that makes up the button, so that a rendered one can be recognised."""
        rest = self.icon, self.detail, self.main, self.sheet, self.legal, self.then, self.asks
        return str(self.label), self.entry, *rest

    @property
    def tap_value(self) -> Mapping[str, Any] | Sequence[Mapping[str, Any]]:
        """The entry as a button sends it, or all that one tap makes."""
        return [self.entry, *self.then] if self.then else self.entry


class Problems(ValueError):
    """A form that cannot become a record: messages by field."""

    def __init__(self, by_field: Mapping[str, str]) -> None:
        super().__init__(", ".join(by_field))
        self.by_field = by_field


@dataclass(frozen=True)
class Scoring:
    """Something that can be scored of a game that was not recorded.

    key: its name in forms. title, detail: in words. alone: it is scored by itself, from the pieces
    on the table; no game is scored to its end.
    """

    key: str
    title: str
    detail: str
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Alone:
    """The result of a separate scoring: its template, the template's values, points by player."""

    template: str
    m: Mapping[str, Any]
    points: Sequence[int]


class Positions(Protocol):
    """How a position of a game is entered by tapping.

    seats: the least and the most players. styles: static files that the editor needs.
    """

    seats: tuple[int, int]
    styles: Sequence[str]

    def scorings(self, header: Header) -> Sequence[Scoring]:
        """Return the scorings possible without a record, the usual one first.

        header: names the modules in play.
        """

    def alone(self, replay: Replay, scoring: str) -> Alone | None:
        """Return the result of a scoring by itself; None for every other scoring."""

    @property
    def sheets(self) -> Sequence[str]:
        """The names under which figures of modules are kept, the last changed first."""

    def figures(self, modules: Sequence[str], sheet: str) -> Mapping[str, object]:
        """Return the figures kept under a name for some modules, as in ``options.figures``."""

    @property
    def modules(self) -> Mapping[str, object]:
        """The modules that may be in play: titles by the names of records."""

    def players(self) -> list[dict[str, str]]:
        """Return the most players there can be, with ids, names and colours to begin with."""

    def form(self, header: Header, position: Document, scoring: bool) -> Mapping[str, object]:
        """Return the values for ``templates/<game>/position.html``, its ``e``.

        header: with the players. position: the first values of the fields. scoring: whether the
        position is to be scored, so that an empty field means none. The frame reads ``seats`` and,
        where they are there, ``chosen_scoring`` (the scoring that the position was entered for) and
        ``table_word`` (a scoring's name for the tab of the table).
        """

    def start(self, players: Sequence[str], scoring: bool) -> dict[str, object]:
        """Return the position that an empty editor shows."""

    def ready(self, kind: str, card: str, where: str) -> Mapping[str, object] | None:
        """Return ``modules`` and ``position`` in which the first player may use a card at once.

        where: the place of the card, a word of the game's own. None for a kind or a card of
        which nothing is known.
        """

    def read(
        self, fields: dict[str, Any], players: Sequence[str], scoring: str = ""
    ) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """Return the position that the fields describe, and the entries that set it going.

        fields: see ``recorder.pages.forms.nested_fields``. scoring: the key of the scoring. Raises
        Unreadable naming a field that cannot be read.
        """

    def place(self, key: str, own: bool) -> str:
        """Return the words for a key of the position, or of a player's own part of it."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Something that a table enters once, on a page of its own, and later games begin with.

    kind: its kind in the catalogue. title, about: words for it. template: of its page, which
    extends ``_kept_form.html``. form: takes the name of an existing item or None, and fields that
    were sent and not kept; it returns the template's ``k``. read: returns the values of a form by
    name. Raises Problems. describe_value: words a value in brief. preview: returns a template and
    its values to show the effect of a form.

    Every name has one value for everybody, unless the kind has named sets. sets: finds them.
    history: returns the versions under a name, the newest first. keep: keeps a form as new
    versions; it returns the name under which the page goes on, or an empty text. Raises Problems,
    Unfit.
    """

    kind: str
    title: object
    about: object
    template: str
    form: Callable[[str | None, Mapping[str, Any]], Mapping[str, object]]
    read: Callable[[MultiDict[str, str]], Mapping[str, Any]]
    describe_value: Callable[[Any], str]
    preview: Callable[[MultiDict[str, str]], tuple[str, Mapping[str, object]]] | None = None
    sets: Callable[[], Shelves] | None = None
    history: Callable[[str], list[Item]] | None = None
    keep: Callable[[MultiDict[str, str], Writer], str] | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """A card, or another printed component with an effect, in the reader's language.

    kind, id: its address. also: further kinds under which it is found. number: as printed, or an
    empty text; title: number and name; said: its name within sentences, where that differs. word:
    the kind in words. does: the effects, a line each. module, box: its module by its name in
    records, empty for the game itself, and the module's box in words. figures: the printed figures,
    with labels. icon, colour: for drawing. rules: its rules, the nearest first. switches: the ids
    of house rules that affect it. source: where its data is from. reads: the component whose
    figures are read off it, empty where all are known. values: further values for its picture.
    """

    kind: str
    id: str
    number: str
    name: str
    title: str
    word: str
    does: Sequence[str]
    box: str = ""
    module: str = ""
    said: str = ""
    also: Sequence[str] = ()
    figures: Sequence[tuple[str, str]] = ()
    icon: str = ""
    colour: str = ""
    rules: Sequence[str] = ()
    switches: Sequence[str] = ()
    source: str = ""
    reads: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)


class Cards(Protocol):
    """The cards of a game, to be searched and read.

    picture: the template that draws one, as ``card``. icons: the static file of their icons.
    """

    picture: str
    icons: str

    def kinds(self) -> Mapping[str, str]:
        """Return the kinds of cards in words, in the order in which they are offered."""

    def all(self) -> Sequence[Card]:
        """Return all cards of all boxes in the reader's language, made once for each."""

    def look_up_at(self, view: View, card: Card) -> tuple[Card, Sequence[str]]:
        """Return a card as a table knows it, and its effects there now, in lines.

        It uses only the link's knowledge; nothing tells the cards of a hand.
        """

    def reading(self, view: View | None, card: Card) -> Mapping[str, object] | None:
        """Return the form for the figures of a card that nobody has read, or None.

        At a table that may enter something: ``template``, the fields of a form, with its values and
        the ``entry`` that it makes; else ``url``, the page that keeps them for later games.
        """


@dataclass(frozen=True, slots=True)
class SecretPage:
    """The page on which a seat tells its player's secret (``recorder.games.private``).

    what: the word for it. template: the fields of its form. title: of the secret. gives: the use of
    telling it, in a few words. form: takes the last value told, or None, and the game's header; it
    returns the template's ``k``. read: returns the secret of a form. Raises Problems.
    """

    what: str
    template: str
    title: object
    gives: object
    form: Callable[[Any, Header], Mapping[str, object]]
    read: Callable[[MultiDict[str, str], Header], Any]


Counted = tuple[str, Callable[[str], str]]
"""The title of a kind counted over many games, and a function that words one thing of it."""


class Presenter(Protocol):
    """The pages' side of one game: the module ``recorder/pages/<game>/``.

    title, blurb: for the list of games. folder: its folder among the templates. dealt: the
    fieldset of its set-up form at which a new deal begins. styles: static files of its play page;
    wall_styles: further ones of its boards on a large screen. positions: how a position is
    entered. kept: figures that a table enters once besides house rules, by their word in addresses.
    telling: the form of a seat's private hand, or None. cards: the cards for the pages of cards.
    read_out: the values of a player that are read aloud every round; empty: all numbers.
    check_layouts: how values of ``check`` are entered that their type does not tell, see
    ``checking``: "faces" of named places, or "rows" of a number with counts. samples: titles of
    recorded samples besides the plain one, by file. points_before_end: the name of the points that
    everybody saw before the end; empty: none.
    """

    title: str
    blurb: object
    folder: str
    dealt: str
    styles: Sequence[str]
    wall_styles: Sequence[str]
    positions: Positions
    kept: Mapping[str, Kept]
    telling: SecretPage | None
    cards: Cards
    read_out: Sequence[str]
    check_layouts: Mapping[str, Mapping[str, Any]]
    samples: Mapping[str, Any]
    points_before_end: object

    def list_counted_things(self) -> Mapping[str, Counted]:
        """Words for the counts of ``games.find_tallies`` over many games, by kind."""

    def setup_fields(self, form: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the values for ``templates/<game>/setup.html``. form: its first values."""

    def repeat_setup(self, header: Header, table: GameView | None = None) -> Mapping[str, object]:
        """Return the start of a set-up form with the players and choices of an earlier game.

        table: that game itself, for facts beyond its header: figures read while it went on.
        """

    def make_record(self, form: MultiDict[str, str]) -> dict[str, Any]:
        """Return the record document that a set-up form describes. Raises Problems."""

    def keep_figures(self, document: Document, by: Writer) -> None:
        """Put a new game's figures of its components into the catalogue.

        Later set-up forms begin with them. by: the writer of the form.
        """

    def find_acting_player(
        self, header: Header, position: Document, options: Sequence[Document]
    ) -> str:
        """Return the player whose board stands in front unless another one is asked for."""

    def list_awaited_players(
        self, header: Header, position: Document, options: Sequence[Document]
    ) -> Sequence[str]:
        """Return the players whose entry the table waits for.

        One by turns, several where they choose at the same time, none where it is the table's.
        """

    def may_keep_in_front(self, player: str, options: Sequence[Document]) -> bool:
        """Return whether a player's board is worth keeping in front after an entry."""

    def show_table(self, view: View) -> View:
        """Return the view with its words and buttons: ``t`` of ``templates/<game>/play.html``."""

    def show_boards(self, view: View) -> Mapping[str, Any]:
        """Return ``t`` of ``shown.html`` and ``wall.html``: as ``show_table``, with the boards."""

    def list_parts(self, view: View, *, calm: bool) -> Iterable[PagePart]:
        """Return the parts that ``play.html``, ``agenda.html`` and ``sheets.html`` name.

        view: the result of ``show_table``. calm: whether the page explains why an entry was not
        taken, so that nothing else stands in front. The names are the same for every state of a
        game.
        """

    def other_sheet(self, view: View) -> Mapping[str, object]:
        """Return the values for ``templates/<game>/other.html``: entries that are not offered."""

    def load_sheet(self, view: View, name: str) -> tuple[str, Mapping[str, object]] | None:
        """Return template and contents of a sheet that its page loads when it is asked for.

        None where there is none of that name.
        """

    def reading_sheet(
        self, view: View, reads: Mapping[str, Any]
    ) -> tuple[str, Mapping[str, object]] | None:
        """Return template and contents of the sheet that reads a component (``Unclear.reads``).

        None where the game has no such sheet, or this link may not enter it.
        """

    def find_turn_end(self, entries: Sequence[Document]) -> Document | None:
        """Return the first of some entries that does nothing but end a turn, or None."""

    def note_started(self, table: GameView, form: Mapping[str, str], name: str = "") -> None:
        """Note the facts of a set-up form about a new game, besides its record.

        name: of the kept figures, where the form does not name them (a league's).
        """

    def learn_figures(self, table: GameView, before: GameView) -> None:
        """Note figures entered or corrected in a game, for later games."""

    def phrase_figure(self, header: Header, entry: Document) -> str:
        """Return in words what an entry read off a component; "" for every other entry."""

    def describe_move(self, header: Header, one: MovedPiece, entry: Document) -> str:
        """Return the movement of pieces in words, without the player's name; or nothing.

        one: of ``adjudicator.pieces``, as the game's package gives it. entry: moved them; empty
        where several entries or none did.
        """

    def list_boxes(self) -> Mapping[str, str]:
        """Return the boxes by edition in words, by their printed words: the reader's first."""

    def is_told_at_end(self, part: str) -> bool:
        """Return whether a part of the score is counted, or shown, when the game is over only."""

    def list_facts(self, header: Header) -> Sequence[str]:
        """Return the facts about a game in a list: edition, board, ..."""


def find_presenter(game: str) -> Presenter:
    """Return the pages of a game, imported on first use.

    A name that is no game's ends the request: nothing else of an address is imported.
    """
    if game not in games.list_games():
        abort(404)
    return cast("Presenter", import_module(f"recorder.pages.{game}"))


def list_presenters() -> dict[str, Presenter]:
    """Return the pages of all games, in the order in which games are offered."""
    return {name: find_presenter(name) for name in games.list_games()}


def note_written(table: GameView, before: GameView) -> None:
    """Let the pages of a game keep the figures that were written into it."""
    find_presenter(table.header["game"]).learn_figures(table, before)


def list_samples(game: str) -> Mapping[str, Path]:
    """Return the files of a game's recorded samples by their names, the plain one first."""
    return {path.stem: path for path in sorted((TEMPLATES / game).glob("sample*.json"))}
