"""``next``: everything that may be entered now, in the form that record-format defines.

Read off the agenda and the same helpers that judge entries; a property test compares the two:
every offer is legal, and every legal entry is offered.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any

from adjudicator.austria.chapters.actions import (
    FOOD_ACTIONS,
    Action,
    TakeDie,
    UsesDie,
    count_dice_on,
    count_reaction_foods,
    obstacles_to_declining,
    obstacles_to_further_boost,
    obstacles_to_gaining,
    obstacles_to_taking_die,
    obstacles_to_using_die,
    plan_action,
)
from adjudicator.austria.chapters.emperor import (
    find_round_tile,
    has_happened,
    list_cards_to_lose,
    list_losses_to_choose,
    list_rooms_to_lose,
)
from adjudicator.austria.chapters.food import (
    list_choice_foods,
    list_choice_gains,
    list_orders_to_fill,
    obstacles_to_serving,
    obstacles_to_using_staff,
    serves_free,
)
from adjudicator.austria.chapters.food import (
    obstacles_to_placing_food as placing_fresh,
)
from adjudicator.austria.chapters.guests import (
    can_reveal_card,
    count_food_of_guest,
    list_guests_to_take,
    list_rooms_for_guest,
    obstacles_to_guest_step,
    obstacles_to_leaving_cafe,
    obstacles_to_revealing,
    obstacles_to_starting_guest,
)
from adjudicator.austria.chapters.place import count_placeable_food, obstacles_to_putting_at_once
from adjudicator.austria.chapters.politics import list_claimable_cards
from adjudicator.austria.chapters.rooms import (
    list_rooms_to_prepare,
    list_rooms_to_turn,
    obstacles_to_starting_room,
)
from adjudicator.austria.chapters.rounds import (
    count_dice_in_game,
    obstacles_to_finishing,
    obstacles_to_passing,
    obstacles_to_rerolling,
    obstacles_to_rolling,
)
from adjudicator.austria.chapters.spending import list_payment_keys
from adjudicator.austria.chapters.staff import list_cards_to_hire, obstacles_to_copying_staff
from adjudicator.austria.printed.board import ROOM_NAMES
from adjudicator.austria.table import agenda, moves
from adjudicator.austria.table.box import box_at, make_entry
from adjudicator.austria.table.state import (
    BEYOND,
    EMPEROR,
    OVER,
    REROLL,
    ROLL,
    TURN,
    Open,
    Player,
    Table,
)
from adjudicator.entries import Place
from adjudicator.hooks import question
from adjudicator.obstacles import Against, is_allowed

Item = dict[str, Any]


def list_base_offers(table: Table) -> Iterator[Item]:
    """Yield the items of ``next``, before modules change them (``judging.offered``)."""
    for offer in OFFERS.get(table.phase, SETUP_OFFERS):
        yield from offer(table)
    for player in table.players:
        yield from _offer_happened(table, player)
    for offers in box_at(table).offers:
        yield from offers(table)


def offer_starting_guests(table: Table) -> Iterator[Item]:
    """Yield the starting guests that may be taken (GAH-SETUP-17)."""
    for player in table.players:
        if is_allowed(obstacles_to_starting_guest(table, player)):
            yield from _offer_guests(table, player, None)


def offer_starting_rooms(table: Table) -> Iterator[Item]:
    """Yield the starting rooms that may be placed, and the ends of set-up (GAH-SETUP-19)."""
    for player in table.players:
        if is_allowed(obstacles_to_starting_room(table, player)):
            rooms = list(list_rooms_to_prepare(table, player, None))
            if rooms:
                yield _make_item(player, "prepare", room=_name_rooms(rooms))
        yield from _offer_finishing(table, player)


def _offer_finishing(table: Table, player: Player) -> Iterator[Item]:
    if is_allowed(obstacles_to_finishing(table, player)):
        yield _make_item(player, "done")


def _make_item(player: Player, do: str, **keys: Any) -> Item:
    return {"by": player.id, "do": do, **keys}


def _name_rooms(rooms: Sequence[int]) -> list[str]:
    return [ROOM_NAMES[room] for room in rooms]


def _offer_stage(table: Table) -> Iterator[Item]:
    box = box_at(table)
    yield from box.stages[box.stage_of[table.phase]].offer(table)
    if box.setup_parts:
        yield from _offer_all_parts(table)


def _offer_all_parts(table: Table) -> Iterator[Item]:
    for player in table.players:
        yield from _offer_open_parts(table, player)


def _offer_parts_out_of_turn(table: Table) -> Iterator[Item]:
    """Yield the parts that an entry out of turn opened which was let stand."""
    for player in table.players:
        if player.events and not (table.phase == TURN and player is table.actor):
            yield from _offer_open_parts(table, player)


def _offer_all_fresh_food(table: Table) -> Iterator[Item]:
    for player in table.players:
        yield from _offer_fresh_food(table, player)


def _offer_ends_of_setup(table: Table) -> Iterator[Item]:
    if not table.has_begun:
        for player in table.players:
            yield from _offer_finishing(table, player)


def _offer_dues(table: Table) -> Iterator[Item]:
    for due in box_at(table).dues:
        if not is_allowed(due.against(table)):
            yield from due.offer(table)


def _offer_rolls(table: Table) -> Iterator[Item]:
    for player in table.players:
        if is_allowed(obstacles_to_rolling(table, player)):
            yield _make_item(player, "roll", dice={"count": count_dice_in_game(table)})


def _offer_rerolls(table: Table) -> Iterator[Item]:
    for player in table.players:
        if is_allowed(obstacles_to_rerolling(table, player)):
            yield _make_item(player, "reroll", dice={"count": sum(table.dice) - 1})


def _offer_turn_of_actor(table: Table) -> Iterator[Item]:
    assert table.actor is not None
    yield from _offer_turn(table, table.actor)


def _offer_turn(table: Table, player: Player) -> Iterator[Item]:
    yield from _offer_open_parts(table, player)
    free = is_allowed(agenda.open_part_obstacles(table, player))
    if is_allowed(obstacles_to_guest_step(table, player)):
        yield from _offer_guests(table, player, None)
    if is_allowed(obstacles_to_taking_die(table, player)):
        yield from offer_ways_to_act(table, player, "take_die")
    yield from _offer_fresh_food(table, player)
    if free:
        yield from _offer_extra_actions(table, player)
    yield from _offer_finishing(table, player)
    if is_allowed(obstacles_to_passing(table, player)):
        yield _make_item(player, "pass")


def _offer_extra_actions(table: Table, player: Player) -> Iterator[Item]:
    serve = partial(obstacles_to_serving, player, free=serves_free(player))
    yield from _offer_placing(player, "serve", player.kitchen, serve)
    for card in player.staff:
        if is_allowed(obstacles_to_using_staff(table, player, card)):
            brings = table.staff_cards[card].each_round or table.box.nothing
            came = [min(brings[food], table.supply[food]) for food in table.box.food_range]
            for keys in list_payment_keys(table, player, card):
                item = _make_item(player, "use_staff", staff=card, **keys)
                yield from offer_with_place(table, player, item, came)
    for guest in player.cafe.values():
        if is_allowed(obstacles_to_leaving_cafe(table, player, guest, guest.number)):
            rooms = list_rooms_for_guest(player, table.guests[guest.number])
            if rooms:
                item = _make_item(player, "check_in", guest=guest.number, room=_name_rooms(rooms))
                named = count_food_of_guest(table, table.guests[guest.number], guest)
                yield from offer_with_place(table, player, item, named, guest.number, split="room")
    cards = list_claimable_cards(table, player)
    if cards:
        item = _make_item(player, "claim", politics=cards)
        yield from offer_with_place(table, player, item, table.box.nothing, split="politics")


def add_place(item: Item, place: dict[str, Any]) -> Iterator[Item]:
    """Yield an item, with the food that may be placed if there is any."""
    yield {**item, "place": place} if place else item


def offer_with_place(
    table: Table,
    player: Player,
    item: Item,
    certain: Sequence[int],
    leaving: int | None = None,
    *,
    split: str = "",
) -> Iterator[Item]:
    """Yield an item with the food of its entries that may be placed.

    certain: food that each of them brings. leaving: a guest that can take nothing any more. split:
    a key with several values, of which some may bring more than others.
    """
    plain = count_wanted_food(table, player, certain, leaving)
    same: list[Any] = []
    for value in item[split] if split else (None,):
        one = {**item, split: value} if split else item
        first = {
            key: values[0] if isinstance(values, list) else values for key, values in one.items()
        }
        given = count_placeable_food(table, player, make_entry(table, first), certain)
        place = count_wanted_food(table, player, given, leaving)
        if not split:
            yield from add_place(item, place)
        elif place == plain:
            same.append(value)
        else:
            yield {**one, "place": place}
    if same:
        yield from add_place({**item, split: same}, plain)


def count_wanted_food(
    table: Table, player: Player, at_hand: Sequence[int], leaving: int | None = None
) -> dict[str, Any]:
    """Return the food of an entry that each guest lacks: any part of it may be placed.

    leaving: a guest that can take nothing any more.
    """

    def list_obstacles(place: Place) -> Against:
        return obstacles_to_putting_at_once(table, player, place, at_hand, leaving)

    return _count_allowed_food(player, at_hand, list_obstacles)


def _count_allowed_food(
    player: Player, at_hand: Sequence[int], against: Callable[[Place], Against]
) -> dict[str, Any]:
    """Return how much of the food at hand each guest may be given, of each food by itself."""
    box, wanted = box_at(player), {}

    def is_refused(number: int, food: int, count: int) -> bool:
        pieces = ((food, count),)
        written = {str(number): {box.foods[food]: count}}
        return not is_allowed(against(Place(written, pieces, ((number, pieces),), count)))

    for guest in player.cafe.values() if any(at_hand) else ():
        foods: dict[str, int] = {}
        lacks = at_hand if guest.lacks is None else guest.lacks
        for food, most in enumerate(map(min, at_hand, lacks)):
            if not most:  # nearly always: more than an order wants nobody may place
                continue
            # Once there is an obstacle, every larger count has one: find the first.
            tried = range(1, min(most, BEYOND) + 1)
            count = bisect_left(tried, True, key=partial(is_refused, guest.number, food))
            if count:
                foods[box.foods[food]] = count
        if foods:
            wanted[str(guest.number)] = "seen" if guest.lacks is None else foods
    return wanted


def _offer_fresh_food(table: Table, player: Player) -> Iterator[Item]:
    yield from _offer_placing(player, "place", player.fresh, partial(placing_fresh, table, player))


def _offer_placing(
    player: Player, do: str, at_hand: Sequence[int], against: Callable[[Place], Against]
) -> Iterator[Item]:
    """Yield the food that a verb of placing may place."""
    place = _count_allowed_food(player, at_hand, against)
    if place:
        yield _make_item(player, do, place=place)


def _offer_guests(table: Table, player: Player, part: Open | None) -> Iterator[Item]:
    """Yield the guests that may be taken, with the guest that may be turned up instead."""
    guests = list(list_guests_to_take(table, player, part))
    if not guests:
        return
    if can_reveal_card(table):
        yield _make_item(player, "take_guest", guest=guests, reveal="seen")
    if is_allowed(obstacles_to_revealing(table, None, guests[0], table.in_setup)):
        yield _make_item(player, "take_guest", guest=guests, reveal=None)


@question
def can_die_be_used(table: Table, player: Player, entry: UsesDie) -> bool:
    """Return whether the die that an entry names, with all its keys, can be used."""
    return count_dice_on(table, player, entry, entry.die) > 0


@question
def list_die_ways(table: Table, player: Player, do: str) -> list[Item]:
    """Return the ways in which dice may be used by a verb, each as keys of its entry."""
    return [{}]


def offer_ways_to_act(
    table: Table, player: Player, do: str, part: Open | None = None
) -> Iterator[Item]:
    """Yield the actions open with the dice, in every way that they may be used."""
    for way in list_die_ways(table, player, do):
        yield from offer_dice(table, player, do, part, more=way)


def offer_dice(
    table: Table,
    player: Player,
    do: str,
    part: Open | None = None,
    *,
    more: Item | None = None,
    spaces: Sequence[int] = (1, 2, 3, 4, 5, 6),
) -> Iterator[Item]:
    """Yield the actions open with the dice, for take_die or extra_action.

    more: keys of a module that the entry has besides, with its spaces; without them the dice are
    used as they lie.
    """
    own = more or {}
    taken = do == "take_die"
    boosts = [False, True] if taken or is_allowed(obstacles_to_further_boost(table)) else [False]
    actions = [(die, None) for die in range(1, 7)] + [(6, copied) for copied in range(1, 6)]
    for boost in boosts:
        also: Item = {**own, "boost": True} if boost else own
        asked = {die: _make_die_entry(player, do, {"die": die, **also}) for die in spaces}
        lying = {
            die: using for die, using in asked.items() if can_die_be_used(table, player, using)
        }
        plain = {
            die: find_usable_action(table, player, using, part) for die, using in lying.items()
        }
        empty = [die for die, chosen in plain.items() if chosen is not None]
        if empty:
            yield _make_item(player, do, die=empty, **also)
        for die, copied in actions:
            if die not in plain:
                continue
            using, chosen = lying[die], plain[die]
            keys: Item = {"die": die, **also}
            if copied is not None:
                keys = {"die": die, "as": copied, **also}
                using = _make_die_entry(player, do, keys)
                chosen = find_usable_action(table, player, using, part)
            if chosen is not None:
                yield from _offer_gains(
                    table, player, _make_item(player, do, **keys), using, chosen
                )


def find_usable_action(
    table: Table, player: Player, using: UsesDie, part: Open | None
) -> Action | None:
    """Return the action of an entry against which nothing stands but perhaps its gain, or None."""
    chosen = plan_action(table, player, using, taken=isinstance(using, TakeDie))
    return (
        chosen if is_allowed(obstacles_to_using_die(table, player, using, chosen, part)) else None
    )


def _make_die_entry(player: Player, do: str, keys: Item) -> UsesDie:
    """Return an entry that uses a die as far as it has been chosen."""
    using: UsesDie = make_entry(player, _make_item(player, do, **keys))
    return using


def _offer_gains(
    table: Table, player: Player, item: Item, using: UsesDie, chosen: Action
) -> Iterator[Item]:
    given = count_placeable_food(
        table, player, using, count_reaction_foods(player, chosen) or table.box.nothing
    )
    place = count_wanted_food(table, player, given)
    if "as" in item:
        yield from add_place(item, place)
    elif place:
        yield {**item, "place": place}
    if chosen.action in FOOD_ACTIONS:
        gains = list(list_food_gains(table, player, chosen))
        if gains:
            at_hand = [
                (chosen.strength if n in table.box.food_spaces[chosen.action].kinds else 0)
                + given[n]
                for n, food in enumerate(table.box.foods)
            ]
            yield from add_place({**item, "gain": gains}, count_wanted_food(table, player, at_hand))
    elif chosen.action == 4:
        gains = [
            gain
            for krones in range(chosen.strength + 1)
            for steps in range((chosen.strength if chosen.both else chosen.strength - krones) + 1)
            if (gain := {key: n for key, n in (("krones", krones), ("emperor", steps)) if n})
            and is_allowed(
                obstacles_to_gaining(table, player, box_at(table).shapes.amounts(gain), chosen)
            )
        ]
        yield from add_place({**item, "gain": gains}, place)


def list_food_gains(
    table: Table,
    player: Player,
    chosen: Action,
    before: Mapping[str, int] = MappingProxyType({}),
) -> Iterator[dict[str, int]]:
    """Yield the gains that an action may give besides the gain before, in the order of its foods.

    Of each food one more is tried until there is an obstacle, or the dice are used up.
    """
    foods = table.box.food_actions[chosen.action]
    left = chosen.strength - sum(before.values())
    for food in foods[len(before) : len(before) + 1]:
        for count in range(1, left + 1):
            gain = {**before, food: count}
            if not is_allowed(
                obstacles_to_gaining(table, player, box_at(table).shapes.amounts(gain), chosen)
            ):
                break
            yield gain
            yield from list_food_gains(table, player, chosen, gain)


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
    yield from _offer_declines(table, player)


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


def offer_prepare(table: Table, player: Player, part: Open) -> Iterator[Item]:
    """Yield the rooms that may be placed under a permission."""
    rooms = list(list_rooms_to_prepare(table, player, part))
    if rooms:
        item = _make_item(
            player, "prepare", room=_name_rooms(rooms), **{"from": agenda.name_source(part)}
        )
        yield from _drop_source(
            offer_with_place(table, player, item, table.box.nothing, split="room")
        )


def offer_occupy(table: Table, player: Player, part: Open) -> Iterator[Item]:
    """Yield the rooms that may be turned under a permission."""
    rooms = list_rooms_to_turn(player, part)
    if rooms:
        item = _make_item(
            player, "occupy", room=_name_rooms(rooms), **{"from": agenda.name_source(part)}
        )
        yield from _drop_source(
            offer_with_place(table, player, item, table.box.nothing, split="room")
        )


def _drop_source(items: Iterator[Item]) -> Iterator[Item]:
    for item in items:
        yield {key: value for key, value in item.items() if key != "from"}


def offer_fill(table: Table, player: Player, part: Open) -> Iterator[Item]:
    """Yield the guests with an order that may be completed."""
    guests = list_orders_to_fill(table, player)
    if guests:
        yield _make_item(player, "fill_order", guest=guests)


def offer_gain(table: Table, player: Player, part: Open) -> Iterator[Item]:
    """Yield the food of choice that may be taken."""
    gains = [
        {table.box.foods[food]: count for food, count in enumerate(counts) if count}
        for counts in list_choice_gains(table, part)
    ]
    if gains:
        kinds = list_choice_foods(table, part)
        most = [min(part.left, left) for left in table.supply]
        certain = [n if food in kinds else 0 for food, n in enumerate(most)]
        item = _make_item(player, "gain", gain=gains, **{"from": agenda.name_source(part)})
        largest = {**item, "gain": max(gains, key=lambda gain: sum(gain.values()))}
        at_hand = count_placeable_food(table, player, make_entry(table, largest), certain)
        yield from _drop_source(add_place(item, count_wanted_food(table, player, at_hand)))


def offer_action(table: Table, player: Player, part: Open) -> Iterator[Item]:
    """Yield the further actions that the dice on the board allow."""
    yield from offer_ways_to_act(table, player, "extra_action", part)


def offer_hiring(table: Table, player: Player, part: Open) -> Iterator[Item]:
    """Yield the cards to play; cards that bring food apart, since food may go onto guests."""
    cards = list_cards_to_hire(table, player, part)
    hidden = player.known is None or part.part.drawn
    if not cards:
        return
    if hidden:
        yield _make_item(player, "play_staff", staff="hand")
    plain = []
    for card in cards:
        item = _make_item(player, "play_staff", staff=card, **{"from": agenda.name_source(part)})
        certain = moves.count_named_food(table, table.staff_cards[card].once)
        at_hand = count_placeable_food(table, player, make_entry(table, item), certain)
        wanted = count_wanted_food(table, player, at_hand)
        if wanted:
            yield from _drop_source(iter([{**item, "place": wanted}]))
        elif not hidden:
            plain.append(card)
    if plain:
        yield _make_item(player, "play_staff", staff=plain)


def _offer_declines(table: Table, player: Player) -> Iterator[Item]:
    every = [part for _, part in agenda.list_optional_parts(player)]
    parts = [part for part in every if is_allowed(obstacles_to_declining(table, player, part))]
    if not parts:
        return
    if parts[0] is every[0]:
        yield _make_item(player, "decline")
    yield _make_item(player, "decline", what=sorted({part.part.kind for part in parts}))
    pairs = dict.fromkeys((part.part.kind, agenda.name_source(part)) for part in parts)
    for kind, source in pairs:
        yield _make_item(player, "decline", what=kind, **{"from": source})


def offer_taking(table: Table, player: Player, part: Open) -> Iterator[Item]:
    """Yield the guests that may be taken under a permission."""
    yield from _offer_guests(table, player, part)


def offer_removal(table: Table, player: Player, parts: list[Open]) -> Iterator[Item]:
    """Yield the rooms of which one has to go."""
    rooms = list_rooms_to_lose(table, player)
    if rooms:
        yield _make_item(player, "remove_room", room=rooms)


def offer_discard(table: Table, player: Player, parts: list[Open]) -> Iterator[Item]:
    """Yield the end-of-game cards of which one has to go."""
    cards = list_cards_to_lose(table, player)
    if cards:
        yield _make_item(player, "discard_staff", staff=cards)


def offer_penalty(table: Table, player: Player, parts: list[Open]) -> Iterator[Item]:
    """Yield the losses that a player may choose from, named or implied by the goods."""
    yield _make_item(player, "penalty", choose=list_losses_to_choose(table, player))
    tile = find_round_tile(table)
    goods = tile.goods if tile is not None else None
    if goods is not None and goods.other is not None:
        offer = box_at(table).losses[goods.other[0]].offer
        if offer is not None:
            yield from offer(table, player, goods)
    yield from offer_removal(table, player, parts)
    yield from offer_discard(table, player, parts)


def _offer_copies(table: Table) -> Iterator[Item]:
    for player in table.players:
        for owner in table.players:
            cards = [
                card
                for card in owner.staff
                if is_allowed(obstacles_to_copying_staff(table, player, owner, card))
            ]
            if cards:
                yield _make_item(player, "copy_staff", of=owner.id, staff=cards)


_KEY_OF = {"penalty": "choose", "remove_room": "room", "discard_staff": "staff"}


def _offer_happened(table: Table, player: Player) -> Iterator[Item]:
    """Yield entries that name automatic effects of the last emperor scoring: legal, no change."""
    named: dict[str, list[Any]] = {}
    for what, value in player.happened:
        if not has_happened(table, player, what, value):
            continue
        if what == "return_staff":
            yield _make_item(player, what, count=value)
        else:
            named.setdefault(what, []).append(value)
    for what, values in named.items():
        if what not in _KEY_OF:
            continue  # of a module, which does not list automatic effects
        yield _make_item(player, what, **{_KEY_OF[what]: values})


Offer = Callable[[Table], Iterator[Item]]

SETUP_OFFERS: tuple[Offer, ...] = (_offer_stage, _offer_all_fresh_food)
"""The offers in a stage of set-up."""

OFFERS: Mapping[str, tuple[Offer, ...]] = {
    ROLL: (
        _offer_ends_of_setup,
        _offer_dues,
        _offer_rolls,
        _offer_parts_out_of_turn,
        _offer_all_fresh_food,
    ),
    TURN: (_offer_turn_of_actor, _offer_parts_out_of_turn),
    REROLL: (_offer_rerolls, _offer_parts_out_of_turn, _offer_all_fresh_food),
    EMPEROR: (_offer_all_parts, _offer_dues, _offer_rolls, _offer_all_fresh_food),
    OVER: (_offer_copies, _offer_all_fresh_food),
}
"""The offers of each phase behind set-up."""
