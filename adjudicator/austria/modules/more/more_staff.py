"""Single cards: a guest with a filled order, two other foods (WALTZ5-STAFF-174, -175)."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.austria.chapters.food import Gain, UseStaff, find_gain_part
from adjudicator.austria.chapters.guests import (
    TakeGuest,
    doubts_about_unread_guest,
    find_guest_part,
)
from adjudicator.austria.modules.more.bells import bells_of
from adjudicator.austria.printed.catalogue import FILLED, OTHER_KINDS
from adjudicator.austria.table import moves
from adjudicator.austria.table.declarations import Judge
from adjudicator.austria.table.entry_findings import Case
from adjudicator.austria.table.state import CafeGuest, Open, Player, Table
from adjudicator.messages import M


def fill_brought_order(judge: Judge[TakeGuest]) -> Judge[TakeGuest]:
    """Complete the order of the guest that staff 174 brings, from the supply."""

    def take_guest(table: Table, player: Player, entry: TakeGuest, case: Case) -> None:
        part = find_guest_part(player, entry) if player.events else None
        if part is None or not FILLED.find_in(part.part):
            judge(table, player, entry, case)
            return
        case.cite(doubts_about_unread_guest(table, entry.guest, M("more.nothing-moved")))
        judge(table, player, entry, case)
        guest = player.cafe.get(entry.guest)
        if guest is not None and not case.stop:
            _fill_order(table, player, guest)

    return take_guest


def _fill_order(table: Table, player: Player, guest: CafeGuest) -> None:
    for food, lacks in enumerate(guest.lacks or ()):
        moved = min(lacks, table.supply[food])
        guest.put(food, moved)
        table.supply[food] -= moved
    if guest.complete:
        moves.signal_order_completed(table, player, guest)


def remember_spent_kinds(judge: Judge[UseStaff]) -> Judge[UseStaff]:
    """Remember the kinds that are spent: staff 175 brings other kinds."""

    def use_staff(table: Table, player: Player, entry: UseStaff, case: Case) -> None:
        before = player.kitchen[:]
        judge(table, player, entry, case)
        spend = table.staff_cards[entry.staff].spend or {}
        if "any" in spend and not case.stop:
            now = zip(table.box.foods, before, player.kitchen, strict=True)
            bells_of(player).spent = frozenset(food for food, had, has in now if has < had)

    return use_staff


def refuse_spent_kinds(judge: Judge[Gain]) -> Judge[Gain]:
    """A kind just spent is not among the other kinds, but by house rule (WALTZ-U-26)."""

    def gain(table: Table, player: Player, entry: Gain, case: Case) -> None:
        part = find_gain_part(table, player, entry)
        judge(table, player, entry, case)
        if part is None or not of_other_kinds(part):
            return
        bells = bells_of(player)
        spent = tuple(food for food, n in entry.gain.items() if n and food in bells.spent)
        if spent:
            case.rest_on("WALTZ-U-26")
            if table.rules["WALTZ-U-26"] == "forbidden":
                rule = table.staff_cards[int(part.source.partition(":")[2])].rule
                case.breach(rule, M("more.just-spent", foods=spent))

    return gain


def of_other_kinds(part: Open) -> bool:
    """Return whether food of choice may not be of the kinds just spent."""
    return bool(OTHER_KINDS.find_in(part.part))


def exclude_spent_kinds(foods: Sequence[int], table: Table, part: Open) -> Sequence[int]:
    """Return the kinds that food of choice may be: for staff 175 not the kinds just spent."""
    if not of_other_kinds(part) or table.rules["WALTZ-U-26"] == "allowed":
        return foods
    player = next(player for player in table.players if any(part in e.parts for e in player.events))
    return [food for food in foods if table.box.foods[food] not in bells_of(player).spent]
