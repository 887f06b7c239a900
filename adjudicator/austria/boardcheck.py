"""What the table says about the record itself: checks against the board, and corrections."""

from __future__ import annotations

from typing import Any

from adjudicator.austria.box import MISSING, Box
from adjudicator.austria.case import Case
from adjudicator.austria.moves import LAST_SPACE
from adjudicator.austria.position import dice_of, player_position
from adjudicator.austria.state import KRONES_MAX, Player, Table
from adjudicator.games import Entry
from adjudicator.messages import M

PLAYER_KEYS = ("krones", "emperor", "vp", "kitchen", "rooms", "cafe", "staff", "hand")


def _comparable(box: Box, key: str, value: Any) -> Any:
    """Return a value in a form in which equal boards are equal."""
    if key == "kitchen":
        return box.vector(value)
    if key == "cafe":
        return sorted((row["guest"], box.vector(row.get("served", {}))) for row in value)
    if key == "staff":
        return sorted(
            (row["staff"], row.get("used", False)) if isinstance(row, dict) else (row, False)
            for row in value
        )
    for known in (*box.position, *box.player_keys):
        if known.name == key and known.alike is not None:
            return known.alike(value)
    return value


def check(table: Table, player: Player | None, entry: Entry, case: Case) -> None:
    """``check``: somebody reads the real board; a difference is a finding, not an error."""
    seen: dict[str, Any] = {}
    if "dice" in entry:
        seen["dice"] = dice_of(table)
    if "queue" in entry:
        seen["queue"] = None if table.queue is None else list(table.queue)
    box = table.box
    for known in box.position:
        if known.check and known.name in entry:
            shown = known.show(table)
            seen[known.name] = None if shown is MISSING else shown
    if player is not None:
        keys = (*PLAYER_KEYS, *(known.name for known in box.player_keys if known.check))
        recorded = player_position(table, player)
        seen |= {key: recorded.get(key) for key in keys if key in entry}
    finding = {
        key: [value, entry[key]]
        for key, value in seen.items()
        if _comparable(box, key, value) != _comparable(box, key, entry[key])
    }
    if finding:
        case.finding = finding


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
