"""Entries about the record itself: checks against the real board, corrections and rulings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import add
from typing import Any

from adjudicator.austria.printed.record_shapes import Shapes
from adjudicator.austria.table import moves
from adjudicator.austria.table.box import box_at
from adjudicator.austria.table.declarations import MISSING, Deed, Key
from adjudicator.austria.table.entry_findings import Case
from adjudicator.austria.table.moves import LAST_SPACE
from adjudicator.austria.table.state import KRONES_MAX, Table
from adjudicator.entries import Entry, Written, key, keys, verb
from adjudicator.messages import M
from adjudicator.shapes import AGREED, BOOLEAN, TEXT, Check, Integer, Mismatch


def _check_whose_board(shapes: Shapes) -> Check:
    def check_owner(entry: Written) -> None:
        if "of" not in entry and any(name in entry for name in shapes.checked):
            raise Mismatch(M("vocabulary.missing-whose-board"), "of")

    return check_owner


@verb("check", _check_whose_board)
class BoardCheck(Entry):
    """Values read off the real board. of: the player of the board, None for the table's values."""

    of: str | None = key(lambda s: TEXT, default=None)
    seen: Mapping[str, Any] = keys(lambda s: {**s.checked, **s.table_checked})


@verb("adjust")
class BoardAdjustment(Entry):
    """By how much the table corrects values of one player."""

    of: str = key(lambda s: TEXT)
    krones: int = key(lambda s: s.signed, default=0)
    vp: int = key(lambda s: s.signed, default=0)
    emperor: int = key(lambda s: s.signed, default=0)
    hand: int = key(lambda s: s.signed, default=0)
    kitchen: Mapping[str, int] | None = key(lambda s: s.signed_foods, default=None)


@verb("rule")
class TableRuling(Entry):
    """A ruling of the table: an entry is kept or not. The replay reads it; no rule does."""

    entry: int = key(lambda s: Integer(low=1))
    stands: bool = key(lambda s: BOOLEAN)
    agreed: list[str] | None = key(lambda s: AGREED["agreed"], default=None)


def check_board(table: Table, nobody: None, entry: BoardCheck, case: Case) -> None:
    """``check``: somebody reads the real board; a difference is a finding, not an error."""
    box, player = box_at(table), None if entry.of is None else table.by_id[entry.of]
    shown = [(one, one.show(table)) for one in _select_keys(box.position, entry)]
    if player is not None:
        shown += [(one, one.show(table, player)) for one in _select_keys(box.player_keys, entry)]
    finding = {}
    for one, found in shown:
        value, read = None if found is MISSING else found, entry.seen[one.name]
        if value != read and (value is None or one.alike(value) != one.alike(read)):
            finding[one.name] = [value, read]
    if finding:
        case.note_differences(finding)


def _select_keys(known: Iterable[Key], entry: BoardCheck) -> list[Key]:
    return [one for one in known if one.check and one.name in entry.seen]


def adjust_values(table: Table, nobody: None, entry: BoardAdjustment, case: Case) -> None:
    """``adjust``: the table corrects values by signed changes; past a bound it is illegal."""
    player = table.by_id[entry.of]
    krones = player.krones + entry.krones
    if not 0 <= krones <= KRONES_MAX:
        rule = "GAH-MONEY-02" if krones > 0 else "GAH-MONEY-03"
        case.breach(rule, M("boardcheck.that-would-make-krones", krones=krones), krones=krones)
    space = player.emperor + entry.emperor
    if not 0 <= space <= LAST_SPACE:
        case.breach(
            "GAH-EMP-01", M("boardcheck.that-would-be-emperor-space", space=space), emperor=space
        )
    hand = player.hand + entry.hand
    if hand < 0 or entry.hand > table.staff_deck():
        case.breach("GAH-STAFF-09", M("boardcheck.that-would-make-hand", hand=hand), hand=hand)
    changes = table.box.vector(entry.kitchen or {})
    kitchen = list(map(add, player.kitchen, changes))
    if not case.breaches and min(kitchen) >= 0:
        for food, change in enumerate(changes):
            moves.note_supply(table, food, change)
    for food, change in enumerate(changes):
        if kitchen[food] < 0 or change > table.supply[food]:
            case.breach(
                "GAH-FOOD-08",
                M("boardcheck.food", count=kitchen[food], food=table.box.foods[food]),
                food=table.box.foods[food],
            )
    if case.stop:
        return
    player.krones = min(KRONES_MAX, max(0, krones))
    player.emperor = min(LAST_SPACE, max(0, space))
    if entry.hand:
        player.known = None
        player.hand = max(0, min(hand, player.hand + table.staff_deck()))
    for food, change in enumerate(changes):
        held = max(-player.kitchen[food], min(change, table.supply[food]))
        player.kitchen[food] += held
        table.supply[food] -= held
    moves.keep_fresh(player)
    player.points["corrections"] += entry.vp


DEEDS: tuple[Deed[Any], ...] = (
    Deed(BoardCheck, check_board, play=False),
    Deed(BoardAdjustment, adjust_values, play=False, settles=True),
    Deed(TableRuling, None, play=False),
)
"""The verbs about the record. A ruling takes effect where the entry that it names is, and is not
judged."""
