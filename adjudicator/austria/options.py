"""``next``: everything that may be entered now, in the form that record-format defines.

Read off the agenda and the same helpers that judge entries; a property test holds the two
together (what is offered is legal, what is legal is offered).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from adjudicator.austria import agenda
from adjudicator.austria.actions import FOOD_ACTIONS, affords_six, plan
from adjudicator.austria.agenda import OBLIGATIONS
from adjudicator.austria.board import ROOM_NAMES
from adjudicator.austria.catalogue import COPY, FOODS, GUESTS, STAFF, TILES
from adjudicator.austria.emperor import end_cards, tile_of_round
from adjudicator.austria.final import copyable
from adjudicator.austria.food import SERVED_AT_ONCE, serves_free
from adjudicator.austria.guests import deck_of, guest_price, next_picker
from adjudicator.austria.politics import claimable
from adjudicator.austria.removal import Removal
from adjudicator.austria.rounds import ROUNDS, dice_in_game, may_pass
from adjudicator.austria.state import (
    EMPEROR,
    FOOD_RANGE,
    OVER,
    REROLL,
    ROLL,
    SETUP_GUESTS,
    SETUP_ROOMS,
    TURN,
    Open,
    Player,
    Table,
)

Item = dict[str, Any]


def options(table: Table) -> list[Item]:
    """Return the items of ``next``."""
    return list(_items(table))


def _items(table: Table) -> Iterator[Item]:
    phase = table.phase
    if phase == SETUP_GUESTS:
        yield from _take(table, next_picker(table), None, free=True)
    elif phase == SETUP_ROOMS:
        for player in table.players:
            if not player.finished_setup:
                rooms = agenda.rooms_for(table, player, None)
                if rooms:
                    yield _by(player, "prepare", room=_names(rooms))
            yield _by(player, "done")
    elif phase == ROLL:
        if not table.has_begun:
            for player in table.players:
                yield _by(player, "done")
        yield from _roll(table, table.first)
    elif phase == REROLL:
        assert table.actor is not None
        yield _by(table.actor, "reroll", dice={"count": sum(table.dice) - 1})
    elif phase == EMPEROR:
        for player in table.players:
            yield from _open_parts(table, player)
        if table.round_no < ROUNDS and not any(agenda.owes(player) for player in table.players):
            yield from _roll(table, (table.first + 1) % len(table.players))
    elif phase == TURN:
        assert table.actor is not None
        yield from _turn(table, table.actor)
    if phase in (ROLL, TURN, REROLL):  # what an entry out of turn opened that was let stand
        for player in table.players:
            if player.events and not (phase == TURN and player is table.actor):
                yield from _open_parts(table, player)
    if phase == OVER:
        yield from _copies(table)
    if phase in (ROLL, EMPEROR):
        for player in table.players:
            yield from _fresh(player)
    if phase in (ROLL, EMPEROR, OVER):
        for player in table.players:
            yield from _happened(player)


def _by(player: Player, do: str, **keys: Any) -> Item:
    return {"by": player.id, "do": do, **keys}


def _names(rooms: Sequence[int]) -> list[str]:
    return [ROOM_NAMES[room] for room in rooms]


def _roll(table: Table, seat: int) -> Iterator[Item]:
    yield _by(table.players[seat], "roll", dice={"count": dice_in_game(table)})


def _turn(table: Table, player: Player) -> Iterator[Item]:
    yield from _open_parts(table, player)
    rewards = any(not event.main and event.parts for event in player.events)
    free = not rewards and (not player.events or table.rules.interruptible)
    if not table.guest_taken and not table.die_taken and not rewards:
        yield from _take(table, player, None)
    if not table.die_taken and free:
        yield from _dice(table, player, "take_die")
    yield from _fresh(player)
    if free:
        yield from _extra_actions(table, player)
    if table.die_taken:
        yield _by(player, "done")
    elif may_pass(table, player):
        yield _by(player, "pass")


def _extra_actions(table: Table, player: Player) -> Iterator[Item]:
    free = serves_free(player)
    if free or player.krones >= 1:
        wanted = _lacks(player, player.kitchen, None if free else SERVED_AT_ONCE)
        if wanted:
            yield _by(player, "serve", place=wanted)
    for card, used in player.staff.items():
        brings = STAFF[card].each_round
        if any(brings) and not used:
            came = [min(brings[food], table.supply[food]) for food in FOOD_RANGE]
            yield from _with_place(_by(player, "use_staff", staff=card), _lacks(player, came))
    for guest in player.cafe:
        if guest.complete:
            colour = GUESTS[guest.number].colour
            rooms = agenda.occupiable(player, None if colour == "green" else colour)
            if rooms:
                item = _by(player, "check_in", guest=guest.number, room=_names(rooms))
                yield from _with_place(item, _check_in_place(table, player, guest.number))
    cards = [card for card in table.politics or () if claimable(table, player, card)]
    if cards:
        yield _by(player, "claim", politics=cards)


def _check_in_place(table: Table, player: Player, number: int) -> dict[str, dict[str, int]]:
    """Return where the named food of a reward could go (not on the guest that leaves)."""
    brings = [0, 0, 0, 0]
    leaving = player.guest(number)
    served = leaving.served() if leaving is not None else [0, 0, 0, 0]
    for part in GUESTS[number].reward:
        if not part.automatic:
            break
        for food in FOOD_RANGE:
            brings[food] += min(part.food[food], table.supply[food] + served[food])
    place = _lacks(player, brings)
    place.pop(str(number), None)
    return place


def _with_place(item: Item, place: dict[str, dict[str, int]]) -> Iterator[Item]:
    yield {**item, "place": place} if place else item


def _lacks(
    player: Player, at_hand: Sequence[int], most: int | None = None
) -> dict[str, dict[str, int]]:
    """Return what each guest lacks of the food at hand: any part of it may be placed.

    most: pieces that one entry may place, None for no limit.
    """
    wanted = {}
    for guest in player.cafe:
        foods = {
            FOODS[food]: min(guest.lacks[food], at_hand[food], most or guest.lacks[food])
            for food in FOOD_RANGE
            if guest.lacks[food] and at_hand[food]
        }
        if foods:
            wanted[str(guest.number)] = foods
    return wanted


def _fresh(player: Player) -> Iterator[Item]:
    if any(player.fresh):
        wanted = _lacks(player, player.fresh)
        if wanted:
            yield _by(player, "place", place=wanted)


def _take(table: Table, player: Player, part: Open | None, *, free: bool = False) -> Iterator[Item]:
    """Yield the guests that may be taken, with what may be turned up instead."""
    if table.queue is None or agenda.cafe_full(table, player, part):
        return
    guests = [
        guest
        for guest in table.queue
        if free or guest_price(table, player, guest, part) <= agenda.purse(table, player, part)
    ]
    if not guests:
        return
    cards_left = table.deck is None or bool(deck_of(table))
    if cards_left:
        yield _by(player, "take_guest", guest=guests, reveal="seen")
    if table.from_position or not cards_left:
        yield _by(player, "take_guest", guest=guests, reveal=None)


def _dice(table: Table, player: Player, do: str, part: Open | None = None) -> Iterator[Item]:
    """Yield the actions open with the dice as they lie, for take_die or extra_action."""
    taken = do == "take_die"
    krones = agenda.purse(table, player, part)
    boosts = [False, True]
    if not taken and (table.rules["GAH-GUEST-04"] != "turn" or table.rules["U-09"] == "forbidden"):
        boosts = [False]
    for boost in boosts:
        if boost and krones < 1:
            continue
        empty = [die for die in range(1, 7) if table.dice[die - 1]]
        if 6 in empty and not affords_six(table, player, boost=boost):
            empty.remove(6)
        if empty:
            yield _by(player, do, die=empty, **({"boost": True} if boost else {}))
        for die, copied in [(d, None) for d in range(1, 6)] + [(6, copy) for copy in range(1, 6)]:
            if not table.dice[die - 1]:
                continue
            chosen = plan(table, player, die, copied, boost=boost, taken=taken)
            if chosen.price > krones:
                continue
            keys: Item = {"die": die}
            if copied is not None:
                keys["as"] = copied
            if boost:
                keys["boost"] = True
            yield from _with_gain(table, player, _by(player, do, **keys), chosen)


def _with_gain(table: Table, player: Player, item: Item, chosen: Any) -> Iterator[Item]:
    if "as" in item:
        yield item
    if chosen.action in FOOD_ACTIONS:
        basic, finer = FOOD_ACTIONS[chosen.action]
        gains = [
            {food: count for food, count in ((basic, some), (finer, fine)) if count}
            for some in range(min(chosen.strength, _supply(table, basic)) + 1)
            for fine in range(min(some, chosen.strength - some, _supply(table, finer)) + 1)
            if some
        ]
        if gains:
            at_hand = [chosen.strength if food in (basic, finer) else 0 for food in FOODS]
            place = _lacks(player, at_hand)
            yield from _with_place({**item, "gain": gains}, place)
    elif chosen.action == 4:
        strength = chosen.strength
        gains = [
            {key: count for key, count in (("krones", krones), ("emperor", steps)) if count}
            for krones, steps in product(range(strength + 1), repeat=2)
            if (krones or steps) and (chosen.both or krones + steps <= strength)
        ]
        yield {**item, "gain": gains}


def _supply(table: Table, food: str) -> int:
    return table.supply[FOODS.index(food)]


def _open_parts(table: Table, player: Player) -> Iterator[Item]:
    """Yield what the front event's parts may be used for, and how parts may be declined."""
    front = player.front
    if front is not None:
        kinds: dict[str, list[Open]] = {}
        for part in front.parts:
            kinds.setdefault(part.part.kind, []).append(part)
        for kind, parts in kinds.items():
            if kind in OBLIGATIONS:
                yield from _obligation(table, player, parts[0])
                continue
            yield from _merged(table, player, kind, parts)
            if len(parts) > 1:
                for part in parts:
                    for item in _permitted(table, player, kind, part):
                        yield {**item, "from": _source(part)}
    yield from _declines(player)


def _source(part: Open) -> str:
    return f"{part.source}.{part.place}" if ":" in part.source else part.source


def _merged(table: Table, player: Player, kind: str, parts: list[Open]) -> Iterator[Item]:
    """Yield the items without ``from``: whatever one of the parts allows."""
    items = [item for part in parts for item in _permitted(table, player, kind, part)]
    if kind in ("prepare", "occupy") and items:
        key = "room"
        rooms = sorted({room for item in items for room in item[key]})
        yield {**items[0], key: rooms}
    else:
        seen: list[Item] = []
        for item in items:
            if item not in seen:
                seen.append(item)
                yield item


def _permitted(table: Table, player: Player, kind: str, part: Open) -> Iterator[Item]:
    if kind == "prepare":
        rooms = agenda.rooms_for(table, player, part)
        if rooms:
            yield _by(player, kind, room=_names(rooms))
    elif kind == "occupy":
        rooms = agenda.occupiable(player, part.part.colour)
        if rooms:
            yield _by(player, kind, room=_names(rooms))
    elif kind == "play_staff":
        yield from _hiring(table, player, part)
    elif kind == "take_guest":
        yield from _take(table, player, part)
    elif kind == "fill_order":
        guests = [guest.number for guest in player.cafe if not guest.complete]
        if guests:
            yield _by(player, kind, guest=guests)
    elif kind == "gain":
        most = [range(min(part.left, table.supply[food]) + 1) for food in FOOD_RANGE]
        gains = [
            {FOODS[food]: count for food, count in enumerate(counts) if count}
            for counts in product(*most)
            if 0 < sum(counts) <= part.left
        ]
        if gains:
            at_hand = [min(part.left, table.supply[food]) for food in FOOD_RANGE]
            yield from _with_place(_by(player, kind, gain=gains), _lacks(player, at_hand))
    elif kind == "extra_action" and any(table.dice):
        yield from _dice(table, player, "extra_action", part)


def _hiring(table: Table, player: Player, part: Open) -> Iterator[Item]:
    """Yield the cards to play; cards that bring food apart, since food may go onto guests."""
    cards = agenda.playable_staff(table, player, part)
    hidden = player.known is None or part.part.drawn
    if not cards:
        return
    if hidden:
        yield _by(player, "play_staff", staff="hand")
    plain = []
    for card in cards:
        brings = [0, 0, 0, 0]
        for gives in STAFF[card].once:
            for food in FOOD_RANGE:
                brings[food] += min(gives.food[food], table.supply[food])
        wanted = _lacks(player, brings)
        if wanted:
            yield _by(player, "play_staff", staff=card, place=wanted)
        elif not hidden:
            plain.append(card)
    if plain:
        yield _by(player, "play_staff", staff=plain)


def _declines(player: Player) -> Iterator[Item]:
    parts = [part for _, part in agenda.optional_parts(player)]
    if not parts:
        return
    yield _by(player, "decline")
    yield _by(player, "decline", what=sorted({part.part.kind for part in parts}))
    pairs = dict.fromkeys((part.part.kind, _source(part)) for part in parts)
    for kind, source in pairs:
        yield _by(player, "decline", what=kind, **{"from": source})


def _obligation(table: Table, player: Player, part: Open) -> Iterator[Item]:
    kind = part.part.kind
    if kind == "remove_room":
        yield _by(player, kind, room=_names([int(str(room)) for room in part.choices]))
    elif kind == "discard_staff":
        yield _by(player, kind, staff=list(part.choices))
    else:
        yield _by(player, kind, choose=list(part.choices))
        yield from _implied_goods(table, player, part)


def _implied_goods(table: Table, player: Player, part: Open) -> Iterator[Item]:
    tile = tile_of_round(table)
    if tile is None or tile.goods is None or "goods" not in part.choices:
        return
    goods = TILES[tile.id].goods
    assert goods is not None
    if goods.remove_vacant or goods.remove_occupied:
        rooms = Removal(table, player, goods).candidates()
        if rooms:
            yield _by(player, "remove_room", room=_names(rooms))
    elif goods.discard_staff:
        yield _by(player, "discard_staff", staff=end_cards(player))


def _copies(table: Table) -> Iterator[Item]:
    for player in table.players:
        if any(STAFF[card].per == COPY for card in player.staff):
            cards: dict[str, list[int]] = {}
            for owner, card in copyable(table, player):
                cards.setdefault(owner.id, []).append(card)
            for owner_id, owned in cards.items():
                yield _by(player, "copy_staff", of=owner_id, staff=owned)


_KEY_OF = {"penalty": "choose", "remove_room": "room", "discard_staff": "staff"}


def _happened(player: Player) -> Iterator[Item]:
    """Yield entries that name what the last emperor scoring did by itself: legal, no change."""
    named: dict[str, list[Any]] = {}
    for what, value in player.happened:
        if what == "return_staff":
            yield _by(player, what, count=value)
        else:
            named.setdefault(what, []).append(value)
    for what, values in named.items():
        yield _by(player, what, **{_KEY_OF[what]: values})
