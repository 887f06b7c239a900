"""What the table says about the record itself: checks against the board, and corrections."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from adjudicator.austria.box import box_at
from adjudicator.austria.case import Case
from adjudicator.austria.declared import MISSING, Key
from adjudicator.austria.moves import LAST_SPACE
from adjudicator.austria.state import KRONES_MAX, Player, Table
from adjudicator.games import Entry
from adjudicator.messages import M


def check(table: Table, player: Player | None, entry: Entry, case: Case) -> None:
    """``check``: somebody reads the real board; a difference is a finding, not an error."""
    seen = [(key, key.show(table)) for key in _named(box_at(table).position, entry)]
    if player is not None:
        seen += [(key, key.show(table, player)) for key in _named(box_at(table).player_keys, entry)]
    finding = {}
    for key, shown in seen:
        value, read = None if shown is MISSING else shown, entry[key.name]
        alike = _itself if key.alike is None or value is None else key.alike
        if alike(value) != alike(read):
            finding[key.name] = [value, read]
    if finding:
        case.finding = finding


def _named(keys: Iterable[Key], entry: Entry) -> list[Key]:
    return [key for key in keys if key.check and key.name in entry]


def _itself(value: Any) -> Any:
    return value


def adjust(table: Table, player: Player, entry: Entry, case: Case) -> None:
    """``adjust``: the table corrects values by signed changes; past a bound it is illegal."""
    krones = player.krones + entry.get("krones", 0)
    if not 0 <= krones <= KRONES_MAX:
        rule = "GAH-MONEY-02" if krones > 0 else "GAH-MONEY-03"
        case.breach(rule, M("boardcheck.that-would-make-krones", krones=krones), krones=krones)
    space = player.emperor + entry.get("emperor", 0)
    if not 0 <= space <= LAST_SPACE:
        case.breach(
            "GAH-EMP-01", M("boardcheck.that-would-be-emperor-space", space=space), emperor=space
        )
    hand = player.hand + entry.get("hand", 0)
    if hand < 0 or entry.get("hand", 0) > table.staff_deck():
        case.breach("GAH-STAFF-09", M("boardcheck.that-would-make-hand", hand=hand), hand=hand)
    changes = table.box.vector(entry.get("kitchen", {}))
    for food, change in enumerate(changes):
        if player.kitchen[food] + change < 0 or change > table.supply[food]:
            case.breach(
                "GAH-FOOD-08",
                M(
                    "boardcheck.food",
                    count=player.kitchen[food] + change,
                    food=table.box.foods[food],
                ),
                food=table.box.foods[food],
            )
    if case.stop:
        return
    player.krones = min(KRONES_MAX, max(0, krones))
    player.emperor = min(LAST_SPACE, max(0, space))
    if entry.get("hand"):
        player.known = None
        player.hand = max(0, min(hand, player.hand + table.staff_deck()))
    for food, change in enumerate(changes):
        held = max(-player.kitchen[food], min(change, table.supply[food]))
        player.kitchen[food] += held
        table.supply[food] -= held
        player.fresh[food] = min(player.fresh[food], player.kitchen[food])
    player.points["corrections"] += entry.get("vp", 0)


def check_entry(table: Table, player: Player | None, entry: Entry, case: Case) -> None:
    """Judge a ``check``, whose ``of`` names the board read aloud."""
    of = entry.get("of")
    check(table, None if of is None else table.by_id[of], entry, case)


def adjust_entry(table: Table, player: Player | None, entry: Entry, case: Case) -> None:
    """Judge an ``adjust``, whose ``of`` names the player."""
    adjust(table, table.by_id[entry["of"]], entry, case)
