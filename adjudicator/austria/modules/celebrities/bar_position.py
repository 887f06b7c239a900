"""Reading and printing the bar, the coloured dice and the celebrities of each player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from adjudicator.austria.chapters.position_keys import sort_marked_rows
from adjudicator.austria.chapters.start import contradiction
from adjudicator.austria.modules.celebrities.bar import Bar, bar_of, held_by
from adjudicator.austria.modules.celebrities.dice import UNKNOWN
from adjudicator.austria.modules.celebrities.tokens import (
    AGES,
    CELEBRITIES,
    COLOUR,
    COLOURS,
    EINSTEIN,
    celebrity_shape,
    in_box,
    name_celebrity,
)
from adjudicator.austria.table.declarations import Key, list_if_known
from adjudicator.austria.table.state import REROLL, ROLL, TURN, Player, Table
from adjudicator.messages import M, Message
from adjudicator.shapes import (
    BOOLEAN,
    Either,
    Exactly,
    Fields,
    ListOf,
    MapOf,
    Nullable,
    OneOf,
    Shape,
)

if TYPE_CHECKING:
    from adjudicator.austria.printed.record_shapes import Shapes


T = TypeVar("T")


def bar_setup_keys(shapes: Shapes) -> tuple[Mapping[str, Shape], Mapping[str, Shape]]:
    """Return the keys of the set-up: the celebrity in the slot of each colour."""
    return {"bar": Fields(dict.fromkeys(COLOURS, celebrity_shape(shapes)))}, {}


def seat_celebrities(table: Table, start: Mapping[str, Any], options: Mapping[str, Any]) -> None:
    """Seat the celebrities of a set-up (WALTZ2-SETUP-02)."""
    bar = start.get("bar", {})
    if all(isinstance(bar.get(colour), str) for colour in COLOURS):
        if len(set(bar.values())) < len(bar):
            raise contradiction(M("celebrities.one-twice"), "setup.bar", "WALTZ2-SETUP-02")
        bar_of(table).slots = {colour: (bar[colour], AGES[0]) for colour in COLOURS}


# --- the table --------------------------------------------------------------------------------


def sort_colours(values: Mapping[str, T]) -> list[tuple[str, T]]:
    """Return colours with their values, in the order of the bar."""
    return sorted(values.items(), key=lambda item: COLOURS.index(item[0]))


def _read_bar(table: Table, position: Any, value: Mapping[str, Any], place: str) -> None:
    bar_of(table).slots = {
        colour: None if slot is None else (slot["celebrity"], slot.get("vp", AGES[0]))
        for colour, slot in value.items()
    }


def _show_discards(table: Table) -> Any:
    bar = bar_of(table)
    return list_if_known(bar.discards if bar.known or bar.discards else None)


def _read_discards(table: Table, position: Any, value: list[str] | None, place: str) -> None:
    bar = bar_of(table)
    bar.known, bar.discards = value is not None, list(value or ())


TABLE = (
    Key(
        "bar",
        lambda s: MapOf(
            COLOUR,
            Nullable(
                Fields(
                    {"celebrity": celebrity_shape(s)}, {"vp": OneOf(AGES, M("celebrities.ages"))}
                )
            ),
        ),
        lambda t: {
            colour: slot and {"celebrity": slot[0], "vp": slot[1]}
            for colour, slot in sort_colours(bar_of(t).slots)
        },
        _read_bar,
        default={},
        check=True,
        alike=lambda value: {
            colour: slot and {"vp": AGES[0], **slot} for colour, slot in (value or {}).items()
        },
    ),
    Key(
        "coloured",
        lambda s: MapOf(COLOUR, Nullable(s.die)),
        lambda t: {colour: space or None for colour, space in sort_colours(t.named_dice)},
        lambda t, position, value, place: setattr(
            t, "named_dice", {colour: space or UNKNOWN for colour, space in value.items()}
        ),
        default=dict.fromkeys(COLOURS),  # forgotten again where none can lie
        check=True,
    ),
    Key(
        "bar_discards",
        lambda s: ListOf(celebrity_shape(s)),
        _show_discards,
        _read_discards,
        default=None,
        check=True,
        alike=sorted,
    ),
)
"""The keys of the table."""


# --- the players ------------------------------------------------------------------------------


def _held_shape(shapes: Shapes) -> Shape:
    swaps = OneOf(
        [name for name in in_box(shapes.box) if EINSTEIN in CELEBRITIES[name].effect],
        M("celebrities.who-swaps"),
    )
    plain = Fields({"celebrity": celebrity_shape(shapes)}, {"used": Exactly(False)})
    marked = Either(plain, Fields({"celebrity": swaps}, {"used": BOOLEAN}))
    return ListOf(Either(celebrity_shape(shapes), marked))


def _show_held(table: Table, player: Player) -> list[Any]:
    held = held_by(player)
    return [
        {"celebrity": name, "used": True}
        if held.swapped and EINSTEIN in CELEBRITIES[name].effect
        else name
        for name in held.tokens
    ]


def _read_held(table: Table, player: Player, rows: Sequence[Any], place: str) -> None:
    held = held_by(player)
    held.tokens = tuple(row["celebrity"] if isinstance(row, dict) else row for row in rows)
    player.hold(*held.tokens)
    held.swapped = any(isinstance(row, dict) and row.get("used", False) for row in rows)


PLAYER = (
    Key(
        "celebrities",
        _held_shape,
        _show_held,
        _read_held,
        check=True,
        alike=partial(sort_marked_rows, "celebrity"),
    ),
)
"""The keys of a player."""


# --- contradictions ---------------------------------------------------------------------------


def forget_missing_dice(table: Table, document: Mapping[str, Any]) -> None:
    """Forget coloured dice where none can lie (see ``find_impossible_bar``)."""
    if "position" in document and table.phase not in (TURN, REROLL):
        table.named_dice = {}


def find_impossible_bar(table: Table) -> Iterator[tuple[str, str, Message]]:
    """Yield impossible values of the module (see ``start.find_impossible_values``)."""
    bar = bar_of(table)
    for name in _in_two_places(table, bar):
        yield "bar", "WALTZ2-SETUP-02", M("celebrities.in-two-places", who=name_celebrity(name))
    if table.phase not in (TURN, REROLL):
        if any(table.named_dice.values()):
            yield "coloured", "WALTZ2-DIE-01", M("celebrities.dice-before-roll")
    else:
        there = Counter(space for space in table.named_dice.values() if space != UNKNOWN)
        for space, count in there.items():
            dice = table.dice[space - 1]
            if count > dice:
                message = M("celebrities.more-than-dice", count=count, die=space, dice=dice)
                yield "coloured", "WALTZ2-DIE-01", message
    if table.phase == ROLL:
        for player in table.players:
            if held_by(player).tokens:
                message = M("celebrities.held-before-roll", player=player.id)
                yield f"players.{player.id}.celebrities", "WALTZ2-REF-02", message


def _in_two_places(table: Table, bar: Bar) -> Iterator[str]:
    """Yield the celebrities that are in more than one place (WALTZ2-SETUP-02)."""
    where = Counter(slot[0] for slot in bar.slots.values() if slot is not None)
    for player in table.players:
        where.update(held_by(player).tokens)
    where.update(bar.discards)
    for name, count in where.items():
        if count > 1:
            yield name
