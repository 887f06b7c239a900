"""The printed components: guests, staff, politics cards, emperor tiles and figures, as data.

Everything is read and checked once, at import; a broken row stops the start and is named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from adjudicator.austria.datafile import Row, rows_of
from adjudicator.austria.editions import EDITIONS

FOODS = ("strudel", "cake", "wine", "coffee")
"""The four foods of the base game; everywhere else a food is its index in this tuple."""

COLOURS = ("blue", "red", "yellow")
"""The room colours."""

GUEST_COLOURS = (*COLOURS, "green")
"""The guest colours; green guests accept any room (GAH-COMP-03)."""

Foods = tuple[int, int, int, int]
"""Counts per food, in the order of FOODS."""


def foods(named: Mapping[str, int]) -> Foods:
    """Return counts per food from an object that names some of them."""
    strudel, cake, wine, coffee = (named.get(food, 0) for food in FOODS)
    return strudel, cake, wine, coffee


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that a card, tile, die or group gives.

    kind: the entry verb it waits for (prepare, play_staff, take_guest, occupy, fill_order,
    gain, extra_action), or, without a choice, krones, emperor, vp, draw, food, vp_per_staff.
    count: how many. food: named food of a ``food`` part. free and discount: the price.
    floors: floors allowed, None for all. colour: of room or guest, None for any.
    occupied: the room is placed with its occupied face up. drawn: cards drawn for an offer, 0
    for a card from hand. paid: the guest is paid as in the guest step.
    score: the part of ``scores`` that VP belong to.
    """

    kind: str
    count: int = 1
    food: Foods = (0, 0, 0, 0)
    free: bool = False
    discount: int = 0
    floors: frozenset[int] | None = None
    colour: str | None = None
    occupied: bool = False
    drawn: int = 0
    paid: bool = False
    score: str = "guests"

    @property
    def automatic(self) -> bool:
        """Whether the part leaves no choice and resolves by itself."""
        return self.kind in _AUTOMATIC


_AUTOMATIC = frozenset(("krones", "emperor", "vp", "draw", "food", "vp_per_staff"))


def _priced(kind: str, spec: Any, **more: Any) -> Part:
    known = {"count", "free", "discount", "floors", "colour", "occupied", "draw"}
    if not isinstance(spec, dict) or not set(spec) <= known:
        raise ValueError(f"{spec!r} is not understood")
    colour = spec.get("colour")
    if colour not in (None, "any", *GUEST_COLOURS):
        raise ValueError(f"{colour!r} is not a colour")
    floors = spec.get("floors")
    return Part(
        kind,
        count=_count(spec.get("count", 1)),
        free=bool(spec.get("free", False)),
        discount=int(spec.get("discount", 0)),
        floors=None if floors is None else frozenset(floors),
        colour=None if colour == "any" else colour,
        occupied=bool(spec.get("occupied", False)),
        **more,
    )


def _count(value: Any) -> int:
    if type(value) is not int or value < 1:
        raise ValueError(f"{value!r} is not a count")
    return value


def _food(spec: Any) -> Part:
    if not isinstance(spec, dict) or not spec or not set(spec) <= set(FOODS):
        raise ValueError(f"{spec!r} is not food")
    return Part("food", food=foods({food: _count(n) for food, n in spec.items()}))


_WORDS: Mapping[str, Callable[[Any], Part]] = {
    "krones": lambda n: Part("krones", _count(n)),
    "emperor": lambda n: Part("emperor", _count(n)),
    "vp": lambda n: Part("vp", _count(n), score="tiles"),
    "vp_per_staff": lambda n: Part("vp_per_staff", _count(n), score="tiles"),
    "draw_staff": lambda n: Part("draw", _count(n)),
    "gain": _food,
    "gain_any": lambda n: Part("gain", _count(n)),
    "prepare": lambda spec: _priced("prepare", spec),
    "occupy": lambda spec: _priced("occupy", spec),
    "play_staff": lambda spec: _priced("play_staff", spec),
    "offer_staff": lambda spec: _priced("play_staff", spec, drawn=_count(spec.get("draw"))),
    "take_guest": lambda spec: _priced("take_guest", spec),
    "fill_order": lambda spec: _priced("fill_order", spec),
    "extra_action": lambda _: Part("extra_action"),
}


def parts_of(row: Row, key: str) -> tuple[Part, ...]:
    """Return the parts that a list of reward words stands for. Raises BrokenData."""
    parts = []
    for words in row.get(key):
        for word, spec in words.items():
            if word not in _WORDS:
                raise row.broken(key, f"{word!r} is not a word of the vocabulary")
            try:
                parts.append(_WORDS[word](spec))
            except (ValueError, TypeError, AttributeError) as problem:
                raise row.broken(key, str(problem)) from None
    return tuple(parts)


@dataclass(frozen=True, slots=True)
class Guest:
    """A guest card. order: wanted food by kind; size: pieces in all; reward: as printed."""

    number: int
    names: Mapping[str, str]
    colour: str
    order: Foods
    size: int
    vp: int
    reward: tuple[Part, ...]


def _guest(row: Row) -> Guest:
    order = row.mapping("order")
    if not order or not set(order) <= set(FOODS):
        raise row.broken("order", "is not food")
    wanted = foods(order)
    return Guest(
        number=row.integer("number", 49, 104),
        names=row.mapping("names"),
        colour=row.one_of("colour", GUEST_COLOURS),
        order=wanted,
        size=sum(wanted),
        vp=row.integer("vp", 0, 20),
        reward=parts_of(row, "reward"),
    )


@dataclass(frozen=True, slots=True)
class Reaction:
    """What a permanent staff card gives when something happens (see data/staff.json).

    gives: parts that resolve at once. opens: a part with a choice, or None.
    guest: colour of guest that it reacts to, None for any. order_size: least order size, 0 for any.
    """

    card: int
    gives: tuple[Part, ...]
    opens: Part | None = None
    guest: str | None = None
    order_size: int = 0


@dataclass(frozen=True, slots=True)
class Staff:
    """A staff card. cost: by edition. once: parts when played. each_round: food of a round card.

    per: what an end-of-game card counts, with VP each by edition; None for other cards.
    """

    number: int
    names: Mapping[str, str]
    cost: Mapping[str, int]
    timing: str
    once: tuple[Part, ...] = ()
    each_round: Foods = (0, 0, 0, 0)
    per: str | None = None
    vp: Mapping[str, int] | None = None


def _by_edition(row: Row, key: str, value: int) -> Mapping[str, int]:
    changed = row.values.get(f"{key}_by_edition", {})
    if not set(changed) <= set(EDITIONS):
        raise row.broken(f"{key}_by_edition", "names an unknown edition")
    return {edition: changed.get(edition, value) for edition in EDITIONS}


COPY = "copy"
"""What the Secretary counts: another player's end-of-game card (GAH-CARD-29)."""


def _staff(row: Row) -> Staff:
    timing = row.one_of("timing", ("once", "round", "permanent", "end"))
    number = row.integer("number", 1, 48)
    names = row.mapping("names")
    cost = _by_edition(row, "cost", row.integer("cost", 0, 9))
    if timing == "once":
        return Staff(number, names, cost, timing, once=parts_of(row, "effect"))
    if timing == "round":
        (part,) = parts_of(row, "effect")
        return Staff(number, names, cost, timing, each_round=part.food)
    effect = row.mapping("effect")
    if timing == "permanent":
        return Staff(number, names, cost, timing)
    if effect.get("copy"):
        return Staff(number, names, cost, timing, per=COPY)
    if effect.get("per") not in COUNTED or type(effect.get("vp")) is not int:
        raise row.broken("effect", "is not understood")
    changed = effect.get("vp_by_edition", {})
    vp = {edition: changed.get(edition, effect["vp"]) for edition in EDITIONS}
    return Staff(number, names, cost, timing, per=effect["per"], vp=vp)


COUNTED: Mapping[str, str] = MappingProxyType(
    {
        "krones": "krones",
        "emperor": "space on the emperor track",
        "staff cards": "staff cards played",
        "room tiles": "room tiles",
        "occupied rooms": "occupied rooms",
        "occupied red rooms": "occupied red rooms",
        "occupied blue rooms": "occupied blue rooms",
        "occupied yellow rooms": "occupied yellow rooms",
        "occupied floors": "floors fully occupied",
        "occupied columns": "columns fully occupied",
        "occupied groups": "groups fully occupied",
        "finished colours": "colours with every room occupied",
        "colour sets": "sets of three occupied colours",
        "politics discs": "politics cards with an own disc",
        "emperor spaces": "space on the emperor track",
    }
)
"""What cards count on a player's board, with the words a verdict uses for it."""


class Reactions:
    """What permanent cards do, by the event they react to. seeing: cards that react to a die."""

    def __init__(self, rows: Sequence[Row]) -> None:
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
        self.serve_free: list[int] = []
        self.queue_free: list[int] = []
        self.ignore_penalty: list[int] = []
        for row in rows:
            self._add(row, row.integer("number", 1, 48), dict(row.mapping("effect")))

    def _add(self, row: Row, card: int, effect: dict[str, Any]) -> None:
        dice = effect.pop("dice", ())
        for die in dice:
            self.seeing[die].add(card)
        event = effect.pop("on", None)
        if event:
            reaction = Reaction(
                card,
                gives=tuple(
                    Part(word, _count(n), score="staff")
                    for word, n in effect.pop("gives", {}).items()
                ),
                opens=self._opened(row, effect.pop("opens", None)),
                guest=_any_as_none(effect.pop("guest", "any")),
                order_size=effect.pop("order_size", 0),
            )
            if event == "die":
                for die in dice:
                    self.die[die].append(reaction)
            elif event in ("check_in", "bonus"):
                getattr(self, event).append(reaction)
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
            elif word in ("free_six", "serve_free", "queue_free", "ignore_penalty"):
                getattr(self, word).append(card)
            else:
                raise row.broken("effect", f"{word!r} is not understood")

    @staticmethod
    def _opened(row: Row, spec: Any) -> Part | None:
        if spec is None:
            return None
        ((word, inner),) = spec.items()
        if word not in ("prepare", "play_staff"):
            raise row.broken("effect", f"{word!r} is not understood")
        return _priced(word, inner)


def _any_as_none(colour: str) -> str | None:
    return None if colour == "any" else colour


@dataclass(frozen=True, slots=True)
class Politics:
    """A politics card: its rule and the counts that a claim needs."""

    id: str
    letter: str
    rule: str
    requires: Mapping[str, int]


def _politics(row: Row) -> Politics:
    requires = row.mapping("requires")
    if not requires or not set(requires) <= set(COUNTED):
        raise row.broken("requires", "is not understood")
    return Politics(
        row.text("id"), row.one_of("letter", ("A", "B", "C")), row.text("rule"), requires
    )


@dataclass(frozen=True, slots=True)
class Goods:
    """The loss in goods that a penalty prints; exactly one of the fields is set."""

    krones: int = 0
    return_staff: int = 0
    remove_vacant: int = 0
    remove_occupied: int = 0
    discard_staff: int = 0
    kitchen: bool = False
    cafe: bool = False


@dataclass(frozen=True, slots=True)
class EmperorTile:
    """An emperor tile. vp and vp_per_staff: VP lost; goods: the other or only loss, if printed."""

    id: str
    letter: str
    rule: str
    bonus: tuple[Part, ...]
    vp: int
    vp_per_staff: int
    goods: Goods | None


def _tile(row: Row) -> EmperorTile:
    penalty = row.mapping("penalty")
    try:
        goods = Goods(**penalty["goods"]) if "goods" in penalty else None
    except TypeError as problem:
        raise row.broken("penalty", str(problem)) from None
    return EmperorTile(
        row.text("id"),
        row.one_of("letter", ("A", "B", "C")),
        row.text("rule"),
        parts_of(row, "bonus"),
        penalty.get("vp", 0),
        penalty.get("vp_per_staff", 0),
        goods,
    )


def _index(rows: Iterable[Row], make: Callable[[Row], Any], key: str, count: int) -> Any:
    index: dict[Any, Any] = {}
    row = None
    for row in rows:
        item = make(row)
        if getattr(item, key) in index:
            raise row.broken(key, "stands twice")
        index[getattr(item, key)] = item
    if len(index) != count and row is not None:
        raise row.broken(key, f"is the last of {len(index)} rows, not {count}")
    return MappingProxyType(index)


GUESTS: Mapping[int, Guest] = _index(rows_of("guests.json", "guests"), _guest, "number", 56)
_STAFF_ROWS = list(rows_of("staff.json", "staff"))
STAFF: Mapping[int, Staff] = _index(_STAFF_ROWS, _staff, "number", 48)
REACTIONS = Reactions([row for row in _STAFF_ROWS if row.values["timing"] == "permanent"])
POLITICS: Mapping[str, Politics] = _index(rows_of("politics.json", "politics"), _politics, "id", 12)
TILES: Mapping[str, EmperorTile] = _index(rows_of("emperor-tiles.json", "tiles"), _tile, "id", 12)

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
