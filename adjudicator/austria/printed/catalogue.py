"""The printed components: guests, staff, politics cards, emperor tiles and figures, as data.

Everything is read and checked once, at import; a broken row stops the start and is named.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from adjudicator.austria.printed.datafile import FOLDER, NUMBERS, Row, rows_of
from adjudicator.austria.printed.editions import EDITIONS
from adjudicator.entries import Pieces
from adjudicator.messages import M, Message
from adjudicator.messages.po import BrokenData

FOODS = ("strudel", "cake", "wine", "coffee")
"""The four foods of the base game; everywhere else a food is its index in this tuple."""

COLOURS = ("blue", "red", "yellow")
"""The room colours."""

GUEST_COLOURS = (*COLOURS, "green")
"""The guest colours; green guests accept any room (GAH-COMP-03)."""

Foods = tuple[int, ...]
"""Counts per food, in the order of the box's foods."""


T = TypeVar("T")


class Trait(Generic[T]):
    """Something that is known of some parts besides, for the code that reads it.

    Its values are compared with the part. They do not change.
    """

    def find_in(self, part: Part) -> T | None:
        """Return the value of a part, or None."""
        return part.more.get(self)

    def add_to(self, part: Part, value: T) -> Part:
        """Return a part with a value."""
        return replace(part, more={**part.more, self: value})


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that a card, tile, die or group gives.

    kind: the verb that it waits for (prepare, play_staff, take_guest, occupy, fill_order, gain,
        extra_action) or, without a choice, krones, emperor, vp, draw, food, vp_per_staff. A module
        adds kinds of its own.
    count: how many.
    food: named food of a ``food`` part, else empty. pieces: the foods with a count.
    free, discount: the price.
    floors: floors allowed, None for all.
    colour: of room or guest, None for any.
    occupied: the room is placed with its occupied face up.
    drawn: cards drawn for an offer, 0 for a card from hand.
    paid: the guest is paid as in the guest step.
    score: the part of ``scores`` that VP belong to.
    more: facts for some code only.
    """

    kind: str
    count: int = 1
    food: Foods = ()
    free: bool = False
    discount: int = 0
    floors: frozenset[int] | None = None
    colour: str | None = None
    occupied: bool = False
    drawn: int = 0
    paid: bool = False
    score: str = "guests"
    more: Mapping[Trait[Any], Any] = field(default_factory=dict, hash=False)
    pieces: Pieces = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "pieces", pieces_of(self.food))


make_shared_part = lru_cache(maxsize=256)(Part)
"""Returns a part that is made often with the same few values."""

RULE_OF: Trait[str] = Trait()
"""The rule of the component that a part stands on."""

TILE_OF: Trait[str] = Trait()
"""The emperor tile that a part comes from, where a card brings it."""

CHOICE_FOODS: Trait[tuple[int, ...]] = Trait()
"""All foods that food of choice may be, if they are named."""

OTHER_KINDS: Trait[bool] = Trait()
"""Food of choice is not of the kinds just spent."""

FILLED: Trait[bool] = Trait()
"""The order of the guest is completed as the guest comes."""


def pieces_of(foods: Sequence[int]) -> Pieces:
    """Return the foods of which there is any, by number, with how much there is."""
    return tuple([piece for piece in enumerate(foods) if piece[1]])


def make_priced_part(kind: str, spec: Any, **more: Any) -> Part:
    """Return a part with a choice from its words in a data row. Raises ValueError."""
    known = {"count", "free", "discount", "floors", "colour", "occupied", "draw"}
    if not isinstance(spec, dict) or not set(spec) <= known:
        raise ValueError(f"{spec!r} is not understood")
    colour = spec.get("colour")
    if colour not in (None, "any", *GUEST_COLOURS):
        raise ValueError(f"{colour!r} is not a colour")
    floors = spec.get("floors")
    return Part(
        kind,
        count=check_count(spec.get("count", 1)),
        free=bool(spec.get("free", False)),
        discount=int(spec.get("discount", 0)),
        floors=None if floors is None else frozenset(floors),
        colour=None if colour == "any" else colour,
        occupied=bool(spec.get("occupied", False)),
        **more,
    )


def check_count(value: Any) -> int:
    """Return a count of at least 1 that a data row gives. Raises ValueError."""
    if type(value) is not int or value < 1:
        raise ValueError(f"{value!r} is not a count")
    return value


ReadWord = Callable[[Any, "Reader"], Part]
"""How a reward word of the data files is read: from its value, with the reader of the box."""


class Reader:
    """How the data files of a box are read.

    foods: the kinds of food, in order. words: reward words. events: the events of permanent cards.
    timings: when a staff card works. counts: the things that cards count.
    """

    def __init__(
        self,
        foods: Sequence[str],
        words: Mapping[str, ReadWord],
        counts: Mapping[str, Message],
        *,
        events: Iterable[str] = (),
        timings: Iterable[str] = (),
    ) -> None:
        self.foods = tuple(foods)
        self.words = words
        self.counts = counts
        self.events = frozenset(events)
        self.timings = ("once", "round", "permanent", "end", *timings)

    def food(self, spec: Any) -> Foods:
        """Return counts per food from a data row that names some. Raises ValueError."""
        if not isinstance(spec, dict) or not spec or not set(spec) <= set(self.foods):
            raise ValueError(f"{spec!r} is not food")
        named = {food: check_count(n) for food, n in spec.items()}
        return tuple(named.get(food, 0) for food in self.foods)

    def parts(self, row: Row, key: str) -> tuple[Part, ...]:
        """Return the parts that a list of reward words stands for. Raises BrokenData."""
        parts = []
        for words in row.get(key):
            for word, spec in words.items():
                if word not in self.words:
                    raise row.broken(key, f"{word!r} is not a word of the vocabulary")
                try:
                    parts.append(self.words[word](spec, self))
                except (ValueError, TypeError, AttributeError) as problem:
                    raise row.broken(key, str(problem)) from None
        return tuple(parts)


def _make_choice_part(spec: Any, reader: Reader) -> Part:
    """Return food of choice: a number, or with ``other`` (not the kind just spent) or more kinds.

    ``{"count": 1, FOOD: true}``, with a food of a module: that food may come, too.
    """
    if not isinstance(spec, dict):
        return Part("gain", check_count(spec))
    further = reader.foods[len(FOODS) :]
    if not set(spec) <= {"count", "other", *further}:
        raise ValueError(f"{spec!r} is not understood")
    named = [food for food in further if spec.get(food)]
    part = Part("gain", check_count(spec.get("count")))
    if named:
        part = CHOICE_FOODS.add_to(part, tuple(map(reader.foods.index, (*FOODS, *named))))
    return OTHER_KINDS.add_to(part, True) if spec.get("other") else part


def _make_guest_part(spec: Any) -> Part:
    """Return a guest from the queue; ``filled``: the order is completed at once."""
    known = {key: value for key, value in spec.items() if key != "filled"}
    part = make_priced_part("take_guest", known)
    return FILLED.add_to(part, True) if spec.get("filled") else part


WORDS: Mapping[str, ReadWord] = {
    "krones": lambda n, _: Part("krones", check_count(n)),
    "emperor": lambda n, _: Part("emperor", check_count(n)),
    "vp": lambda n, _: Part("vp", check_count(n), score="tiles"),
    "vp_per_staff": lambda n, _: Part("vp_per_staff", check_count(n), score="tiles"),
    "draw_staff": lambda n, _: Part("draw", check_count(n)),
    "gain": lambda spec, reader: Part("food", food=reader.food(spec)),
    "gain_any": lambda spec, reader: _make_choice_part(spec, reader),
    "prepare": lambda spec, _: make_priced_part("prepare", spec),
    "occupy": lambda spec, _: make_priced_part("occupy", spec),
    "play_staff": lambda spec, _: make_priced_part("play_staff", spec),
    "offer_staff": lambda spec, _: make_priced_part(
        "play_staff", spec, drawn=check_count(spec.get("draw"))
    ),
    "take_guest": lambda spec, _: _make_guest_part(spec),
    "fill_order": lambda spec, _: make_priced_part("fill_order", spec),
    "extra_action": lambda _, __: Part("extra_action"),
}
"""The reward words of the base game; a word may stand for a part of another kind."""


def read_words(*names: str) -> Mapping[str, ReadWord]:
    """Return some of the reward words."""
    return {name: WORDS[name] for name in names}


@dataclass(frozen=True, slots=True)
class Guest:
    """A guest card. order: wanted food by kind; size: pieces in all; reward: as printed.

    colour and order are None (and size 0) where nobody has read them off the card yet. source: of
    the guest's rewards.
    """

    number: int
    names: Mapping[str, str]
    colour: str | None
    order: Foods | None
    size: int
    vp: int
    reward: tuple[Part, ...]
    values: Mapping[str, Any] = field(default_factory=dict, hash=False, repr=False)
    source: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "source", f"guest:{self.number}")


def _read_guest(row: Row, reader: Reader) -> Guest:
    order: Foods | None = None
    if row.get("order") is not None or not row.open:
        wanted = row.mapping("order")
        if not wanted or not set(wanted) <= set(reader.foods):
            raise row.broken("order", "is not food")
        order = tuple(wanted.get(food, 0) for food in reader.foods)
    unread = row.open and row.get("colour") is None
    return Guest(
        number=row.integer("number", *NUMBERS),
        names=row.mapping("names"),
        colour=None if unread else row.one_of("colour", GUEST_COLOURS),
        order=order,
        size=sum(order or ()),
        vp=0 if row.open and row.get("vp") is None else row.integer("vp", *row.vp_span),
        reward=reader.parts(row, "reward"),
        values=row.values,
    )


@dataclass(frozen=True, slots=True)
class Reaction:
    """The gain of a permanent staff card when an event happens (see data/staff.json).

    gives: parts that resolve at once.
    opens: a part with a choice, or None.
    guest: colour of guest that it reacts to, None for any.
    order_size: least order size, 0 for any.
    any_room: the switch by which a reaction to check-ins sees rooms occupied otherwise, "" if none.
    source: of its gains.
    """

    card: int
    gives: tuple[Part, ...]
    opens: Part | None = None
    guest: str | None = None
    order_size: int = 0
    any_room: str = ""
    source: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "source", f"staff:{self.card}")


@dataclass(frozen=True, slots=True)
class Staff:
    """A staff card.

    cost: by edition; None where nobody has read it off the card yet.
    once: parts when played.
    each_round: food of a once-per-round card. uses: all its parts. spend: the cost of a use
        (``spending.py``).
    set_off: the parts of a once-per-round card that an event sets off.
    per: the thing that an end-of-game card counts, with ``vp`` for each by edition; None for other
        cards.
    cost_switch, vp_switch: the switch that decides cost or VP, if one does.
    rule: the id of its rule.
    values: the data row, for modules.
    source: of its gains.
    """

    number: int
    names: Mapping[str, str]
    cost: Mapping[str, int | None]
    timing: str
    once: tuple[Part, ...] = ()
    each_round: Foods = ()
    per: str | None = None
    vp: Mapping[str, int] | None = None
    uses: tuple[Part, ...] = ()
    set_off: tuple[Part, ...] = ()
    spend: Mapping[str, int] | None = None
    cost_switch: str | None = None
    vp_switch: str | None = None
    rule: str = ""
    values: Mapping[str, Any] = field(default_factory=dict, hash=False, repr=False)
    source: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "source", f"staff:{self.number}")


def _by_edition(row: Row, key: str, value: int) -> Mapping[str, int]:
    changed = row.values.get(f"{key}_by_edition", {})
    if not set(changed) <= set(EDITIONS):
        raise row.broken(f"{key}_by_edition", "names an unknown edition")
    return {edition: changed.get(edition, value) for edition in EDITIONS}


COPY = "copy"
"""The thing that the Secretary counts: another player's end-of-game card (GAH-CARD-29)."""


def _read_staff(row: Row, reader: Reader) -> Staff:
    timing = row.one_of("timing", reader.timings)
    number = row.integer("number", *NUMBERS)
    names = row.mapping("names")
    cost: Mapping[str, int | None] = dict.fromkeys(EDITIONS)
    if row.get("cost") is not None or not row.open:
        cost = _by_edition(row, "cost", row.integer("cost", 0, 9))
    made = partial(
        Staff,
        number,
        names,
        cost,
        timing,
        cost_switch=row.values.get("cost_switch"),
        vp_switch=row.values.get("vp_switch"),
        rule=row.values.get("rule", f"GAH-CARD-{number:02}"),
        values=row.values,
    )
    if timing in ("once", "round"):
        parts = reader.parts(row, "effect")
        if row.open:
            parts = tuple(replace(part, score="staff") for part in parts)
        if timing == "once":
            return made(once=parts)
        if row.values.get("on"):
            return made(set_off=parts)
        food = next((part.food for part in parts if part.kind == "food"), ())
        return made(each_round=food, uses=parts, spend=row.values.get("spend"))
    if timing not in ("permanent", "end"):
        return made()
    effect = row.mapping("effect")
    if timing == "permanent":
        return made()
    if effect.get("copy"):
        return made(per=COPY)
    if effect.get("per") not in reader.counts or type(effect.get("vp")) is not int:
        raise row.broken("effect", "is not understood")
    changed = effect.get("vp_by_edition", {})
    vp = {edition: changed.get(edition, effect["vp"]) for edition in EDITIONS}
    return made(per=effect["per"], vp=vp)


COUNTED: Mapping[str, Message] = MappingProxyType(
    {
        "krones": M("counted.krones"),
        "emperor": M("counted.space-emperor-track"),
        "staff cards": M("counted.staff-cards-played"),
        "room tiles": M("counted.room-tiles"),
        "occupied rooms": M("counted.occupied-rooms"),
        "occupied red rooms": M("counted.occupied-red-rooms"),
        "occupied blue rooms": M("counted.occupied-blue-rooms"),
        "occupied yellow rooms": M("counted.occupied-yellow-rooms"),
        "occupied floors": M("counted.floors-fully-occupied"),
        "occupied columns": M("counted.columns-fully-occupied"),
        "occupied groups": M("counted.groups-fully-occupied"),
        "finished colours": M("counted.colours-room-occupied"),
        "colour sets": M("counted.sets-three-occupied-colours"),
        "politics discs": M("counted.politics-cards-disc"),
        "emperor spaces": M("counted.space-emperor-track"),
    }
)
"""The things that cards count on a player's board, with their words in a verdict."""


class Reactions:
    """The reactions of permanent cards, by event.

    seeing: cards that react to a die. free_by: per source, the house rule that makes its part free.
    sooner: by edition, the cards that react to a check-in when the order is complete. on: reactions
    to events of modules.
    """

    def __init__(self, rows: Sequence[Row], reader: Reader) -> None:
        """Sort the permanent effects of the staff rows. Raises BrokenData."""
        self.check_in: list[Reaction] = []
        self.bonus: list[Reaction] = []
        self.die: dict[int, list[Reaction]] = {die: [] for die in range(1, 7)}
        self.strength: dict[int, list[int]] = {die: [] for die in range(1, 7)}
        self.discount: dict[int, list[tuple[int, int]]] = {die: [] for die in range(1, 7)}
        self.both: dict[int, list[int]] = {die: [] for die in range(1, 7)}
        self.seeing: dict[int, set[int]] = {die: set() for die in range(1, 7)}
        self.free_six: list[int] = []
        self.free_rooms: dict[str, int] = {}
        self.free_rooms_by: set[int] = set()
        self.any_room: list[Reaction] = []
        self.free_by: dict[str, str] = {}
        self.sooner: dict[str, list[int]] = {}
        self.serve_free: list[int] = []
        self.queue_free: list[int] = []
        self.ignore_penalty: list[int] = []
        self.on: dict[str, list[Reaction]] = defaultdict(list)
        for row in rows:
            card = row.integer("number", *NUMBERS)
            self._add(row, card, dict(row.mapping("effect")), reader)
            for edition in row.values.get("completion", ()):
                self.sooner.setdefault(edition, []).append(card)

    def _add(self, row: Row, card: int, effect: dict[str, Any], reader: Reader) -> None:
        dice = effect.pop("dice", ())
        for die in dice:
            self.seeing[die].add(card)
        event = effect.pop("on", None)
        if event:
            guest = effect.pop("guest", "any")
            reaction = Reaction(
                card,
                gives=tuple(
                    _make_given_part(row, word, n, reader)
                    for word, n in effect.pop("gives", {}).items()
                ),
                opens=self._make_opened_part(row, effect.pop("opens", None), reader),
                guest=None if guest == "any" else guest,
                order_size=effect.pop("order_size", 0),
                any_room=effect.pop("any_room", ""),
            )
            free_by = effect.pop("free_by", None)
            if free_by is not None:
                self.free_by[f"staff:{card}"] = free_by
            if reaction.any_room:
                self.any_room.append(reaction)
            if event == "die":
                for die in dice:
                    self.die[die].append(reaction)
            elif event in ("check_in", "bonus"):
                getattr(self, event).append(reaction)
            elif event in reader.events:
                self.on[event].append(reaction)
            else:
                raise row.broken("effect", f"{event!r} is not an event")
        for word in tuple(effect):
            value = effect.pop(word)
            if word == "strength":
                for die in dice:
                    self.strength[die].append(card)
            elif word == "discount":
                for die in dice:
                    self.discount[die].append((card, value))
            elif word == "both":
                for die in dice:
                    self.both[die].append(card)
            elif word == "free_rooms":
                self.free_rooms[value] = card
                self.free_rooms_by.add(card)
            elif word in ("free_six", "serve_free", "queue_free", "ignore_penalty"):
                getattr(self, word).append(card)
            else:
                raise row.broken("effect", f"{word!r} is not understood")

    @staticmethod
    def _make_opened_part(row: Row, spec: Any, reader: Reader) -> Part | None:
        if spec is None:
            return None
        ((word, inner),) = spec.items()
        if word not in reader.words or (word not in ("prepare", "play_staff") and not row.open):
            raise row.broken("effect", f"{word!r} is not understood")
        return reader.words[word](inner, reader)


def _make_given_part(row: Row, word: str, spec: Any, reader: Reader) -> Part:
    """Return a part that a permanent card gives at once. A module's card may use any word."""
    if row.open and word in reader.words:
        return replace(reader.words[word](spec, reader), score="staff")
    return Part(word, check_count(spec), score="staff")


@dataclass(frozen=True, slots=True)
class Politics:
    """A politics card: its rule and the counts that a claim needs.

    letter: None where nobody has read it off the card. vp: of its spaces, first disc first; as
    many spaces as figures (GAH-POL-05).
    """

    id: str
    letter: str | None
    rule: str
    requires: Mapping[str, int]
    vp: tuple[int, ...] = ()
    values: Mapping[str, Any] = field(default_factory=dict, hash=False, repr=False)


def _read_politics(row: Row, reader: Reader) -> Politics:
    requires = row.mapping("requires")
    if not requires or not set(requires) <= set(reader.counts):
        raise row.broken("requires", "is not understood")
    return Politics(
        row.text("id"),
        None if row.open and row.get("letter") is None else row.one_of("letter", ("A", "B", "C")),
        row.text("rule"),
        requires,
        tuple(FIGURES["politics_vp"]),
        row.values,
    )


@dataclass(frozen=True, slots=True)
class Goods:
    """The loss in goods that a penalty prints; exactly one of the fields is set.

    other: the loss in a word of a module: the kind that carries it out, with its spec.
    """

    krones: int = 0
    return_staff: int = 0
    remove_vacant: int = 0
    remove_occupied: int = 0
    discard_staff: int = 0
    kitchen: bool = False
    cafe: bool = False
    other: tuple[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class EmperorTile:
    """An emperor tile. vp and vp_per_staff: VP lost; goods: the other or only loss, if printed.

    goods_switch: the switch that decides if a player with enough goods has to give them; empty for
    the base game's switch (GAH-EMP-11).
    """

    id: str
    letter: str
    rule: str
    bonus: tuple[Part, ...]
    vp: int
    vp_per_staff: int
    goods: Goods | None
    goods_switch: str = ""
    values: Mapping[str, Any] = field(default_factory=dict, hash=False, repr=False)


def _read_tile(row: Row, reader: Reader) -> EmperorTile:
    penalty = row.mapping("penalty")
    try:
        goods = Goods(**penalty["goods"]) if "goods" in penalty else None
        if goods is not None and goods.other is not None:
            word, spec = goods.other
            goods = replace(goods, other=(str(word), spec))
    except TypeError as problem:
        raise row.broken("penalty", str(problem)) from None
    return EmperorTile(
        row.text("id"),
        row.one_of("letter", ("A", "B", "C")),
        row.text("rule"),
        reader.parts(row, "bonus"),
        penalty.get("vp", 0),
        penalty.get("vp_per_staff", 0),
        goods,
        row.values.get("goods_switch", ""),
        row.values,
    )


_KINDS: Sequence[tuple[str, str, Callable[[Row, Reader], Any], str]] = (
    ("guests.json", "guests", _read_guest, "number"),
    ("staff.json", "staff", _read_staff, "number"),
    ("politics.json", "politics", _read_politics, "id"),
    ("emperor-tiles.json", "tiles", _read_tile, "id"),
)
"""The files of cards and tiles: file, key of its rows, how a row is read, key of the index."""


class Components:
    """The cards and tiles of a box, by number or id, and the reactions of permanent cards."""

    __slots__ = ("guests", "politics", "reactions", "staff", "tiles")

    guests: Mapping[int, Guest]
    staff: Mapping[int, Staff]
    politics: Mapping[str, Politics]
    tiles: Mapping[str, EmperorTile]
    reactions: Reactions

    def __init__(self, folders: Iterable[Path], reader: Reader) -> None:
        """Read the files of every folder that has them. Raises BrokenData naming the row."""
        folders = tuple(folders)
        for file, name, make, key in _KINDS:
            read: Callable[..., Any] = make
            rows = [
                row
                for folder in folders
                if folder == FOLDER or (folder / file).exists()
                for row in rows_of(file, name, folder)
            ]
            setattr(self, name, _index_rows(rows, partial(read, reader=reader), key))
            if name == "staff":
                permanent = [row for row in rows if row.values["timing"] == "permanent"]
                self.reactions = Reactions(permanent, reader)


def _index_rows(rows: Sequence[Row], make: Callable[[Row], Any], key: str) -> Any:
    index: dict[Any, Any] = {}
    for row in rows:
        item = make(row)
        if getattr(item, key) in index:
            raise row.broken(key, "stands twice")
        index[getattr(item, key)] = item
    return index  # no proxy: judging looks cards up all the time


def _check_numbers(cards: Components) -> None:
    """Raise BrokenData unless guests follow on staff, which begin at 1 (GAH-GUEST-09)."""
    numbers = [*sorted(cards.staff), *sorted(cards.guests)]
    for due, number in enumerate(numbers, start=1):
        if number != due:
            raise BrokenData(f"staff.json and guests.json: {number} stands where {due} is due")


FIGURES: Mapping[str, Any] = MappingProxyType(
    {row.text("figure"): row.get("value") for row in rows_of("figures.json", "figures")}
)
"""Figures printed on boards and tiles, by name; ``options.figures`` may correct some."""

FIGURE_SOURCES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        row.text("figure"): (row.text("source"), row.text("confidence"))
        for row in rows_of("figures.json", "figures")
    }
)
"""Where each figure comes from, and how sure it is (high, medium, low)."""

BASE = Components((FOLDER,), Reader(FOODS, WORDS, COUNTED))
"""The cards and tiles of the base game."""

_check_numbers(BASE)

GUESTS: Mapping[int, Guest] = BASE.guests
STAFF: Mapping[int, Staff] = BASE.staff
REACTIONS = BASE.reactions
POLITICS: Mapping[str, Politics] = BASE.politics
TILES: Mapping[str, EmperorTile] = BASE.tiles
