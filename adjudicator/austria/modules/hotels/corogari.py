"""Corogari Zant-Mainz: a bonus by the sum of the two dice of a round (WALTZ3-COROGARI)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from adjudicator.austria.chapters.actions import Action, TakeDie, UsesDie
from adjudicator.austria.chapters.component_figures import make_reward_parts
from adjudicator.austria.modules.hotels.lobbies import ID, LOBBIES, Hotel, hotel_of, owns_lobby
from adjudicator.austria.printed.catalogue import Part
from adjudicator.austria.table import agenda
from adjudicator.austria.table.agenda import make_open_parts
from adjudicator.austria.table.box import Box, box_at, make_entry
from adjudicator.austria.table.declarations import Item, Judge
from adjudicator.austria.table.entry_findings import Case
from adjudicator.austria.table.state import KRONES_MAX, ROLL, Open, Player, Table
from adjudicator.entries import Entry
from adjudicator.hooks import question
from adjudicator.messages import M
from adjudicator.obstacles import Obstacle


@lru_cache(maxsize=64)
def read_sum_bonuses(box: Box) -> Mapping[int, Sequence[Part]]:
    """Return the parts of each sum."""
    printed = LOBBIES["corogari"].effect["second_die"]
    return {int(sum_): make_reward_parts(box, words, "lobby") for sum_, words in printed.items()}


def dice_sum(table: Table, player: Player, values: Sequence[int]) -> int | None:
    """Return the sum of the owner's dice of this round, None before the second one.

    values: of the dice. The key counts as much as the die (WALTZ3-COROGARI-03).
    """
    if len(values) >= 2:
        return values[0] + values[1]
    if values and table.open_number(player.seat) is None:
        return 2 * values[0]
    return None


def book_sum_bonus(
    table: Table, player: Player, entry: Entry, chosen: Action, space: int | None
) -> None:
    """Book the bonus at the second die of the round, which is not noted yet, before its action."""
    hotel = hotel_of(player)
    if hotel.bonus or table.open_number(player.seat) is not None:
        return
    if hotel.values is None:
        assert table.case is not None
        table.case.unclear(
            "values", M("hotels.values-not-known"), M("hotels.no-bonus-booked"), applies=True
        )
        return
    total = dice_sum(table, player, (*hotel.values, *((chosen.die,) if space is not None else ())))
    if total is not None:
        hotel.bonus = True
        parts = make_open_parts(read_sum_bonuses(table.box)[total], "lobby")
        agenda.push_event(table, player, parts, player.fresh_chain)


def waits_for_bonus(player: Player) -> bool:
    """Return whether the bonus is being chosen, with the action of the die behind it."""
    return any(part.part.kind == "action" for event in player.events for part in event.parts)


def around_take_key(judge: Judge[Entry]) -> Judge[Entry]:
    """Check ``place`` against the bonus before the key is judged."""

    def take_key(table: Table, player: Player, entry: Entry, case: Case) -> None:
        against = find_placing_obstacles(table, player, entry) if entry.place else []
        if against:
            case.cite(against)
        judge(table, player, entry, case)

    return take_key


def find_placing_obstacles(table: Table, player: Player, entry: Entry) -> list[Obstacle]:
    """Return that nothing is placed while the bonus leaves a choice (GAH-FOOD-01)."""
    later = owns_lobby(player, "corogari") and _leaves_choice(table, player, entry)
    return [Obstacle("GAH-FOOD-01", M("hotels.place-later"))] if later else []


def _bonus_parts(table: Table, player: Player, entry: Entry) -> Sequence[Part]:
    """Return the parts of the bonus that an entry brings: of the second die or key of a round."""
    hotel = hotel_of(player)
    values = (*(hotel.values or ()), *([entry.die] if isinstance(entry, UsesDie) else ()))
    covered = table.open_number(player.seat) != table.tile_number(player.seat)
    if hotel.bonus or hotel.values is None or not values or not covered:
        return ()
    total = values[0] + values[1] if len(values) > 1 else 2 * values[0]
    return read_sum_bonuses(table.box)[total]


def _leaves_choice(table: Table, player: Player, entry: Entry) -> bool:
    """Return whether the bonus that an entry brings leaves a choice, or sets one off."""
    return any(sets_off(table, player, entry, part) for part in _bonus_parts(table, player, entry))


@question
def sets_off(table: Table, player: Player, entry: Entry, part: Part) -> bool:
    """Return whether a part that an entry books sets off a choice."""
    kind = box_at(table).kinds[part.kind]
    open_part = Open(part, "lobby", 1, "reward")
    return kind.resolve is None and kind.answerable(table, player, open_part)


def bonus_may_bring(may: bool, table: Table, player: Player, entry: Entry) -> bool:
    """Return whether the bonus that an entry brings holds food."""
    if may or entry.do not in ("take_die", "take_key"):
        return may
    return any(part.food for part in _bonus_parts(table, player, entry))


def postpone_placing(table: Table, offered: list[Item]) -> list[Item]:
    """Return the items of ``next``; food behind a choice of the bonus is placed later."""
    player = table.actor
    if player is None or not owns_lobby(player, "corogari"):
        return offered
    kept: list[Item] = []
    for item in offered:
        waits_behind = item["do"] in ("take_die", "take_key") and "place" in item
        chosen = {key: value for key, value in item.items() if key not in ("gain", "place")}
        if waits_behind and _leaves_choice(table, player, make_entry(table, chosen)):
            kept.append({key: value for key, value in item.items() if key != "place"})
        else:
            kept.append(item)
    return kept


def subtract_booked_krones(krones: int, table: Table, player: Player, entry: Entry) -> int:
    """Return the krones spent before the action is paid, less the krones that the bonus books.

    Boost and space 6 are paid after the bonus (WALTZ3-COROGARI-02).
    """
    if not isinstance(entry, TakeDie):
        return krones
    came = sum(part.count for part in _bonus_parts(table, player, entry) if part.kind == "krones")
    return krones - min(came, KRONES_MAX - (player.krones - krones))


def forget_values(table: Table, case: Case) -> None:
    """The step that forgets the dice of the round."""
    if table.phase == ROLL:
        for player in table.players:
            hotel: Hotel = player.of[ID]
            hotel.values, hotel.bonus = (), False
