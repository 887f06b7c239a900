"""The bar: its slots, taking a celebrity, ageing and refill (WALTZ2-DIE-04 to 09, -REF)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations

from adjudicator.austria.chapters.rounds import ROUNDS
from adjudicator.austria.modules.celebrities.tokens import (
    AGES,
    COLOURS,
    ID,
    OLDER,
    celebrity_shape,
    in_box,
    name_celebrity,
)
from adjudicator.austria.printed.record_shapes import Shapes
from adjudicator.austria.table import moves
from adjudicator.austria.table.declarations import Due, Item
from adjudicator.austria.table.entry_findings import Case
from adjudicator.austria.table.state import EMPEROR, ROLL, TURN, Player, Table
from adjudicator.copying import Copyable, copy_plain
from adjudicator.entries import Entry, Written, keys, verb
from adjudicator.messages import M
from adjudicator.obstacles import Found, Obstacle, is_allowed
from adjudicator.shapes import Check, Mismatch

RULE = "WALTZ2-REF-04"

Slot = tuple[str, int]
"""A celebrity in the bar with the VP it brings."""


class Bar(Copyable, slots=copy_plain, discards=copy_plain):
    """The module's state of the table.

    slots: the celebrity in the slot of each colour, None for an empty slot; an unknown slot is
    missing. discards: in order, as far as seen; known: whether the discards are complete.
    """

    __slots__ = ("discards", "known", "slots")

    def __init__(self, table: Table) -> None:
        self.slots: dict[str, Slot | None] = {}
        self.discards: list[str] = []
        self.known = True


class Held(Copyable):
    """The module's state of a player.

    tokens: the celebrities taken in this round, as taken. swapped: Einstein has done his swap;
    swapped_in: the turn of it. seen: (celebrity, event, source) that have been answered.
    """

    __slots__ = ("seen", "swapped", "swapped_in", "tokens")

    def __init__(self, table: Table, player: Player) -> None:
        self.tokens: tuple[str, ...] = ()
        self.swapped = False
        self.swapped_in = 0
        self.seen: frozenset[tuple[str, int, str]] = frozenset()


def bar_of(table: Table) -> Bar:
    """Return the module's state of a table."""
    bar: Bar = table.of[ID]
    return bar


def held_by(player: Player) -> Held:
    """Return the module's state of a player."""
    held: Held = player.of[ID]
    return held


def is_at_work(table: Table, player: Player) -> bool:
    """Return whether a player's celebrities work now: only in their turn (WALTZ2-DIE-09)."""
    return table.phase == TURN and table.turn == player.seat


def has_working(table: Table, player: Player, name: str) -> bool:
    """Return whether a celebrity works for a player now."""
    return name in held_by(player).tokens and is_at_work(table, player)


def take_celebrity(table: Table, player: Player, colour: str) -> None:
    """Take the celebrity of a colour out of the bar, with its VP (WALTZ2-DIE-04, -07, -08)."""
    bar = bar_of(table)
    slot = bar.slots.get(colour)
    if slot is None:
        return
    bar.slots[colour] = None
    name, points = slot
    held = held_by(player)
    held.tokens = (*held.tokens, name)
    player.hold(name)
    moves.book(table, player, "vp", points, vp_source(name), score=ID)


def vp_source(name: str) -> str:
    """Return the source of a celebrity's own VP, which is another than that of the gifts."""
    return f"bar:{name}"


def close_round(table: Table, case: Case) -> None:
    """The first step of a round's end: collect, then age (WALTZ2-REF-01 to 03)."""
    bar = bar_of(table)
    slots = bar.slots
    table.named_dice = {}
    players = table.players
    for player in (*players[table.first :], *players[: table.first]):
        held: Held = player.of[ID]
        held.swapped = False
        if held.tokens:
            _discard(bar, held.tokens)
            player.drop(*held.tokens)
            held.tokens = ()
            held.seen = frozenset()
    for colour in COLOURS:
        slot = slots.get(colour)
        if slot is None:
            continue
        name, points = slot
        older = OLDER[points]
        if older is not None:
            slots[colour] = (name, older)
        else:
            slots[colour] = None
            _discard(bar, (name,))


def _discard(bar: Bar, tokens: tuple[str, ...]) -> None:
    bar.discards += tokens


def list_visible_celebrities(table: Table) -> set[str]:
    """Return the celebrities in the bar and with players."""
    sight = {slot[0] for slot in bar_of(table).slots.values() if slot is not None}
    for player in table.players:
        held: Held = player.of[ID]
        if held.tokens:
            sight.update(held.tokens)
    return sight


def _between_rounds(table: Table) -> bool:
    return table.phase == ROLL or (table.phase == EMPEROR and table.round_no < ROUNDS)


def empty_slots(table: Table) -> list[str]:
    """Return the colours with a slot known to be empty."""
    slots = bar_of(table).slots
    if None not in slots.values():
        return []
    return [colour for colour in COLOURS if colour in slots and slots[colour] is None]


def unknown_slots(table: Table) -> list[str]:
    """Return the colours with an unknown slot."""
    slots = bar_of(table).slots
    return [colour for colour in COLOURS if colour not in slots]


def least_in_stack(table: Table, sight: set[str]) -> int:
    """Return how many celebrities at least lie in the stack (WALTZ2-REF-04).

    sight: the celebrities in the bar and with players (``list_visible_celebrities``).
    """
    bar = bar_of(table)
    unseen = set(in_box(table.box)) - sight - set(bar.discards)
    return max(0, len(unseen) - len(unknown_slots(table)))


def can_come(table: Table, slots: int) -> list[str]:
    """Return who may be turned up for so many slots (WALTZ2-REF-04).

    The discards only where the stack has not enough for all of them.
    """
    bar, sight = bar_of(table), list_visible_celebrities(table)
    out = set(sight)
    if bar.known and least_in_stack(table, sight) >= slots:
        out |= set(bar.discards)
    return [name for name in in_box(table.box) if name not in out]


def _names_somebody(shapes: Shapes) -> Check:
    def whole(entry: Written) -> None:
        if not any(colour in entry for colour in COLOURS):
            raise Mismatch(M("celebrities.refill-names-nobody"))

    return whole


@verb("refill", _names_somebody)
class Refill(Entry):
    """Celebrities turned up for empty slots of the bar, by colour."""

    named: Mapping[str, str] = keys(lambda s: dict.fromkeys(COLOURS, celebrity_shape(s)))


def refill_bar(table: Table, nobody: None, entry: Refill, case: Case) -> None:
    """``refill``: the celebrities for all empty slots in one entry (WALTZ2-REF-04)."""
    bar = bar_of(table)
    named = entry.named
    sight = list_visible_celebrities(table)
    again = [name for name in named.values() if name in bar.discards]
    lying = least_in_stack(table, sight) if again and bar.known else 0
    against = find_refill_obstacles(table, named, sight, again, lying)
    if against:
        case.cite(against)
    if case.stop:
        return
    for colour, name in named.items():
        if bar.slots.get(colour) is not None or name in sight:
            continue  # let stand: who cannot come leaves the slot as it is
        bar.slots[colour] = (name, AGES[0])
        sight.add(name)
    if again:  # the stack is through: the discards are the new one
        through = bar.known and len(named) > lying
        bar.discards = [] if through else [name for name in bar.discards if name not in sight]


def find_refill_obstacles(
    table: Table, named: Mapping[str, str], sight: set[str], again: Sequence[str], lying: int
) -> list[Obstacle]:
    """Yield the obstacles to a refill: the time, the slots, the celebrities (WALTZ2-REF-04).

    sight: the celebrities in the bar and with players (``list_visible_celebrities``). again: the
    named celebrities that lie in the discards; lying: if there are any, the known size of the
    stack.
    """
    if not _between_rounds(table):
        return [Obstacle(RULE, M("celebrities.refill-between-rounds"))]
    against = find_slot_obstacles(table, named)
    if len(set(named.values())) != len(named):
        against.append(Obstacle(RULE, M("celebrities.one-twice")))
    if not sight.isdisjoint(named.values()):
        here = [name for name in named.values() if name in sight]
        message = M("celebrities.already-here", who=tuple(map(name_celebrity, here)))
        against.append(Obstacle(RULE, message, celebrities=here))
    if len(again) > max(0, len(named) - lying):  # the stack could give others
        message = M("celebrities.of-discards", who=tuple(map(name_celebrity, again)), stack=lying)
        against.append(Obstacle(RULE, message, stack=lying))
    return against


def find_slot_obstacles(table: Table, colours: Collection[str]) -> list[Obstacle]:
    """Yield the obstacles to filling the slots of some colours: all empty ones, no others."""
    against: list[Obstacle] = []
    slots, empty = bar_of(table).slots, empty_slots(table)
    filled = [colour for colour in colours if slots.get(colour) is not None]
    left = [colour for colour in empty if colour not in colours]
    if filled:
        message = M("celebrities.bar-full", slots=tuple(filled))
        if empty:
            message = M("celebrities.slot-filled", slots=tuple(filled), empty=tuple(empty))
        against.append(Obstacle(RULE, message, slots=filled))
    if left:
        message = M("celebrities.slots-left", slots=tuple(left))
        against.append(Obstacle(RULE, message, slots=left))
    return against


def offer_refill(table: Table) -> Iterator[Item]:
    """Yield the refills that may be entered: the empty slots, with unknown ones or without."""
    for count in range(1, len(COLOURS) + 1):
        for named in combinations(COLOURS, count):
            if is_allowed(find_slot_obstacles(table, named)):
                yield {"do": "refill", **dict.fromkeys(named, "seen")}


def offer_unknown_refills(table: Table) -> Iterator[Item]:
    """Yield refills of slots that nobody knows, where none is due."""
    if _between_rounds(table) and unknown_slots(table) and is_allowed(refill_first(table)):
        yield from offer_refill(table)


def refill_first(table: Table) -> Iterator[Found]:
    """Yield that slots have to be filled before the roll (WALTZ2-REF-04)."""
    left = empty_slots(table) if _between_rounds(table) else []
    if left:
        yield Obstacle(RULE, M("celebrities.refill-first", slots=tuple(left)), slots=left)


REFILL: Due = offer_refill, refill_first
"""The refill comes before the roll."""
