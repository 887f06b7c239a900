"""``next``: everything that may be entered now, in the form that record-format defines.

Read off the agenda and the same helpers that judge entries; a property test compares the two:
every offer is legal, and every legal entry is offered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from adjudicator.austria.chapters.actions import (
    obstacles_to_taking_die,
    offer_declining,
    offer_ways_to_act,
)
from adjudicator.austria.chapters.emperor import offer_happened
from adjudicator.austria.chapters.food import obstacles_to_placing_food as obstacles_to_placing_food
from adjudicator.austria.chapters.food import offer_fresh_food, offer_serving, offer_using_staff
from adjudicator.austria.chapters.guests import (
    obstacles_to_guest_step,
    offer_check_in,
    offer_guests,
)
from adjudicator.austria.chapters.politics import offer_claim
from adjudicator.austria.chapters.rounds import (
    offer_finishing,
    offer_passing,
    offer_rerolls,
    offer_rolls,
)
from adjudicator.austria.chapters.staff import offer_copies
from adjudicator.austria.table import agenda
from adjudicator.austria.table.box import box_at
from adjudicator.austria.table.declarations import Item
from adjudicator.austria.table.state import EMPEROR, OVER, REROLL, ROLL, TURN, Open, Player, Table
from adjudicator.obstacles import is_allowed


def list_base_offers(table: Table) -> Iterator[Item]:
    """Yield the items of ``next``, before modules change them (``judging.offered``)."""
    for offer in OFFERS.get(table.phase, SETUP_OFFERS):
        yield from offer(table)
    for player in table.players:
        yield from offer_happened(table, player)
    for offers in box_at(table).offers:
        yield from offers(table)


def _offer_stage(table: Table) -> Iterator[Item]:
    box = box_at(table)
    yield from box.stages[box.stage_of[table.phase]].offer(table)
    if box.setup_parts:
        yield from _offer_all_parts(table)


def _offer_parts_out_of_turn(table: Table) -> Iterator[Item]:
    """Yield the parts that an entry out of turn opened which was let stand."""
    for player in table.players:
        if player.events and not (table.phase == TURN and player is table.actor):
            yield from _offer_open_parts(table, player)


def _offer_dues(table: Table) -> Iterator[Item]:
    for offer_due, list_obstacles in box_at(table).dues:
        if not is_allowed(list_obstacles(table)):
            yield from offer_due(table)


def _offer_turn(table: Table) -> Iterator[Item]:
    player = table.actor
    assert player is not None
    yield from _offer_open_parts(table, player)
    free = is_allowed(agenda.open_part_obstacles(table, player))
    if is_allowed(obstacles_to_guest_step(table, player)):
        yield from offer_guests(table, player, None)
    if is_allowed(obstacles_to_taking_die(table, player)):
        yield from offer_ways_to_act(table, player, "take_die")
    yield from offer_fresh_food(table, player)
    if free:
        for offer in EXTRA_OFFERS:
            yield from offer(table, player)
    yield from offer_finishing(table, player)
    yield from offer_passing(table, player)


def _offer_open_parts(table: Table, player: Player) -> Iterator[Item]:
    """Yield the uses of the front event's parts, and the ways to decline parts."""
    front = player.front
    open_now = list(front.parts) if front is not None else []
    open_now += [part for event in player.beside for part in event.parts]
    if open_now:
        kinds: dict[str, list[Open]] = {}
        for part in open_now:
            kinds.setdefault(part.part.kind, []).append(part)
        for kind, parts in kinds.items():
            offer_all = box_at(table).kinds[kind].offer_all
            if offer_all is not None:
                yield from offer_all(table, player, parts)
                continue
            yield from _merge_items(table, player, kind, parts)
            if len(parts) > 1:
                for part in parts:
                    for item in _offer_part(table, player, kind, part):
                        yield {**item, "from": agenda.name_source(part)}
    yield from offer_declining(table, player)


def _merge_items(table: Table, player: Player, kind: str, parts: list[Open]) -> Iterator[Item]:
    """Yield the items without ``from``: all that one of the parts allows."""
    items = [item for part in parts for item in _offer_part(table, player, kind, part)]
    key = box_at(table).kinds[kind].merges
    if key and items:
        apart = [item for item in items if "place" in item]
        plain = [item for item in items if "place" not in item]
        rooms = sorted({room for item in plain for room in item[key]})
        if rooms:
            yield {**plain[0], key: rooms}
        yield from apart
    else:
        seen: list[Item] = []
        for item in items:
            if item not in seen:
                seen.append(item)
                yield item


def _offer_part(table: Table, player: Player, kind: str, part: Open) -> Iterator[Item]:
    offer = box_at(table).kinds[kind].offer
    if offer is not None:
        yield from offer(table, player, part)


EXTRA_OFFERS = (offer_serving, offer_using_staff, offer_check_in, offer_claim)
"""The offers of extra actions."""

Offer = Callable[[Table], Iterator[Item]]


def _for_everybody(
    offer: Callable[[Table, Player], Iterator[Item]],
    due: Callable[[Table], bool] = lambda table: True,
) -> Offer:
    """Return an offer of one player as the offer of all of them. due: whether it is made."""

    def offer_to_all(table: Table) -> Iterator[Item]:
        for player in table.players if due(table) else ():
            yield from offer(table, player)

    return offer_to_all


_offer_all_parts = _for_everybody(_offer_open_parts)
_offer_all_fresh_food = _for_everybody(offer_fresh_food)

SETUP_OFFERS: tuple[Offer, ...] = (_offer_stage, _offer_all_fresh_food)
"""The offers in a stage of set-up."""

OFFERS: Mapping[str, tuple[Offer, ...]] = {
    ROLL: (
        _for_everybody(offer_finishing, lambda table: not table.has_begun),
        _offer_dues,
        offer_rolls,
        _offer_parts_out_of_turn,
        _offer_all_fresh_food,
    ),
    TURN: (_offer_turn, _offer_parts_out_of_turn),
    REROLL: (offer_rerolls, _offer_parts_out_of_turn, _offer_all_fresh_food),
    EMPEROR: (_offer_all_parts, _offer_dues, offer_rolls, _offer_all_fresh_food),
    OVER: (offer_copies, _offer_all_fresh_food),
}
"""The offers of each phase behind set-up."""
